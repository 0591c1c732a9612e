"""The head start of histories: the first steps, in which only cards go that the seat knows by now. All histories of one
set of lifelines have them in common, so they are told once, and each history goes on from there.

So late in a game a history costs no more than what has happened since the oldest of the cards that are still hidden was
drawn. Nothing hangs on it which histories have been told before: steps in which something is drawn do not belong to it,
and where lifelines have exchanged cards, so that others went in these steps, it begins again.
"""

from __future__ import annotations

from .plainly import certainly
from .scripted import Story
from .stage import Stage
from .telling import Plan, Tale, hint

STRIDE = 8
"""It is worth telling at least so many steps more."""


class HeadStart:
    """The first steps of all histories of a set, as they are told, and the kinds of the cards that went in them."""

    __slots__ = ("_followed", "_kinds", "_tale", "_vain")

    def __init__(self) -> None:
        self._tale: Tale | None = None
        self._kinds: list[int] = []
        self._followed = self._vain = -1

    def begun(self, stage: Stage, base: Tale, story: Story, plan: Plan) -> Tale:
        """A history that goes on from a base, told as far as this plan goes as all others do."""
        if plan.kinds[: len(self._kinds)] != self._kinds:
            self._tale, self._kinds, self._followed, self._vain = None, [], -1, -1
        if len(plan.times) != self._followed:
            self._followed = len(plan.times)
            self._go_on(stage, self._tale or base, story, plan)
        return (self._tale or base).copy()

    def _go_on(self, stage: Stage, base: Tale, story: Story, plan: Plan) -> None:
        until = _first_unsure(plan)
        if until - base.decided.many < STRIDE or base.decided.many == self._vain:
            return
        tale = base.copy()
        while tale.decided.many < until and _tell_surely(stage, tale, story, plan, until):
            pass
        if tale.decided.many < until:
            self._vain = tale.decided.many
        if tale.decided.many > base.decided.many:
            self._tale, self._kinds = tale, plan.kinds[: plan.first(tale.decided.many)]


def _tell_surely(stage: Stage, tale: Tale, story: Story, plan: Plan, until: int) -> bool:
    """Play the steps up to one that may go in several ways, and that one if it can go in one only; False if it cannot,
    or the executor does not play by itself.
    """
    number = tale.decided.many
    kinds = plan.kinds[plan.first(number) :]
    played = stage.executor.retell(tale.m, story.script, range(number, until), kinds, 0)
    if played is None:
        return False
    if played.drawn >= 0:
        since, number = number, played.drawn
        again = range(since, number)
        played = stage.executor.retell(tale.m, story.script, again, kinds, 0) if again else None
    if played is not None:
        tale.take_all(played)
        number = tale.decided.many
    if number == until:
        return True
    plain = story.script.cues[number].plain
    found = certainly(stage, tale.m, story.steps[number], hint(story, plan, number)) if plain else None
    if found is None:
        return False
    tale.take(found)
    return True


def _first_unsure(plan: Plan) -> int:
    """The number of the first step in which a card goes that may still be of several kinds, or of the last one."""
    ways, last = plan.ways, len(plan.times) - 1
    sure, left = ways.ledger.sure, iter(ways.gone)
    steps = (n for n, times in enumerate(plan.times) if any([sure[next(left)] < 0 for _ in times]))
    return plan.since + min(next(steps, last), last)
