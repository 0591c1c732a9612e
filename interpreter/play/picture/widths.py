"""How wide texts are, and how they are broken into lines, where no browser measures them.

The widths are those of DejaVu Sans, in hundredths of the size of the letters, for the characters of ASCII from the
blank on. Most other fonts without serifs are narrower, so what has room here has room there.
"""

from __future__ import annotations

import unicodedata

_PLAIN = (
    *(32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64),
    *(64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79),
    *(60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63),
    *(63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84),
)
_OTHERS = {"–": 50, "’": 32, "…": 100, "·": 32, "\N{NO-BREAK SPACE}": 32, "\N{NARROW NO-BREAK SPACE}": 20}
_UNKNOWN, _WIDE = 85, 105

BOLD = 1.13
"""Bold letters are about so much wider."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line of text.

    >>> text_width("ab", 10), text_width("é", 10) == text_width("e", 10)
    (12.4, True)
    """
    return sum(map(_width, text)) * size / 100 * (BOLD if bold else 1)


def _width(char: str) -> int:
    base = unicodedata.normalize("NFKD", char)[0] if char not in _OTHERS else char
    if " " <= base <= "~":
        return _PLAIN[ord(base) - 32]
    wide = unicodedata.east_asian_width(char) in "WF"
    return _OTHERS.get(char, _WIDE if wide else _UNKNOWN)


def broken(text: str, size: float, width: float, most: int, *, bold: bool = False) -> list[str]:
    """A text in lines of a width, at most so many; what has no room is left out, and … stands for it.

    A word that is too long for a line is broken, behind a hyphen if it has one.

    >>> broken("needs a new green light", 10, 80, 2)
    ['needs a new', 'green light']
    >>> broken("needs a new green light", 10, 80, 1), broken("half-heartedly", 10, 70, 2)
    (['needs a new…'], ['half-', 'heartedly'])
    """
    lines: list[str] = []
    for word in text.split(" "):
        line = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(line, size, bold=bold) <= width:
            lines[-1] = line
        else:
            lines += _pieces(word, size, width, bold=bold)
    if len(lines) <= most:
        return [line for line in lines if line]
    return [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), size, width, bold=bold)] if most else []


def cut(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """As much of a text as a line has room for, and … in the place of the rest."""
    if text_width(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and text_width(f"{kept}…", size, bold=bold) > width:
        kept = kept[:-1]
    words = kept.rpartition(" ")[0] if text[len(kept) : len(kept) + 1] not in ("", " ") else kept
    return f"{(words if len(words) * 2 > len(kept) else kept).rstrip(' ,;:·–')}…"


def _pieces(word: str, size: float, width: float, *, bold: bool) -> list[str]:
    """A word, in as many pieces as it needs."""
    pieces = [""]
    for char in word:
        if pieces[-1] and text_width(pieces[-1] + char, size, bold=bold) > width:
            first, hyphen, rest = pieces[-1].rpartition("-")
            pieces[-1:] = [first + hyphen, rest] if first else [pieces[-1], ""]
        pieces[-1] += char
    return pieces
