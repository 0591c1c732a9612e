"""What a module of a compiled game can be for."""

from __future__ import annotations

from typing import Literal

Build = Literal["watched", "playouts", "searching", "together"]
"""One position, whole games, looking ahead with a tree, many positions (see `compile`)."""
