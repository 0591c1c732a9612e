"""What chance decides unseen, so that the cards go as they are planned: a face is thrown, and the card with it goes.

Chance may decide something that is no card and yet say which card goes next. Where the seat knows something of this
card, by what it saw then or sees later, the outcomes are tried out: the first one, in the order in which they were
drawn, with which a card of the planned kind leaves its zone. Where it knows nothing of the card, chance has its way,
by its weights, and the card follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....engines.program.nodes import PickOne
from ....engines.reference.machine import Machine
from .stage import Stage
from .story import Step

Going = tuple[int, int, int, bool]
"""A travel that is planned: its zone, how many cards lay there, its kind, and whether the seat knows anything of it."""


class Foresight:
    """Tries out what chance may decide in one step, against the travels that are planned."""

    def __init__(self, stage: Stage, before: Machine, step: Step, travels: Sequence[Going]) -> None:
        self.stage, self.before, self.step, self.travels = stage, before, step, travels
        self._sizes: list[list[int]] = []

    def guided(self, m: Machine, since: int, values: list[int]) -> tuple[int, list[int]]:
        """The number of the travel that comes next, as far as that is known, and the values, but first one with
        which the card goes that is planned.
        """
        end = m.code.block(m.numbers).end
        if len(values) < 2 or not isinstance(end, PickOne) or end.slot.type.base == "card" or not self.travels:
            return since, values
        number = self._next(m, since)
        if number < 0 or not self.travels[number][3]:
            return max(number, since), values
        found = next((value for value in values if self._goes(m, value, number)), values[0])
        return number, [found, *(value for value in values if value != found)]

    def _next(self, m: Machine, since: int) -> int:
        """The first travel from a number on before which as many cards lie everywhere as now; -1 where none is."""
        if not self._sizes:
            self._sizes = self._all_sizes()
        now = [m.state[at] for at in m.code.zone_at]
        return next((n for n in range(since, len(self.travels)) if self._sizes[n] == now), -1)

    def _all_sizes(self) -> list[list[int]]:
        """How many cards lie in each zone before each travel."""
        now, found = [self.before.state[at] for at in self.before.code.zone_at], list[list[int]]()
        for one in self.step.travels:
            found.append(now.copy())
            if one.target >= 0:
                now[one.source] -= 1
                now[one.target] += 1
        return found

    def _goes(self, m: Machine, value: int, number: int) -> bool:
        """Whether a card of the planned kind leaves its zone if chance decides so."""
        twin = m.clone()
        self.stage.executor.decide(twin, value)
        source, _, kind, _ = self.travels[number]
        at = m.code.place_at
        return any(m.state[at + card] == source != twin.state[at + card] for card in self.stage.cards_of(m.code)[kind])
