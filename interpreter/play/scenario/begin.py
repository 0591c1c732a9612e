"""Where a scenario begins: the game with its variants and options, at its start or in the position that is given.

A position is entered with a program of its own (`Typed.entering`): it goes straight to the phase
that is named, and nothing that comes before happens. Its variables stand at their start values, worked out by
another small program, except those that the scenario gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ...engines.program.make import make_program
from ...engines.reference.start import first_state
from ...language.ir.game import Game as TypedGame
from ...language.merge.catalogue import read_game
from ...language.spec.values import settle_options
from ...language.text.tree import Scalar
from ..game.game import Game
from ..game.load import Rules, load_rules
from ..game.requirements import check_options
from ..game.state import State
from .nodes import Given, Scenario
from .place import Builder

COMMAND_LINE = "<command line>"
"""The source in which earlier stages show names that stand in no file they know of."""


@dataclass(slots=True)
class Shelf:
    """Loads each game and makes each program once, for all scenarios of a run. `paths` are folders with more games."""

    paths: tuple[str, ...] = ()
    rules: dict[tuple[str, tuple[str, ...]], tuple[Rules | None, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    games: dict[tuple[object, ...], Game] = field(default_factory=dict)

    def load(self, game: Scalar, variants: tuple[Scalar, ...], report: Report) -> Rules | None:
        """The rules of a game with these variants; mistakes go to the report."""
        key = (_beside(game), tuple(variant.text for variant in variants))
        if key not in self.rules:
            own = Report()
            self.rules[key] = (load_rules(*key, self.paths, own), tuple(own.diagnostics))
        rules, found = self.rules[key]
        names = (game, *variants)
        tell(report, (one for one in found if one.severity == "error"), names, game.span)
        return rules

    def program(self, rules: Rules, typed: TypedGame, what: str, players: int, options: dict[str, int]) -> Game:
        """A program, made ready; `what` tells programs of the same rules apart. Raises `SpecError`."""
        key = (rules.assembled.digest, what, players, tuple(options.items()))
        if key not in self.games:
            program = make_program(typed, players=players, options=options)
            self.games[key] = Game(program, spec=rules.spec, variants=rules.assembled.variants)
        return self.games[key]


def begin(scenario: Scenario, rules: Rules, shelf: Shelf, report: Report) -> State | None:
    """The position in which the first line of `when` is played, or None with diagnostics. Raises `SpecError`."""
    options = _settle(scenario, rules, report)
    if options is None:
        return None
    players, values = options
    if scenario.given is None:
        game = shelf.program(rules, rules.typed.game, "", players, values)
        return game.initial_state(seed=0, chance="explicit")
    return _enter(scenario.given, scenario.path, rules, shelf, players, values, report)


def _enter(
    given: Given, path: str, rules: Rules, shelf: Shelf, players: int, options: dict[str, int], report: Report
) -> State | None:
    phases = rules.spec.phases
    if given.phase.text not in phases:
        report.add(
            "E805",
            f"unknown phase '{given.phase.text}'",
            given.phase.span,
            label="no phase is called so",
            notes=(f"phases of this game: {', '.join(phases)}",),
            helps=did_you_mean(given.phase.text, phases),
        )
        return None
    entering = rules.typed.entering(given.phase.text)
    game = shelf.program(rules, entering, given.phase.text, players, options)
    start = replace(entering, main=entering.effects[".start"].body)
    before = shelf.program(rules, start, f".start {given.phase.text}", players, options)
    cells = first_state(game.code, 0)
    _copy_variables(before, game, cells)
    errors = report.errors
    Builder(game.layout, cells, report, path).build(given)
    if report.errors > errors:
        return None
    return State(game, game.executor.stand(cells, explicit=True, steps=0, record=True))


def _copy_variables(before: Game, game: Game, cells: list[int]) -> None:
    """Put the start values of all variables, as computed by `before`, into the cells of a position of `game`."""
    started = before.initial_state().machine.state
    for name, cell in game.layout.variables.items():
        source = before.layout.variables.get(name)
        if source is not None:
            cells[cell.address : cell.address + cell.cells] = started[source.address : source.address + cell.cells]
    for name, card in game.layout.card_variables.items():
        other = before.layout.card_variables[name]
        for number in game.layout.decks[card.deck]:
            cells[card.address + number] = started[other.address + number]


def _settle(scenario: Scenario, rules: Rules, report: Report) -> tuple[int, dict[str, int]] | None:
    """The number of players and the value of every option."""
    written = scenario.players
    players = int(written.text) if written is not None and written.text.isdecimal() else rules.spec.players[0]
    given = {key.text: value.text for key, value in scenario.options}
    own = Report()
    values = settle_options(rules.spec, players, given, scenario.preset.text if scenario.preset else None, own)
    if values is not None:
        check_options(rules.typed.game, players, values, own)
    words = [s for pair in scenario.options for s in reversed(pair)]
    words += [s for s in (scenario.preset, scenario.players) if s is not None]
    tell(report, own.diagnostics, words, scenario.span)
    return None if values is None or own.errors else (players, values)


def _beside(game: Scalar) -> str:
    """The game in whose folder the scenario file stands if it is called so, else its name."""
    path = Path(game.span.source.name).parent.parent / "game.yaml"
    found = read_game(path) if path.is_file() else None
    return str(path) if found and found.name == game.text else game.text


def tell(report: Report, found: Iterable[Diagnostic], words: Iterable[Scalar], elsewhere: Span) -> None:
    """Report what an earlier stage has found; what it shows on a command line is shown at the word of the scenario
    instead.
    """
    places = {word.text: word.span for word in words}
    for one in found:
        if one.span is None or one.span.source.name == COMMAND_LINE:
            one = replace(one, span=places.get(one.span.text, elsewhere) if one.span else elsewhere)
        if one not in report.diagnostics:
            report.diagnostics.append(one)
