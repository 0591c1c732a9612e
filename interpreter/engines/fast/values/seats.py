"""Players and teams round the table, as code."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ..building.making import Making
from ..building.places import again
from ..building.writer import Writer
from ..wasm.module import Fn
from ..wasm.term import I64, RETURN, Term, after, if_, long, select


def floor_mod(m: Making) -> Fn:
    """`a mod b`, with the sign of b."""

    def write(fn: Fn) -> bytes:
        a, b, r = fn.param(0), fn.param(1), fn.local(I64)
        return r.set(a.op("rem", b)) + if_(r.ne(0) & (r ^ b).lt(0), r.set(r + b)) + r.code

    return m.helper("floor_mod", (I64, I64), I64, write)


def seat_table(
    key: str, rows: Callable[[Making], list[int]], lists_: bool
) -> Callable[[Writer, ir.Apply, list[Term]], Term]:
    """A builtin that looks up a player or team; one that does not exist is left to the reference executor."""

    def write(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
        values = rows(w.m)
        if w.m.facts.is_seat(node.args[0], w.known()):
            found = w.m.look(values, args[0])
        else:
            found = _careful(w.m, key, values).call(args[0])
        return found.wrap() if lists_ else found

    return write


def _careful(m: Making, key: str, values: list[int]) -> Fn:
    def write(fn: Fn) -> bytes:
        seat = fn.param(0)
        return if_(seat.ltu(len(values)).not_(), m.bound()) + (m.look(values, seat).code if values else b"\x42\x00")

    return m.helper(("careful", key), (I64,), I64, write)


def players_from(m: Making) -> list[int]:
    """For each seat the list of all seats from there on."""
    return [m.list([(p + i) % m.layout.players for i in range(m.layout.players)]) for p in range(m.layout.players)]


def rivals(m: Making) -> list[int]:
    """For each seat the list of those in other teams."""
    n, team = m.layout.players, m.layout.teams
    return [m.list([(p + i) % n for i in range(1, n) if not team or team[(p + i) % n] != team[p]]) for p in range(n)]


def team_rivals(m: Making) -> list[int]:
    """For each team the list of the others."""
    count = m.layout.team_count
    return [m.list([u for u in range(count) if u != t]) for t in range(count)]


def neighbour(by: int) -> Callable[[Writer, ir.Apply, list[Term]], Term]:
    """The seat so many places on."""

    def write(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
        players = w.m.layout.players
        if w.m.facts.is_seat(node.args[0], w.known()):
            return w.m.look([(p + by) % players for p in range(players)], args[0])
        return _around(w.m).call(args[0] + by)

    return write


def _around(m: Making) -> Fn:
    """A number of seats, counted round the table."""

    def write(fn: Fn) -> bytes:
        seats, n = fn.param(0), long(m.layout.players)
        return (
            if_(seats.ltu(n), seats.code + RETURN)
            + if_((seats + n).ltu(n), (seats + n).code + RETURN)
            + if_((seats - n).ltu(n), (seats - n).code + RETURN)
            + floor_mod(m).call(seats, n).code
        )

    return m.helper("around", (I64,), I64, write)


def distance(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    """How many seats lie between two players, clockwise."""
    known, players = w.known(), w.m.layout.players
    if all(w.m.facts.is_seat(arg, known) for arg in node.args):
        ahead, code = again(w, args[1] - args[0])
        return after(code, select(ahead, ahead + players, ahead.ge(0)))
    return _far(w.m).call(*args)


def _far(m: Making) -> Fn:
    """The distance where somebody may be none, which the reference executor takes as it comes."""

    def write(fn: Fn) -> bytes:
        a, b = fn.param(0), fn.param(1)
        strange = a.eq(NONE) | b.eq(NONE)
        return if_(strange, m.bound()) + _around(m).call(b - a).code

    return m.helper("far", (I64, I64), I64, write)
