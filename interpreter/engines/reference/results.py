"""How a game ended: the winners, and the returns and scores of the seats.

They are computed once when the game ends, so that a rule that fails there is an error of the game like any
other. Computing them does not count as steps of the play.
"""

from __future__ import annotations

from collections.abc import Callable

from ...language.ir.types import NONE
from ..program.layout import FINISHED, STATUS
from ..program.sides import Sides, sides_of
from .error import PlayError
from .expressions import compile_expr
from .machine import Code, Machine

Winners = Callable[[Machine], int]
Returns = Callable[[Machine], tuple[float, ...]]
Scores = Callable[[Machine], tuple[int, ...]]


def compile_winners(code: Code) -> Winners:
    """The winners that the spec names, as a set of seats (see `program.sides`); empty if it names none."""
    program = code.program
    if program.winners is None:
        return lambda m: 0
    winners, item = compile_expr(code, program.winners), program.winners.type.item
    of_teams = item is not None and item.base == "team"

    def seats(m: Machine) -> int:
        found = 0
        for side in winners(m, {}):
            members = (m.players,) if side == NONE else m.members[side] if of_teams else (side,)
            for seat in members:
                found |= 1 << seat
        return found

    return seats


def compile_returns(code: Code) -> Returns:
    """One number per seat: what the spec says, or else 1 for a winner, 1/k for each of k sides that share the victory,
    and 0 for the others.

    A team is one side. A side without players is `none` among the winners: it counts as a side, and no seat gets its
    part.
    """
    program = code.program
    if program.returns is not None:
        it, expr = program.returns
        value = compile_expr(code, expr)
        return lambda m: tuple([float(_number(value(m, {it.number: seat}))) for seat in range(m.players)])
    winners = compile_winners(code)

    def shared(m: Machine) -> tuple[float, ...]:
        sides = sides_of(program, winners(m), ())
        won = {seat for side in sides for seat in side}
        return tuple([1.0 / len(sides) if seat in won else 0.0 for seat in range(m.players)])

    return shared


def compile_scores(code: Code) -> Scores:
    """The score of each seat; 0 if the spec defines none."""
    if code.program.score is None:
        return lambda m: (0,) * m.players
    it, expr = code.program.score
    value = compile_expr(code, expr)
    return lambda m: tuple([_number(value(m, {it.number: seat})) for seat in range(m.players)])


def _number(value: int) -> int:
    return 0 if value == NONE else int(value)


def returns_of(m: Machine) -> tuple[float, ...]:
    """The returns; all 0 unless the game has ended by its rules."""
    if m.state[STATUS] != FINISHED:
        return (0.0,) * m.players
    with m.aside():
        return compile_returns(m.code)(m)


def winning_seats(m: Machine) -> int:
    """The winners that the spec names, as a set of seats; empty unless the game has ended by its rules."""
    if m.state[STATUS] != FINISHED:
        return 0
    with m.aside():
        return compile_winners(m.code)(m)


def winners_of(m: Machine) -> Sides:
    """The winning sides; none unless the game has ended by its rules."""
    return sides_of(m.code.program, winning_seats(m), returns_of(m)) if m.state[STATUS] == FINISHED else ()


def scores_of(m: Machine) -> tuple[int, ...]:
    """The scores at any time; all 0 if a rule fails while they are computed."""
    try:
        with m.aside():
            return compile_scores(m.code)(m)
    except PlayError:
        return (0,) * m.players
