"""The languages in which games can be played."""

from __future__ import annotations

LANGUAGES = ("en", "fr")
"""The interpreter has words of its own in each (`play.game.phrases`)."""
