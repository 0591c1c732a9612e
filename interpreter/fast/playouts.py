"""Many whole games at random, played inside the compiled module.

The games count from 0; game k is played with the seed `seed + k`, which decides chance and the moves of all seats: from
the legal moves one is taken by the next number of the same stream. So each game can be played again, also by the
reference executor, which does so for games that meet one of our own bounds.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from ..program.layout import DECISIONS, DRAWN, ERROR, RUNNING, SEED, STATUS
from ..reference.chance import below
from ..reference.code import Code
from ..reference.machine import Machine
from ..reference.results import returns_of
from ..reference.walk import play, run
from .engine import Instance, Trapped
from .room import CELL, CHUNK, DONE, SEEDS, WANTED

POLICIES = ("random",)
"""How moves may be chosen."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """How games went: `returns` are those of all seats of the first game, then of the second …; `lengths` are numbers of decisions;
    `ends` are the numbers of statuses (`program.layout.STATUSES`)."""

    players: int
    returns: array[float]
    lengths: array[int]
    ends: array[int]

    def __len__(self) -> int:
        return len(self.lengths)


def play_many(instance: Instance, code: Code, cells: Sequence[int], n: int, seed: int) -> Playouts:
    """Play n games from the position in `cells`."""
    players = code.players
    found = Playouts(players, array("d"), array("q"), array("b"))
    with instance.lock:
        first = instance.cells_at(instance.room.first, len(cells))
        for i, cell in enumerate(cells):
            first[i] = cell
        for start in range(0, n, CHUNK):
            _chunk(instance, code, min(CHUNK, n - start), seed + start)
            _read(instance, players, min(CHUNK, n - start), found)
    return found


def _chunk(instance: Instance, code: Code, many: int, seed: int) -> None:
    """So many games; one that traps is ended by the reference executor."""
    control = instance.control
    control[DONE // CELL], control[WANTED // CELL], control[SEEDS // CELL] = 0, many, seed
    while control[DONE // CELL] < many:
        try:
            instance.call("playouts")
        except Trapped as trapped:
            done = control[DONE // CELL]
            size = 2 + code.players
            result = instance.cells_at(instance.room.results + CELL * size * done, size)
            if trapped.outgrown:
                first = instance.cells_at(instance.room.first, code.layout.size)
                _write(result, play_one(code, list(first), seed + done))
            else:
                result[0], result[1] = ERROR, instance.state[DECISIONS]
                result[2:] = array("q", [0] * code.players)
            control[DONE // CELL] = done + 1


def play_one(code: Code, cells: list[int], seed: int) -> Machine:
    """One such game, by the reference executor."""
    cells[SEED], cells[DRAWN] = seed, 0
    m = Machine(code, cells, record=False)
    run(m)
    while m.state[STATUS] == RUNNING and m.moves:
        play(m, m.moves[below(m.state, len(m.moves))])
    return m


def _write(result: memoryview, m: Machine) -> None:
    result[0], result[1] = m.state[STATUS], m.state[DECISIONS]
    result[2:] = memoryview(array("d", returns_of(m))).cast("B").cast("q")


def _read(instance: Instance, players: int, many: int, found: Playouts) -> None:
    size = 2 + players
    cells = instance.cells_at(instance.room.results, size * many)
    found.ends.extend(cells[::size].tolist())
    found.lengths.extend(cells[1::size].tolist())
    fractions = cells.cast("B").cast("d").tolist()
    for game in range(many):
        found.returns.extend(fractions[game * size + 2 : game * size + size])
