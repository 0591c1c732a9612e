"""How long a list can become, and how many bytes each number of a position takes.

A list that has to outlive a decision gets that many cells. The bound is: the length of a known
list; the room of a variable; all players for a list of players that a builtin returns, all other
teams for a team's rivals; all cards of the deck for the cards of a zone; the sum for `+`; the larger
one for `if`; the product of the loops for a comprehension; the number of ways for subsets and runs;
the longest value of an attribute; for `a..b` the numbers up to the greatest that `b` can be. Where none of these
applies, each element of the type once (64 for integers). No sum or product counts for more than 4096.

A bound may be too small: a list of players may name one twice. Then writing it is an error of the game (R707), never
a write past its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from operator import add, mul, sub

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from ...language.ir.game import TypedGame
from ...language.ir.types import INTEGER, LEAST, MOST, Type
from .catalogue import CardCatalogue
from .layout import Layout, VariableCell
from .nodes import Block, Expr
from .specialisation import ProgramSettings
from .traversal import all_effects, every_called

MOST_LISTED = 4096
"""The largest capacity of a list, except for one with all cards of a larger deck."""

INTEGERS = 64
"""The capacity of a list of integers about which nothing is known."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Computes bounds for one setting; `function` returns a function by name, `rooms` are those of the variables.

    `results` are the greatest values of functions, `lengths` those of their lists, by name and the bounds of their
    arguments; `counted` tells whether their numbers are counted.
    """

    game: TypedGame
    setting: ProgramSettings
    catalogue: CardCatalogue
    function: Callable[[str], ir.Function]
    rooms: Mapping[str, int] = field(default_factory=dict)
    results: dict[tuple[object, ...], int | None] = field(default_factory=dict)
    lengths: dict[tuple[object, ...], int] = field(default_factory=dict)
    counted: dict[str, bool] = field(default_factory=dict)

    def length(self, expr: ir.Expr, lists: Mapping[int, int]) -> int:
        """The largest number of elements; `lists` has the bounds of locals that are lists."""
        match expr:
            case ir.Const(tuple() as value):
                return len(value)
            case ir.Local(number, _, type):
                return lists.get(number, self.of_type(type))
            case ir.Variable(name) if name in self.rooms:
                return self.rooms[name]
            case ir.AttributeOf(name, _, type):
                found = (row.attributes.get(name, ()) for row in self.catalogue.kinds)
                return max((len(value) for value in found if isinstance(value, tuple)), default=0)
            case ir.If(_, yes, no):
                return max(self.length(yes, lists), self.length(no, lists))
            case ir.ListOf(items):
                return len(items)
            case ir.Fold(op="runs"):
                return self._ways(self._turns(expr, lists))
            case ir.Fold():
                return self._turns(expr, lists)
            case ir.Call(name, args):
                function, inner = self._entered(name, args, lists)
                key = name, *inner.values()
                if key not in self.lengths:
                    self.lengths[key] = self.length(function.body, inner)
                return self.lengths[key]
            case ir.Apply(op, args, type):
                return self._applied(op, args, type, lists)
            case _:
                return self.of_type(expr.type)

    def _entered(
        self, name: str, args: tuple[ir.Expr, ...], lists: Mapping[int, int]
    ) -> tuple[ir.Function, dict[int, int]]:
        """A function, with the bounds of its parameters that are lists."""
        function = self.function(name)
        pairs = zip(function.parameters, args, strict=True)
        return function, {one.number: self.length(arg, lists) for one, arg in pairs if one.type.base == "list"}

    def _turns(self, fold: ir.Fold, lists: Mapping[int, int]) -> int:
        """How often the loops of a comprehension go round; a local that is a list is as long as its source says."""
        found, turns = dict(lists), 1
        for loop in fold.loops:
            turns *= self.length(loop.source, found)
            if loop.source.type.is_nested():
                found[loop.local.number] = self._widest(loop.source, found)
        return min(MOST_LISTED, turns)

    def _widest(self, groups: ir.Expr, lists: Mapping[int, int]) -> int:
        """The largest number of elements of a list in a list of lists."""
        match groups:
            case ir.Apply("join", (one, other)):
                return max(self._widest(one, lists), self._widest(other, lists))
            case ir.Apply(_, (one, *_)):
                return self.length(one, lists)
            case ir.Fold(op="sets" | "runs"):
                return self._turns(groups, lists)
            case _:
                return MOST_LISTED

    def _ways(self, length: int) -> int:
        """How many subsets a list of this length has."""
        return min(MOST_LISTED, 1 << min(MOST_LISTED, length))

    def _applied(self, op: str, args: tuple[ir.Expr, ...], type: Type, lists: Mapping[int, int]) -> int:
        match op, args:
            case "join", (one, other):
                return min(MOST_LISTED, self.length(one, lists) + self.length(other, lists))
            case (("reverse" | "distinct"), (one,)):
                return self.length(one, lists)
            case "all_subsets", (one,):
                return self._ways(self.length(one, lists))
            case "subsets", (one, sizes):
                return min(MOST_LISTED, self._ways(self.length(one, lists)) * self.length(sizes, lists))
            case "all_stretches", (one,):
                return min(MOST_LISTED, self.length(one, lists) ** 2)
            case "stretches", (one, sizes):
                return min(MOST_LISTED, self.length(one, lists) * self.length(sizes, lists))
            case "without", (one, _):
                return self.length(one, lists)
            case "alike", (_, one):
                return self.length(one, lists)
            case "range", (ir.Const(int() as low), end):
                high = self.greatest(end, lists)
                return INTEGERS if high is None else min(MOST_LISTED, max(0, high - low + 1))
            case "else", (one, other):
                return max(self.length(one, lists), self.length(other, lists))
            case _:
                return self.of_type(type)

    def greatest(self, expr: ir.Expr, lists: Mapping[int, int]) -> int | None:
        """The greatest value of an integer, as far as it follows from what is counted; None if nothing is known."""
        match expr:
            case ir.Const(int() as value):
                return value
            case ir.Fold(op="count" | "sum") | ir.Apply("size") if self._is_guessed(expr):
                return None
            case ir.AttributeOf(name):
                found = (row.attributes.get(name) for row in self.catalogue.kinds)
                return max((value for value in found if isinstance(value, int)), default=None)
            case ir.Fold(op="count"):
                return self._turns(expr, lists)
            case ir.Fold(op="sum", body=body):
                most = self.greatest(body, lists)
                return None if most is None else self._turns(expr, lists) * max(0, most)
            case ir.If(_, yes, no):
                return _joined(max, self.greatest(yes, lists), self.greatest(no, lists))
            case ir.Call(name, args):
                function, inner = self._entered(name, args, lists)
                key = name, *inner.values()
                if key not in self.results:
                    self.results[key] = self.greatest(function.body, inner)
                return self.results[key]
            case ir.Apply(op, args):
                return self._greatest_applied(op, args, lists)
            case _:
                return None

    def _is_guessed(self, expr: ir.Expr) -> bool:
        """Whether numbers are gone through of which it is not known how many there are."""
        for part in every_called(expr, self.function):
            match part:
                case ir.Apply("range", (ir.Const(), end)) if self.greatest(end, {}) is not None:
                    pass
                case ir.Apply("range"):
                    return True
        return False

    def _greatest_applied(self, op: str, args: tuple[ir.Expr, ...], lists: Mapping[int, int]) -> int | None:
        match op, args:
            case "size", (one,):
                return self.length(one, lists)
            case "zone_size", (zone,):
                return self._cards(zone.type.name)
            case "larger", (one, other):
                return _joined(max, self.greatest(one, lists), self.greatest(other, lists))
            case "add", (one, other):
                return _joined(add, self.greatest(one, lists), self.greatest(other, lists))
            case "multiply", (one, other) if self.is_counted(one) and self.is_counted(other):
                return _joined(mul, self.greatest(one, lists), self.greatest(other, lists))
            case "subtract", (one, ir.Const(int() as less)):
                return _joined(sub, self.greatest(one, lists), less)
            case "subtract", (one, ir.Fold(op="count") | ir.Apply("size" | "zone_size")):
                return self.greatest(one, lists)
            case "smaller", _:
                ends = (self.greatest(one, lists) for one in args)
                return min((end for end in ends if end is not None), default=None)
            case _:
                return None

    def is_counted(self, expr: Expr) -> bool:
        """Whether an integer follows from what is counted and added up, so that it is never below 0."""
        match expr:
            case ir.Const(int() as value):
                return value >= 0
            case ir.AttributeOf(name):
                decks = [row for row in self.catalogue.kinds if row.deck == name.split(".")[0]]
                found = [row.attributes.get(name) for row in decks]
                return all(isinstance(value, int) and value >= 0 for value in found)
            case ir.Fold(op="count") | ir.Apply("size" | "zone_size"):
                return True
            case ir.Fold(op="sum", body=body):
                return self.is_counted(body)
            case ir.If(_, yes, no):
                return self.is_counted(yes) and self.is_counted(no)
            case ir.Apply("add" | "multiply", (one, other)):
                return self.is_counted(one) and self.is_counted(other)
            case ir.Call(name):
                if name not in self.counted:
                    self.counted[name] = self.is_counted(self.function(name).body)
                return self.counted[name]
            case _:
                return False

    def _cards(self, deck: str) -> int:
        """The number of cards of a deck, or of all decks."""
        decks = self.catalogue.decks
        return len(decks[deck]) if deck else sum(map(len, decks.values()))

    def of_type(self, type: Type) -> int:
        """The number of different elements that a list of this type can have."""
        item = type.item or INTEGER
        match item.base:
            case "player":
                return self.setting.players
            case "team":
                return len(self.setting.members)
            case "card":
                return self._cards(item.name)
            case "kind":
                return sum(row.deck == item.name for row in self.catalogue.kinds)
            case "symbol":
                return len(self.game.enumerations[item.name])
            case "boolean":
                return 2
            case _:
                return INTEGERS


def _joined(join: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    """What follows from two bounds, if there are both."""
    return None if one is None or other is None else join(one, other)


# How many bytes each number of a position takes in the memory of a compiled game.
#
#     what the rules only ever count from what lies on the table, such as the points of a score sheet      2
#     elements of a variable that holds a list, by their range: of players, symbols, 0 to 255, -128 to 127  1
#         those that fit in no byte: 0 to 65,535, -32,768 to 32,767                                         2
#         those that fit in no 2 bytes                                                                      4
#     everything else: other variables, lengths of lists, slots, random streams, what waits                8
#
# No play goes beyond what can be counted (`bounds`, which looks at some 4,000 turns of a loop). Where a number is
# larger all the same, or in a position from outside, the compiled engine hands over to the reference executor, and
# the position is held as its cells (`fast.cards.serialisation`). Variables with a declared range are few and used in
# every loop, where wide ones are faster by 1 to 4 %.
#
# The length of a list stays a cell, for where whole games are played a set may lie there
# (`fast.passes.variable_usage`). A list of integers of which no range is declared has elements of 8 bytes.

CELL = 8
"""Bytes of a cell."""

NARROW = 2
"""Bytes of a number that is counted."""

GREATEST = (1 << 8 * NARROW) - 1
"""The greatest number that fits in them."""

FEWER = (1, 2, 4)
"""So many bytes an element of a list may take besides those of a cell."""


def counted_variables(
    variables: dict[str, VariableCell], bodies: Iterable[Block | ir.Effect], bounds: Bounds
) -> dict[str, VariableCell]:
    """The variables, those with `most` whose values the rules only count; `bodies` are all that sets any."""
    most = {name: 0 for name, cell in variables.items() if _is_open(cell)}
    for body in bodies:
        for stmt in all_effects(body.body):
            if isinstance(stmt, ir.SetVariable) and stmt.name in most:
                greatest = bounds.greatest(stmt.value, {}) if bounds.is_counted(stmt.value) else None
                if greatest is None or greatest > GREATEST:
                    del most[stmt.name]
                else:
                    most[stmt.name] = max(most[stmt.name], greatest)
    return {name: replace(cell, most=most[name]) if name in most else cell for name, cell in variables.items()}


def _is_open(cell: VariableCell) -> bool:
    """Whether a variable of the author is one number of which no range is declared."""
    return cell.type == INTEGER and not cell.room and (cell.low, cell.high) == (LEAST, MOST)


def fitting(layout: Layout) -> dict[int, range]:
    """What fits in each number that takes less than a cell, by its address."""
    found = elements(layout)
    for cell in layout.variables.values():
        if cell.most is not None:
            found |= dict.fromkeys(range(cell.address, cell.end), _values(NARROW, signed=False))
    return found


def elements(layout: Layout) -> dict[int, range]:
    """The same of elements of lists alone."""
    found: dict[int, range] = {}
    for cell in layout.variables.values():
        values = _elements(cell) if cell.room else None
        if values is not None:
            lists = range(cell.address, cell.end, cell.width)
            found |= {at: values for first in lists for at in range(first + 1, first + cell.width)}
    return found


def _elements(cell: VariableCell) -> range | None:
    """What fits in an element of a list, which is never none; None where it takes a cell."""
    for bytes in FEWER:
        values = _values(bytes, signed=cell.low < 0)
        if values.start <= cell.low and cell.high < values.stop:
            return values
    return None


def _values(bytes: int, *, signed: bool) -> range:
    """The numbers that so many bytes hold, from 0 on or around it."""
    least = -(1 << 8 * bytes - 1) if signed else 0
    return range(least, least + (1 << 8 * bytes))


def in_order(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The addresses of all numbers but elements that take less than a cell, then those, the larger ones first."""
    small = elements(layout)
    others = tuple(address for address in range(layout.place_at) if address not in small)
    return others, tuple(sorted(small, key=lambda address: -bytes_for(small[address])))


def held_at(layout: Layout) -> tuple[int, ...]:
    """Where each number lies in what a state in Python holds: in a cell, and behind all of these the small elements."""
    (others, last), small = in_order(layout), elements(layout)
    at, found = CELL * len(others), [0] * layout.place_at
    for place, address in enumerate(others):
        found[address] = CELL * place
    for address in last:
        found[address] = at
        at += bytes_for(small[address])
    return tuple(found)


def bytes_for(values: range) -> int:
    """The bytes in which these fit and no others."""
    return len(values).bit_length() >> 3
