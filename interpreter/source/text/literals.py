"""Literals and rules as texts: whole numbers, the normal form of a rule, a comprehension that lacks its quotes.

A number is a row of the digits 0 to 9, perhaps with a minus before it, and has one spelling: not `010`, `+5`, `1_000`,
`1e3`, `²` or the digits of another script, all of which Python would read, or take for digits and then fail to read.
Numbers in rules have the same form, but are read by the grammar of the effect language; those in traces are JSON.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .tree import Scalar, Sequence

MOST_DIGITS = 18
"""So many digits always fit into 64 bits."""

DIGITS = rf"(?:0|[1-9][0-9]{{0,{MOST_DIGITS - 1}}})"
"""A whole number from 0, as part of a pattern."""

RANGE = re.compile(rf"\s*(-?{DIGITS})\s*\.\.\s*(-?{DIGITS})\s*", re.ASCII)
"""All numbers from one to another: `2..7`."""

_INTEGER = re.compile(rf"-?{DIGITS}")
_DIGITS_APART = re.compile(r"[+-]?\d+(?:[_ ]\d+)*", re.ASCII)
_OTHER_SPELLING = re.compile(r"^(?:\+|(-))?0*(\d+)$")
_LONG_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")


def parse_integer(text: str) -> int | None:
    """The whole number that a text is; None if it is anything else, or has more than 18 digits.

    >>> parse_integer("25"), parse_integer("-3"), parse_integer("025"), parse_integer("²")
    (25, -3, None, None)
    """
    return int(text) if _INTEGER.fullmatch(text) else None


def integer_hint(text: str) -> str:
    """How to write a whole number, for whoever has written a text that is none.

    >>> integer_hint("two"), integer_hint("12345678901234567890"), integer_hint("1_000"), integer_hint("03")
    ('write it with digits, such as `3`', 'a number has 18 digits at most', 'write `1000`', 'write `3`')
    """
    if is_integer_text(text):
        return f"a number has {MOST_DIGITS} digits at most"
    plain = _OTHER_SPELLING.sub(r"\1\2", re.sub("[_ ]", "", text)) if _DIGITS_APART.fullmatch(text) else ""
    return f"write `{plain}`" if parse_integer(plain) is not None else "write it with digits, such as `3`"


def is_integer_text(text: str) -> bool:
    """Whether a text is written as a whole number is, however long it is.

    >>> is_integer_text("12345678901234567890"), is_integer_text("010")
    (True, False)
    """
    return _LONG_INTEGER.fullmatch(text) is not None


def parse_count(text: str, least: int, most: int) -> int | None:
    """The whole number that a text is, if it lies from `least` to `most`; else None.

    >>> parse_count("3", 1, 4), parse_count("5", 1, 4), parse_count("٣", 1, 4)
    (3, None, None)
    """
    number = parse_integer(text)
    return number if number is not None and least <= number <= most else None


def dots_of(text: str) -> int:
    """Where the dots of a range stand that are in no brackets; at the end where there are none.

    >>> dots_of("0..max(1..3)"), dots_of("(1..3)")
    (1, 6)
    """
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if depth == 0 and text.startswith("..", at):
            return at
    return len(text)


# The words of a rule without its layout: two texts that are written differently and mean the same are equal here.
#
# Blanks, comments, empty lines and the width of an indentation mean nothing. What means something is kept: the ends of
# lines, which line is further in than another, and a blank before a bracket (`draw [c]` draws a list, `draw[c]` is an
# item of something named draw).

COMMENT = re.compile(r"(?<!\S)#[^\n]*")
"""A comment in a rule, which begins after a blank or at the beginning of a line."""

_WORD = re.compile(r"\w+|\.\.|[^\w\s]")

RULE_CACHE_SIZE = 4096
"""So many rules are not worked out again: a game and its variants have most of theirs in common."""


@lru_cache(maxsize=RULE_CACHE_SIZE)
def normalize_rule(text: str) -> str:
    r"""The text of a rule in its plainest form.

    Within brackets the end of a line is a blank. Nothing is looked up, so a text that is no rule has a plain form too.

    >>> normalize_rule("if  a>3:   # enough\n     end turn\n") == normalize_rule("if a > 3:\n  end turn")
    True
    """
    found: list[str] = []
    indents: list[int] = []
    depth = 0
    for line in COMMENT.sub("", text).split("\n"):
        words = list(_WORD.finditer(line))
        if not words:
            continue
        if depth == 0:
            column = words[0].start()
            while indents and indents[-1] > column:
                indents.pop()
            if not indents or indents[-1] < column:
                indents.append(column)
            found.append("\n" * bool(found) + " " * (len(indents) - 1) + _line(words))
        else:
            found.append(" " + _line(words))
        depth = max(depth + sum((w[0] in "([") - (w[0] in ")]") for w in words), 0)
    return "".join(found)


def _line(words: list[re.Match[str]]) -> str:
    """The words of a line, with a blank only where it makes a difference."""
    parts = [words[0][0]]
    for before, word in zip(words, words[1:], strict=False):
        apart = before.end() < word.start()
        joins = before[0][-1].isalnum() or before[0][-1] in "_)]"
        if word[0][0].isalnum() or word[0][0] == "_":
            parts.append(" " * (before[0][-1].isalnum() or before[0][-1] == "_"))
        elif word[0] in "([" and joins:
            parts.append(" " * apart)
        parts.append(word[0])
    return "".join(parts)


# Reads what YAML takes for a list, and an author means as one expression: `[p for p in players]` without quotes.


def unquoted_comprehension(node: Sequence) -> Scalar | None:
    """A comprehension in brackets, which YAML reads as a list of one text: the whole as it was written; else None."""
    if len(node.items) != 1 or not isinstance(node.items[0], Scalar):
        return None
    only, written = node.items[0], node.span.text
    if only.style != "plain" or " for " not in only.text or not written.startswith("["):
        return None
    start = node.span.start
    return Scalar(written, node.span, "plain", range(start, start + len(written) + 1))
