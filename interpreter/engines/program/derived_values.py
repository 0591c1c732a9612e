"""What is derived from a position beside its cells: values on the table, its worth to a bot, the sides that have won.

It stands beside the program and is no part of it: it changes no rule, no fingerprint and no compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from ...language.ir.game import TableValue, TypedGame
from .inlining import from_zero, lone_expr
from .make import called_functions
from .nodes import Program
from .specialisation import Specialiser, specialiser_of


@dataclass(frozen=True, slots=True)
class DerivedValues:
    """The values of a table, by name, and the functions that they call.

    `value` says how good a position looks for a player, the local; None if the spec does not say.
    """

    sights: dict[str, TableValue]
    functions: dict[str, ir.Function]
    value: tuple[ir.Local, ir.Expr] | None = None


def empty_exhibit() -> DerivedValues:
    """The exhibit of a game that shows nothing beside the cards."""
    return DerivedValues({}, {})


def derive_values(
    game: TypedGame,
    sights: Sequence[TableValue],
    value: tuple[ir.Local, ir.Expr] | None = None,
    *,
    players: int,
    options: dict[str, int],
) -> DerivedValues:
    """The values of the table and of a position, with options and the number of players as numbers."""
    specialiser = specialiser_of(game, players, options)
    found = {sight.name: _specialised(sight, specialiser) for sight in sights}
    if value is not None:
        value = lone_expr((value[0], specialiser.expr(value[1], {})))
    read = [*(sight.value for sight in found.values()), *([value[1]] if value else [])]
    return DerivedValues(found, called_functions(read, specialiser), value)


def _specialised(sight: TableValue, specialiser: Specialiser) -> TableValue:
    value = specialiser.expr(sight.value, {})
    it = sight.it
    if it is None:
        value = from_zero().expr(value)
    else:
        it, value = lone_expr((it, value))
    return TableValue(name=sight.name, owner=sight.owner, it=it, value=value, shows=sight.shows)


# A program with what a position is worth to a player, for those who look ahead (`value:` of a spec).

VALUE = "value of a position"
"""The name of the function: none that a spec could give."""


def has_value(program: Program, exhibit: DerivedValues) -> bool:
    """Whether positions can be appraised: the spec says what they are worth, the result is who wins, and of several."""
    several = len(set(program.layout.teams or range(program.players))) > 1
    return exhibit.value is not None and program.winners is not None and program.returns is None and several


def with_evaluation(program: Program, exhibit: DerivedValues) -> Program:
    """The program with the value as a function, for trees; the same one if positions cannot be appraised."""
    return with_value_function(program, exhibit) if has_value(program, exhibit) else program


def with_value_function(program: Program, exhibit: DerivedValues) -> Program:
    """The program with the value as a function, however the game is won; the same one if the spec says no value."""
    if exhibit.value is None:
        return program
    it, body = exhibit.value
    value = ir.Function(VALUE, (it,), body, body.span)
    return replace(program, functions={**program.functions, **exhibit.functions, VALUE: value})


# Who has won: the sides, worked out from a set of seats and from the returns.
#
# A set of seats is a number with a bit for each seat; the bit behind the last seat stands for a side without players.
#
#     seat         none  p4  p3  p2  p1
#     set of 5        0   0   1   0   1          p1 and p3 have won; they are one side if they are a team

Sides = tuple[tuple[int, ...], ...]
"""The seats of each side, the side of the lowest seat first; a side without players is empty, and comes last."""


def sides_of(program: Program, seats: int, returns: Sequence[float]) -> Sides:
    """The winning sides of a game that has ended by its rules.

    `seats` is the set of winners where the spec has `winners`. Where it has only `returns`, the sides with the best
    return win. A side that has no other to compare with wins if its return is above 0.
    """
    teams = program.layout.teams or range(program.players)
    if program.winners is None:
        return () if program.returns is None else _best(returns, teams)
    won = [seat for seat in range(program.players) if seats >> seat & 1]
    nobody: Sides = ((),) if seats >> program.players & 1 else ()
    return (*_grouped(won, teams), *nobody)


def has_result(program: Program) -> bool:
    """Whether the spec says who wins, by `winners` or by `returns`."""
    return program.winners is not None or program.returns is not None


def _best(returns: Sequence[float], teams: Sequence[int]) -> Sides:
    """The sides with the best return; the return of a side is the best of its members."""
    best = max(returns)
    won = {team for team, value in zip(teams, returns, strict=True) if value == best}
    if len(set(teams)) == 1 and best <= 0:
        return ()
    return _grouped([seat for seat, team in enumerate(teams) if team in won], teams)


def _grouped(seats: Sequence[int], teams: Sequence[int]) -> Sides:
    found: dict[int, list[int]] = {}
    for seat in seats:
        found.setdefault(teams[seat], []).append(seat)
    return tuple(tuple(side) for side in found.values())
