"""What has to be printed again: the cards of a game that differ from those of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .printed import Printed

Change = Literal["new", "changed", "more", "fewer", "gone"]
"""How a card differs: it was not there, it says or does something else, only its copies differ, or it is gone."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A kind of card that differs. `before` is the number of its copies before, `needed` how many are to be printed."""

    card: Printed
    change: Change
    before: int
    needed: int


def changes(cards: Sequence[Printed], before: Sequence[Printed]) -> list[Changed]:
    """The cards that differ from those before, in the order of the deck; at the end those that are gone."""
    known = {one.name: one for one in before if one.copies}
    found = [one for card in cards if card.copies and (one := _changed(card, known.get(card.name)))]
    left = {card.name for card in cards if card.copies}
    gone = [Changed(replace(one, copies=0), "gone", one.copies, 0) for one in known.values() if one.name not in left]
    return [*found, *gone]


def _changed(card: Printed, before: Printed | None) -> Changed | None:
    """How a card of the deck differs from what it was; None if it does not."""
    if before is None:
        return Changed(card, "new", 0, card.copies)
    if card.face != before.face:
        return Changed(card, "changed", before.copies, card.copies)
    if card.copies == before.copies:
        return None
    more = card.copies - before.copies
    return Changed(card, "more" if more > 0 else "fewer", before.copies, max(0, more))
