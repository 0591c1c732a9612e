"""The kinds of bot, by the name that the command line uses."""

from __future__ import annotations

from .first import First
from .greedy import Greedy
from .player import Maker
from .rollout import Rollout
from .uniform import Uniform

RANDOM = "random"

PLAYERS: dict[str, Maker] = {
    RANDOM: Uniform,
    "first": First,
    "greedy": Greedy,
    "rollout": Rollout,
}
"""The bots. A person at the terminal is not one of them: the command `play` makes those."""
