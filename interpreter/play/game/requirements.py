"""What options require of each other, checked once every option has its value.

A requirement applies unless its option has its neutral value (false, 0, the first symbol). Of two options that exclude
each other, at least one must have its neutral value.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ...engines.program.setting import setting
from ...engines.program.specialise import Specialiser
from ...language.ir.game import Game
from ...language.ir.nodes import Const


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
                    f"option '{option.name}' requires: {test.span.written.strip()}",
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
