"""Sheets of cards as one page of HTML that holds everything it needs: no script, no font, no picture from elsewhere.

Whoever invents a card prints the page and cuts along the marks. A colour never says anything alone: what it stands for
is on the card in words.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal

from ...play.game.phrases import phrase
from ...play.game.texts import Wordings, spaced
from .phrases import say
from .printed_cards import Printed

# Paper, and where cards lie on it: three by three cards of 63 × 88 mm in the middle of a sheet, with cutting marks.
#
# All lengths are in millimetres from the upper left corner. A mark is a short line outside of the cards, at the end of
# each line along which one cuts. It keeps `GAP` away from the cards, so that nothing of it is left on them, and ends
# before the edge of the sheet, where printers cannot print: Letter, the lower paper, leaves 7.7 mm above the cards.

WIDTH, HEIGHT = 63, 88
"""The size of a card."""

COLUMNS = ROWS = 3
PER_SHEET = COLUMNS * ROWS

MARK_GAP, MARK_LENGTH = 0.5, 3
"""How far a mark is away from the cards, and how long it is."""

PaperName = Literal["A4", "letter"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright; `name` is what CSS calls it."""

    name: str
    width: float
    height: float

    @property
    def left(self) -> float:
        """Where the first column of cards begins."""
        return round((self.width - COLUMNS * WIDTH) / 2, 2)

    @property
    def top(self) -> float:
        """Where the first row of cards begins."""
        return round((self.height - ROWS * HEIGHT) / 2, 2)

    def marks(self) -> Iterator[tuple[float, float, float, float]]:
        """The cutting marks, each from (x, y) to (x, y)."""
        far_x, far_y = self.left + COLUMNS * WIDTH, self.top + ROWS * HEIGHT
        for column in range(COLUMNS + 1):
            x = self.left + column * WIDTH
            yield (x, self.top - MARK_GAP - MARK_LENGTH, x, self.top - MARK_GAP)
            yield (x, far_y + MARK_GAP, x, far_y + MARK_GAP + MARK_LENGTH)
        for row in range(ROWS + 1):
            y = self.top + row * HEIGHT
            yield (self.left - MARK_GAP - MARK_LENGTH, y, self.left - MARK_GAP, y)
            yield (far_x + MARK_GAP, y, far_x + MARK_GAP + MARK_LENGTH, y)


PAPERS: dict[PaperName, Paper] = {"A4": Paper("A4", 210, 297), "letter": Paper("letter", 215.9, 279.4)}


SIZES = {"label": 18, "short": 13, "text": 12, "told": 12, "untold": 8.5}
"""The sizes of the letters of each part of a card in points, where there is room for them."""

EDGE, BAND, FOOT, GAP = 4, 5, 8, 2
"""In millimetres: around what is on a card, the band at its top, the line at its foot, between the parts."""

STYLE = """@page {{ size: {0.width}mm {0.height}mm; }}
.sheet {{ height: {0.height}mm; width: {0.width}mm; }}
:root {{ {1} }}
"""
"""What the style sheet of cards, `sheets.css`, gets from here: the size of the paper and the lengths above."""

COLOURS = {
    "red": "#c8322b",
    "orange": "#e8862e",
    "yellow": "#f2cf3b",
    "green": "#3d9a50",
    "cyan": "#3fb0b8",
    "blue": "#2f66b3",
    "violet": "#7c4fa3",
    "pink": "#e487ae",
    "brown": "#8a5a34",
    "black": "#1c1c1c",
    "grey": "#8d9299",
    "white": "#ffffff",
}
"""The colours of the language on paper."""


def sheets_page(cards: Sequence[tuple[Printed, int]], words: Wordings, paper: Paper) -> str:
    """The page: each card as often as the number beside it says, nine to a sheet."""
    from ...documents.html import whole_page

    faces = {one.name: _face(one, words) for one, _ in cards}
    every = [faces[one.name] for one, times in cards for _ in range(times)]
    title = f"{words.title()} – {say(words.language, 'cards')}"
    marks = _marks(paper)
    sheets = "".join(_sheet(every[at : at + PER_SHEET], marks, paper) for at in range(0, len(every), PER_SHEET))
    about = "".join(f"<p>{escape(line)}</p>" for line in _about(len(every), words, paper))
    lengths = {"width": WIDTH, "height": HEIGHT, "edge": EDGE, "band": BAND, "gap": GAP}
    sizes = [*(f"--{name}: {value}mm;" for name, value in lengths.items())]
    sizes += [f"--{name}: {value}pt;" for name, value in SIZES.items()]
    style = Path(__file__).with_suffix(".css").read_text(encoding="utf-8") + STYLE.format(paper, " ".join(sizes))
    body = f'<div class="about"><h1>{escape(title)}</h1>{about}</div>\n{sheets}'
    return whole_page(title, body, style, words.language)


def sheet_count(cards: int) -> int:
    """How many sheets so many cards take."""
    return -(-cards // PER_SHEET)


def _about(cards: int, words: Wordings, paper: Paper) -> list[str]:
    """What is told above the sheets on the screen, and is not printed."""
    lang = words.language
    if not cards:
        return [say(lang, "nothing_to_print")]
    told = phrase(lang, "cards", n=cards)
    return [say(lang, "sheets", cards=told, n=sheet_count(cards)), say(lang, "how_to_print", paper=paper.name)]


def _sheet(faces: Sequence[str], marks: str, paper: Paper) -> str:
    placed = "".join(
        f'<div class="card" style="left:{paper.left + number % COLUMNS * WIDTH:g}mm;'
        f"top:{paper.top + number // COLUMNS * HEIGHT:g}mm;{face}</div>\n"
        for number, face in enumerate(faces)
    )
    return f'<div class="sheet">{marks}\n{placed}</div>\n'


def _marks(paper: Paper) -> str:
    lines = " ".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for x, y, to_x, to_y in paper.marks())
    return f'<svg class="marks" viewBox="0 0 {paper.width} {paper.height}" aria-hidden="true"><path d="{lines}"/></svg>'


def _face(card: Printed, words: Wordings) -> str:
    """The rest of the element of a card, from its style on."""
    # What is on a card from top to bottom, each with its class; a card without a text has its attributes instead
    parts = [("label", card.label)]
    if card.short != card.label:
        parts.append(("short", card.short))
    if card.text:
        parts.append(("text", card.text))
    told = "\n".join(f"{words.say('sum', what=name)} {value}" for name, value in card.untold)
    if told:
        parts.append(("untold" if card.text else "told", told))
    room = HEIGHT - EDGE - BAND - FOOT
    factor = scale([(text, SIZES[part]) for part, text in parts], WIDTH - 2 * EDGE - 1, room, GAP)
    inside = "".join(f'<p class="{part}">{escape(text)}</p>' for part, text in parts)
    several = words.spec is not None and len(words.spec.decks) > 1
    ends = (words.title(), spaced(card.deck) if several else "")
    foot = "".join(f"<span>{escape(text)}</span>" for text in ends)
    band = f'<div class="band" style="background:{COLOURS[card.colour]}"></div>' if card.colour else ""
    return f'--k:{factor}">{band}{inside}<div class="foot">{foot}</div>'


# How small the letters of a card must be for everything on it to have room.
#
# A page without a script cannot measure its letters, so they are estimated. On average a letter is as wide as 0.56 of
# its size: that is more than in Helvetica, Arial and their like, and what the widest of the usual fonts, DejaVu Sans,
# needs. A capital is wider, and the widest letters and ideographs are as wide as they are high. A share of each line is
# lost because words are not divided.


LETTER, CAPITAL, WIDE, LEADING = 0.56, 0.72, 1, 1.25
"""The widths of letters and the height of a line, for letters of size 1."""

WIDEST = frozenset("MWmw@%—…")


STEP = 0.95


def scale(blocks: Sequence[tuple[str, float]], width: float, height: float, gap: float) -> float:
    """The factor, at most 1, by which letters are made smaller so that paragraphs fit into a box.

    A block is a paragraph and the size of its letters in points. The box is in millimetres, and so is the gap after
    each block, which shrinks with the letters. However long a text is, there is a size at which it fits.

    >>> scale([("Red", 14)], 55, 60, 1), scale([("word " * 200, 10)], 55, 60, 1) < 1
    (1.0, True)
    """
    factor = 1.0
    while sum(_height(text, size * factor, width) + gap * factor for text, size in blocks) > height:
        factor *= STEP
    return round(factor, 3)


def _height(text: str, points: float, width: float) -> float:
    """How high a paragraph is with letters of this size, in millimetres."""
    # A point in millimetres
    size = points * (25.4 / 72)
    # The share of a line that words fill
    lengths = [sum(map(_width, line)) * size / 0.88 for line in text.split("\n")]
    return sum(max(1, math.ceil(length / width)) for length in lengths) * size * LEADING


def _width(letter: str) -> float:
    """The width of a letter of size 1."""
    if letter in WIDEST or unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    return CAPITAL if letter.isupper() else LETTER
