"""Many whole games at random, played inside the compiled module; the games are those of `reference.playouts`.

A game that hits a limit of this engine is played by the reference executor instead; where a number does not fit in a
set, all games from that one on are played by a module without sets.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ...program.layout import DECISIONS, ERROR, HEADER, RUNNING, STATUS
from ...reference.machine import Code, Machine
from ...reference.playouts import Playouts, play_at_random
from ...reference.results import returns_of, winning_seats
from ..building.memory import CELL, CHUNK, DONE, RESULT, SEEDS, WANTED
from .compiled import Compiled
from .engine import Instance, Trapped


def play_many(compiled: Compiled, cells: Sequence[int], n: int, seed: int) -> Playouts:
    """Play n games from the position in `cells`; where the game is over, they are all what it was."""
    found, done = Playouts(compiled.code.players), 0
    if cells[STATUS] != RUNNING:
        over = play_at_random(compiled.code, cells, seed)
        for _ in range(n):
            found.add(over)
        return found
    while done < n:
        instance, many = compiled.whole_games_from(cells), min(CHUNK, n - done)
        with instance.lock:
            instance.cells_at(instance.memory_map.cells, len(cells))[:] = memoryview(array("q", cells))
            played = _chunk(instance, compiled.code, many, seed + done)
            _read(instance, played, found)
        done += played
        if played < many:
            compiled.without_sets()
    return found


def _chunk(instance: Instance, code: Code, many: int, seed: int) -> int:
    """Play `many` games; after one that traps the others go on. How many have been played: all, unless one has a number
    that does not fit in a set.
    """
    control = instance.control
    control[DONE // CELL], control[WANTED // CELL], control[SEEDS // CELL] = 0, many, seed
    while control[DONE // CELL] < many:
        try:
            instance.call("playouts")
        except Trapped as trapped:
            if trapped.crowded:
                break
            _trapped(instance, code, seed, trapped.outgrown)
    return int(control[DONE // CELL])


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
