"""Loads a game by its name: the one list of all stages, from files to something that can be played.

| stage            | what it does                                 | where                         |
|------------------|----------------------------------------------|-------------------------------|
| `assemble`       | find, read, check and merge the files        | `language.merge.assembly`     |
| `read_spec`      | make records, with every rule parsed         | `language.spec.read`          |
| `type_spec`      | settle every name and type                   | `language.typing.check`       |
| `settle_options` | settle the value of every option             | `language.spec.option_values` |
| `check_options`  | check what options require of each other     | `engines.program.make`        |
| `make_program`   | make a program for these options and players | `engines.program.make`        |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from os import PathLike
from typing import TYPE_CHECKING, Any

from ....diagnostics.diagnostic import Diagnostic, Report, SpecError
from ....diagnostics.span import Source
from ....diagnostics.text import how_many
from ....engines.program.derived_values import derive_values
from ....engines.program.make import check_options, make_program
from ....engines.program.nodes import Program
from ....language.ir.game import TypedGame
from ....language.spec.nodes import Spec
from ....language.spec.option_values import settle_options
from ....source.text.disk import recorded
from .. import arguments
from ..engines import Engine, best_engine, check_engine
from ..game import Game
from .rules import Named, Playable, Rules, cache_rules, cached_rules

if TYPE_CHECKING:
    from .front_end import FrontEndResult, Loaded


COMMAND_LINE = "<command line>"
"""The source in which earlier stages show names and values that are in no file."""


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
    name: str,
    variants: Sequence[str],
    paths: Sequence[str],
    report: Report,
    *,
    command_line: Source | None = None,
    in_full: bool = False,
    loaded: Loaded | None = None,
    keep: bool = True,
) -> Rules | None:
    """Read a game with its variants and check it; None if anything is wrong, with the errors in `report`.

    Wrong names are shown in `command_line` if there is one. `in_full` is for whoever asks for more than to play;
    `loaded` then has what the same process has loaded before. `keep` lets later commands have the rules.
    """
    named = (name, variants, paths)
    playable = None if in_full else cached_rules(named, report)
    if playable is not None:
        return Rules(playable, lambda: _in_full_again(named))
    own = Report()
    with recorded() as answers:
        found = _in_full(named, own, command_line, loaded)
    report.diagnostics += [one for one in own.diagnostics if one not in report.diagnostics]
    if found is None:
        return None
    playable = _playable(found)
    if keep:
        cache_rules(named, playable, own.diagnostics, answers)
    return Rules(playable, lambda: found)


def rules_of(loaded: FrontEndResult) -> Rules:
    """The rules of a game that was loaded in full."""
    return Rules(_playable(loaded), lambda: loaded)


def _in_full(
    named: Named, report: Report, command_line: Source | None, loaded: Loaded | None = None
) -> FrontEndResult | None:
    from .front_end import load_in_full  # takes longer than to load what is kept

    return load_in_full(*named, report, command_line, loaded)


def _in_full_again(named: Named) -> FrontEndResult:
    report = Report()
    loaded = _in_full(named, report, None)
    if loaded is None:
        raise SpecError(report)
    return loaded


def _playable(loaded: FrontEndResult) -> Playable:
    made, checked = loaded.assembled, loaded.checked
    return Playable(
        spec=loaded.spec,
        game=checked.game,
        table=checked.table,
        value=checked.value,
        variants=made.variants,
        digests=made.digests,
    )


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
    spec, game = rules.spec, rules.game
    wanted = spec.presets.get(preset or "")
    usual = wanted.players if wanted and wanted.players else min(spec.players)
    many = usual if players is None else players
    given = {name: option_text(value) for name, value in (options or {}).items()}
    report = Report()
    values = settle_options(spec, many, given, preset, report, command_line=command_line)
    if values is not None:
        check_options(game, many, values, report)
    if values is None or report.errors:
        raise SpecError(report)
    # Convert settled options from the numbers of a program to numbers, booleans, and names of symbols
    return Game(
        _program(_Same(game), many, tuple(values.items())),
        spec=spec,
        variants=rules.playable.variants,
        options={name: _as_json(spec, name, value) for name, value in values.items()},
        digest=rules.digest,
        older_digests=rules.playable.digests[1:],
        engine=engine or best_engine(),
        exhibit=lambda: derive_values(game, rules.playable.table, rules.playable.value, players=many, options=values),
    )


class _Same:
    """A game by which to look up what was made of it: none but itself is equal to it."""

    def __init__(self, game: TypedGame) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.game is other.game


@lru_cache(maxsize=16)
def _program(of: _Same, players: int, options: tuple[tuple[str, int], ...]) -> Program:
    """The program of a game; the same one for whoever configures the game in the same way again."""
    return make_program(of.game, players=players, options=dict(options))


# The values of options, in and out: as texts (the command line, scenario files) and as JSON has them.


def option_text(value: Any) -> str:
    """Convert the value of an option to the text that one would type for it.

    >>> option_text(True), option_text(700), option_text("ask")
    ('true', '700', 'ask')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_json(spec: Spec, name: str, value: int) -> Any:
    option = spec.options[name]
    match option.type:
        case "boolean":
            return bool(value)
        case "symbols":
            return option.symbols[value].text
        case _:
            return value
