"""Checks the blocks that the lines of an effect form, without parsing the lines themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.record import dataclass
from .finding import Finding
from .trouble import PAIRS, Piece, is_head, pieces_of

CONTINUATION = "a value continues on the next line only within brackets"
INDENT = "indent the lines of a block by two more spaces than its head"
LONGEST = 100
"""The largest number of lines over which open brackets continue a line; beyond that, a bracket must be missing."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line, with those that continue it because of open brackets. `start` is the offset of its first word."""

    start: int
    indent: int
    text: str
    pieces: tuple[Piece, ...]
    head: bool

    @property
    def first(self) -> str:
        """Its first word or sign."""
        return self.pieces[0].text

    @property
    def starts_block(self) -> bool:
        """Whether it is meant as the head of a block: by its first word, or by a colon at its end."""
        return self.head or self.pieces[-2].text == ":"

    def finding(self, message: str, *helps: str, code: str = "E307") -> Finding:
        """A mistake at the first word of this line."""
        first = self.pieces[0]
        return Finding(code, message, self.start, self.start + len(first.text), helps=helps)


def lines_of(text: str) -> tuple[Line, ...]:
    """The lines of an effect, without empty ones and comments."""
    lines: list[Line] = []
    at = 0
    while at < len(text):
        end = _end_of_line(text, at)
        line = text[at:end]
        pieces = pieces_of(line)
        if len(pieces) > 1:
            first = pieces[0].start
            moved = tuple(Piece(p.kind, p.text, p.start - first) for p in pieces)
            start = at + first
            indent = start - (text.rfind("\n", 0, start) + 1)
            lines.append(Line(start, indent, line[first:], moved, is_head(moved, line[first:])))
        at = end + 1
    return tuple(lines)


def _end_of_line(text: str, start: int) -> int:
    """The end of the line that starts there, including lines that continue it because of open brackets.

    If the brackets are never closed, the line ends at its line break: only then is the mistake found in this line.
    """
    end = longer = _line_break(text, start)
    depth = _depth(0, text[start:end])
    for _ in range(LONGEST):
        if depth == 0:
            return longer
        if longer >= len(text):
            return end
        start, longer = longer + 1, _line_break(text, longer + 1)
        depth = _depth(depth, text[start:longer])
    return end


def _line_break(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _depth(depth: int, text: str) -> int:
    """The number of brackets that are open after a text, if `depth` are open before it."""
    for piece in pieces_of(text):
        if piece.text in PAIRS:
            depth += 1
        elif piece.text in PAIRS.values():
            depth = max(depth - 1, 0)
    return depth


def wrong_blocks(text: str, lines: tuple[Line, ...]) -> Iterator[tuple[int, Finding]]:
    """The mistakes in the blocks of an effect, each with the index of its line."""
    tab = _tab(text, lines)
    if tab:
        yield tab
        return
    levels = [lines[0].indent]
    last = 0  # the last line above that is in a valid column
    for i, line in enumerate(lines):
        above = lines[last]
        if i and above.starts_block and line.indent <= above.indent:
            yield last, _empty(above, "the next line is not indented further")
        elif line.indent > above.indent:
            levels.append(line.indent)
            if not above.starts_block:
                yield i, _too_far_in(line, above)
        if line.indent not in levels:
            advice = "start it in the same column as the line it belongs with"
            yield i, line.finding("this line starts in a column where no line above starts", advice)
            continue
        levels = levels[: levels.index(line.indent) + 1]
        last = i
        if line.head and line.first in ("elif", "else"):
            yield from _without_if(lines, i)
    if lines[last].starts_block and last == len(lines) - 1:
        yield last, _empty(lines[last], "nothing follows")


def _tab(text: str, lines: tuple[Line, ...]) -> tuple[int, Finding] | None:
    for i, line in enumerate(lines):
        at = text.find("\t", line.start - line.indent, line.start)
        if at >= 0:
            help_text = "indent with spaces only, two for each block"
            return i, Finding("E307", "there is a tab in the indentation", at, at + 1, helps=(help_text,))
    return None


def _empty(head: Line, label: str) -> Finding:
    last = head.pieces[-2]
    start = head.start + last.start
    end = start + len(last.text)
    message = f"the block of this `{head.first}` is empty"
    return Finding("E307", message, start, end, label=label, helps=(INDENT,))


def _too_far_in(line: Line, above: Line) -> Finding:
    message = "this line is indented further than the line above, which does not start a block"
    first = line.pieces[0]
    if first.text in ("and", "or", "else", "if", "in", "for") or first.kind == "sign" and first.text not in PAIRS:
        return line.finding(message, CONTINUATION)
    return line.finding(message, f"start it in the same column as `{above.first}` above")


def _without_if(lines: tuple[Line, ...], i: int) -> Iterator[tuple[int, Finding]]:
    """An `elif` or `else` that does not belong to anything above."""
    word = lines[i].first
    above = next((line for line in reversed(lines[:i]) if line.indent <= lines[i].indent), None)
    belongs = above is not None and above.indent == lines[i].indent and above.head
    if above and belongs and above.first in (("if", "elif", "choose") if word == "else" else ("if", "elif")):
        return
    if above and belongs and above.first == "else":
        advice = "`else` must be the last part of an `if`: write `elif` above it"
        yield i, lines[i].finding(f"`{word}` after `else`", advice if word == "elif" else "one `else` is enough")
        return
    may = "an `if`, an `elif` or a `choose`" if word == "else" else "an `if`"
    advice = f"write `if`, or start it in the same column as {may.replace('an ', 'the ', 1)} that it belongs to"
    if word == "else":
        advice = "start it in the same column as the `if` that it belongs to"
    yield i, lines[i].finding(f"`{word}` without {may} above it", advice)
