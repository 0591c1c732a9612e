"""What a move tells of the cards that somebody did not hold: who does not follow suit has none of the suit; nobody
held the card with which they would have reacted.

Found by trying. Before the move, the cards that the seat does not know are dealt anew, with those in place that the
move showed. Where the move is then legal however they lie, it tells nothing. Otherwise a dealing is looked for in which
it is legal: at random, and without all kinds that have a value of an attribute. There each kind is laid into the zone
in the place of another card; where this makes the move illegal, a card of this kind did not lie there: a *ban*.

A ban makes what is drawn likelier to pass; whether a history could have happened is decided by playing it. Bans are
made from the seat's story and luck of their own, so they are the same for all determinisations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....engines.program.nodes import AskBlock
from ....engines.reference.error import PlayError
from ....engines.reference.machine import Machine
from ....engines.reference.moves import compile_ask, list_moves
from ..history import Beginning
from ..resample import replace_cards
from ..view import knows
from .beginnings import begin_otherwise, start_of
from .fitting import fit
from .lifelines import ANYWHERE, Dead, Lifelines, Start
from .luck import Luck
from .reading import goes_by_unseen, reads_unseen
from .retelling import Hint, Retelling, moves_that_fit, planned_first
from .stage import Stage
from .story import UNSEEN, Step, Travel

TRIES, CLOSELY = 3, 10
"""So many dealings are tried to see whether a move tells anything, and to find one in which it is legal."""

RUNS = 6
"""So often is a step played to see whether it goes on as it was seen."""

Ban = tuple[int, int, int]
"""A zone, a place in it (`ANYWHERE` for all of it), and bits of the kinds that do not lie there."""


class Learner:
    """Looks for bans before one step; `before` is the true position, of which only what the seat knows is used.

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

    def bans(self, *, sure: bool) -> list[Ban]:
        """The bans that hold when the step begins. With `sure` they are looked for even if no dealing fails."""
        tried = [m for m in (self.dealt(()) for _ in range(self.tries)) if m is not None]
        good = [m for m in tried if self.legal(m)]
        if len(good) == len(tried) and not sure:
            return []
        found: list[Ban] = []
        for zone in self.zones():
            witnesses = good or self.witnesses(zone)
            kinds = self.banned(zone, witnesses) if witnesses else 0
            if kinds:
                found.append((zone, ANYWHERE, kinds))
        return found

    def dealt(self, bans: Sequence[Ban]) -> Machine | None:
        """The position with the unknown cards dealt anew, so that the step can show what it showed."""
        ways = Lifelines(self.code, self.start, self.luck)
        try:
            for zone, place, kinds in bans:
                ways.ban(zone, place, kinds)
            ways.follow(self.step)
            kinds_now = fit(ways)[: len(self.order)]
        except Dead:
            return None
        cells = begin_otherwise(self.code, self.beginning, self.order, kinds_now, self.seat, self.luck.seed >> 1).cells
        assert cells is not None
        return Machine(self.code, list(cells), explicit=self.beginning.explicit, record=False)

    def legal(self, m: Machine) -> bool:
        """Whether the move that was made is legal there; closely, whether all goes on as it was seen."""
        end = self.code.block(m.state).end
        assert isinstance(end, AskBlock)
        try:
            m.moves = list_moves(m, self.code.once(compile_ask, end))
        except PlayError:
            return False
        moves = moves_that_fit(m, self.step, Hint())
        if not self.closely or not moves:
            return bool(moves)
        gone = [
            (one.source, one.many, one.kind, one.kind != UNSEEN) for one in self.step.trail if isinstance(one, Travel)
        ]
        order = planned_first(Hint(gone), self.luck)
        return Retelling(self.stage, m, self.step, moves, order, travels=gone).first(RUNS) is not None

    def zones(self) -> list[int]:
        """The zones of which the seat does not know all cards, those of the player first."""
        cells = self.beginning.cells
        assert cells is not None
        m = Machine(self.code, list(cells), record=False)
        layout, who = self.code.layout, self.step.who
        hidden = [
            z for z in layout.zones if z.owner >= 0 and any(not knows(m, c, self.seat) for c in m.cards(z.number))
        ]
        mine = [z for z in hidden if z.owner == (who if z.owner_kind == "player" else layout.teams[who])]
        theirs = [z for z in hidden if z not in mine] if self.closely else []
        return [zone.number for zone in [*mine, *theirs]]

    def witnesses(self, zone: int) -> list[Machine]:
        """Dealings in which the move is legal, for lack of all that has some value of an attribute."""
        for kinds in self.alike(zone):
            found = [
                m for m in (self.dealt([(zone, ANYWHERE, kinds)]) for _ in range(2)) if m is not None and self.legal(m)
            ]
            if len(found) == 2:
                return found
        return []

    def alike(self, zone: int) -> Iterator[int]:
        """Sets of kinds that have a value of an attribute in common, single kinds, and all others."""
        layout = self.code.layout
        deck = layout.zones[zone].deck
        sets: dict[tuple[str, object], int] = {}
        for number, row in enumerate(layout.kinds):
            for key, value in row.attributes.items() if row.deck == deck else ():
                sets[key, value] = sets.get((key, value), 0) | 1 << number
        whole = sum(1 << number for number, row in enumerate(layout.kinds) if row.deck == deck)
        for number, row in enumerate(layout.kinds) if self.closely else ():
            if row.deck == deck:
                sets["", number] = 1 << number
        yield from sorted(set(sets.values()), key=lambda kinds: -kinds.bit_count())
        yield from (whole & ~kinds for kinds in sorted(set(sets.values())) if kinds & (kinds - 1))

    def banned(self, zone: int, witnesses: Sequence[Machine]) -> int:
        """The kinds that make the move illegal, wherever it is legal, when a card of them is laid into the zone."""
        found = -1
        for m in witnesses[:2]:
            found &= self.harmful(m, zone)
            if not found:
                return 0
        return found

    def harmful(self, m: Machine, zone: int) -> int:
        """The kinds that make the move illegal in the zone, whichever card they stand for."""
        needed = {one.kind for one in self.step.trail if isinstance(one, Travel) and one.source == zone}
        here = [c for c in m.cards(zone) if not knows(m, c, self.seat) and m.kind_of[c] not in needed]
        given_up = list({m.kind_of[card]: card for card in here}.values())
        if not given_up:
            return 0
        held, home = {m.kind_of[card] for card in m.cards(zone)}, self.code.layout.home
        others: dict[int, int] = {}
        owner = [self.code.layout.zones[m.where(card)].owner for card in range(len(m.kind_of))]
        for card in sorted(range(len(m.kind_of)), key=owner.__getitem__):
            kind = m.kind_of[card]
            if home[card] == home[given_up[0]] and kind not in held and not knows(m, card, self.seat):
                others.setdefault(kind, card)
        return sum(
            1 << kind for kind, card in others.items() if all(not self.with_it(m, one, card) for one in given_up)
        )

    def with_it(self, m: Machine, one: int, other: int) -> bool:
        """Whether the move is legal when two cards change places."""
        now = list(range(len(m.kind_of)))
        now[one], now[other] = other, one
        twin = Machine(self.code, list(m.state), explicit=m.explicit, record=False)
        replace_cards(twin, now)
        return self.legal(twin)


def learn(stage: Stage, before: Machine, step: Step, number: int, *, closely: bool = False) -> list[Ban]:
    """The bans before a step, found with the luck of its number."""
    end = before.code.block(before.state).end
    if step.who < 0 or step.announced is None or not isinstance(end, AskBlock):
        return []
    choices = [choice for choice in end.choices if choice.name == step.announced.name]
    later = any(goes_by_unseen(before.code, choice, stage.seat) for choice in choices)
    legal = step.who != stage.seat and any(reads_unseen(before.code, choice, stage.seat) for choice in choices)
    if not (closely or later or legal):
        return []
    learner = Learner(stage, before, step, Luck(number, stage.seat, 11), closely=closely or later)
    return learner.bans(sure=later)
