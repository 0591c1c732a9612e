"""Who plays a program: what the face of a game asks of an executor, and the reference executor itself.

All executors play alike: the same legal moves in the same order, the same cells of the state, the same errors at the
same rules. A position is a `Machine` (or something that looks like one), whose cells are those of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from ..program.layout import RUNNING, STATUS
from .code import Code
from .machine import Machine, RawMove
from .playouts import Playouts, play_at_random
from .start import first_state
from .walk import decide, play, run


class Executor(Protocol):
    """Plays positions of one program."""

    @property
    def name(self) -> str:
        """How the engine is called."""
        ...

    def start(self, seed: int, *, explicit: bool, record: bool) -> Machine:
        """The position in which the first decision is to be made."""
        ...

    def stand(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> Machine:
        """A position with these cells, at the place where the play has stopped (or begins anew) in them."""
        ...

    def play(self, m: Machine, move: RawMove) -> None:
        """Play a legal move and go on."""
        ...

    def decide(self, m: Machine, value: int) -> None:
        """Chance, where it is explicit, decides; go on."""
        ...

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Whole games at random from a position on."""
        ...

    def plain(self, m: Machine) -> Machine:
        """The same position as one of the reference executor, for who changes its cells by hand."""
        ...

    def adopt(self, m: Machine, like: Machine) -> Machine:
        """A position of the reference executor that was made from `like`, as one of this executor."""
        ...


class ReferenceExecutor:
    """Walks the program; what it does is what the language means."""

    name = "reference"

    def __init__(self, code: Callable[[], Code]) -> None:
        self._code = code

    @cached_property
    def code(self) -> Code:
        """The program, ready to be walked."""
        return self._code()

    def start(self, seed: int, *, explicit: bool, record: bool) -> Machine:
        """The position in which the first decision is to be made."""
        machine = Machine(self.code, first_state(self.code, seed), explicit=explicit, record=record)
        run(machine)
        return machine

    def stand(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> Machine:
        """A position with these cells, at the place where the play has stopped (or begins anew) in them."""
        machine = Machine(self.code, list(cells), explicit=explicit, record=record)
        machine.steps = begun_anew(cells, steps)
        run(machine)
        return machine

    def play(self, m: Machine, move: RawMove) -> None:
        """Play a legal move and go on."""
        play(m, move)

    def decide(self, m: Machine, value: int) -> None:
        """Chance, where it is explicit, decides; go on."""
        decide(m, value)

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Whole games at random from a position on."""
        found = Playouts(self.code.players)
        for k in range(n):
            found.add(play_at_random(self.code, cells, seed + k))
        return found

    def plain(self, m: Machine) -> Machine:
        """The same position."""
        return m

    def adopt(self, m: Machine, like: Machine) -> Machine:
        """The same position; without a record where `like` has none."""
        if like.events is None:
            m.events = None
        return m


def begun_anew(cells: list[int], steps: int) -> int:
    """The steps to begin with where the play begins the block anew in which it has stopped: that counts again."""
    return max(steps - (1 if cells[STATUS] == RUNNING else 0), 0)
