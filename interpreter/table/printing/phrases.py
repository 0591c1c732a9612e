"""What lists and sheets of cards say to people, in their language; see `play.game.phrases`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...play.game.phrases import PHRASES, Phrasebook, phrase

say = Phrasebook("print").say
"""A phrase with its parts filled in: `say("fr", "more", n=2)` is `2 de plus`."""


def any_number(numbers: Collection[int], language: str) -> str:
    """Numbers of which any one is meant.

    >>> any_number([2, 3, 4, 5], "en"), any_number([2, 3, 6], "fr"), any_number([2, 3], "en")
    ('2 to 5', '2, 3 ou 6', '2 or 3')
    """
    low, high = min(numbers), max(numbers)
    if high - low == len(numbers) - 1 > 1:
        return phrase(language, "range", low=low, high=high)
    return any_of(map(str, numbers), language)


def any_of(words: Iterable[str], language: str) -> str:
    """Words of which any one is meant: `2, 3 or 6`."""
    return PHRASES.several(language, "list_or", words)
