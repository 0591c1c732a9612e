"""Moves behind the tree: at random, or the best of a few random ones.

At random is any action that is legal, then any move of it. The best of `picks` of them is the one after which the
position is worth most to its mover. What it is worth to the others does not count: to know that as well takes so many
times as long as there are seats, and more playouts bring more.

    at a decision with several moves that is not secret, in a game whose positions can be appraised:
        pick so many moves, each at random; one that comes again is tried once
        if they differ: play each of them, aside, to the next decision, or to the end of the game
        go on with the first of those after which the position is worth most to the mover; where the game is over, it
            is worth more than any other if the mover has more than each other side, and less if one has more

What chance brings after a move is what it would bring in the game that goes on, and all of them meet the same luck. If
a rule fails on the way, the dive fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from ..program.appraised import VALUE
from ..program.layout import ERROR, PC, RUNNING, STATUS
from ..program.nodes import AskBlock
from .appraising import worth
from .machine import Machine, RawMove
from .results import returns_of
from .walk import play

MOST_PICKS = 9
"""So many moves are picked at most."""

OVER = 2.0**80
"""What a return counts for where the game is over: no value is as large."""


def any_kind(m: Machine, moves: Sequence[RawMove]) -> int:
    """The place of a move picked at random: first one of the actions of which there are moves, then one of its moves.

    Where nearly all moves are discards, say, play goes on nevertheless.
    """
    firsts = [place for place, raw in enumerate(moves) if not place or moves[place - 1][0] != raw[0]]
    if len(firsts) == 1:
        return m.pick(len(moves))
    chosen = m.pick(len(firsts))
    first, behind = firsts[chosen], [*firsts, len(moves)][chosen + 1]
    return first + m.pick(behind - first)


def play_on(m: Machine, picks: int) -> Machine:
    """The position after a move at random, or after the best of so many. Raises one of `NOT_COMPUTED`."""
    moves = m.moves or ()
    ask = m.code.program.blocks[m.state[PC]].end
    assert isinstance(ask, AskBlock)
    if len(moves) == 1 or ask.secret is not None or VALUE not in m.code.program.functions:
        picks = 1
    places = list(dict.fromkeys([any_kind(m, moves) for _ in range(picks)]))
    if len(places) == 1:
        play(m, moves[places[0]])
        return m
    seat, found = m.state[ask.who.address], list[tuple[float, Machine]]()
    for place in places:
        tried = m.clone()
        play(tried, moves[place])
        if tried.state[STATUS] == ERROR:
            return tried
        over = tried.state[STATUS] != RUNNING or not tried.moves
        found.append((_lead(tried, seat) * OVER if over else worth(tried, seat), tried))
    return max(found, key=itemgetter(0))[1]


def _lead(m: Machine, seat: int) -> float:
    """How far the return of a seat is above the greatest of another side."""
    returns, sides = returns_of(m), m.code.layout.teams or range(m.players)
    return returns[seat] - max(one for one, side in zip(returns, sides, strict=True) if side != sides[seat])
