"""Scenarios in the studio: run again while somebody types, and made of the position at the table."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..commands.sources.new import scenario_of, steps_of_state
from ..commands.sources.scenario_reports import Coverage
from ..diagnostics.diagnostic import Report
from ..editor.positions import line_index_of
from ..play.game.game import State
from ..play.game.loading.rules import Rules
from ..play.scenario.initial_state import GameCache
from ..play.scenario.nodes import Scenario, ScenarioFile
from ..play.scenario.runner import read_file, run_scenario

Json = dict[str, Any]

MOMENT = 0.06
"""For so many seconds scenarios are run before the next request is heard."""

MOST_BARE = 400
"""So many places to which no scenario comes are told at most."""


class ScenarioRunner:
    """Runs the scenarios of some files, some of them a request. `paths` are folders with more games."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = tuple(paths)
        self._about: tuple[str, ...] = ()
        self.forget()

    def forget(self) -> None:
        """Read the rules anew, since they have changed."""
        self._coverage = Coverage()
        self._games = GameCache(self._paths, observer=self._coverage, engine="reference")

    def run(self, files: Sequence[str], game: str, variant: str, first: int, name_of: Callable[[Path], str]) -> Json:
        """The results of the scenarios about a game from number `first` on, as many as a moment allows.

        With a `variant`, a path, only those of that variant, since it changes no other.
        `next` is the number of the next one; None if there is none, and then the coverage is told, too. `unread` are
        files that are none.
        """
        if first == 0 and self._about != (game, variant, *files):  # what another game has come to is no coverage of it
            self._about = (game, variant, *files)
            self.forget()
        listed, unread = list[tuple[ScenarioFile, Scenario]](), list[Json]()
        for path in dict.fromkeys(files):
            report = Report()
            file = read_file(path, report)
            if file is None:
                unread.append({"file": name_of(Path(path)), "found": [one.message for one in report.diagnostics[:1]]})
            elif not game or file.game.text == game or "/" in file.game.text:
                own = {Path(variant).stem, os.path.relpath(variant, Path(path).parent)} if variant else set()
                named = (one for one in file.scenarios if own & {word.text for word in one.variants})
                listed += [(file, one) for one in (named if variant else file.scenarios)]
        until, at, results = time.perf_counter() + MOMENT, first, list[Json]()
        while at < len(listed) and (at == first or time.perf_counter() < until):
            file, one = listed[at]
            found = run_scenario(one, file, self._games)
            place = line_index_of(one.span.source.text).position(one.span.start)
            told = [diagnostic.message for diagnostic in found.report.diagnostics if diagnostic.severity == "error"]
            results.append(
                {"file": name_of(Path(one.span.source.name)), "name": one.name, "passed": found.passed}
                | {"from": [place.line, place.character], "found": told[:3]}
            )
            at += 1
        answer: Json = {"results": results, "total": len(listed), "unread": unread}
        if at < len(listed):
            return {**answer, "next": at}
        return {**answer, "next": None, **(self._covered(name_of) if listed else {})}

    def _covered(self, name_of: Callable[[Path], str]) -> Json:
        """How much of the game its scenarios come to, and what of it they do not, each with its place."""
        bare = []
        for item in self._coverage.missing()[:MOST_BARE]:
            place = line_index_of(item.span.source.text).position(item.span.start)
            file = name_of(Path(item.span.source.file))
            bare.append({"file": file, "from": [place.line, place.character], "text": item.text})
        return {"percent": round(self._coverage.percent), "bare": bare}


def scenario_text(target: Path, rules: Rules, state: State, paths: Sequence[str], *, from_start: bool) -> str:
    """The text of a file with a scenario of a position. Raises CommandError where none leads there.

    `from_start` says that all moves since the beginning of the game are known.
    """
    return scenario_of(target, rules, (state, (), state), steps_of_state(state) if from_start else None, paths)
