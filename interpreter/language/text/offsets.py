"""Computes where each character of a text was written, through quotes, escapes, folds and blocks.

A mistake inside a rule is shown under the exact characters that the author typed, so every character of a scalar's
value must know its source offset. The YAML library does not report that. So each style is decoded here a second time,
with offsets; if the outcome differs from what the library read, the nearest offsets are used.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import assert_never

from ...diagnostics.record import dataclass
from ...diagnostics.span import LINE_END
from .tree import Style

Offsets = range | tuple[int, ...]

BLANKS = " \t\r\n\x85\u2028\u2029"
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
class _Decoded:
    """A value as far as it is decoded, with the source offset of each of its characters."""

    source: str
    chars: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)

    def copy(self, start: int, end: int) -> None:
        """Take the source from `start` to `end` literally."""
        self.chars.append(self.source[start:end])
        self.offsets.extend(range(start, end))

    def put(self, char: str, offset: int) -> None:
        """Add a character that is written differently in the source, such as an escape, at `offset`."""
        self.chars.append(char)
        self.offsets.append(offset)

    def breaks(self, start: int, end: int, *, fold: bool) -> None:
        """Add the line breaks of a run of white space; with `fold`, a single one becomes a space."""
        matches = list(LINE_END.finditer(self.source, start, end))
        if fold and not matches:
            self.copy(start, end)
        for i, match in enumerate(matches):
            char = _break(match[0])
            if i > 0 or not fold or char != "\n":
                self.put(char, match.start())
            elif len(matches) == 1:
                self.put(" ", match.start())


def offsets(text: str, start: int, end: int, style: Style, value: str) -> Offsets:
    """The source offset of each character of a value, and the offset after the last one.

    `text[start:end]` is the scalar as written, including quotes and header. The result has `len(value) + 1` items that
    never decrease.

    >>> offsets("'l''as'", 0, 7, "single", "l'as")
    (1, 2, 4, 5, 6)
    """
    quote = 1 if style in ("single", "double") else 0
    if text[start + quote : end - quote] == value and style not in ("literal", "folded"):
        return range(start + quote, end - quote + 1)
    match style:
        case "plain":
            decoded = _flow(text, start, end, _PLAIN)
        case "single":
            decoded = _flow(text, start + 1, end - 1, _SINGLE)
        case "double":
            decoded = _flow(text, start + 1, end - 1, _DOUBLE)
        case "literal" | "folded":
            decoded = _block(text, start, end, value, folded=style == "folded")
        case _:
            assert_never(style)
    if "".join(decoded.chars) != value:
        return _nearest(start + quote, end - quote, len(value))
    after = (decoded.offsets[-1] + 1 if decoded.offsets else end) if style in ("literal", "folded") else end - quote
    return (*decoded.offsets, after)


def _nearest(start: int, end: int, length: int) -> tuple[int, ...]:
    return tuple(min(start + i, max(end, start)) for i in range(length + 1))


def _break(written: str) -> str:
    """A line break as it is in a value."""
    return written if written in "\u2028\u2029" else "\n"


def _flow(text: str, start: int, end: int, special: re.Pattern[str]) -> _Decoded:
    """Decode a plain or quoted scalar: white space with line breaks is folded, an escape is one character."""
    decoded = _Decoded(text)
    done = start
    after_break = False  # an escaped line break swallows the blanks of the next line
    for match in special.finditer(text, start, end):
        if match.start() > done:
            decoded.copy(done, match.start())
            after_break = False
        piece, done = match[0], match.end()
        if piece == "''":
            decoded.put("'", match.start())
        elif piece[0] != "\\":
            decoded.breaks(match.start(), match.end(), fold=not after_break)
            after_break = False
        elif piece[1] in "\r\n\x85\u2028\u2029":
            after_break = True
        else:
            decoded.put(_unescape(piece), match.start())
            after_break = False
    decoded.copy(done, max(end, done))
    return decoded


def _unescape(piece: str) -> str:
    if piece[1] not in "xuU":
        return _ESCAPES.get(piece[1], piece[1])
    digits = piece[2:]
    try:
        return chr(int(digits, 16))
    except (ValueError, OverflowError):
        return "?"


def _block(text: str, start: int, end: int, value: str, *, folded: bool) -> _Decoded:
    """Decode a literal or folded block: lines without their indentation, the end chomped as the header says."""
    decoded = _Decoded(text)
    header = _HEADER.match(text, start, end)
    if header is None:
        return decoded
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
                    decoded.put(" ", before[1])
            else:
                decoded.put(*before)
        for item in pending:
            decoded.put(*item)
        decoded.copy(content, stop)
        pending, before, flush = [], (char, stop), not blank
    if before is not None and before[0] and chomping != "-":
        decoded.put(*before)
    if chomping == "+":
        for item in pending:
            decoded.put(*item)
    return decoded


def _lines(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """The lines of a range: start, end without the break, and the break as it is in a value."""
    lines = []
    for match in LINE_END.finditer(text, start, end):
        lines.append((start, match.start(), _break(match[0])))
        start = match.end()
    if start < end:
        lines.append((start, end, ""))
    return lines


def _indent(text: str, lines: list[tuple[int, int, str]], value: str) -> int:
    """The indentation of a block: that of its first line with text, or of its longest line, less that of the value.

    Comparing with the value saves reading the indentation indicator and the rules for where it is absent.
    """
    lines_of_value = re.split("[\n\u2028\u2029]", value)
    for line, stop, _ in lines:
        content = text[line:stop]
        if content.strip(" "):
            first = next((one for one in lines_of_value if one.strip(" ")), "")
            return max(_blanks(content) - _blanks(first), 0)
    return max(max((stop - line for line, stop, _ in lines), default=0) - max(map(len, lines_of_value)), 0)


def _blanks(line: str) -> int:
    """The number of spaces that a line starts with."""
    return len(line) - len(line.lstrip(" "))
