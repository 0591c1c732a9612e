"""`cardwright run`: plays one game with bots to the end and prints it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ...diagnostics.diagnostic import Report
from ...play.game.cycle_detection import CycleDetector, DecisionCycle
from ...play.game.decider import EVERYTHING
from ...play.game.game import Game, State
from ...play.game.texts import Wordings
from ...play.game.traces.reader import SIZE_LIMIT
from ...play.game.traces.recorder import BEGINS, Line, Recorder, line_text
from ...play.players.registry import RANDOM, make_players, rotated
from ...source.text.storage import NotWritten, Record
from ..failure import refuse_flags
from ..flags import GameFlags, bot_flags, file_flag, play_flags, seed_or_random
from ..match_setup import kinds_by_seat, open_game, parse_kinds, warn_if_slow
from ..outcome import UNENDED, Outcome, put_json_text, show
from ..output_file import check_form, exclusive_writer, keep_others, protect_rules, unwritable
from ..positions import seat_number
from ..transcript import Transcript, cycle_lines, terminal_screen
from ..watch import watch_flag
from .game_page import (
    check_page_flags,
    other_game,
    page_flags,
    play_recorded,
    write_comparison_page,
    write_game_page,
)

BLIND = {RANDOM, "first"}
"""The bots that do not look ahead."""


@click.command("run", epilog="Example: cardwright run mille-bornes --seats random,greedy --seed 7")
@bot_flags
@file_flag("--trace", about="Write the record of the game to a file.")
@click.option("--events", is_flag=True, help="Also record everything that happens.")
@click.option("--legal", is_flag=True, help="Also record all legal moves.")
@page_flags
@play_flags
@click.pass_obj
@watch_flag
def command(
    outcome: Outcome,
    flags: GameFlags,
    seats: str,
    fixed: bool,
    trace: str | None,
    events: bool,
    legal: bool,
    html: str | None,
    seat: str | None,
    against: str | None,
) -> int:
    """Play one game with bots to the end and print it.

    Each line is a decision: the round, the player, the move, and the move in
    words, with all cards in sight or, with --seat, as one player saw it. With
    --format json the record of the game is printed instead, which has all.
    With --html it is also a page that opens from disk; with --against beside
    the same deal by other rules.
    """
    if not (trace or outcome.json):
        refuse_flags(("events", "legal"), "without a record of the game", "add `--trace FILE` or `--format json`")
    if trace is not None:
        check_form(trace, "lines of JSON")
    check_page_flags(html, outcome)
    named = parse_kinds(seats)
    # A transcript comes from the reference engine, so that one plays the game from the start, unless a bot looks ahead:
    # then nothing has to be compiled.
    blind = flags.engine is None and not set(named) - BLIND
    own = replace(flags, engine="reference") if blind and not outcome.json else flags
    game = open_game(own, kinds=named, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds, viewer = kinds_by_seat(named, game), seat_number(seat, game)
    seed = seed_or_random(flags)
    kinds = kinds if fixed else rotated(kinds, seed)
    other = None if against is None else other_game(against, flags, game, outcome)
    state = game.initial_state(seed=seed)
    recorder, record = Recorder(state, legal=legal, events=events), list[Line]()
    with ExitStack() as files:
        sinks = [_file(trace, files)] if trace else []
        if html:
            sinks.append(lambda text: record.append(json.loads(text)))
        if outcome.json:
            sinks.append(put_json_text)
            _play(game, state, kinds, seed, recorder, sinks, None)
        else:
            transcript = Transcript(state, flags.lang, viewer, terminal_screen())
            transcript.show(transcript.first(game, kinds, seed))
            cycle = _play(game, state, kinds, seed, recorder, sinks, transcript)
            if state.is_terminal:
                transcript.show(transcript.last(state))
            if cycle is not None and state.status != "finished":
                show(cycle_lines(cycle, Wordings(game.spec, flags.lang)))
    if trace and Path(trace).is_file() and Path(trace).stat().st_size > SIZE_LIMIT:
        click.echo(f"'{trace}' is too large to be replayed; leave out --legal or --events", err=True)
    if html and other is not None:
        named = (flags.game, *flags.variant, against or "")
        records = (record, play_recorded(other, kinds, seed))
        write_comparison_page(html, (game, other), records, viewer, flags.lang, paths=flags.path, words=named)
    elif html:
        write_game_page(html, record, game, viewer, flags.lang, outcome)
    if state.status != "finished" and state.error is not None:  # on standard error, to a seat without values
        outcome.show_beside(Report([state.error if viewer == EVERYTHING else state.error.without_values()]))
    return 0 if state.status == "finished" else UNENDED


def _play(
    game: Game,
    state: State,
    kinds: tuple[str, ...],
    seed: int,
    recorder: Recorder,
    sinks: list[Callable[[str], Any]],
    transcript: Transcript | None,
) -> DecisionCycle | None:
    """Play to the end, printing and recording on the way; what comes again and again, if the game does not end.

    A game that can never end is only played on if it is recorded, since a record goes up to the limit of decisions.
    """
    players, watch = make_players(kinds, seed), CycleDetector(game)
    cycle: DecisionCycle | None = None
    write_lines(sinks, [recorder.first])
    while True:
        if sinks:
            write_lines(sinks, recorder.lines(state))
        if transcript and cycle is None:
            transcript.show(transcript.lines(state, going_on=not state.is_terminal))
        if state.is_terminal:
            return watch.likely() if cycle is not None and not cycle.certain else cycle
        if transcript and cycle is None:
            cycle = watch.at(state)
            if cycle is not None and not sinks:
                return cycle
            if cycle is None and watch.suspected(state):
                cycle = watch.likely()
                click.echo(transcript.cut_off(state.decisions))
        recorder.before(state)
        move = players[state.current_seat].choose(state, state.legal_moves)
        watch.played(state, move)
        state.apply(move)


def write_lines(sinks: list[Callable[[str], Any]], lines: Iterable[dict[str, Any]]) -> None:
    """Write lines of a trace to all sinks."""
    for line in lines:
        for sink in sinks:
            sink(line_text(line))


def _file(path: str, files: ExitStack) -> Callable[[str], Any]:
    """A sink that writes lines to a file. Raises CommandError if the file cannot be written."""
    protect_rules(path)
    files.enter_context(exclusive_writer(path, path, "E012"))
    keep_others(path, BEGINS)
    try:
        file = files.enter_context(closing(Record(path, begin=True)))
    except OSError as error:
        raise unwritable(path, error) from None

    def put(line: str) -> None:
        try:
            file.add(f"{line}\n".encode())
        except NotWritten as error:
            raise unwritable(path, error, "the lines before are there, and whole") from None

    files.callback(file.sync)
    return put
