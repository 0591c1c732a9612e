"""Checks a file of any kind, and reports everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics.diagnostic import Report, SpecError
from ..language.merge.assemble import is_variant
from ..language.merge.catalogue import read_game
from ..language.merge.kept_texts import check_kept_texts
from ..language.shape.check import check_spec, check_variant
from ..language.spec.check_languages import check_own_text
from ..language.text.load import load, read_source
from ..play.game.load import load_rules
from ..play.game.replay import game_of, replay
from ..play.game.rules import Rules
from ..play.game.trace_lines import LARGEST, differences, read_trace
from ..play.scenario.begin import Shelf
from ..play.scenario.clauses import clauses
from ..play.scenario.run import check_scenario, read_file
from ..play.trial.trial import try_out
from .checking_parts import check_part_file
from .checking_winners import check_winners
from .configurations import check_configurations
from .selection import Selected

if TYPE_CHECKING:
    from ..play.game.in_full import Loaded


def check_file(
    one: Selected,
    paths: Sequence[str],
    shelf: Shelf,
    report: Report,
    seconds: float = 0,
    *,
    quick: bool = False,
    variants: tuple[str, ...] = (),
) -> None:
    """Check a spec, a variant, a part, scenarios, clauses or a trace; report a file that is none of them.

    A spec or a variant without errors is also played at random, for so many seconds, with all the `variants`. What is
    `quick` leaves that out, and the options and numbers of players.
    """
    match one.kind:
        case "spec" | "variant":
            check_rules(one.path, paths, report, seconds, quick=quick, loaded=shelf.loaded, variants=variants)
        case "part":
            check_part_file(one.path, report)
        case "scenarios":
            _scenarios(one.path, shelf, report)
        case "clauses":
            _clauses(one.path, report)
        case "trace":
            _trace(one.path, paths, report)
        case _:
            tree = load(one.path, report)
            if tree is not None:
                (check_variant if is_variant(tree) else check_spec)(tree, report)


def check_rules(
    path: str,
    paths: Sequence[str],
    report: Report,
    seconds: float = 0,
    *,
    quick: bool = False,
    loaded: Loaded | None = None,
    variants: tuple[str, ...] = (),
) -> Rules | None:
    """Check a spec, or a variant with the game that it changes, and `variants`; its rules, if they have no errors.

    `loaded` as for `load_rules`.
    """
    own = Report()
    rules = load_rules(path, variants, paths, own, in_full=True, loaded=loaded)
    check_further(rules, path, own, seconds, quick=quick, flags="".join(f" --variant {name}" for name in variants))
    report.diagnostics += own.diagnostics
    return rules


def check_further(
    rules: Rules | None, path: str, own: Report, seconds: float = 0, *, quick: bool = False, flags: str = ""
) -> None:
    """Check what is left once a spec or a variant was loaded; `own` has all that was found in it before.

    `flags` name its other variants on a command line.
    """
    if rules is not None:
        made = rules.assembled
        check_kept_texts(made.tree, made.patches, made.touches, own)
        if seconds and not quick and not own.errors:
            check_winners(rules.spec, own)
        settings = [] if quick else check_configurations(rules, own)
        if seconds and not quick and not own.errors:
            try_out(rules, settings, seconds, path + flags, own, patient=not made.patches)
    tree = load(path, Report())
    if tree is not None and is_variant(tree):
        for key in ("title", "about"):
            check_own_text(tree.get(key), rules.spec.title if rules is not None else (), own)


def _scenarios(path: str, shelf: Shelf, report: Report) -> None:
    """Check scenarios as far as that is possible without playing them."""
    own = Report()
    file = read_file(path, own)
    if file is None:
        report.diagnostics += own.diagnostics
        return
    for scenario in file.scenarios:
        own.diagnostics += check_scenario(scenario, file, shelf).diagnostics
    report.diagnostics += own.diagnostics


def _clauses(path: str, report: Report) -> None:
    """Check the clauses of the game in the same folder, and the citations in its scenarios."""
    own = Report()
    game = read_game(Path(path).with_name("game.yaml"))
    if game is None:
        load(path, own)
    else:
        clauses(game, own)
    report.diagnostics += own.diagnostics


def _trace(path: str, paths: Sequence[str], report: Report) -> None:
    """Check a trace by playing it again."""
    source = read_source(path, report, largest=LARGEST)
    lines = read_trace(source, report) if source else None
    if source is None or lines is None:
        return
    try:
        done = replay(lines, game_of(lines, paths, source))
    except SpecError as error:
        report.diagnostics += error.report.diagnostics
        return
    differences(source, done.differences, report, same_rules=done.same_rules)
