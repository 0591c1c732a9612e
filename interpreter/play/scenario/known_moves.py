"""Checks that the moves of a scenario exist in its game, before anything is played."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ...engines.program.layout import Layout
from ...language.spec.nodes import Spec
from ...language.text.tree import Scalar
from ..game.labels import labelled
from ..game.setup import Setup
from ..game.wording import key_of
from .ending import check_winners
from .nodes import Plays, Scenario
from .possible_moves import check_arguments
from .sees import check_names
from .sides import check_player
from .values import some

NO_ACTIONS = "this game has no actions; what an effect lets a player choose is written `name=value`"
"""What is said of a game in which all is chosen in effects."""

_WORDS = re.compile(r"[^\s,:()]+")
_LISTED = re.compile(r"([a-z_][a-z0-9_]*)\s*(\[[^\[\]()]*\])")
_WITH_NUMBER = re.compile(r"([a-z_]+?)_?([0-9]+)")


def check_moves(scenario: Scenario, spec: Spec, game: Setup | None, report: Report) -> bool:
    """Whether each move names an action or a reaction, or declines, with arguments that are possible (E814 to E816).

    Without a game, which it needs to know what is possible, only the names are checked.
    """
    if not check_known(scenario, spec, None if game is None else game.layout, report):
        return False
    return game is None or check_arguments(moves_of(scenario), scenario, game, report)


def check_known(scenario: Scenario, spec: Spec, layout: Layout | None, report: Report) -> bool:
    """Whether what a scenario names exists: actions and reactions (E814), players, zones and variables."""
    names = [*spec.actions, *spec.reactions, "decline", "none"]
    before = report.errors
    for key, move in moves_of(scenario):
        name = key_of(move.text).name
        if name and name not in names:
            path = f"{scenario.path}.{key}"
            unbracketed = _in_brackets(move.text, names, spec) or _by_label(move.text, spec)
            what = f"'{move.text}' is not how a move is written" if unbracketed else f"unknown action '{name}'"
            helps = unbracketed or did_you_mean(name, names)
            notes = () if helps else (f"actions of this game: {some(names[:-2])}" if names[:-2] else NO_ACTIONS,)
            report.add("E814", what, move.span, path=path, notes=notes, helps=helps)
    if report.errors > before or layout is None:
        return report.errors == before
    for step in scenario.when:
        if isinstance(step, Plays):
            check_player(step.seat, layout, report, f"{scenario.path}.when")
    for seen in scenario.sees:
        check_names(seen, layout, report, f"{scenario.path}.sees.{seen.seat.text}.{seen.name.text}")
    check_winners(scenario, layout, report)
    return report.errors == before


def _in_brackets(text: str, names: list[str], spec: Spec) -> tuple[str, ...]:
    """How a move is written whose arguments stand behind its name without brackets, `bid 3` or `bid: 3`, as a help."""
    listed = _LISTED.fullmatch(text)
    if listed is not None and listed[1] in names:
        return (f"arguments are in brackets: `{listed[1]}({listed[2]})`",)
    name, *arguments = _WORDS.findall(text) or ("",)
    joined = _WITH_NUMBER.fullmatch(name)
    if joined is not None and not arguments and joined[1] in names:
        name, arguments = joined[1], [joined[2]]
    if name not in names or not arguments or "(" in text:
        return ()
    chosen = spec.actions.get(name) or spec.reactions.get(name)
    if chosen is not None and not chosen.choose:
        return (f"it takes no arguments: `{name}`",)
    together = chosen is not None and [one.how for one in chosen.choose] == ["some"]
    written = f"[{', '.join(arguments)}]" if together else ", ".join(arguments)
    return (f"arguments are in brackets: `{name}({written})`",)


def _by_label(text: str, spec: Spec) -> tuple[str, ...]:
    """How a move is written that is called by its label, as a help."""
    written = labelled(text, spec)
    return (f"that is a label; the move is written `{written}`",) if written else ()


def moves_of(scenario: Scenario) -> Iterator[tuple[str, Scalar]]:
    """Each move that a scenario names, with the key under which it stands; what is only chosen has no action's name."""
    yield from (("when", step.move) for step in scenario.when if isinstance(step, Plays))
    yield from (("legal", move) for move in scenario.legal)
    yield from (("illegal", one.move) for one in scenario.illegal)
