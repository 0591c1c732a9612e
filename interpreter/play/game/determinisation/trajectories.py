"""Which physical card may have gone where: the ways of all cards through what a seat has seen.

A *trajectory* is one card from the beginning on. It lies in a *run*: a heap, a bag of an ordered zone, or a place of
its own. Cards that lie in one run cannot be told apart by where they lie. So when a card leaves a run, any of its
trajectories may be the one; that is drawn. What the seat sees of a card at any time (its kind, its back) holds of its
trajectory for ever: the trajectory's `kinds` are the kinds that it may still be, as bits. Limits narrow it further
(`constraints`): where no card of a kind lay in a zone, all trajectories that lie there are none; where one lay there at
least, one of them is drawn to be it.

Where a card of a kind is seen to leave a run and no trajectory in it can be of that kind, two trajectories exchange
what came after a time at which both lay in one run: that was a mere draw, too.

Times are numbers of travels. Everything here is drawn from the story of a seat, and nothing else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import filterfalse
from operator import and_, itemgetter
from typing import TypeVar

from ....engines.position import ProgramTables
from .observations import UNPLACED, UNSEEN, CardTravel, Limit, ObservedStep, ShuffledZone
from .random_stream import RandomStream
from .trajectory import (
    FAR,
    Capacities,
    InitialRuns,
    RunSegment,
    Trajectory,
    ZoneRun,
    ZoneRuns,
    initial_trajectories,
    kinds_with,
    no_backs,
)

Found = TypeVar("Found")

AGAIN = 8
"""One time in so many the same card may have been shown twice in a row."""


Passing = tuple[Trajectory, ZoneRun, bool]
"""A card of a zone that goes as a whole, the run in which it lay, and whether it has been told of."""


class NoAssignment(Exception):
    """No trajectories fit what was drawn so far."""


class Trajectories:
    """The ways of all cards, kept up step by step. `gone` says which trajectories travelled; `alike` that all was drawn
    among such as may be the same kinds: other luck would lead to the same but for which is which. With `as_shown`
    those that have come in a step are the ones that are shown, and those just shown are the ones that go unseen.
    """

    def __init__(self, code: ProgramTables, start: InitialRuns, luck: RandomStream) -> None:
        self.code, self.luck, self.ledger = code, luck, Capacities(start.stock)
        self.heap = code.heap
        self.time, self.limit, self.began, self.never = 0, 0, 0, 0
        self.looked: list[Trajectory] = []
        self.places: list[ZoneRun] = []
        self.alike, self.as_shown = True, False
        self.zones = [
            initial_trajectories(stretches, heap=heap) for stretches, heap in zip(start.zones, code.heap, strict=True)
        ]
        self.lines = [line for zone in self.zones for line in zone.lines()]
        self._backs = code.once(no_backs, code.program)
        self.gone = TravelLog()
        self.ledger.begin(self.lines)

    def __del__(self) -> None:
        """Trajectories and their runs hold each other, so they are taken apart when nobody follows them any more."""
        for line in self.lines:
            line.stays.clear()

    # Steps --------------------------------------------------------------------------------

    def located_in(self, zone: int) -> list[Trajectory]:
        """The trajectories that lie in a zone now."""
        return self.zones[zone].lines()

    def follow(self, step: ObservedStep, limits: Sequence[Limit] = ()) -> list[int]:
        """Go on by a step; the times of its travels."""
        since = self.began = self.time
        if not limits:
            return self._travel(step, {})
        self._ban([limit for limit in limits if limit.at >= 0])
        limits = [limit for limit in limits if limit.at < 0]
        self.need([limit for limit in limits if limit.least])
        staying = [(one, self.located_in(one.place)) for one in limits if one.place >= 0 and not one.least]
        times = self._travel(step, {~limit.place: limit.kinds for limit in limits if limit.place < 0})
        for limit, lines in staying:
            stayed = [line for line in lines if not (line.travels and line.travels[-1] > since)]
            sure = [line for line in stayed if line.kinds & ~limit.kinds == 0]
            for line in stayed if len(sure) == limit.most else sure[limit.most :]:
                if line not in sure[: limit.most]:
                    self._narrow(line, ~limit.kinds)
        return times

    def _ban(self, limits: Sequence[Limit]) -> None:
        """Cards that lie alone at a place are not of some kinds."""
        for one in limits:
            run = self._find(one.place, one.at)
            for line in run.lines if len(run.lines) == 1 else ():
                if line.kinds & one.kinds:
                    self._narrow(line, ~one.kinds)

    def need(self, limits: Sequence[Limit]) -> None:
        """Draw the cards of which at least so many lie in a zone now."""
        for one in limits:
            able = [line for line in self.located_in(one.place) if line.kinds & ~one.kinds]
            for _ in range(one.least - (len(self.located_in(one.place)) - len(able))):
                line = self._drawn(able, one.kinds)
                self._narrow(line, one.kinds)
                able = [line for line in self.located_in(one.place) if line.kinds & ~one.kinds]

    def _travel(self, step: ObservedStep, never: Mapping[int, int]) -> list[int]:
        """The cards go as they did; `never` are the kinds that those with some numbers are not."""
        whole, times, last = list[Passing](), list[int](), -1
        self.looked = []
        for one in step.trail:
            if isinstance(one, ShuffledZone):
                self._mix(one.zone)
                continue
            self.time += 1
            self.never = never.get(len(times), 0)
            times.append(self.time)
            # No exchange may begin later than `limit`
            if not one.whole or one.place == 0:
                self.limit = self.time  # what goes as a whole has left when the second of its cards is told of
            if self.looked and last != one.source:
                self.looked = []
            last = one.source
            if one.whole and one.place == 0:
                whole = self._go_whole(one)
            if one.whole:
                self._pass_by(whole, one)
            elif one.target < 0:
                self._look(one)
            else:
                mask = self._mask(one)
                run = self._find(one.source, one.place)
                line = self._drawn(self._just_shown(run) if mask == -1 else run.lines, mask)
                self._goes(line)
                self._leave(line, run)
                self.zones[one.source].remove(one.place)
                self._lay(line, one.target, one.goal)
                self._narrow(line, mask)
        return times

    def _narrow(self, line: Trajectory, kinds: int) -> None:
        if kinds == -1:
            return
        was = line.kinds
        line.narrow(self.time, kinds)
        if line.kinds == was:
            return
        self.ledger.changed(line.group)
        if was & (was - 1) == 0:
            self.ledger.contradicted(line, was)
        if line.kinds == 0:
            raise NoAssignment
        if line.kinds & (line.kinds - 1) == 0:
            self.ledger.count(line, 1)

    def _mask(self, one: CardTravel) -> int:
        if one.kind != UNSEEN:
            return 1 << one.kind
        if not one.back:
            return ~self.never
        found = self._backs.get(one.back)
        if found is None:
            found = self._backs[one.back] = kinds_with(self.code, one.back)
        return ~self.never & found

    def _goes(self, line: Trajectory) -> None:
        """The travel of now is that of this trajectory."""
        if not line.travels:
            self.ledger.changed(line.group)
        line.travels.append(self.time)
        self.gone.add(line.number, self.time)

    def _leave(self, line: Trajectory, run: ZoneRun) -> None:
        run.lines.remove(line)
        last, since, _ = line.stays[-1]
        line.stays[-1] = (last, since, self.time)

    def _enter(self, line: Trajectory, run: ZoneRun) -> None:
        run.lines.append(line)
        line.stays.append((run, self.time, FAR))

    def _find(self, zone: int, place: int) -> ZoneRun:
        """The run in which a place lies."""
        run = self.zones[zone].find(place)
        if run is None:
            raise NoAssignment
        return run

    def _lay(self, line: Trajectory, zone: int, goal: int) -> None:
        lying = self.zones[zone]
        run = lying.stretches[0].run if lying.heap else ZoneRun([])
        if not lying.heap and goal != UNPLACED:
            lying.insert(goal, run)
        self._enter(line, run)
        if goal == UNPLACED:
            for other in [other for one in lying.runs() for other in one.lines]:
                self._leave(other, other.stays[-1][0])
                self._enter(other, run)
            lying.gather(run)

    def _look(self, one: CardTravel) -> None:
        """A card that lies somewhere was shown; in a bag it has a place from now on."""
        run = self._find(one.source, one.place)
        mask = self._mask(one)
        line = self._drawn(self._not_looked_at(run), mask)
        self.looked.append(line)
        self._goes(line)
        self._narrow(line, mask)
        if len(run.lines) > 1 and not self.heap[one.source]:
            self._leave(line, run)
            new = ZoneRun([])
            self.zones[one.source].remove(one.place)
            self.zones[one.source].insert(one.place, new)
            self._enter(line, new)

    def _just_shown(self, run: ZoneRun) -> list[Trajectory]:
        """The trajectories of a run, or half the time (always with `as_shown`) those just shown: often they go."""
        shown = [line for line in self.looked if line in run.lines]
        self.alike = self.alike and not shown
        return shown if shown and (self.as_shown or self.luck.below(2)) else run.lines

    def _not_looked_at(self, run: ZoneRun) -> list[Trajectory]:
        """The trajectories of a run but for those just shown: cards of a heap that are shown one after the other are
        different ones. It may have been one card twice, though, if rarely: so this is done otherwise now and then.
        """
        lines = [line for line in run.lines if line not in self.looked]
        if self.as_shown and (come := [line for line in lines if line.travels and line.travels[-1] > self.began]):
            self.alike = False
            return come
        self.alike = self.alike and len(lines) == len(run.lines)
        if len(lines) == len(run.lines) or (lines and self.luck.below(AGAIN)):
            return lines
        self.looked = []
        return run.lines

    def _go_whole(self, one: CardTravel) -> list[Passing]:
        """All cards of a zone go to another as they lie; those of a heap get places, which are drawn as they pass."""
        source, target = self.zones[one.source], self.zones[one.target]
        lines, self.places = source.lines(), []
        whole = [(line, line.stays[-1][0], False) for line in lines]
        if target.heap:
            for run in source.runs():
                for line in list(run.lines):
                    self._leave(line, run)
                    self._enter(line, target.stretches[0].run)
        else:
            moved = [part for part in source.stretches if part.run.lines]
            if source.heap:
                # The trajectories of a heap, each at a place of its own from now on
                for line in lines:
                    self._leave(line, line.stays[-1][0])
                    self.places.append(ZoneRun([]))
                    self._enter(line, self.places[-1])
                moved = [RunSegment(run, 1) for run in self.places]
            target.stretches = [*target.stretches, *moved] if one.goal else [*moved, *target.stretches]
        self.zones[one.source] = ZoneRuns([], heap=source.heap)
        return whole

    def _pass_by(self, whole: list[Passing], one: CardTravel) -> None:
        """What was seen of one card of a zone that went as a whole: it is one of those that lay in its run."""
        mask = self._mask(one)
        if one.place >= len(whole):
            raise NoAssignment
        origin = whole[one.place][1]
        plain = mask == -1 and not self.heap[one.source] and not whole[one.place][2]
        these = [whole[one.place]] if plain else whole
        able = [entry for entry in these if entry[1] is origin and not entry[2] and entry[0].kinds & mask]
        sure = [entry for entry in able if entry[0].kinds & ~mask == 0]
        if not sure and mask & (mask - 1) == 0 and mask > 0:
            able = [entry for entry in able if self.ledger.spare(entry[0].group, mask)]
        if sure or able:
            line = self._any([entry[0] for entry in sure or able])
            entry = next(entry for entry in able if entry[0] is line)
        else:
            line, was = self._fetched(mask, [entry[0] for entry in whole if entry[1] is origin and not entry[2]])
            entry = next(entry for entry in whole if entry[0] is was)
        whole[whole.index(entry)] = (line, origin, True)
        if self.places:
            # Of two trajectories that have just got their places, let this one be at the given place
            place = self.places[one.place]
            (other,), here = place.lines, line.stays[-1][0]
            if other is not line:
                here.lines, place.lines = place.lines, here.lines
                line.stays[-1], other.stays[-1] = other.stays[-1], line.stays[-1]
        self._goes(line)
        self._narrow(line, mask)

    def _mix(self, zone: int) -> None:
        self.time += 1
        if self.heap[zone]:
            return
        new = ZoneRun([])
        lines = self.zones[zone].lines()
        if lines and self._whole(lines):
            # All cards of a group are shuffled: which one was which before means nothing now
            stock = self.ledger.stock[lines[0].group]
            group = max(self.ledger.stock) + 1
            self.ledger.stock[group] = stock
            kinds = sum(1 << kind for kind in stock)
            marks, stay = ((self.time, kinds),), (new, self.time, FAR)
            for line in lines:
                run, since, _ = line.stays[-1]
                line.stays[-1] = (run, since, self.time)
                fresh = Trajectory(group, kinds, marks, [stay])
                new.lines.append(fresh)
                self.lines.append(fresh)
                self.ledger.add(fresh)
        else:
            for run in self.zones[zone].runs():
                for line in list(run.lines):
                    self._leave(line, run)
                    self._enter(line, new)
        self.zones[zone].gather(new)

    def _whole(self, lines: Sequence[Trajectory]) -> bool:
        """Whether these are all the cards of a group."""
        group = lines[0].group
        return all(line.group == group for line in lines) and len(lines) == sum(self.ledger.stock[group].values())

    # Drawing ------------------------------------------------------------------------------

    def _drawn(self, lines: Sequence[Trajectory], mask: int) -> Trajectory:
        """Which of the trajectories of a run a card was that fits the bits."""
        if not lines:
            raise NoAssignment
        if mask & (mask - 1) or mask < 0:
            able = lines if mask == -1 else [line for line in lines if line.kinds & mask]
            return self._any(able) if able else self._fetched(mask, lines)[0]
        if self.ledger.any_sure(mask):
            sure = [line for line in lines if line.kinds == mask]
            if sure:
                return self._any(sure)
        able = [line for line in lines if line.kinds & mask]
        for group in {line.group for line in able}:
            if not self.ledger.spare(group, mask):
                able = [line for line in able if line.group != group]
        return self._any(able) if able else self._fetched(mask, lines)[0]

    def _any(self, lines: Sequence[Trajectory]) -> Trajectory:
        """One of several trajectories."""
        if self.alike:
            kinds, group = lines[0].kinds, lines[0].group
            self.alike = all([line.kinds == kinds and line.group == group for line in lines])
        return self.luck.one_of(lines)

    def _fetched(self, mask: int, lines: Sequence[Trajectory]) -> tuple[Trajectory, Trajectory]:
        """Exchange the later part of one of the trajectories with that of another, which fits the bits; that one, and
        the one whose place it has taken.
        """
        single = mask & (mask - 1) == 0 and mask > 0
        tried, self.alike = 0, False
        for other in self.luck.mixed(self.lines):
            if not other.kinds & mask or other in lines or other in self.looked:
                continue
            if single and other.kinds != mask and not self.ledger.spare(other.group, mask):
                continue
            for line in self.luck.mixed(lines):
                tried += 1
                if self._exchanged(other, line, mask):
                    return other, line
                # So many exchanges are tried before a conflict is left as it is
                if tried > 400:
                    raise NoAssignment
        raise NoAssignment

    def _exchanged(self, other: Trajectory, line: Trajectory, mask: int) -> bool:
        """Let `other` be what `line` has become since they lay in one run; False where that cannot be."""
        if other.group != line.group:
            return False
        common = [
            (max(a, c), min(b, d))
            for run, a, b in other.stays
            for twin, c, d in line.stays
            if run is twin and max(a, c) < min(b, d)
        ]
        times = {
            time
            for since, to in common
            for time in (min(to, self.limit), *(when + 1 for when, _ in (*other.marks, *line.marks)))
            if since < time <= min(to, self.limit)
        }
        return any(self._swap_tails(other, line, time, mask) for time in self.luck.mixed(sorted(times)))

    def _swap_tails(self, one: Trajectory, two: Trajectory, time: int, mask: int) -> bool:
        """Two that lay in one run exchange all that came from a time on, if kinds are left for both: which of them went
        on how was a mere draw. The first then fits the bits.
        """
        marks = [_spliced(a.marks, b.marks, lambda mark: mark[0] < time) for a, b in ((one, two), (two, one))]
        first, second = (reduce(and_, (kinds for _, kinds in found), -1) for found in marks)
        if not first & mask or not second or (second == mask and not self.ledger.spare(two.group, mask)):
            return False
        for line in (one, two):
            if line.kinds & (line.kinds - 1) == 0:
                self.ledger.count(line, -1)
        travels = [_spliced(a.travels, b.travels, lambda when: when < time) for a, b in ((one, two), (two, one))]
        here, there = one.stays[-1][0], two.stays[-1][0]
        one.stays, two.stays = _stays(one.stays, two.stays, time), _stays(two.stays, one.stays, time)
        if here is not there:
            here.lines[here.lines.index(one)] = two
            there.lines[there.lines.index(two)] = one
        self.ledger.changed(one.group)
        for line, kinds, seen, went in zip((one, two), (first, second), marks, travels, strict=True):
            line.kinds, line.marks, line.travels = kinds, tuple(seen), went
            for when in went:
                if when >= time:
                    self.gone.change(line.number, when)
            if kinds & (kinds - 1) == 0:
                self.ledger.count(line, 1)
        return True


def _spliced(one: Sequence[Found], two: Sequence[Found], before: Callable[[Found], bool]) -> list[Found]:
    """What is before a time in one, then what is not in the other."""
    return [*filter(before, one), *filterfalse(before, two)]


def _stays(
    one: list[tuple[ZoneRun, int, int]], two: list[tuple[ZoneRun, int, int]], time: int
) -> list[tuple[ZoneRun, int, int]]:
    """The runs one lay in before a time, then those the other lies in from then on; both lay in the same then."""
    before = [stay for stay in one if stay[1] < time]
    after = [stay for stay in two if stay[1] >= time]
    run, since, _ = before[-1]
    to = next(stay for stay in reversed(two) if stay[1] < time)[2]
    return [*before[:-1], (run, since, to), *after]


# Which cards have gone somewhere, in order: the number of the trajectory of each travel, and the time of it.

Pick = Callable[[Sequence[int]], tuple[int, ...]]
"""Takes the kinds of all trajectories, and gives those of some."""


class TravelLog:
    """All travels so far; `numbers` are those of the trajectories."""

    __slots__ = ("_pick", "_times", "numbers")

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._times: list[int] = []
        self._pick: Pick | None = None

    def add(self, number: int, time: int) -> None:
        """One more travel, of this trajectory."""
        self.numbers.append(number)
        self._times.append(time)
        self._pick = None

    def change(self, number: int, time: int) -> None:
        """The travel of a time was that of another trajectory."""
        self.numbers[bisect_left(self._times, time)] = number
        self._pick = None

    def kinds(self, kinds: Sequence[int]) -> tuple[int, ...]:
        """The kind of the card that goes in each travel, from those of all trajectories."""
        if self._pick is None:
            self._pick = itemgetter(*self.numbers) if len(self.numbers) > 1 else self._few
        return self._pick(kinds)

    def _few(self, kinds: Sequence[int]) -> tuple[int, ...]:
        return tuple([kinds[number] for number in self.numbers])
