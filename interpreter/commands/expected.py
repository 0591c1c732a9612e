"""Recorded games as tests: what they say must still happen; what does not is written anew once it was looked at.

A trace among the paths of `test` is a game that is expected to go just so: moves, chance, what was legal and what
happened, as far as it says so, and the end. With `--update` its moves are played by the rules as they are, and the file
is written with what happens then; where a move is no longer possible, it stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.span import Source
from ..language.text.load import read_source
from ..play.game.game import Game
from ..play.game.onto import moved_on
from ..play.game.replay import game_of, replay
from ..play.game.trace import Line, Recorder, line_text
from ..play.game.trace_lines import LARGEST, differences, line_of, read_trace
from ..play.scenario.run import ScenarioResult
from .rewriting import rewrite

NAME = "recorded game"
"""What a recorded game is called among the scenarios."""


def check_recorded(path: str, paths: Sequence[str], *, update: bool) -> tuple[ScenarioResult, bool]:
    """Play a recorded game again and compare all that it says; with `update`, write what is different.

    Returns the result, and whether the file was written.
    """
    report = Report()
    source = read_source(path, report, largest=LARGEST)
    lines = read_trace(source, report) if source is not None else None
    written = False
    if source is not None and lines is not None:
        try:
            game = game_of(lines, paths, source)
            done = replay(lines, game)
        except SpecError as error:
            report.diagnostics += error.report.diagnostics
        else:
            if done.differences and update:
                written = _written_anew(source, lines, game, report)
            elif done.differences:
                differences(source, done.differences, report, same_rules=done.same_rules)
    return ScenarioResult(path, NAME, report), written


def _written_anew(source: Source, lines: Sequence[Line], game: Game, report: Report) -> bool:
    """Write a recorded game as it goes by the rules as they are; a move that is not possible is reported (E870)."""
    state = game.initial_state(seed=0, chance="explicit")
    legal, events = (any(key in line for line in lines) for key in ("legal", "event"))
    recorder = Recorder(state, legal=legal, events=events)
    same = recorder.first["digest"] == lines[0]["digest"]
    new: list[Line] = [{**recorder.first, "seed": lines[0]["seed"] if same else None}]
    for number, line in enumerate(lines[1:], start=2):
        recorder.before(state)
        why = moved_on(state, line)
        if why:
            helps = ("record another game: `cardwright run … --trace FILE`",)
            report.add("E870", f"the game cannot be written anew: {why}", line_of(source, number), helps=helps)
            return False
        new += recorder.lines(state)
    return rewrite(source, "".join(f"{line_text(line)}\n" for line in new), report)
