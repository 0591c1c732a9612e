"""Makes a scenario of a position that was played: a file that can be read, and that passes.

The position is tried as a `given` in the phase of its decision, and in those around it; what is made is run before it
is offered. Where no `given` leads to the position, the scenario plays the game from its beginning, unless that is long.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source
from ...language.shape.check import check_scenarios
from ...language.spec.values import settle_options
from ...language.text.known import compose_known
from ..game.rules import Rules
from ..game.state import State
from .begin import Shelf, begin
from .nodes import ScenarioFile
from .play import Play
from .position_text import at_line, counts_of, same_position, values_of, variable_lines, zone_lines
from .read import read_scenarios
from .run import run_scenario

LONGEST = 200
"""A scenario without a `given` plays so many moves and outcomes of chance at most."""

SHOWN = 8
"""So many legal moves are listed, at most."""

Step = tuple[str, str]
"""Who decides, a player such as p1 or `chance`, and what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The scenario that is wanted: the file that it will be in, its name, how that file names the game and its
    variants, its rules.
    """

    target: str
    name: str
    game: str
    variants: tuple[str, ...]
    rules: Rules
    paths: tuple[str, ...]


def scenario_from(
    wanted: Wanted, state: State, past: Sequence[Step] | None, steps: Sequence[Step], after: State
) -> str | None:
    """The text of a file with one scenario: the position `state`, then `steps`, which lead to `after`.

    `past` is all that was decided before, None if nobody knows. None if no scenario leads to the position. Chance must
    not decide in `state`.
    """
    endings = ([*_then(list(_changes(state, after))), *_seen(after)], _seen(after))
    for given, played in _begins(wanted, state, past, steps):
        for ending in endings:
            text = _text(wanted, state, [*given, *_when(played), *ending])
            if _passes(wanted, text):
                return text
    return None


def _begins(
    wanted: Wanted, state: State, past: Sequence[Step] | None, steps: Sequence[Step]
) -> Iterator[tuple[list[str], Sequence[Step]]]:
    """Lines of `given`, and what is played from there: the position itself first, then the beginning of the game."""
    yield from ((given, steps) for given in _givens(wanted, state))
    if past is not None and len(past) + len(steps) <= LONGEST:
        yield [], [*past, *steps]


def _givens(wanted: Wanted, state: State) -> Iterator[list[str]]:
    """Lines of `given` that lead to the position, the most readable first."""
    inner = [state.phase, *reversed(state.phases)]
    phases = list(dict.fromkeys(name for name in (*inner, *wanted.rules.spec.phases) if name))
    for in_full in (False, True):
        for phase in phases:
            lines = [at_line(state, phase), *zone_lines(state, in_full=in_full)]
            begun = _begun(wanted, _text(wanted, state, [*_given(lines), "    legal: [x]"]))
            if begun is None:
                continue
            lines += variable_lines(state, begun)
            given = _given(lines)
            begun = _begun(wanted, _text(wanted, state, [*given, "    legal: [x]"]))
            if begun is not None and same_position(begun, state):
                yield given


def _given(lines: Sequence[str]) -> list[str]:
    return ["    given:", *(f"      {line}" for line in lines)]


def _when(steps: Sequence[Step]) -> list[str]:
    return ["    when:", *(f"      - {who}: {_quoted(what)}" for who, what in steps)] if steps else []


def _then(checks: Sequence[str]) -> list[str]:
    return ["    then:", *(f"      {line}" for line in checks)] if checks else []


def _seen(state: State) -> list[str]:
    """What can be said of any position: what is legal, or how the game has ended."""
    if state.is_terminal:
        return [f"    end: {state.status}"]
    moves = list(dict.fromkeys(_quoted(move.text) for move in state.legal_moves))
    return ["    legal:", *(f"      - {move}" for move in moves[:SHOWN])] if moves else []


def _changes(state: State, after: State) -> Iterator[str]:
    """What the steps have changed, each as a check with a name."""
    counts = counts_of(state)
    for zone, count in counts_of(after).items():
        if counts[zone] != count:
            yield f"{_name(zone)}: count({zone}) == {count}"
    values = values_of(state)
    for variable, value in values_of(after).items():
        if values[variable] != value and not value.startswith("["):
            test = f"{variable} is none" if value == "none" else f"{variable} == {value}"
            yield f"{_name(variable)}: {test}"


def _name(path: str) -> str:
    """The name of a check about a zone or a variable: `p1.hand` is `p1_hand`, `row[2]` is `row_2`."""
    return re.sub(r"[^a-z0-9_]+", "_", path).strip("_")


def _quoted(text: str) -> str:
    """A text as it is, or in quotation marks where YAML might read something else."""
    return text if re.fullmatch(r"[\w.][\w(),=./\-]*( [\w(),=./\-]+)*", text) else json.dumps(text, ensure_ascii=False)


def _text(wanted: Wanted, state: State, lines: Sequence[str]) -> str:
    game = state.game
    name = json.dumps(wanted.name, ensure_ascii=False)
    head = [f"game: {_quoted(wanted.game)}", "scenarios:", f"  {name}:", f"    players: {game.players}"]
    usual = settle_options(wanted.rules.spec, game.players, {}, None, Report()) or {}
    options = [
        f"      {name}: {str(game.options[name]).lower()}"
        for name, value in game.program.options
        if usual.get(name) != value
    ]
    head += ["    options:", *options] if options else []
    head += ["    variants:", *(f"      - {_quoted(one)}" for one in wanted.variants)] if wanted.variants else []
    return "\n".join((*head, *lines)) + "\n"


def _read(wanted: Wanted, text: str) -> ScenarioFile | None:
    report = Report()
    tree = compose_known(Source(wanted.target, text), report)
    if tree is None:
        return None
    check_scenarios(tree, report)
    return None if report.errors else read_scenarios(tree, report)


def _begun(wanted: Wanted, text: str) -> State | None:
    """The position that the scenario of a text gives; None if it gives none."""
    file = _read(wanted, text)
    if file is None:
        return None
    scenario, report = file.scenarios[0], Report()
    try:
        state = begin(scenario, wanted.rules, Shelf(wanted.paths, engine="reference"), report)
        if state is None or report.errors:
            return None
        play = Play(state, report, scenario.path, lambda state, check: None)
        play.settle()
    except SpecError:
        return None
    return play.state


def _passes(wanted: Wanted, text: str) -> bool:
    file = _read(wanted, text)
    shelf = Shelf(wanted.paths, engine="reference")
    return file is not None and run_scenario(file.scenarios[0], file, shelf).passed
