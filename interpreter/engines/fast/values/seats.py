"""Players and teams round the table, as code."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ..building.function_builder import FunctionBuilder
from ..building.module_builder import ModuleBuilder
from ..wasm.control import if_
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I64, Term, after, choose, give, long, select

Builtin = Callable[[FunctionBuilder, ir.Apply, list[Term]], Term]
"""Emits a builtin whose arguments have been emitted."""


def floor_mod(mb: ModuleBuilder) -> Fn:
    """`a mod b`, with the sign of b.

    r = a rem b                      (the sign of a)
    if r != 0 and r and b differ in sign: r += b
    return r
    """

    def emit(fn: Fn) -> Instructions:
        a, b, r = fn.param(0), fn.param(1), fn.local(I64)
        return r.set(a.op("rem", b)) + if_(r.ne(0) & (r ^ b).lt(0), r.set(r + b)) + r.code

    return mb.helper("floor_mod", (I64, I64), I64, emit)


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


def _around(mb: ModuleBuilder) -> Fn:
    """`around(seats)`: a number of seats modulo the number of players; the usual cases without a division.

    if 0 <= seats < n: return seats
    if 0 <= seats + n < n: return seats + n
    if 0 <= seats - n < n: return seats - n
    return seats mod n
    """

    def emit(fn: Fn) -> Instructions:
        seats, n = fn.param(0), long(mb.layout.players)
        return (
            if_(seats.ltu(n), give(seats))
            + if_((seats + n).ltu(n), give(seats + n))
            + if_((seats - n).ltu(n), give(seats - n))
            + floor_mod(mb).call(seats, n).code
        )

    return mb.helper("around", (I64,), I64, emit)


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


def _careful_distance(mb: ModuleBuilder) -> Fn:
    """`far(a, b)`: the distance where a player may be none, which the reference executor handles.

    if a or b is none: give up
    return around(b - a)
    """

    def emit(fn: Fn) -> Instructions:
        a, b = fn.param(0), fn.param(1)
        strange = a.eq(NONE) | b.eq(NONE)
        return if_(strange, mb.give_up()) + _around(mb).call(b - a).code

    return mb.helper("far", (I64, I64), I64, emit)
