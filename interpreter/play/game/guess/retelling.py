"""One step of a story, played again with other hidden cards: the same things must be seen.

What is open in a step is drawn: which move another player made, as far as it was not announced, and what chance
decided. Each of these is a level with its options in a drawn order. Where the story goes another way, the step is
played again with the next option of the last level that has one, a limited number of times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....engines.program.layout import RUNNING, STATUS
from ....engines.program.nodes import AskBlock, PickOne, SettleTop
from ....engines.reference.announce import with_kinds
from ....engines.reference.chance import bag
from ....engines.reference.expressions import compile_expr
from ....engines.reference.machine import Machine, RawMove
from ....language.ir.types import NONE
from .luck import Luck
from .stage import Stage
from .story import CHANCE, UNSEEN, Announced, Step, Travel, decider, fits

Order = Callable[[Machine], list[int]]
"""Which outcomes of chance are tried, in which order."""


@dataclass(slots=True)
class Level:
    """Something open: its options in the order in which they are tried, and how many there were to choose from."""

    options: list[Any]
    at: int = 0

    @property
    def now(self) -> Any:
        """The option that is being tried."""
        return self.options[self.at]


Going = tuple[int, int, int]
"""A travel that is planned: its zone, how many cards lay there, its kind."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What is planned for a step: for each travel its zone, how many cards lay there, and its kind; the kinds that go
    unseen with the move that is made; and how the move will have been announced where it is secret still."""

    travels: Sequence[Going] = ()
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
    """Plays one step again and again, until it goes as it was seen; `weighing` says whether the odds are wanted."""

    def __init__(
        self,
        stage: Stage,
        before: Machine,
        step: Step,
        options: Sequence[RawMove],
        order: Order,
        *,
        weighing: bool = False,
    ) -> None:
        self.stage, self.before, self.step = stage, before, step
        self.order, self.weighing = order, weighing
        self.levels: list[Level] = [] if step.who < 0 else [Level(list(options))]
        self.seen = seen_at(step)

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
        stage, step, levels = self.stage, self.step, self.levels
        found = self._begun()
        m, depth, chances = found.m, int(step.who >= 0), 0
        while m.state[STATUS] == RUNNING and decider(m) == CHANCE:
            chances += 1
            if step.stop[0] == CHANCE and chances == step.chances:
                break
            if depth == len(levels):
                levels.append(Level(seen_to_go(m, self.seen) or self.order(m)))
            value: int = levels[depth].now
            depth += 1
            found.told.append(value)
            if self.weighing:
                found.odds *= dict(m.outcomes or ())[value] / sum(weight for _, weight in m.outcomes or ())
            stage.executor.decide(m, value)
        del levels[depth:]
        return found if stage.seen(m) == step.seen else None

    def _begun(self) -> Telling:
        if self.step.who < 0:
            return Telling(self.stage.begun(self.before), None, [])
        move: RawMove = self.levels[0].now
        m = self.stage.table(self.before)
        self.stage.executor.play(m, move)
        return Telling(m, move, [])


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


Spot = tuple[int, bool, int]
"""An end of a zone: the zone, whether it is the bottom, how many cards lay there."""


def seen_at(step: Step) -> dict[Spot, int]:
    """Which kinds of cards were seen to go in a step, each with where it lay."""
    found: dict[Spot, int] = {}
    for one in step.trail:
        if isinstance(one, Travel) and one.kind != UNSEEN and not one.whole:
            for bottom in (False, True):
                if one.place == (one.many - 1 if bottom else 0):
                    found.setdefault((one.source, bottom, one.many), one.kind)
    return found


def seen_to_go(m: Machine, seen: Mapping[Spot, int]) -> list[int]:
    """The only outcome that chance may have where the card is about to go and was seen; none where it was not."""
    end = m.code.block(m.state).end
    if not seen or not isinstance(end, SettleTop):
        return []
    zone: int = m.code.once(compile_expr, end.zone)(m, {})
    kind = seen.get((zone, end.at == "bottom", m.state[m.code.zone_at[zone]]), UNSEEN)
    return [kind] if any(m.kind_of[card] == kind for card in bag(m, zone, end.at)) else []


def as_planned(hint: Hint, luck: Luck) -> Order:
    """The outcome that is planned for the card that goes next; without a plan any, in a drawn order."""

    def order(m: Machine) -> list[int]:
        found = planned(m, hint)
        return [found] if found != NONE else luck.weighed(m.outcomes or ())

    return order


def planned_first(hint: Hint, luck: Luck) -> Order:
    """Outcomes in a drawn order, but first the one that is planned."""

    def order(m: Machine) -> list[int]:
        found, values = planned(m, hint), luck.weighed(m.outcomes or ())
        return [found, *(value for value in values if value != found)] if found in values else values

    return order


def planned(m: Machine, hint: Hint) -> int:
    """The outcome for the card that is planned to go next from the place where chance decides; NONE where there is no
    plan, or not that card.
    """
    end = m.code.block(m.state).end
    if isinstance(end, SettleTop):
        zone: int = m.code.once(compile_expr, end.zone)(m, {})
        many, kind_of = m.state[m.code.zone_at[zone]], m.kind_of
        for source, lay, kind in hint.travels:
            if source == zone and lay == many and any(kind_of[card] == kind for card in bag(m, zone, end.at)):
                return kind
    elif isinstance(end, PickOne) and end.slot.type.base == "card":
        cards = [value for value, _ in m.outcomes or () if value != NONE]
        zone = m.where(cards[0])
        many = m.state[m.code.zone_at[zone]]
        kinds = [kind for source, lay, kind in hint.travels if source == zone and lay == many]
        return next((card for card in cards if m.kind_of[card] in kinds[:1]), NONE)
    return NONE


def unseen_kinds(step: Step, travels: Sequence[Going]) -> list[int]:
    """The planned kinds of the cards that go unseen in a step."""
    seen = [one for one in step.trail if isinstance(one, Travel)]
    return [kind for one, (_, _, kind) in zip(seen, travels, strict=True) if one.kind == UNSEEN]
