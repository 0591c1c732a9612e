"""What one generated spec declares, and what a rule may name at a place: the types, names and secrets of a world."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from cardwright.language.ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, Type, card, kind, symbol

STEERS = {"while_among_lists_of_lists": True}
"""What sound specs keep away from as long as the product does not do it well: `while` where a list of lists is gone
through (E326, though nobody decides). Switch one off as soon as it does."""

OFTEN = 4
"""What is rare is tried so many times as often."""

SEES_ALL, SEES_OWN, SEES_OPEN, SEES_NOTHING = range(4)
"""What a rule may read: everything; what its player sees; what everybody sees; nothing of a position."""


@dataclass(frozen=True)
class Zone:
    """A zone; `mixed` says that the order of its cards may be unknown."""

    name: str
    deck: str
    of: str = ""
    along: tuple[str, ...] = ()
    order: str = ""
    mixed: bool = False
    open: bool = True
    own: bool = True
    sized: bool = True

    def seen(self, sight: int, mine: bool) -> bool:
        """Whether its cards may be read with this sight; `mine`: it is the zone of whoever looks."""
        return sight == SEES_ALL or (self.open and not self.mixed) or (sight == SEES_OWN and mine and self.own)


@dataclass(frozen=True)
class Variable:
    """A variable of the table, a player, a team or a family; of a card if it has a `deck`."""

    name: str
    type: Type
    of: str = ""
    along: tuple[str, ...] = ()
    shows: str = "all"
    low: int | None = None
    high: int | None = None
    room: int = 0
    deck: str = ""


@dataclass
class Deck:
    """A deck: its attributes with their types, the names of its kinds, what is printed on the backs."""

    name: str
    attributes: dict[str, Type] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    marks: list[Variable] = field(default_factory=list)
    rules: bool = False
    acts: bool = False


@dataclass(frozen=True)
class Head:
    """A function, an effect, a permission, an action or an event: its name and the types of what it takes.

    `sight` says what may be known where it is used; `asks` whether somebody decides in it.
    """

    name: str
    takes: tuple[tuple[str, Type], ...] = ()
    gives: Type = INTEGER
    sight: int = SEES_ALL
    of: str = ""
    asks: bool = False


@dataclass(frozen=True)
class Local:
    """A name of a rule; `sight` is the largest with which it may be read, `changes` that a `let` gave it."""

    name: str
    type: Type
    sight: int = SEES_ALL
    changes: bool = False


@dataclass(frozen=True)
class Scope:
    """What may stand at a place of a spec."""

    me: str = ""
    it: Type | None = None
    locals: tuple[Local, ...] = ()
    sight: int = SEES_ALL
    turn: bool = False
    asks: bool = False
    calm: bool = False
    plain: bool = False
    offers: tuple[str, ...] = ()
    runs: tuple[Head, ...] = ()
    ends: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    bare: tuple[tuple[str, Type], ...] = ()
    activates: bool = False
    scores: tuple[str, ...] = ()
    loops: int = 0

    def with_local(self, name: str, type: Type, sight: int | None = None, *, changes: bool = False) -> Scope:
        """This scope with one more name."""
        local = Local(name, type, self.sight if sight is None else sight, changes)
        return replace(self, locals=(*self.locals, local))

    def seeing(self, sight: int) -> Scope:
        """This scope for an expression that may read no more than this."""
        return replace(self, sight=max(self.sight, sight))

    def decided(self, by: str = "player") -> Scope:
        """This scope where another player decides: what the one before saw is hidden from them."""
        hidden = tuple(replace(one, sight=SEES_ALL) if one.sight == SEES_OWN else one for one in self.locals)
        return replace(self, me=by, locals=hidden)


@dataclass
class World:
    """All that a spec declares, as far as rules name it; `rare` is what it should rather have than others."""

    luck: Random
    players: tuple[int, ...] = (2,)
    teams: bool = False
    enumerations: dict[str, list[str]] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)
    zones: list[Zone] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    options: dict[str, Type] = field(default_factory=dict)
    symbols_of_options: dict[str, list[str]] = field(default_factory=dict)
    positive: list[str] = field(default_factory=list)
    functions: list[Head] = field(default_factory=list)
    quantities: list[Head] = field(default_factory=list)
    permissions: list[Head] = field(default_factory=list)
    sheets: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    made: int = 0
    small: bool = False
    rich: bool = False
    rare: frozenset[str] = frozenset()

    def new(self, stem: str = "x") -> str:
        """A name that nothing else has."""
        self.made += 1
        return f"{stem}{self.made}"

    def unmistakable(self, deck: str) -> list[str]:
        """The kinds of a deck whose names no other deck has: they may stand where nothing says which deck is meant."""
        others = {one for name, other in self.decks.items() if name != deck for one in other.kinds}
        return [one for one in self.decks[deck].kinds if one not in others]

    def weight(self, name: str) -> int:
        """How many times as often something is tried as what is no longer rare."""
        return OFTEN if name in self.rare else 1

    def chance(self, share: float) -> bool:
        """Whether something happens that does with this probability."""
        return self.luck.random() < share

    def values(self) -> list[Type]:
        """All types of single values, without none."""
        found = [INTEGER, BOOLEAN, PLAYER, *(symbol(name) for name in self.enumerations)]
        for name in self.decks:
            found += [kind(name), card(name)]
        return [*found, *([TEAM] if self.teams else [])]

    def kept(self) -> list[Type]:
        """All types that a variable may have, without none."""
        return [one for one in self.values() if one.base != "card"]

    def written(self, type: Type) -> str:
        """How a type is written in a declaration."""
        if type.base == "list" and type.item is not None:
            return f"list of {self.written(type.item)}"
        word = type.name if type.base in ("symbol", "card", "kind") else type.base
        return f"{word} or none" if type.optional else word
