"""What a seat has picked itself, secretly, where the cards lie otherwise: it still knows which cards it picked.

A card that it knows where it lies is picked with its place. One that was shuffled away since is another card of the
same kind, of those that the seat does not know where they lie.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....diagnostics.record import dataclass
from ....engines.program.nodes import AskBlock
from ....engines.reference.announce import with_cards
from ....engines.reference.machine import Machine, RawMove
from ....engines.reference.records import record, recorded
from ....language.ir.types import NONE
from ..view import knows, waiting
from .luck import Luck


def keep_own_picks(m: Machine, before: Machine, seat: int, now: Sequence[int], luck: Luck) -> None:
    """Pick the same kinds as `before`, where the card `now[card]` lies in the place of each card; cards that another
    player has picked are any: where they lie now tells nothing.
    """
    for ask, pending in waiting(m):
        loose = {now[card] for card in range(len(now)) if not knows(before, card, seat)}
        for index in range(min(m.state[pending.players.address], pending.capacity)):
            move = recorded(before.state, ask, pending, index)
            if move is None:
                continue
            mine = m.state[pending.players.address + 1 + index] == seat
            able = loose.copy() if mine else set(now)
            picks = Picks(before=before, seat=seat, now=now, loose=able, mine=mine, luck=Luck(luck.seed, index))
            record(m.state, ask, pending, index, picks.kept(ask, move))


def waiting_picks(m: Machine, seat: int) -> list[tuple[AskBlock, RawMove]]:
    """The secret choices of a seat that still wait, each with its decision."""
    found = []
    for ask, pending in waiting(m):
        at = pending.players.address
        for index in range(min(m.numbers[at], pending.capacity)):
            move = recorded(m.state, ask, pending, index) if m.numbers[at + 1 + index] == seat else None
            if move is not None:
                found.append((ask, move))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Picks:
    """One secret choice that is made again: `loose` may stand for a card whose place is not known."""

    before: Machine
    seat: int
    now: Sequence[int]
    loose: set[int]
    mine: bool
    luck: Luck

    def kept(self, ask: AskBlock, move: RawMove) -> RawMove:
        """The move with other cards that the seat cannot tell from those that were picked."""
        return with_cards(move, ask, self._card)

    def _card(self, card: int) -> int:
        if card == NONE:
            return card
        if self.mine and knows(self.before, card, self.seat):
            return self.now[card]
        code = self.before.code
        home, kind_of = code.layout.home, code.kind_of
        able = [one for one in sorted(self.loose) if home[one] == home[card]]
        if self.mine:
            able = [one for one in able if kind_of[one] == kind_of[card]]
        found = self.luck.one_of(able) if able else self.now[card]
        self.loose.discard(found)
        return found
