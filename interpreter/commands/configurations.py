"""The configurations for which `validate` makes a program.

For each number of players: the defaults; the ends and choices of each option; each pair of these; and the presets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..diagnostics.diagnostic import Diagnostic, Report, SpecError
from ..diagnostics.how_many import how_many
from ..diagnostics.record import dataclass
from ..engines.program.foresight import foresee
from ..engines.program.make import check_program
from ..language.spec.nodes import Option, Spec
from ..language.spec.values import settle_options
from ..play.game.requirements import allowed, check_options
from ..play.game.rules import Rules
from ..play.trial.configuration import Configuration
from .covering import covering

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
    left_out = _LeftOut()
    game = rules.game
    foreseen = foresee(game, max(rules.spec.players))
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
                    report.diagnostics.append(_noted(found, one))

    left_out.tell(rules, report)
    return fine


@dataclass(slots=True)
class _LeftOut:
    """What there was no time for."""

    pairs: int = 0
    configurations: bool = False

    def tell(self, rules: Rules, report: Report) -> None:
        """Say so, where something was left out."""
        if not self.pairs and not self.configurations:
            return
        notes = []
        if self.pairs:
            notes.append(f"{self.pairs} pairs of values were not tried together")
        if self.configurations:
            notes.append(f"only the first {MOST_PROGRAMS} configurations were tried")
        report.add(
            "W772",
            "there are too many combinations of options to check them all",
            rules.spec.span,
            notes=tuple(notes),
            helps=(
                "write scenarios with the options that you play with: `options: {NAME: VALUE}`",
                "or make the game with them: `cardwright run GAME --set NAME=VALUE`",
            ),
            path="options",
        )


def _noted(found: Diagnostic, one: Configuration) -> Diagnostic:
    return replace(found, notes=(*found.notes, f"with {one.name}"))


def configurations(rules: Rules, report: Report, left_out: _LeftOut) -> Iterator[Configuration]:
    """All configurations to try. Defaults and presets that are not allowed are reported."""
    spec = rules.spec
    free = not any(option.requires or option.excludes for option in rules.game.options.values())
    for players in spec.players:
        usual = settle_options(spec, players, {}, None, report)
        if usual is None or not _allowed(rules, players, usual, report):
            continue
        names, fits = list(usual), allowed(rules.game, players)
        factors = [_values(spec.options[name], usual[name]) for name in names]

        def valid(
            row: tuple[int, ...],
            names: list[str] = names,
            usual: dict[str, int] = usual,
            fits: Callable[[dict[str, int]], bool] = fits,
        ) -> bool:
            return free or fits({**usual, **dict(zip(names, row, strict=False))})

        paired, missed = _affordable(factors, tuple(usual.values()))
        rows, left = covering(paired, tuple(usual.values())[: len(paired)], valid, MOST_ROWS)
        left_out.pairs += left + missed
        for row in rows:
            values = {**usual, **dict(zip(names, row, strict=False))}
            yield Configuration(
                players, values, _name(spec, players, values, usual), _flags(spec, players, values, usual)
            )
        yield from _presets(rules, players, report)


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


def _presets(rules: Rules, players: int, report: Report) -> Iterator[Configuration]:
    for name, preset in rules.spec.presets.items():
        if preset.players in (0, players):
            values = settle_options(rules.spec, players, {}, name, report)
            if values is not None and _allowed(rules, players, values, report):
                flags = f"--players {players} --preset {name}"
                yield Configuration(players, values, f"{how_many(players, 'player')} and the preset {name}", flags)


def _allowed(rules: Rules, players: int, values: dict[str, int], report: Report) -> bool:
    before = report.errors
    check_options(rules.game, players, values, report)
    return report.errors == before


def _values(option: Option, usual: int) -> tuple[int, ...]:
    """The values of an option to try: its ends and its default, or all choices."""
    match option.type:
        case "integer":
            low, high = option.low or 0, option.high or 0
            return tuple(sorted({low, usual, high - (high - low) % option.step}))
        case "boolean":
            return (0, 1)
        case _:
            return tuple(range(len(option.symbols)))


def _name(spec: Spec, players: int, values: dict[str, int], usual: dict[str, int]) -> str:
    return ", ".join([how_many(players, "player"), *_changed(spec, values, usual)])


def _flags(spec: Spec, players: int, values: dict[str, int], usual: dict[str, int]) -> str:
    return " ".join([f"--players {players}", *(f"--set {one}" for one in _changed(spec, values, usual))])


def _changed(spec: Spec, values: dict[str, int], usual: dict[str, int]) -> list[str]:
    return [f"{name}={_text(spec.options[name], value)}" for name, value in values.items() if value != usual[name]]


def _text(option: Option, value: int) -> str:
    match option.type:
        case "integer":
            return str(value)
        case "boolean":
            return "true" if value else "false"
        case _:
            return option.symbols[value].text
