"""The types of values: what a number in the state or in an expression stands for.

At run time every value is an integer, or for a list a tuple of integers. A type says how to
read it: a boolean is 0 or 1; a symbol its position in its enumeration, from 0; a player their seat,
a team its number, from 0; a card its number in the deck that is in play; a kind its number among
all kinds of the spec; a zone its number in the layout. `NONE` stands for none in every type.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import Literal, get_args

from ...diagnostics.record import dataclass

NONE = -(2**63)
"""The value of `none`: the smallest 64-bit integer, which no number of a game can be."""

LEAST, MOST = NONE + 1, 2**63 - 1
"""The smallest and largest integers of the language."""


Base = Literal["integer", "boolean", "symbol", "player", "team", "card", "kind", "zone", "list", "none", "nothing"]
"""What a type is before its details; `none` is the type of `none` itself, `nothing` that of a reported mistake."""

BASES: tuple[Base, ...] = get_args(Base)


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a value.

    `name` is the enumeration of a symbol, or the deck of a card, a kind or a zone. `item` is the
    type of a list's elements. `optional` says that the value may be none. `seems` that it looks as if it could be:
    `max(… for p in players)` is never none, but whoever writes an `else` behind it is warned, not refused. `counted`
    that this was found by a condition that counts; fingerprints do not tell it from what may be none, as which it
    began.

    >>> str(Type("symbol", "colour", optional=True))
    'colour or none'
    """

    base: Base
    name: str = ""
    item: Type | None = None
    optional: bool = False
    seems: bool = field(default=False, compare=False)
    counted: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        form = _WRITTEN.get(self.base, self.base) if self.name else self.base
        text = f"list of {self.item}" if self.item else "empty list" if form == "list" else form.format(self.name)
        return text + " or none" if self.optional else text

    def sure(self) -> Type:
        """The same type without none."""
        return Type(self.base, self.name, self.item) if self.optional or self.counted else self

    def never(self, *, counted: bool = False) -> Type:
        """The same type without none, of a value that only seems as if it could be none."""
        return replace(self, optional=False, seems=True, counted=counted)

    def is_nested(self) -> bool:
        """Whether values are lists of lists, which exist only while a comprehension goes through them."""
        return self.item is not None and self.item.base == "list"

    def maybe(self) -> Type:
        """The same type with none allowed; what is not known stays so."""
        return self if self.optional or self.base == "nothing" else Type(self.base, self.name, self.item, True)


_WRITTEN = {"symbol": "{}", "card": "card of {}", "kind": "kind of {} card", "zone": "zone of {} cards"}
"""How types with a name are written."""

INTEGER = Type("integer")
BOOLEAN = Type("boolean")
PLAYER = Type("player")
TEAM = Type("team")
NOTHING = Type("none", optional=True)
"""The type of `none` itself."""
UNKNOWN = Type("nothing")
"""The type of an expression with a reported mistake: it fits everywhere, so that one mistake is reported once."""


def list_of(item: Type) -> Type:
    """The type of a list whose elements have this type."""
    return Type("list", item=item)


def symbol(enumeration: str) -> Type:
    """The type of the symbols of an enumeration."""
    return Type("symbol", enumeration)


def card(deck: str) -> Type:
    """The type of the cards of a deck."""
    return Type("card", deck)


def kind(deck: str) -> Type:
    """The type of the kinds of card of a deck."""
    return Type("kind", deck)


def zone(deck: str) -> Type:
    """The type of the zones that hold cards of a deck."""
    return Type("zone", deck)
