"""What becomes of a mutant: found when it is read, on trial, or by a scenario; or by nothing."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Literal

from cardwright.commands.checking import check_further
from cardwright.commands.checking_parts import check_part_file
from cardwright.diagnostics.allowing import without_allowed
from cardwright.diagnostics.diagnostic import Diagnostic, Report
from cardwright.diagnostics.render import render
from cardwright.language.text.open_texts import close_text, open_text
from cardwright.play.game.load import load_rules
from cardwright.play.scenario.begin import Shelf
from cardwright.play.scenario.run import run_scenario

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

TRIAL = ("W780", "W781", "W782")
"""What only trial play finds."""

SLOW = "W413"
"""What depends on the machine, and says nothing of a mutant."""

Fate = Literal["error", "warning", "trial", "scenario", "both", "same", "survives", "endless", "traceback"]
"""What has found a mutant. `both`: trial play, and a scenario too; `same`: its rules are those of the original."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of a mutant; `told` is what an author reads, `scenario` the first that failed."""

    fate: Fate
    seconds: float
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
    played: float = PLAYED
    digests: dict[str, str] = field(default_factory=dict)
    _finders: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for path in self.page.shipped.checks:
            rules = load_rules(path, (), (), Report(), in_full=True)
            assert rules is not None, path
            self.digests[path] = rules.digest

    def try_out(self, mutant: Mutant) -> Result:
        """Read the mutant as `validate` does, then run the scenarios of its games, until one fails."""
        begun = time.process_time()
        shipped = self.page.shipped
        text = mutant.edit.applied(self.page.text)
        open_text(shipped.path, text)
        try:
            with bounded(LONGEST):
                fate, found, scenario, told = self._found(mutant, shipped)
        except TimeIsUp:
            fate, found, scenario, told = "endless", [], "", ""
        except Exception:
            fate, found, scenario, told = "traceback", [], "", traceback.format_exc()
        finally:
            close_text(shipped.path)
        judgement = judge(mutant.edit, self.page.text, shipped.path, found) if fate in ("error", "warning") else None
        spent = time.process_time() - begun
        return Result(fate=fate, seconds=spent, judgement=judgement, scenario=scenario, told=told)

    def _found(self, mutant: Mutant, shipped: Shipped) -> tuple[Fate, list[Diagnostic], str, str]:
        found, same = self._read(shipped)
        static = [one for one in found if one.code not in TRIAL]
        told = render(Report(found))
        if static:
            return ("error" if Report(static).errors else "warning"), static, "", told
        if same:
            return "same", [], "", ""
        failing = self._failing(mutant)
        if found:
            return ("both" if failing else "trial"), found, failing, told
        return ("scenario" if failing else "survives"), [], failing, ""

    def _read(self, shipped: Shipped) -> tuple[list[Diagnostic], bool]:
        """What `validate` says of the file and whatever reads it; and whether all rules are what they were."""
        report, same = Report(), True
        if shipped.kind == "part":
            check_part_file(shipped.path, report)
        share = max(self.played / max(1, len(shipped.checks)), min(self.played, 0.05))
        for path in shipped.checks:
            if report.errors:
                break
            own = Report()
            rules = load_rules(path, (), (), own, in_full=True)
            same = same and rules is not None and rules.digest == self.digests[path]
            check_further(rules, path, own, 0 if same else share)
            report.diagnostics += own.diagnostics
        kept = [one for one in without_allowed(report.once()).diagnostics if one.code != SLOW]
        return kept, same

    def _failing(self, mutant: Mutant) -> str:
        """The name of a scenario that does not hold any more, if there is one."""
        shelf, every = Shelf(engine="reference"), scenarios_of(self.page.shipped)
        near = sorted(self._finders, key=lambda one: abs(one[0] - mutant.edit.start))[:FEW]
        alike = nearest(self.page.shipped, self.page.around(self.page.line(mutant.edit.start)))
        for number in dict.fromkeys([*(number for _, number in near), *alike]):
            file, scenario = every[number]
            if not run_scenario(scenario, file, shelf).passed:
                self._finders.append((mutant.edit.start, number))
                return f"{file.game.span.source.name}::{scenario.name}"
        return ""
