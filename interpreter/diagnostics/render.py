"""Reports as authors read them, with the lines in question, and for other programs: JSON, annotations of GitHub, SARIF.

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

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any, Literal

from .codes import codes, severity_of
from .diagnostic import Diagnostic, Report
from .record import dataclass
from .span import Source, Span
from .text import display_width, displayed_char, wrap_text

WIDTH = 80

MOST_SHOWN = 100
"""So many diagnostics are shown to people, the first of each code and errors before others; others are counted."""

SEVERAL, MOST_LINES = 3, 12
"""What is told so many times in the same words is put together, and so many of its lines are named."""

UNKNOWN_NAMES = ("E201", "E202", "E203")
"""Codes about names that are not known: to declare such a name mends all places."""

_ANSI: dict[Style, str] = {"error": "1;31", "warning": "1;33", "other": "1;34", "frame": "1;34", "strong": "1"}


def render(report: Report, *, width: int = WIDTH, colour: bool = False) -> str:
    """Show all diagnostics of a report, errors first, each in the order of the files, and a line that counts them.

    `width` is the width of the screen in cells; with `colour`, ANSI escapes are added. The text ends with a newline,
    or is empty if nothing was reported.
    """
    if not report.diagnostics:
        return ""
    found = report.diagnostics
    if len(found) > MOST_SHOWN:
        # One mistake of each kind says more than a hundred of the same, which often have one cause.
        first = {one.code: one for one in reversed(found)}
        found = sorted(found, key=lambda one: (first[one.code] is not one, one.severity != "error"))[:MOST_SHOWN]
    errors_first = put_together(sorted(ordered(found), key=lambda one: one.severity != "error"))
    parts = [render_one(diagnostic, width=width, colour=colour) for diagnostic in errors_first]
    more = len(report.diagnostics) - len(found)
    left_out = f"; {more} of them are not shown here: `--format json` lists all" if more else ""
    return "\n".join([*parts, f"{summary(report)}{left_out}\n"])


def put_together(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics, but a name that is unknown twice in one rule, or three times, stands once with all lines."""
    alike: dict[object, list[Diagnostic]] = {}
    for number, one in enumerate(diagnostics):
        if one.span is None or one.code not in UNKNOWN_NAMES:
            alike[number] = [one]
        else:
            words = (one.code, one.message, one.notes, one.helps, one.span.text, one.span.source.name)
            alike.setdefault(words, []).append(one)
    found = []
    for first, *more in alike.values():
        lines = list(dict.fromkeys(str(one.span.line) for one in more if one.span))
        in_one_rule = len(more) == 1 and first.path and more[0].path == first.path
        if len(more) + 1 < SEVERAL and not in_one_rule:
            found += [first, *more]
        else:
            named = f"{', '.join(lines[:MOST_LINES])}{', …' if len(lines) > MOST_LINES else ''}"
            often = "once" if in_one_rule else f"{len(more)} times"
            note = f"the same {often} more, in line{'s' if len(lines) > 1 else ''} {named}"
            found.append(replace(first, notes=(*first.notes, note)))
    return found


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
    paint = _with_colour if colour else _without_colour
    title = paint(diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]")
    rows = [title + paint("strong", f": {diagnostic.message}")]
    marks = [Annotation(diagnostic.span, diagnostic.label, True)] if diagnostic.span else []
    marks += [Annotation(other.span, other.text, False) for other in diagnostic.others]
    digits = gutter([mark for mark in marks if _has_text(mark.span)])
    margin = " " * digits
    groups = _groups(marks)
    for group in groups:
        head = next((mark for mark in group if mark.main), group[0])
        arrow = "-->" if head.main else ":::"
        if head is not marks[0] and _has_text(marks[0].span):
            rows.append(paint("frame", f"{margin} |"))
        name = str(head.span) if _has_text(head.span) else head.span.source.name
        rows.append(f"{margin}{paint('frame', arrow)} {name}")
        if _has_text(head.span):
            rows.extend(snippet(group, digits, width=width, style=diagnostic.severity, paint=paint))
    remarks = [("note", text) for text in diagnostic.remarks] + [("help", text) for text in diagnostic.helps]
    if remarks and any(_has_text(mark.span) for mark in marks):
        rows.append(paint("frame", f"{margin} |"))
    for kind, text in remarks:
        hang = margin + " " * (len(kind) + 5)
        first, *more = wrap_text(text, width - len(hang))
        rows.append(f"{margin} {paint('frame', '=')} {paint('strong', kind)}: {first}")
        rows.extend(hang + line for line in more)
    return "\n".join(rows) + "\n"


def _groups(marks: list[Annotation]) -> list[list[Annotation]]:
    """Group the marks by snippet: those near to each other are shown together."""
    groups: list[list[Annotation]] = []
    for mark in marks:
        home = next((g for g in groups if is_near(g[0].span, mark.span)), None)
        if home is not None and _has_text(mark.span):
            home.append(mark)
        else:
            groups.append([mark])
    return groups


def _has_text(span: Span) -> bool:
    """Whether there is a line to show; a file that could not be read is a source without text."""
    return bool(span.source.text)


def _without_colour(style: Style, text: str) -> str:
    return text


def _with_colour(style: Style, text: str) -> str:
    return f"\x1b[{_ANSI[style]}m{text}\x1b[0m"


# The lines of a file around a mistake, with marks under the exact characters that are meant -----
#
# ```
#    |
# 20 |       and total(heap) + card.worth <= "1000"
#    |           ------------------------ this is a number
#    |                                       ^^^^^^ this is a text
#    |
# ```
#
# A line that is wider than the screen is cut down to what is around its marks.

NEAR_LINES = 3
"""The largest distance, in lines, of locations that are shown together."""

SHORTEST = 24
"""The part of a line, in cells, that is shown however narrow the screen is."""

MARGIN = 12
"""The cells shown on each side of a mark in a line that is cut, if there is room."""

Style = Literal["error", "warning", "other", "frame", "strong"]
"""What a text is, for its colour; `other` is a mark that is not the main one."""

Paint = Callable[[Style, str], str]
"""Adds the colour of a style to a text."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A location to mark, the words beside it, and whether it is the location of the mistake itself (`main`)."""

    span: Span
    text: str
    main: bool


def is_near(first: Span, second: Span) -> bool:
    """Whether two locations are shown in one snippet."""
    return first.source is second.source and abs(first.line - second.line) <= NEAR_LINES


def gutter(marks: Sequence[Annotation]) -> int:
    """The number of digits that the line numbers beside these marks need."""
    return max((len(str(mark.span.line)) for mark in marks), default=1)


def snippet(marks: Sequence[Annotation], digits: int, *, width: int, style: Style, paint: Paint) -> list[str]:
    """The lines of one source that contain the marks, each with its marks below it.

    `digits` is the width of the line numbers, `width` that of the screen, both in cells; `style` is that of the main
    mark.
    """
    source = marks[0].span.source
    room = max(width - digits - 3, SHORTEST)
    bar = paint("frame", f"{' ' * digits} |")
    first, last = min(m.span.line for m in marks), max(m.span.line for m in marks)
    rows = [bar]
    for number in range(first, last + 1):
        here = sorted((m for m in marks if m.span.line == number), key=lambda m: (m.span.start, m.main))
        text, below = _source_line_lines(source, number, here, room, style, paint)
        rows.append((paint("frame", f"{number:>{digits}} |") + f" {text}").rstrip())
        rows.extend(f"{bar} {row}" for row in below)
    return rows


def _source_line_lines(
    source: Source, number: int, marks: list[Annotation], room: int, style: Style, paint: Paint
) -> tuple[str, list[str]]:
    """A line as it is shown, and the rows of marks below it."""
    text = source.line(number)
    start = source.line_starts[number - 1]
    ranges = [_range(mark.span, start, text) for mark in marks]
    left, right = _window(text, ranges, room)
    line = ("…" if left else "") + "".join(map(displayed_char, text[left:right])) + ("…" if right < len(text) else "")
    rows: list[str] = []
    for mark, (begin, end) in zip(marks, ranges, strict=True):
        begin, end = min(max(begin, left), right), min(max(end, left), right)
        before = (1 if left else 0) + display_width(text[left:begin])
        signs = ("^" if mark.main else "-") * max(display_width(text[begin:end]), 1)
        rows.extend(_annotation_lines(before, signs, mark.text, room, partial(paint, style if mark.main else "other")))
    return line, rows


def _range(span: Span, start: int, text: str) -> tuple[int, int]:
    """The part of a line that a span covers, as offsets in the line; only the first line of a longer span is marked."""
    begin = min(span.start - start, len(text))
    end = min(max(span.end - start, begin), len(text))
    while end > begin + 1 and text[end - 1] in " \t":
        end -= 1
    return begin, end


def _annotation_lines(before: int, signs: str, words: str, room: int, coloured: Callable[[str], str]) -> list[str]:
    """The row with the carets, and the words beside it or, if they do not fit, below it."""
    if not words:
        return [" " * before + coloured(signs)]
    if before + len(signs) + 1 + display_width(words) <= room:
        return [" " * before + coloured(f"{signs} {words}")]
    return [" " * before + coloured(signs), " " * max(min(before, room - display_width(words)), 0) + coloured(words)]


def _window(text: str, ranges: list[tuple[int, int]], room: int) -> tuple[int, int]:
    """The part of a line that is shown: all of it if it fits, otherwise what is around the marks."""
    if display_width(text) <= room or not ranges:
        return 0, _fit(text, 0, room)
    main = min(begin for begin, _ in ranges)
    after = max(end for _, end in ranges)
    wanted = max(room - 2 - display_width(text[main:after]), 0)
    left = main
    spare = max(min(MARGIN * 2, wanted), wanted - display_width(text[after:]))
    while left > 0 and display_width(text[left - 1 : main]) <= spare:
        left -= 1
    if display_width(text[:after]) <= room - 1 - min(MARGIN, display_width(text[after:])):
        left = 0
    return left, _fit(text, left, room)


def _fit(text: str, left: int, room: int) -> int:
    """The offset at which the part of a line that starts at `left` must end."""
    free = room - (1 if left else 0)
    # Counting cells takes time in proportion to the line, and a hostile one may be 2 MB long.
    if len(text) - left <= 4 * free and display_width(text[left:]) <= free:
        return len(text)
    right, used = left, 0
    while right < len(text) and used + display_width(text[right]) <= free - 1:
        used += display_width(text[right])
        right += 1
    return right


# Reports for other programs: as JSON, or as the annotations that GitHub shows beside the lines ---


def report_to_json(report: Report) -> dict[str, Any]:
    """Convert a report to the object that `validate --format json` prints.

    >>> report_to_json(Report())
    {'diagnostics': [], 'errors': 0, 'warnings': 0}
    """
    return {
        "diagnostics": [diagnostic_to_json(diagnostic) for diagnostic in ordered(report.diagnostics)],
        "errors": report.errors,
        "warnings": report.warnings,
    }


def diagnostic_to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Convert one diagnostic. Lines and columns count from 1, in characters, ends are exclusive; all are null if there
    is no location.
    """
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_json_location(diagnostic.span),
        "path": diagnostic.path,
        "helps": list(diagnostic.helps),
        "label": diagnostic.label,
        "notes": list(diagnostic.notes),
        "paths": list(diagnostic.paths),
        "others": [{**_json_location(other.span), "text": other.text} for other in diagnostic.others],
    }


def _json_location(span: Span | None) -> dict[str, Any]:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    return {"file": span.source.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


def to_github(report: Report) -> str:
    """Convert a report to GitHub's workflow commands, one line a diagnostic."""
    names = {"file": "file", "line": "line", "col": "column", "endLine": "end_line", "endColumn": "end_column"}
    rows = []
    for one in ordered(report.diagnostics):
        location = _json_location(one.span)
        values = {name: location[key] for name, key in names.items() if location[key] is not None} | {"title": one.code}
        pairs = [f"{name}={_escape_annotation(str(value))}" for name, value in values.items()]
        message = _escape_annotation(" — ".join([one.message, *one.helps]), separators="")
        rows.append(f"::{one.severity} {','.join(pairs)}::{message}\n")
    return "".join(rows)


def _escape_annotation(text: str, *, separators: str = ":,") -> str:
    """Encode what would end a property or the message; `%` first, since the encoding uses it."""
    for char in "%\r\n" + separators:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


# Reports as SARIF 2.1.0, the JSON format of tools that collect the findings of many checkers -----


def to_sarif(report: Report) -> dict[str, Any]:
    """Convert a report to a SARIF log with one run. Lines and columns count from 1, in characters; ends are exclusive.

    The rules are the codes that occur, in order. What is about no file, such as the command line, has no location.
    """
    found = ordered(report.diagnostics)
    names = sorted({one.code for one in found})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": codes()[code].title},
            "fullDescription": {"text": codes()[code].about},
            "defaultConfiguration": {"level": severity_of(code)},
        }
        for code in names
    ]
    results = [_sarif_result(one, names.index(one.code)) for one in found]
    tool = {"driver": {"name": "cardwright", "rules": rules}}
    run = {"tool": tool, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _sarif_result(one: Diagnostic, index: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": one.code,
        "ruleIndex": index,
        "level": one.severity,
        "message": {"text": " – ".join([one.message, *one.helps])},
    }
    if one.span is not None and not one.span.source.name.startswith("<"):
        result["locations"] = [_sarif_location(one.span, one.label)]
    others = [other for other in one.others if not other.span.source.name.startswith("<")]
    if others:
        result["relatedLocations"] = [_sarif_location(other.span, other.text) for other in others]
    return result


def _sarif_location(span: Span, label: str) -> dict[str, Any]:
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    place = {"artifactLocation": {"uri": PurePath(span.source.name).as_posix()}, "region": region}
    return {"physicalLocation": place, **({"message": {"text": label}} if label else {})}
