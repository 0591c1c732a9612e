"""`cardwright study`: what many games tell about a game."""

from __future__ import annotations

import time

import click

from ..play.game.texts import Wordings
from ..studies.page import study_page
from ..studies.studying import Study
from ..studies.studying_text import study_text
from .flags import GameFlags, playing, whole_number
from .opening import named_kinds, open_game, seat_all, warn_if_slow
from .outcome import INTERRUPTED, Outcome, put_json
from .progress import with_progress
from .seating import bots
from .simulate import seeds_from
from .unended import unended
from .workers import Task, in_order, play_all
from .writing import check_writable, write_whole


@click.command("study", epilog="Example: cardwright study mille-bornes --games 2000 --html study.html")
@click.option(
    "--games", "-n", type=whole_number(1), default=1000, show_default=True, metavar="N", help="How many games."
)
@bots
@click.option("--jobs", type=whole_number(1), default=1, show_default=True, metavar="N", help="How many processes.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="FILE", help="Also write a page with plots.")
@playing
@click.pass_obj
def command(
    outcome: Outcome, flags: GameFlags, games: int, seats: str, fixed: bool, jobs: int, html: str | None
) -> int:
    """Study a game: who wins, how long it takes, what there is to decide.

    It also tells how often each action and each card was used, and whether those
    who used it won more often. That is an association, not a cause.
    """
    named = named_kinds(seats)
    game = open_game(flags, kinds=named, outcome=outcome)
    warn_if_slow(flags, outcome)
    task = Task(flags=flags, kinds=seat_all(named, game), rotate=not fixed, watched=True, each=True)
    seeds = seeds_from(flags, games)
    if html is not None:
        check_writable(html)
    study, started, code = Study(game), time.monotonic(), 0
    try:
        for chunk in in_order(with_progress(play_all(task, [seeds], jobs), games), seeds.start):
            for seen in chunk.games:
                study.add(seen)
            study.outcomes.lost += chunk.outcomes.lost
    except KeyboardInterrupt:
        code = INTERRUPTED
    found = study.to_json(time.monotonic() - started)
    words = Wordings(game.spec, flags.lang)
    if html is not None:
        write_whole(html, study_page(found, words, flags.lang))
    if outcome.json:
        put_json(found)
    else:
        click.echo(study_text(found, words, flags.lang))
    return code or unended(study.outcomes, flags, outcome)
