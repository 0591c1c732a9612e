"""What each stage makes of a game, as text, to see where something goes wrong."""

from __future__ import annotations

from typing import Literal, assert_never, get_args

import click

from ..engines.program.show import show_program
from ..engines.program.show_layout import show_layout
from ..language.ir.show_game import show_game
from ..language.spec.show import show_spec
from .flags import GameFlags
from .opening import open_game, open_rules
from .outcome import Outcome, put_json

Stage = Literal["merged", "spec", "typed", "program", "layout"]
"""The stages whose results can be printed, in order."""

STAGES: tuple[Stage, ...] = get_args(Stage)


def show_stage(stage: Literal["spec", "typed", "program", "layout"], flags: GameFlags, outcome: Outcome) -> int:
    """Print what a stage makes of a game. Only the last two depend on options and on the number of players."""
    about: dict[str, str | int]
    match stage:
        case "spec":
            spec = open_rules(flags, outcome).spec
            about, text = {"game": spec.name}, show_spec(spec)
        case "typed":
            playable = open_rules(flags, outcome).playable
            about, text = {"game": playable.game.name}, show_game(playable.game, playable.value)
        case "program" | "layout":
            game = open_game(flags, outcome=outcome)
            show = show_program if stage == "program" else show_layout
            about, text = {"game": game.name, "players": game.players}, show(game.program)
        case _:
            assert_never(stage)
    if outcome.json:
        put_json({**about, "stage": stage, "text": text})
    else:
        click.echo(text)
    return 0
