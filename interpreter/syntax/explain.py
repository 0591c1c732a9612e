"""Why a text of the effect language cannot be read."""

from __future__ import annotations

from lark.exceptions import UnexpectedToken

from ..text.tree import Scalar
from .finding import Finding, Mistake
from .table import parser


def explain_effect(scalar: Scalar) -> tuple[Finding, ...]:
    """All mistakes of an effect."""
    return explain_value(scalar, "effect")


def explain_value(scalar: Scalar, entry: str) -> tuple[Finding, ...]:
    """The mistake of an expression or a modifier."""
    try:
        parser().parse(scalar.text + "\n", start=entry)
    except UnexpectedToken as error:
        start = error.token.start_pos or 0
        end = start + len(error.token)
        return (Finding("E301", f"`{error.token}` is not expected here", start, end),)
    except Mistake as mistake:
        return (mistake.finding,)
    return ()
