"""`cardwright study`: what many games tell about a game."""

from __future__ import annotations

import time
from typing import Any

import click

from ..play.game.game import Game
from ..play.game.texts import Wordings
from ..studies.page import study_page
from ..studies.study_csv import study_csv
from ..studies.studying import PACE, Study
from ..studies.studying_text import study_text
from .failure import CommandError
from .flags import GameFlags, Seconds, comparing, contender, whole_number
from .outcome import Outcome, put_json
from .positions import is_position
from .recorded import recorded_games, refuse_playing, refuse_rows
from .screen import breaking_width
from .seating import bots
from .studied import Asked, studied
from .unended import unended
from .writing import check_writable, write_whole

COURSE = 100
"""In how many games the chances are followed, unless the command line says otherwise."""


@click.command("study", epilog="Example: cardwright study mille-bornes --games 2000 --html study.html")
@click.argument("words", nargs=-1, required=True, metavar="GAME | TRACE…")
@click.option(
    "--games", "-n", type=whole_number(1), default=1000, show_default=True, metavar="N", help="How many games."
)
@bots
@click.option("--jobs", type=whole_number(1), default=1, show_default=True, metavar="N", help="How many processes.")
@click.option(
    "--course",
    type=whole_number(0),
    default=COURSE,
    show_default=True,
    metavar="N",
    help="In how many of them the chances are followed.",
)
@click.option(
    "--deals",
    type=whole_number(20),
    metavar="N",
    help="Also play so many deals several times, to tell luck and play apart.",
)
@click.option(
    "--over",
    multiple=True,
    metavar="OPTION=VALUES",
    help="Share the games out among settings of an option (repeatable), to tell what it does.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="ID",
    help="Also set the bot against itself without this action or card (repeatable; `actions`, `cards`: each).",
)
@click.option(
    "--pace",
    type=Seconds(),
    default=PACE,
    show_default=True,
    metavar="SECONDS",
    help="How long people take for a choice, supposedly.",
)
@click.option("--csv", type=click.Path(dir_okay=False), metavar="FILE", help="Also write a row for each number.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="FILE", help="Also write a page with plots.")
@comparing
@click.pass_context
def command(
    context: click.Context,
    flags: GameFlags,
    words: tuple[str, ...],
    games: int,
    seats: str,
    fixed: bool,
    jobs: int,
    course: int,
    deals: int | None,
    over: tuple[str, ...],
    without: tuple[str, ...],
    pace: float,
    csv: str | None,
    html: str | None,
) -> int:
    """Study a game: who wins, how long it takes, what there is to decide, when it
    is decided.

    It also tells how often each action, card and rule came into play, and whether
    those whose it was won more often. That is an association, not a cause; for
    cards that were dealt, options that were shared out (--over) and players who
    do without something (--without) it is what these are worth. TRACE… are
    recorded games, of people or bots, that are studied in place of new ones.
    """
    outcome: Outcome = context.obj
    for file, form in ((csv, "rows of CSV"), (html, "a page of HTML")):
        if file is not None:
            check_writable(file, form)
    started = time.monotonic()
    refuse_rows(words)
    named = ""
    if is_position(words[0]):
        refuse_playing(context)
        game, seen = recorded_games(words, flags.path, course)
        study, code = Study(game, pace), 0
        for one in seen:
            study.add(one)
    else:
        if len(words) > 1:
            raise CommandError("E013", "study takes one game, or several traces", words[1], "see also `compare`")
        asked = Asked(
            games=games,
            seats=seats,
            fixed=fixed,
            jobs=jobs,
            course=course,
            deals=deals,
            over=over,
            without=without,
        )
        study, game, code = studied(words[0], flags, asked, pace, outcome)
        named = contender(words[0], flags).named
    found = study.to_json(time.monotonic() - started) | {"named": named or game.name}
    _tell(found, game, outcome, flags.lang, (csv, html))
    return code or unended(study.outcomes, flags, outcome)


def _tell(found: dict[str, Any], game: Game, outcome: Outcome, lang: str, files: tuple[str | None, str | None]) -> None:
    words = Wordings(game.spec, lang)
    csv, html = files
    if csv is not None:
        write_whole(csv, study_csv(found))
    if html is not None:
        write_whole(html, study_page(found, words, lang))
    if outcome.json:
        put_json(found)
    else:
        click.echo(study_text(found, words, lang, breaking_width()))
