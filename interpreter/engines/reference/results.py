"""How a game ended: the winners, and the returns and scores of the seats.

They are computed once when the game ends, so that a rule that fails there is an error of the game like any
other. Computing them does not count as steps of the play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TypeVar

from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..program.derived_values import Sides, sides_of
from ..program.layout import FINISHED
from ..program.nodes import Program
from .events import PlayError
from .expressions import compile_expr
from .machine import CompiledCode, Machine

Winners = Callable[[Machine], int]
Returns = Callable[[Machine], tuple[float, ...]]
Scores = Callable[[Machine], tuple[int, ...]]
Found = TypeVar("Found")


def compile_winners(code: CompiledCode, program: Program) -> Winners:
    """The winners that the spec names, as a set of seats (see `program.derived_values`); empty if it names none."""
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


def compile_returns(code: CompiledCode, program: Program) -> Returns:
    """One number per seat: what the spec says, or else 1 for a winner, 1/k for each of k sides that share the victory,
    and 0 for the others.

    A team is one side. A side without players is `none` among the winners: it counts as a side, and no seat gets its
    part.
    """
    if program.returns is not None:
        it, expr = program.returns
        value = compile_expr(code, expr)
        return lambda m: tuple([float(_number(value(m, {it.number: seat}))) for seat in range(m.players)])
    winners = compile_winners(code, program)

    def shared(m: Machine) -> tuple[float, ...]:
        sides = sides_of(program, winners(m), ())
        won = {seat for side in sides for seat in side}
        return tuple([1.0 / len(sides) if seat in won else 0.0 for seat in range(m.players)])

    return shared


def compile_scores(code: CompiledCode, program: Program) -> Scores:
    """The score of each seat; 0 if the spec defines none."""
    if program.score is None:
        return lambda m: (0,) * m.players
    it, expr = program.score
    value = compile_expr(code, expr)
    return lambda m: tuple([_number(value(m, {it.number: seat})) for seat in range(m.players)])


def plain_scores(code: CompiledCode, program: Program) -> Callable[[Sequence[int]], tuple[int, ...]] | None:
    """Reads the scores from the numbers of a position, where each is a variable of the seat or of its team."""
    match program.score:
        case (it, ir.Variable(name, owner, type)) if not type.optional and type.base != "list":
            first = code.layout.variables[name].address
        case _:
            return None
    match owner:
        case ir.Local(number) if number == it.number:
            cells = [first + seat for seat in range(program.players)]
        case ir.Apply("team", (ir.Local(number),)) if number == it.number:
            cells = [first + team for team in code.team_of]
        case _:
            return None
    return itemgetter(*cells) if len(cells) > 1 else None


def _number(value: int) -> int:
    return 0 if value == NONE else int(value)


def _aside(m: Machine, compute: Callable[[Machine], Found]) -> Found:
    """Compute without counting steps: `Machine.aside`, but quicker."""
    spent, m.steps = m.steps, 0
    try:
        return m.on_numbers(compute)
    finally:
        m.steps = spent


def returns_of(m: Machine) -> tuple[float, ...]:
    """The returns; all 0 unless the game has ended by its rules."""
    if m.status != FINISHED:
        return (0.0,) * m.players
    return _aside(m, m.code.once(compile_returns, m.code.program))


def winning_seats(m: Machine) -> int:
    """The winners that the spec names, as a set of seats; empty unless the game has ended by its rules."""
    return 0 if m.status != FINISHED else _aside(m, m.code.once(compile_winners, m.code.program))


def winners_of(m: Machine) -> Sides:
    """The winning sides; none unless the game has ended by its rules."""
    return sides_of(m.code.program, winning_seats(m), returns_of(m)) if m.status == FINISHED else ()


def scores_of(m: Machine) -> tuple[int, ...]:
    """The scores at any time; all 0 if a rule fails while they are computed."""
    plain = m.code.once(plain_scores, m.code.program)
    if plain is not None:
        return plain(m.numbers)
    try:
        return _aside(m, m.code.once(compile_scores, m.code.program))
    except PlayError:
        return (0,) * m.players
