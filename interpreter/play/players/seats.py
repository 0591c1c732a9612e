"""Seating players: a kind for each seat, and the bots of these kinds."""

from __future__ import annotations

from collections.abc import Sequence

from .player import Player
from .registry import maker


def seated(kinds: Sequence[str], players: int) -> tuple[str, ...]:
    """A kind of player for each seat; one kind is for all seats.

    Raises ValueError if there are more or fewer kinds than seats.
    """
    if len(kinds) == 1:
        return tuple(kinds) * players
    if len(kinds) != players:
        raise ValueError(f"{len(kinds)} kinds of player for {players} seats")
    return tuple(kinds)


def rotated(kinds: Sequence[str], seed: int) -> tuple[str, ...]:
    """Who sits where in the game with this seed: with each next seed everybody moves up by one seat.

    So each bot sits on every seat equally often, and no bot owes its victories to its seat.

    >>> rotated(["a", "b", "c"], 0), rotated(["a", "b", "c"], 1)
    (('a', 'b', 'c'), ('b', 'c', 'a'))
    """
    first = seed % len(kinds)
    return (*kinds[first:], *kinds[:first])


def make_players(kinds: Sequence[str], seed: int) -> tuple[Player, ...]:
    """The bots of these kinds, by seat; the seed is that of the game they are to play."""
    return tuple(maker(kind)(seat, seed) for seat, kind in enumerate(kinds))
