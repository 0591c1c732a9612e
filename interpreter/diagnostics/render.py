"""Reports as authors read them: what is wrong, the line in the file, and what to do about it.

```
error[E201]: unknown zone 'distances'
  --> games/race/game.yaml:22:47
   |
22 |       - move: { card: chosen, from: main, to: distances }
   |                                               ^^^^^^^^^ no zone with this name
   |
   = note: zones of this game: draw_pile, hand, distance
   = help: did you mean 'distance'?
```
"""

from __future__ import annotations

from collections.abc import Iterable

from .columns import wrapped
from .diagnostic import Diagnostic, Report
from .snippet import Mark, Style, gutter, near, snippet
from .span import Span

WIDTH = 80

MOST_SHOWN = 100
"""So many diagnostics are shown to people, the first of each code and errors before others; the rest is counted."""

_ANSI: dict[Style, str] = {"error": "1;31", "warning": "1;33", "other": "1;34", "frame": "1;34", "strong": "1"}


def render(report: Report, *, width: int = WIDTH, colour: bool = False) -> str:
    """Show all diagnostics of a report in the order of the files, and a line that counts them.

    `width` is the width of the screen in cells; with `colour`, ANSI escapes are added. The text ends with a newline,
    or is empty if nothing was reported.
    """
    if not report.diagnostics:
        return ""
    found = report.diagnostics
    if len(found) > MOST_SHOWN:
        first = {one.code: one for one in reversed(found)}
        found = sorted(found, key=lambda one: (first[one.code] is not one, one.severity != "error"))[:MOST_SHOWN]
    parts = [render_one(diagnostic, width=width, colour=colour) for diagnostic in ordered(found)]
    more = len(report.diagnostics) - len(found)
    left_out = f"; {more} of them are not shown here: `--format json` lists all" if more else ""
    return "\n".join([*parts, f"{summary(report)}{left_out}\n"])


def ordered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics by file and location; those without a location come first.

    The files come in the order in which they were first complained about: what an author asked about before what
    follows from it elsewhere.
    """
    found = list(diagnostics)
    files = {name: n for n, name in enumerate(dict.fromkeys(one.span.source.name for one in found if one.span))}

    def place(diagnostic: Diagnostic) -> tuple[int, int, int, str]:
        span = diagnostic.span
        return (files[span.source.name], span.start, span.end, diagnostic.code) if span else (-1, 0, 0, diagnostic.code)

    return sorted(found, key=place)


def summary(report: Report) -> str:
    """The number of errors and warnings, in words.

    >>> summary(Report())
    'no errors'
    """
    counts = ((report.errors, "error"), (report.warnings, "warning"))
    parts = [f"{number} {word}{'' if number == 1 else 's'}" for number, word in counts if number]
    return ", ".join(parts) or "no errors"


def render_one(diagnostic: Diagnostic, *, width: int = WIDTH, colour: bool = False) -> str:
    """Show one diagnostic; the text ends with a newline."""
    paint = _colours if colour else _plain
    title = paint(diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]")
    rows = [title + paint("strong", f": {diagnostic.message}")]
    marks = [Mark(diagnostic.span, diagnostic.label, True)] if diagnostic.span else []
    marks += [Mark(other.span, other.text, False) for other in diagnostic.others]
    digits = gutter([mark for mark in marks if _has_text(mark.span)])
    margin = " " * digits
    groups = _groups(marks)
    for group in groups:
        head = next((mark for mark in group if mark.main), group[0])
        arrow = "-->" if head.main else ":::"
        if head is not marks[0] and _has_text(marks[0].span):
            rows.append(paint("frame", f"{margin} |"))
        rows.append(f"{margin}{paint('frame', arrow)} {_name(head.span)}")
        if _has_text(head.span):
            rows.extend(snippet(group, digits, width=width, style=diagnostic.severity, paint=paint))
    remarks = [("note", text) for text in diagnostic.notes] + [("help", text) for text in diagnostic.helps]
    if remarks and any(_has_text(mark.span) for mark in marks):
        rows.append(paint("frame", f"{margin} |"))
    for kind, text in remarks:
        hang = margin + " " * (len(kind) + 5)
        first, *more = wrapped(text, width - len(hang))
        rows.append(f"{margin} {paint('frame', '=')} {paint('strong', kind)}: {first}")
        rows.extend(hang + line for line in more)
    return "\n".join(rows) + "\n"


def _groups(marks: list[Mark]) -> list[list[Mark]]:
    """Group the marks by snippet: those near to each other are shown together."""
    groups: list[list[Mark]] = []
    for mark in marks:
        home = next((g for g in groups if near(g[0].span, mark.span)), None)
        if home is not None and _has_text(mark.span):
            home.append(mark)
        else:
            groups.append([mark])
    return groups


def _has_text(span: Span) -> bool:
    """Whether there is a line to show; a file that could not be read is a source without text."""
    return bool(span.source.text)


def _name(span: Span) -> str:
    return str(span) if _has_text(span) else span.source.name


def _plain(style: Style, text: str) -> str:
    return text


def _colours(style: Style, text: str) -> str:
    return f"\x1b[{_ANSI[style]}m{text}\x1b[0m"
