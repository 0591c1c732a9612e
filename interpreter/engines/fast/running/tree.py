"""A tree to look ahead with, grown inside the compiled module (`rules.tree`); it is that of `reference.tree`.

The module has room for one tree at a time, so whoever has it keeps all others waiting until it is closed. What is left
of an earlier tree in its memory has other keys, and is wiped out when there is no room beside it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import isinf
from struct import pack, unpack

from ...program.compact import compact_of, signed
from ...reference.tree import Knows, ReferenceTree, TreeSettings, roots
from ..building.memory import CELL, CHUNK, DONE, RESULT, SEEDS, WANTED
from ..building.tree_map import (
    APART,
    APPRAISED,
    BRANCHES,
    CURIOSITY,
    DELAY,
    DEPTH,
    FIRSTS,
    GUESS,
    HEAD,
    LEAST,
    LISTED,
    MOST,
    ON,
    PICKS,
    REACH,
    ROOM,
    SLOT,
    SLOTS,
    TAKEN,
    TALLY,
    TOTAL,
    USED,
    WIDTH,
    tree_map,
)
from .compiled import Compiled
from .engine import Trapped

NEVER = 2**62
"""The delay of a tree that has none."""

KEPT = SLOTS // 4
"""With more slots than these in use, an earlier tree is wiped out before the next one grows."""


class FastTree:
    """The tree of the compiled engine. Positions for which there may be no room are left to the reference executor."""

    def __init__(self, compiled: Compiled, settings: TreeSettings) -> None:
        self._instance, self._map = compiled.looking_ahead, tree_map(compiled.program)
        self._compiled, self._settings = compiled, settings
        self._plain: ReferenceTree | None = None
        self._instance.tree_lock.acquire()
        try:
            with self._instance.lock:
                self._begin(settings)
        except BaseException:
            self._instance.tree_lock.release()
            raise

    def _begin(self, settings: TreeSettings) -> None:
        instance, head = self._instance, self._instance.cells_at(self._map.head, HEAD // CELL)
        if head[USED // CELL] > KEPT:
            instance.wipe(self._map.slots, SLOT * SLOTS)
            head[USED // CELL] = 0
        instance.trees += 1
        self._players, self._number = settings.players, instance.trees << 8
        head[ON // CELL], head[BRANCHES // CELL], head[TALLY // CELL] = 1, 0, 0
        head[ROOM // CELL] = settings.room
        head[FIRSTS // CELL] = 0
        head[PICKS // CELL] = 0 if settings.picks == 1 else settings.picks
        head[REACH // CELL] = NEVER if settings.reach is None else settings.reach
        head[APART // CELL] = head[APPRAISED // CELL] = 0
        head[DELAY // CELL] = NEVER if settings.delay is None else settings.delay
        for place, value in (
            (LEAST, float("inf")),
            (MOST, float("-inf")),
            (CURIOSITY, settings.curiosity),
            (WIDTH, settings.width),
        ):
            head[place // CELL] = _bits(value)

    def dive(self, cells: Sequence[int], many: int, seed: int, guess: int, knows: Knows = None) -> None:
        """Look ahead so often from a position; a game that fails brings the least that any has brought so far."""
        if not self._fits(cells):
            self._beside().dive(cells, many, seed, guess, knows)
            return
        instance = self._instance
        with instance.lock:
            self._put(cells, knows)
            instance.cells_at(self._map.head, HEAD // CELL)[GUESS // CELL] = guess
            for start in range(0, many, CHUNK):
                self._run(min(CHUNK, many - start), seed + start)

    def each(
        self,
        cells: Sequence[int],
        places: Sequence[int],
        times: int,
        seat: int,
        seed: int,
        guess: int,
        knows: Knows = None,
    ) -> list[float]:
        """Look ahead so often from each of some moves; what they bring a seat, all in all."""
        if not self._fits(cells):
            return self._beside().each(cells, places, times, seat, seed, guess, knows)
        instance, many, found = self._instance, len(places), [0.0] * len(places)
        with instance.lock:
            self._put(cells, knows)
            head = instance.cells_at(self._map.head, HEAD // CELL)
            head[GUESS // CELL], head[FIRSTS // CELL] = guess, many
            instance.cells_at(self._map.firsts, many)[:] = memoryview(array("q", places))
            for start in range(0, times, CHUNK // many):
                now = min(CHUNK // many, times - start)
                self._run(now * many, seed + start)
                brought = self._brought(now * many, seat)
                found = [one + sum(brought[place::many]) for place, one in enumerate(found)]
            head[FIRSTS // CELL] = 0
        return found

    def _brought(self, many: int, seat: int) -> list[float]:
        """What a seat got in the dives that were made last."""
        row = RESULT + self._players
        results = self._instance.cells_at(self._instance.memory_map.results, many * row)
        return [float(one) for one in results.cast("B").cast("d")[RESULT + seat :: row]]

    def tally(self, cells: Sequence[int], knows: Knows = None) -> tuple[int, ...]:
        """How often each legal move of the first decision was taken."""
        if not self._fits(cells):
            return self._beside().tally(cells, knows)
        instance = self._instance
        with instance.lock:
            self._put(cells, knows)
            head = instance.cells_at(self._map.head, HEAD // CELL)
            head[TALLY // CELL], head[LISTED // CELL] = 1, 0
            self._run(1, 0)
            head[TALLY // CELL] = 0
            return tuple(instance.cells_at(self._map.heard, head[LISTED // CELL]).tolist())

    def close(self) -> None:
        """Let others grow a tree."""
        self._instance.tree_lock.release()

    def _fits(self, cells: Sequence[int]) -> bool:
        return compact_of(self._compiled.program).fits(cells)

    def _beside(self) -> ReferenceTree:
        if self._plain is None:
            self._plain = ReferenceTree(self._compiled.code_of_trees, self._settings)
        return self._plain

    def _put(self, cells: Sequence[int], knows: Knows) -> None:
        instance, keys = self._instance, map(signed, roots(self._number, self._players, knows))
        instance.cells_at(self._map.roots, self._players)[:] = memoryview(array("q", keys))
        instance.cells_at(instance.memory_map.cells, len(cells))[:] = (
            cells if isinstance(cells, memoryview) else memoryview(array("q", cells))
        )

    def _run(self, many: int, seed: int) -> None:
        control = self._instance.control
        control[DONE // CELL], control[WANTED // CELL], control[SEEDS // CELL] = 0, many, seed
        while control[DONE // CELL] < many:
            try:
                self._instance.call("playouts")
            except Trapped:
                control[DONE // CELL] += 1
                self._fail()

    def _fail(self) -> None:
        """All branches that the dive has taken get the least return."""
        cells_at, head = self._instance.cells_at, self._instance.cells_at(self._map.head, HEAD // CELL)
        least, row = _fraction(head[LEAST // CELL]), CELL * (RESULT + self._players)
        least = 0.0 if isinf(least) else least
        place = self._instance.control[DONE // CELL] - 1
        results = self._instance.memory_map.results + place * row + CELL * RESULT
        cells_at(results, self._players)[:] = memoryview(array("q", [_bits(least)] * self._players))
        path = cells_at(self._map.path, 2 * head[DEPTH // CELL])
        for slot in path[::2]:
            branch = cells_at(slot, SLOT // CELL)
            branch[TAKEN // CELL] += 1
            branch[TOTAL // CELL] = _bits(_fraction(branch[TOTAL // CELL]) + least)


def _bits(value: float) -> int:
    return int(unpack("<q", pack("<d", value))[0])


def _fraction(bits: int) -> float:
    return float(unpack("<d", pack("<q", bits))[0])
