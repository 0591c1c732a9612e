"""Which decisions can be counted as sets of cards (`masks`), and what each of their tests can be made of.

A test is a set of cards, known before the play; or it holds for all cards or none; or it is asked once for each group
of cards that it cannot tell apart, since it asks for nothing of the card but some of its attributes.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ....language.ir.types import LEAST, MOST, NONE
from ...program.nodes import AskBlock, Choice, Expr, Parameter, Slot
from ...program.walk import every
from ..building.facts import Locals
from ..building.function_builder import FunctionBuilder
from ..building.module_builder import ModuleBuilder
from ..building.ranges import Range
from ..building.zones import whole_zone
from ..values.sets import PRINTED, Cards, printed
from .heaps import sorted_heap
from .moves import most_steps, tests_of

WIDEST = 2
"""Heaps of more words than this are listed."""

MOST_VALUES = 4
"""So many values a second argument may have."""

MOST_GROUPS = 12
"""A test may tell so many groups of cards apart."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A choice that can be counted. `kept` is where its sets are kept, one for each of `values` (of the second
    argument; one without), or a cell that says whether it is legal.
    """

    choice: Choice
    tests: list[list[Expr]]
    heap: Expr | None
    values: Sequence[int]
    kept: int


def counted(fb: FunctionBuilder, ask: AskBlock) -> list[Counted] | None:
    """The choices of a decision, if all of them can be counted, and one at least is among the cards of a heap."""
    mb = fb.mb
    if mb.asks or mb.searching or not 0 < mb.compact.words <= WIDEST:
        return None
    if most_steps(mb, ask) > mb.program.steps_limit:
        return None
    found = []
    for choice in ask.choices:
        one = _counted(fb, choice)
        if one is None:
            return None
        found.append(one)
    return found if any(one.heap is not None for one in found) else None


def _counted(fb: FunctionBuilder, choice: Choice) -> Counted | None:
    tests, parameters = tests_of(choice), choice.parameters
    if not parameters:
        return Counted(choice, tests, None, (), fb.mb.scratch(1))
    heap = sorted_heap(fb, parameters[0])
    values = (0,) if len(parameters) == 1 else _values(parameters[1])
    if heap is None or len(parameters) > 2 or not values or not isinstance(parameters[0].slot, Slot):
        return None
    local = parameters[0].local.number
    if not all(can_restrict(fb.mb, test, local) for some in tests[1:] for test in some):
        return None
    return Counted(choice, tests, heap, values, fb.mb.scratch(len(values) * fb.mb.compact.words))


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


# Tests ------------------------------------------------------------------------------------


def groups_of(mb: ModuleBuilder, test: Expr, local: int) -> list[Cards] | None:
    """The cards that a test cannot tell apart, all groups of them; None if it may tell any two apart, or too many."""
    names, uses = set[str](), 0
    for part in every(test):
        match part:
            case ir.AttributeOf(name, ir.Local(number)) if number == local:
                names.add(name)
                uses -= 1
            case ir.Local(number) if number == local:
                uses += 1
            case _:
                pass
    if uses:
        return None
    found: dict[tuple[object, ...], set[int]] = {}
    for card, kind in enumerate(mb.layout.kind_of):
        row = mb.layout.kinds[kind].attributes
        found.setdefault(tuple(row.get(name) for name in sorted(names)), set()).add(card)
    return [frozenset(cards) for cards in found.values()] if len(found) <= MOST_GROUPS else None


def depends(test: Expr, local: int) -> bool:
    """Whether a test asks for the card in a local."""
    return any(isinstance(part, ir.Local) and part.number == local for part in every(test))


def can_restrict(mb: ModuleBuilder, test: Expr, local: int) -> bool:
    """Whether a test is made of parts that are sets, or hold for all cards or none, or are asked group by group."""
    if not depends(test, local) or printed(mb, test, local) is not None:
        return True
    match test:
        case ir.Apply("and" | "or", (one, other)):
            if can_restrict(mb, one, local) and can_restrict(mb, other, local) and is_simple(mb, test, local):
                return True
        case _:
            pass
    return groups_of(mb, test, local) is not None


def is_simple(mb: ModuleBuilder, test: ir.Apply, local: int) -> bool:
    """Whether the first part of an `or` is a set by itself, or holds for all cards or none."""
    return test.op == "and" or not depends(test.args[0], local) or printed(mb, test.args[0], local) is not None


SAFE = PRINTED | {"top", "team", "zone_size", "zone_empty"}
"""Builtins that nothing can go wrong in, and that take no time to speak of."""


def is_safe(fb: FunctionBuilder, node: Expr, known: Locals | None = None) -> bool:
    """Whether a value may be computed although nobody needs it: nothing can go wrong, and it is quick.

    `known` is what is known of the names in it: of a function, whose names are numbered anew, its arguments.
    """
    facts, env = fb.mb.facts, fb.known() if known is None else known
    for part in every(node):
        match part:
            case (
                ir.Const()
                | ir.Local()
                | Slot()
                | ir.Variable()
                | ir.ZoneOf()
                | ir.AttributeOf()
                | ir.If()
                | ir.Option()
            ):
                pass
            case ir.Apply("add" | "subtract" as op, (one, other)):
                (a, b), (c, d) = facts.range(one, env), facts.range(other, env)
                if not _fits(a + c if op == "add" else a - d) or not _fits(b + d if op == "add" else b - c):
                    return False
            case ir.Apply("cards_of"):
                pass
            case ir.Apply(op) if op in SAFE:
                pass
            case ir.Fold(op=op, loops=loops) if op in ("any", "all", "count", "sum") and len(loops) == 1:
                zone = whole_zone(fb.mb, loops[0].source)
                if zone is None or zone[1] != "heap" or (op == "sum" and not _is_bounded(facts.range(part, env))):
                    return False
            case ir.Call(name, args):
                function = fb.mb.program.functions[name]
                if not is_safe(fb, function.body, facts.arguments(function, args, env)):
                    return False
            case _:
                return False
    return True


def _fits(number: int) -> bool:
    return NONE < number < 1 << 63


def _is_bounded(range: Range) -> bool:
    """Whether more is known of a number than that it is one, so that a sum is not checked."""
    return range[0] > LEAST and range[1] < MOST
