"""What a step tells of the cards that somebody held, or did not hold: who does not follow suit has none of the suit;
who asks for a rank holds one of it; a card that was drawn unseen, and not shown after, was not the one asked for.

Each is a *limit*. Of certain kinds none lay in a zone, but for the cards that left it or were shown then; or one at
least lay there; or a card that went unseen was of none of them.

Limits are found by trying. The cards that the seat does not know are dealt anew as they may have lain before the step,
with those in place that it showed. Where the step then goes on as it was seen however they lie, it tells nothing.
Otherwise a dealing is looked for in which it does, at random and without all kinds that have a value of an attribute.
There cards exchange their kinds. Where no card of a zone may be of a kind, there is none of this kind; where the last
one of a kind must stay, one must be of it, or of a kind that may stand for it.

A limit makes what is drawn likelier to pass; whether a history could have happened is decided by playing it. Limits are
made from the seat's story and luck of their own, so they are the same for all determinisations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import islice

from ....diagnostics.record import dataclass
from ....engines.program.layout import PC
from ....engines.program.nodes import AskBlock
from ....engines.reference.error import PlayError
from ....engines.reference.machine import Code, Machine
from ..history import Beginning
from ..view import knows
from .beginnings import begin_otherwise, start_of
from .fitting import fit
from .lifelines import Dead, Lifelines
from .limit import Limit
from .line import Line
from .luck import Luck
from .lying import Start
from .reading import goes_by_unseen, reads_unseen
from .retelling import Hint, Retelling, as_planned, best, moves_that_fit, straight, unseen_kinds
from .stage import Stage
from .story import UNSEEN, Step
from .telling import going

TRIES, CLOSELY, LONG = 3, 10, 60
"""So many dealings are tried to see whether a step tells anything, to see it closely, and to find one in which it goes
on as it was seen."""

WITNESSES = 2
"""What is to be a limit must be found in so many dealings."""

RUNS = 6
"""So often is a step played to see whether it goes on as it was seen."""

REFUTING = 6
"""So many dealings are tried to find one in which a step goes on as it was seen although it breaks a limit."""

OTHERWISE = 3
"""So often are cards replaced by others, to see whether one of them must stay."""


@dataclass(slots=True)
class Dealing:
    """The cards dealt anew before a step: their lifelines through it, and the kind of each."""

    places: dict[int, list[Line]]
    ends: list[list[Line]]
    lines: list[Line]
    kinds: dict[Line, int]

    def breaks(self, limit: Limit) -> bool:
        """Whether more or fewer cards lie in a place than a limit lets lie there."""
        many = sum(limit.kinds >> self.kinds[line] & 1 for line in self.places[limit.place])
        return many < limit.least if limit.least else many > limit.most

    def exchanged(self, pairs: Sequence[tuple[Line, Line]]) -> Dealing | None:
        """The same, but with the kinds of some pairs exchanged; None where they are of different decks, or
        were shuffled in between, or what was seen forbids it.
        """
        kinds = self.kinds.copy()
        for one, two in pairs:
            kinds[one], kinds[two] = kinds[two], kinds[one]
        fits = all(
            one.group == two.group and one.kinds >> kinds[one] & two.kinds >> kinds[two] & 1 for one, two in pairs
        )
        return Dealing(self.places, self.ends, self.lines, kinds) if fits else None


class Learner:
    """Looks for limits before one step; `before` is the true position, of which only what the seat knows is used.

    `closely` tries more, and looks not only whether the move is legal but whether the step goes on as it was seen.
    """

    def __init__(self, stage: Stage, before: Machine, step: Step, luck: Luck, *, closely: bool) -> None:
        self.stage, self.seat = stage, stage.seat
        self.step, self.luck, self.closely = step, luck, closely
        self.tries = CLOSELY if closely else TRIES
        self.code = before.code
        self.beginning = Beginning(0, before.explicit, tuple(before.state))
        self.start: Start
        self.start, self.order = start_of(self.code, self.beginning, self.seat)

    def limits(self, *, sure: bool) -> list[Limit]:
        """The limits of the step. With `sure` they are looked for even if no dealing fails."""
        tried = [dealing for dealing in (self.dealt(()) for _ in range(self.tries)) if dealing is not None]
        good = [dealing for dealing in tried if self.good(dealing)]
        if len(good) == len(tried) and not sure:
            return []
        if self.closely and len(good) < WITNESSES:
            more = (self.dealt(()) for _ in range(LONG))
            good += islice((one for one in more if one and self.good(one)), WITNESSES - len(good))
        found: list[Limit] = []
        for place in self.places():
            witnesses = (good or self.witnesses(place))[:WITNESSES]
            found += self.most(witnesses, place)
            if place < 0:
                found += self.only_shown(witnesses, place)
            elif self.closely:
                found += self.needs(witnesses, place)
        return [one for one in found if not (self.closely and self.refuted(one, found))]

    def refuted(self, limit: Limit, found: Sequence[Limit]) -> bool:
        """Whether a dealing breaks a limit, and only this one, and the step goes on as it was seen."""
        place, kinds = limit.place, limit.kinds
        if place < 0:
            opposite = Limit(place, ~kinds)
        elif limit.least:
            opposite = Limit(place, kinds)
        else:
            shown = [one for one in self.step.travels if one.source == place and one.kind != UNSEEN]
            gone = Counter(one.target < 0 for one in shown if kinds >> one.kind & 1)
            opposite = Limit(place, kinds, least=limit.most + 1 + max(gone.values(), default=0))
        others = [one for one in found if one.place != place or not one.kinds & kinds]
        dealings = (self.dealt([opposite, *others]) for _ in range(REFUTING))
        return any(one is not None and one.breaks(limit) and self.good(one) for one in dealings)

    # Dealings -----------------------------------------------------------------------------

    def dealt(self, limits: Sequence[Limit]) -> Dealing | None:
        """The unknown cards dealt anew, so that the step can show what it showed."""
        ways = Lifelines(self.code, self.start, self.luck)
        try:
            before = [ways.lying(zone) for zone in range(len(ways.zones))]
            times = ways.follow(self.step, limits)
            kinds = dict(zip(ways.lines, fit(ways), strict=True))
        except Dead:
            return None
        at = {time: line for line in ways.lines for time in line.travels}
        places = {~number: [at[time]] for number, time in enumerate(times)}
        places |= {zone: [line for line in lines if not line.travels] for zone, lines in enumerate(before)}
        ends = [ways.lying(zone) for zone in range(len(ways.zones))]
        return Dealing(places, ends, ways.lines[: len(self.order)], kinds)

    def good(self, dealing: Dealing | None) -> bool:
        """Whether the move that was made is legal there; closely, whether all goes on as it was seen."""
        if dealing is None:
            return False
        kinds, seed = [dealing.kinds[line] for line in dealing.lines], self.luck.seed >> 1
        cells = begin_otherwise(self.code, self.beginning, self.order, kinds, self.seat, seed).cells
        assert cells is not None
        try:
            m = self.stage.begun(Machine(self.code, list(cells), explicit=True, record=False))
        except PlayError:
            return False
        moves = moves_that_fit(m, self.step, Hint()) if m.numbers[PC] == cells[PC] else []
        return self._goes_on(m, moves, dealing) if self.closely and moves else bool(moves)

    def _goes_on(self, m: Machine, moves: Sequence[tuple[int, ...]], dealing: Dealing) -> bool:
        gone = [dealing.places[~number][0] for number in range(len(self.step.travels))]
        travels = going(self.step, [(line, dealing.kinds[line]) for line in gone])
        hint = Hint(travels, unseen_kinds(self.step, travels))
        first = best(m, moves, hint)
        again = Retelling(self.stage, m, self.step, first, as_planned(hint, self.luck), travels=hint.travels)
        found = straight(self.stage, m, self.step, first[0], hint) or again.first(RUNS)
        return found is not None and all(
            sorted(m.kind_of[card] for card in found.m.cards(zone.number))
            == sorted(dealing.kinds[line] for line in dealing.ends[zone.number])
            for zone in self.code.layout.zones
            if zone.owner >= 0
        )

    def places(self) -> list[int]:
        """The zones of which the seat does not know all cards, those of the player first; and what went unseen."""
        cells = self.beginning.cells
        assert cells is not None
        m = Machine(self.code, list(cells), record=False)
        layout, who = self.code.layout, self.step.who
        hidden = [
            z for z in layout.zones if z.owner >= 0 and any(not knows(m, c, self.seat) for c in m.cards(z.number))
        ]
        mine = [z for z in hidden if z.owner == (who if z.owner_kind == "player" else layout.teams[who])]
        theirs = [z for z in hidden if z not in mine] if self.closely else []
        unseen = [~n for n, one in enumerate(self.step.travels) if one.kind == UNSEEN]
        return [*(zone.number for zone in [*mine, *theirs]), *unseen]

    def witnesses(self, place: int) -> list[Dealing]:
        """Dealings in which the step goes on as seen, for lack of all that has some value of an attribute."""
        for kinds in kinds_alike(self.code, place, single=self.closely) if place >= 0 else ():
            found = [self.dealt([Limit(place, kinds)]) for _ in range(WITNESSES)]
            good = [dealing for dealing in found if dealing is not None and self.good(dealing)]
            if len(good) == WITNESSES:
                return good
        return []

    # Limits -------------------------------------------------------------------------------

    def others(self, dealing: Dealing, place: int) -> dict[int, Line]:
        """For each kind a card of it that lies elsewhere and may be another, in no player's zone if there is one."""
        here, found = set(dealing.places[place]), dict[int, Line]()
        groups = {line.group for line in here}
        for zone in sorted(self.code.layout.zones, key=lambda zone: zone.owner):
            for line in dealing.places[zone.number]:
                if line not in here and line.group in groups and _open(line):
                    found.setdefault(dealing.kinds[line], line)
        return found

    def most(self, witnesses: Sequence[Dealing], place: int) -> Iterator[Limit]:
        """The kinds of which no card, or not one more, may be in a place."""
        found: dict[int, int] | None = None
        for one in witnesses:
            harmful = self.harmful(one, place, found)
            found = {kind: many for kind, many in harmful.items() if found is None or found[kind] == many}
        none = sum(1 << kind for kind, many in (found or {}).items() if not many)
        if none:
            yield Limit(place, none)
        yield from (Limit(place, 1 << kind, most=many) for kind, many in (found or {}).items() if many)

    def only_shown(self, witnesses: Sequence[Dealing], place: int) -> Iterator[Limit]:
        """What went unseen is of a kind that was shown in the same step, if it always is."""
        gone = [(one.places[place][0], one.kinds) for one in witnesses]
        shown = {kinds[line] for line, kinds in gone if not _open(line)}
        if shown and all(kinds[line] in shown for line, kinds in gone):
            yield Limit(place, ~sum(1 << kind for kind in shown))

    def harmful(self, dealing: Dealing, place: int, among: Container[int] | None) -> dict[int, int]:
        """The kinds of which one more card makes the step go wrong in a place, whichever other it stands for; and how
        many are there.
        """
        many = Counter(dealing.kinds[line] for line in dealing.places[place])
        here = {dealing.kinds[line]: line for line in dealing.places[place] if _open(line)}
        found: dict[int, int] = {}
        for kind, other in self.others(dealing, place).items():
            if among is None or kind in among:
                tried = [dealing.exchanged([(line, other)]) for own, line in here.items() if own != kind]
                tried = [one for one in tried if one is not None]
                if tried and not any(self.good(one) for one in tried):
                    found[kind] = many[kind]
        return found

    def needs(self, witnesses: Sequence[Dealing], zone: int) -> list[Limit]:
        """The kinds of which one must lie in a zone: the step goes wrong if all of them are replaced by others."""
        found: dict[int, int] = {}
        for one in witnesses:
            here = {kind: 0 for line in one.places[zone] if _open(line) for kind in [one.kinds[line]]}
            for kind in here:
                if not any(self.good(self.without(one, zone, kind)) for _ in range(OTHERWISE)):
                    able = [
                        b for b in self.others(one, zone) if b != kind and self.good(self.without(one, zone, kind, b))
                    ]
                    kinds = sum(1 << b for b in able) | 1 << kind
                    found[kinds] = found.get(kinds, 0) + 1
        return [Limit(zone, kinds, least=1) for kinds, many in found.items() if many == len(witnesses)]

    def without(self, dealing: Dealing, zone: int, kind: int, instead: int = -1) -> Dealing | None:
        """The dealing with all cards of a kind in a zone replaced by others, one of them by one of `instead`."""
        here = [line for line in dealing.places[zone] if dealing.kinds[line] == kind and _open(line)]
        others = self.others(dealing, zone)
        first = [others.pop(instead)] if instead >= 0 else []
        rest = self.luck.mixed([line for other, line in others.items() if other != kind])
        instead_of = [*first, *rest][: len(here)]
        if len(instead_of) < len(here):
            return None
        return dealing.exchanged(list(zip(here, instead_of, strict=True)))


def _open(line: Line) -> bool:
    """Whether a card may still be of several kinds."""
    return line.kinds & (line.kinds - 1) != 0


def learn(stage: Stage, before: Machine, step: Step, number: int, *, closely: bool = False) -> list[Limit]:
    """The limits of a step, found with the luck of its number."""
    end = before.code.block(before.numbers).end
    if step.who < 0 or step.announced is None or not isinstance(end, AskBlock):
        return []
    choices = [choice for choice in end.choices if choice.name == step.announced.name]
    later = any(goes_by_unseen(before.code, choice, stage.seat) for choice in choices)
    legal = step.who != stage.seat and any(reads_unseen(before.code, choice, stage.seat) for choice in choices)
    if not (closely or later or legal):
        return []
    learner = Learner(stage, before, step, Luck(number, stage.seat, 11), closely=closely or later)
    return learner.limits(sure=later)


def kinds_alike(code: Code, zone: int, *, single: bool) -> Iterator[int]:
    """Sets of kinds that a zone may hold and that have a value of an attribute in common, single kinds if they are
    wanted, and all but those of a set.
    """
    layout = code.layout
    rows = [(number, row) for number, row in enumerate(layout.kinds) if row.deck == layout.zones[zone].deck]
    sets: dict[tuple[str, object], int] = {}
    for number, row in rows:
        for key, value in row.attributes.items():
            sets[key, value] = sets.get((key, value), 0) | 1 << number
        if single:
            sets["", number] = 1 << number
    whole = sum(1 << number for number, _ in rows)
    yield from sorted(set(sets.values()), key=lambda kinds: -kinds.bit_count())
    yield from (whole & ~kinds for kinds in sorted(set(sets.values())) if kinds & (kinds - 1))
