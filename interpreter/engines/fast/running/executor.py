"""The fast executor, as the face of a game sees it."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cached_property

from ...program.layout import SEED
from ...program.nodes import Program
from ...reference.code import Code
from ...reference.executor import begun_anew
from ...reference.machine import Machine, RawMove
from ...reference.playouts import Playouts
from ...reference.start import first_state
from .compiled import Compiled
from .playouts import play_many
from .table import FastTable


class FastExecutor:
    """Plays a program by its compiled module."""

    name = "fast"

    def __init__(self, program: Program, code: Callable[[], Code]) -> None:
        self.compiled = Compiled(program, code)

    @cached_property
    def _first(self) -> bytes:
        layout = self.compiled.program.layout
        return struct.pack(f"={layout.size}q", *first_state(self.compiled.code, 0))

    def start(self, seed: int, *, explicit: bool, record: bool) -> FastTable:
        """The position in which the first decision is to be made."""
        table = FastTable(self.compiled, bytearray(self._first), explicit=explicit, record=record)
        table.state[SEED] = seed
        table.go()
        return table

    def stand(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> FastTable:
        """A table with these cells, at the place where the play has stopped (or begins anew) in them."""
        packed = bytearray(struct.pack(f"={len(cells)}q", *cells))
        table = FastTable(self.compiled, packed, explicit=explicit, record=record)
        table.steps = begun_anew(cells, steps)
        table.go()
        return table

    def play(self, m: Machine, move: RawMove) -> None:
        """Play a legal move and go on."""
        assert isinstance(m, FastTable)
        m.play(move)

    def decide(self, m: Machine, value: int) -> None:
        """Chance, where it is explicit, decides."""
        assert isinstance(m, FastTable)
        m.decide(value)

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Whole games at random from a position on."""
        return play_many(self.compiled.whole_games, self.compiled.code, cells, n, seed)

    def plain(self, m: Machine) -> Machine:
        """The same position for those who change it by hand."""
        assert isinstance(m, FastTable)
        return m.plain()

    def adopt(self, m: Machine, like: Machine) -> FastTable:
        """A position that was changed by hand; what has happened before is what it remembers, else what `like` does."""
        assert isinstance(like, FastTable)
        packed = bytearray(struct.pack(f"={len(m.state)}q", *m.state))
        table = FastTable(self.compiled, packed, explicit=m.explicit, record=False)
        table.take(m)
        if m.events is None:
            table.remember(like)
        else:
            table.recall(m, recorded=like.recorded)
        return table
