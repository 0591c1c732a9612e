"""Which repeated phases a game is in, and how often each has begun: a transcript numbers headings and moves by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..diagnostics.record import dataclass
from ..language.spec.nodes import Phase
from ..language.spec.steps import reached


@dataclass(frozen=True, slots=True)
class Begun:
    """The repeated phases that go on, the outermost first, each with its number within the one around it."""

    phases: Mapping[str, Phase]
    running: tuple[tuple[str, int], ...] = ()

    def with_one(self, phase: str) -> Begun:
        """The same after a phase has begun, or begun once more."""
        names = [name for name, _ in self.running]
        outer = self.running[: names.index(phase)] if phase in names else self.running
        return replace(self, running=(*outer, (phase, self.number(phase) + 1)))

    def within(self, action: str) -> Begun:
        """The same when an action is played: a phase within which nobody is offered it has ended."""
        offering = {name for name, phase in self.phases.items() if action in (word.text for word in phase.offer)}
        running = self.running
        while offering and running and not offering & reached(running[-1][0], self.phases):
            running = running[:-1]
        return replace(self, running=running)

    def number(self, phase: str) -> int:
        """How often the phase has begun, within the one around it."""
        return dict(self.running).get(phase, 0)

    def round(self) -> int | None:
        """The round of turns that goes on; None where the innermost of these phases has no turns."""
        name, number = self.running[-1] if self.running else ("", 0)
        return number if self.in_turns(name) else None

    def in_turns(self, phase: str) -> bool:
        """Whether a phase gives its body to the players in turn."""
        return phase in self.phases and self.phases[phase].turns is not None

    def repeated(self, phase: str) -> str:
        """What is repeated by a phase: its only step, or else itself."""
        steps = self.phases[phase].steps if phase in self.phases else ()
        return steps[0].text if len(steps) == 1 else phase
