"""The words of a rule without its layout: two texts that are written differently and mean the same are equal here.

Blanks, comments, empty lines and the width of an indentation mean nothing. What means something is kept: the ends of
lines, which line is further in than another, and a blank before a bracket (`draw [c]` draws a list, `draw[c]` is an
item of something named draw).
"""

from __future__ import annotations

import re
from functools import lru_cache

COMMENT = re.compile(r"(?<!\S)#[^\n]*")
"""A comment in a rule, which begins after a blank or at the beginning of a line."""

_WORD = re.compile(r"\w+|\.\.|[^\w\s]")

REMEMBERED = 4096
"""So many rules are not worked out again: a game and its variants have most of theirs in common."""


@lru_cache(maxsize=REMEMBERED)
def plain_rule(text: str) -> str:
    r"""The text of a rule in its plainest form.

    Within brackets the end of a line is a blank. Nothing is looked up, so a text that is no rule has a plain form too.

    >>> plain_rule("if  a>3:   # enough\n     end turn\n") == plain_rule("if a > 3:\n  end turn")
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
