"""The width of texts on a screen (one cell a letter, two for wide ones, none for accents), and where lines break."""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

TAB = "    "
"""What is shown for a tab."""

_WORD = re.compile(r"(?:`[^`\n]*`|[^\s`]|`)+")
"""A word; text in backquotes is not broken."""


def shown(char: str) -> str:
    """What is shown for a character of a file; never a control character.

    >>> shown("a"), shown("\\t"), shown("\\x00")
    ('a', '    ', '\\ufffd')
    """
    if char == "\t":
        return TAB
    return char if char.isprintable() or category(char) in ("Zs", "Mn", "Me", "Mc") else "\ufffd"


def cells(text: str) -> int:
    """The number of cells that a text takes on a screen, as `shown` shows it.

    >>> cells("né"), cells("ne\\u0301"), cells("猫")
    (2, 2, 2)
    """
    return len(text) if text.isascii() and text.isprintable() else sum(map(_cells, text))


def _cells(char: str) -> int:
    if char == "\t":
        return len(TAB)
    if category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` cells, unless a single word is wider; text in backquotes is one word.

    >>> wrapped("write the place with `top of ZONE`", 22)
    ['write the place with', '`top of ZONE`']
    """
    lines: list[str] = []
    for line in text.split("\n"):
        now = ""
        for match in _WORD.finditer(line):
            longer = f"{now} {match[0]}" if now else line[: match.start()] + match[0]
            if now and cells(longer) > width:
                lines.append(now)
                longer = match[0]
            now = longer
        lines.append(now)
    return lines
