"""Loads a game by its name: the one list of all stages, from files to something that can be played.

assemble       files are found, read, checked and merged      merge.assemble
read_spec      records, with every rule parsed                spec.read
type_spec      every name and type is settled                 typing.check
settle_options the value of every option                      spec.values
check_options  what options require of each other             game.requirements
make_program   a program for these options and players        program.make
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from os import PathLike, fspath
from typing import Any

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.span import Source
from ...engines.program.make import make_program
from ...language.merge.assemble import Assembled, assemble
from ...language.merge.removed import explain_removed
from ...language.spec.nodes import Spec
from ...language.spec.read import read_spec
from ...language.spec.values import settle_options
from ...language.typing.check import Typed, type_spec
from .engines import best_engine, check_engine
from .game import Game
from .requirements import check_options


@dataclass(frozen=True, slots=True)
class Rules:
    """A spec that is right, for every number of players and all options."""

    assembled: Assembled
    spec: Spec
    typed: Typed


def load_game(
    name: str | PathLike[str],
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    variants: Sequence[str | PathLike[str]] = (),
    preset: str | None = None,
    paths: Sequence[str | PathLike[str]] = (),
    engine: str | None = None,
) -> Game:
    """The game of this name (or path), ready to be played.

    Without `players` it is for the number of the preset, else for the smallest there is. `options` are numbers,
    truths or names of symbols; `paths` are folders with games and variants of one's own. `engine` is `fast` or
    `reference`; left out, it is the fastest that there is. Raises SpecError with all that is wrong, and ValueError
    for an engine that there is not, TypeError for what is no number of players or no list.

    >>> load_game("mille-bornes", players=4, options={"target": 1000})
    <game mille-bornes for 4>
    """
    check_engine(engine)
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise TypeError(f"players is a whole number, not {players!r}")
    for what, given in (("variants", variants), ("paths", paths)):
        if isinstance(given, str | PathLike):
            raise TypeError(f"{what} is a list: [{given!r}]")
    report = Report()
    rules = load_rules(fspath(name), [fspath(one) for one in variants], [fspath(one) for one in paths], report)
    if rules is None:
        raise SpecError(report)
    return configure(rules, players=players, options=options, preset=preset, engine=engine)


def load_rules(
    name: str, variants: Sequence[str], paths: Sequence[str], report: Report, *, typed: Source | None = None
) -> Rules | None:
    """A game with its variants, read and typed; None where something is wrong, which `report` then tells.

    `typed` is the command line, if there is one.
    """
    assembled = assemble(name, variants, paths, report, command_line=typed)
    spec = None if assembled is None else read_spec(assembled.tree, report)
    settled = None if spec is None else type_spec(spec, report)
    if assembled is None:
        return None
    if spec is None or settled is None:
        explain_removed(report, assembled.removed)
        return None
    return Rules(assembled, spec, settled)


def configure(
    rules: Rules,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    preset: str | None = None,
    typed: Source | None = None,
    engine: str | None = None,
) -> Game:
    """The game for a number of players and a set of options. Raises SpecError with all that is wrong."""
    spec = rules.spec
    many = players or _usual_players(spec, preset)
    given = {name: option_text(value) for name, value in (options or {}).items()}
    report = Report()
    values = settle_options(spec, many, given, preset, report, command_line=typed)
    if values is not None:
        check_options(rules.typed.game, many, values, report)
    if values is None or report.errors:
        raise SpecError(report)
    digest = rules.assembled.digest
    own = sha256(f"{digest} {many} {sorted(values.items())}".encode()).hexdigest()
    program = make_program(rules.typed.game, players=many, options=values, digest=own)
    shown = {name: _shown(spec, name, value) for name, value in values.items()}
    return Game(
        program,
        spec=spec,
        variants=rules.assembled.variants,
        options=shown,
        digest=digest,
        engine=engine or best_engine(),
    )


def _usual_players(spec: Spec, preset: str | None) -> int:
    wanted = spec.presets.get(preset or "")
    return wanted.players if wanted and wanted.players else min(spec.players)


def option_text(value: Any) -> str:
    """The value of an option as a person would type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(spec: Spec, name: str, value: int) -> Any:
    """The value of an option as JSON has it."""
    option = spec.options[name]
    match option.type:
        case "boolean":
            return bool(value)
        case "symbols":
            return option.symbols[value].text
        case _:
            return value
