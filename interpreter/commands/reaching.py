"""Whether a bot that is to look only so many decisions far, or to pick moves, has something to go by.

`search:reach=6` counts how far each side is ahead by the `value` of the spec, and so does `search:picks=2`. Where there
is none that could be used they would play as `search` does, so they are refused: nothing that is said of a bot is
accepted and ignored.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engines.program.appraised import has_value
from ..play.game.game import Game
from .failure import CommandError

PARAMETERS = ("reach=", "picks=")


def check_reach(kinds: Iterable[str], game: Game) -> None:
    """Raise CommandError for the first bot that goes by the worth of positions, in a game where they have none."""
    for kind in kinds:
        name, *parameters = kind.split(":")
        said = ":".join(one for one in parameters if one.startswith(PARAMETERS))
        if name == "search" and said and not has_value(game.program, game.exhibit):
            why, *helps = _reason(game)
            raise CommandError(
                "E263", f"`{said}` does nothing in {game.name}: {why}", kind, f"leave `{said}` out", *helps
            )


def _reason(game: Game) -> tuple[str, ...]:
    """Why nothing can be reached for, and what else can be done."""
    if game.exhibit.value is None:
        return "it does not say what a position is worth", "or say that in the game: `result: {…, value: …}`"
    if game.program.returns is not None:
        return ("it has `returns` of its own, so games are played to the end",)
    if game.program.winners is None:
        return ("it does not say who wins, so nobody is ahead", "or say that in the game: `result: {winners: …}`")
    return ("there is only one side, so nobody is ahead of another",)
