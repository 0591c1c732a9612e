"""What options require of each other, checked once every option has its value.

A requirement applies unless its option has its neutral value (false, 0, the first symbol). Of two options that exclude
each other, at least one must have its neutral value.
"""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics.diagnostic import Report
from ...engines.program.setting import setting
from ...engines.program.specialise import Specialiser
from ...engines.program.walk import every
from ...language.ir.game import Game
from ...language.ir.nodes import Call, Const, Expr, Option


def check_options(game: Game, players: int, values: dict[str, int], report: Report) -> None:
    """Report each requirement that does not hold (E507) and each pair of options that exclude each other (E509)."""
    specialiser = Specialiser(game, setting(game, players, values))
    chosen = [option for name, option in game.options.items() if values[name]]
    for option in chosen:
        for name, test in option.requires:
            held = specialiser.expr(test, {})
            if not (isinstance(held, Const) and held.value):
                report.add(
                    "E507",
                    f"option '{option.name}' requires: {test.span.text.strip()}",
                    test.span,
                    label="does not hold with these options",
                    notes=(f"option '{option.name}' is {values[option.name]}",) if name else (),
                    path=f"options.{option.name}.requires",
                )
        for other in option.excludes:
            if values.get(other):
                report.add(
                    "E509",
                    f"options '{option.name}' and '{other}' cannot be used together",
                    option.span,
                    label=f"excludes '{other}'",
                    path=f"options.{option.name}.excludes",
                )


def allowed(game: Game, players: int) -> Callable[[dict[str, int]], bool]:
    """A function that tells whether `check_options` would report nothing.

    It is made to be asked for thousands of combinations: each requirement is computed once for the values of the
    options that it names.
    """
    held: dict[tuple[object, ...], bool] = {}
    requirements = {
        name: [(test, _names(game, test)) for _, test in option.requires] for name, option in game.options.items()
    }

    def holds(test: Expr, names: tuple[str, ...], values: dict[str, int]) -> bool:
        key = (id(test), *[values[name] for name in names])
        if key not in held:
            found = Specialiser(game, setting(game, players, values)).expr(test, {})
            held[key] = isinstance(found, Const) and bool(found.value)
        return held[key]

    def fits(values: dict[str, int]) -> bool:
        for name, option in game.options.items():
            if values[name] and not (
                all(holds(test, names, values) for test, names in requirements[name])
                and not any(values.get(other) for other in option.excludes)
            ):
                return False
        return True

    return fits


def _names(game: Game, test: Expr) -> tuple[str, ...]:
    """The options whose values a requirement may depend on; a function may read any."""
    parts = tuple(every(test))
    if any(isinstance(part, Call) for part in parts):
        return tuple(game.options)
    return tuple(dict.fromkeys(part.name for part in parts if isinstance(part, Option)))
