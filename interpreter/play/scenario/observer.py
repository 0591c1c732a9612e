"""Whoever watches scenarios while they are run, to see what they come to."""

from __future__ import annotations

from typing import Protocol

from ...language.ir.game import Game as CheckedGame
from ..game.game import Game
from ..game.refusal import Refusal
from ..game.rules import Rules
from .nodes import Scenario


class Observer(Protocol):
    """What is told to an observer; all of it by the rules of one game with some variants."""

    def watched(self, rules: Rules, game: CheckedGame) -> CheckedGame:
        """The game to play instead of this one, which must go in the same way."""

    def made(self, rules: Rules, game: Game) -> None:
        """A game was made of it for some players and options."""

    def run(self, rules: Rules, scenario: Scenario) -> None:
        """A scenario was run."""

    def refused(self, rules: Rules, refusal: Refusal) -> None:
        """A move was not legal, as its scenario says."""
