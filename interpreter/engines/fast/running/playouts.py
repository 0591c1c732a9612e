"""Many whole games at random, played inside the compiled module; the games are those of `reference.playouts`.

A game that hits a limit of this engine is played by the reference executor instead; where a number does not fit in a
set, all games from that one on are played by a module without sets.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ...program.layout import DECISIONS, ERROR, HEADER, RUNNING, STATUS
from ...reference.machine import Code
from ...reference.playouts import Playouts, play_at_random
from ...reference.results import returns_of, winning_seats
from ..building.memory import CELL, CHUNK, DONE, SEEDS, WANTED
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
    start = memoryview(array("q", cells))
    while done < n:
        instance, many = compiled.whole_games_from(cells), min(CHUNK, n - done)
        with instance.lock:
            instance.cells_at(instance.memory_map.cells, len(cells))[:] = start
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
    ends, lengths, winners, returns = _results(instance, CHUNK, code.players)
    share = slice(done * code.players, (done + 1) * code.players)
    if outgrown:
        over = play_at_random(code, instance.state, seed + done)
        ends[done], lengths[done], winners[done] = over.state[STATUS], over.state[DECISIONS], winning_seats(over)
        returns[share] = memoryview(array("d", returns_of(over))).cast("B").cast("q")
    else:
        numbers = instance.cells_at(instance.memory_map.state, HEADER)
        ends[done], lengths[done], winners[done] = ERROR, numbers[DECISIONS], 0
        returns[share] = memoryview(array("q", [0] * code.players))
    control[DONE // CELL] = done + 1


def _results(instance: Instance, many: int, players: int) -> tuple[memoryview, memoryview, memoryview, memoryview]:
    """Where the module has stored the results of so many games: ends, lengths, winners, returns."""
    lie, cells_at = instance.memory_map, instance.cells_at
    ends = cells_at(lie.ends, -(-many // CELL)).cast("B")[:many]
    return ends, cells_at(lie.lengths, many), cells_at(lie.winners, many), cells_at(lie.returns, many * players)


def _read(instance: Instance, many: int, found: Playouts) -> None:
    """Add the results that the module has stored; they lie there as they are kept."""
    ends, lengths, winners, returns = _results(instance, many, found.players)
    found.ends.frombytes(ends)
    found.lengths.frombytes(lengths.cast("B"))
    found.winners.frombytes(winners.cast("B"))
    found.returns.frombytes(returns.cast("B"))
