"""Executors play a program: the interface that `play` uses, and the reference executor.

All executors behave identically: the same legal moves in the same order, the same cells of the state, the same errors
at the same rules. A position is a `Machine` (or a subclass), whose cells are those of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from ..program.exhibit import Exhibit, nothing_shown
from ..program.layout import RUNNING, STATUS
from .event import Event
from .machine import Code, Machine, RawMove
from .playouts import Playouts, play_at_random
from .script import Replayed, Script
from .start import first_state
from .together import PlainTogether, Together
from .tree import ReferenceTree, Tree, TreeSettings, code_of_trees
from .walk import decide, play, run


class Past(Protocol):
    """What happened before a position, told when it is asked for."""

    @property
    def events(self) -> list[Event] | None:
        """All events, oldest first."""
        ...


class Executor(Protocol):
    """Plays positions of one program."""

    @property
    def name(self) -> str:
        """The name of the engine."""
        ...

    def start(self, seed: int, *, explicit: bool, record: bool) -> Machine:
        """The position of the first decision."""
        ...

    def resume(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> Machine:
        """A position with these cells, at the decision or chance where play stops; `steps` have been counted so far."""
        ...

    def play(self, m: Machine, move: RawMove, place: int = -1) -> None:
        """Play a legal move, and go on to where play stops next; `place` is its place among them, if that is known."""
        ...

    def decide(self, m: Machine, value: int) -> None:
        """Let explicit chance decide for `value`, and go on to where play stops next."""
        ...

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Play `n` whole games at random from a position on; game k has the seed `seed + k`."""
        ...

    def together(self, many: int) -> Together:
        """So many positions that are played together; nothing is dealt yet."""
        ...

    def tree(self, settings: TreeSettings) -> Tree:
        """A tree to look ahead with, which nothing has been added to; whoever asks for it must close it."""
        ...

    def worths(self, m: Machine) -> Sequence[int] | None:
        """What the position is worth to each seat by the `value` of a spec that has one; None where whoever asks has to
        work it out, as where it fails for a seat.
        """
        ...

    def plain(self, m: Machine) -> Machine:
        """The same position as one of the reference executor, for callers that change its cells directly."""
        ...

    def rehearse(self, m: Machine, seat: int) -> Machine:
        """A second table with a position, which the seat watches; chance is a player."""
        ...

    def altered(self, m: Machine, cells: Sequence[int]) -> Machine:
        """A second table like this one, but with other cells; what it offers is not computed again."""
        ...

    def play_on(self, m: Machine) -> None:
        """Play on from where play stands, until it stops."""
        ...

    def take_notes(self, m: Machine) -> None:
        """From now on note each time when the seat that watches is told something, for `noted`."""
        ...

    def noted(self, m: Machine) -> list[int]:
        """By how often it was told something: what that was, as a number."""
        ...

    def seen(self, m: Machine) -> tuple[int, int, int] | None:
        """What the seat that watches sees where play has stopped; since the decision before, how often it was told
        something, and what; as numbers. None from an executor that does not tell.
        """
        ...

    def retell(self, m: Machine, script: Script, steps: range, kinds: Sequence[int], seed: int) -> Replayed | None:
        """Play these steps of a script from a position on, as far as they go plainly; `kinds` are planned for all cards
        that go from the first of them on. None where they must be played one by one.
        """
        ...

    def adopt(self, m: Machine, like: Machine, past: Past) -> Machine:
        """A position that was rehearsed, with a past of its own, which is recorded if that of `like` is; `m` is used
        up.
        """
        ...

    def receive(self, m: Machine) -> Machine:
        """A reference position with its own events, as a position of this executor; `m` is used up."""
        ...


class ReferenceExecutor:
    """Walks the program; what it does defines what the language means."""

    name = "reference"

    def __init__(self, code: Callable[[], Code], exhibit: Callable[[], Exhibit] = nothing_shown) -> None:
        self._code, self._exhibit = code, exhibit

    @cached_property
    def code(self) -> Code:
        """The compiled program."""
        return self._code()

    @cached_property
    def _code_of_trees(self) -> Code:
        """The same with what a position is worth."""
        return code_of_trees(self.code, self._exhibit())

    def start(self, seed: int, *, explicit: bool, record: bool) -> Machine:
        """The position of the first decision."""
        machine = Machine(self.code, first_state(self.code, seed), explicit=explicit, record=record)
        run(machine)
        return machine

    def resume(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> Machine:
        """A position with these cells, at the decision or chance where play stops; `steps` have been counted so far."""
        machine = Machine(self.code, list(cells), explicit=explicit, record=record)
        machine.steps = before_last_block(cells, steps)
        run(machine)
        return machine

    def play(self, m: Machine, move: RawMove, place: int = -1) -> None:
        """Play a legal move, and go on to where play stops next."""
        play(m, move)

    def decide(self, m: Machine, value: int) -> None:
        """Let explicit chance decide for `value`, and go on to where play stops next."""
        decide(m, value)

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Play `n` whole games at random from a position on; game k has the seed `seed + k`."""
        found = Playouts(self.code.players)
        for k in range(n):
            found.add(play_at_random(self.code, cells, seed + k))
        return found

    def together(self, many: int) -> Together:
        """So many positions in a list."""
        return PlainTogether(self.code, many)

    def tree(self, settings: TreeSettings) -> ReferenceTree:
        """A tree to look ahead with, which nothing has been added to."""
        return ReferenceTree(self._code_of_trees, settings)

    def worths(self, m: Machine) -> Sequence[int] | None:
        """It leaves that to whoever asks."""
        return None

    def plain(self, m: Machine) -> Machine:
        """The same position."""
        return m

    def rehearse(self, m: Machine, seat: int) -> Machine:
        """A second table with a position, on which chance is a player."""
        twin = m.clone()
        twin.explicit, twin.events = True, []
        return twin

    def altered(self, m: Machine, cells: Sequence[int]) -> Machine:
        """A second table like this one, but with other cells."""
        twin = m.clone()
        twin.state = list(cells)
        return twin

    def play_on(self, m: Machine) -> None:
        """Play on from where play stands, until it stops."""
        run(m)

    def take_notes(self, m: Machine) -> None:
        """What happens is recorded anyway."""

    def noted(self, m: Machine) -> list[int]:
        """It has no numbers."""
        return []

    def seen(self, m: Machine) -> tuple[int, int, int] | None:
        """It does not tell; but what happens is recorded."""
        return None

    def retell(self, m: Machine, script: Script, steps: range, kinds: Sequence[int], seed: int) -> Replayed | None:
        """It plays steps one by one."""
        return None

    def adopt(self, m: Machine, like: Machine, past: Past) -> Machine:
        """The same position."""
        m.explicit = like.explicit
        m.events = None if like.events is None else past.events
        return m

    def receive(self, m: Machine) -> Machine:
        """The same position."""
        return m


def before_last_block(cells: list[int], steps: int) -> int:
    """The steps before the block in which play has stopped: running that block again will count it again."""
    return max(steps - (1 if cells[STATUS] == RUNNING else 0), 0)
