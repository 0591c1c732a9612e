"""Constraints on hidden cards: what a step tells of the cards that somebody held, and what a mark tells of its card.

who asks for a rank holds one of it; a card that was drawn unseen, and not shown after, was not the one asked for.

Each is a *limit*. Of certain kinds none lay in a zone, but for the cards that left it or were shown then, or only so
many; or one at least lay there; or a card that went unseen was of none of them.

That one at least lay there is read from the conditions of the move alone (`information_flow`). Other limits are also
found by trying. The cards that the seat does not know are dealt anew as they may have lain before the step, with those
in place that it showed. Where the step then goes on as it was seen however they lie, it tells nothing. Otherwise a
dealing is looked for in which it does. There cards exchange their kinds. Where no card of a zone may be of a kind,
there is none of this kind; where no more may be, there are no more. What is `known` from the conditions holds in all
of these dealings. What is found is dropped again if a dealing refutes it: one of those in which the step went on as it
was seen, such a one with cards exchanged (also those that go in the step, or all of a kind in all hands), or one
dealt anew. Kinds that the rules cannot tell apart are tried as one (`equivalence_classes`).

A limit makes what is drawn likelier to pass; whether a history could have happened is decided by playing it. Limits are
made from the seat's story and luck of their own, so they are the same for all determinisations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from ....diagnostics.record import dataclass
from ....engines.cells import is_loose
from ....engines.events import PlayError
from ....engines.position import Position, ProgramTables, RawMove
from ....engines.program.layout import CardCell
from ....engines.program.nodes import AskBlock, AskChoice, Stmt
from ....engines.program.traversal import all_effects
from ....language.ir import nodes as ir
from ..history import Beginning
from ..view import knows, marks_on
from .assignment import DealSampler, SampledDeal
from .deal_sampling import replace_cards, sample_initial_table, start_of
from .equivalence_classes import KindClasses, each_apart
from .information_flow import blocks_from
from .observations import UNSEEN, Limit, ObservedStep
from .random_stream import RandomStream
from .rejection_sampling import RejectionSampler
from .simulator import Simulator
from .step_replay import StepHint, moves_that_fit
from .trajectory import Trajectory

TRIES, LATER, CLOSELY, LONG = 3, 6, 10, 60
"""So many dealings are tried to see whether a step tells anything, also of what follows the move, to see it closely,
and to find one in which it goes on as it was seen."""

WITNESSES, ENOUGH = 2, 6
"""What is to be a limit must be found in so many dealings, and must hold in so many, if they are found."""

FEWER = 2
"""Where it is known what the rules read of hidden cards, the numbers above but for `TRIES` are divided
by this: then each dealing tells more."""


class LimitFinder:
    """Looks for limits before one step; `before` is the true position, of which only what the seat knows is used.

    So many dealings are tried. `known` is what the conditions of the move have told.
    """

    def __init__(
        self,
        stage: Simulator,
        before: Position,
        step: ObservedStep,
        luck: RandomStream,
        *,
        tries: int = TRIES,
        sorts: KindClasses | None = None,
        known: Sequence[Limit] = (),
    ) -> None:
        self.stage, self.seat = stage, stage.seat
        self.step, self.luck, self.known = step, luck, known
        self.tries, self.share = tries, FEWER if sorts else 1
        self.code = before.code
        self.beginning = Beginning(0, before.explicit, tuple(before.state))
        start, self.order = start_of(self.code, self.beginning, self.seat)
        self.sorts = sorts or self.code.once(each_apart, self.code.program)
        self.start = start
        self.dealings = DealSampler(self.code, start, step, luck, len(self.order), self.sorts.first)
        self.trying = RejectionSampler(stage, before, step, start, self.order, luck)
        self.unseen = self.trying.unseen
        self.zones = sorted(self.code.layout.zones, key=lambda zone: zone.owner)

    def are_of_one_sort(self) -> bool:
        """Whether all cards that the seat does not know are of one sort, so that nothing can be told of them."""
        free: dict[int, int] = {}
        for _, cards in (stretch for zone in self.start.zones for stretch in zone):
            for group, kinds in cards:
                free[group] = free.get(group, 0) | (kinds if kinds & (kinds - 1) else 0)
        return all(self.sorts.many(kinds) <= 1 for kinds in free.values())

    def limits(self, *, sure: bool) -> Sequence[Limit]:
        """The limits of the step. With `sure` they are looked for even if no dealing fails."""
        tries, enough = max(TRIES, self.tries // self.share), ENOUGH // self.share
        tried = [dealing for dealing in (self.dealt(self.known) for _ in range(tries)) if dealing is not None]
        good = [dealing for dealing in tried if self.good(dealing)]
        fails = len(good) < len(tried)
        if not fails and not sure:
            return []
        if len(good) < enough:
            more = (self.dealings.dealt(self.known, as_shown=bool(turn % 2)) for turn in range(LONG))
            good += islice((one for one in more if one and self.good(one)), enough - len(good))
        found, witnesses = list[Limit](), good[: WITNESSES // self.share]
        for place in self.places():
            found += self.most(witnesses, place, good)
            if place < 0:
                found += self.only_shown(witnesses, place)
        return self.consistent_limits(found, good)

    def consistent_limits(self, found: Sequence[Limit], good: Sequence[SampledDeal]) -> Sequence[Limit]:
        """The limits that nothing refutes. Each is looked at where the others hold, so if some do not, all that are
        left are looked at again."""
        kept = [one for one in found if not self.refuted(one, found, good)]
        return kept if len(kept) == len(found) else self.consistent_limits(kept, good)

    def refuted(self, limit: Limit, found: Sequence[Limit], good: Sequence[SampledDeal]) -> bool:
        """Whether a dealing breaks a limit and the step goes on as it was seen."""
        if any(one.breaks(limit) for one in good):
            return True
        others = [one for one in (*self.known, *found) if one.place != limit.place or not one.kinds & limit.kinds]
        # So many dealings are tried to find one in which a step goes on as it was seen although it breaks a limit
        for turn in range(4):
            one = good[-1 - turn % len(good)] if good else None
            near = self.breaking(one, limit, turn // len(good)) if one else None
            renamed = self.renamed(one, limit) if one and turn % 2 else None
            far = renamed or self.dealt([self.opposite(limit), *others])
            for other in (near, far):
                if other is not None and other.breaks(limit) and self.good(other):
                    return True
        return False

    def opposite(self, limit: Limit) -> Limit:
        """The limit that holds where this one does not."""
        place, kinds = limit.place, limit.kinds
        if place < 0:
            return Limit(place, ~kinds)
        shown = [one for one in self.step.travels if one.source == place and one.kind != UNSEEN]
        gone = Counter(one.target < 0 for one in shown if kinds >> one.kind & 1)
        return Limit(place, kinds, least=limit.most + 1 + max(gone.values(), default=0))

    def breaking(self, dealing: SampledDeal, limit: Limit, turn: int) -> SampledDeal | None:
        """A dealing in which a limit holds, with cards exchanged so that it breaks it: with others each turn."""
        kinds = limit.kinds
        here = self.luck.mixed(dealing.open[limit.place])
        many = limit.most + 1 - sum(kinds >> dealing.kinds[line] & 1 for line in dealing.places[limit.place])
        more = self._outside(dealing, limit.place, kinds, turn)
        able = [line for line in here if not kinds >> dealing.kinds[line] & 1]
        each = list({dealing.sort(line): line for line in able}.values())
        turn %= max(len(each), 1)
        able = [*each[turn:], *each[:turn], *(line for line in able if line not in each)]
        return dealing.exchanged(list(zip(able[:many], more, strict=False)))

    def renamed(self, dealing: SampledDeal, limit: Limit) -> SampledDeal | None:
        """The dealing with all cards of a kind exchanged, in all hands, for cards of another that breaks a limit: maybe
        only what the hands have in common matters.
        """
        hands = [*dealing.places[limit.place]]
        own = {dealing.kinds[line] for line in hands if not limit.kinds >> dealing.kinds[line] & 1}
        hands += [line for zone in self.unseen if zone != limit.place for line in dealing.places[zone]]
        kept, free = set(hands), dict[int, list[Trajectory]]()
        for line in dealing.lines:
            if line not in kept and line.open and limit.kinds >> dealing.kinds[line] & 1:
                free.setdefault(dealing.kinds[line], []).append(line)
        gone = {kind: [line for line in hands if dealing.kinds[line] == kind] for kind in sorted(own)}
        able = [(old, new) for old in gone.values() for new in free.values() if len(old) <= len(new)]
        return dealing.exchanged(list(zip(*self.luck.one_of(able), strict=False))) if able else None

    def _outside(self, dealing: SampledDeal, place: int, kinds: int, turn: int) -> list[Trajectory]:
        """The cards of some kinds that lie elsewhere and may be others: those that go in the step first, and each turn
        begun with another one.
        """
        here, found = set(dealing.places[place]), list[Trajectory]()
        for goes in (True, False):
            there = (lines for at, lines in dealing.places.items() if (at < 0) is goes)
            able = [one for lines in there for one in lines if kinds >> dealing.kinds[one] & 1 and one not in here]
            found += self.luck.mixed([one for one in able if one.open])
        turn %= max(len(found), 1)
        return found[turn:] + found[:turn]

    def dealt(self, limits: Sequence[Limit]) -> SampledDeal | None:
        """The unknown cards dealt anew, so that the step can show what it showed."""
        return self.dealings.dealt(limits)

    def good(self, dealing: SampledDeal | None) -> bool:
        """Whether the step goes on there as it was seen, as far as that is looked at."""
        return dealing is not None and self.trying.good(dealing)

    def places(self) -> list[int]:
        """The zones of which the seat does not know all cards, those of the player first; and what went unseen."""
        cells = self.beginning.cells
        assert cells is not None
        m = self.code.at(list(cells))
        hidden = [
            zone.number
            for zone in self.code.layout.zones
            if zone.owner >= 0 and any(not knows(m, card, self.seat) for card in m.cards(zone.number))
        ]
        theirs = [zone for zone in hidden if not self.is_mine(zone)]
        unseen = [~n for n, one in enumerate(self.step.travels) if one.kind == UNSEEN]
        return [*filter(self.is_mine, hidden), *theirs, *unseen]

    def is_mine(self, number: int) -> bool:
        """Whether a zone is that of the player who decided, or their team's."""
        zone, who = self.code.layout.zones[number], self.step.who
        return zone.owner == (who if zone.owner_kind == "player" else self.code.layout.teams[who])

    # Limits -------------------------------------------------------------------------------

    def others(self, dealing: SampledDeal, place: int) -> dict[int, Trajectory]:
        """For each kind a card of it that lies elsewhere and may be another, in no player's zone if there is one."""
        here, found = set(dealing.places[place]), dict[int, Trajectory]()
        groups = {line.group for line in here}
        for zone in self.zones:
            for line in dealing.open[zone.number]:
                if line not in here and line.group in groups:
                    found.setdefault(dealing.kinds[line], line)
        return found

    def by_sort(self, others: Mapping[int, Trajectory]) -> dict[int, Trajectory]:
        """One of these cards of each sort."""
        found, first = dict[int, Trajectory](), self.sorts.first
        for kind, line in others.items():
            found.setdefault(first[kind], line)
        return found

    def asked(self, one: SampledDeal, place: int, sorts: Iterable[int], fine: Mapping[int, int]) -> list[int]:
        """The sorts of which more lie in a place with one card more than do in any dealing that is `fine`."""
        many = one.most_in(place)
        return [sort for sort in sorts if many[sort] >= fine.get(sort, 0)]

    def most(self, witnesses: Sequence[SampledDeal], place: int, good: Sequence[SampledDeal]) -> Iterator[Limit]:
        """The kinds of which no card, or not one more, may be in a place: none that lay there in a good dealing."""
        found: dict[int, int] | None = None
        fine = _fine(good, place)
        for one in witnesses:
            harmful = self.harmful(one, place, found, fine)
            found = {kind: many for kind, many in harmful.items() if found is None or found[kind] == many}
        members = self.sorts.members
        none = sum(members[sort] for sort, many in (found or {}).items() if not many)
        if none:
            yield Limit(place, none)
        yield from (Limit(place, members[sort], most=many) for sort, many in (found or {}).items() if many)

    def only_shown(self, witnesses: Sequence[SampledDeal], place: int) -> Iterator[Limit]:
        """What went unseen is of a kind that was shown in the same step, if it always is."""
        gone = [(one.places[place][0], one.kinds) for one in witnesses]
        shown = {kinds[line] for line, kinds in gone if not line.open}
        if shown and all(kinds[line] in shown for line, kinds in gone):
            yield Limit(place, ~sum(1 << kind for kind in shown))

    def harmful(
        self, dealing: SampledDeal, place: int, among: Container[int] | None, fine: Mapping[int, int]
    ) -> dict[int, int]:
        """The sorts of which one more card makes the step go wrong in a place, and how many are there. So many of each
        as are `fine` are not tried.
        """
        many = dealing.most_in(place)
        here = dealing.open[place]
        others = self.by_sort(self.others(dealing, place))
        asked = self.asked(dealing, place, (sort for sort in others if among is None or sort in among), fine)
        left = self._left_by(asked, lambda sorts: _all_in(dealing, here, [(one, others[one]) for one in sorts]))
        return {sort: many[sort] for sort in left if _all_in(dealing, here, [(sort, others[sort])])}

    def _left_by(self, sorts: Sequence[int], together: Callable[[Sequence[int]], SampledDeal | None]) -> list[int]:
        """The sorts that may matter: those are left out with which, all together, the step goes on as it was seen."""
        if not sorts or self.good(together(sorts)):
            return []
        if len(sorts) == 1:
            return list(sorts)
        half = len(sorts) // 2
        return [*self._left_by(sorts[:half], together), *self._left_by(sorts[half:], together)]


def _fine(good: Sequence[SampledDeal], place: int) -> dict[int, int]:
    """How many cards of each sort have lain in a place at most."""
    found: dict[int, int] = {}
    for one in good:
        for sort, many in one.most_in(place).items():
            found[sort] = max(many, found.get(sort, 0))
    return found


def _all_in(
    dealing: SampledDeal, here: Sequence[Trajectory], wanted: Sequence[tuple[int, Trajectory]]
) -> SampledDeal | None:
    """The dealing with a card of each of these sorts more, instead of cards of none of them; None for want of such."""
    sorts = {sort for sort, _ in wanted}
    left, pairs = [line for line in here if dealing.sort(line) not in sorts], list[tuple[Trajectory, Trajectory]]()
    for _, other in wanted:
        line = next((line for line in left if dealing.may_exchange(line, other)), None)
        if line is None:
            return None
        left.remove(line)
        pairs.append((line, other))
    return dealing.exchanged(pairs)


# What a mark tells of the card on which it is seen: a card that was named red is red, and the others are not.
#
# Found by trying, as limits are. A seat sees marks on cards that it does not know. After a move that may have set
# some, the unknown cards are dealt anew a few times, so that each kind has lain at each of these places; the move is
# made, and the marks are compared with those that are seen in truth. A kind that never leads to the same marks at a
# place does not lie there.


FEW = 4
"""Where after so many dealings each mark was as in truth, the move is taken to tell nothing."""


@dataclass(slots=True)
class MarkedPlace:
    """A place where a seat does not know the card but sees marks on it; `after` are their values after the step.

    `tried` are the kinds, as bits, that have lain there, `fits` those with which the marks were the same.
    """

    zone: int
    place: int
    marks: tuple[CardCell, ...]
    after: tuple[int, ...]
    fits: int = 0
    tried: int = 0


def infer_from_marks(
    stage: Simulator, before: Position, after: Position, step: ObservedStep, number: int
) -> list[Limit]:
    """The limits that follow from the marks which a seat sees after a step; found with the luck of its number."""
    end = before.code.block(before.numbers).end
    heard = step.announced.name if step.announced is not None else None
    if step.who < 0 or step.chances or not isinstance(end, AskBlock):
        return []
    may_set = [
        one
        for index, one in enumerate(end.choices)
        if (one.name == heard or (step.own is not None and step.own[0] == index)) and before.code.once(_may_set, one)
    ]
    spots = list(_spots(before, after, stage.seat)) if may_set else []
    if not spots:
        return []
    learner = LimitFinder(stage, before, step, RandomStream(number, stage.seat, 13))
    # So often it is tried to lay each kind at each place, until each has lain there when the move was legal
    for _ in range(4):
        dealing = learner.dealt(())
        if dealing is not None and not (spots[0].tried and all(spot.tried == spot.fits for spot in spots)):
            kinds, code = [dealing.kinds[line] for line in dealing.lines], learner.code
            seed = learner.luck.seed >> 1
            m = sample_initial_table(code, learner.beginning, learner.order, kinds, learner.seat, seed)
            m.explicit = learner.beginning.explicit
            _try_kinds(stage, m, step, spots, learner.luck)
    banned = ((spot, spot.tried & ~spot.fits) for spot in spots)
    return [Limit(spot.zone, kinds, at=spot.place) for spot, kinds in banned if kinds]


def _spots(before: Position, after: Position, seat: int) -> Iterator[MarkedPlace]:
    code = before.code
    for zone in code.layout.zones:
        marks = marks_on(code.layout, zone, seat)
        if not marks or code.heap[zone.number]:
            continue
        for place, card in enumerate(before.cards(zone.number)):
            unknown = not knows(before, card, seat) and not knows(after, card, seat)
            if unknown and after.where(card) == zone.number and not is_loose(code, before.state, zone.number, card):
                values = tuple(after.state[cell.address + card] for cell in marks)
                yield MarkedPlace(zone.number, place, marks, values)


def _may_set(code: ProgramTables, choice: AskChoice) -> bool:
    bodies = (block.body for block in blocks_from(code.program, choice.then))
    return any(_sets(code, body) for body in bodies)


def _sets(code: ProgramTables, body: Sequence[Stmt]) -> bool:
    seen, waiting = set[str](), [tuple(body)]
    while waiting:
        for stmt in all_effects(waiting.pop()):
            if isinstance(stmt, ir.SetCardVariable):
                return True
            if isinstance(stmt, ir.Run) and stmt.effect not in seen:
                seen.add(stmt.effect)
                waiting.append(code.program.effects[stmt.effect].body)
    return False


def _try_kinds(
    stage: Simulator, base: Position, step: ObservedStep, spots: Sequence[MarkedPlace], luck: RandomStream
) -> None:
    """Lay each kind that the seat does not know elsewhere at each place, a different one at each at the same time."""
    free = [card for card in range(len(base.kind_of)) if not knows(base, card, stage.seat)]
    by_kind = {base.kind_of[card]: card for card in free}
    kinds = luck.mixed(sorted(by_kind))
    every = sum(1 << kind for kind in kinds)
    for turn in range(len(kinds)):
        wanted = [by_kind[kinds[(turn + number) % len(kinds)]] for number in range(min(len(spots), len(kinds)))]
        if any(not spot.tried >> kinds[(turn + n) % len(kinds)] & 1 for n, spot in enumerate(spots)):
            # The position with these cards at the places; each changes places with the card that lies there
            now = list(range(len(base.kind_of)))
            for spot, card in zip(spots, wanted, strict=False):
                here, there = base.cards(spot.zone)[spot.place], now.index(card)
                if base.code.layout.home[now[here]] == base.code.layout.home[card]:
                    now[here], now[there] = now[there], now[here]
            twin = base.code.at(list(base.state), explicit=base.explicit)
            replace_cards(twin, now)
            _look(stage, twin, step, spots)
        if all(spot.tried & every == every for spot in spots):
            return
        if turn == FEW and all(spot.tried == spot.fits for spot in spots):
            return


def _look(stage: Simulator, m: Position, step: ObservedStep, spots: Sequence[MarkedPlace]) -> None:
    """Make the move if it is legal there, and note which kinds show the marks that are seen in truth."""
    move = _the_move(m, step)
    if move is None:
        return
    cards = [m.cards(spot.zone)[spot.place] for spot in spots]
    table = stage.table(m)
    table.play(move)
    for spot, card in zip(spots, cards, strict=True):
        kind = 1 << m.kind_of[card]
        spot.tried |= kind
        if tuple(table.state[cell.address + card] for cell in spot.marks) == spot.after:
            spot.fits |= kind


def _the_move(m: Position, step: ObservedStep) -> RawMove | None:
    end = m.code.block(m.numbers).end
    assert isinstance(end, AskBlock)
    try:
        m.moves = m.legal(end)
    except PlayError:
        return None
    return next(iter(moves_that_fit(m, step, StepHint())), None)
