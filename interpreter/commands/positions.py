"""Positions on the command line: TRACE@N is the position in which line N of a trace was decided, TRACE its last one.

N is what the line itself says under `n`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.record import dataclass
from ..diagnostics.span import Source
from ..diagnostics.text import how_many
from ..language.spec.nodes import Spec
from ..play.game.decider import EVERYTHING
from ..play.game.engines import Engine
from ..play.game.game import Game, State
from ..play.game.loading.load import configure
from ..play.game.loading.rules import Rules
from ..play.game.traces.reader import differences, line_of, load_trace
from ..play.game.traces.recorder import Line
from ..play.game.traces.replay import ReplayResult, game_of, in_the_trace, replay, rules_of
from ..source.merge.catalogue import word_for
from ..source.text.literals import parse_integer
from .failure import CommandError, refuse_flags
from .flags import path_flags


@dataclass(frozen=True, slots=True)
class TracePosition:
    """A position, and the rules by which it came about."""

    state: State
    rules: Rules
    lines: tuple[Line, ...] = ()
    """What the trace says up to here, if there is one."""


def is_position(word: str) -> bool:
    """Whether a word of the command line is a position rather than a game.

    >>> is_position("game.jsonl@12"), is_position("game.jsonl"), is_position("hearts+mild")
    (True, True, False)
    """
    return file_and_line(word)[0].endswith(".jsonl")


def file_and_line(word: str) -> tuple[str, int | None]:
    """The file of a position, and the number of the line behind the last `@`; None if there is none.

    >>> file_and_line("game.jsonl@12"), file_and_line("me@home.jsonl")
    (('game.jsonl', 12), ('me@home.jsonl', None))
    """
    name, at, number = word.rpartition("@")
    line = parse_integer(number) if at else None
    return (word, None) if line is None else (name, line)


def position_of(
    word: str, paths: Sequence[str], game: str | None = None, *, engine: Engine | None = None
) -> TracePosition:
    """Play a trace up to a position, where chance is a player of its own; `game` is taken if its name is not enough.

    Raises SpecError and CommandError.

    E012: it has no such line. E870: a line before it cannot be played.
    """
    name, number = file_and_line(word)
    report = Report()
    if (found := load_trace(name, report)) is None:
        raise SpecError(report)
    source, lines = found
    if number is not None and not 1 <= number < len(lines):
        raise CommandError("E012", f"the lines of this trace are 1 to {len(lines) - 1}, not {number}", f"@{number}")
    try:
        rules = rules_of(lines, paths, source, game)
        made = configure(rules, players=lines[0]["players"], options=lines[0]["options"], engine=engine)
    except SpecError as error:
        raise SpecError(Report([in_the_trace(found, source) for found in error.report.diagnostics])) from None
    played = tuple(lines[: number or len(lines)])
    done = replay(played, made, verify=False)
    for at, what in done.differences[:1]:
        report.add("E870", f"the trace differs: {what}", line_of(source, at), label="here")
        raise SpecError(report)
    return TracePosition(done.state, rules, played)


@dataclass(frozen=True, slots=True)
class ReplayedTrace:
    """A trace that was played again: where it stands, its lines, its game, and what came of it."""

    source: Source
    lines: list[Line]
    game: Game
    done: ReplayResult


def replayed(
    path: str, paths: Sequence[str], report: Report, game: str | None = None, *, verify: bool = True
) -> ReplayedTrace | None:
    """Play a trace again; `report` gets all in which it differs, or, with None, what keeps it from being played."""
    if (found := load_trace(path, report)) is None:
        return None
    source, lines = found
    try:
        made = game_of(lines, paths, source, game)
        done = replay(lines, made, verify=verify)
    except SpecError as error:
        report.diagnostics += error.report.diagnostics
        return None
    differences(source, done.differences, report, same_rules=done.same_rules)
    return ReplayedTrace(source, lines, made, done)


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


def folders_for(spec: Spec, paths: Sequence[str], target: str) -> str:
    """The flags that verbs need to find the game that a trace names: it is looked for beside the trace."""
    file = spec.span.source.name
    own = [] if word_for(spec.name, file) == spec.name else [str(Path(file).parent)]
    return path_flags((*own, *paths), [Path(target).resolve().parent])


def reject_rule_flags(where: str, word: str, what: str = "trace") -> None:
    """Raise CommandError for what would say by which rules a position came about, where a trace or scenario does."""
    trace = quote(file_and_line(word)[0])
    onto = (f"`cardwright replay {trace} --onto` plays by other rules",) if what == "trace" else ()
    given = ("name", "variant", "preset", "settings", "players")
    refuse_flags(given, f"{where}: the {what} says what is played", "leave it out", *onto)
