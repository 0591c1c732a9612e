"""How wide a text stands on a screen: one cell a letter, two for wide ones, none for accents."""

from __future__ import annotations

from unicodedata import category, east_asian_width

TAB = "    "
"""What a tab is shown as."""


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
