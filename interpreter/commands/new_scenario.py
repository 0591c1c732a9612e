"""Writes down what was played as a scenario: a position of a trace, or the one at the table or on the console."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source
from ..language.layout.lay_out import lay_out
from ..language.merge.catalogue import find_games, variants_in
from ..language.text.disk import place
from ..language.text.load import read_source
from ..play.game.rules import Rules
from ..play.game.state import State
from ..play.game.trace import Line, Recorder
from ..play.game.trace_lines import read_trace
from ..play.scenario.make import Step, Wanted, scenario_from
from .failure import CommandError
from .positions import file_and_line, is_position, position_of
from .selection import with_folders


def from_trace(word: str, game: str | None, target: Path, paths: tuple[str, ...]) -> str:
    """The scenario of TRACE@N: the decision of line N, or the next one of a player, with what chance did then.

    Without a number it is the last decision. Raises SpecError and CommandError.
    """
    if not is_position(word):
        raise CommandError("E012", f"'{word}' is not a position", word, "write TRACE@N: line N of a recorded game")
    name, asked = file_and_line(word)
    position_of(word, paths, game)  # reports whatever is wrong with the trace
    lines = _lines(name)
    moves = [number for number, line in enumerate(lines) if "move" in line]
    number = next((one for one in moves if one >= asked), None) if asked else next(reversed(moves), None)
    if number is None:
        where, helps = (f"from line {asked} on", ("name the line of a move",)) if asked else ("in this trace", ())
        raise CommandError("E012", f"no player decides {where}", word, *helps)
    here = position_of(f"{name}@{number}", paths, game)
    after, steps = here.state.clone(), list[Step]()
    for who, what in steps_in(lines[number:]):
        if steps and who != "chance":
            break
        after.apply(what)
        steps.append((who, what))
    return scenario_of(target, here.rules, (here.state, steps, after), steps_in(here.lines[1:]), paths)


def scenario_of(
    target: Path,
    rules: Rules,
    played: tuple[State, Sequence[Step], State],
    past: Sequence[Step] | None,
    paths: Sequence[str],
) -> str:
    """The text of a file that gives a position and plays some steps from it. Raises CommandError (E260)."""
    state, steps, after = played
    paths = with_folders(paths, (str(target.parent),))
    wanted = Wanted(
        target=str(target),
        name=title_of(target.stem),
        game=_game(rules, target),
        variants=tuple(_variants(rules, target)),
        rules=rules,
        paths=paths,
    )
    text = scenario_from(wanted, state, past, steps, after)
    if text is None:
        helps = ("take a position earlier in the game", "or one at the beginning of a turn")
        raise CommandError("E260", "no scenario leads to this position", str(target), *helps)
    return lay_out(Source(str(target), text), "scenarios", Report()) or text


def title_of(name: str) -> str:
    """What a file is called in its text, by its own name."""
    return name.replace("-", " ").capitalize()


def past_of(state: State) -> list[Step]:
    """All that was decided in a game since its beginning."""
    return steps_in(Recorder(state).lines(state))


def steps_in(lines: Iterable[Line]) -> list[Step]:
    """What players and chance have decided in some lines of a trace."""
    return [
        (line["seat"], line["move"]) if "move" in line else ("chance", line["outcome"])
        for line in lines
        if "move" in line or "outcome" in line
    ]


def _lines(name: str) -> list[Line]:
    report = Report()
    source = read_source(name, report)
    return list((read_trace(source, report) if source is not None else None) or ())


def _game(rules: Rules, target: Path) -> str:
    """How a file names its game: by name if it comes with the package, else by a path that counts from its folder."""
    file, name = rules.spec.span.source.name, rules.spec.name
    known = [one.path for one in find_games().games_called(name)]
    if [place(one) for one in known] == [place(file)]:
        return name
    return os.path.relpath(file, target.parent)


def _variants(rules: Rules, target: Path) -> Iterator[str]:
    """How a file names the variants: by name those that lie beside the game or come with the package, else by path."""
    made = rules.assembled
    known = {place(one.path) for one in (*find_games().variants, *variants_in(Path(made.folder)))}
    for one in made.patches:
        file = one.tree.span.source.name
        yield one.name if place(file) in known else os.path.relpath(file, target.parent)
