"""The game by whose rules `replay --onto` plays the moves of a trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.record import dataclass
from ..diagnostics.span import Source
from ..play.game.game import Game
from ..play.game.load import configure, load_rules
from ..play.game.replay import in_the_trace, rules_of
from ..play.game.trace import Line
from .failure import CommandError
from .flags import option_values
from .named_game import named_game


@dataclass(frozen=True, slots=True)
class OtherRules:
    """A game by other rules than those of a trace.

    `left_out` are the options of the trace that it does not have. `own` says whether the rules of the trace could be
    loaded; without them it is not known which options had been changed, so all of them count.
    """

    game: Game
    left_out: tuple[str, ...]
    own: bool


def other_rules(
    lines: Sequence[Line], onto: str, paths: Sequence[str], trace: Source, command_line: Source
) -> OtherRules:
    """The game that `onto` names: GAME+VARIANT+VARIANT,OPTION=VALUE,….

    The number of players is that of the trace, and so is the value of each option for which the trace has not the usual
    one: what a variant changes by a default counts. Raises SpecError and CommandError.
    """
    named = named_game(onto)
    if named.preset:
        raise CommandError("E013", "--onto takes no preset", onto, "the options are those of the trace")
    report = Report()
    rules = load_rules(named.game, named.variants, paths, report, command_line=command_line)
    if rules is None:
        raise SpecError(report)
    usual = _usual(lines, paths)
    chosen = {key: value for key, value in lines[0]["options"].items() if usual is None or value != usual.get(key)}
    left_out = tuple(key for key in chosen if key not in rules.spec.options)
    options = {key: value for key, value in chosen.items() if key not in left_out}
    given = option_values(named.settings, "--onto")
    try:
        game = configure(rules, players=lines[0]["players"], options={**options, **given}, command_line=command_line)
    except SpecError as error:
        raise SpecError(Report([in_the_trace(found, trace) for found in error.report.diagnostics])) from None
    return OtherRules(game, left_out, usual is not None)


def _usual(lines: Sequence[Line], paths: Sequence[str]) -> Mapping[str, object] | None:
    """The usual values of the options by the rules of the trace; None if these cannot be loaded any more."""
    try:
        return configure(rules_of(lines, paths), players=lines[0]["players"]).options
    except SpecError:
        return None
