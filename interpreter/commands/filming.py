"""`--html FILE`: writes a game as a page that opens from disk, with a slider over its steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import click

from ..diagnostics.how_many import how_many
from ..play.game.decider import EVERYTHING
from ..play.game.game import Game
from ..play.game.state import State
from ..play.game.trace import Line
from .failure import CommandError
from .outcome import Outcome
from .transcript import Transcript
from .writing import check_writable, write_whole

Command = Callable[..., Any]


def filming(command: Command) -> Command:
    """Add `--html`, `--seat` and `--against`; the command gets them by these names, None if not given."""
    path = click.Path(dir_okay=False)
    html = click.option("--html", type=path, metavar="FILE", help="Write the game as a page with a slider over it.")
    told = "Show the game as one seat saw it, such as p1; without it, with all cards."
    seat = click.option("--seat", metavar="SEAT", help=told)
    other = "Show the same deal by other rules beside it: a variant, or GAME+VARIANT."
    against = click.option("--against", metavar="VARIANT", help=other)
    return html(seat(against(command)))


def check_filming(html: str | None, seat: str | None, outcome: Outcome) -> None:
    """Raise CommandError for a seat where nothing is shown, and for a page that cannot be written."""
    if html is not None:
        check_writable(html, "a page of HTML")
    elif seat is not None and outcome.json:
        helps = ("leave `--format json` out, or let `--html FILE` write a page of it",)
        raise CommandError("E013", "--seat has no effect with --format json, which tells all", "--seat", *helps)


def seat_number(seat: str | None, game: Game) -> int:
    """The number of a seat that is named `p1` or `1`, and `EVERYTHING` for None. Raises CommandError."""
    if seat is None:
        return EVERYTHING
    found = re.fullmatch(r"p?([1-9][0-9]?)", seat, re.ASCII)
    if found is None:
        raise CommandError("E012", f"--seat needs a seat, not '{seat}'", seat, "for example `--seat p1`")
    if int(found[1]) > game.players:
        message = f"unknown seat {seat}: the game has {how_many(game.players, 'player')}"
        raise CommandError("E016", message, seat, label=f"must be p1 to p{game.players}")
    return int(found[1]) - 1


def write_film(html: str, lines: Sequence[Line], game: Game, seat: int, lang: str, outcome: Outcome) -> None:
    """Write the page of a trace that is known to be playable. Raises CommandError if it cannot be written."""
    # Only where a page is asked for.
    from ..play.page.film import Film, film_of_trace
    from ..play.page.page import film_page
    from ..play.page.phrases import say

    film = Film(seat, lang, lambda state: ending(state, lang), moves=False)
    film_of_trace(lines, game.initial_state(seed=0, chance="explicit"), film)
    write_whole(html, film_page(film.frames, seat, game.words(lang)))
    if not outcome.json:
        click.echo(say(lang, "written", file=html, n=len(film.frames)), err=True)


def ending(state: State, lang: str) -> list[str]:
    """How a game has ended, in lines."""
    return [line for line in Transcript(state, lang).last(state) if line]
