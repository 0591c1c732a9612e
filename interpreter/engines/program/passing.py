"""Which cards can pass a test, as far as that follows from what is printed on them.

A card never changes its kind, so what a test finds out about it holds for good. Each kind is tried: what is printed is
known, everything else is not, and what follows from something unknown is unknown, unless the known part decides:

    c.colour == red and first(t)           false for a card that is not red, else unknown
    c.worth == 10 or …                     true for a card that is worth ten, else unknown
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from .layout import Layout
from .nodes import Expr, Program, Slot

Key = int | tuple[int, str]
"""A name: the number of a local, or the cell and the name of a slot."""

Value = int | tuple[int, ...] | None
"""What is known of a value: None if nothing is."""


def key_of(expr: Expr) -> Key | None:
    """The name that an expression is; None for anything else, and for a local that changes."""
    match expr:
        case ir.Local(number, changes=False):
            return number
        case Slot(address, name):
            return address, name
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of card, as what goes by some names; and what is known of other names.

    `results` is what was found out about functions, by name and what is known of their arguments.
    """

    program: Program
    number: int
    cards: frozenset[Key]
    others: Mapping[Key, Value]
    results: dict[tuple[object, ...], Value] = field(default_factory=dict)

    def value(self, expr: Expr) -> Value:
        """What is known of an expression."""
        match expr:
            case ir.Const(value):
                return value
            case ir.Local() | Slot():
                key = key_of(expr)
                return None if key is None else self.others.get(key)
            case ir.AttributeOf(name, of) if self._is_card(of):
                return self.program.layout.kinds[self.number].attributes.get(name, NONE)
            case ir.If(test, yes, no):
                return self._either(test, yes, no)
            case ir.Call(name, args):
                return self._called(name, args)
            case ir.Apply(op, args):
                return self._applied(op, args)
            case _:
                return None

    def _is_card(self, expr: Expr) -> bool:
        key = key_of(expr)
        return key is not None and key in self.cards

    def _either(self, test: Expr, yes: Expr, no: Expr) -> Value:
        decided = self.value(test)
        if decided is not None:
            return self.value(yes if decided else no)
        one, other = self.value(yes), self.value(no)
        return one if one == other else None

    def _called(self, name: str, args: tuple[ir.Expr, ...]) -> Value:
        """A function of the author, with what is known of its arguments."""
        function = self.program.functions.get(name)
        if function is None:
            return None
        pairs = list(zip(function.parameters, args, strict=True))
        cards = frozenset(one.number for one, arg in pairs if self._is_card(arg))
        known: dict[Key, Value] = {one.number: self.value(arg) for one, arg in pairs}
        if not cards and all(value is None for value in known.values()):
            return None
        key = name, cards, *known.values()
        if key not in self.results:
            self.results[key] = Kind(self.program, self.number, cards, known, self.results).value(function.body)
        return self.results[key]

    def _applied(self, op: str, args: tuple[ir.Expr, ...]) -> Value:
        match op, args:
            case "and", (one, other):
                return self._joined(one, other, decides=0)
            case "or", (one, other):
                return self._joined(one, other, decides=1)
            case "not", (one,):
                value = self.value(one)
                return None if value is None else int(not value)
            case "kind", (one,) if self._is_card(one):
                return self.number
            case "is_none", (one,) if self._is_card(one):
                return None
            case "equal" | "in", (one, other):
                return self._compared(op, one, other)
            case "less" | "less_equal", (one, other):
                a, b = self.value(one), self.value(other)
                if not isinstance(a, int) or not isinstance(b, int) or NONE in (a, b):
                    return None
                return int(a < b if op == "less" else a <= b)
            case _:
                return None

    def _joined(self, one: ir.Expr, other: ir.Expr, *, decides: int) -> Value:
        """`and`, which false decides, or `or`, which true decides."""
        found = [self.value(one), self.value(other)]
        if decides in found:
            return decides
        return None if None in found else 1 - decides

    def _compared(self, op: str, one: ir.Expr, other: ir.Expr) -> Value:
        """Whether two values are equal, or one is in a list. A card is compared with a kind by its kind."""
        a, b = self._as_kind(one, other), self._as_kind(other, one)
        if a is None or b is None:
            return None
        if op == "equal":
            return int(a == b)
        return int(a in b) if isinstance(b, tuple) else None

    def _as_kind(self, expr: ir.Expr, beside: ir.Expr) -> Value:
        type = beside.type.item or beside.type
        return self.number if self._is_card(expr) and type.base == "kind" else self.value(expr)


def passing(program: Program, test: Expr, key: Key, deck: str, *, holds: bool) -> int:
    """The cards that what goes by a name may be where a test holds (or does not), as bits; it is a card of this deck.

    All cards of other decks are among them.
    """
    layout: Layout = program.layout
    found = 0
    tried: dict[int, bool] = {}
    for card, kind in enumerate(layout.kind_of):
        if kind not in tried:
            value = Kind(program, kind, frozenset((key,)), {}).value(test)
            tried[kind] = layout.kinds[kind].deck != deck or value is None or bool(value) == holds
        found |= tried[kind] << card
    return found
