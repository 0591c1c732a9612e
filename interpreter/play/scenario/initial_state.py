"""Where a scenario begins: the game with its variants and options, at its start or in the position that is given.

A position is entered with a program of its own (`Typed.entering`), which goes straight to the phase that is named:
nothing before it happens. Variables that the scenario does not give have their start values, which another small
program computes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ...engines.cells import first_state
from ...engines.program.configuration_invariants import Invariants, find_invariants
from ...engines.program.derived_values import derive_values
from ...engines.program.layout import Layout
from ...engines.program.make import check_options, declared, make_program
from ...engines.program.traversal import all_effects
from ...language.ir import nodes as ir
from ...language.ir.game import TypedGame
from ...language.spec.option_values import settle_options
from ...source.merge.catalogue import is_path, may_be_read, read_game
from ...source.text.disk import Answers, is_file, record_answers, recorded
from ...source.text.literals import parse_integer
from ...source.text.tree import Scalar
from ..game.engines import Engine, best_engine
from ..game.game import Game, State
from ..game.loading.load import COMMAND_LINE, load_rules
from ..game.loading.rules import Rules
from ..game.move import Refusal
from .nodes import GivenPosition, Scenario
from .position import PlaceFinder, PositionBuilder
from .values import ENTERING

if TYPE_CHECKING:
    from ..game.loading.front_end import Loaded


@dataclass(slots=True)
class GameCache:
    """Caches the games and programs that the scenarios of a run need. `paths` are folders with more games.

    An `observer` watches what is played; the reference engine then plays. Otherwise it is `engine`, by default the
    fastest; the reference engine is ready sooner. What is `loaded` is shared with whoever else loads rules.
    """

    paths: tuple[str, ...] = ()
    observer: Observer | None = None
    engine: Engine | None = None
    loaded: Loaded = field(default_factory=dict)
    _rules: dict[tuple[str, tuple[str, ...]], tuple[Rules | None, tuple[Diagnostic, ...], Answers]] = field(
        default_factory=dict
    )
    _games: dict[tuple[object, ...], Game] = field(default_factory=dict)
    _entering: dict[tuple[str, str], TypedGame] = field(default_factory=dict)
    _plans: dict[tuple[str, str], StaticFacts] = field(default_factory=dict)

    def load(self, game: Scalar, variants: tuple[Scalar, ...], report: Report) -> Rules | None:
        """Load the rules of a game with these variants; None with errors in `report`."""
        key = (_beside(game), tuple(_from_file(variant) for variant in variants))
        kinds = ("game", *("variant" for _ in variants))
        named = zip((key[0], *key[1]), kinds, (game, *variants), strict=True)
        if not all([may_be_read(path, kind, word.span, self.paths, report) for path, kind, word in named]):
            return None
        if key not in self._rules:
            own = Report()
            with recorded() as answers:
                rules = load_rules(*key, self.paths, own, in_full=True, loaded=self.loaded, keep=False)
            self._rules[key] = (rules, tuple(own.diagnostics), answers)
        rules, found, answers = self._rules[key]
        record_answers(answers)
        names = {_from_file(word): word.span for word in (game, *variants)}
        report_in_scenario(report, (one for one in found if one.severity == "error"), names, game.span)
        return rules

    def entering(self, rules: Rules, phase: str) -> TypedGame:
        """The rules of a game that begins in a phase, or find them in the cache."""
        key = (rules.digest, phase)
        if key not in self._entering:
            self._entering[key] = rules.checked.entering(phase)
        return self._entering[key]

    def plan(self, rules: Rules, phase: str) -> StaticFacts:
        """The plan of a game that begins in a phase, or at its beginning (no phase), or find it in the cache."""
        key = (rules.digest, phase)
        if key not in self._plans:
            self._plans[key] = StaticFacts.of(self.entering(rules, phase) if phase else rules.game)
        return self._plans[key]

    def game(self, rules: Rules, checked: TypedGame, what: str, players: int, options: dict[str, int]) -> Game:
        """Make a game, or find it in the cache. `what` is the key of programs with the same rules. Raises SpecError."""
        key = (rules.digest, what, players, tuple(options.items()))
        if key not in self._games:
            watched = checked if self.observer is None else self.observer.watched(rules, checked)
            program = make_program(watched, players=players, options=options)
            engine = (self.engine or best_engine()) if self.observer is None else "reference"
            made = Game(
                program,
                spec=rules.spec,
                variants=rules.playable.variants,
                engine=engine,
                exhibit=lambda: derive_values(
                    checked, rules.playable.table, rules.playable.value, players=players, options=options
                ),
            )
            self._games[key] = made
            if self.observer is not None:
                made.watched = True
                self.observer.made(rules, made)
        return self._games[key]


def begin(scenario: Scenario, rules: Rules, shelf: GameCache, report: Report) -> State | None:
    """The position in which the first line of `when` is played; None with errors in `report`. Raises SpecError."""
    options = settle(scenario, rules, report)
    if options is None:
        return None
    players, values = options
    if scenario.given is None:
        return shelf.game(rules, rules.game, "", players, values).initial_state(seed=0, chance="explicit")
    state = _enter(scenario.given, scenario.path, rules, shelf, players, values, report)
    entered = state is None or not state.machine.state[state.game.layout.variables[ENTERING].address]
    if entered or not scenario.when:
        return state
    conditions = rules.spec.phases[scenario.given.phase.text].when
    report.add(
        "E818",
        f"'{scenario.given.phase.text}' is not played in this position, so the scenario begins nowhere",
        scenario.given.phase.span,
        label="passed over",
        others=tuple(Label(one.test.span, "must hold") for one in conditions if "none" in one.test.span.written),
        helps=("give under `given` what must hold there", "or begin with a phase before it"),
        path=scenario.path,
    )
    return None


def _enter(
    given: GivenPosition,
    path: str,
    rules: Rules,
    shelf: GameCache,
    players: int,
    options: dict[str, int],
    report: Report,
) -> State | None:
    phases = rules.spec.phases
    if given.phase.text not in phases:
        report.add(
            "E805",
            f"unknown phase '{given.phase.text}'",
            given.phase.span,
            label="no such phase",
            notes=(f"phases of this game: {', '.join(phases)}",),
            helps=did_you_mean(given.phase.text, phases),
        )
        return None
    entering = shelf.entering(rules, given.phase.text)
    game = shelf.game(rules, entering, given.phase.text, players, options)
    before = shelf.game(rules, starting(entering), START, players, options)
    cells = first_state(game.code, 0)
    # Put the start values of all variables, as computed by `before`, into the cells of a position of `game`
    started = before.initial_state().machine.state
    for name, cell in game.layout.variables.items():
        source = before.layout.variables.get(name)
        if source is not None:
            cells[cell.address : cell.end] = started[source.address : source.end]
    for name, card in game.layout.card_variables.items():
        other = before.layout.card_variables[name]
        for number in game.layout.decks[card.deck]:
            cells[card.address + number] = started[other.address + number]
    errors = report.errors
    PositionBuilder(game.layout, cells, report, path).build(given)
    if given.placed and report.errors == errors:
        finder = PlaceFinder(game.code, cells, report, path)
        for placed in given.placed:
            finder.settle(placed)
    if report.errors > errors:
        return None
    return State(game, game.executor.resume(cells, explicit=True, steps=0, record=True))


def settle(scenario: Scenario, rules: Rules, report: Report) -> tuple[int, dict[str, int]] | None:
    """The number of players and the value of every option; None with errors in `report`."""
    written = scenario.players
    players = rules.spec.players[0] if written is None else parse_integer(written.text)
    assert players is not None, "the shape of the file was checked before"
    given = {key.text: value.text for key, value in scenario.options}
    own = Report()
    values = settle_options(rules.spec, players, given, scenario.preset.text if scenario.preset else None, own)
    if values is not None:
        check_options(rules.game, players, values, own)
    words = [s for pair in scenario.options for s in reversed(pair)]
    words += [s for s in (scenario.preset, scenario.players) if s is not None]
    report_in_scenario(report, own.diagnostics, {word.text: word.span for word in words}, scenario.span)
    return None if values is None or own.errors else (players, values)


def _beside(game: Scalar) -> str:
    """The path of the game in whose folder the scenario file is, if it has the right name; else the name."""
    path = Path(game.span.source.name).parent.parent / "game.yaml"
    found = read_game(path) if is_file(path) else None
    return str(path) if found and found.name == game.text else _from_file(game)


def _from_file(word: Scalar) -> str:
    """The name of a game or a variant, or its path, which counts from the folder of the scenario file."""
    return word.text if not is_path(word.text) else os.path.normpath(Path(word.span.source.name).parent / word.text)


def report_in_scenario(report: Report, found: Iterable[Diagnostic], words: Mapping[str, Span], elsewhere: Span) -> None:
    """Report what an earlier stage has found, and point into the scenario where that stage had no file to point into.

    What it shows on a command line is shown at the word of the scenario that said so, or `elsewhere`.
    """
    for one in found:
        if one.span is None or one.span.source.name == COMMAND_LINE:
            one = replace(one, span=words.get(one.span.text, elsewhere) if one.span else elsewhere)
        if one not in report.diagnostics:
            report.diagnostics.append(one)


# What is known of a game that is played from its beginning or from a phase on, before any program of it is made.

START = ".start"
"""The effect that gives variables their start values, in a game that is entered in a phase."""


@dataclass(slots=True)
class StaticFacts:
    """`foreseen` says what holds of the program of `game` in every configuration, `choices` are all kinds of moves."""

    game: TypedGame
    foreseen: Invariants | None
    choices: tuple[ir.Choice, ...]
    _layouts: dict[tuple[object, ...], Layout | None] = field(default_factory=dict)

    @classmethod
    def of(cls, game: TypedGame) -> StaticFacts:
        """The plan of a game; one that is entered must be foreseen to set its variables, too."""
        foreseen = find_invariants(game, max(game.players), start=START if START in game.effects else None)
        bodies = (game.main, *(effect.body for effect in game.effects.values()))
        asked = (stmt for body in bodies for stmt in all_effects(body) if isinstance(stmt, ir.Ask))
        return cls(game, foreseen, tuple(choice for ask in asked for choice in ask.choices))

    def layout(self, players: int, options: dict[str, int]) -> Layout | None:
        """What is declared in a configuration, if it surely becomes a program; but for the addresses of its cells."""
        key = (players, *options.items())
        if key not in self._layouts:
            self._layouts[key] = declared(self.game, players=players, options=options, foreseen=self.foreseen)
        return self._layouts[key]


def starting(game: TypedGame) -> TypedGame:
    """A game that does no more than give its variables their start values."""
    return replace(game, main=game.effects[START].body)


# Whoever watches scenarios while they are run, to see what they come to.


class Observer(Protocol):
    """What is told to an observer; all of it by the rules of one game with some variants."""

    def watched(self, rules: Rules, game: TypedGame) -> TypedGame:
        """The game to play instead of this one, which must go in the same way."""

    def made(self, rules: Rules, game: Game) -> None:
        """A game was made of it for some players and options."""

    def run(self, rules: Rules, scenario: Scenario) -> None:
        """A scenario was run."""

    def refused(self, rules: Rules, refusal: Refusal) -> None:
        """A move was not legal, as its scenario says."""
