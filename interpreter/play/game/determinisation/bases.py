"""Where a game begins afresh: all cards lie in one shuffled zone, and what was before means nothing any more.

From such a step on nothing depends on how the hidden cards lay before. So one history up to there serves all
determinisations; it is told once, with luck of its own. The step in which it happens (a round ends, the cards are
gathered, shuffled and dealt) belongs to what is told anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....engines.reference.knowledge import in_bag
from ....engines.reference.machine import Machine
from ..view import knows, waiting
from .beginnings import begin_otherwise, concrete_start, start_of
from .lifelines import Dead, Lifelines
from .limit import Limits
from .limits import learn
from .luck import Luck
from .stage import Stage
from .story import Mixed, Step, Travel
from .telling import Tale, drawn, tell

ATTEMPTS, DRAWS = 40, 10
"""So many histories are played, and for each cards are drawn so often to find some that may have gone so."""


def begins_afresh(m: Machine, step: Step, seat: int) -> bool:
    """Whether nothing that was hidden before a step matters after it; `m` is the true position before the step, of
    which only that is used which the seat knows."""
    layout = m.code.layout
    hidden = any(cell.shows == "none" or (cell.shows == "owner" and cell.owner) for cell in layout.variables.values())
    if hidden or layout.card_variables or waiting(m):
        return False
    count = [m.state[zone.address] for zone in layout.zones]
    afresh = set[str]()
    for one in step.trail:
        if isinstance(one, Travel) and one.target >= 0:
            count[one.source] -= 1
            count[one.target] += 1
        elif isinstance(one, Mixed) and layout.zones[one.zone].order != "heap":
            deck = layout.zones[one.zone].deck
            if count[one.zone] == len(layout.decks[deck]):
                afresh.add(deck)
    return bool(afresh) and all(
        knows(m, card, seat) or in_bag(m, card)
        for deck, cards in layout.decks.items()
        if deck not in afresh
        for card in cards
    )


class Bases:
    """The bases of a story, each a history up to the step in which the game begins afresh."""

    def __init__(self, stage: Stage, first: Tale) -> None:
        self.stage = stage
        self.all: list[Tale] = [first]

    def back(self, steps: int) -> None:
        """Only so many steps have happened; that in which a game begins afresh must be among them."""
        self.all = [self.all[0], *(base for base in self.all[1:] if len(base.decided) < steps)]

    def add(self, steps: Sequence[Step], limits: Limits) -> None:
        """The game has begun afresh in the last of these steps; tell them, from the last base on."""
        tale, _ = tell_in_time(self.stage, self.all[-1], steps, limits, len(steps))
        if tale is not None:
            self.all.append(tale.shorter())


def tell_in_time(stage: Stage, base: Tale, steps: Sequence[Step], limits: Limits, seed: int) -> tuple[Tale | None, int]:
    """A history that fits, and how many were drawn; None where none of `ATTEMPTS` does.

    Where one fails at a move, what that move tells is looked for more closely. If nothing helps, it is done without
    limits, for they may be too many.
    """
    known = dict(limits)
    for attempt in range(ATTEMPTS):
        tale = tell_from(stage, base, steps, known, Luck(seed, stage.seat, attempt))
        if tale is not None and tale.failed < 0:
            return tale, attempt + 1
        if attempt >= ATTEMPTS // 2:
            known = {}
        elif tale is not None and tale.failed not in known and steps[tale.failed].who >= 0:
            before = stage.executor.plain(tale.m)
            known[tale.failed] = learn(stage, before, steps[tale.failed], tale.failed, closely=True)
    return None, ATTEMPTS


def tell_from(stage: Stage, base: Tale, steps: Sequence[Step], limits: Limits, luck: Luck) -> Tale | None:
    """Draw a history that goes on from a base and tell it; None where the cards cannot have gone so."""
    code, since, seat = base.m.code, len(base.decided), stage.seat
    if base.start is None:
        fresh = since == 0
        base.start = start_of(code, base.beginning, seat) if fresh else concrete_start(stage.executor.plain(base.m))
    start, order = base.start
    for _ in range(DRAWS):
        try:
            plan, kinds = drawn(Lifelines(code, start, luck), steps, since, limits)
            break
        except Dead:
            continue
    else:
        return None
    tale = base.copy()
    if since == 0:
        tale.beginning = begin_otherwise(code, base.beginning, order, kinds[: len(order)], seat, luck.seed >> 1)
        if tale.beginning.cells is not None:
            tale.m = tale.m.clone()
            tale.m.state[:] = tale.beginning.cells
    tell(stage, tale, steps, plan, luck)
    return tale
