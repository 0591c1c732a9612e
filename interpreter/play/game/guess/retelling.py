"""One step of a story, played again with other hidden cards: the same things must be seen.

What is open in a step is drawn: which move another player made, as far as it was not announced, and what chance
decided. Each of these is a level with its options in a drawn order, the planned one first. Where the story goes another
way, the step is played again with the next option of the last level, a limited number of times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ....engines.program.nodes import AskBlock, PickOne, SettleTop
from ....engines.reference.announce import with_kinds
from ....engines.reference.expressions import compile_expr
from ....engines.reference.machine import Machine, RawMove
from ....engines.reference.walk import decide, play, run
from ....language.ir.types import NONE
from ..happenings import as_seen
from .glance import glance
from .luck import Luck
from .story import CHANCE, UNSEEN, Announced, Step, Travel, decider, fits, legal_of

Outcomes = tuple[tuple[int, int], ...]
Order = Callable[[Machine, int, Outcomes], list[int]]
"""In which order the outcomes of chance are tried, given the zone of a bag or `NONE`."""


class Wrong(Exception):
    """The step does not go as it was seen."""


@dataclass(slots=True)
class Level:
    """Something open: its options in the order in which they are tried, and how many there were to choose from."""

    options: list[Any]
    at: int = 0

    @property
    def now(self) -> Any:
        """The option that is being tried."""
        return self.options[self.at]


@dataclass(frozen=True, slots=True)
class Hint:
    """What is planned for a step: for each travel its zone and kind; the kinds that go unseen with the move that is
    made; and how the move will have been announced where it is secret still."""

    travels: Sequence[tuple[int, int]] = ()
    unseen: Sequence[int] = ()
    heard: Announced | None = None


@dataclass(slots=True)
class Telling:
    """A step as it was played: the table after it, the move, what chance decided, in order, and how likely that was."""

    m: Machine
    move: RawMove | None
    told: list[int]
    odds: float = 1.0


class Retelling:
    """Plays one step again and again for a seat, until it goes as it was seen."""

    def __init__(self, before: Machine, step: Step, seat: int, options: Sequence[RawMove], order: Order) -> None:
        self.before, self.step, self.seat = before, step, seat
        self.order = order
        self.levels: list[Level] = [] if step.who < 0 else [Level(list(options))]

    def first(self, runs: int) -> Telling | None:
        """The first way that fits, in so many runs."""
        if self.levels and not self.levels[0].options:
            return None
        for _ in range(runs):
            found = self.once()
            if found is not None:
                return found
            if not self.advance():
                return None
        return None

    def advance(self) -> bool:
        """Take the next option of the last level that has one."""
        while self.levels and self.levels[-1].at + 1 >= len(self.levels[-1].options):
            self.levels.pop()
        if not self.levels:
            return False
        self.levels[-1].at += 1
        return True

    def once(self) -> Telling | None:
        """Play the step with the options of now; None where it goes another way."""
        m = self.before.clone()
        m.events, m.open_events = [], []
        found = Telling(m, None, [])
        depth, checked = int(self.step.who >= 0), _Checked(self.step, self.seat)

        def ask(m: Machine, where: int, outcomes: Outcomes) -> int:
            nonlocal depth
            checked.look(m)
            if depth == len(self.levels):
                self.levels.append(Level(self.order(m, where, outcomes)))
            value: int = self.levels[depth].now
            depth += 1
            found.told.append(value)
            found.odds *= dict(outcomes)[value] / sum(weight for _, weight in outcomes)
            return value

        try:
            self._play(m, found, ask)
        except Wrong:
            return None
        m.oracle = None
        del self.levels[depth:]
        return found if agrees(m, self.step, self.seat) else None

    def _play(self, m: Machine, found: Telling, ask: Callable[[Machine, int, Outcomes], int]) -> None:
        m.oracle = ask
        if self.step.who < 0:
            run(m)
        else:
            found.move = self.levels[0].now
            assert found.move is not None
            play(m, found.move)
        chances = 0
        while m.outcomes:
            chances += 1
            if self.step.stop[0] == CHANCE and chances == self.step.chances:
                return
            decide(m, ask(m, bag_zone(m), m.outcomes))


class _Checked:
    """Looks at what happens while it happens, so that a step that goes wrong is left soon."""

    def __init__(self, step: Step, seat: int) -> None:
        self.step, self.seat = step, seat
        self.events = self.seen = 0

    def look(self, m: Machine) -> None:
        """Raises Wrong where something was seen otherwise."""
        events, told = m.events or [], self.step.told
        while self.events < len(events):
            event = events[self.events]
            self.events += 1
            one = as_seen(m, event, self.seat)
            if one is None:
                continue
            if self.seen >= len(told):
                raise Wrong
            wanted = told[self.seen]
            self.seen += 1
            if one.what != wanted.what or (one.what != "move" and one != wanted):
                raise Wrong


def agrees(m: Machine, step: Step, seat: int) -> bool:
    """Whether a step that was played is the one that was seen."""
    if (decider(m), m.state[1]) != step.stop:
        return False
    if tuple(one for event in m.events or () if (one := as_seen(m, event, seat)) is not None) != step.told:
        return False
    return legal_of(m, seat) == step.legal and glance(m, seat) == step.glance


def bag_zone(m: Machine) -> int:
    """The zone of the bag about which explicit chance decides; NONE where it picks an element of a list."""
    end = m.code.block(m.state).end
    return m.code.once(compile_expr, end.zone)(m, {}) if isinstance(end, SettleTop) else NONE


# What may have been done ------------------------------------------------------------------


def moves_that_fit(m: Machine, step: Step, hint: Hint) -> list[RawMove]:
    """The legal moves that could be the one that was made, as far as a seat heard of it."""
    end = m.code.block(m.state).end
    if not isinstance(end, AskBlock) or m.state[end.who.address] != step.who:
        return []
    moves = m.moves or ()
    if step.own is not None:
        return [move for move in moves if with_kinds(m, move, end) == step.own]
    heard = hint.heard if step.secret else step.announced
    return list(moves) if heard is None else [move for move in moves if fits(m, end, move, heard)]


def by_plan(m: Machine, moves: Sequence[RawMove], hint: Hint, luck: Luck) -> list[RawMove]:
    """The moves in any order, but those first that move the cards that are planned to go unseen."""
    mixed = luck.mixed(moves)
    if len(mixed) < 2 or not hint.unseen:
        return mixed
    end = m.code.block(m.state).end
    assert isinstance(end, AskBlock)
    planned = Counter(hint.unseen)
    return sorted(mixed, key=lambda move: -sum((planned & _cards(m, end, move)).values()))


def _cards(m: Machine, ask: AskBlock, move: RawMove) -> Counter[int]:
    found: Counter[int] = Counter()
    for parameter, part in zip(ask.choices[move[0]].parameters, with_kinds(m, move, ask)[1:], strict=True):
        type = parameter.slot.type
        if (type.item or type).base == "card":
            found.update(part if isinstance(part, tuple) else (part,))
    return found


def planned_first(hint: Hint, seat: int, luck: Luck) -> Order:
    """Outcomes in a drawn order, but first the one that was planned for the card that goes next."""

    def order(m: Machine, where: int, outcomes: Outcomes) -> list[int]:
        values = luck.weighed(outcomes)
        cards = where != NONE or _picks_cards(m)
        if not cards:
            return values
        kinds = {value: value if where != NONE else m.kind_of[value] for value in values if value != NONE}
        zone = where if where != NONE else next((m.where(value) for value in kinds), NONE)
        for source, kind in hint.travels[gone(m, seat) :]:
            if source == zone:
                wanted = [value for value in values if kinds.get(value) == kind]
                return wanted + [value for value in values if kinds.get(value) != kind]
        return values

    return order


def _picks_cards(m: Machine) -> bool:
    end = m.code.block(m.state).end
    return isinstance(end, PickOne) and end.slot.type.base == "card"


def gone(m: Machine, seat: int) -> int:
    """How many travels of the step have been seen."""
    return sum(e.what == "moved" or (e.what == "shown" and bool(e.seen[0] >> seat & 1)) for e in m.events or ())


def unseen_kinds(step: Step, travels: Sequence[tuple[int, int]]) -> list[int]:
    """The planned kinds of the cards that go unseen in a step."""
    seen = [one for one in step.trail if isinstance(one, Travel)]
    return [kind for one, (_, kind) in zip(seen, travels, strict=True) if one.kind == UNSEEN]
