"""`cardwright run`: plays one game with bots to the end and prints it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Any

import click

from ..diagnostics.diagnostic import Report
from ..play.game.game import Game
from ..play.game.state import State
from ..play.game.trace import Recorder, line_text
from ..play.players.seats import make_players
from .failure import CommandError
from .flags import GameFlags, playing
from .opening import named_kinds, open_game, seat_all, some_seed, warn_if_slow
from .outcome import UNENDED, Outcome, put_json_text
from .transcript import Transcript


@click.command("run", epilog="Example: cardwright run mille-bornes --seats random,greedy --seed 7")
@click.option(
    "--seats",
    default="random",
    show_default=True,
    metavar="KINDS",
    help="Bots, one per seat or one for all, separated by commas.",
)
@click.option(
    "--trace", "trace", type=click.Path(dir_okay=False), metavar="FILE", help="Write the record of the game to a file."
)
@click.option("--events", is_flag=True, help="Also record everything that happens.")
@click.option("--legal", is_flag=True, help="Also record all legal moves.")
@playing
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, seats: str, trace: str | None, events: bool, legal: bool) -> int:
    """Play one game with bots to the end and print it.

    Each line is a decision: the round, the player, the move, and the move in
    words. With --format json the record of the game is printed instead.
    """
    if (events or legal) and not (trace or outcome.json):
        raise CommandError(
            "E013",
            "--events and --legal need a record of the game",
            "--events" if events else "--legal",
            "add `--trace FILE` or `--format json`",
        )
    named = named_kinds(seats)
    game = open_game(flags, kinds=named, command_line=outcome.line.source)
    warn_if_slow(flags, outcome)
    kinds = seat_all(named, game)
    seed = some_seed(flags)
    state = game.initial_state(seed=seed)
    recorder = Recorder(state, legal=legal, events=events)
    with ExitStack() as files:
        sinks = [_file(trace, files)] if trace else []
        if outcome.json:
            sinks.append(put_json_text)
            _play(game, state, kinds, seed, recorder, sinks, None)
        else:
            transcript = Transcript(state, flags.lang)
            _print(transcript.first(game, kinds, seed))
            _play(game, state, kinds, seed, recorder, sinks, transcript)
            _print(transcript.last(state))
    return _ended(state, outcome)


def _play(
    game: Game,
    state: State,
    kinds: tuple[str, ...],
    seed: int,
    recorder: Recorder,
    sinks: list[Callable[[str], Any]],
    transcript: Transcript | None,
) -> None:
    """Play to the end, printing and recording on the way."""
    players = make_players(kinds, seed)
    record(sinks, [recorder.first])
    while True:
        if sinks:
            record(sinks, recorder.lines(state))
        if transcript:
            _print(transcript.lines(state))
        if state.is_terminal:
            return
        recorder.before(state)
        state.apply(players[state.current_seat].choose(state, state.legal_moves))


def record(sinks: list[Callable[[str], Any]], lines: Iterable[dict[str, Any]]) -> None:
    """Write lines of a trace to all sinks."""
    for line in lines:
        for sink in sinks:
            sink(line_text(line))


def _file(path: str, files: ExitStack) -> Callable[[str], Any]:
    """A sink that writes lines to a file. Raises CommandError if the file cannot be written."""
    try:
        file = files.enter_context(open(path, "w", encoding="utf-8"))  # noqa: SIM115 - the stack closes it
    except OSError as error:
        raise CommandError("E012", f"'{path}' cannot be written: {error.strerror}", path) from None
    return lambda line: file.write(line + "\n")


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _ended(state: State, outcome: Outcome) -> int:
    """Report an error of the rules on standard error, and return the exit code."""
    if state.status == "finished":
        return 0
    if state.error is not None:
        report = Report([state.error])
        Outcome(outcome.line).show(report)
    return UNENDED
