"""Lays out the text of a rule: blanks between words, and two spaces for each block of an effect.

Lines stay lines and comments stay where they are, so nobody's arrangement of a long condition is lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..shape.schema import Language
from ..syntax.lexer import PIECE
from .levels import Levels

_OPENING, _CLOSING = "([", ")]"
_RESERVED = frozenset(("and", "or", "not", "if", "else", "for", "in", "is", "div", "mod", "may", "by"))
"""Words that no name can be: a minus after one of them is a sign."""

_SOFT = frozenset(
    (
        "draw",
        "from",
        "to",
        "of",
        "position",
        "repeat",
        "where",
        "when",
        "move",
        "choose",
        "except",
        "next",
        "show",
        "while",
        "most",
    )
)
"""Words that may be names too: a minus after one of them is a sign if a blank stands before it only."""


def lay_out_rule(text: str, language: Language) -> str:
    r"""The text of a rule as it is written in the specs that come with the package.

    A text that the language does not know is returned as it is; so is the indentation of blocks that are broken.

    >>> lay_out_rule("if a>3:\n     move  c to pile # all\n", "effect")
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
        depth = max(depth + _brackets(content), 0)
    return [*result, ""] if lines[-1:] == [""] and result and result[-1] else result


def _brackets(line: str) -> int:
    """How many more brackets a line opens than it closes."""
    words = [match[0].strip() for match in PIECE.finditer(line) if match.lastgroup == "sign"]
    return sum(word in _OPENING for word in words) - sum(word in _CLOSING for word in words)


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
        return min(written, 1)  # a blank here may make a difference, see `plain_rule`
    return 1
