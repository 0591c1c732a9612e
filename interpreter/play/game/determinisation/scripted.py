"""A story with its script, and when secret choices came out."""

from __future__ import annotations

from collections.abc import Sequence

from ....engines.reference.script import Script
from .plainly import cue
from .story import Announced, Step


class Story:
    """The steps, and the same as an executor can play them; `revealed` says of a step with a secret choice in which
    step it came out, and how it was announced.
    """

    def __init__(self, steps: Sequence[Step] = ()) -> None:
        self.steps: list[Step] = []
        self.script = Script()
        self.revealed: dict[int, tuple[int, Announced]] = {}
        self._waiting: dict[int, list[int]] = {}
        for step in steps:
            self.add(step)

    def add(self, step: Step) -> None:
        """One more step."""
        number = len(self.steps)
        self.steps.append(step)
        if step.secret:
            self._waiting.setdefault(step.who, []).append(number)
        self.script.put(number, cue(step, number, None))
        for seat, heard in step.revealed:
            if self._waiting.get(seat):
                earlier = self._waiting[seat].pop(0)
                self.revealed[earlier] = (number, heard)
                self.script.put(earlier, cue(self.steps[earlier], earlier, (number, heard)))
