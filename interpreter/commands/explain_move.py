"""Why a move is legal in a position of a recorded game, or why it is not: for the player who decides there."""

from __future__ import annotations

from dataclasses import asdict

import click

from ..play.game.state import State
from ..play.game.texts import Wordings
from ..play.players.human import reasons
from .outcome import Outcome, put_json


def explain_move(state: State, move: str, lang: str, outcome: Outcome) -> None:
    """Print the reason in words, and the facts that decide it; as JSON, all that a refusal has.

    Nothing is told that the player who decides may not know."""
    words = Wordings(state.game.spec, lang)
    refusal = state.why_not(move)
    if outcome.json:
        told = asdict(refusal) if refusal is not None else {"move": move}
        put_json({"player": str(state.decider), "legal": refusal is None, **told})
        return
    click.echo(f"{state.decider} · {state.phase}")
    for line in reasons(state, move, words):
        click.echo(line)
