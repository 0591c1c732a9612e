"""Loads a game by its name: the one list of all stages, from files to something that can be played.

| stage            | what it does                                 | where                     |
|------------------|----------------------------------------------|---------------------------|
| `assemble`       | find, read, check and merge the files        | `language.merge.assemble` |
| `read_spec`      | make records, with every rule parsed         | `language.spec.read`      |
| `type_spec`      | settle every name and type                   | `language.typing.check`   |
| `settle_options` | settle the value of every option             | `language.spec.values`    |
| `check_options`  | check what options require of each other     | `play.game.requirements`  |
| `make_program`   | make a program for these options and players | `engines.program.make`    |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

from ...diagnostics.diagnostic import Diagnostic, Report, SpecError
from ...diagnostics.how_many import how_many
from ...diagnostics.span import Source
from ...diagnostics.suggest import limited
from ...engines.program.exhibit import make_exhibit
from ...engines.program.make import make_program
from ...language.merge.assemble import Assembled, assemble
from ...language.merge.removed import explain_removed
from ...language.merge.rest import Rest
from ...language.spec.nodes import Spec
from ...language.spec.read import read_spec
from ...language.spec.values import settle_options
from ...language.typing.check import type_spec
from ...language.typing.entering import Typed
from . import arguments
from .engines import Engine, best_engine, check_engine
from .game import Game
from .onward import look_on
from .options import option_text, options_as_json
from .requirements import check_options

COMMAND_LINE = "<command line>"
"""The source in which earlier stages show names and values that are in no file."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A spec without errors, for every number of players and all options: merged, read, and checked (typed)."""

    assembled: Assembled
    spec: Spec
    checked: Typed


def load_game(
    name: str | PathLike[str],
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    variants: Sequence[str | PathLike[str]] = (),
    preset: str | None = None,
    paths: Sequence[str | PathLike[str]] = (),
    engine: Engine | None = None,
) -> Game:
    """Load a game by name or path, ready to be played.

    `players` defaults to the number of the preset, else to the smallest the game allows. `options` are numbers,
    booleans, or names of symbols. `variants` are names or paths, in any order. `paths` are folders with more games
    and variants. `engine` is `fast` or `reference`, by default the fastest that is installed.

    Raises SpecError with everything that is wrong with the spec, the options or the preset; ValueError if the engine
    is unknown or not installed, or `players` is not positive; TypeError for arguments of another type, such as a single
    string for `variants`.

    >>> load_game("mille-bornes", players=4, options={"target": 1000})
    <game mille-bornes for 4>
    """
    check_engine(engine)
    players = None if players is None else arguments.whole("players", players)
    preset = None if preset is None else arguments.word("preset", preset)
    options = None if options is None else arguments.settings("options", options)
    report = Report()
    rules = load_rules(
        arguments.path("name", name), arguments.paths("variants", variants), arguments.paths("paths", paths), report
    )
    if rules is None:
        raise SpecError(without_command_line(report))
    if players is not None and players < 1:
        *most, last = map(str, rules.spec.players)
        numbers = f"{', '.join(most)} or {last}" if most else last
        raise ValueError(f"{rules.spec.name} is for {how_many(numbers, 'player')}, not {players}")
    try:
        return configure(rules, players=players, options=options, preset=preset, engine=engine)
    except SpecError as error:
        raise SpecError(without_command_line(error.report)) from None


def without_command_line(report: Report) -> Report:
    """The same report for callers from Python, who have typed no command line that could be shown.

    What a label said under the carets ("must be between 25 and 2000") becomes a note.
    """
    return Report([_without_place(one) for one in report.diagnostics])


def _without_place(found: Diagnostic) -> Diagnostic:
    if found.span is None or found.span.source.name != COMMAND_LINE:
        return found
    return replace(found, span=None, label="", notes=(*((found.label,) if found.label else ()), *found.notes))


def load_rules(
    name: str, variants: Sequence[str], paths: Sequence[str], report: Report, *, command_line: Source | None = None
) -> Rules | None:
    """Read a game with its variants and check it; None if anything is wrong, with the errors in `report`.

    Wrong names are shown in `command_line` if there is one.
    """
    with limited() as effort:
        rules = _checked(name, variants, paths, report, command_line)
    if effort.left_out:
        several = "mistake has" if effort.left_out == 1 else "mistakes have"
        report.add("W773", f"{effort.left_out} more {several} no suggestion, for there are too many", None)
        effort.left_out = 0
    return rules


def _checked(
    name: str, variants: Sequence[str], paths: Sequence[str], report: Report, command_line: Source | None
) -> Rules | None:
    rest: list[Rest] = []
    assembled = assemble(name, variants, paths, report, command_line=command_line, rest=rest)
    if assembled is None:
        for one in rest:
            look_on(one, report)
        return None
    own = Report()
    spec = read_spec(assembled.tree, own)
    report.diagnostics += own.diagnostics
    if spec is None:
        left = Rest(assembled.tree).without(own.diagnostics)
        if left is not None:
            look_on(left, report)
    checked = type_spec(spec, report) if spec is not None else None
    if spec is None or checked is None:
        explain_removed(report, assembled.removed)
        return None
    return Rules(assembled, spec, checked)


def configure(
    rules: Rules,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    preset: str | None = None,
    command_line: Source | None = None,
    engine: Engine | None = None,
) -> Game:
    """Make the game for a number of players and a set of options. Raises SpecError with everything that is wrong."""
    spec, game = rules.spec, rules.checked.game
    many = _usual_players(spec, preset) if players is None else players
    given = {name: option_text(value) for name, value in (options or {}).items()}
    report = Report()
    values = settle_options(spec, many, given, preset, report, command_line=command_line)
    if values is not None:
        check_options(game, many, values, report)
    if values is None or report.errors:
        raise SpecError(report)
    digest = rules.assembled.digest
    return Game(
        make_program(game, players=many, options=values),
        spec=spec,
        variants=rules.assembled.variants,
        options=options_as_json(spec, values),
        digest=digest,
        engine=engine or best_engine(),
        exhibit=lambda: make_exhibit(game, rules.checked.table, players=many, options=values),
    )


def _usual_players(spec: Spec, preset: str | None) -> int:
    wanted = spec.presets.get(preset or "")
    return wanted.players if wanted and wanted.players else min(spec.players)
