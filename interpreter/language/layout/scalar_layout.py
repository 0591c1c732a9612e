"""Lays out a single text of a file: its quotes, its lines, and the rule in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from ...diagnostics.record import dataclass
from ...diagnostics.span import LINE_END
from ...source.shape.schema import Language
from ...source.text.tree import Scalar
from ..syntax.findings import RESERVED
from ..syntax.lexer import PIECE
from .regions import Region

_HEADER = re.compile(r"([|>][-+0-9]*)[ \t]*(#.*)?")
_NEEDS_SINGLE = re.compile(r'["\\\x00-\x1f\x7f-\x9f]')


def scalar_text(stop: Region, indent: int) -> str:
    """A text as it is written; lines after the first start in column `indent`."""
    scalar = stop.scalar
    assert scalar is not None
    written = scalar.span.text
    lines = LINE_END.split(written)
    if scalar.style in ("literal", "folded"):
        return _block(stop, scalar, indent)
    if len(lines) > 1:
        first, *rest = (line.strip(" \t") for line in lines)
        return "\n".join([first, *(" " * indent + line if line else "" for line in rest)])
    if scalar.style == "single" and not _NEEDS_SINGLE.search(scalar.text):
        quote, inside = '"', scalar.text
    elif scalar.style == "plain":
        quote, inside = "", written
    else:
        quote, inside = written[0], written[1:-1]
    if stop.language and inside == scalar.text:
        inside = format_rule(inside, stop.language)
    return quote + inside + quote


def _block(stop: Region, scalar: Scalar, indent: int) -> str:
    """A block after `|` or `>`: its head as it is, its lines in the column `indent`."""
    head, *lines = LINE_END.split(scalar.span.text)
    match = _HEADER.match(head)
    assert match is not None
    head = match[1] + (f"  {match[2].rstrip()}" if match[2] else "")
    column = _blanks(_first(lines)) - _blanks(_first(scalar.text.split("\n")))
    body = [line[column:] if line[:column].strip() == "" else line for line in lines]
    if stop.language and scalar.style == "literal":
        body = format_rule("\n".join(line.rstrip(" \t") for line in body), stop.language).split("\n")
    if scalar.text.endswith("\n\n"):
        body += [""] * (len(scalar.text) - len(scalar.text.rstrip("\n")) - 1)
    return "\n".join([head, *(" " * indent + line if line else "" for line in body)])


def _first(lines: list[str]) -> str:
    """The first line that is not empty."""
    return next((line for line in lines if line.strip(" ")), "")


def _blanks(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


# Lays out the text of a rule: blanks between words, and two spaces for each block of an effect.
#
# Lines stay lines and comments stay where they are, so nobody's arrangement of a long condition is lost.

_OPENING, _CLOSING = "([", ")]"
_RESERVED = RESERVED - {"none", "true", "false"}
"""Words that no name can be, and no value: a minus after one of them is a sign."""

_SOFT = frozenset((
    "draw", "from", "to", "of", "position", "repeat", "where", "when", "move", "choose", "except", "next", "show",
    "while", "most",
))  # fmt: skip
"""Words that may be names too: a minus after one of them is a sign if a blank stands before it only."""


def format_rule(text: str, language: Language) -> str:
    r"""The text of a rule as it is written in the specs that come with the package.

    A text that the language does not know is returned as it is; so is the indentation of blocks that are broken.

    >>> format_rule("if a>3:\n     move  c to pile # all\n", "effect")
    'if a > 3:\n  move c to pile  # all\n'
    """
    lines = [_line(line) for line in text.split("\n")]
    whole = [line for line in lines if line is not None]
    if len(whole) < len(lines):
        return text
    return "\n".join(_blocks(whole) if language == "effect" else whole)


def _blocks(lines: list[str]) -> list[str]:
    """The lines of an effect with two spaces for each level; a line within brackets moves with its first line."""
    levels = Levels()
    result: list[str] = []
    depth = moved = 0
    for i, line in enumerate(lines):
        content = line.lstrip()
        column = len(line) - len(content)
        if not content:
            if result and result[-1]:
                result.append("")
            continue
        if depth:
            column = max(column + moved, 0)
        elif content.startswith("#"):
            following = next((one for one in lines[i + 1 :] if one.strip() and not one.lstrip().startswith("#")), "")
            column = levels.of_comment(column, len(following) - len(following.lstrip()) if following else None)
        else:
            new = levels.enter(column)
            moved, column = new - column, new
        result.append(" " * column + content)
        words = [match[0].strip() for match in PIECE.finditer(content) if match.lastgroup == "sign"]
        depth = max(depth + (sum(word in _OPENING for word in words) - sum(word in _CLOSING for word in words)), 0)
    return [*result, ""] if lines[-1:] == [""] and result and result[-1] else result


def _line(line: str) -> str | None:
    """A line with its words set apart as usual, None if it has anything that the language does not know."""
    indent = len(line) - len(line.lstrip(" "))
    words = list(_words(line[indent:].rstrip(" \t\r")))
    if any(kind == "strange" for kind, _, _ in words):
        return None
    text = " " * indent
    before: tuple[str, str] | None = None
    sign = False  # the word before is a minus that belongs to what follows
    for i, (kind, word, gap) in enumerate(words):
        if before is not None:
            text += " " * (0 if sign else _gap(before, kind, word, gap))
        apart = i + 1 == len(words) or words[i + 1][2] > 0
        sign = word == "-" and _is_sign(before, gap > 0 and not apart)
        text += word
        before = kind, word
    return text.rstrip()


def _words(line: str) -> Iterator[tuple[str, str, int]]:
    """The words of a line: the kind of each, its text, and how many blanks stand before it."""
    end = 0
    for match in PIECE.finditer(line):
        kind = match.lastgroup or ""
        if kind in ("blank", "line"):
            continue
        word = match[kind]
        yield kind, word, match.start() - end
        end = match.start() + len(word)


def _is_sign(before: tuple[str, str] | None, leans: bool) -> bool:
    """Whether a minus after this word is the sign of a number; `leans`: a blank is before it and none after it."""
    if before is None:
        return True
    kind, word = before
    if kind == "sign":
        return word not in _CLOSING
    return word in _RESERVED or word in _SOFT and leans


def _gap(before: tuple[str, str], kind: str, word: str, written: int) -> int:
    """How many blanks belong between two words; `written` is how many there are."""
    if kind == "comment":
        return max(written, 2)
    last = before[1]
    if word in (",", ")", "]", ":", ".", "..") or last in ("(", "[", ".", ".."):
        return 0
    if word in _OPENING and (before[0] != "sign" or last in _CLOSING):
        return min(written, 1)  # a blank here may make a difference, see `text.literals.normalize_rule`
    return 1


# Columns of blocks, and the new ones that take their places.


@dataclass(slots=True)
class Levels:
    """The blocks that are open, from the outermost: the column of each as written, and its new column."""

    open: list[tuple[int, int]] = field(default_factory=list)

    def enter(self, column: int) -> int:
        """The new column of a line that is written in this one: two more than that of the block around it."""
        while self.open and self.open[-1][0] > column:
            self.open.pop()
        if not self.open or self.open[-1][0] < column:
            self.open.append((column, 2 * len(self.open)))
        return self.open[-1][1]

    def set(self, column: int, new: int) -> None:
        """Say that the innermost open block is written in `column` and gets the column `new`."""
        while self.open and self.open[-1][1] >= new:
            self.open.pop()
        self.open.append((column, new))

    def of_comment(self, column: int, following: int | None, new: int | None = None) -> int:
        """The new column of a comment.

        It belongs to the line that follows (in the column `following`, its new one `new`), unless it is further in than
        that: then it belongs to the end of an open block.
        """
        if new is None:
            new = next((after for was, after in reversed(self.open) if following is not None and was <= following), 0)
            if following is not None and self.open and following > self.open[-1][0]:
                new = self.open[-1][1] + 2
        if following is not None and column <= following:
            return new
        return max([after for was, after in self.open if was <= column and after >= new], default=new)
