"""Expressions on the command line that are asked of many positions."""

from __future__ import annotations

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.span import Source, Span
from ..language.ir.types import BOOLEAN
from ..language.syntax.parse import parse_expression
from ..language.text.tree import Scalar
from ..play.game.rules import Rules
from ..play.hunting.property import Property
from .outcome import Outcome


def written(outcome: Outcome, expression: str) -> Scalar:
    """The expression where it stands on the command line, if it stands there as it is."""
    span = outcome.line.find(expression)
    if span is None or span.text != expression:
        span = Span(Source("<expression>", expression), 0, len(expression))
    return Scalar(span.text, span, "plain", range(span.start, span.end + 1))


def property_of(expression: str, rules: Rules, outcome: Outcome) -> Property:
    """The property that an expression names. Raises SpecError where it is wrong, or neither true nor false."""
    report = Report()
    node = parse_expression(written(outcome, expression), report)
    if node is not None:
        test, game = rules.checked.expression(node, report, BOOLEAN, where="in a property")
        if not report.errors:
            return Property(expression, test, game.functions)
    raise SpecError(report)
