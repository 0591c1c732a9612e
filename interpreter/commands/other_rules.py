"""The game by whose rules `replay --onto` plays the moves of a trace."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.span import Source
from ..play.game.game import Game
from ..play.game.load import configure, load_rules
from ..play.game.replay import game_of, rules_of
from ..play.game.trace import Line
from .flags import option_values


def other_rules(
    lines: Sequence[Line], onto: str, paths: Sequence[str], trace: Source, command_line: Source
) -> tuple[Game, tuple[str, ...]]:
    """The game that `onto` names, and the options of the trace that it does not have.

    `onto` is GAME+VARIANT+VARIANT,OPTION=VALUE,…. The number of players is that of the trace, and so is the value of
    each option for which the trace has not the usual one: what a variant changes by a default counts. Raises SpecError
    and CommandError.
    """
    named, *settings = onto.split(",")
    name, *variants = (part.strip() for part in named.split("+"))
    report = Report()
    rules = load_rules(name, variants, paths, report, command_line=command_line)
    if rules is None:
        raise SpecError(report)
    played = game_of(lines, paths, trace)
    usual = configure(rules_of(lines, paths), players=played.players).options
    chosen = {key: value for key, value in played.options.items() if value != usual[key]}
    left_out = tuple(key for key in chosen if key not in rules.spec.options)
    options = {key: value for key, value in chosen.items() if key not in left_out}
    given = option_values(tuple(settings), "--onto")
    game = configure(rules, players=played.players, options={**options, **given}, command_line=command_line)
    return game, left_out
