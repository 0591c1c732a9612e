"""What the studio says to people, in their language; see `play.game.phrases`."""

from __future__ import annotations

from ..play.game.phrases import Phrasebook, phrase

PHRASES = Phrasebook("studio")

say = PHRASES.say
"""A phrase with its parts filled in."""


def words_of_studio(language: str) -> dict[str, str]:
    """All phrases in one language as they are written, with their braces, for the scripts of the page."""
    return {**PHRASES.phrases(language), **{name: phrase(language, name) for name in ("yes", "no")}}
