"""Bots that never take a certain action, or play a certain card, unless they have nothing else.

Such a bot is named `random without discard`: the bot, and what it leaves alone: an action, a kind of card, or a single
move (`extend=yes`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from ..engines.program.nodes import AskBlock
from ..play.game.game import Game, State
from ..play.game.move import Move
from ..play.game.notation import kind_names
from ..play.players.player import Player, PlayerRandom
from ..play.players.registry import RANDOM, make_players, maker
from .measures.observation import named

WITHOUT = " without "


class RestrictedBot:
    """A bot that is shown only the moves it may make, all of them where nothing is `banned`. One at random picks among
    these with numbers of its own.
    """

    def __init__(self, kind: str, banned: str, seat: int, seed: int) -> None:
        self._banned, self._luck = banned, PlayerRandom(seed, seat)
        self._own = None if kind == RANDOM else maker(kind)(seat, seed)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """A move that the bot picks among those that it may make; among all if there is no other."""
        left = self._left(moves)
        if self._own is None or len(left) == 1:
            return self._luck.one_of(left)
        return self._own.choose(state, left)

    def lots(self, moves: Sequence[Move]) -> Sequence[Move]:
        """What a bot at random picks from; none for other bots."""
        return self._left(moves) if self._own is None else ()

    def _left(self, moves: Sequence[Move]) -> list[Move]:
        return [move for move in moves if not (self._banned and _is(move, self._banned))] or list(moves)


def players_for(kinds: Sequence[str], seed: int) -> tuple[Player, ...]:
    """The bots of these kinds, by seat, some of which may have to do without something."""
    parts = [kind.partition(WITHOUT) for kind in kinds]
    plain = make_players([own for own, _, _ in parts], seed)
    return tuple(
        RestrictedBot(own, banned, seat, seed) if banned else plain[seat] for seat, (own, _, banned) in enumerate(parts)
    )


def forbiddable(game: Game) -> tuple[str, ...]:
    """What a bot of this game can be made to do without: its actions, reactions, choices and kinds of card."""
    return tuple(dict.fromkeys((*action_names(game), *card_names(game))))


def action_names(game: Game) -> tuple[str, ...]:
    """The actions, reactions and choices of a game."""
    ends = (block.end for block in game.program.blocks)
    choices = (choice for end in ends if isinstance(end, AskBlock) for choice in end.choices)
    return tuple(dict.fromkeys(map(named, choices)))


def card_names(game: Game) -> tuple[str, ...]:
    """The kinds of card of a game; those of several decks with the same id have their deck before it, `main.ace`."""
    return game.code.once(kind_names, game.program)


def can_be_forbidden(banned: str, game: Game) -> bool:
    """Whether it is an action, a choice or a kind of card, or a move of such an action or choice."""
    known = forbiddable(game)
    return banned in known or re.split(r"[(=]", banned)[0] in known


def _is(move: Move, banned: str) -> bool:
    name = move.action or ", ".join(move.parameters)
    return banned in (name, "".join(move.text.split()), *move.arguments, *move.whole)


# Bots that play the same deal again, and choose otherwise.


def players_again(kinds: Sequence[str], seed: int, again: int) -> tuple[Player, ...]:
    """The bots of these kinds, by seat, for the game of a deal that is played for the `again`-th time.

    Bots at random pick by numbers of their own, so that the deal and what chance does stay the same.
    """
    own = (seed * 1_000_003 + again + 1) % 2**62
    anew = partial(RestrictedBot, RANDOM, "")
    return tuple((anew if kind == RANDOM else maker(kind))(seat, own) for seat, kind in enumerate(kinds))
