"""Errors of the rules in play: a rule that never ends, a number or a zone that leaves its bounds."""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Span


class PlayError(Exception):
    """An error of the rules that shows only in play; the game ends with the status `error`.

    `diagnostic` has one of the codes R7xx, and the span of the rule that was running.
    """

    def __init__(self, code: str, message: str, span: Span | None, *notes: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, notes=notes)


def no_member(at: int, low: int, high: int, span: Span | None) -> PlayError:
    """The error for a member that a family does not have (R709)."""
    return PlayError("R709", f"there is no number {at} here, only {low} to {high}", span)


def overflow(span: Span | None) -> PlayError:
    """The error for a number outside the 64-bit range (R702)."""
    return PlayError("R702", "a number left the range of 64-bit integers", span)


NOT_COMPUTED = (PlayError, KeyError, IndexError)
"""What comes of computing a part that play would not come to, such as the team of a player who is none."""
