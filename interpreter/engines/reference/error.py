"""What can go wrong while a game is played: a rule that never ends, a number or a zone that leaves its bounds."""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Span


class PlayError(Exception):
    """An error of the rules that shows only in play; the game ends with the status `error`.

    The code is one of R7xx, and the span is that of the rule that was being carried out.
    """

    def __init__(self, code: str, message: str, span: Span | None, *notes: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, notes=notes)


def overflow(span: Span | None) -> PlayError:
    """The error of a number that is too large (R702)."""
    return PlayError("R702", "a number left the range of 64-bit integers", span)
