"""How symbols and cards look: a colour, and a sign of a character or two where there is little room.

A symbol without a sign of its own has the first letters of its word, as many as tell it from the other symbols of its
enumeration. A card has the colour of the first of its attributes whose symbol has one.
"""

from __future__ import annotations

from ...engines.program.layout import Layout
from ...language.ir.types import NONE
from ...language.spec.labels import said
from .texts import Wordings


def colour_of(symbol: str, words: Wordings) -> str | None:
    """The colour of a symbol, or None."""
    look = words.spec.table.looks.get(symbol) if words.spec else None
    return look.colour if look else None


def sign_of(symbol: str, enumeration: tuple[str, ...], words: Wordings) -> str:
    """The sign of a symbol: its own, else the beginning of its word.

    >>> sign_of("red", ("red", "rose"), Wordings(None)), sign_of("blue", ("red", "blue"), Wordings(None))
    ('Re', 'B')
    """
    look = words.spec.table.looks.get(symbol) if words.spec else None
    sign = said(look.sign, words.language) if look else ""
    if sign:
        return sign
    word, others = words.symbol(symbol), [words.symbol(other) for other in enumeration if other != symbol]
    lengths = range(1, len(word) + 1)
    long = next((n for n in lengths if not any(other[:n] == word[:n] for other in others)), len(word))
    return word[:long].capitalize()


def card_colour(kind: str, layout: Layout, words: Wordings) -> str | None:
    """The colour of a kind of card, by its id or with its deck, or None."""
    row = next((row for row in layout.kinds if kind in (row.id, f"{row.deck}.{row.id}")), None)
    for key, value in row.attributes.items() if row else ():
        type = layout.attribute_types.get(key)
        if type is not None and type.base == "symbol" and isinstance(value, int) and value != NONE:
            colour = colour_of(layout.enumerations[type.name][value], words)
            if colour:
                return colour
    return None
