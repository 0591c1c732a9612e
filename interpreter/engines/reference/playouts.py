"""Whole games at random, one after the other.

Game k (from 0) is played with the seed `seed + k`, which decides chance and the moves of all seats: one of the legal
moves is taken by the next number of the same stream. So each game can be replayed, and all engines play the same
ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import field

from ...diagnostics.record import dataclass
from ..program.layout import DECISIONS, DRAWN, RUNNING, SEED, STATUS
from .machine import Code, Machine
from .results import returns_of, winning_seats
from .walk import play, run


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of games: the returns of all `players` of the first game, then of the second, and so on.

    `winners` are those that the spec names, as sets of seats (`program.sides`), `lengths` numbers of decisions, `ends`
    indices of statuses (`program.layout.STATUSES`).
    """

    players: int
    returns: array[float] = field(default_factory=lambda: array("d"))
    winners: array[int] = field(default_factory=lambda: array("q"))
    lengths: array[int] = field(default_factory=lambda: array("q"))
    ends: array[int] = field(default_factory=lambda: array("b"))

    def add(self, m: Machine) -> None:
        """Add the result of a game that has ended."""
        self.returns.extend(returns_of(m))
        self.winners.append(winning_seats(m))
        self.lengths.append(m.state[DECISIONS])
        self.ends.append(m.state[STATUS])


def play_at_random(code: Code, cells: Sequence[int], seed: int) -> Machine:
    """Play one game at random from a position on."""
    state = list(cells)
    state[SEED], state[DRAWN] = seed, 0
    m = Machine(code, state, record=False)
    run(m)
    while m.state[STATUS] == RUNNING and m.moves:
        play(m, m.moves[m.pick(len(m.moves))])
    return m
