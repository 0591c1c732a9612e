"""The lines of a file around a mistake, with marks under the exact characters that are meant.

```
   |
20 |       and total(heap) + card.worth <= "1000"
   |           ------------------------ this is a number
   |                                       ^^^^^^ this is a text
   |
```

A line that is wider than the screen is cut down to what is around its marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from .columns import cells, shown
from .record import dataclass
from .span import Source, Span

NEAR = 3
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
class Mark:
    """A location to mark, the words beside it, and whether it is the location of the mistake itself (`main`)."""

    span: Span
    text: str
    main: bool


def near(first: Span, second: Span) -> bool:
    """Whether two locations are shown in one snippet."""
    return first.source is second.source and abs(first.line - second.line) <= NEAR


def gutter(marks: Sequence[Mark]) -> int:
    """The number of digits that the line numbers beside these marks need."""
    return max((len(str(mark.span.line)) for mark in marks), default=1)


def snippet(marks: Sequence[Mark], digits: int, *, width: int, style: Style, paint: Paint) -> list[str]:
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
        text, below = _line(source, number, here, room, style, paint)
        rows.append((paint("frame", f"{number:>{digits}} |") + f" {text}").rstrip())
        rows.extend(f"{bar} {row}" for row in below)
    return rows


def _line(
    source: Source, number: int, marks: list[Mark], room: int, style: Style, paint: Paint
) -> tuple[str, list[str]]:
    """A line as it is shown, and the rows of marks below it."""
    text = source.line(number)
    start = source.line_starts[number - 1]
    ranges = [_range(mark.span, start, text) for mark in marks]
    left, right = _window(text, ranges, room)
    line = ("…" if left else "") + "".join(map(shown, text[left:right])) + ("…" if right < len(text) else "")
    rows: list[str] = []
    for mark, (begin, end) in zip(marks, ranges, strict=True):
        begin, end = min(max(begin, left), right), min(max(end, left), right)
        before = (1 if left else 0) + cells(text[left:begin])
        signs = ("^" if mark.main else "-") * max(cells(text[begin:end]), 1)
        rows.extend(_mark(before, signs, mark.text, room, partial(paint, style if mark.main else "other")))
    return line, rows


def _range(span: Span, start: int, text: str) -> tuple[int, int]:
    """The part of a line that a span covers, as offsets in the line; only the first line of a longer span is marked."""
    begin = min(span.start - start, len(text))
    end = min(max(span.end - start, begin), len(text))
    while end > begin + 1 and text[end - 1] in " \t":
        end -= 1
    return begin, end


def _mark(before: int, signs: str, words: str, room: int, coloured: Callable[[str], str]) -> list[str]:
    """The row with the carets, and the words beside it or, if they do not fit, below it."""
    if not words:
        return [" " * before + coloured(signs)]
    if before + len(signs) + 1 + cells(words) <= room:
        return [" " * before + coloured(f"{signs} {words}")]
    return [" " * before + coloured(signs), " " * max(min(before, room - cells(words)), 0) + coloured(words)]


def _window(text: str, ranges: list[tuple[int, int]], room: int) -> tuple[int, int]:
    """The part of a line that is shown: all of it if it fits, otherwise what is around the marks."""
    if cells(text) <= room or not ranges:
        return 0, _fit(text, 0, room)
    main = min(begin for begin, _ in ranges)
    after = max(end for _, end in ranges)
    wanted = max(room - 2 - cells(text[main:after]), 0)
    left = main
    spare = max(min(MARGIN * 2, wanted), wanted - cells(text[after:]))
    while left > 0 and cells(text[left - 1 : main]) <= spare:
        left -= 1
    if cells(text[:after]) <= room - 1 - min(MARGIN, cells(text[after:])):
        left = 0
    return left, _fit(text, left, room)


def _fit(text: str, left: int, room: int) -> int:
    """The offset at which the part of a line that starts at `left` must end."""
    free = room - (1 if left else 0)
    # Counting cells takes time in proportion to the line, and a hostile one may be 2 MB long.
    if len(text) - left <= 4 * free and cells(text[left:]) <= free:
        return len(text)
    right, used = left, 0
    while right < len(text) and used + cells(text[right]) <= free - 1:
        used += cells(text[right])
        right += 1
    return right
