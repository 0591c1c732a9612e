"""The fast executor, as `play.game` uses it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import cast

from ...program.exhibit import Exhibit, nothing_shown
from ...program.nodes import Program
from ...reference.executor import Past, before_last_block
from ...reference.machine import Code, Machine, RawMove
from ...reference.playouts import Playouts
from ...reference.script import Replayed, Script
from ...reference.start import first_state
from ...reference.tree import TreeSettings
from .compiled import Compiled
from .playouts import play_many
from .retelling import retell
from .table import NOBODY, FastTable
from .together import FastTogether
from .tree import FastTree


class FastExecutor:
    """Plays a program by its compiled modules; the counterpart of `reference.executor`."""

    name = "fast"

    def __init__(
        self, program: Program, code: Callable[[], Code], exhibit: Callable[[], Exhibit] = nothing_shown
    ) -> None:
        self.compiled = Compiled(program, code, exhibit)

    @cached_property
    def _first(self) -> bytes:
        """The position before the first game begins."""
        return self._held(first_state(self.compiled.code, 0))

    def _held(self, cells: Sequence[int]) -> bytes:
        return self.compiled.held(array("q", cells))

    def start(self, seed: int, *, explicit: bool, record: bool) -> FastTable:
        """A table where a game has begun and play has stopped at the first decision."""
        table = FastTable(self.compiled, self._first, explicit=explicit, record=record)
        table.reseed(seed)
        table.go()
        return table

    def resume(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> FastTable:
        """A table with these cells. Play goes on from where it stands in them, until it stops."""
        table = FastTable(self.compiled, self._held(cells), explicit=explicit, record=record)
        table.steps = before_last_block(cells, steps)
        table.go()
        return table

    def play(self, m: Machine, move: RawMove, place: int = -1) -> None:
        """Play a legal move and go on."""
        assert isinstance(m, FastTable)
        m.play(move, place)

    def decide(self, m: Machine, value: int) -> None:
        """Let chance, where it is explicit, give this kind of card or this element."""
        assert isinstance(m, FastTable)
        m.decide(value)

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Play n whole games at random from a position on; game k has the seed `seed + k`."""
        return play_many(self.compiled, cells, n, seed)

    def together(self, many: int) -> FastTogether:
        """So many positions in the memory of a module of their own."""
        return FastTogether(self.compiled, many)

    def tree(self, settings: TreeSettings) -> FastTree:
        """A tree to look ahead with, which nothing has been added to; whoever asks for it must close it."""
        return FastTree(self.compiled, settings)

    def worths(self, m: Machine) -> Sequence[int] | None:
        """What the position is worth to each seat."""
        return self.compiled.worths(m.position) if isinstance(m, FastTable) else None

    def plain(self, m: Machine) -> Machine:
        """The same position on a table of the reference executor, to be changed by hand."""
        assert isinstance(m, FastTable)
        return m.plain()

    def rehearse(self, m: Machine, seat: int) -> FastTable:
        """A second table with a position, on which chance is a player; the seat watches."""
        if isinstance(m, FastTable):
            twin = m.clone()
            if seat != twin.seat:
                twin.watch(seat)
            return twin
        table = FastTable(self.compiled, b"", explicit=True, record=False)
        table.take(m)
        table.watch(seat)
        return table

    def altered(self, m: Machine, cells: Sequence[int]) -> FastTable:
        """A second table like this one, but with other cells."""
        twin = m.clone()
        assert isinstance(twin, FastTable)
        twin.state = cast(list[int], cells)
        return twin

    def play_on(self, m: Machine) -> None:
        """Play on from where play stands."""
        assert isinstance(m, FastTable)
        m.go()

    def take_notes(self, m: Machine) -> None:
        """Note each time when the seat that watches is told something."""
        assert isinstance(m, FastTable)
        m.take_notes()

    def noted(self, m: Machine) -> list[int]:
        """What it was told by each time."""
        assert isinstance(m, FastTable)
        return m.noted

    def seen(self, m: Machine) -> tuple[int, int, int] | None:
        """What the seat that watches sees, how often it was told something, and what, as numbers."""
        assert isinstance(m, FastTable)
        return m.seen

    def retell(self, m: Machine, script: Script, steps: range, kinds: Sequence[int], seed: int) -> Replayed | None:
        """Play steps of a script, as far as they go plainly."""
        return retell(m, script, steps, kinds, seed) if isinstance(m, FastTable) else None

    def adopt(self, m: Machine, like: Machine, past: Past) -> FastTable:
        """A position with a past of its own, which is recorded if that of `like` is."""
        assert isinstance(like, FastTable)
        table = m if isinstance(m, FastTable) else self.rehearse(m, NOBODY)
        table.explicit = like.explicit
        table.watch(NOBODY)
        if like.recorded:
            table.remember(past)
        return table

    def receive(self, m: Machine) -> FastTable:
        """A table with a position of the reference executor, and its events; `m` is used up."""
        table = FastTable(self.compiled, b"", explicit=m.explicit, record=False)
        table.take(m)
        table.recall(m, recorded=m.events is not None)
        return table
