"""Who begins: always the same side, or whoever a lot decides.

That is read off the first positions of a few games: seats that differ there differ by lot. Where all decide in secret
at first, nobody begins.
"""

from __future__ import annotations

from ..engines.program.nodes import AskBlock
from ..play.game.game import Game

LOOKS = 20
"""In how many games it is looked who begins: two players take turns by lot unseen once in half a million times."""

LOT = "lot"
"""What stands for whoever a lot decides."""


def first_seat(game: Game, seed: int) -> int | None:
    """The seat that decides first in a game; None if nobody does, or all in secret."""
    state = game.initial_state(seed=seed, record=False)
    if state.is_terminal:
        return None
    end = state.machine.code.block(state.machine.numbers).end
    assert isinstance(end, AskBlock)
    return None if end.secret is not None else state.current_seat


def side_of(seat: int, game: Game) -> str:
    """The side of a seat: `p1`, or its team `t1`."""
    return f"t{game.layout.teams[seat] + 1}" if game.layout.teams else f"p{seat + 1}"


def begins(games: tuple[Game, Game], first_seed: int) -> str:
    """The side that begins in all games of both; `LOT` if that varies; "" where nobody begins."""
    seats = [first_seat(game, first_seed + number) for game in games for number in range(LOOKS)]
    if None in seats:
        return ""
    sides = {side_of(seat, games[0]) for seat in seats if seat is not None}
    return sides.pop() if len(sides) == 1 else LOT
