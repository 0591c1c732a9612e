"""What becomes of a mutant: found when it is read, on trial, or by a scenario; or by nothing."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Literal
from zlib import crc32

from cardwright.commands.sources.checks import check_configurations, check_further, check_part_file
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.suppression import without_suppressed
from cardwright.play.game.loading.load import load_rules
from cardwright.play.game.loading.rules import Rules
from cardwright.play.scenario.initial_state import GameCache
from cardwright.play.scenario.runner import run_scenario
from cardwright.play.trial.trial import try_out
from cardwright.source.text.files import close_text, open_text

from .judging import Judgement, judge
from .making import Mutant
from .page import Page
from .shipped import Shipped, nearest, scenarios_of

PLAYED = 0.3
"""How many seconds specs are played on trial, as `validate` does."""

LONGEST = 40.0
"""Seconds of processor time after which a mutant counts as endless."""

FEW = 3
"""How many scenarios are run first because they have found mistakes near by."""

LEAST = 0.05
"""The smallest share of it where many games read a file."""

SLOW = "W413"
"""What depends on the machine, and says nothing of a mutant."""

EACH = 5
"""Of the mutants that a scenario finds, each fifth is played on trial, too, to see whether that would have found it."""

Fate = Literal["error", "warning", "trial", "scenario", "same", "open", "survives", "endless", "traceback"]
"""What has found a mutant: `trial`, if no scenario does; `same`: its rules are those of the original; `open`: so far it
was only read, and nothing was wrong.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of a mutant; `told` is what an author reads, `scenario` the first that failed.

    `played` says whether trial play finds it, too; None if that was not tried.
    """

    fate: Fate
    seconds: float
    played: bool | None = None
    judgement: Judgement | None = None
    scenario: str = ""
    told: str = ""


class TimeIsUp(BaseException):
    """Raised in what takes too long."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so many seconds of processor time."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass
class Bench:
    """Tries the mutants of one file. Scenarios that found mistakes near by, or have the same words, are run first."""

    page: Page
    before: dict[str, Rules] = field(default_factory=dict)
    known: set[tuple[str, str]] = field(default_factory=set)
    loaded: dict[str, Rules] = field(default_factory=dict)
    same: bool = True
    _finders: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for path in self.page.shipped.checks:
            own = Report()
            rules = load_rules(path, (), (), own, in_full=True)
            assert rules is not None, path
            check_further(rules, path, own)
            self.before[path] = rules
            self.known |= {(one.code, one.message) for one in own.diagnostics}

    def try_out(self, mutant: Mutant, *, read_only: bool = False) -> Result:
        """Read the mutant as `validate` does, run the scenarios of its games until one fails, then play on trial."""
        begun = time.process_time()
        open_text(self.page.shipped.path, mutant.edit.applied(self.page.text))
        try:
            with bounded(LONGEST):
                result = self._result(mutant, read_only)
        except TimeIsUp:
            result = Result(fate="endless", seconds=0)
        except Exception:
            result = Result(fate="traceback", seconds=0, told=traceback.format_exc())
        finally:
            close_text(self.page.shipped.path)
        return replace(result, seconds=time.process_time() - begun)

    def _result(self, mutant: Mutant, read_only: bool) -> Result:
        shipped = self.page.shipped
        report = self._read(shipped)
        if report.diagnostics:
            judgement = judge(mutant.edit, self.page.text, shipped.path, report.diagnostics)
            fate: Fate = "error" if report.errors else "warning"
            return Result(fate=fate, seconds=0, judgement=judgement, told=render(report))
        if self.same:
            return Result(fate="same", seconds=0)
        if read_only:
            return Result(fate="open", seconds=0)
        failing = self._failing(mutant)
        if failing and crc32(mutant.name.encode()) % EACH:
            return Result(fate="scenario", seconds=0, scenario=failing)
        played = self._played(shipped)
        fate = "scenario" if failing else "trial" if played.diagnostics else "survives"
        found = bool(played.diagnostics)
        return Result(fate=fate, seconds=0, played=found, scenario=failing, told=render(played))

    def _read(self, shipped: Shipped) -> Report:
        """What `validate` says of the file and whatever reads it, but for trial play and what it said before."""
        report, self.same, self.loaded = Report(), True, {}
        if shipped.kind == "part":
            check_part_file(shipped.path, report)
        for path in shipped.checks:
            if report.errors:
                break
            own = Report()
            rules = load_rules(path, (), (), own, in_full=True)
            check_further(rules, path, own)
            if rules is not None:
                self.loaded[path] = rules
                self.same = self.same and rules.digest == self.before[path].digest
            report.diagnostics += [one for one in own.diagnostics if (one.code, one.message) not in self.known]
        return without_suppressed(report.once())

    def _played(self, shipped: Shipped) -> Report:
        """What only trial play finds."""
        report = Report()
        share = max(PLAYED / len(shipped.checks), min(PLAYED, LEAST))
        for path, rules in self.loaded.items():
            try_out(rules, check_configurations(rules, Report()), share, path, report)
        report.diagnostics = [one for one in report.diagnostics if one.code != SLOW]
        return report

    def _failing(self, mutant: Mutant) -> str:
        """The name of a scenario that does not hold any more, if there is one."""
        shelf, every = GameCache(engine="reference"), scenarios_of(self.page.shipped)
        near = sorted(self._finders, key=lambda one: abs(one[0] - mutant.edit.start))[:FEW]
        alike = nearest(self.page.shipped, self.page.around(self.page.line(mutant.edit.start)))
        for number in dict.fromkeys([*(number for _, number in near), *alike]):
            file, scenario = every[number]
            if not run_scenario(scenario, file, shelf).passed:
                self._finders.append((mutant.edit.start, number))
                return f"{file.game.span.source.name}::{scenario.name}"
        return ""
