"""Regeneration points: where all cards lie open, or in one shuffled zone, and what was before no longer matters.

From such a step on nothing depends on how the hidden cards lay before. So one history up to there serves all
determinisations; it is told once, with luck of its own. The step in which it happens (a round ends, the cards are
gathered, shuffled and dealt) belongs to what is told anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from ....engines.cells import BAG, PIN, is_loose
from ....engines.position import Position, ProgramTables
from ....engines.program.nodes import AskBlock, Pending, PickOne, Program, SetSlot, Slot, SlotList
from ....engines.program.traversal import all_effects, bound, every
from ....language.ir import nodes as ir
from ..view import knows, waiting
from .deal_sampling import concrete_start, sample_initial_state, start_of
from .fast_replay import ObservationHistory
from .information_flow import zones_read
from .observations import CardTravel, Limit, Limits, ObservedStep, ShuffledZone
from .particles import CommonPrefix, ParticlePool, SampledHistory, StepPlan, drawn, extend_history
from .random_stream import RandomStream
from .simulator import OutOfWork, Simulator
from .trajectories import NoAssignment, Trajectories

ATTEMPTS, DRAWS = 40, 10
"""So many histories are played, and for each cards are drawn so often to find some that may have gone so."""

MORE, LEFT_OUT = 360, (64, 16, 8, 4)
"""So many more are played before it is given up; there one limit in so many is left out, in turn."""

APART = 6
"""So many steps at least lie between two bases in which all lies open."""

POOLED = 4
"""So many of them are made of trajectories of the pool."""


Closely = Callable[[int], Sequence[Limit]]
"""What the step with this number tells if it is looked at closely."""


def is_regeneration(m: Position, step: ObservedStep, seat: int) -> bool:
    """Whether nothing that was hidden before a step matters after it; `m` is the true position before the step, of
    which only that is used which the seat knows."""
    if not any(isinstance(one, ShuffledZone) for one in step.trail):
        return False
    layout = m.code.layout
    hidden = any(cell.shows == "none" or (cell.shows == "owner" and cell.owner) for cell in layout.variables.values())
    if hidden or layout.card_variables or waiting(m):
        return False
    count = [m.state[zone.address] for zone in layout.zones]
    afresh = set[str]()
    for one in step.trail:
        if isinstance(one, CardTravel) and one.target >= 0:
            count[one.source] -= 1
            count[one.target] += 1
        elif isinstance(one, ShuffledZone) and layout.zones[one.zone].order != "heap":
            deck = layout.zones[one.zone].deck
            if count[one.zone] == len(layout.decks[deck]):
                afresh.add(deck)
    return bool(afresh) and all(
        knows(m, card, seat) or is_loose(m.code, m.state, m.where(card), card)
        for deck, cards in layout.decks.items()
        if deck not in afresh
        for card in cards
    )


def is_open(m: Position, number: int, base: SampledHistory) -> bool:
    """Whether all lies open before the step with this number, far enough from the last base."""
    since = base.decided.many
    return number - since >= (APART if since else 1) and is_fully_visible(m)


class RegenerationPoints:
    """The bases of a story, each a history up to the step in which the game begins afresh."""

    def __init__(self, stage: Simulator, first: SampledHistory) -> None:
        self.stage = stage
        self.all: list[SampledHistory] = [first]

    def back(self, steps: int) -> None:
        """Only so many steps have happened; that in which a game begins afresh must be among them."""
        self.all = [self.all[0], *(base for base in self.all[1:] if base.decided.many < steps)]

    def add(self, story: ObservationHistory, limits: Limits, closely: Closely) -> None:
        """The game has begun afresh in the last of these steps; tell them, from the last base on."""
        tale, _ = sample_history(self.stage, self.all[-1], story, limits, closely, len(story.steps), alone=True)
        if tale is not None:
            self.all.append(tale.shorter())


def sample_history(
    stage: Simulator,
    base: SampledHistory,
    story: ObservationHistory,
    limits: Limits,
    closely: Closely,
    seed: int,
    *,
    pool: ParticlePool | None = None,
    alone: bool = False,
) -> tuple[SampledHistory | None, int]:
    """A history that fits, and how many were drawn; None where none fits.

    The first ones are of the `pool`. Where a later one fails at a move, what this tells is looked for `closely`. If
    nothing helps, it is done without limits, for they may be too many; then without those that marks tell. Last some
    are left out by lot: one that does not hold keeps a history from fitting, and without all hardly any would fit.
    """
    attempt = 0
    with suppress(OutOfWork), stage.bounded():
        known, learned = dict(limits), dict(limits)
        for attempt in range(ATTEMPTS + MORE):
            luck, kept = RandomStream(seed, stage.seat, attempt), pool if attempt < POOLED else None
            as_shown = attempt >= ATTEMPTS and attempt % 2 == 1
            tale = sample_from_point(
                stage, base, story, known, luck, pool=kept, seed=seed + attempt, alone=alone, as_shown=as_shown
            )
            if tale is not None and tale.failed < 0:
                return tale, attempt + 1
            if pool is not None and attempt + 1 < POOLED:
                continue
            # While limits are left out below, what a failure tells would be left out as well
            looks = not ATTEMPTS // 2 <= attempt < ATTEMPTS
            if looks and tale is not None and tale.failed not in learned and story.steps[tale.failed].who >= 0:
                known[tale.failed] = learned[tale.failed] = closely(tale.failed)
            if attempt + 1 >= ATTEMPTS:
                lot, share = RandomStream(seed, stage.seat, attempt, 31), LEFT_OUT[attempt % len(LEFT_OUT)]
                known = {n: [one for one in found if lot.below(share)] for n, found in learned.items()}
            elif attempt >= ATTEMPTS * 3 // 4:
                known = {}
            elif attempt >= ATTEMPTS // 2:
                known = {n: [one for one in found if one.at >= 0] for n, found in limits.items()}
    return None, attempt + 1


def sample_from_point(
    stage: Simulator,
    base: SampledHistory,
    story: ObservationHistory,
    limits: Limits,
    luck: RandomStream,
    *,
    pool: ParticlePool | None,
    seed: int,
    alone: bool,
    as_shown: bool,
) -> SampledHistory | None:
    """Draw a history that goes on from a base and tell it; None where the cards cannot have gone so."""
    since, seat = base.decided.many, stage.seat
    found = _plan(stage, base, story, limits, luck, pool, seed, as_shown)
    if found is None:
        return None
    plan, start = found
    tale = base.copy() if start is None else start.start(stage, base, story, plan)
    if since == 0:
        tale.seed = luck.seed >> 1
        if base.beginning.cells is not None:
            assert base.start is not None
            order = base.start[1]
            kinds = plan.fitted[: len(order)]
            tale.beginning = sample_initial_state(base.m.code, base.beginning, order, kinds, seat, tale.seed)
            tale.m = stage.table(tale.beginning.untouched(base.m.code))
    extend_history(stage, tale, story, plan, luck, alone=alone)
    return tale


def _plan(
    stage: Simulator,
    base: SampledHistory,
    story: ObservationHistory,
    limits: Limits,
    luck: RandomStream,
    pool: ParticlePool | None,
    seed: int,
    as_shown: bool,
) -> tuple[StepPlan, CommonPrefix | None] | None:
    """Which cards go, by trajectories of the pool or others, and their head start, as far as they begin at the same
    table; None where the cards cannot have gone so.
    """
    code, since = base.m.code, base.decided.many
    if base.start is None:
        fresh = since == 0
        base.start = start_of(code, base.beginning, stage.seat) if fresh else concrete_start(base.m.plain())
    start = base.start[0]
    kept = None if pool is None else pool.following(base, start, story.steps, since, limits, seed)
    if kept is not None and kept.ways is not None:
        standing = base.beginning.cells is not None
        try:
            plan = StepPlan(kept.ways, story.steps, since, kept.times, kept.firsts, luck, every=standing)
        except NoAssignment:
            pass
        else:
            return plan, None if standing and since == 0 else kept.head_start
    for _ in range(DRAWS):
        ways = Trajectories(code, start, luck)
        ways.as_shown = as_shown
        try:
            return drawn(ways, story.steps, since, limits), None
        except NoAssignment:
            continue
    return None


# Where all lies open: everybody knows each card, but for those that were shuffled together in one place.
#
# Only one position is possible there, so nothing that was hidden before matters any more; a history up to there can
# serve all determinisations (`RegenerationPoints`).

Named = tuple[int, str]
"""The address and the name of a slot: several that are never needed at the same time share an address."""


def _named(slot: Slot | SlotList) -> Named:
    return slot.address, slot.name


def is_fully_visible(m: Position) -> bool:
    """Whether everybody knows all of a position but the order of shuffled cards, and chance to come."""
    if m.code.once(_has_hidden_variables, m.code.program):
        return False
    for _, pending in waiting(m):
        asked = min(m.state[pending.players.address], pending.capacity)
        if any(m.state[pending.base + index * pending.width] for index in range(asked)):
            return False  # somebody has picked something secretly
    hidden = m.code.once(_that_may_hide, m.code.program)
    if any(not isinstance(slot, Pending) and _named(slot) in hidden for slot in m.code.block(m.numbers).live):
        return False
    # Whether each card is known to all, or shuffled with all the others of its deck that are not
    code, state, runs = m.code, m.state, dict[int, int]()
    for zone in sorted(code.layout.zones, key=lambda zone: not code.heap[zone.number]):
        run = -1
        for card in m.cards(zone.number):
            word = state[code.know_at + card]
            run = run if word & BAG else card
            if word & code.everybody != code.everybody and (
                code.heap[zone.number] or word & PIN or runs.setdefault(code.layout.home[card], run) != run
            ):
                return False
    return True


def _has_hidden_variables(code: ProgramTables, _: Program) -> bool:
    layout = code.layout
    return bool(layout.card_variables) or any(cell.shows != "all" for cell in layout.variables.values())


def _that_may_hide(code: ProgramTables, program: Program) -> frozenset[Named]:
    """The slots of which somebody may not know the value: drawn by chance, or computed from hidden cards,
    or from such a slot. A number that counts turns is none.
    """
    found = {_named(block.end.slot) for block in program.blocks if isinstance(block.end, PickOne)}
    values = list(_set(program))
    while True:
        more = {slot for slot, value in values if _hides(code, value, found)} - found
        if not more:
            return frozenset(found)
        found |= more


def _set(program: Program) -> Iterator[tuple[Named, ir.Expr]]:
    """The slots that are set, each with its value; those of what is chosen with what it is chosen from."""
    for block in program.blocks:
        for stmt in all_effects(block.body):
            if isinstance(stmt, SetSlot):
                yield _named(stmt.slot), stmt.value
        for choice in block.end.choices if isinstance(block.end, AskBlock) else ():
            for one in choice.parameters:
                yield _named(one.slot), one.local if choice.secret else one.source


def _hides(code: ProgramTables, value: ir.Expr, hidden: set[Named]) -> bool:
    inside = {local.number for local in bound(value)}
    for part in every(value):
        if isinstance(part, ir.Local) and part.number not in inside:
            return True
        if isinstance(part, Slot | SlotList) and _named(part) in hidden:
            return True
    names = zones_read(code.program, [value])
    zones = (code.layout.zones[number] for name in names for number in code.layout.families.get(name, ()))
    return any(sees != "all" for zone in zones for sees in zone.sees)
