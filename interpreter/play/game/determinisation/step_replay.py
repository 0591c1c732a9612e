"""One step of a story, played again with other hidden cards: the same things must be seen.

What is open in a step is drawn: which move another player made, as far as it was not announced, and what chance
decided. Each of the latter is a level with its outcomes in a drawn order. Where the story goes another way, the next
outcome of the last level that has one is tried, then the next move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from ....diagnostics.record import dataclass
from ....engines.cells import loose, with_kinds
from ....engines.position import Position, RawMove
from ....engines.program.layout import RUNNING, STATUS
from ....engines.program.nodes import AskBlock, PickOne, SettleTop
from ....language.ir.types import NONE
from ..view import knows
from .observations import (
    CHANCE,
    UNPLACED,
    UNSEEN,
    AnnouncedMove,
    CardTravel,
    ObservedStep,
    ShuffledZone,
    decider,
    fits,
    same_label_values,
)
from .random_stream import RandomStream
from .simulator import ChanceLookahead, Going, Simulator


@dataclass(slots=True)
class OpenChoice:
    """Something that chance decides: the table before it, the outcomes that are left in the order in which they are
    tried, from which travel on the next card goes, the cell into which the outcome goes (-1: none in which
    something was seen), and the outcome itself."""

    m: Position
    left: Iterator[int]
    after: int
    cell: int
    value: int = NONE


Later = tuple[Sequence[CardTravel | ShuffledZone], Sequence[int], int]
"""What happens from a step on, the planned kind of each card, and how much of it belongs to the step itself."""


@dataclass(frozen=True, slots=True)
class StepHint:
    """What is planned for a step: its travels; the kinds that go unseen with the move that is made; and how the move
    will have been announced where it is secret still. `later` gives all that happens from this step on."""

    travels: Sequence[Going] = ()
    unseen: Sequence[int] = ()
    heard: AnnouncedMove | None = None
    later: Callable[[], Later] = lambda: ((), (), 0)


@dataclass(slots=True)
class ReplayedStep:
    """A step as it was played: the table after it, the move, what chance decided, in order, and how likely that was."""

    m: Position
    move: RawMove | None
    told: list[int]
    odds: float = 1.0


class StepReplay:
    """Plays one step in one way after the other, with one of these moves; what is planned for a card that goes is tried
    first (alone with `only`)."""

    def __init__(
        self,
        stage: Simulator,
        before: Position,
        step: ObservedStep,
        options: Sequence[RawMove],
        hint: StepHint,
        luck: RandomStream,
        *,
        only: bool = False,
    ) -> None:
        self.stage, self.before, self.step = stage, before, step
        self.options, self.hint, self.luck, self.only = options, hint, luck, only
        self.foresight = ChanceLookahead(stage, before, step, hint.travels)
        self.levels: list[OpenChoice] = []

    def first(self, runs: int) -> ReplayedStep | None:
        """The first way that fits, in so many runs."""
        return next((found for found in islice(self.ways(), runs) if found is not None), None)

    def ways(self) -> Iterator[ReplayedStep | None]:
        """All ways, the last thing that is open varying first; None for each that is not as it was seen, where all
        outcomes after which something else is told at once are one.
        """
        for move in (None,) if self.step.who < 0 else self.options:
            found: Position | None = self.stage.after(self.before, move)
            while found is not None:
                m = self._to_the_end(found)
                fits = m is not None and self.stage.seen(m) == self.step.seen
                told = [level.value for level in self.levels]
                yield ReplayedStep(m, move, told) if m is not None and fits else None
                found = self._alternative()

    def _to_the_end(self, m: Position) -> Position | None:
        """Play on to the next decision; None where something is told that was not."""
        step, found = self.step, None if self.stage.astray(m, self.step.heard) else m
        while found is not None and found.numbers[STATUS] == RUNNING and decider(found) == CHANCE:
            if step.stop[0] == CHANCE and len(self.levels) + 1 == step.chances:
                break
            since = self.levels[-1].after if self.levels else 0
            number = next_to_go(found, step, since)
            options = seen_to_go(found, step, number) or self._drawn(found, number)
            since, options = self.foresight.guided(found, since, options)
            cell, options = self._as_seen(found, options)
            self.levels.append(OpenChoice(found, iter(options), since if number < 0 else number + 1, cell))
            found = self._next()
        return found

    def _drawn(self, m: Position, number: int) -> list[int]:
        """The outcomes in a drawn order, but first the one that is planned for the card that goes next."""
        found, values = planned(m, self.hint, number), self.luck.weighed(m.outcomes or ())
        if found not in values:
            return values
        return [found] if self.only else [found, *(value for value in values if value != found)]

    def _as_seen(self, m: Position, values: list[int]) -> tuple[int, list[int]]:
        """The cell (-1: none) into which goes what chance decides, and the values, those first that the seat has seen
        there in the step: of many numbers hardly one would be the right one.
        """
        if len(values) < 2 or not self.step.ends:
            return -1, values
        twin, value = m.clone(), values[0]
        self.stage.decide(twin, value)
        for cells, seen in self.step.ends:
            cell = next((at for at in cells if m.state[at] != value == twin.state[at]), -1)
            if cell >= 0:
                # Of equal cards those have been seen that the seat knows by now, or as it will be dealt them: any
                known = [at for at, card in cells.items() if card >= 0 and knows(m, card, self.stage.seat)]
                given = {one.cell: one.value for one in self.levels if one.cell in (known or cells)}
                given.pop(cell, None)
                wanted, left = seen - Counter(given.values()), len(known or cells) - len(given)
                if cell in (known or cells) and self.luck.below(left) < wanted.total():
                    values = sorted(values, key=lambda one: one not in wanted)
                return cell, values
        return -1, values

    def _next(self) -> Position | None:
        """The table after the next outcome of the last level with which nothing is told that was not."""
        level = self.levels[-1]
        for value in level.left:
            m, level.value = level.m.clone(), value
            self.stage.decide(m, value)
            if not self.stage.astray(m, self.step.heard):
                return m
        return None

    def _alternative(self) -> Position | None:
        """The same of the last level that has one; None where none has."""
        while self.levels:
            found = self._next()
            if found is not None:
                return found
            self.levels.pop()
        return None


# What may have been done ------------------------------------------------------------------


def moves_that_fit(m: Position, step: ObservedStep, hint: StepHint) -> list[RawMove]:
    """The legal moves that could be the one that was made, as far as a seat heard of it."""
    end = m.code.block(m.numbers).end
    if not isinstance(end, AskBlock) or m.numbers[end.who.address] != step.who:
        return []
    moves: Sequence[RawMove] = m.moves or ()
    if step.read:
        moves = [move for move in moves if same_label_values(m, end.choices[move[0]], move, step.read)]
    if step.own is not None:
        own = step.own
        return [move for move in moves if move[0] == own[0] and with_kinds(m.kind_of, move, end) == own]
    heard = hint.heard if step.secret else step.announced
    return list(moves) if heard is None else [move for move in moves if fits(m, end, move, heard)]


def by_plan(m: Position, moves: Sequence[RawMove], hint: StepHint) -> list[RawMove]:
    """The moves, but those first that move the most of the cards that are planned to go unseen."""
    if len(moves) < 2 or not hint.unseen:
        return list(moves)
    return [move for _, move in sorted(zip(planned_cards(m, moves, hint), moves, strict=True), key=lambda one: -one[0])]


def planned_cards(m: Position, moves: Sequence[RawMove], hint: StepHint) -> list[int]:
    """How many of the cards that are planned to go unseen each move moves."""
    end, planned = m.code.block(m.numbers).end, Counter(hint.unseen)
    assert isinstance(end, AskBlock)
    cards = (cards_of_move(m, end, move).items() for move in moves)
    return [sum([min(count, planned[kind]) for kind, count in own]) for own in cards]


def cards_of_move(m: Position, ask: AskBlock, move: RawMove) -> Counter[int]:
    """The kinds of the cards that a move names."""
    found: Counter[int] = Counter()
    for parameter, part in zip(ask.choices[move[0]].parameters, with_kinds(m.kind_of, move, ask)[1:], strict=True):
        type = parameter.slot.type
        if (type.item or type).base == "card":
            found.update(part if isinstance(part, tuple) else (part,))
    return found


def next_to_go(m: Position, step: ObservedStep, since: int) -> int:
    """Which travel of a step, from one on, is that of the card about which chance decides; -1 where there is none."""
    end = m.code.block(m.numbers).end
    if not isinstance(end, SettleTop):
        return -1
    zone, place = m.spot(end)
    return going_from(m, step, since, end, (zone, place))


def going_from(m: Position, step: ObservedStep, since: int, end: SettleTop, spot: tuple[int, int]) -> int:
    """The same, of the card at a place of a zone.

    It is the next one from there with as many cards; a zone may run empty and be filled again in a step.
    """
    zone, place = spot
    many = m.state[m.code.zone_at[zone]] if zone != NONE else 0
    if end.place is not None:
        number = leaving(zone, place, many, step.travels, len(step.travels))
        return number if number >= since else -1
    for number in range(since, len(step.travels)):
        one = step.travels[number]
        if one.source == zone and one.many == many and one.place == place and not one.whole:
            return number
    return -1


def seen_to_go(m: Position, step: ObservedStep, number: int) -> list[int]:
    """The only outcome that chance may have if the card that goes next was seen; none where it was not."""
    end = m.code.block(m.numbers).end
    if number < 0 or step.travels[number].kind == UNSEEN or not isinstance(end, SettleTop):
        return []
    zone, place = m.spot(end)
    kind = step.travels[number].kind
    return [kind] if any(m.kind_of[card] == kind for card in loose(m.code, m.state, zone, place)) else []


def planned(m: Position, hint: StepHint, number: int) -> int:
    """The outcome for the card that is planned to go next, which is that of the travel with this number; NONE where
    there is no plan.
    """
    if number >= 0:
        return hint.travels[number][2]
    end = m.code.block(m.numbers).end
    if isinstance(end, SettleTop) and end.place is not None:
        return _planned_later(m, hint, end)
    cards = [value for value, _ in m.outcomes or () if value != NONE]
    if not isinstance(end, PickOne) or end.slot.type.base != "card" or not cards:
        return NONE
    zone = m.where(cards[0])
    many = m.state[m.code.zone_at[zone]]
    kinds = [kind for source, lay, kind, _ in hint.travels if source == zone and lay == many]
    return next((card for card in cards if m.kind_of[card] in kinds[:1]), NONE)


def _planned_later(m: Position, hint: StepHint, end: SettleTop) -> int:
    """The kind that is planned to leave later from the place that somebody looks at now, unseen; NONE if none is."""
    zone, place = m.spot(end)
    many = m.state[m.code.zone_at[zone]] if zone != NONE else 0
    events, kinds, sure = hint.later()
    number = leaving(zone, place, many, events, sure)
    return kinds[number] if number >= 0 else NONE


def planned_hidden_kinds(step: ObservedStep, travels: Sequence[Going]) -> list[int]:
    """The planned kinds of the cards that go unseen in a step."""
    return [going[2] for one, going in zip(step.travels, travels, strict=True) if one.kind == UNSEEN]


def replay_as_planned(
    stage: Simulator, before: Position, step: ObservedStep, move: RawMove | None, hint: StepHint
) -> ReplayedStep | None:
    """Play a step just as it is planned, which is quick; None where it goes another way, or something has no plan."""
    m = stage.after(before, move)
    told, since = list[int](), 0
    while m.numbers[STATUS] == RUNNING and decider(m) == CHANCE:
        if step.stop[0] == CHANCE and len(told) + 1 == step.chances:
            break
        number = next_to_go(m, step, since)
        if number < 0:
            return None
        source, _, value, _ = hint.travels[number]
        at = m.code.place_at
        if not any(m.state[at + card] == source for card in stage.cards_of(m.code)[value]):
            return None
        told.append(value)
        since = number + 1
        try:
            m.decide(value)
        except ValueError:  # the card lies further down
            return None
    return ReplayedStep(m, move, told) if stage.seen(m) == step.seen else None


def leaving(zone: int, place: int, many: int, events: Sequence[CardTravel | ShuffledZone], sure: int) -> int:
    """Which event is the first about the card that lies at a place of a zone with so many cards now; -1 if none is.

    The events from number `sure` on certainly come later than now; of those before it is told by the number of cards.
    """
    at, count, began = place, many, False
    for number, one in enumerate(events):
        began = began or number >= sure
        if isinstance(one, ShuffledZone) or one.whole:
            if zone in ((one.zone,) if isinstance(one, ShuffledZone) else (one.source, one.target)):
                return -1
            continue
        if one.source == zone and (began or one.many == count):
            began = True
            if one.many != count:
                return -1
            if one.place == at:
                return number
            if one.target >= 0:
                count, at = count - 1, at - (one.place < at)
        if one.target == zone and began:
            if one.goal == UNPLACED:
                return -1
            count, at = count + 1, at + (one.goal <= at)
    return -1
