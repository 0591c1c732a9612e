"""One step tried with the unknown cards dealt anew: whether it then goes on as the seat saw it.

Where that hangs on nothing that must be drawn, the engine of the game plays it in one call, as it plays a history
(`plainly.py`); otherwise it is played in a few ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from ....engines.program.layout import PC
from ....engines.reference.error import PlayError
from ....engines.reference.machine import Machine
from ....engines.reference.script import Script
from ..history import Beginning
from .beginnings import hides_more, laid_otherwise
from .dealing import Dealing
from .laying import Laying
from .luck import Luck
from .lying import Start, open_places
from .plainly import ANY, NotPlain, cue, without_draws
from .retelling import Hint, Retelling, as_planned, best, moves_that_fit, straight, unseen_kinds
from .stage import Stage
from .story import Step
from .telling import going

RUNS = 6
"""So often is a step played to see whether it goes on as it was seen."""


class Trying:
    """The step, and the position before it, of which only what the seat knows is used: `start` is how the cards lie, as
    far as it knows, `order` which card lies where in truth. `closely` looks not only whether the move is legal but
    whether all goes on as it was seen.
    """

    def __init__(
        self,
        stage: Stage,
        before: Machine,
        step: Step,
        start: Start,
        order: Sequence[int],
        luck: Luck,
        *,
        closely: bool,
    ) -> None:
        self.stage, self.before, self.step = stage, before, step
        self.start, self.order, self.luck, self.closely = start, order, luck, closely
        zones = before.code.layout.zones
        self.unseen = [one.number for one in zones if one.owner >= 0 and one.sees[stage.seat] != "all"]

    @cached_property
    def _laid(self) -> Machine:
        return Machine(self.before.code, list(self.before.state), explicit=True, record=False)

    @cached_property
    def _table(self) -> Machine:
        """A table of the engine of the game on which other cards can be laid."""
        return self.stage.table(self._laid)

    @cached_property
    def _laying(self) -> Laying | None:
        return None if hides_more(self._laid) else Laying(self._laid, self.order, open_places(self.start))

    @cached_property
    def _script(self) -> Script:
        return Script([cue(self.step, 0, None)])

    @cached_property
    def _from_the_decision(self) -> Script | None:
        """The same after a beginning that leads to the decision: of another player's move the seat sees the same there,
        however the cards lie. None where that must be looked at by itself.
        """
        if self.step.who == self.stage.seat or self._laying is None:
            return None
        seen = self.stage.executor.seen(self.stage.begun_with(self._table, self._laid.state))
        plain = cue(self.step, 1, None)
        first = replace(plain, who=-1, own=ANY, parts=(), travels=(), seen=seen, heard=(), at_chance=False)
        return None if seen is None else Script([first, plain])

    def good(self, dealing: Dealing) -> bool:
        """Whether the move that was made is legal there; closely, whether all goes on as it was seen."""
        script = self._from_the_decision if self.closely else None
        if script is not None and self._laying is not None:
            kinds = dealing.kinds
            laid = self.stage.executor.altered(self._table, self._laying.cells([kinds[line] for line in dealing.lines]))
            played = self.stage.executor.retell(laid, script, range(2), self._gone(dealing), 0)
            if played is not None and played.drawn < 0 and (played.steps == 2 or (played.failed and played.steps)):
                return played.steps == 2 and self._ends_so(played.m, dealing)
        return self._good(dealing)

    def _good(self, dealing: Dealing) -> bool:
        try:
            m = self.begun([dealing.kinds[line] for line in dealing.lines])
        except PlayError:
            return False
        if m.numbers[PC] != self.before.numbers[PC]:
            return False
        if self.closely:
            played = self.stage.executor.retell(m, self._script, range(1), self._gone(dealing), 0)
            if played is not None and played.drawn < 0 and (played.steps or played.failed):
                return played.steps > 0 and self._ends_so(played.m, dealing)
            if played is None and self._script.cues[0].plain:
                with suppress(NotPlain):
                    found = without_draws(self.stage, m, self.step, self._hint(dealing))
                    return found is not None and self._ends_so(found.m, dealing)
        moves = moves_that_fit(m, self.step, Hint())
        return self._goes_on(m, moves, dealing) if self.closely and moves else bool(moves)

    def begun(self, kinds: Sequence[int]) -> Machine:
        """A table with cards of these kinds, played on to the decision. Raises PlayError."""
        if self._laying is not None:
            return self.stage.begun_with(self._table, self._laying.cells(kinds))
        before, seed = self.before, self.luck.seed >> 1
        beginning = Beginning(0, before.explicit, tuple(before.state))
        return self.stage.begun(laid_otherwise(before.code, beginning, self.order, kinds, self.stage.seat, seed))

    def _gone(self, dealing: Dealing) -> list[int]:
        """The kinds of the cards that go."""
        return [dealing.kinds[dealing.places[~number][0]] for number in range(len(self.step.travels))]

    def _hint(self, dealing: Dealing) -> Hint:
        """What is planned for the step: the cards go as they were dealt."""
        gone = [dealing.places[~number][0] for number in range(len(self.step.travels))]
        travels = going(self.step, [(line, dealing.kinds[line]) for line in gone])
        return Hint(travels, unseen_kinds(self.step, travels))

    def _goes_on(self, m: Machine, moves: Sequence[tuple[int, ...]], dealing: Dealing) -> bool:
        hint = self._hint(dealing)
        first = best(m, moves, hint)
        again = Retelling(self.stage, m, self.step, first, as_planned(hint, self.luck), travels=hint.travels)
        found = straight(self.stage, m, self.step, first[0], hint) or again.first(RUNS)
        return found is not None and self._ends_so(found.m, dealing)

    def _ends_so(self, m: Machine, dealing: Dealing) -> bool:
        """Whether after the step the cards lie as they were dealt and went, where the seat does not see them."""
        kind_of, kinds = m.kind_of, dealing.kinds
        return all(
            sorted([kind_of[card] for card in m.cards(zone)]) == sorted([kinds[line] for line in dealing.ends[zone]])
            for zone in self.unseen
        )
