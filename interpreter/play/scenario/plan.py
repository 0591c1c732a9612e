"""What is known of a game that is played from its beginning or from a phase on, before any program of it is made."""

from __future__ import annotations

from dataclasses import field, replace

from ...diagnostics.record import dataclass
from ...engines.program.foresight import Foreseen, foresee
from ...engines.program.layout import Layout
from ...engines.program.make import declared
from ...engines.program.walk import all_effects
from ...language.ir import nodes as ir
from ...language.ir.game import Game

START = ".start"
"""The effect that gives variables their start values, in a game that is entered in a phase."""


@dataclass(slots=True)
class Plan:
    """`foreseen` says what holds of the program of `game` in every configuration, `choices` are all kinds of moves."""

    game: Game
    foreseen: Foreseen | None
    choices: tuple[ir.Choice, ...]
    _layouts: dict[tuple[object, ...], Layout | None] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> Plan:
        """The plan of a game; one that is entered must be foreseen to set its variables, too."""
        foreseen = foresee(game, max(game.players), start=START if START in game.effects else None)
        bodies = (game.main, *(effect.body for effect in game.effects.values()))
        asked = (stmt for body in bodies for stmt in all_effects(body) if isinstance(stmt, ir.Ask))
        return cls(game, foreseen, tuple(choice for ask in asked for choice in ask.choices))

    def layout(self, players: int, options: dict[str, int]) -> Layout | None:
        """What is declared in a configuration, if it surely becomes a program; but for the addresses of its cells."""
        key = (players, *options.items())
        if key not in self._layouts:
            self._layouts[key] = declared(self.game, players=players, options=options, foreseen=self.foreseen)
        return self._layouts[key]


def starting(game: Game) -> Game:
    """A game that does no more than give its variables their start values."""
    return replace(game, main=game.effects[START].body)
