"""Which decisions can be counted as sets of cards (`masks`)."""

from __future__ import annotations

from collections.abc import Sequence

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ...program.nodes import AskBlock, Choice, Expr, Parameter, Slot
from ...reference.moves import tests_of
from ..building.function_builder import FunctionBuilder
from .heaps import cards_of_heap, heap_of
from .listing_steps import most_steps
from .product import Product, product
from .ranged import Ranged, ranged
from .restrictions import can_restrict
from .several import Several, several

WIDEST = 2
"""Heaps of more words than this are listed."""

MOST_VALUES = 4
"""So many values a second argument may have."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A choice that can be counted, by its arguments:

    - a card of a heap, or none if it is `optional`: a set, and behind it whether none may be chosen
    - a card of a heap and one of few `values`: a set for each of them
    - one of few `values`: a set of their places
    - none: whether it is legal

    `kept` is where that is kept, in cells.
    """

    choice: Choice
    tests: list[list[Expr]]
    heap: Expr | None
    values: Sequence[int]
    kept: int
    optional: bool = False


Countable = Counted | Several | Ranged | Product


def counted(fb: FunctionBuilder, ask: AskBlock) -> list[Countable] | None:
    """The choices of a decision, if all of them can be counted, and one at least has more than a few known values."""
    mb = fb.mb
    if mb.asks or not 0 < mb.compact.words <= WIDEST:
        return None
    if most_steps(mb, ask) > mb.program.steps_limit:
        return None
    found = list[Countable]()
    for choice in ask.choices:
        one: Countable | None = _counted(fb, choice) or ranged(fb, choice) or product(fb, choice)
        if one is None and ask.secret is None:
            one = several(fb, choice)
        if one is None:
            return None
        found.append(one)
    return found if any(not isinstance(one, Counted) or one.heap is not None for one in found) else None


def _counted(fb: FunctionBuilder, choice: Choice) -> Counted | None:
    mb, tests, parameters = fb.mb, tests_of(choice), choice.parameters
    if not parameters:
        return Counted(choice, tests, None, (), mb.scratch(1))
    first, *others = parameters
    if not isinstance(first.slot, Slot) or len(others) > 1:
        return None
    heap, alone = None if first.how == "some" else heap_of(mb, first.source), not others
    if heap is None:
        values = _values(first) if alone else ()
        return Counted(choice, tests, None, values, mb.scratch(1)) if values else None
    optional = first.how == "optional"
    values = (0,) if alone else _values(others[0])
    if not values or (optional and not alone) or not isinstance(parameters[-1].slot, Slot):
        return None
    cards = cards_of_heap(mb, heap)
    if not all(can_restrict(fb, test, first.local, cards) for some in tests[1:] for test in some):
        return None
    return Counted(choice, tests, heap, values, mb.scratch(len(values) * mb.compact.words + optional), optional)


def _values(parameter: Parameter) -> Sequence[int]:
    """The values of an argument, if they are few, known and different."""
    match parameter.source:
        case ir.Const(tuple() as known) if (
            parameter.how == "one"
            and isinstance(parameter.slot, Slot)
            and len(set(known)) == len(known) <= MOST_VALUES
            and parameter.local.type.base in ("team", "player", "symbol")
        ):
            return known
        case _:
            return ()
