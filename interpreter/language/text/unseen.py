"""Characters that nobody sees on a screen, and that therefore may not stand in a file."""

from __future__ import annotations

import re
from itertools import islice

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source, Span

MOST_REPORTED = 20

HIDDEN = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    "|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)
"""Control characters; characters without a width; marks that turn the direction of a text."""

_UNSEEN = re.compile(f"{HIDDEN.pattern}|^ *(?P<space>\xa0)", re.MULTILINE)


def report_unseen(source: Source, report: Report) -> bool:
    """Report the characters that nobody sees (E105); the answer is whether there are any."""
    found = list(islice(_UNSEEN.finditer(source.text), MOST_REPORTED))
    for match in found:
        space = match["space"] is not None
        char = "a no-break space" if space else f"the character U+{ord(match[0]):04X}"
        report.add(
            "E105",
            f"{char} stands here, which cannot be seen",
            Span(source, *match.span("space" if space else 0)),
            helps=("write a common space instead" if space else "delete it; it was probably pasted in by mistake",),
        )
    return bool(found)
