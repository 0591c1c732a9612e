"""`cardwright eval`: an expression of the language on a position of a recorded game."""

from __future__ import annotations

from typing import Any

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span
from ...language.ir import nodes as ir
from ...language.ir.types import BOOLEAN, card, list_of
from ...language.syntax.parse import parse_expression
from ...play.game.decider import EVERYTHING
from ...play.game.loading.rules import Rules
from ...play.game.notation import plain, value_text
from ...play.hunting.property import Property
from ...play.scenario import expectations
from ...source.text.tree import Scalar
from ..failure import CommandError
from ..flags import format_flag, path_flag, trace_rules_flag
from ..outcome import FINE, Outcome
from ..positions import TracePosition, position_of, seat_number


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedExpression:
    """The value of an expression as a text and as JSON has it, its type, and the facts that decide it."""

    text: str
    value: Any
    type: str
    facts: tuple[tuple[str, str], ...]


@click.command("eval", epilog='Example: cardwright eval game.jsonl@12 "count(p1.hand)"')
@click.argument("place", metavar="TRACE@N")
@click.argument("expression", metavar="EXPRESSION")
@click.option("--seat", metavar="p1|p2|…", help="Only what this player may know.")
@trace_rules_flag
@path_flag
@format_flag
@click.pass_obj
def command(
    outcome: Outcome, place: str, expression: str, seat: str | None, rules: str | None, path: tuple[str, ...]
) -> int:
    """Compute an expression on a position of a recorded game.

    TRACE@N is the position in which line N of the trace was decided; without
    @N it is the last one. p1, p2, … are the players, t1, t2, … the teams. What
    decides whether something is true is shown below it.
    """
    here = position_of(place, path, rules)
    found = evaluate_at(here, expression, seat_number(seat, here.state.game), expression_scalar(outcome, expression))
    result = {"value": found.value, "type": found.type, "facts": [{"what": w, "value": v} for w, v in found.facts]}
    lines = (found.text, *(f"  {what}: {value}" for what, value in found.facts))
    outcome.answer(result, lambda: "\n".join(lines))
    return FINE


def evaluate_at(here: TracePosition, expression: str, seat: int, written: Scalar | None = None) -> EvaluatedExpression:
    """The value of an expression. Raises SpecError where it is wrong, CommandError where the seat does not see it."""
    report = Report()
    expr, position = _typed_expression(here, written or expression_scalar(None, expression), seat, report)
    if not position.seen(expr, seat):
        message, label = f"p{seat + 1} may not know this", "depends on what is hidden"
        raise CommandError("E856", message, expression, "leave `--seat` out to see everything", label=label)
    value, wrong = position.answer(expr)
    if wrong:
        report.add("E850", f"this cannot be computed: {wrong}", expr.span)
        raise SpecError(report)
    if expectations.report_unsettled(report, position, expr, expr.span):
        raise SpecError(report)
    layout, type = here.state.game.layout, expr.type
    if type.base == "zone":
        type, value = list_of(card(type.name)), position.cards(value)
    facts = position.facts(expr, seat) if expr.type.base == "boolean" else ()
    others = tuple(one for one in facts if one[0] != " ".join(expression.split()))
    text, json = value_text(layout, type, value), plain(layout, type, value)
    return EvaluatedExpression(text=text, value=json, type=str(type), facts=others)


def _typed_expression(
    here: TracePosition, text: Scalar, seat: int, report: Report
) -> tuple[ir.Expr, expectations.EvaluatedPosition]:
    node = parse_expression(text, report)
    asker = None if seat == EVERYTHING else seat
    if node is not None:
        expr, game = here.rules.checked.expression(node, report, me=asker, where="in a question")
        if not report.errors:
            return expr, expectations.EvaluatedPosition(here.state, game.functions)
    raise SpecError(report)


def expression_scalar(outcome: Outcome | None, expression: str) -> Scalar:
    """The expression where it stands on the command line, if it stands there as it is; else a text of its own."""
    span = outcome.line.find(expression) if outcome is not None else None
    if span is None or span.text != expression:
        span = Span(Source("<expression>", expression), 0, len(expression))
    return Scalar(span.text, span, "plain", range(span.start, span.end + 1))


def parse_property(expression: str, rules: Rules, outcome: Outcome) -> Property:
    """The property that an expression names. Raises SpecError where it is wrong, or neither true nor false."""
    report = Report()
    node = parse_expression(expression_scalar(outcome, expression), report)
    if node is not None:
        test, game = rules.checked.expression(node, report, BOOLEAN, where="in a property")
        if not report.errors:
            return Property(expression, test, game.functions)
    raise SpecError(report)
