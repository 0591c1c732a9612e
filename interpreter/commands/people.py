"""`--seat N=KIND`: who plays each seat where people play, a person or a bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from ..diagnostics.how_many import how_many
from ..language.text.whole import counted, whole
from ..play.game.game import Game
from .failure import CommandError
from .opening import check_kind
from .reaching import check_reach

Command = Callable[..., Any]

HUMAN, BOT = "human", "random"


def people_and_bots(command: Command) -> Command:
    """Add `--seat`; the command gets what was given as `seats`."""
    about = "Who plays a seat: human or a bot (repeatable)."
    return click.option("--seat", "seats", multiple=True, metavar="N=KIND", help=about)(command)


def who_plays(seats: tuple[str, ...], game: Game, before: Sequence[str] = ()) -> tuple[str, ...]:
    """Who plays each seat: as given, else who has sat there `before`. Raises CommandError."""
    kinds: dict[int, str] = {}
    for seat in seats:
        number, equals, kind = seat.partition("=")
        number = number.strip().removeprefix("p")
        if not equals or whole(number) is None:
            raise CommandError("E012", f"--seat needs N=KIND, not '{seat}'", seat, "for example `--seat 1=human`")
        place = counted(number, 1, game.players)
        if place is None:
            raise CommandError(
                "E016",
                f"unknown seat {number}: the game has {how_many(game.players, 'player')}",
                seat,
                label=f"must be 1 to {game.players}",
            )
        check_kind(kind, HUMAN)
        check_reach((kind,), game)
        kinds[place] = kind
    for place, kind in enumerate(before, start=1):
        if place not in kinds:
            check_kind(kind, HUMAN)
            kinds[place] = kind
    free = [seat for seat in range(1, game.players + 1) if seat not in kinds]
    if HUMAN not in kinds.values():
        if not free:
            raise CommandError(
                "E016",
                "nobody is human at this table",
                seats[-1],
                "give a seat to a person: `--seat 1=human`",
                "or let the bots play by themselves: `cardwright run --seats …`",
            )
        kinds[free[0]] = HUMAN
    return tuple(kinds.get(seat, BOT) for seat in range(1, game.players + 1))
