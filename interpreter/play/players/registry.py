"""The kinds of bot, by the name that the command line uses: `random`, `search`, `search:playouts=2000`."""

from __future__ import annotations

import re
from typing import Literal

from ...engines.reference.tree import DEEPEST
from ...language.text.whole import whole
from .external import PATIENCE, External
from .first import First
from .greedy import Greedy
from .player import Maker
from .rollout import Rollout
from .search import PLAYOUTS, Budget, Search
from .uniform import Uniform

RANDOM = "random"

PLAYERS: dict[str, Maker] = {
    RANDOM: Uniform,
    "first": First,
    "greedy": Greedy,
    "rollout": Rollout,
    "search": lambda seat, seed: Search(seat, seed, Budget()),
}
"""The bots. A person at the terminal is not one of them: the command `play` makes those."""

EXTERNAL = "external"
"""A program that plays: `external:COMMAND`, or `external:time=2s:COMMAND`."""

PARAMETERS: dict[str, tuple[str, ...]] = {"search": ("playouts", "time", "delay", "redeal")}
"""What may be said of a bot after a colon."""

MOST = 10**9

MOST_REDEALT = 9
"""So many more guesses are made from a guess at most."""

Wrong = Literal["kind", "parameter", "value", "repeated", "command"]


class UnknownPlayer(ValueError):
    """A text that names no bot: its kind, its parameter or the value of that is wrong, as `wrong` says.

    `key` is the parameter whose value is wrong.
    """

    def __init__(self, wrong: Wrong, word: str, key: str = "") -> None:
        super().__init__(f"{word!r} is no {wrong} of a player")
        self.wrong: Wrong = wrong
        self.word, self.key = word, key


def maker(text: str) -> Maker:
    """What makes bots of a kind, named as on the command line. Raises UnknownPlayer.

    >>> maker("search:playouts=100:delay=2")(0, 7)
    <cardwright.play.players.search.Search object at …>
    """
    name, colon, rest = text.partition(":")
    if name == EXTERNAL:
        return _external(rest)
    if name not in PLAYERS:
        raise UnknownPlayer("kind", name)
    if not colon:
        return PLAYERS[name]
    given: dict[str, str] = {}
    for parameter in rest.split(":"):
        key, equals, value = parameter.partition("=")
        if key not in PARAMETERS.get(name, ()) or not equals:
            raise UnknownPlayer("parameter", parameter)
        if key in given or (key in ("playouts", "time") and given.keys() & {"playouts", "time"}):
            raise UnknownPlayer("repeated", parameter)
        given[key] = value
    budget = _budget(given)
    return lambda seat, seed: Search(seat, seed, budget)


def _budget(given: dict[str, str]) -> Budget:
    """A budget in playouts, or in time. Raises UnknownPlayer."""
    return Budget(
        playouts=_number(given["playouts"], "playouts", MOST) if "playouts" in given else PLAYOUTS,
        seconds=_seconds(given["time"]) if "time" in given else None,
        delay=_number(given["delay"], "delay", DEEPEST) if "delay" in given else None,
        redeal=_number(given["redeal"], "redeal", MOST_REDEALT) if "redeal" in given else 0,
    )


def _number(value: str, key: str, most: int) -> int:
    number = whole(value)
    if number is None or not 1 <= number <= most:
        raise UnknownPlayer("value", value, key)
    return number


def _seconds(value: str) -> float:
    """A time: `50ms`, `2s`."""
    found = re.fullmatch(r"([0-9]{1,6})(ms|s)", value, re.ASCII)
    if found is None or not int(found[1]):
        raise UnknownPlayer("value", value, "time")
    return int(found[1]) / (1000 if found[2] == "ms" else 1)


def _external(rest: str) -> Maker:
    """A program that plays; its name begins behind the time limit, if there is one."""
    patience, command = PATIENCE, rest
    if rest.startswith("time="):
        limit, _, command = rest.removeprefix("time=").partition(":")
        patience = _seconds(limit)
    if not command.strip():
        raise UnknownPlayer("command", rest)
    return lambda seat, seed: External(seat, seed, command, patience)
