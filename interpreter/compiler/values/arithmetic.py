"""Arithmetic on numbers of 64 bits with a check for overflow, on consecutive numbers, and on seats round the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, assert_never

from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder, unless_none
from ..builder.module_builder import ModuleBuilder, helper
from ..wasm.module import Fn
from ..wasm.statements import TRAP, give, if_
from ..wasm.terms import I32, I64, NOTHING, Instructions, Op, Term, after, choose, long, select
from . import lists

Arithmetic = Literal["add", "sub", "mul"]
_ARITHMETIC: dict[str, Arithmetic] = {"add": "add", "subtract": "sub", "multiply": "mul"}


def arithmetic(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """Add, subtract or multiply; without a check where no result can be out of the range of numbers."""
    op = _ARITHMETIC[node.op]
    (a, b), (c, d) = (fb.mb.facts.range(arg, fb.known()) for arg in node.args)
    match op:
        case "add":
            low, high = a + c, b + d
        case "sub":
            low, high = a - d, b - c
        case "mul":
            corners = [x * y for x in (a, b) for y in (c, d)]
            low, high = min(corners), max(corners)
        case _:
            assert_never(op)
    if low > NONE and high < 1 << 63:
        return args[0].op(op, args[1])
    return checked(fb.mb, op).call(*args)


@helper("checked", (I64, I64), I64)
def checked(mb: ModuleBuilder, fn: Fn, op: Arithmetic) -> Instructions:
    """`a op b`, which traps where the result is not a number of the language (the smallest of 64 bits is none).

    add   r = a + b;  trap if a and b both differ in sign from r
    sub   r = a - b;  trap if a differs in sign from both b and r
    mul   r = -a if b is -1, else a * b, where r / b must be a unless b is 0
          (-1 is treated apart because the smallest number divided by -1 traps by itself)
    all   trap if r is none
    """
    a, b, r = fn.param(0), fn.param(1), fn.local(I64)
    if op == "mul":
        product = r.set(a * b) + if_(b.ne(0), if_(r.op("div", b).ne(a), TRAP))
        computed = if_(b.eq(-1), r.set(long(0) - a), product) + if_(b.eq(-1) & a.eq(NONE), TRAP)
        return computed + if_(r.eq(NONE), TRAP) + r.code
    sign = ((a ^ r) & (b ^ r)) if op == "add" else ((a ^ b) & (a ^ r))
    return r.set(a.op(op, b)) + if_(sign.lt(0) | r.eq(NONE), TRAP) + r.code


def negate(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """`0 - a`, without a check where none, the only number without an opposite, is out of its range."""
    if fb.mb.facts.range(node.args[0], fb.known())[0] > NONE:
        return long(0) - args[0]
    return checked(fb.mb, "sub").call(long(0), args[0])


def div(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """Divide and round down: one less than the quotient towards 0 where the signs differ and something remains."""
    known = fb.known()
    if fb.mb.facts.range(node.args[0], known)[0] >= 0 and fb.mb.facts.range(node.args[1], known)[0] > 0:
        return args[0].op("divu", args[1])
    a, before = fb.reusable(args[0])
    b, code = fb.reusable(args[1])
    rounds = (a.op("rem", b).ne(0) & (a ^ b).lt(0)).wide()
    return after(before + code, checked(fb.mb, "sub").call(a.op("div", b), rounds))


def mod(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """With the sign of the divisor; where neither can be negative, the plain remainder."""
    known = fb.known()
    if fb.mb.facts.range(node.args[1], known)[0] <= 0:
        return floor_mod(fb.mb).call(*args)
    low, high = fb.mb.facts.range(node.args[0], known)
    if low >= 0:
        by = args[1].fixed()
        return args[0].op("remu", args[1]) if by is None or high >= by else args[0]
    divisor, code = fb.reusable(args[1])
    rest, before = fb.reusable(args[0].op("rem", divisor))
    return after(code + before, select(rest + divisor, rest, rest.lt(0)))


def either(first_if: Op) -> Builtin:
    """The first number if `first first_if second`, else the second."""

    def emit(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
        (a, before), (b, code) = fb.reusable(args[0]), fb.reusable(args[1])
        return after(before + code, select(a, b, a.op(first_if, b)))

    return emit


def absolute(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """The absolute value, without a check: the smallest number is none, so the opposite of every number is one."""
    a, code = fb.reusable(args[0])
    return after(code, select(a, long(0) - a, a.ge(0)))


def total(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """`total(list)`: the sum of its elements."""
    mb = fb.mb

    def emit(fn: Fn) -> Instructions:
        total = fn.local(I64)
        add = checked(mb, "add")
        return lists.for_each(fn, fn.param(0), lambda x: total.set(add.call(total, x))) + total.code

    return mb.helper("total", (I32,), I64, emit).call(args[0])


# Players and teams round the table, as code.

Builtin = Callable[[FunctionBuilder, ir.Apply, list[Term]], Term]
"""Emits a builtin whose arguments have been emitted."""


@helper("floor_mod", (I64, I64), I64)
def floor_mod(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`a mod b`, with the sign of b.

    r = a rem b                      (the sign of a)
    if r != 0 and r and b differ in sign: r += b
    return r
    """
    a, b, r = fn.param(0), fn.param(1), fn.local(I64)
    return r.set(a.op("rem", b)) + if_(r.ne(0) & (r ^ b).lt(0), r.set(r + b)) + r.code


def seat_table(key: str, rows: Callable[[ModuleBuilder], list[int]], *, lists: bool) -> Builtin:
    """A builtin that looks something up for a player or team: a number, or with `lists` the address of a list.

    A player or team that does not exist is left to the reference executor.
    """

    def emit(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
        values = rows(fb.mb)
        if fb.mb.facts.is_seat(node.args[0], fb.known()):
            found = fb.mb.lookup(values, args[0])
        else:
            found = _careful_lookup(fb.mb, key, values).call(args[0])
        return found.wrap() if lists else found

    return emit


def _careful_lookup(mb: ModuleBuilder, key: str, values: list[int]) -> Fn:
    """`careful(seat)`

    if not 0 <= seat < size(values): give up
    return values[seat]
    """

    def emit(fn: Fn) -> Instructions:
        seat = fn.param(0)
        found = mb.lookup(values, seat) if values else long(0)
        return if_(seat.ltu(len(values)).not_(), mb.give_up()) + found.code

    return mb.helper(("careful", key), (I64,), I64, emit)


def players_from(mb: ModuleBuilder) -> list[int]:
    """For each seat the list of all seats from it on, clockwise."""
    n = mb.layout.players
    return [mb.list([(p + i) % n for i in range(n)]) for p in range(n)]


def rivals(mb: ModuleBuilder) -> list[int]:
    """For each seat the list of those in other teams, clockwise."""
    n, team = mb.layout.players, mb.layout.teams
    return [mb.list([(p + i) % n for i in range(1, n) if not team or team[(p + i) % n] != team[p]]) for p in range(n)]


def team_rivals(mb: ModuleBuilder) -> list[int]:
    """For each team the list of the others."""
    count = mb.layout.team_count
    return [mb.list([u for u in range(count) if u != t]) for t in range(count)]


def neighbour(by: int) -> Builtin:
    """The seat `by` places further on."""

    def emit(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
        players = fb.mb.layout.players
        if fb.mb.facts.is_seat(node.args[0], fb.known()):
            return fb.mb.lookup([(p + by) % players for p in range(players)], args[0])
        return _around(fb.mb).call(args[0] + by)

    return emit


@helper("around", (I64,), I64)
def _around(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`around(seats)`: a number of seats modulo the number of players; the usual cases without a division.

    if 0 <= seats < n: return seats
    if 0 <= seats + n < n: return seats + n
    if 0 <= seats - n < n: return seats - n
    return seats mod n
    """
    seats, n = fn.param(0), long(mb.layout.players)
    code = if_(seats.ltu(n), give(seats)) + if_((seats + n).ltu(n), give(seats + n))
    return code + if_((seats - n).ltu(n), give(seats - n)) + floor_mod(mb).call(seats, n).code


def distance(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """How many seats further on the second player sits, clockwise."""
    known, players = fb.known(), fb.mb.layout.players
    sure = all(fb.mb.facts.is_seat(arg, known) for arg in node.args)
    (a, before), (b, code) = fb.reusable(args[0]), fb.reusable(args[1])
    ahead = b - a
    found = select(ahead, ahead + players, ahead.ge(0))
    if not sure:
        found = choose(a.ltu(players) & b.ltu(players), found, _careful_distance(fb.mb).call(a, b))
    return after(before + code, found)


@helper("far", (I64, I64), I64)
def _careful_distance(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`far(a, b)`: the distance where a player may be none, which the reference executor handles.

    if a or b is none: give up
    return around(b - a)
    """
    a, b = fn.param(0), fn.param(1)
    strange = a.eq(NONE) | b.eq(NONE)
    return if_(strange, mb.give_up()) + _around(mb).call(b - a).code


# Consecutive numbers, `a..b`, of which no list is made: their steps, and whether a number is one of them.


def in_range(fb: FunctionBuilder, what: ir.Expr, where: ir.Apply) -> Term:
    """`what in low..high` as two comparisons. Its steps are those of making the list and of going through it."""
    x, low, high = (fb.fn.local(I64) for _ in range(3))
    code = x.set(fb.number(what)) + low.set(fb.number(where.args[0])) + high.set(fb.number(where.args[1]))
    return after(code + spend_range(fb, where, low, high, twice=True), x.ge(low) & x.le(high))


def spend_range(fb: FunctionBuilder, node: ir.Apply, low: Term, high: Term, *, twice: bool = False) -> Instructions:
    """Count the length of a range before it is made, or `twice` if it is gone through as well. One that is far too long
    is an error immediately; one that is certainly short is not checked."""
    if not fb.counting:
        return NOTHING
    (low_least, low_most), (high_least, high_most) = (fb.mb.facts.range(end, fb.known()) for end in node.args)
    length = high - low + 1
    steps = length << 1 if twice else length
    if not fb.is_heavy(high_most - low_least + 1):  # its ends say so, not the limit of steps, which it may exceed
        return fb.spend(steps if low_most <= high_least + 1 else select(steps, long(0), high.ge(low)))
    too_long = length.gtu(fb.mb.program.steps_limit)
    return if_(high.ge(low), if_(too_long, TRAP) + fb.spend(steps) + fb.check())


# Loops through a few numbers that are known, such as the players: they are emitted turn by turn.

FEW = 4
"""A loop through no more numbers than this, all known, is emitted turn by turn."""

MOST_COPIES = 12
"""So often the same may be emitted for such loops, one within the other."""


def few_numbers(fb: FunctionBuilder, source: ir.Expr) -> tuple[int, ...] | None:
    """The numbers that a loop goes through, if they are few and known, and the loop lies in so few others of them that
    its turns may be emitted one by one."""
    match source:
        case ir.Const(tuple() as few) if len(few) <= FEW and not source.type.is_nested():
            return tuple(map(int, few)) if fb.copies * len(few) <= MOST_COPIES else None
        case _:
            return None


# The number of a member of a family of zones or variables.


def member(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """`before * (high - low + 1) + index - low`; none for none. The bounds are numbers once a program is made.

    Traps where the index is not from low to high, unless it is known to be.
    """
    facts, known = fb.mb.facts, fb.known()
    first, index, low, high = node.args
    (least, _), (_, most) = facts.range(low, known), facts.range(high, known)
    (before, code), (at, more) = fb.reusable(args[0]), fb.reusable(args[1])
    start, end = facts.range(index, known)
    inside = least <= start and end <= most
    size = most - least + 1
    found = at - least if least else at
    check = if_((at - least).gtu(long(size - 1)), TRAP)
    if isinstance(first, ir.Const) and first.value == 0:
        return after(more if inside else more + check, found)
    found = before * size + found
    if not facts.may_be_none(first, known):
        return after(code + more if inside else code + more + check, found)
    return after(code + more if inside else code + more + if_(before.ne(NONE), check), unless_none(before, found))
