"""The screen of a person who plays: how wide it is, and whether it has colours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

from ...diagnostics.record import dataclass
from ...language.spec.nodes import Spec
from ..game.texts import Wordings

WIDTH = 80
"""How many columns there are where nobody says: in a file, a pipe, or an unknown terminal."""

PROSE = 100
"""Sentences are broken here at the latest, however wide the screen."""

GLUE = "\ue000"
"""Stands for the blanks in the name of a card until lines are broken, so that they break between cards only."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen `width` columns wide. Without `colour` nothing but plain characters is written.

    Colour never says anything alone: what is drawn with it is a text, too. `encoding` is that of a terminal.
    """

    width: int = WIDTH
    colour: bool = False
    encoding: str = ""

    def words(self, spec: Spec | None, language: str) -> Wordings:
        """The words of a game, as they are written here: with colours, cards by their signs."""
        return Wordings(spec, language, encoding=self.encoding if self.colour else "")

    def tinted(self, line: str, words: Wordings) -> str:
        """A line in which the signs of cards have their colours."""
        if not self.colour or not words.tints:
            return line
        pattern = rf"(?<!\w)({'|'.join(map(re.escape, words.tints))})(?!\w)"
        return re.sub(pattern, lambda found: f"\x1b[{ANSI[words.tints[found[0]]]}m{found[0]}\x1b[0m", line)

    def prose(self, text: str) -> list[str]:
        """A sentence, broken into lines."""
        return wrap(text, min(self.width, PROSE))


ANSI = {
    "red": 31, "orange": 33, "yellow": 33, "green": 32, "cyan": 36, "blue": 94, "violet": 35, "pink": 95, "brown": 33,
    "black": 90, "grey": 90, "white": 1,
}  # fmt: skip
"""The colours of the language by the numbers that terminals have for them."""


def glued(text: str) -> str:
    """A text that no line is broken in.

    >>> len(glued("9 ace")), " " in glued("9 ace")
    (5, False)
    """
    return re.sub("[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", GLUE, text)


def numbered(texts: Sequence[str]) -> list[str]:
    """Texts with their places in a row.

    >>> [text.replace(GLUE, " ") for text in numbered(["ace", "king"])]
    ['1. ace', '2. king']
    """
    return [glued(f"{place}. {text}") for place, text in enumerate(texts, start=1)]


def beside(text: str, label: str, wide: int, width: int = WIDTH) -> Iterator[str]:
    """A move and its label: beside it where the line has room for both, else below it."""
    line = f"{text:<{wide}}  {label}"
    if len(line) <= width:
        yield line
    else:
        yield from wrap(text, width, subsequent_indent=" " * 10)
        yield from wrap(label, width, initial_indent=" " * 10, subsequent_indent=" " * 10)
