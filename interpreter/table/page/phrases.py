"""What the page of a table says to people, in their language; see `play.game.phrases`."""

from __future__ import annotations

from ...play.game.phrases import Phrasebook, phrase

PHRASES = Phrasebook("page")

say = PHRASES.say
"""A phrase with its parts filled in: `say("fr", "step", now=2, last=9)` is `étape 2 sur 9`."""


def words_of_page(language: str) -> dict[str, str]:
    """All phrases in one language as they are written, with their braces, for the scripts of the page."""
    return {**PHRASES.phrases(language), "you": phrase(language, "you")}
