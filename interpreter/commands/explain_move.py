"""Why a move is legal in a position of a recorded game, or why it is not: for the player who decides there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import click

from ..play.game.texts import Wordings
from ..play.players.human import reasons
from .outcome import Outcome, put_json
from .positions import position_of


def explain_move(place: str, move: str, paths: Sequence[str], lang: str, outcome: Outcome) -> None:
    """Print the reason in words, and the facts that decide it; as JSON, all that a refusal has.

    Nothing is told that the player who decides may not know. Raises SpecError and CommandError.
    """
    state = position_of(place, paths).state
    words = Wordings(state.game.spec, lang)
    refusal = state.why_not(move)
    if outcome.json:
        told = asdict(refusal) if refusal is not None else {"move": move}
        put_json({"player": str(state.decider), "legal": refusal is None, **told})
        return
    click.echo(f"{state.decider} · {state.phase}")
    for line in reasons(state, move, words):
        click.echo(line)
