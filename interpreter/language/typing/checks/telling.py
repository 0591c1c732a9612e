"""Who somebody is, and of the cards in which zones the value of an expression tells."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import count

from ...ir import game as decl
from ...ir import nodes as ir
from ..effects.events import TURN_PLAYER
from ..names.world import World

Mark = Hashable
"""Who a player or team is."""

Place = tuple[str, Mark]
"""A zone: its name, and whose it is."""

TURN: Mark = "turn"
"""The player whose turn it is."""


@dataclass(frozen=True, slots=True)
class Names:
    """What is known of the names that hold: who somebody is, and the zones whose cards a name may tell of."""

    people: dict[int, Mark] = field(default_factory=dict)
    cards: dict[int, frozenset[Place]] = field(default_factory=dict)

    def person(self, local: ir.Local, mark: Mark) -> Names:
        """With one more person."""
        return Names({**self.people, local.number: mark}, self.cards)

    def card(self, local: ir.Local, places: frozenset[Place]) -> Names:
        """With one more name for cards; other names tell nothing."""
        return Names(self.people, {**self.cards, local.number: places}) if tells(local) else self


@dataclass(slots=True)
class Reader:
    """Looks at the expressions of one game; `fresh` gives marks to those of whom nothing is known."""

    world: World
    zones: dict[str, decl.Zone]
    fresh: Iterator[int] = field(default_factory=count)

    def who(self, expr: ir.Expr | None, names: Names) -> Mark:
        """The mark of a player or team; a new one where it cannot be said who that is."""
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

    def place(self, zone: ir.ZoneOf, names: Names) -> Place:
        """Which zone this is."""
        return zone.name, self.who(zone.owner, names)

    def read(self, expr: ir.Expr, names: Names) -> frozenset[Place]:
        """The zones of whose cards the value of an expression tells."""
        match expr:
            case ir.Const() | ir.Option() | ir.Variable() | ir.Apply(op="zone_size" | "zone_empty"):
                return frozenset()
            case ir.Local(number):
                return names.cards.get(number, frozenset())
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
            case ir.CardVariable(card=card):
                return self.read(card, names)

    def _all(self, parts: tuple[ir.Expr, ...], names: Names) -> frozenset[Place]:
        return frozenset[Place]().union(*(self.read(part, names) for part in parts))

    def _fold(self, fold: ir.Fold, names: Names) -> frozenset[Place]:
        """Of the cards that are gone through only what is asked of them is told; how many there are is open."""
        told: frozenset[Place] = frozenset()
        for loop in fold.loops:
            inside = self.read(loop.source, names)
            if not tells(loop.local):
                told |= inside
            names = names.card(loop.local, inside).person(loop.local, next(self.fresh))
            told |= frozenset() if loop.test is None else self.read(loop.test, names)
        body = frozenset[Place]() if fold.op == "count" else self.read(fold.body, names)
        return told | body | self._all(fold.keys, names)

    def _call(self, call: ir.Call, names: Names) -> frozenset[Place]:
        function = self.world.functions.get(call.function)
        if function is None:
            return frozenset()
        inner = Names()
        for parameter, arg in zip(function.parameters, call.args, strict=True):
            inner = inner.card(parameter, self.read(arg, names)).person(parameter, self.who(arg, names))
        return self.read(function.body, inner)

    def _on_back(self, attribute: str, place: Place) -> bool:
        """Whether everybody sees this attribute on the cards that lie there."""
        return attribute in self.zones[place[0]].shows["all"].split()


def tells(local: ir.Local) -> bool:
    """Whether this names cards."""
    return "card" in (local.type.base, local.type.item.base if local.type.item else "")
