"""The position of a scenario, without checking what must hold there: FILE.yaml@NAME on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.suggest import did_you_mean
from ...diagnostics.text import how_many
from ...play.game.game import State
from ...play.scenario.initial_state import GameCache, begin, report_in_scenario
from ...play.scenario.nodes import Check
from ...play.scenario.runner import Play, read_file
from ...play.scenario.static_checks import check_moves
from ..failure import CommandError
from ..selection import kind_of


def is_scenario_word(word: str) -> bool:
    """Whether a word of the command line names a scenario of a file."""
    file, at, _ = word.partition("@")
    return bool(at) and Path(file).is_file() and kind_of(Path(file)) == "scenarios"


def scenario_position(word: str, after: int, paths: Sequence[str]) -> State:
    """The position that a scenario gives, after so many of its moves. Raises SpecError and CommandError."""
    name, _, called = word.partition("@")
    report = Report()
    file = read_file(name, report)
    if file is None:
        raise SpecError(report)
    # The scenario with this name, else the only one whose name has this in it.
    exact = [one for one in file.scenarios if one.name == called]
    found = exact or [one for one in file.scenarios if called.lower() in one.name.lower()]
    if len(found) != 1:
        names = [one.name for one in found or file.scenarios]
        near = did_you_mean(called, names) if not found else ()
        which = f"{len(found)} scenarios have '{called}' in their names" if found else ""
        some = ", ".join(f"`{name}`" for name in names[:6]) + (", …" if len(names) > 6 else "")
        message = which or f"no scenario has '{called}' in its name"
        raise CommandError("E012", message, word, *near, f"there are {some}")
    scenario = found[0]
    steps = [number for number, step in enumerate(scenario.when, start=1) if not isinstance(step, Check)]
    if after > len(steps):
        helps = (f"it has {len(steps)}",)
        raise CommandError("E012", f"the scenario has no {how_many(after, 'move')}", f"{after}", *helps)
    games = GameCache(tuple(paths))
    rules = games.load(file.game, scenario.variants, report)
    state = None
    if rules is not None:
        try:
            state = begin(scenario, rules, games, report)
            played = state is not None and check_moves(scenario, rules.spec, state.game, report)
        except SpecError as error:
            report_in_scenario(report, error.report.diagnostics, {}, scenario.span)
    if state is None or report.errors or not played:
        raise SpecError(report)
    play = Play(state, report, scenario.path, lambda state, check: None)
    if not play.all(scenario.when[: steps[after - 1]] if after else ()):
        raise SpecError(report)
    return play.state
