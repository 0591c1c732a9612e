"""Where each character of a text was written, through quotes, escapes, folds and blocks.

A mistake inside a rule is shown under the very characters the author typed, so every character of a
scalar's value must know its place in the source. The reading of each style is repeated here with
the places kept; if the outcome differs from what the library read, the nearest places are taken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Places = range | tuple[int, ...]

BLANKS = " \t\r\n\x85\u2028\u2029"
BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_RUN = f"[{BLANKS}]+"
_PLAIN = re.compile(_RUN)
_SINGLE = re.compile(f"{_RUN}|''")
_DOUBLE = re.compile(rf"{_RUN}|\\(?:\r\n|x..|u.{{4}}|U.{{8}}|.)", re.DOTALL)
_HEADER = re.compile("[|>]([-+]?)([1-9]?)([-+]?) *(?:#[^\r\n\x85\u2028\u2029]*)?(?:\r\n|[\r\n\x85\u2028\u2029]|$)")
_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "\\": "\\",
    "/": "/",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


@dataclass(slots=True)
class _Written:
    """A value that is being read again, with the place of each of its characters."""

    source: str
    chars: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def copy(self, start: int, end: int) -> None:
        """The characters from `start` to `end` stand for themselves."""
        self.chars.append(self.source[start:end])
        self.places.extend(range(start, end))

    def put(self, char: str, place: int) -> None:
        """One character that is written otherwise, at `place`."""
        self.chars.append(char)
        self.places.append(place)

    def breaks(self, start: int, end: int, *, fold: bool) -> None:
        """The line breaks of a blank run; with `fold`, a single one becomes a space."""
        found = list(BREAK.finditer(self.source, start, end))
        if fold and not found:
            self.copy(start, end)
        for i, match in enumerate(found):
            char = _break(match[0])
            if i > 0 or not fold or char != "\n":
                self.put(char, match.start())
            elif len(found) == 1:
                self.put(" ", match.start())


def offsets(text: str, start: int, end: int, style: str, value: str) -> Places:
    """The place of each character of a value, and the place after the last one.

    `text[start:end]` is the scalar as written, quotes and header included, `style` as in `Scalar`.
    The answer has `len(value) + 1` items that never decrease.

    >>> offsets("'l''as'", 0, 7, "single", "l'as")
    (1, 2, 4, 5, 6)
    """
    quote = 1 if style in ("single", "double") else 0
    if text[start + quote : end - quote] == value and style not in ("literal", "folded"):
        return range(start + quote, end - quote + 1)
    match style:
        case "plain":
            written = _flow(text, start, end, _PLAIN)
        case "single":
            written = _flow(text, start + 1, end - 1, _SINGLE)
        case "double":
            written = _flow(text, start + 1, end - 1, _DOUBLE)
        case _:
            written = _block(text, start, end, value, folded=style == "folded")
    if "".join(written.chars) != value:
        return _nearest(start + quote, end - quote, len(value))
    after = (written.places[-1] + 1 if written.places else end) if style in ("literal", "folded") else end - quote
    return (*written.places, after)


def _nearest(start: int, end: int, length: int) -> tuple[int, ...]:
    return tuple(min(start + i, max(end, start)) for i in range(length + 1))


def _break(written: str) -> str:
    """A line break as a value holds it."""
    return written if written in "\u2028\u2029" else "\n"


def _flow(text: str, start: int, end: int, special: re.Pattern[str]) -> _Written:
    """A plain or quoted scalar: blank runs with breaks are folded, escapes are single characters."""
    written = _Written(text)
    place = start
    after_break = False  # an escaped line break swallows the blanks of the next line
    for match in special.finditer(text, start, end):
        if match.start() > place:
            written.copy(place, match.start())
            after_break = False
        piece, place = match[0], match.end()
        if piece == "''":
            written.put("'", match.start())
        elif piece[0] != "\\":
            written.breaks(match.start(), match.end(), fold=not after_break)
            after_break = False
        elif piece[1] in "\r\n\x85\u2028\u2029":
            after_break = True
        else:
            written.put(_unescape(piece), match.start())
            after_break = False
    written.copy(place, max(end, place))
    return written


def _unescape(piece: str) -> str:
    if piece[1] not in "xuU":
        return _ESCAPES.get(piece[1], piece[1])
    digits = piece[2:]
    try:
        return chr(int(digits, 16))
    except (ValueError, OverflowError):
        return "?"


def _block(text: str, start: int, end: int, value: str, *, folded: bool) -> _Written:
    """A literal or folded block: lines without their indentation, the end chomped as the header says."""
    written = _Written(text)
    header = _HEADER.match(text, start, end)
    if header is None:
        return written
    chomping = header[1] or header[3]
    lines = _lines(text, header.end(), end)
    indent = _indent(text, lines, value)
    pending: list[tuple[str, int]] = []  # breaks of empty lines, until the next line with text
    before: tuple[str, int] | None = None  # the break at the end of the last line with text
    flush = False  # the last line with text began without a blank
    leading = not header[2]  # empty lines at the start, of any width
    for line, stop, char in lines:
        width = 0
        while width < indent and line + width < stop and text[line + width] == " ":
            width += 1
        if line + width == stop or (leading and not text[line:stop].strip(" ")):
            if char:
                pending.append((char, stop))
            continue
        if width < indent:
            break
        leading = False
        content = line + width
        blank = text[content] in " \t"
        if before is not None:
            if folded and before[0] == "\n" and flush and not blank:
                if not pending:
                    written.put(" ", before[1])
            else:
                written.put(*before)
        for item in pending:
            written.put(*item)
        written.copy(content, stop)
        pending, before, flush = [], (char, stop), not blank
    if before is not None and before[0] and chomping != "-":
        written.put(*before)
    if chomping == "+":
        for item in pending:
            written.put(*item)
    return written


def _lines(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """The lines of a range: start, end without the break, and the break as a value holds it."""
    lines = []
    for match in BREAK.finditer(text, start, end):
        lines.append((start, match.start(), _break(match[0])))
        start = match.end()
    if start < end:
        lines.append((start, end, ""))
    return lines


def _indent(text: str, lines: list[tuple[int, int, str]], value: str) -> int:
    """How far a block is indented: its first line with text, or its longest, compared with the value's."""
    kept = re.split("[\n\u2028\u2029]", value)
    for line, stop, _ in lines:
        content = text[line:stop]
        if content.strip(" "):
            first = next((k for k in kept if k.strip(" ")), "")
            return max(_blanks(content) - _blanks(first), 0)
    return max(max((stop - line for line, stop, _ in lines), default=0) - max(map(len, kept)), 0)


def _blanks(line: str) -> int:
    """How many spaces a line starts with."""
    return len(line) - len(line.lstrip(" "))
