"""Where a game begins afresh: all cards lie in one shuffled zone, and what was before means nothing any more; or all of
them lie open.

From such a step on nothing depends on how the hidden cards lay before. So one history up to there serves all
determinisations; it is told once, with luck of its own. The step in which it happens (a round ends, the cards are
gathered, shuffled and dealt) belongs to what is told anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....engines.reference.bags import is_loose
from ....engines.reference.machine import Machine
from ..view import knows, waiting
from .beginnings import begin_otherwise, concrete_start, first_table, start_of
from .head_start import HeadStart
from .lifelines import Dead, Lifelines
from .limit import Limit, Limits
from .luck import Luck
from .openly import lies_open
from .pool import Pool
from .scripted import Story
from .stage import Stage
from .story import Mixed, Step, Travel
from .telling import Plan, Tale, drawn, tell

ATTEMPTS, DRAWS = 40, 10
"""So many histories are played, and for each cards are drawn so often to find some that may have gone so."""

MORE, LEFT_OUT = 360, (64, 16, 8, 4)
"""So many more are played before it is given up; there one limit in so many is left out, in turn."""

APART = 6
"""So many steps at least lie between two bases in which all lies open."""

POOLED = 4
"""So many of them are made of lifelines of the pool."""


Closely = Callable[[int], Sequence[Limit]]
"""What the step with this number tells if it is looked at closely."""


def begins_afresh(m: Machine, step: Step, seat: int) -> bool:
    """Whether nothing that was hidden before a step matters after it; `m` is the true position before the step, of
    which only that is used which the seat knows."""
    if not any(isinstance(one, Mixed) for one in step.trail):
        return False
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
        knows(m, card, seat) or is_loose(m.code, m.state, m.where(card), card)
        for deck, cards in layout.decks.items()
        if deck not in afresh
        for card in cards
    )


def is_open(m: Machine, number: int, base: Tale) -> bool:
    """Whether all lies open before the step with this number, far enough from the last base."""
    since = base.decided.many
    return number - since >= (APART if since else 1) and lies_open(m)


class Bases:
    """The bases of a story, each a history up to the step in which the game begins afresh."""

    def __init__(self, stage: Stage, first: Tale) -> None:
        self.stage = stage
        self.all: list[Tale] = [first]

    def back(self, steps: int) -> None:
        """Only so many steps have happened; that in which a game begins afresh must be among them."""
        self.all = [self.all[0], *(base for base in self.all[1:] if base.decided.many < steps)]

    def add(self, story: Story, limits: Limits, closely: Closely) -> None:
        """The game has begun afresh in the last of these steps; tell them, from the last base on."""
        tale, _ = tell_in_time(self.stage, self.all[-1], story, limits, closely, len(story.steps), alone=True)
        if tale is not None:
            self.all.append(tale.shorter())


def tell_in_time(
    stage: Stage,
    base: Tale,
    story: Story,
    limits: Limits,
    closely: Closely,
    seed: int,
    *,
    pool: Pool | None = None,
    alone: bool = False,
) -> tuple[Tale | None, int]:
    """A history that fits, and how many were drawn; None where none fits.

    The first ones are of the `pool`. Where a later one fails at a move, what this tells is looked for `closely`. If
    nothing helps, it is done without limits, for they may be too many; then without those that marks tell. Last some
    are left out by lot: one that does not hold keeps a history from fitting, and without all hardly any would fit.
    """
    known, learned = dict(limits), dict(limits)
    for attempt in range(ATTEMPTS + MORE):
        luck, kept = Luck(seed, stage.seat, attempt), pool if attempt < POOLED else None
        as_shown = attempt >= ATTEMPTS and attempt % 2 == 1
        tale = tell_from(
            stage, base, story, known, luck, pool=kept, seed=seed + attempt, alone=alone, as_shown=as_shown
        )
        if tale is not None and tale.failed < 0:
            return tale, attempt + 1
        if pool is not None and attempt + 1 < POOLED:
            continue
        looks = not ATTEMPTS // 2 <= attempt < ATTEMPTS
        if looks and tale is not None and tale.failed not in learned and story.steps[tale.failed].who >= 0:
            known[tale.failed] = learned[tale.failed] = closely(tale.failed)
        if attempt + 1 >= ATTEMPTS:
            lot, share = Luck(seed, stage.seat, attempt, 31), LEFT_OUT[attempt % len(LEFT_OUT)]
            known = {n: [one for one in found if lot.below(share)] for n, found in learned.items()}
        elif attempt >= ATTEMPTS * 3 // 4:
            known = {}
        elif attempt >= ATTEMPTS // 2:
            known = {n: [one for one in found if one.at >= 0] for n, found in limits.items()}
    return None, ATTEMPTS + MORE


def tell_from(
    stage: Stage,
    base: Tale,
    story: Story,
    limits: Limits,
    luck: Luck,
    *,
    pool: Pool | None,
    seed: int,
    alone: bool,
    as_shown: bool,
) -> Tale | None:
    """Draw a history that goes on from a base and tell it; None where the cards cannot have gone so."""
    since, seat = base.decided.many, stage.seat
    found = _plan(stage, base, story, limits, luck, pool, seed, as_shown)
    if found is None:
        return None
    plan, start = found
    tale = base.copy() if start is None else start.begun(stage, base, story, plan)
    if since == 0:
        tale.seed = luck.seed >> 1
        if base.beginning.cells is not None:
            assert base.start is not None
            order = base.start[1]
            kinds = plan.fitted[: len(order)]
            tale.beginning = begin_otherwise(base.m.code, base.beginning, order, kinds, seat, tale.seed)
            tale.m = stage.table(first_table(base.m.code, tale.beginning))
    tell(stage, tale, story, plan, luck, alone=alone)
    return tale


def _plan(
    stage: Stage, base: Tale, story: Story, limits: Limits, luck: Luck, pool: Pool | None, seed: int, as_shown: bool
) -> tuple[Plan, HeadStart | None] | None:
    """Which cards go, by lifelines of the pool or others, and their head start, as far as they begin at the same
    table; None where the cards cannot have gone so.
    """
    code, since = base.m.code, base.decided.many
    if base.start is None:
        fresh = since == 0
        base.start = (
            start_of(code, base.beginning, stage.seat) if fresh else concrete_start(stage.executor.plain(base.m))
        )
    start = base.start[0]
    kept = None if pool is None else pool.following(base, start, story.steps, since, limits, seed)
    if kept is not None and kept.ways is not None:
        standing = base.beginning.cells is not None
        try:
            plan = Plan(kept.ways, story.steps, since, kept.times, kept.firsts, luck, every=standing)
        except Dead:
            pass
        else:
            return plan, None if standing and since == 0 else kept.head_start
    for _ in range(DRAWS):
        ways = Lifelines(code, start, luck)
        ways.as_shown = as_shown
        try:
            return drawn(ways, story.steps, since, limits), None
        except Dead:
            continue
    return None
