"""Plays games at random on trial, and remembers where play has come, which rules failed, and what goes round.

Configurations take turns, a game each, from the seed 0 on. A game on trial goes as `cardwright run --seed` plays it,
with random players; so whatever is found can be seen again. How much is played is counted in steps of the engine: the
same games are played on every machine, as long as it is not extremely slow. A configuration whose games all fail alike
is given up after a few: more of them would show nothing new.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import field, replace
from functools import cached_property
from itertools import islice

from ...diagnostics.diagnostic import Diagnostic, Label
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...engines.cells import first_state
from ...engines.events import LATELY, PlayError
from ...engines.position import Position
from ...engines.program.layout import ERROR, LIMIT, RUNNING, STATUS, VariableCell
from ...engines.program.make import make_program
from ...engines.program.nodes import AskBlock, AskChoice, Program
from ...engines.program.state_abstraction import counter_variables
from ...engines.program.traversal import needs
from ...engines.reference.position import ReferenceCode, ReferencePosition
from ...language.ir.game import TypedGame
from ...language.ir.types import NONE
from ..game.cycle_detection import LONG, position
from .coverage import marks_in

processor_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""The processor time of this thread in seconds; in a browser, where there is but one, that of the process."""

MAKING = 100
"""How many decisions making a program counts for."""

PATIENCE = 10
"""How many times more processor time than planned play may take, on a slow machine, before it is cut off."""

FIRST = 2 * LONG
"""How many decisions a first game may take in any case, before it is known that it is long."""

MOST_GIVEN = 200
"""Of more than is to choose from it is not looked at what bars each."""

FEW = 5
"""After so many games that failed in the same way, or never ended, a configuration is given up."""

End = tuple[object, ...]
"""How a game ended: `PROPER`, `ENDLESS`, or by an error, its code and its span."""

PROPER: End = ("proper",)
ENDLESS: End = ("endless",)


@dataclass(frozen=True, slots=True)
class Failure:
    """An error of play: the first game in which it came up, and in how many it did; of what nobody could do, why."""

    error: Diagnostic
    setting: Configuration
    seed: int
    decisions: int
    times: int = 1
    barred: tuple[Label, ...] = ()


@dataclass(frozen=True, slots=True)
class Endless:
    """A game without an end; `certain` says that nobody could have played differently."""

    setting: Configuration
    seed: int
    decisions: int
    certain: bool


@dataclass(slots=True)
class MoveStatistics:
    """A kind of move: at how many decisions it was on offer, whether it was ever legal, which conditions ever held."""

    choice: AskChoice
    decisions: int = 0
    legal: bool = False
    held: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Trial:
    """All that was played: `games` of each mark are those in whose configuration it is, `marks` those come to.

    `ended` are the games that did not stop only because enough was played; `unfinished` is the longest of the others.
    `cut` says that there was no time for all that was planned; the game that was going on then is not counted.
    """

    games: int = 0
    ended: int = 0
    unfinished: Endless | None = None
    decisions: int = 0
    settings: int = 0
    failures: dict[End, Failure] = field(default_factory=dict)
    endless: list[Endless] = field(default_factory=list)
    marks: set[int] = field(default_factory=set)
    games_with: dict[int, int] = field(default_factory=dict)
    asked: dict[str, MoveStatistics] = field(default_factory=dict)
    cut: bool = False

    @property
    def usual(self) -> int:
        """How many decisions the games took that came to their end, on average; 0 if none did."""
        rest = self.unfinished.decisions if self.unfinished is not None else 0
        return (self.decisions - rest) // max(self.ended, 1) if self.ended else 0


class _Played:
    """One configuration, and the games played of it."""

    def __init__(self, setting: Configuration, program: Program) -> None:
        self.setting = setting
        self.code = ReferenceCode(program)
        self.marks = marks_in(program)
        self.games = 0
        self.ends: set[End] = set()

    @cached_property
    def counters(self) -> tuple[VariableCell, ...]:
        """The variables that only count; few games need them, and they take long to find."""
        return counter_variables(self.code.program)

    @property
    def hopeless(self) -> bool:
        """Whether all games failed, or never ended, in the same way."""
        return self.games >= FEW and len(self.ends) == 1 and PROPER not in self.ends


def play_on_trial(
    game: TypedGame, settings: Iterable[Configuration], seconds: float, *, patient: bool = False
) -> Trial:
    """Play a game with marks in these configurations; those that make the same code as one before are left out.

    A program is made when its turn comes: where games are long, few are needed. If it is `patient`, the first game may
    take longer than all are meant to: whether it ends at all is worth knowing.
    """
    trial, budget, settings = Trial(), int(seconds * RATE), list(settings)
    first = FIRST if patient else 0
    until = processor_time() + PATIENCE * max(seconds, 0.1)
    most = max(min(budget // 2 // MAKING, len(settings)), 1)
    left = budget - MAKING * most
    played: list[_Played] = []
    for one in islice(_different(game, settings), most) if left > 0 else ():
        played.append(one)
        left -= _Game(trial, one, max(left, 0 if trial.games else first), until).play()
        if left <= 0 or trial.cut:
            break
    else:
        left += MAKING * (most - len(played))
    trial.settings = len(played)
    while left > 0 and not trial.cut and (played := [one for one in played if not one.hopeless]):
        for one in played:
            if left <= 0 or trial.cut:
                break
            left -= _Game(trial, one, left, until).play()
    return trial


def _different(game: TypedGame, settings: Iterable[Configuration]) -> Iterator[_Played]:
    programs: list[Program] = []
    for setting in settings:
        program = make_program(game, players=setting.players, options=setting.options)
        rules = replace(program, options=())
        if rules not in programs:
            programs.append(rules)
            yield _Played(setting, program)


class _Game:
    """One game at random."""

    def __init__(self, trial: Trial, one: _Played, most: int, until: float) -> None:
        self.trial, self.one, self.most, self.until = trial, one, most, until
        self.seed = one.games
        self.forced: set[int] = set()
        self.positions: set[int] = set()
        self.decisions = self.work = 0
        self.end: End = PROPER

    def play(self) -> int:
        """Play it to its end, or until it is certain that it has none, or until there is no more time; for how many
        decisions it counts.
        """
        m = WorkMeter(self.one.code, first_state(self.one.code, self.seed), self.until)
        try:
            self.on_and_on(m)
        except OutOfTime:  # this game is left out: how far it got depends on the machine
            self.trial.cut = True
        else:
            self.ended(m)
        return self.work

    def on_and_on(self, m: WorkMeter) -> None:
        """Make one decision after the other."""
        m.look_at_clock()
        m.go()
        self.work = m.work_done()
        drawn: tuple[int, ...] = ()
        while m.state[STATUS] == RUNNING and m.moves and self.work < self.most:
            m.look_at_clock()
            self.look(m)
            if len(m.moves) > 1 or m.code.layout.drawn(m.state) != drawn:
                self.forced.clear()
            if len(m.moves) == 1 and self.comes_again(m, self.forced):
                return self.endless(certain=True)
            if self.decisions >= LONG and not self.news(m):
                return self.endless(certain=False)
            move = m.moves[m.pick(len(m.moves))]
            drawn = m.code.layout.drawn(m.state)
            m.play(move)
            self.decisions += 1
            self.work += m.work_done()

    def ended(self, m: Position) -> None:
        """Count the game, and what went wrong in it."""
        trial, one = self.trial, self.one
        trial.decisions += self.decisions
        trial.games += 1
        one.games += 1
        trial.marks |= one.code.marks
        for number in one.marks:
            trial.games_with[number] = trial.games_with.get(number, 0) + 1
        if m.state[STATUS] == RUNNING and self.end == PROPER:
            self.unfinished()
        else:
            trial.ended += 1
        if m.state[STATUS] == LIMIT:
            self.endless(certain=False)
        if m.state[STATUS] == ERROR and m.error is not None and not too_long(m, m.error):
            self.failed(m.error, m)
        one.ends.add(self.end)

    def unfinished(self) -> None:
        """Remember a game that was stopped, if it is the longest of these."""
        longest = self.trial.unfinished
        if longest is None or self.decisions > longest.decisions:
            self.trial.unfinished = Endless(self.one.setting, self.seed, self.decisions, False)

    def failed(self, error: Diagnostic, m: Position) -> None:
        # Where too many steps have been counted depends on players and cards: it is one mistake, wherever that is.
        self.end = (error.code,) if error.code == "R700" else (error.code, error.span)
        known = self.trial.failures.get(self.end)
        if known is None:
            barred = tuple(what_bars(m)) if error.code == "R704" else ()
            self.trial.failures[self.end] = Failure(error, self.one.setting, self.seed, self.decisions, barred=barred)
        else:
            self.trial.failures[self.end] = replace(known, times=known.times + 1)

    def endless(self, *, certain: bool) -> None:
        self.end = ENDLESS
        self.trial.endless.append(Endless(self.one.setting, self.seed, self.decisions, certain))

    # What goes round -----------------------------------------------------------------------

    def comes_again(self, m: Position, seen: set[int]) -> bool:
        """Whether this position was there before."""
        here = hash(position(m, self.one.counters))
        again = here in seen
        seen.add(here)
        return again

    def news(self, m: Position) -> bool:
        """Whether a long game still comes to positions that were not there before, more often than not."""
        self.comes_again(m, self.positions)
        many = self.decisions - LONG + 1
        return many % 1000 != 0 or len(self.positions) * 2 > many

    # What is on offer ------------------------------------------------------------------------

    def look(self, m: Position) -> None:
        """Remember what is on offer, what is legal, and which conditions hold."""
        ask = m.code.block(m.state).end
        assert isinstance(ask, AskBlock)
        legal = {move[0] for move in m.moves or ()}
        for number, choice in enumerate(ask.choices):
            asked = self.trial.asked.setdefault(choice.path, MoveStatistics(choice))
            asked.decisions += 1
            if number in legal:
                asked.legal = True
            elif not asked.legal:
                self.conditions(m, choice, asked)

    def conditions(self, m: Position, choice: AskChoice, asked: MoveStatistics) -> None:
        """Remember which conditions hold, of those that need no argument."""
        numbers = [parameter.local.number for parameter in choice.parameters]
        for condition in choice.conditions:
            if condition.name in asked.held:
                continue
            try:
                with m.aside():
                    if needs(condition.test, numbers) or m.value(condition.test, {}):
                        asked.held.add(condition.name)
            except PlayError:
                asked.held.add(condition.name)


def what_bars(m: Position) -> Iterator[Label]:
    """Why each action on offer is not legal, where that is one thing: nothing to choose, a condition that fails."""
    ask = m.code.block(m.state).end
    assert isinstance(ask, AskBlock)
    for number, choice in enumerate(ask.choices if m.state[ask.who.address] != NONE else ()):
        numbers = [parameter.local.number for parameter in choice.parameters]
        with suppress(PlayError, OutOfTime), m.aside():
            given = m.options(ask, number, 0, {}) if numbers else [NONE]
            if len(given) > MOST_GIVEN:
                continue
            fails = [
                one
                for one in choice.conditions
                if not needs(one.test, numbers[1:])
                and not any(m.value(one.test, {numbers[0]: value} if numbers else {}) for value in given)
            ]
            if not given:
                yield Label(choice.parameters[0].source.span, f"there is nothing to choose for '{choice.name}'")
            elif fails:
                yield Label(fails[0].test.span, f"does not hold for '{choice.name}'")


# Counts the work of play on trial, and stops it when the time is up.
#
# Work is counted in decisions, `RATE` of them for a second, so that the same is played on every machine. A decision
# that takes many steps, to list its moves or until the next one, counts for several. Only the clock differs between
# machines: it is looked at again and again, within decisions too, and cuts play off that takes far longer than planned.
# It counts processor time, so that other programs do not matter, and what it has cut off is said to be left out.

RATE = 8_000
"""How many decisions count as a second of play."""

STEPS = 250
"""How many steps count as a decision: about as many as the reference engine takes in the time of a usual decision."""

MOST_STEPS = 2_000_000
"""A rule that takes more steps is left alone on trial, if the limits of its game allow them."""

LOOK = 64
"""The clock is looked at whenever steps were spent this many times."""


class OutOfTime(Exception):
    """Raised in the middle of play when the time is up."""


class WorkMeter(ReferencePosition):
    """A game on trial; `listed` counts the steps that were no part of play, such as those of listing moves."""

    __slots__ = ("listed", "looks", "sure", "until")

    def __init__(self, code: ReferenceCode, state: list[int], until: float) -> None:
        super().__init__(code, state, record=False)
        self.limit = min(self.limit, MOST_STEPS)
        self.sure = self.limit - LATELY
        self.until = until
        self.listed = 0
        self.looks = 0

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Work that is not part of the play; here it is counted nevertheless."""
        with super().aside():
            try:
                yield
            finally:
                self.listed += self.steps

    def spend(self, steps: int, span: Span | None) -> None:
        """Count work, and look at the clock now and then."""
        self.looks += 1
        if self.looks % LOOK == 0:
            self.look_at_clock()
        spent = self.steps + steps
        if spent > self.sure:
            super().spend(steps, span)
        else:
            self.steps = spent

    def look_at_clock(self) -> None:
        """Raise OutOfTime if the time is up."""
        if processor_time() > self.until:
            raise OutOfTime

    def work_done(self) -> int:
        """For how many decisions the last one counts, with all that followed up to the next one."""
        steps, self.listed = self.steps + self.listed, 0
        return max(steps // STEPS, 1)


def too_long(m: Position, error: Diagnostic) -> bool:
    """Whether a game was only left alone for its many steps, which its own limit would have allowed."""
    return error.code == "R700" and m.limit < m.code.program.steps_limit


# A way to set a game up: how many play, and by which options.


@dataclass(frozen=True, slots=True)
class Configuration:
    """A number of players and a value for every option.

    `name` describes it in words, `flags` are the flags of the command line that set the game up like this.
    """

    players: int
    options: dict[str, int]
    name: str
    flags: str
