"""Checks a file of any kind, and each configuration of a game in a covering array of its options."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from ...diagnostics.diagnostic import Label, Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.suppression import without_suppressed
from ...diagnostics.text import how_many
from ...engines.program.configuration_invariants import find_invariants
from ...engines.program.make import allowed, check_options, check_program
from ...language.layout.regions import regions_of
from ...language.spec.nodes import OptionSpec, Preset, Spec
from ...language.spec.option_values import settle_options
from ...language.spec.text_checks import check_languages, check_own_texts, check_spoken
from ...language.syntax.parse import parse_effect
from ...play.game.loading.load import load_rules
from ...play.game.loading.rules import Rules
from ...play.scenario.clauses import clauses
from ...play.scenario.initial_state import GameCache
from ...play.scenario.runner import check_scenario, read_file
from ...play.trial.simulation import Configuration
from ...play.trial.trial import try_out
from ...source.merge.assembly import is_variant
from ...source.merge.catalogue import GAME_FILE, read_game
from ...source.merge.part_arguments import check_defaults, parameters_of
from ...source.merge.part_expansion import check_cases, check_own_names, is_called_as_its_file, sections, words_in
from ...source.merge.stale_texts import check_stale_texts
from ...source.shape.validation import check_part, check_spec, check_variant
from ...source.text.files import load
from ...source.text.scalars import FOR_PEOPLE
from ...source.text.tree import Mapping, Scalar
from ..flags import path_flags
from ..positions import replayed
from ..selection import Selected

if TYPE_CHECKING:
    from ...play.game.loading.front_end import Loaded


CAUSES = ("W335", "W339", "W610", "W647")
"""Warnings from which what goes wrong in random games may well follow: it is told when they are mended."""


def check_file(
    one: Selected,
    paths: Sequence[str],
    shelf: GameCache,
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
            own = Report()
            game = read_game(Path(one.path).with_name(GAME_FILE))
            if game is None:
                load(one.path, own)
            else:
                clauses(game, own)  # and the citations in the scenarios of the game
            report.diagnostics += own.diagnostics
        case "trace":
            replayed(one.path, paths, report)
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
    flags = "".join(f" --variant {quote(name)}" for name in variants) + path_flags(paths, Path(path).resolve().parents)
    check_further(rules, path, own, seconds, quick=quick, flags=flags)
    report.diagnostics += own.diagnostics
    return rules


def check_further(
    rules: Rules | None, path: str, own: Report, seconds: float = 0, *, quick: bool = False, flags: str = ""
) -> None:
    """Check what is left once a spec or a variant was loaded; `own` has all that was found in it before.

    `flags` name its other variants, and where they are, on a command line.
    """
    if rules is not None:
        made = rules.assembled
        check_stale_texts(made.tree, made.patches, made.touches, own)
        check_spoken(made.tree.get("title"), own)
        if seconds and not quick and not own.errors:
            check_winners(rules.spec, own)
        settings = [] if quick else check_configurations(rules, own)
        cause = any(one.code in CAUSES for one in without_suppressed(own).diagnostics)
        if seconds and not quick and not own.errors and not cause:
            try_out(rules, settings, seconds, quote(path) + flags, own, patient=not made.patches)
    tree = load(path, Report())
    if tree is not None and is_variant(tree):
        check_own_texts(tree, rules.spec.title if rules is not None else (), own)


def _scenarios(path: str, shelf: GameCache, report: Report) -> None:
    """Check scenarios as far as that is possible without playing them."""
    own = Report()
    file = read_file(path, own)
    if file is not None:
        own.diagnostics += [found for one in file.scenarios for found in check_scenario(one, file, shelf).diagnostics]
    report.diagnostics += own.diagnostics


# The file of a part by itself: what its rules mean shows only in a game that uses it -------------


def check_part_file(path: str, report: Report) -> None:
    """Check the keys of a part, its parameters, and whether its effects can be read (E42x, W420, E30x)."""
    own = Report()
    tree = load(path, own)
    if tree is not None:
        tree = check_part(tree, own)
    if tree is not None and not own.errors:
        parameters = parameters_of(tree)
        is_called_as_its_file(tree, path, own)
        check_defaults(parameters, own)
        check_cases(parameters, tree, own)
        check_own_names(parameters, tree, own)
        mentioned = {word for node in (sections(tree), tree.get("cases"), tree.get("uses")) for word in words_in(node)}
        for name, parameter in parameters.items():
            if name not in mentioned and not own.errors:
                message, label = f"the parameter '{name}' is never used", "an argument would do nothing"
                own.add("W420", message, parameter.name.span, label=label, path=f"parameters.{name}")
        check_languages(list(_texts(tree, "")), own)
        for stop in regions_of(tree, "part"):
            if stop.language == "effect" and stop.scalar is not None:
                parse_effect(stop.scalar, own)
    report.diagnostics += own.diagnostics


def _texts(node: Mapping, path: str) -> Iterator[tuple[Mapping, str]]:
    """The texts for people that are given by language, with their paths; those of conditions too."""
    for entry in node.entries:
        key, value = entry.key.text, entry.value
        if not isinstance(value, Mapping):
            continue
        below = f"{path}.{key}" if path else key
        if key in FOR_PEOPLE or path == "words":
            if all(isinstance(one.value, Scalar) for one in value.entries):  # else that is told where it is used
                yield value, below
        elif value.get("when") is not None and path.count(".") > 1:
            said = tuple(one for one in value.entries if one.key.text != "when" and isinstance(one.value, Scalar))
            yield Mapping(said, value.span), below
        else:
            yield from _texts(value, below)


def check_winners(spec: Spec, report: Report) -> None:
    """Report a game of several players whose `result` is missing, or has nothing that makes anybody win (W661).

    Only a game that is checked with a trial, as whole games are: while it is written there is no result yet.
    """
    result = spec.result
    if max(spec.players) < 2 or (result and (result.winners or result.returns or result.nobody)):
        return
    score = result.score if result else None
    if score is None:
        helps = ("say who wins, for example: `result: {winners: best(p for p in players by p.points)}`",)
        report.add("W661", "no `result`: nobody can win", spec.span, helps=helps)
        return
    by = re.sub(r"\bit\b", "p", score.span.text)
    best = f"whoever has most: `winners: best(p for p in players by {by})`"
    told = (best, "or say what is told when nobody has won: `nobody: …`")
    report.add("W661", "nobody can win: there is a score, but no `winners`", score.span, helps=told, path="result")


# The configurations for which `validate` makes a program ---------------------------------------
#
# For each number of players: the defaults; the ends and choices of each option; each pair of these; and the presets.

MOST_ROWS = 150
"""How many combinations of options are tried for a number of players."""

MOST_PAIRS = 200_000
"""How many pairs of values of two options are tried to be covered."""

MOST_PROGRAMS = 600
"""How many programs are made for a game in all."""


def check_configurations(rules: Rules, report: Report) -> list[Configuration]:
    """Check that every configuration makes a program, and report what goes wrong once; those without errors."""
    fine: list[Configuration] = []
    seen: set[tuple[object, ...]] = set()
    left_out = _SkippedCombinations()
    game = rules.game
    foreseen = find_invariants(game, max(rules.spec.players))
    for number, one in enumerate(configurations(rules, report, left_out)):
        if number >= MOST_PROGRAMS:
            left_out.configurations = True
            break
        try:
            check_program(game, players=one.players, options=one.options, foreseen=foreseen)
            fine.append(one)
        except SpecError as error:
            for found in error.report.diagnostics:
                if (found.code, found.span, found.message) not in seen:
                    seen.add((found.code, found.span, found.message))
                    report.diagnostics.append(replace(found, notes=(*found.notes, f"with {one.name}")))
    left_out.report(rules, report)
    return fine


@dataclass(slots=True)
class _SkippedCombinations:
    """What there was no time for."""

    pairs: int = 0
    configurations: bool = False

    def report(self, rules: Rules, report: Report) -> None:
        """Say so, where something was left out."""
        notes = [f"{self.pairs} pairs of values were not tried together"] if self.pairs else []
        if self.configurations:
            notes.append(f"only the first {MOST_PROGRAMS} configurations were tried")
        if notes:
            helps = (
                "write scenarios with the options that you play with: `options: {NAME: VALUE}`",
                "or make the game with them: `cardwright run GAME --set NAME=VALUE`",
            )
            message = "there are too many combinations of options to check them all"
            report.add("W772", message, rules.spec.span, notes=tuple(notes), helps=helps, path="options")


def configurations(rules: Rules, report: Report, left_out: _SkippedCombinations) -> Iterator[Configuration]:
    """All configurations to try. Defaults and presets that are not allowed are reported."""
    for players in rules.spec.players:
        usual = settle_options(rules.spec, players, {}, None, report)
        if usual is not None and _allowed(rules, players, usual, report):
            yield from _configurations_of(rules, players, usual, report, left_out)


def _configurations_of(
    rules: Rules, players: int, usual: dict[str, int], report: Report, left_out: _SkippedCombinations
) -> Iterator[Configuration]:
    """Those for a number of players, whose options are usually these."""
    spec, fits = rules.spec, allowed(rules.game, players)
    free = not any(option.requires or option.excludes for option in rules.game.options.values())
    factors = [_values(spec.options[name], value) for name, value in usual.items()]

    def with_row(row: tuple[int, ...]) -> dict[str, int]:
        return {**usual, **dict(zip(usual, row, strict=False))}

    paired, missed = _affordable(factors, tuple(usual.values()))
    middle = tuple(usual.values())[: len(paired)]
    rows, left = covering_array(paired, middle, lambda row: free or fits(with_row(row)), MOST_ROWS)
    left_out.pairs += left + missed
    for values in map(with_row, rows):
        changed = [
            f"{name}={_text(spec.options[name], value)}" for name, value in values.items() if value != usual[name]
        ]
        flags = " ".join([f"--players {players}", *(f"--set {one}" for one in changed)])
        yield Configuration(players, values, ", ".join([how_many(players, "player"), *changed]), flags)
    for name, preset in spec.presets.items():
        if preset.players in (0, players):
            found = settle_options(spec, players, {}, name, report)
            if found is not None and _allowed(rules, players, found, report, _given(preset)):
                title = f"{how_many(players, 'player')} and the preset {name}"
                yield Configuration(players, found, title, f"--players {players} --preset {name}")


def _affordable(factors: list[tuple[int, ...]], usual: tuple[int, ...]) -> tuple[list[tuple[int, ...]], int]:
    """The factors whose pairs are tried, from the first on, and how many pairs are left out by that.

    Where there are too many pairs, of each factor only the ends and the usual value are tried.
    """
    some = factors
    if _pairs(some) > MOST_PAIRS:
        some = [tuple(sorted({row[0], value, row[-1]})) for row, value in zip(factors, usual, strict=True)]
    while _pairs(some) > MOST_PAIRS:
        some = some[: len(some) * 3 // 4]
    return some, _pairs(factors) - _pairs(some)


def _pairs(factors: list[tuple[int, ...]]) -> int:
    sizes = [len(row) for row in factors]
    return (sum(sizes) ** 2 - sum(size * size for size in sizes)) // 2


def _given(preset: Preset) -> dict[str, Label]:
    return {word.text: Label(word.span, f"the preset '{preset.name.text}' sets it") for word, _ in preset.values}


def _allowed(
    rules: Rules, players: int, values: dict[str, int], report: Report, given: dict[str, Label] | None = None
) -> bool:
    before = report.errors
    check_options(rules.game, players, values, report, given)
    return report.errors == before


def _values(option: OptionSpec, usual: int) -> tuple[int, ...]:
    """The values of an option to try: its ends and its default, or all choices."""
    match option.type:
        case "integer":
            low, high = option.low or 0, option.high or 0
            return tuple(sorted({low, usual, high - (high - low) % option.step}))
        case "boolean":
            return (0, 1)
        case _:
            return tuple(range(len(option.symbols)))


def _text(option: OptionSpec, value: int) -> str:
    match option.type:
        case "integer":
            return str(value)
        case "boolean":
            return "true" if value else "false"
        case _:
            return option.symbols[value].text


# Covering arrays: a few combinations of values in which every pair of values occurs --------------
#
# Nine options with three values each have 19,683 combinations, but a mistake nearly always comes from one value, or
# from two that do not fit together (Kuhn, Wallace and Gallo, Software Fault Interactions, 2004); fifteen combinations
# contain all pairs.

Row = tuple[int, ...]
"""One value for each factor."""


def covering_array(
    factors: Sequence[Sequence[int]], usual: Row, valid: Callable[[Row], bool], most: int = sys.maxsize
) -> tuple[list[Row], int]:
    """Build rows, all `valid`, in which every possible pair of values occurs, and the number of pairs left out.

    `usual` comes first, valid or not. A pair is possible if it is valid with all other values as usual; others occur
    only if they happen to be part of a valid row. Once there are `most` rows, or `valid` was asked for 30 times as
    many, the pairs that are still missing are left out.

    >>> rows, left_out = covering_array([(0, 1), (0, 1), (0, 1)], (0, 0, 0), lambda row: True)
    >>> pairs = {(0, 0), (0, 1), (1, 0), (1, 1)}
    >>> len(rows), all({(r[a], r[b]) for r in rows} == pairs for a, b in [(0, 1), (0, 2), (1, 2)]), left_out
    (4, True, 0)
    """
    places = [[(factor, value) for value in values] for factor, values in enumerate(factors)]
    pairs = sorted(pair for one, other in combinations(places, 2) for pair in product(one, other))
    if len(places) == 1:  # paired with itself, so that each of its values is tried
        pairs = [(place, place) for place in places[0]]
    missing = {pair for one, other in pairs for pair in ((one, other), (other, one))}
    rows, asked = [usual], 0

    def ask(row: Row) -> bool:
        nonlocal asked
        asked += 1
        return asked <= 30 * most and valid(row)

    missing.difference_update(product(enumerate(usual), repeat=2))
    for pair in pairs:
        if pair not in missing:
            continue
        if len(rows) >= most or asked >= 30 * most:
            break
        row = _with(usual, dict(pair))
        missing -= {pair, pair[::-1]}
        if ask(row):
            # Greedily: each factor that is still free gets the value that meets most of the missing pairs.
            for factor, values in enumerate(factors):
                if factor not in dict(pair):
                    gains = {
                        value: sum(((factor, value), one) in missing for one in enumerate(row)) for value in values
                    }
                    now = gains.get(row[factor], 0)
                    better = sorted((value for value in values if gains[value] > now), key=lambda value: -gains[value])
                    row = next((one for value in better if ask(one := _with(row, {factor: value}))), row)
            rows.append(row)
            missing.difference_update(product(enumerate(row), repeat=2))
    return rows, sum(pair in missing for pair in pairs)


def _with(row: Row, changes: dict[int, int]) -> Row:
    return tuple(changes.get(factor, value) for factor, value in enumerate(row))
