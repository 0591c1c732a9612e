"""Runs scenarios: builds the position, plays the moves, and checks what must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, Label, Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.suggest import did_you_mean
from ...engines.program.layout import Layout
from ...engines.program.nodes import AskBlock
from ...source.shape.validation import check_scenarios
from ...source.text.files import load
from ...source.text.tree import Scalar
from ..game.game import State
from ..game.loading.rules import Rules
from ..game.move import Refusal, key_of
from ..players.player import PlayerRandom
from .expectations import CheckEvaluator, check_ending, check_view
from .initial_state import GameCache, begin, report_in_scenario
from .nodes import ChanceOutcome, Check, GivenPosition, Illegal, PlayerMove, Scenario, ScenarioFile, Step
from .reader import read_scenarios
from .static_checks import check_moves, find_initial_phase


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """The result of one scenario, with everything that is wrong in `report`."""

    file: str
    name: str
    report: Report

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong."""
        return not self.report.errors


def read_file(path: str | Path, report: Report) -> ScenarioFile | None:
    """Read the scenarios of a file; None with errors in `report`."""
    tree = load(path, report)
    if tree is None:
        return None
    before = report.errors
    tree = check_scenarios(tree, report)
    return None if report.errors > before else read_scenarios(tree, report)


def run_file(file: ScenarioFile, shelf: GameCache, *, only: str | None = None) -> Iterator[ScenarioResult]:
    """Run the scenarios of a file one by one; with `only`, those whose name contains that text."""
    for scenario in file.scenarios:
        if only is None or only.lower() in scenario.name.lower():
            yield run_scenario(scenario, file, shelf)


def run_scenario(scenario: Scenario, file: ScenarioFile, shelf: GameCache) -> ScenarioResult:
    """Run one scenario."""
    report = Report()
    rules = shelf.load(file.game, scenario.variants, report)
    if rules is not None:
        try:
            _run(scenario, rules, shelf, report)
            if shelf.observer is not None:
                shelf.observer.run(rules, scenario)
        except SpecError as error:
            report_in_scenario(report, error.report.diagnostics, {}, scenario.span)
    return ScenarioResult(file.game.span.source.name, scenario.name, report)


def check_scenario(scenario: Scenario, file: ScenarioFile, shelf: GameCache) -> Report:
    """Check a scenario without playing it: names, values, the position, moves, the types of expressions."""
    report = Report()
    rules = shelf.load(file.game, scenario.variants, report)
    if rules is None:
        return report
    layout = find_initial_phase(scenario, rules, shelf) or _start(scenario, rules, shelf, report)
    judge = CheckEvaluator(rules.checked, report, scenario.path)
    for check in (*(step for step in scenario.when if isinstance(step, Check)), *scenario.then):
        understood = judge.understand(check)
        if understood is not None and layout is not None:
            judge.names(check, understood[0], layout)
    return report


def _start(scenario: Scenario, rules: Rules, shelf: GameCache, report: Report) -> Layout | None:
    """Begin a scenario, and report what is wrong with its position and its moves; its layout, if it can be begun."""
    state = None
    try:
        state = begin(scenario, rules, shelf, report)
    except SpecError as error:
        report_in_scenario(report, error.report.diagnostics, {}, scenario.span)
    check_moves(scenario, rules.spec, state.game if state else None, report)
    return None if state is None else state.game.layout


def _run(scenario: Scenario, rules: Rules, shelf: GameCache, report: Report) -> None:
    state = begin(scenario, rules, shelf, report)
    if not check_moves(scenario, rules.spec, state.game if state else None, report) or state is None:
        return
    judge = CheckEvaluator(rules.checked, report, scenario.path)
    play = Play(state, report, scenario.path, judge.check)
    play.turn = scenario.given.turn if scenario.given is not None else None
    played = play.all(scenario.when)
    # A scenario may also be about a given position alone, from which play need not be able to go on.
    alone = scenario.given is not None and not (scenario.when or scenario.legal or scenario.illegal)
    if state.error is not None and not alone and not (played and scenario.end and scenario.end.text == "error"):
        found = [one for one in report.diagnostics if one != state.error]
        report.diagnostics[:] = [*found, with_empty_zones(state.error, scenario.given, state)]
    if not played:
        return
    for check in scenario.then:
        judge.check(state, check)
    _legal(scenario, state, report)
    for illegal in scenario.illegal:
        refusal = _illegal(illegal, state, report, scenario.path)
        if refusal is not None and shelf.observer is not None:
            shelf.observer.refused(rules, refusal)
    for seen in scenario.sees:
        check_view(seen, state, report, f"{scenario.path}.sees")
    check_ending(scenario, state, report)


def _legal(scenario: Scenario, state: State, report: Report) -> None:
    keys = {key_of(move.text) for move in state.legal_moves}
    for move in scenario.legal:
        if key_of(move.text) not in keys:
            refusal = state.why_not(move.text, seeing_all=True)
            assert refusal is not None
            report.add(
                "E851",
                f"'{move.text}' is not legal here: {refusal.message}",
                move.span,
                path=f"{scenario.path}.legal",
                notes=(f"legal moves: {listed(state.legal_moves)}",),
                helps=refusal.helps,
            )


def _illegal(illegal: Illegal, state: State, report: Report, path: str) -> Refusal | None:
    """Check that a move is not legal, and why; the reason, if it is not."""
    move, wanted, path = illegal.move, illegal.condition, f"{path}.illegal"
    if key_of(move.text) in {key_of(one.text) for one in state.legal_moves}:
        report.add("E852", f"'{move.text}' is legal here", move.span, path=path)
        return None
    refusal = state.why_not(move.text, seeing_all=True)
    if refusal is not None and wanted is not None and wanted.text not in refusal.conditions:
        failing = ", ".join(refusal.conditions)
        why = f"conditions that do not hold: {failing}" if failing else refusal.message
        report.add(
            "E853",
            f"'{move.text}' is illegal, but not because of '{wanted.text}'",
            wanted.span,
            path=path,
            notes=(why,),
            helps=did_you_mean(wanted.text, refusal.conditions),
        )
    return refusal


# Plays the moves of a scenario: those of players as written, those of chance as written or else by a fixed seed.


SHOWN = 12
"""How many moves a message lists at most."""


class Play:
    """Plays the lines of `when`. `check` is called for each check with the position it is about."""

    def __init__(self, state: State, report: Report, path: str, check: Callable[[State, Check], None]) -> None:
        self.state, self._report, self._path, self._check = state, report, path, check
        self._luck = PlayerRandom(0, 0)
        self.turn: Scalar | None = None
        """Whose turn it was said to be, until the first move."""

    def all(self, steps: tuple[Step, ...]) -> bool:
        """Play all lines, and chance until a seat must decide; False if a line could not be played."""
        for number, step in enumerate(steps):
            match step:
                case ChanceOutcome():
                    played = self._draw(step)
                case PlayerMove():
                    self.settle()
                    played = self._move(step)
                case Check():
                    coming = next((s for s in steps[number:] if not isinstance(s, Check)), None)
                    if not isinstance(coming, ChanceOutcome):
                        self.settle()
                    self._check(self.state, step)
                    played = True
            if not played:
                return False
        self.settle()
        return True

    def settle(self) -> None:
        """Let chance decide what no line mentions."""
        settle(self.state, self._luck)

    def _draw(self, step: ChanceOutcome) -> bool:
        if self.state.decider.kind != "chance":
            helps = steps_before(self.state, "chance", step.outcome.text)
            over = f"the game has ended ({self.state.status})" if self.state.is_terminal else ""
            where = over or f"{self.state.decider} decides"
            return self._fail("E813", "chance does not decide here", step.outcome, where, *helps)
        texts = [outcome.text for outcome, _ in self.state.chance_outcomes]
        if step.outcome.text not in texts:
            return self._fail(
                "E813",
                f"'{step.outcome.text}' is not a possible outcome here",
                step.outcome,
                f"possible outcomes: {listed(texts)}",
                *did_you_mean(step.outcome.text, texts),
            )
        self.state.apply(step.outcome.text)
        return True

    def _move(self, step: PlayerMove) -> bool:
        if self.state.error is not None:
            self._report.diagnostics.append(self.state.error)
            return False
        if self.state.is_terminal:
            return self._fail("E812", f"no move is possible here: the game has ended ({self.state.status})", step.move)
        seat, turn, self.turn = str(self.state.decider), self.turn, None
        wanted = key_of(step.move.text)
        moves = {key_of(move.text): move for move in self.state.legal_moves}
        on_offer = f"{seat} can play: {listed(self.state.legal_moves)}"
        if step.seat.text != seat:
            helps = steps_before(self.state, step.seat.text, wanted)
            message = f"{seat} decides here, not {step.seat.text}"
            if turn is None or turn.text != seat:
                return self._fail("E812", message, step.seat, on_offer, *helps)
            others, helps = (
                (Label(step.seat.span, message),),
                (f"write `turn: {step.seat.text}`, or begin with {seat}",),
            )
            message = f"the turn is given to {seat}, but the first move is one of {step.seat.text}"
            self._report.add("E812", message, turn.span, others=others, notes=(on_offer,), helps=helps)
            return False
        if wanted in moves:
            self.state.apply(moves[wanted])
            return True
        refusal = self.state.why_not(step.move.text, seeing_all=True)
        assert refusal is not None
        return self._fail(
            "E851",
            f"{seat} cannot play '{step.move.text}' here: {refusal.message}",
            step.move,
            on_offer,
            *refusal.helps,
            *steps_before(self.state, seat, wanted),
        )

    def _fail(self, code: str, message: str, at: Scalar, note: str = "", *helps: str) -> bool:
        self._report.add(code, message, at.span, notes=(note,) if note else (), helps=helps, path=f"{self._path}.when")
        return False


def listed(names: Iterable[object]) -> str:
    """Some names, separated by commas; the rest is counted. Of many moves with lists the first of each action is named.

    >>> listed(["take", *(f"lay([{n}, 9])" for n in range(9))])
    'take, lay([0, 9]) and 8 more like it'
    """
    texts = _with_lists_counted([str(name) for name in names])
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return (", ".join(texts[:SHOWN]) + more) or "nothing"


def _with_lists_counted(texts: list[str]) -> list[str]:
    """The same texts, with all moves of an action that choose lists in one, where there are many of them."""
    alike = Counter(text.partition("(")[0] for text in texts if "([" in text)
    out: list[str] = []
    for text in texts:
        name = text.partition("(")[0]
        # More moves of one action that choose lists are not all named
        if "([" not in text or alike[name] <= 4:
            out.append(text)
        elif not any(one.startswith(f"{name}([") for one in out):
            out.append(f"{text} and {alike[name] - 1} more like it")
    return out


# Steps that may be missing in a scenario: what could be played first, so that a line could be played as it is
# written.
#
#     - p1: lay(two)
#     - p1: take            p2 decides here: a step may be missing before it, such as `- p2: take`
#
# It is looked for by trying: each legal move, then each move after it, with what chance does in between.

MOST_TRIED = 60
"""So many moves are tried at most."""

DEEP = 2
"""So many steps may be missing in a row before the move of somebody else; before one's own it is one."""

PossibleStep = tuple[str, str]
"""Who decides, and the move."""


def settle(state: State, luck: PlayerRandom) -> None:
    """Let chance decide until a player does."""
    while state.decider.kind == "chance":
        outcomes = state.chance_outcomes
        at = luck.number(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            at -= weight
            if at < 0:
                state.apply(outcome)
                break


def steps_before(state: State, who: str, wanted: Hashable) -> tuple[str, ...]:
    """A help that names steps after which `who` can make a move (its key), or chance come to an outcome; else nothing.

    `wanted` is a text for chance.
    """
    steps = next(_found(state, who, wanted, 1 if who == str(state.decider) else DEEP), None)
    if steps is None:
        return ()
    lines = ", ".join(f"`- {seat}: {move}`" for seat, move in steps)
    some = "a step" if len(steps) == 1 else "steps"
    return (f"{some} may be missing before it, such as {lines}",)


def _found(state: State, who: str, wanted: Hashable, deep: int) -> Iterator[list[PossibleStep]]:
    """The shortest rows of steps first; chance decides the same each time."""
    rows: list[tuple[State, list[PossibleStep]]] = [(state, [])]
    tried = 0
    for _ in range(deep):
        further: list[tuple[State, list[PossibleStep]]] = []
        for before, steps in rows:
            for move in before.legal_moves:
                tried += 1
                if tried > MOST_TRIED:
                    return
                after = before.clone()
                after.apply(move)
                row = [*steps, (str(before.decider), move.text)]
                if who == "chance" and _is_drawn(after, wanted):
                    yield row
                settle(after, PlayerRandom(0, 0))
                if str(after.decider) == who and wanted in {key_of(one.text) for one in after.legal_moves}:
                    yield row
                further.append((after, row))
        rows = further


def _is_drawn(state: State, wanted: Hashable) -> bool:
    return state.decider.kind == "chance" and wanted in {outcome.text for outcome, _ in state.chance_outcomes}


# Helps with a player who has no legal move, because the position that a scenario gives leaves their hand empty.


def with_empty_zones(error: Diagnostic, given: GivenPosition | None, state: State) -> Diagnostic:
    """The same error of the rules, with where play began, if it came at once; of R704 after a `given`, with the zones
    of that player that it leaves empty.

    Where the player has cards that only they see, as in a hand, those zones alone are named.
    """
    end = state.machine.code.block(state.machine.numbers).end
    if given is not None and not state.decisions and error.code != "R704":
        here = Label(given.phase.span, "where the scenario begins; nothing before it has happened")
        advice = "give under `given` what the phases before it have done, or begin with one of these"
        error = replace(error, others=(*error.others, here), helps=(advice, *error.helps))
    if error.code != "R704" or given is None or not isinstance(end, AskBlock):
        return error
    seat = state.machine.numbers[end.who.address]
    written = {one.zone.text for one in given.cards} | {one.zone.text for one in given.placed}
    written |= {one.name.text for one in given.settings}
    zones = [zone for zone in state.game.layout.zones if zone.owner_kind == "player" and zone.owner == seat]
    # A hand is what its owner sees and not everybody does
    own = [zone for zone in zones if zone.sees[zone.owner] == "all" and set(zone.sees) != {"all"}] or zones
    cells = state.machine.state
    empty = [name for zone in own if not cells[zone.address] and (name := zone.full_name) not in written][:3]
    if not empty:
        return error
    which, them = ("is", "it") if len(empty) == 1 else ("are", "them")
    ways = ", ".join(f"{name}: […]" for name in empty)
    advice = f"{', '.join(empty)} {which} empty because the scenario does not give {them}: `{ways}`"
    return replace(error, helps=(advice, *error.helps))
