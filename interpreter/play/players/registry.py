"""The kinds of bot, by the name that the command line uses: `random`, `search`, `search:playouts=2000`."""

from __future__ import annotations

import re
from typing import Literal

from ...language.text.whole import whole
from .first import First
from .greedy import Greedy
from .player import Maker
from .rollout import Rollout
from .search import Budget, Search
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

PARAMETERS: dict[str, tuple[str, ...]] = {"search": ("playouts", "time")}
"""What may be said of a bot after a colon."""

MOST = 10**9

Wrong = Literal["kind", "parameter", "value"]


class UnknownPlayer(ValueError):
    """A text that names no bot: its kind, its parameter or the value of that is wrong, as `wrong` says."""

    def __init__(self, wrong: Wrong, word: str) -> None:
        super().__init__(f"{word!r} is no {wrong} of a player")
        self.wrong: Wrong = wrong
        self.word = word


def maker(text: str) -> Maker:
    """What makes bots of a kind, named as on the command line. Raises UnknownPlayer.

    >>> maker("search:playouts=100")(0, 7)
    <cardwright.play.players.search.Search object at …>
    """
    name, colon, parameter = text.partition(":")
    if name not in PLAYERS:
        raise UnknownPlayer("kind", name)
    if not colon:
        return PLAYERS[name]
    key, equals, value = parameter.partition("=")
    if key not in PARAMETERS.get(name, ()) or not equals:
        raise UnknownPlayer("parameter", parameter)
    budget = _budget(key, value)
    return lambda seat, seed: Search(seat, seed, budget)


def _budget(key: str, value: str) -> Budget:
    """A budget in playouts, or in time: `50ms`, `2s`. Raises UnknownPlayer."""
    if key == "playouts":
        number = whole(value)
        if number is None or not 1 <= number <= MOST:
            raise UnknownPlayer("value", value)
        return Budget(playouts=number)
    found = re.fullmatch(r"([0-9]{1,6})(ms|s)", value, re.ASCII)
    if found is None or not int(found[1]):
        raise UnknownPlayer("value", value)
    return Budget(seconds=int(found[1]) / (1000 if found[2] == "ms" else 1))
