"""How many there are of something, in an English sentence."""

from __future__ import annotations


def how_many(number: int | str, noun: str) -> str:
    """A number with what it counts: `1 card`, `2 cards`. The plural is regular.

    >>> how_many(1, "card"), how_many(0, "other card"), how_many("1", "player")
    ('1 card', '0 other cards', '1 player')
    """
    return f"{number} {noun}{'' if str(number) == '1' else 's'}"
