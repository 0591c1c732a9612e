"""The legal moves: choices in their order, arguments in the order of the lists they are chosen from.

Each filter and each named condition is tested as soon as all parameters that it mentions are chosen; that saves
work and changes nothing else. Cards that the rules cannot tell apart are one choice: the first of each kind in
the list represents all. Other values that occur twice count once.

Steps: listing the moves of a decision has a budget of its own; each value that is tried counts 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, assert_never

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..events import PlayError
from ..position import Env, RawMove
from ..program.nodes import AskBlock, AskChoice, MoveParameter
from ..program.traversal import tests_of
from .expressions import compile_expr
from .machine import CompiledCode, Machine, Value

MOST_SUBSETS = 4096
"""How many subsets one decision may offer (R705)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledParameter:
    """One parameter, compiled: what it is chosen from (`cards`, or lists of these), and the tests that can be made
    once it is bound."""

    number: int
    how: ir.How
    cards: bool
    lists: bool
    source: Value
    low: Value | None
    high: Value | None
    tests: tuple[Value, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CompiledChoice:
    """One kind of move, compiled; `first` are the tests that need no argument."""

    number: int
    first: tuple[Value, ...]
    picks: tuple[CompiledParameter, ...]


def compile_ask(code: CompiledCode, ask: AskBlock) -> tuple[CompiledChoice, ...]:
    """All kinds of moves of a decision, compiled."""
    return tuple(_offer(code, number, choice) for number, choice in enumerate(ask.choices))


def _offer(code: CompiledCode, number: int, choice: AskChoice) -> CompiledChoice:
    tests = [[compile_expr(code, test) for test in some] for some in tests_of(choice)]
    picks = tuple(_pick(code, p, tuple(tests[i + 1]), choice.span) for i, p in enumerate(choice.parameters))
    return CompiledChoice(number, tuple(tests[0]), picks)


def _pick(code: CompiledCode, parameter: MoveParameter, tests: tuple[Value, ...], span: Span) -> CompiledParameter:
    type = parameter.local.type
    return CompiledParameter(
        number=parameter.local.number,
        how=parameter.how,
        cards=(type.item or type).base == "card",
        lists=parameter.how == "one" and type.base == "list",
        source=compile_expr(code, parameter.source),
        low=None if parameter.low is None else compile_expr(code, parameter.low),
        high=None if parameter.high is None else compile_expr(code, parameter.high),
        tests=tests,
        span=span,
    )


def list_moves(m: Machine, offers: tuple[CompiledChoice, ...]) -> tuple[RawMove, ...]:
    """All legal moves of a decision, in their order. Raises PlayError if a rule fails."""
    moves: list[RawMove] = []
    with m.aside():
        for offer in offers:
            env: Env = {}
            for test in offer.first:
                if not test(m, env):
                    break
            else:
                _extend(m, env, offer, 0, (offer.number,), moves)
    return tuple(moves)


def _extend(m: Machine, env: Env, offer: CompiledChoice, place: int, chosen: RawMove, moves: list[RawMove]) -> None:
    """Add all moves that begin with the arguments chosen so far."""
    if place == len(offer.picks):
        moves.append(chosen)
        return
    pick = offer.picks[place]
    number, tests, offered = pick.number, pick.tests, 0
    for value in values(m, env, pick):
        env[number] = value
        m.steps += 1
        for test in tests:
            if not test(m, env):
                break
        else:
            offered += 1
            if offered > MOST_SUBSETS and pick.how == "some":
                raise _too_many_to_offer(pick)
            _extend(m, env, offer, place + 1, (*chosen, value), moves)
    # The values were counted one by one above; the limit is checked once for all of them.
    m.spend(0, pick.span)


def values(m: Machine, env: Env, pick: CompiledParameter) -> Iterable[Any]:
    """Everything that may be chosen for a parameter, before its tests."""
    source = pick.source(m, env)
    match pick.how:
        case "one" if pick.lists:
            return _distinct_lists(m, source, pick.cards)
        case "one":
            return distinct(m, source, pick.cards)
        case "optional":
            return distinct(m, [*source, NONE], pick.cards)
        case "some":
            low = 0 if pick.low is None else pick.low(m, env)
            high = len(source) if pick.high is None else min(pick.high(m, env), len(source))
            return _subsets(m, pick, source, max(low, 0), high)
        case _:
            assert_never(pick.how)


def distinct(m: Machine, source: Any, cards: bool) -> list[int]:
    """The different elements of a list; cards that the rules cannot tell apart count as one, and none is one, too."""
    if not cards:
        return list(dict.fromkeys(source))
    kind_of, twins = m.kind_of, m.code.has_twins
    found: dict[tuple[bool, int], int] = {}
    for card in source:
        found.setdefault((True, kind_of[card]) if card != NONE and twins[card] else (False, card), card)
    return list(found.values())


def _distinct_lists(m: Machine, source: Any, cards: bool) -> list[tuple[int, ...]]:
    """The different lists of a list: those with equal elements, in whatever order, count as one, the first."""
    kind_of, twins = m.kind_of, m.code.has_twins
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for group in source:
        keys = [kind_of[c] if c != NONE and twins[c] else ~c for c in group] if cards else group
        found.setdefault(tuple(sorted(keys)), tuple(group))
    return list(found.values())


def _subsets(m: Machine, pick: CompiledParameter, source: Any, low: int, high: int) -> Iterator[Any]:
    """All sub-lists with `low` to `high` elements, the smaller ones first, each in the order of the source.

    Each is tested before the next is made, so no more are tried than there are steps; without tests it is known before.
    """
    groups = _groups(m, source, pick.cards)
    if not pick.tests and _too_many(groups, low, high):
        raise _too_many_to_offer(pick)
    after = [*accumulate(map(len, reversed(groups)), initial=0)][::-1]
    for size in range(low, high + 1):
        for subset in _of_size(groups, after, 0, size):
            m.spend(0, pick.span)
            yield subset


def _too_many_to_offer(pick: CompiledParameter) -> PlayError:
    return PlayError("R705", f"more than {MOST_SUBSETS} ways to choose cards at once", pick.span)


def _too_many(groups: list[list[int]], low: int, high: int) -> bool:
    """Whether there are more ways to take `low` to `high` elements than a decision may offer, without listing them.

    There are as many ways to take some elements as to leave as many; and more groups never make fewer ways.
    """
    total = sum(map(len, groups))
    if total < MOST_SUBSETS.bit_length():
        return False
    sizes = [min(size, total - size) for size in range(low, min(high, total) + 1)]
    largest = max(sizes, default=0)
    ways = [1] + [0] * largest
    for group in groups:
        up_to = list(accumulate(ways, initial=0))
        ways = [up_to[size + 1] - up_to[max(size - len(group), 0)] for size in range(largest + 1)]
        if sum(ways[size] for size in sizes) > MOST_SUBSETS:
            return True
    return False


def _groups(m: Machine, source: Any, cards: bool) -> list[list[int]]:
    """The elements of a list, equal ones grouped, in the order in which they first occur."""
    groups: dict[tuple[bool, int], list[int]] = {}
    for value in dict.fromkeys(source) if cards else source:
        twin = cards and value != NONE and m.code.has_twins[value]
        groups.setdefault((twin, m.kind_of[value] if twin else value), []).append(value)
    return list(groups.values())


def _of_size(groups: list[list[int]], after: list[int], start: int, size: int) -> Iterator[tuple[int, ...]]:
    """All ways to take `size` elements from the groups, of each group its first ones; ways that take more from an
    early group come first. `after` is how many elements there are from each group on.
    """
    if size == 0:
        yield ()
        return
    for place in range(start, len(groups)):
        if after[place] < size:
            return
        group = groups[place]
        for many in range(min(size, len(group)), max(size - after[place + 1], 1) - 1, -1):
            for rest in _of_size(groups, after, place + 1, size - many):
                yield (*group[:many], *rest)
