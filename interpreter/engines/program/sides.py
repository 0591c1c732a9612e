"""Who has won: the sides, worked out from a set of seats and from the returns.

A set of seats is a number with a bit for each seat; the bit behind the last seat stands for a side without players.

    seat         none  p4  p3  p2  p1
    set of 5        0   0   1   0   1          p1 and p3 have won; they are one side if they are a team
"""

from __future__ import annotations

from collections.abc import Sequence

from .nodes import Program

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
