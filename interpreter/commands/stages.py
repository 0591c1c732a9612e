"""What each stage makes of a game, as text: how a mistake of the engine is found."""

from __future__ import annotations

import click

from ..engines.program.show import show_program
from .flags import GameFlags
from .opening import open_game
from .outcome import Outcome, put_json

STAGES = ("merged", "program")


def show_stage(stage: str, flags: GameFlags, outcome: Outcome) -> int:
    """Print a later stage than the merged spec: the program, with its blocks and layout."""
    game = open_game(flags, command_line=outcome.line.source)
    text = show_program(game.program)
    if outcome.json:
        put_json({"game": game.name, "players": game.players, "stage": stage, "text": text})
    else:
        click.echo(text)
    return 0
