"""Who may know what: the identity of players, and which hidden cards the value of an expression reveals.

The value of `count(c for c in p.hand if c.number > 3)` reveals something about the cards in p.hand, and so does a
choice among `p.hand`; `count(p.hand)` does not, for everybody sees how many cards lie in a zone, unless nothing of it
is shown (`shows: none`). See `seeing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import field, replace
from itertools import count

from ....diagnostics.record import dataclass
from ...ir import game as decl
from ...ir import nodes as ir
from ..effects.events import TURN_PLAYER
from ..names.world import World

Mark = Hashable
"""The identity of a player or team: equal marks are the same one for certain, different ones may be."""

OwnedZone = tuple[str, Mark, Mark]
"""A zone: its name, whose it is, and which member of a family (None where there is only one). What was chosen secretly
is like a zone of the player who chose it, with a name that no zone has (`secretly`)."""

_SECRET = "?"
"""How the names of what was chosen secretly begin."""

TURN: Mark = "turn"
"""The player whose turn it is."""


@dataclass(frozen=True, slots=True)
class Names:
    """What is known of the locals: who they are, and the zones about whose cards they may reveal something.

    `cards` has the locals that name cards, `values` all others: numbers, say, that were computed from cards. `origins`
    has the expression that each was computed from, with the names there, for whoever wants to know the way.
    """

    people: dict[int, Mark] = field(default_factory=dict)
    cards: dict[int, frozenset[OwnedZone]] = field(default_factory=dict)
    values: dict[int, frozenset[OwnedZone]] = field(default_factory=dict)
    origins: dict[int, tuple[ir.Expr, Names]] = field(default_factory=dict, compare=False)

    def person(self, local: ir.Local, mark: Mark) -> Names:
        """These names with one more person."""
        return replace(self, people={**self.people, local.number: mark})

    def card(self, local: ir.Local, zones: frozenset[OwnedZone]) -> Names:
        """These names with one more local that reveals something about these zones."""
        if names_cards(local):
            return replace(self, cards={**self.cards, local.number: zones})
        return replace(self, values={**self.values, local.number: zones}) if zones else self

    def secret(self, local: ir.Local, chooser: Mark) -> Names:
        """These names, of which one was chosen secretly: it reveals that choice, besides what it reveals anyway."""
        table = self.cards if names_cards(local) else self.values
        return self.card(local, table.get(local.number, frozenset()) | {(_SECRET + local.name, chooser, None)})

    def origin(self, local: ir.Local, value: ir.Expr, there: Names) -> Names:
        """These names, and what one of them was computed from."""
        return replace(self, origins={**self.origins, local.number: (value, there)})


@dataclass(slots=True)
class Reader:
    """Reads the expressions of one game; `fresh` gives marks to those of whom nothing is known.

    With `variables`, those that not everybody sees count like zones, and so does what was computed from hidden things.
    """

    world: World
    zones: dict[str, decl.Zone]
    variables: dict[str, decl.VariableDecl] = field(default_factory=dict)
    fresh: Iterator[int] = field(default_factory=count)
    calls: dict[Hashable, frozenset[OwnedZone]] = field(default_factory=dict)

    def who(self, expr: ir.Expr | None, names: Names) -> Mark:
        """The mark of a player or team; a fresh one if it is not certain who that is."""
        match expr:
            case None:
                return None
            case ir.Local(number):
                return names.people.get(number, ("local", number))
            case ir.Const(value, type):
                return type.base, value
            case ir.Variable(name):
                return TURN if name == TURN_PLAYER else (name, self.who(expr.owner, names))
            case ir.Apply(op, args) | ir.Call(op, args):
                return op, *(self.who(arg, names) for arg in args)
            case _:
                return next(self.fresh)

    def place(self, zone: ir.ZoneOf, names: Names) -> OwnedZone:
        """Which zone this is."""
        return (zone.name, *self.whose(zone.owner, self.zones[zone.name], names))

    def whose(self, which: ir.Expr | None, declared: decl.Zone | decl.VariableDecl, names: Names) -> tuple[Mark, Mark]:
        """Whose a zone or variable is, and which member of a family, as far as that is certain."""
        members: list[Mark] = []
        while isinstance(which, ir.Apply) and which.op == "member":
            which, index = which.args[:2]
            fixed = isinstance(index, ir.Local | ir.Const)
            members.append(self.who(index, names) if fixed else next(self.fresh))
        return self.who(which, names) if declared.owner else None, tuple(members) or None

    def read(self, expr: ir.Expr, names: Names) -> frozenset[OwnedZone]:
        """The zones about whose cards the value of an expression reveals something."""
        match expr:
            case ir.Const() | ir.Option():
                return frozenset()
            case ir.Apply("zone_size" | "zone_empty", (zone,)):
                return self._number(zone, names)
            case ir.Variable(name, owner):
                hidden = name in self.variables and self.variables[name].shows != "all"
                if not hidden:
                    return frozenset()
                return frozenset({(name, *self.whose(owner, self.variables[name], names))})
            case ir.Apply("size" | "list_empty", (items,)):
                return self._length(items, names)
            case ir.Local(number):
                if self.variables:
                    return names.cards.get(number, names.values.get(number, frozenset()))
                return frozenset(place for place in names.cards.get(number, frozenset()) if not is_secret(place))
            case ir.ZoneOf():
                return frozenset({self.place(expr, names)})
            case ir.AttributeOf(name, of):
                return frozenset(place for place in self.read(of, names) if not self._on_back(name, place))
            case ir.Fold():
                return self._fold(expr, names)
            case ir.Call():
                return self._call(expr, names)
            case ir.If(test, yes, no):
                return self._all((test, yes, no), names)
            case ir.ListOf(items) | ir.Apply(args=items):
                return self._all(items, names)
            case ir.CardVariable(name, card):
                everywhere = self._is_open_mark(name)
                return frozenset(p for p in self.read(card, names) if not (everywhere and self._shows_marks(p)))

    def _all(self, parts: tuple[ir.Expr, ...], names: Names) -> frozenset[OwnedZone]:
        return frozenset[OwnedZone]().union(*(self.read(part, names) for part in parts))

    def _length(self, items: ir.Expr, names: Names) -> frozenset[OwnedZone]:
        """What the number of elements of a list reveals: how many cards lie in a zone may always be read."""
        match items:
            case ir.Apply("cards_of", (zone,)):
                return self._number(zone, names)
            case ir.Fold(op="list"):
                return self._fold(replace(items, op="count"), names)
            case ir.Apply(op="join", args=(left, right)):
                return self._length(left, names) | self._length(right, names)
            case ir.Call(name, args) if name in self.world.functions:
                inner = self.inside(name, args, names)
                return self._once("length", name, inner, self._length)
            case _:
                return self.read(items, names)

    def _number(self, zone: ir.Expr, names: Names) -> frozenset[OwnedZone]:
        """What the number of cards in a zone reveals: it is hidden only where nothing of the zone is shown."""
        if self.variables and isinstance(zone, ir.ZoneOf) and "none" in self.zones[zone.name].shows.values():
            return frozenset({self.place(zone, names)})
        return frozenset()

    def _fold(self, fold: ir.Fold, names: Names) -> frozenset[OwnedZone]:
        """What a fold reveals: what its tests, body and keys read of the cards, not how many cards there are."""
        revealed: frozenset[OwnedZone] = frozenset()
        for loop in fold.loops:
            inside = self.read(loop.source, names)
            if not names_cards(loop.local):
                revealed |= inside
            names = names.card(loop.local, inside).person(loop.local, next(self.fresh))
            revealed |= frozenset() if loop.test is None else self.read(loop.test, names)
        body = frozenset[OwnedZone]() if fold.op == "count" else self.read(fold.body, names)
        return revealed | body | self._all(fold.keys, names)

    def _call(self, call: ir.Call, names: Names) -> frozenset[OwnedZone]:
        if call.function not in self.world.functions:
            return frozenset()
        return self._once("value", call.function, self.inside(call.function, call.args, names), self.read)

    def _once(
        self, what: str, name: str, inner: Names, find: Callable[[ir.Expr, Names], frozenset[OwnedZone]]
    ) -> frozenset[OwnedZone]:
        """What is found in a function: a function that calls another twice, which does the same, is looked at once."""
        key = (what, name, *(tuple(part.items()) for part in (inner.people, inner.cards, inner.values)))
        if key not in self.calls:
            self.calls[key] = find(self.world.functions[name].body, inner)
        return self.calls[key]

    def inside(self, function: str, args: tuple[ir.Expr, ...], names: Names) -> Names:
        """The names inside a function that is called with these arguments."""
        inner = Names()
        for parameter, arg in zip(self.world.functions[function].parameters, args, strict=True):
            inner = inner.card(parameter, self.read(arg, names)).person(parameter, self.who(arg, names))
        return inner

    def _is_open_mark(self, name: str) -> bool:
        """Whether everybody sees this variable on cards, also on those that they do not know."""
        deck, _, own = name.partition(".")
        return any(one.name.text == own and one.shows == "all" for one in self.world.spec.decks[deck].variables)

    def _shows_marks(self, place: OwnedZone) -> bool:
        """Whether everybody sees the marks on the cards that lie there: they see that they lie there, and where."""
        zone = self.zones.get(place[0])
        return zone is not None and place[0] not in self.world.unordered and "none" not in zone.shows.values()

    def _on_back(self, attribute: str, place: OwnedZone) -> bool:
        """Whether everybody sees this attribute on the cards that lie there.

        The place may be a variable or a secret choice, by which one of several cards was found: those show nothing.
        """
        zone = self.zones.get(place[0])
        return zone is not None and attribute in zone.shows["all"].split()


def is_secret(place: OwnedZone) -> bool:
    """Whether this is what somebody has chosen secretly."""
    return place[0].startswith(_SECRET)


def plain(name: str) -> str:
    """The name of a zone, a variable or something that was chosen secretly, as it was written."""
    return name.removeprefix(_SECRET)


def names_cards(local: ir.Local) -> bool:
    """Whether a local names a card or a list of cards."""
    return "card" in (local.type.base, local.type.item.base if local.type.item else "")
