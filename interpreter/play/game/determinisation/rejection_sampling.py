"""Rejection sampling: a step played with the unknown cards dealt at random, accepted if the seat sees the same.

Where that hangs on nothing that must be drawn, the engine of the game plays it in one call, as it plays a history
(`fast_replay`); otherwise it is played in a few ways.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ....diagnostics.record import dataclass
from ....engines.cells import loose_places
from ....engines.engine import ReplayScript
from ....engines.events import PlayError
from ....engines.position import Position
from ....engines.program.layout import PC
from ..history import Beginning
from .assignment import SampledDeal
from .deal_sampling import hides_more, named_cards, sample_initial_table
from .fast_replay import ANY, NotDirect, StepDraws, cue, replay_directly
from .observations import ObservedStep
from .particles import plan_of_travels
from .random_stream import RandomStream
from .simulator import Simulator
from .step_replay import (
    StepHint,
    StepReplay,
    by_plan,
    moves_that_fit,
    planned_hidden_kinds,
    replay_as_planned,
)
from .trajectory import InitialRuns, open_places

RUNS = 6
"""So often is a step played to see whether it goes on as it was seen."""


class RejectionSampler:
    """The step, and the position before it, of which only what the seat knows is used: `start` is how the cards lie, as
    far as it knows, `order` which card lies where in truth.
    """

    def __init__(
        self,
        stage: Simulator,
        before: Position,
        step: ObservedStep,
        start: InitialRuns,
        order: Sequence[int],
        luck: RandomStream,
    ) -> None:
        self.stage, self.before, self.step = stage, before, step
        self.start, self.order, self.luck = start, order, luck
        zones = before.code.layout.zones
        self.unseen = [one.number for one in zones if one.owner >= 0 and one.sees[stage.seat] != "all"]

    @cached_property
    def _laid(self) -> Position:
        return self.before.code.at(list(self.before.state), explicit=True)

    @cached_property
    def _table(self) -> Position:
        """A table of the engine of the game on which other cards can be laid."""
        return self.stage.table(self._laid)

    @cached_property
    def _laying(self) -> DealLayout | None:
        return None if hides_more(self._laid) else DealLayout(self._laid, self.order, open_places(self.start))

    @cached_property
    def _script(self) -> ReplayScript:
        return ReplayScript([cue(self.step, 0, None)])

    @cached_property
    def _from_the_decision(self) -> ReplayScript | None:
        """The same after a beginning that leads to the decision: of another player's move the seat sees the same there,
        however the cards lie. None where that must be looked at by itself.
        """
        if self.step.who == self.stage.seat or self._laying is None:
            return None
        seen = self.stage.start_with_cells(self._table, self._laid.state).seen
        plain = cue(self.step, 1, None)
        first = replace(plain, who=-1, own=ANY, parts=(), travels=(), seen=seen, heard=(), at_chance=False)
        return None if seen is None else ReplayScript([first, plain])

    def good(self, dealing: SampledDeal) -> bool:
        """Whether the step goes on there as it was seen."""
        # One call of the engine plays the beginning and the step; the other way stops at the decision in between
        script = self._from_the_decision
        if script is not None and self._laying is not None:
            kinds = dealing.kinds
            laid = self._table.altered(self._laying.cells([kinds[line] for line in dealing.lines]))
            played = self.stage.executor.replay_steps(laid, script, range(2), self._departures(dealing), 0)
            if played is not None and played.drawn < 0 and (played.steps == 2 or (played.failed and played.steps)):
                return played.steps == 2 and self._ends_so(played.m, dealing)
        return self._good(dealing)

    def _good(self, dealing: SampledDeal) -> bool:
        try:
            m = self.start_table([dealing.kinds[line] for line in dealing.lines])
        except PlayError:
            return False
        if m.numbers[PC] != self.before.numbers[PC]:
            return False
        played = self.stage.executor.replay_steps(m, self._script, range(1), self._departures(dealing), 0)
        if played is not None and played.drawn < 0 and (played.steps or played.failed):
            return played.steps > 0 and self._ends_so(played.m, dealing)
        if played is None and self._script.cues[0].plain:
            draws = StepDraws(0)
            with suppress(NotDirect):
                found = replay_directly(self.stage, m, self.step, self._hint(dealing), draws, turns=1)
                if not draws.any:
                    return found is not None and self._ends_so(found.m, dealing)
        moves = moves_that_fit(m, self.step, StepHint())
        return bool(moves) and self._goes_on(m, moves, dealing)

    def start_table(self, kinds: Sequence[int]) -> Position:
        """A table with cards of these kinds, played on to the decision. Raises PlayError."""
        if self._laying is not None:
            return self.stage.start_with_cells(self._table, self._laying.cells(kinds))
        before, seed = self.before, self.luck.seed >> 1
        beginning = Beginning(0, before.explicit, tuple(before.state))
        return self.stage.start(sample_initial_table(before.code, beginning, self.order, kinds, self.stage.seat, seed))

    def _departures(self, dealing: SampledDeal) -> list[int]:
        """The kinds of the cards that go."""
        return [dealing.kinds[dealing.places[~number][0]] for number in range(len(self.step.travels))]

    def _hint(self, dealing: SampledDeal) -> StepHint:
        """What is planned for the step: the cards go as they were dealt."""
        gone = [dealing.places[~number][0] for number in range(len(self.step.travels))]
        travels = plan_of_travels(self.step, [(line, dealing.kinds[line]) for line in gone])
        return StepHint(travels, planned_hidden_kinds(self.step, travels))

    def _goes_on(self, m: Position, moves: Sequence[tuple[int, ...]], dealing: SampledDeal) -> bool:
        hint = self._hint(dealing)
        first = by_plan(m, moves, hint)[:1]
        again = StepReplay(self.stage, m, self.step, first, hint, self.luck, only=True)
        found = replay_as_planned(self.stage, m, self.step, first[0], hint) or again.first(RUNS)
        return found is not None and self._ends_so(found.m, dealing)

    def _ends_so(self, m: Position, dealing: SampledDeal) -> bool:
        """Whether after the step the cards lie as they were dealt and went, where the seat does not see them."""
        kind_of, kinds = m.kind_of, dealing.kinds
        return all(
            sorted([kind_of[card] for card in m.cards(zone)]) == sorted([kinds[line] for line in dealing.ends[zone]])
            for zone in self.unseen
        )


# Positions in which the cards that a seat does not know lie otherwise, many of them, worked out from one.
#
# Cards of one kind are as good as each other, so each place takes the next card of its kind; and of the largest pile
# whose order means nothing it is not asked which card goes where: what is left over lies there. Most cells are the same
# in all of these positions, so they are copied from one, in which all cards that are dealt lie in that pile.

Bag = tuple[Sequence[int], Sequence[int]]
"""The places of the loose cards of a bag, and what is known of the card at each."""


@dataclass(frozen=True, slots=True)
class ZoneRow:
    """The cards of a zone, and the address of the first one; those of a heap and of a bag lie by their numbers."""

    first: int
    cards: list[int]
    heap: bool
    bags: list[Bag]


class DealPlace(NamedTuple):
    """A place to which a card is dealt: its number in the order in which kinds are given, where the cards began that it
    may take, and where it is. `values` are the cells that go with the card, from which address on by its number,
    `named` the cells that name it."""

    number: int
    home: int
    row: int
    at: int
    values: Sequence[tuple[int, int]]
    named: Sequence[int]


class DealLayout:
    """The position before a step; `order` tells which card lies where, in the order in which kinds are given, and
    `dealt` are the numbers of those that may be others.
    """

    def __init__(self, m: Position, order: Sequence[int], dealt: Collection[int]) -> None:
        self.code, layout = m.code, m.code.layout
        self._state = state = m.state
        self._starts = [layout.place_at, layout.know_at, *(own.address for own in layout.card_variables.values())]
        named = named_cards(m)
        numbers = {order[number]: number for number in dealt}
        self._rows = [
            self._row(number, cards)
            for number, cards in enumerate([list(m.cards(zone.number)) for zone in layout.zones])
            if not numbers.keys().isdisjoint(cards)
        ]
        piles = ((n, pile) for n, row in enumerate(self._rows) for pile in self._piles(row, numbers.keys() - named))
        self._pile_row, self._pile = max(piles, key=lambda one: len(one[1]), default=(0, []))
        apart = [self._rows[self._pile_row].cards[at] for at in self._pile]
        self._cells = array("q", state)
        self._left: dict[int, dict[int, list[int]]] = {}
        for card in sorted(numbers):
            self._left.setdefault(layout.home[card], {}).setdefault(m.kind_of[card], []).append(card)
            for start in self._starts if apart else ():
                self._cells[start + card] = state[start + apart[0]]
        self._in_the_pile = self._others_in(self._rows[self._pile_row], apart) if apart else None
        waiting = numbers.keys() - apart
        self._places = [
            DealPlace(numbers[card], layout.home[card], n, at, self._values(card), named.get(card, ()))
            for n, row in enumerate(self._rows)
            for at, card in enumerate(row.cards)
            if card in waiting
        ]

    def cells(self, kinds: Sequence[int]) -> array[int]:
        """The cells where a card of these kinds lies in each place."""
        found, know = self._cells[:], self.code.know_at
        left = {home: {kind: iter(cards) for kind, cards in these.items()} for home, these in self._left.items()}
        rows = [row.cards.copy() for row in self._rows]
        for number, home, row, place, values, named in self._places:
            card = next(left[home][kinds[number]])
            rows[row][place] = card
            for start, value in values:
                found[start + card] = value
            for at in named:
                found[at] = card
        if self._pile:
            cards, over = rows[self._pile_row], chain.from_iterable(these.values() for these in left.values())
            lying = list(chain.from_iterable(over))
            if self._in_the_pile is not None:
                lying.sort()
                for at, word in self._in_the_pile:
                    found[know + lying[at]] = word
            for at, card in zip(self._pile, lying, strict=True):
                cards[at] = card
        for zone, cards in zip(self._rows, rows, strict=True):
            if zone.heap:
                cards.sort()
            for places, words in zone.bags:
                for at, word, card in zip(places, words, sorted([cards[at] for at in places]), strict=True):
                    cards[at] = card
                    found[know + card] = word
            found[zone.first : zone.first + len(cards)] = array("q", cards)
        return found

    def _others_in(self, row: ZoneRow, pile: Sequence[int]) -> list[tuple[int, int]] | None:
        """If the pile is a whole bag: where in it something else is known of a card than in the template, and what. The
        bag need not be looked at again then. None if it is none.
        """
        bag = next((one for one in row.bags if list(one[0]) == self._pile), None)
        if bag is None:
            return None
        row.bags.remove(bag)
        known = self._cells[self.code.know_at + pile[0]]
        return [(at, word) for at, word in enumerate(bag[1]) if word != known]

    def _row(self, zone: int, cards: list[int]) -> ZoneRow:
        words = [self._state[self.code.know_at + card] for card in cards]
        heap = self.code.heap[zone]
        loose = () if heap else loose_places(words)
        bags: list[Bag] = [(places, [words[at] for at in places]) for places in loose]
        return ZoneRow(self.code.zone_at[zone] + 1, cards, heap, bags)

    def _values(self, card: int) -> list[tuple[int, int]]:
        """What goes with a place, but for what is so in the pile."""
        mine = [(start, self._state[start + card]) for start in self._starts]
        return [(start, value) for start, value in mine if not self._pile or self._cells[start + card] != value]

    def _piles(self, row: ZoneRow, able: Collection[int]) -> Iterator[list[int]]:
        """Places of which it means nothing which card lies where: those of a heap of which the same is known, or of a
        bag; nothing names the cards, and they have the same marks.
        """
        know, *marks = self._starts[1:]
        piles: dict[tuple[int, ...], list[int]] = {}
        lying = [(-1, range(len(row.cards)))] if row.heap else [(n, places) for n, (places, _) in enumerate(row.bags)]
        for number, places in lying:
            for at in places:
                card = row.cards[at]
                if card in able:
                    word = self._state[know + card] if number < 0 else 0
                    piles.setdefault((number, word, *(self._state[one + card] for one in marks)), []).append(at)
        yield from piles.values()
