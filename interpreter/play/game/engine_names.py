"""The names of the engines, to be had without loading any."""

from __future__ import annotations

ENGINES = ("fast", "reference")
"""All engines, the fastest first."""
