"""The head start of histories: the first steps, in which only cards go that the seat knows by now. All histories of one
set of lifelines have them in common, so they are told once, and each history goes on from there.

So late in a game a history costs no more than what has happened since the oldest of the cards that are still hidden was
drawn. Nothing hangs on it which histories have been told before: steps in which something is drawn do not belong to it,
and where lifelines have exchanged cards, so that others went in these steps, it begins again.
"""

from __future__ import annotations

from collections.abc import Sequence

from .plainly import certainly
from .scripted import Story
from .stage import Stage
from .telling import Plan, Tale, hint

STRIDE = 8
"""It is worth telling at least so many steps more."""


class HeadStart:
    """The first steps of all histories of a set, as they are told, and the kinds of the cards that went in them.

    `_unsure` is the number of the first travel of a card that may be of several kinds, as far as it was looked; at
    step `_vain` it ends in any case.
    """

    __slots__ = ("_kinds", "_tale", "_unsure", "_vain")

    def __init__(self) -> None:
        self._tale: Tale | None = None
        self._kinds: Sequence[int] = ()
        self._unsure, self._vain = 0, -1

    def begun(self, stage: Stage, base: Tale, story: Story, plan: Plan) -> Tale:
        """A history that goes on from a base, told as far as this plan goes as all others do."""
        if plan.kinds[: len(self._kinds)] != self._kinds:
            self._tale, self._kinds, self._unsure, self._vain = None, (), 0, -1
        gone = plan.ways.gone.numbers
        if self._unsure < len(gone) and plan.ways.ledger.sure[gone[self._unsure]] >= 0:
            self._go_on(stage, self._tale or base, story, plan)
        return (self._tale or base).copy()

    def _go_on(self, stage: Stage, base: Tale, story: Story, plan: Plan) -> None:
        until, self._unsure = _first_unsure(plan, base.decided.many)
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


def _first_unsure(plan: Plan, number: int) -> tuple[int, int]:
    """The first step from a number on in which a card goes that may still be of several kinds, or the last one; and the
    number of the first travel of such a card.
    """
    ways, last = plan.ways, plan.since + len(plan.times) - 1
    first, sure, gone = plan.first(number), ways.ledger.sure, ways.gone.numbers
    place = next((n for n in range(first, len(gone)) if sure[gone[n]] < 0), len(gone))
    while number < last and plan.first(number + 1) <= place:
        number += 1
    return number, place
