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
from dataclasses import replace

from ...language.builtins.definitions import FOLDS, FoldRow
from ...language.builtins.intervals import PLENTY, Known, Sizes, numbers_between
from ...language.builtins.row import BuiltinRow
from ...language.builtins.table import ROWS, Analysis, Locals, constant
from ...language.ir import nodes as ir
from ...language.ir.game import TypedGame
from ...language.ir.types import INTEGER, LEAST, MOST, NONE, Type
from .catalogue import CardCatalogue
from .layout import Layout, VariableCell
from .nodes import Block, Expr
from .specialisation import ProgramSettings
from .traversal import all_effects, every_called

MOST_LISTED = 4096
"""The largest capacity of a list, except for one with all cards of a larger deck."""

INTEGERS = 64
"""The capacity of a list of integers about which nothing is known."""


class Bounds(Analysis):
    """Computes bounds for one setting; `function` returns a function by name, `rooms` are those of the variables."""

    def __init__(
        self,
        game: TypedGame,
        setting: ProgramSettings,
        catalogue: CardCatalogue,
        function: Callable[[str], ir.Function],
        rooms: Mapping[str, int],
    ) -> None:
        self.game, self.setting, self.catalogue, self.rooms, self._function = game, setting, catalogue, rooms, function
        self._counted: dict[str, bool] = {}
        cards, decks = self._cards(""), catalogue.decks.values()
        sizes = Sizes((setting.players,) * 2, (len(setting.members),) * 2, cards, cards)
        super().__init__(sizes, {}, max(MOST_LISTED, *map(len, decks)) if decks else MOST_LISTED)

    def function(self, name: str) -> ir.Function:
        """A function of the game, for this setting."""
        return self._function(name)

    def leaf(self, expr: ir.Expr, env: Locals) -> Known:
        """What is known of a variable, an attribute or a zone; of numbers in variables nothing."""
        match expr:
            case ir.Variable(name) if name in self.rooms:
                return Known(longest=self.rooms[name])
            case ir.AttributeOf(name):
                rows = [one.attributes.get(name) for one in self.catalogue.kinds if one.deck == name.split(".")[0]]
                lists = [one for one in rows if isinstance(one, tuple)]
                numbers = constant(tuple(NONE if one is None else one for one in rows if not isinstance(one, tuple)))
                return Known(*numbers.values, longest=max(map(len, lists), default=0))
            case ir.ZoneOf():
                return Known(longest=self._cards(expr.type.name))
            case _:
                return Known()

    def typed(self, found: Known, type: Type) -> Known:
        """The same; of a list of which nothing is known, as many elements as there are different ones."""
        if type.base == "list" and found.longest >= PLENTY:
            found = replace(found, fewest=0, longest=self.of_type(type))
        return super().typed(found, type)

    def applied(self, row: BuiltinRow | FoldRow, args: list[Known], expr: ir.Apply | ir.Fold) -> Known:
        """What is known of an operation; nothing of how many there are where that is a guess."""
        found = super().applied(row, args, expr)
        guessed = expr.type == INTEGER and found.high < MOST and self._is_guessed(expr)
        return replace(found, high=MOST) if guessed else found

    def length(self, expr: ir.Expr, lists: Mapping[int, int]) -> int:
        """The largest number of elements; `lists` has the bounds of locals that are lists."""
        return self.known(expr, self._locals(lists)).longest

    def widest(self, expr: ir.Expr, lists: Mapping[int, int]) -> int:
        """The largest number of elements of a list in this list of lists; of cards, no more than the deck has."""
        found, one = self.known(expr, self._locals(lists)).widest, expr.type.item or expr.type
        of_type = self.of_type(one) if found >= PLENTY or (one.item and one.item.base == "card") else MOST_LISTED
        return min(found, of_type)

    def greatest(self, expr: ir.Expr, lists: Mapping[int, int]) -> int | None:
        """The greatest value of an integer, as far as it follows from what is counted; None if nothing is known."""
        high = self.known(expr, self._locals(lists)).high
        return high if high < MOST else None

    def _locals(self, lists: Mapping[int, int]) -> Locals:
        return {number: Known(longest=longest) for number, longest in lists.items()}

    def is_counted(self, expr: Expr) -> bool:
        """Whether an integer follows from what is counted and added up, so that it is never below 0."""
        match expr:
            case ir.Const() | ir.AttributeOf():
                return self.known(expr, {}).range[0] >= 0
            case ir.Fold(op=op, body=body):
                return op == "count" or (FOLDS[op].fails == "beyond" and self.is_counted(body))
            case ir.If(_, yes, no):
                return self.is_counted(yes) and self.is_counted(no)
            case ir.Apply(op, args) if ROWS[op].fails == "beyond":
                grows = ROWS[op].range(self.sizes, *(Known(low=0, none=False) for _ in args))[0] >= 0
                return grows and all(map(self.is_counted, args))
            case ir.Apply(op):
                return ROWS[op].reads == "length"
            case ir.Call(name):
                if name not in self._counted:
                    self._counted[name] = self.is_counted(self._function(name).body)
                return self._counted[name]
            case _:
                return False

    def _is_guessed(self, expr: ir.Expr) -> bool:
        """Whether numbers are gone through of which it is not known how many there are."""
        return any(
            isinstance(part, ir.Apply)
            and ROWS[part.op].length is numbers_between
            and numbers_between(self.sizes, *(self.known(arg, {}) for arg in part.args))[1] >= PLENTY
            for part in every_called(expr, self._function)
        )

    def _cards(self, deck: str) -> int:
        """The number of cards of a deck, or of all decks."""
        decks = self.catalogue.decks
        return len(decks[deck]) if deck else sum(map(len, decks.values()))

    def of_type(self, type: Type) -> int:
        """The number of different elements that a list of this type can have."""
        item = type.item or INTEGER
        match item.base:
            case "card":
                return self._cards(item.name)
            case "kind":
                return sum(row.deck == item.name for row in self.catalogue.kinds)
            case "symbol":
                return len(self.game.enumerations[item.name])
            case _:
                many = {"player": self.setting.players, "team": len(self.setting.members), "boolean": 2}
                return many.get(item.base, INTEGERS)


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
