"""Taking a move back, exactly fairly: at once where nobody has learned anything since, else where all people agree.

Somebody takes back their own last move, and whatever came after it. It is free while nobody can have learned anything:

- the move is a choice that is still secret, and nobody has moved since; the others know no more than that it was made
  (nothing follows from a secret choice before all have chosen);
- or nobody else plays.

Any other move has been heard by all seats, and what followed from it may have told them, or whoever made it, of cards:
then each person at the table is asked. Bots need not be asked: they remember nothing from one decision to the next.
Where bots alone are in the game with one person, there is nobody to ask.

Whether it is free follows from what everybody at the table has seen: who has moved, and who has chosen in secret. So
neither the answer nor the reason tells anything of hidden cards.

After a move was taken back, the position is again the one from which it was made, with the random numbers that were to
come then: the same moves bring the same cards. The record is that of the game as it now stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal

from ...diagnostics.record import dataclass
from ..game.state import State

Why = Literal["moved", "heard"]
"""Why the others have to agree: somebody else has moved since, or they have heard of the move."""


@dataclass(slots=True, kw_only=True)
class Question:
    """A move that somebody would like to take back. `keeps` moves of the game stay; `agreed` are the seats for it."""

    number: int
    seat: int
    keeps: int
    why: Why
    agreed: set[int] = field(default_factory=set)


def last_own(movers: Sequence[int], seat: int) -> int | None:
    """How many moves were made before a seat's last one; None if it has made none."""
    backwards = range(len(movers) - 1, -1, -1)
    return next((number for number in backwards if movers[number] == seat), None)


def needs(state: State, moves: Sequence[str], movers: Sequence[int], keeps: int) -> Why | None:
    """Why the others have to agree before the moves after the first `keeps` are taken back; None where it is free."""
    if state.game.players == 1:
        return None
    if len(moves) - keeps > 1:
        return "moved"
    waiting = state.view(movers[keeps]).get("chosen", {})
    return None if waiting.get(f"p{movers[keeps] + 1}") == moves[keeps] else "heard"
