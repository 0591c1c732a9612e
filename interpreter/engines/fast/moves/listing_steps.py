"""How many steps it takes at most to list the moves of a decision.

Where that is no more than a decision may take, no step is counted while moves are listed.
"""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import AskBlock, Choice, Expr, Parameter
from ...reference.moves import MOST_SUBSETS, tests_of
from ..building.facts import Known
from ..building.function_builder import is_card_list
from ..building.module_builder import ModuleBuilder
from ..building.residue import Env
from ..building.zones import told_apart_by
from .handfuls import groups_of_heap


def most_steps(mb: ModuleBuilder, ask: AskBlock) -> int:
    """The greatest number of steps that listing can take."""
    return sum(_choice_steps(mb, choice) for choice in ask.choices)


def _choice_steps(mb: ModuleBuilder, choice: Choice) -> int:
    """`ways` are the ways to choose the arguments so far: what is known of them, and how many ways there are."""
    facts, tests, env = mb.facts, tests_of(choice), dict[int, Known]()
    total = sum(facts.steps(test, env) for test in tests[0])
    ways: list[tuple[Env, int]] = [({}, 1)]
    for place, parameter in enumerate(choice.parameters):
        parts = [e for e in (parameter.source, parameter.low, parameter.high) if e is not None]
        total += sum(many for _, many in ways) * sum(facts.steps(part, env) for part in parts)
        longest = facts.longest(parameter.source, env)
        low, high = facts.range(parameter.source, env)
        if parameter.how == "some":
            ways = [(known, many * _subsets(mb, parameter, known)) for known, many in ways]
            most = longest if parameter.high is None else max(0, min(longest, facts.range(parameter.high, env)[1]))
            env[parameter.local.number] = Known((low, high), most)
        else:
            several = any(later.how == "some" for later in choice.parameters[place + 1 :])
            ways = _each(mb, parameter, longest, ways, by_kind=several)
            env[parameter.local.number] = Known((NONE if parameter.how == "optional" else low, high), longest)
        total += sum(many for _, many in ways) * (1 + sum(facts.steps(test, env) for test in tests[place + 1]))
    return total


def _each(
    mb: ModuleBuilder, parameter: Parameter, longest: int, ways: list[tuple[Env, int]], *, by_kind: bool
) -> list[tuple[Env, int]]:
    """The ways so far, each with one more argument; `by_kind` tells those apart that take cards of different kinds."""
    found = groups_of_heap(mb, parameter.source) if is_card_list(parameter.source) else None
    if found is None:
        many = 1 + len(set(told_apart_by(mb))) if is_card_list(parameter.source) else longest
        return [(known, n * (min(longest, many) + (parameter.how == "optional"))) for known, n in ways]
    groups, local = found[1], parameter.local
    if not by_kind or parameter.how != "one" or len(ways) > 1:
        return [(known, n * (len(groups) + (parameter.how == "optional"))) for known, n in ways]
    one = ((known, ir.Const(group[0], local.type, local.span), n) for known, n in ways for group in groups)
    return [({**known, local.number: card}, n) for known, card, n in one]


def _subsets(mb: ModuleBuilder, parameter: Parameter, known: Env) -> int:
    """How many sub-lists there are at most, where these arguments are known."""
    found = groups_of_heap(mb, parameter.source)
    if found is None:
        return MOST_SUBSETS
    sizes = [len(group) for group in found[1]]
    low, high = size_in(mb, parameter.low, known, 0), size_in(mb, parameter.high, known, sum(sizes))
    if low is None or high is None:
        return MOST_SUBSETS
    ways = [1] + [0] * max(0, min(high, sum(sizes)))
    for size in sizes:
        ways = [sum(ways[max(0, n - size) : n + 1]) for n in range(len(ways))]
    return min(MOST_SUBSETS, sum(ways[max(low, 0) :]))


def size_in(mb: ModuleBuilder, size: Expr | None, known: Env, otherwise: int) -> int | None:
    """How many are to be chosen, at least or at most; None if that does not follow from what is known."""
    if size is None:
        return otherwise
    left = mb.residue.left(size, known)
    return left.value if isinstance(left, ir.Const) and isinstance(left.value, int) else None
