"""The kinds of bot, by the name that the command line uses: `random`, `search`, `search:playouts=2000`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from ...engines.engine import DEEPEST, MOST_PICKS
from ...source.text.literals import parse_integer
from .external import PATIENCE, External
from .lookahead import Greedy, Rollout
from .player import FirstMove, Maker, Player, Uniform, WeightedActions
from .search import PLAYOUTS, Search, SearchBudget

RANDOM = "random"

PLAYERS: dict[str, Maker] = {
    RANDOM: Uniform,
    "first": FirstMove,
    "greedy": Greedy,
    "rollout": Rollout,
    "search": lambda seat, seed: Search(seat, seed, SearchBudget()),
}
"""The bots. A person at the terminal is not one of them: the command `play` makes those."""

QUICK = frozenset((RANDOM, "first"))
"""Bots that decide without a look at the position: watching their games takes longer than playing them."""

EXTERNAL = "external"
"""A program that plays: `external:COMMAND`, or `external:time=2s:COMMAND`."""

PARAMETERS: dict[str, dict[str, str]] = {
    RANDOM: {"ACTION": "pass=5"},
    "search": {
        "playouts": "playouts=2000",
        "time": "time=50ms",
        "delay": "delay=2",
        "redeal": "redeal=1",
        "reach": "reach=6",
        "picks": "picks=2",
    },
}
"""What may be said of a bot after a colon: each parameter with an example; `ACTION` stands for any of a game."""

BUDGETS = ("playouts", "time")
"""A bot has one of these."""

LARGEST = {"ACTION": 100, "playouts": 10**9, "delay": DEEPEST, "redeal": 9, "reach": DEEPEST, "picks": MOST_PICKS}
"""The largest value of each parameter that is a number."""

SMALLEST = dict.fromkeys(LARGEST, 1) | {"ACTION": 0, "picks": 2}
"""The smallest value: less would be as if nothing were said."""

Wrong = Literal["kind", "parameter", "value", "repeated", "command"]


class UnknownPlayer(ValueError):
    """A text that names no bot: its kind, its parameter or the value of that is wrong, as `wrong` says.

    `key` is the parameter whose value is wrong, or that is one too many.
    """

    def __init__(self, wrong: Wrong, word: str, key: str = "") -> None:
        super().__init__(f"{word!r} is no {wrong} of a player")
        self.wrong: Wrong = wrong
        self.word, self.key = word, key


def maker(text: str) -> Maker:
    """What makes bots of a kind, named as on the command line. Raises UnknownPlayer.

    >>> type(maker("search:playouts=100:delay=2")(0, 7)).__name__
    'Search'
    """
    name, colon, rest = text.partition(":")
    if name == EXTERNAL:
        # A program that plays; its name begins behind the time limit, if there is one
        patience, command = PATIENCE, rest
        if rest.startswith("time="):
            limit, _, command = rest.removeprefix("time=").partition(":")
            patience = _seconds(limit)
        if not command.strip():
            raise UnknownPlayer("command", rest)
        return lambda seat, seed: External(seat, seed, command, patience)
    if name not in PLAYERS:
        raise UnknownPlayer("kind", name)
    if not colon:
        return PLAYERS[name]
    given: dict[str, str] = {}
    for parameter in rest.split(":"):
        key, equals, value = parameter.partition("=")
        if not equals or not {key, "ACTION"} & PARAMETERS.get(name, {}).keys():
            raise UnknownPlayer("parameter", parameter)
        if key in given or (key in BUDGETS and given.keys() & set(BUDGETS)):
            raise UnknownPlayer("repeated", parameter, key)
        given[key] = value
    if name == RANDOM:
        weights = {action: _number(given, action, 1, "ACTION") for action in given}
        return lambda seat, seed: WeightedActions(seat, seed, weights)
    # A budget in playouts, or in time. Raises UnknownPlayer
    budget = SearchBudget(
        playouts=_number(given, "playouts", PLAYOUTS),
        seconds=_seconds(given["time"]) if "time" in given else None,
        delay=_number(given, "delay", 0) or None,
        redeal=_number(given, "redeal", 0),
        reach=_number(given, "reach", 0) or None,
        picks=_number(given, "picks", 1),
    )
    return lambda seat, seed: Search(seat, seed, budget)


def _number(given: dict[str, str], key: str, default: int, of: str = "") -> int:
    if key not in given:
        return default
    number = parse_integer(given[key])
    if number is None or not SMALLEST[of or key] <= number <= LARGEST[of or key]:
        raise UnknownPlayer("value", given[key], of or key)
    return number


def _seconds(value: str) -> float:
    """A time: `50ms`, `2s`."""
    found = re.fullmatch(r"([0-9]{1,6})(ms|s)", value, re.ASCII)
    if found is None or not int(found[1]):
        raise UnknownPlayer("value", value, "time")
    return int(found[1]) / (1000 if found[2] == "ms" else 1)


# Seating players: a kind for each seat, and the bots of these kinds.


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
