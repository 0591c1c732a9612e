"""Tree search inside the compiled module; the tree is that of `reference.uct`.

The module has room for one tree at a time, so whoever has it keeps all others waiting until it is closed.

Where a number does not fit in a set, or steps may be many (`passes.variable_usage`, `passes.cost_model`), a module in
which lists are lists grows the same tree: it begins with the last copy of the tree, and what was asked since is asked
again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial, update_wrapper
from math import inf, isinf
from typing import Concatenate, ParamSpec, TypeVar

from ...engines.engine import Knows, TreeSettings
from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import compact_of, signed
from ...engines.reference.uct import ReferenceTree, exploration_bonus, roots
from ..builder.memory_map import CHUNK, GOES_OVER, Control
from ..builder.tree_map import FEW, FEWEST_SLOTS, Head, TreeSlot
from .compiled_program import CompiledModules
from .engine import Instance

T = TypeVar("T")
Given = ParamSpec("Given")

NEVER = 2**62
"""The delay of a tree that has none."""

ASKED = 1024
"""After so many questions the tree is copied, so that no more of them have to be kept."""


class _Crowded(Exception):
    """A number did not fit in a set."""


def _in_module(
    ask: Callable[Concatenate[FastTree, Sequence[int], Given], T],
) -> Callable[Concatenate[FastTree, Sequence[int], Given], T]:
    """A question to the tree about a position: it goes to the module, or to the reference executor if need be."""

    def asked(tree: FastTree, cells: Sequence[int], /, *given: Given.args, **named: Given.kwargs) -> T:
        if tree.holds(cells):
            return tree.surely(partial(ask, tree, cells, *given, **named))
        found: T = getattr(tree.beside, ask.__name__)(cells, *given, **named)
        return found

    update_wrapper(asked, ask)
    return asked


class FastTree:
    """The tree of the compiled engine. Positions for which there may be no room are left to the reference executor."""

    def __init__(self, compiled: CompiledModules, settings: TreeSettings) -> None:
        self._instance: Instance = compiled.looking_ahead
        self._map = compiled.tree_map
        self._compiled, self._settings, self._compact = compiled, settings, compact_of(compiled.program)
        self._asked = list[Callable[[], object]]()
        self._copy: bytes | None = None
        self._instance.tree_lock.acquire()
        try:
            with self._instance.lock:
                self._begin(settings)
        except BaseException:
            self._instance.tree_lock.release()
            raise

    def _begin(self, settings: TreeSettings) -> None:
        instance, head, slots = self._instance, self._instance.head, TreeSlot.BYTES * FEWEST_SLOTS
        instance.put(self._map.slots + slots, bytes(slots))
        head[:] = memoryview(bytes(CELL * len(head))).cast("q")
        head[Head.SIZE // CELL] = FEWEST_SLOTS
        self._players = settings.players
        self._keys = _keys(settings.players, None)
        head[Head.ROOM // CELL] = settings.room
        head[Head.PICKS // CELL] = 0 if settings.picks == 1 else settings.picks
        head[Head.REACH // CELL] = NEVER if settings.reach is None else settings.reach
        head[Head.DELAY // CELL] = NEVER if settings.delay is None else settings.delay
        fractions = head.cast("B").cast("d")
        fractions[Head.LEAST // CELL], fractions[Head.MOST // CELL] = inf, -inf
        fractions[Head.CURIOSITY // CELL], fractions[Head.WIDTH // CELL] = settings.curiosity, settings.width
        self._lay_wishes()

    @_in_module
    def simulate(self, cells: Sequence[int], many: int, seed: int, guess: int, knows: Knows = None) -> None:
        """Look ahead so often from a position; a game that fails brings the least that any has brought so far."""
        with self._instance.lock:
            self._put(cells, knows)[Head.GUESS // CELL] = guess
            for start in range(0, many, CHUNK):
                self._run(min(CHUNK, many - start), seed + start)

    @_in_module
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
        instance, many, found = self._instance, len(places), [0.0] * len(places)
        with instance.lock:
            head = self._put(cells, knows)
            head[Head.GUESS // CELL], head[Head.FIRSTS // CELL] = guess, many
            instance.put(self._map.firsts, array("q", places))
            for start in range(0, times, CHUNK // many):
                now = min(CHUNK // many, times - start)
                self._run(now * many, seed + start)
                brought = self._brought(now * many, seat)
                found = [one + sum(brought[place::many]) for place, one in enumerate(found)]
            head[Head.FIRSTS // CELL] = 0
        return found

    def _brought(self, many: int, seat: int) -> list[float]:
        """What a seat got in the dives that were made last."""
        returns = self._instance.cells_at(self._instance.memory_map.returns, many * self._players)
        return [float(one) for one in returns.cast("B").cast("d")[seat :: self._players]]

    @_in_module
    def tally(self, cells: Sequence[int], knows: Knows = None) -> tuple[int, ...]:
        """How often each legal move of the first decision was taken."""
        instance = self._instance
        with instance.lock:
            head = self._put(cells, knows)
            head[Head.TALLY // CELL], head[Head.LISTED // CELL] = 1, 0
            self._run(1, 0)
            head[Head.TALLY // CELL] = 0
            return tuple(instance.cells_at(self._map.heard, head[Head.LISTED // CELL]).tolist())

    def close(self) -> None:
        """Let others grow a tree."""
        self._instance.tree_lock.release()

    def holds(self, cells: Sequence[int]) -> bool:
        """Whether there is room for a position in the module."""
        return self._compact.fits(cells)

    @cached_property
    def beside(self) -> ReferenceTree:
        """The tree of positions for which there may be none."""
        return ReferenceTree(self._compiled.code_of_trees, self._settings)

    # Going over to a module without sets ------------------------------------------------------

    def surely(self, ask: Callable[[], T]) -> T:
        """Ask something of the tree, and once more of the same tree without sets if a number does not fit in one."""
        try:
            found = ask()
        except _Crowded:
            self._go_over()
            found = ask()
        if self._instance.build in GOES_OVER:
            self._asked.append(ask)
            if len(self._asked) == ASKED:
                self._copy, self._asked = self._copied(), []
        return found

    def _go_over(self) -> None:
        """Grow the tree in a module without sets, where it is from now on."""
        before, self._instance = self._instance, self._held()
        before.tree_lock.release()
        with self._instance.lock:
            if self._copy is None:
                self._begin(self._settings)
            else:
                self._paste(self._copy)
        asked, self._asked, self._copy = self._asked, [], None
        for ask in asked:
            ask()

    def _held(self) -> Instance:
        """The module without sets, which nobody else grows a tree in now."""
        instance = self._compiled.looking_plainly()
        instance.tree_lock.acquire()
        return instance

    def _copied(self) -> bytes:
        """All that a tree is: the head, and the slots, of which the head says how many there are."""
        slots = TreeSlot.BYTES * self._instance.head[Head.SIZE // CELL]
        return bytes(self._instance.head) + bytes(self._instance.cells_at(self._map.slots + slots, slots // CELL))

    def _paste(self, copy: bytes) -> None:
        """Be the tree that was copied."""
        cells, head = memoryview(copy).cast("q"), self._instance.head
        head[:] = cells[: len(head)]
        self._instance.put(self._map.slots + TreeSlot.BYTES * head[Head.SIZE // CELL], cells[len(head) :])
        self._lay_wishes()

    def _lay_wishes(self) -> None:
        self._instance.put(self._map.wishes, _bonuses(self._settings.curiosity))

    # Within the memory ------------------------------------------------------------------------

    def _put(self, cells: Sequence[int], knows: Knows) -> memoryview:
        """Put a position there, and what each seat knows; the head, with the keys and the roots behind it."""
        instance, many, head = self._instance, self._players, self._instance.head
        head[-many:] = self._keys if knows is None else _keys(many, knows)
        instance.state[:] = cells if isinstance(cells, memoryview) else memoryview(array("q", cells))
        return head

    def _run(self, many: int, seed: int) -> None:
        control = self._instance.control
        control[Control.DONE // CELL], control[Control.WANTED // CELL], control[Control.SEEDS // CELL] = 0, many, seed
        while control[Control.DONE // CELL] < many:
            if not self._instance.call("playouts"):
                if self._instance.limit_hit() == "crowded":
                    raise _Crowded
                control[Control.DONE // CELL] += 1
                self._fail()

    def _fail(self) -> None:
        """All branches that the dive has taken get the least return."""
        instance, head = self._instance, self._instance.head
        least = head.cast("B").cast("d")[Head.LEAST // CELL]
        least = 0.0 if isinf(least) else least
        place = instance.control[Control.DONE // CELL] - 1
        returns = instance.memory_map.returns + place * CELL * self._players
        instance.put(returns, array("d", [least] * self._players))
        path = instance.cells_at(self._map.path, 2 * head[Head.DEPTH // CELL])
        for slot in path[::2]:
            branch = instance.cells_at(slot, TreeSlot.BYTES // CELL)
            counts = branch[TreeSlot.AVAILABLE // CELL : TreeSlot.TOTAL // CELL].cast("B").cast("I")
            counts[1] += 1
            fractions = branch.cast("B").cast("d")
            fractions[TreeSlot.TOTAL // CELL] += least
            fractions[TreeSlot.MEAN // CELL] = fractions[TreeSlot.TOTAL // CELL] / counts[1]
            instance.put(slot, branch)


def _keys(players: int, knows: Knows) -> memoryview:
    """The keys of the seats where the tree begins, as cells."""
    return memoryview(array("q", map(signed, roots(players, knows))))


@lru_cache(maxsize=8)
def _bonuses(curiosity: float) -> array[float]:
    """What speaks for branches that were available so often, for small numbers."""
    return array("d", [exploration_bonus(curiosity, max(1, number)) for number in range(FEW)])
