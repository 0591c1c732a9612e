"""A way to set a game up: how many play, and by which options."""

from __future__ import annotations

from ...diagnostics.record import dataclass


@dataclass(frozen=True, slots=True)
class Configuration:
    """A number of players and a value for every option.

    `name` describes it in words, `flags` are the flags of the command line that set the game up like this.
    """

    players: int
    options: dict[str, int]
    name: str
    flags: str
