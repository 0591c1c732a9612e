"""`cardwright simulate`: plays many games with bots and summarises them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

import click

from ..diagnostics.diagnostic import Report
from ..play.game.endless import Watch
from ..play.game.game import Game
from ..play.game.texts import Wordings
from ..play.players.playout import Played
from ..play.players.seats import make_players
from .endless_text import circle_text
from .failure import CommandError
from .flags import LAST_SEED, GameFlags, playing, whole_number
from .opening import named_kinds, open_game, seat_all, warn_if_slow
from .outcome import INTERRUPTED, UNENDED, Outcome, put_json
from .tally import tally
from .tally_text import tally_text
from .workers import Task, play_all

SECONDS = 10
"""How long a game that did not end is played once more, to see what comes again and again in it."""


@click.command("simulate", epilog="Example: cardwright simulate mille-bornes --games 200 --seats greedy,random")
@click.option("--games", type=whole_number(1), default=100, show_default=True, metavar="N", help="How many games.")
@click.option(
    "--seats",
    default="random",
    show_default=True,
    metavar="KINDS",
    help="Bots, one per seat or one for all, separated by commas.",
)
@click.option("--jobs", type=whole_number(1), default=1, show_default=True, metavar="N", help="How many processes.")
@playing
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, games: int, seats: str, jobs: int) -> int:
    """Play many games with bots and summarise them.

    Game number k (from 0) uses the seed --seed + k (--seed defaults to 0), so
    `cardwright run GAME --seed K` plays it again. Ctrl-C stops early and reports
    the games played so far.
    """
    named = named_kinds(seats)
    game = open_game(flags, kinds=named, command_line=outcome.line.source)
    warn_if_slow(flags, outcome)
    kinds = seat_all(named, game)
    first = flags.seed or 0
    if first + games - 1 > LAST_SEED:
        raise CommandError("E012", f"{games} games from seed {first} go beyond the last seed, {LAST_SEED}", str(first))
    task = Task(flags, kinds)
    played: list[Played] = []
    started, code = time.monotonic(), 0
    try:
        for one in _with_progress(play_all(task, range(first, first + games), jobs), games):
            played.append(one)
    except KeyboardInterrupt:
        code = INTERRUPTED
    played.sort(key=lambda one: one.seed)
    result = tally(game.name, game.players, played, time.monotonic() - started)
    if outcome.json:
        put_json(result)
    else:
        click.echo(tally_text(result, kinds, flags.lang))
    if code:
        click.echo(f"interrupted after {len(played)} of {games} games", err=True)
        return code
    return _unended(played, kinds, flags, outcome)


def _going_round(game: Game, kinds: tuple[str, ...], seeds: list[int]) -> tuple[str, ...]:
    """What comes again and again in the first of these games, which did not end by themselves."""
    if not seeds:
        return ()
    state, players, watch = game.initial_state(seed=seeds[0], record=False), make_players(kinds, seeds[0]), Watch(game)
    until = time.monotonic() + SECONDS
    circle = None
    while circle is None and not state.is_terminal and time.monotonic() < until:
        circle = watch.at(state)
        move = players[state.current_seat].choose(state, state.legal_moves)
        watch.played(state, move)
        state.apply(move)
    first, *others = circle_text(circle or watch.likely(), Wordings(game.spec, "en"))
    return (f"game with seed {seeds[0]}: {first}", *(" ".join(line.split()) for line in others))


def _unended(played: list[Played], kinds: tuple[str, ...], flags: GameFlags, outcome: Outcome) -> int:
    """Report on standard error which games did not end, and return the exit code."""
    stuck = [one for one in played if one.status != "finished"]
    if not stuck:
        return 0
    report, game = Report(), open_game(flags, kinds=kinds, command_line=outcome.line.source)
    how = ", ".join(dict.fromkeys(one.status for one in stuck))
    report.add(
        "R720",
        f"{len(stuck)} of {len(played)} games did not end by the rules ({how})",
        None,
        notes=(
            *(f"game with seed {one.seed}: {one.status} after {one.decisions} decisions" for one in stuck[:5]),
            *_going_round(game, kinds, [one.seed for one in stuck if one.status == "limit"]),
        ),
        helps=(f"`cardwright run {flags.game} --seed {stuck[0].seed}` with the same flags shows the first of them",),
    )
    report.diagnostics += dict.fromkeys(one.error for one in stuck if one.error is not None)
    Outcome(outcome.line).show(report)  # standard output holds the result, as JSON or not
    return UNENDED


def _with_progress(games: Iterable[Played], total: int) -> Iterator[Any]:
    """Pass the games on, with a progress bar if standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from games
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(games, total=total, console=Console(stderr=True), description="games", transient=True)
