"""How wide a text stands on a screen: one cell a letter, two for wide ones, none for accents; and where its lines are
broken.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

TAB = "    "
"""What a tab is shown as."""

_WORD = re.compile(r"(?:`[^`\n]*`|[^\s`]|`)+")
"""A word; what stands in backquotes is not broken."""


def shown(char: str) -> str:
    """What is put on the screen for a character of a file; never a control character.

    >>> shown("a"), shown("\\t"), shown("\\x00")
    ('a', '    ', '\\ufffd')
    """
    if char == "\t":
        return TAB
    return char if char.isprintable() or category(char) in ("Zs", "Mn", "Me", "Mc") else "\ufffd"


def cells(text: str) -> int:
    """How many cells a text takes on a screen, as `shown` shows it.

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
    """The lines of a text, none wider than `width` cells unless a single word is; what stands in backquotes is one
    word.

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
