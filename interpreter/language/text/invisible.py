"""Refuses invisible characters: an author could not see why a file with them is wrong."""

from __future__ import annotations

import re
from itertools import islice

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source, Span

MOST_REPORTED = 20

INVISIBLE = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff"
    "\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)
"""Control characters, surrogates, zero-width characters, and marks that change the direction of writing."""

_REFUSED = re.compile(f"{INVISIBLE.pattern}|^ *(?P<space>\xa0)", re.MULTILINE)


def report_invisible(source: Source, report: Report) -> bool:
    """Report the invisible characters of a text (E105), and return whether there are any."""
    matches = list(islice(_REFUSED.finditer(source.text), MOST_REPORTED))
    for match in matches:
        space = match["space"] is not None

        report.add(
            "E105",
            "a no-break space in the indentation" if space else f"invisible character U+{ord(match[0]):04X}",
            Span(source, *match.span("space" if space else 0)),
            helps=("write an ordinary space" if space else "delete it; it was probably pasted in by mistake",),
        )
    return bool(matches)
