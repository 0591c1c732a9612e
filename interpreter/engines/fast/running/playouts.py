"""Many whole games at random, played inside the compiled module; the games are those of `reference.playouts`.

A game that hits a limit of this engine is played by the reference executor instead.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ...program.layout import DECISIONS, ERROR, HEADER, STATUS
from ...reference.machine import Code, Machine
from ...reference.playouts import Playouts, play_at_random
from ...reference.results import returns_of, winning_seats
from ..building.memory import CELL, CHUNK, DONE, RESULT, SEEDS, WANTED
from .engine import Instance, Trapped


def play_many(instance: Instance, code: Code, cells: Sequence[int], n: int, seed: int) -> Playouts:
    """Play n games from the position in `cells`."""
    found = Playouts(code.players)
    with instance.lock:
        instance.cells_at(instance.memory_map.cells, len(cells))[:] = memoryview(array("q", cells))
        for start in range(0, n, CHUNK):
            many = min(CHUNK, n - start)
            _chunk(instance, code, many, seed + start)
            _read(instance, many, found)
    return found


def _chunk(instance: Instance, code: Code, many: int, seed: int) -> None:
    """Play `many` games; after one that traps the others go on."""
    control = instance.control
    control[DONE // CELL], control[WANTED // CELL], control[SEEDS // CELL] = 0, many, seed
    while control[DONE // CELL] < many:
        try:
            instance.call("playouts")
        except Trapped as trapped:
            _trapped(instance, code, seed, trapped.outgrown)


def _trapped(instance: Instance, code: Code, seed: int, outgrown: bool) -> None:
    """Note the result of the game that has trapped: an error of the game, unless the engine hit a limit of its own."""
    control = instance.control
    done = control[DONE // CELL]
    size = RESULT + code.players
    result = instance.cells_at(instance.memory_map.results + CELL * size * done, size)
    if outgrown:
        _write(result, play_at_random(code, instance.state, seed + done))
    else:
        numbers = instance.cells_at(instance.memory_map.state, HEADER)
        result[:] = memoryview(array("q", [ERROR, numbers[DECISIONS], 0, *[0] * code.players]))
    control[DONE // CELL] = done + 1


def _write(result: memoryview, m: Machine) -> None:
    result[0], result[1], result[2] = m.state[STATUS], m.state[DECISIONS], winning_seats(m)
    result[RESULT:] = memoryview(array("d", returns_of(m))).cast("B").cast("q")


def _read(instance: Instance, many: int, found: Playouts) -> None:
    """Add the results that the module has stored, as columns; of a status, the lowest byte is all of it."""
    size, players = RESULT + found.players, found.players
    cells = instance.cells_at(instance.memory_map.results, size * many)
    found.ends.frombytes(cells.cast("B")[:: CELL * size].tobytes())
    found.lengths.frombytes(cells[1::size].tobytes())
    found.winners.frombytes(cells[2::size].tobytes())
    returns = array("d", bytes(CELL * players * many))
    for seat in range(players):
        returns[seat::players] = array("d", cells[RESULT + seat :: size].tobytes())
    found.returns.extend(returns)
