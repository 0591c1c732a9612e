"""Why a card cannot be played now: the reasons of all the moves that it might have been part of.

Nothing here looks at more than `State.why_not`, which tells the player who decides what follows from what they see.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from ...engines.program.nodes import AskBlock, Choice
from ..game.state import State
from ..game.texts import Wordings
from ..page.seat_text import SeatText

MOST_TRIED = 60
"""So many moves are tried at most; a card that is part of more tells the reasons of the first."""

TELLING = ("condition", "filter", "hidden")
"""The reasons that say something about the card; others say that it was the wrong kind of thing to choose."""


def why_not_card(state: State, seat: int, card: str, words: Wordings) -> SeatText | None:
    """The reasons in words, each once; for a kind of card, on behalf of the seat that decides."""
    return SeatText.refused(state, seat, islice(_moves_with(state, card), MOST_TRIED), words, TELLING)


def _moves_with(state: State, card: str) -> Iterator[str]:
    """The moves that name this card in one place, and in the others whatever legal moves or players there are."""
    end = state.machine.code.block(state.machine.state).end
    for choice in end.choices if isinstance(end, AskBlock) else ():
        for place in range(len(choice.parameters)):
            others = [[card] if at == place else _possible(state, choice, at) for at in range(len(choice.parameters))]
            for texts in product(*others):
                yield f"{choice.name}({', '.join(texts)})"


def _possible(state: State, choice: Choice, place: int) -> list[str]:
    """What might stand at a place of a move: players or teams, or what stands there in legal moves."""
    type = choice.parameters[place].slot.type
    many = {"player": state.game.players, "team": state.game.layout.team_count}.get(type.base, 0)
    if many:
        return [f"{type.base[0]}{number + 1}" for number in range(many)]
    legal = [move.arguments[place] for move in state.legal_moves if len(move.arguments) > place]
    return list(dict.fromkeys(legal))
