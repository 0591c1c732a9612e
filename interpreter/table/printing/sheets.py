"""Sheets of cards as one page of HTML that holds everything it needs: no script, no font, no picture from elsewhere.

Whoever invents a card prints the page and cuts along the marks. A colour never says anything alone: what it stands for
is on the card in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal

from ...play.game.phrases import phrase
from ...play.game.texts import Wordings, spaced
from ..faces.face import symbols
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


STYLE = "@page {{ size: {0.width}mm {0.height}mm; }} .sheet {{ height: {0.height}mm; width: {0.width}mm; }}"
"""What the style sheet of cards, `sheets.css`, gets from here: the size of the paper."""


def sheets_page(cards: Sequence[tuple[Printed, int]], words: Wordings, paper: Paper) -> str:
    """The page: each card as often as the number beside it says, nine to a sheet."""
    from ...documents.html import whole_page

    drawn = symbols({one.name: one.drawn for one, _ in cards}, {one.name: _foot(one, words) for one, _ in cards})
    every = [one for one, times in cards for _ in range(times)]
    title = f"{words.title()} – {say(words.language, 'cards')}"
    marks = _marks(paper)
    sheets = "".join(_sheet(every[at : at + PER_SHEET], marks, paper) for at in range(0, len(every), PER_SHEET))
    about = "".join(f"<p>{escape(line)}</p>" for line in _about(len(every), words, paper))
    style = Path(__file__).with_suffix(".css").read_text(encoding="utf-8") + STYLE.format(paper)
    hidden = f'<svg width="0" height="0" style="position:absolute">{drawn}</svg>'
    body = f'<div class="about"><h1>{escape(title)}</h1>{about}</div>\n{hidden}{sheets}'
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


def _sheet(cards: Sequence[Printed], marks: str, paper: Paper) -> str:
    placed = "".join(
        f'<svg class="card" style="left:{paper.left + number % COLUMNS * WIDTH:g}mm;'
        f'top:{paper.top + number // COLUMNS * HEIGHT:g}mm" role="img" aria-label="{escape(card.label)}">'
        f'<use href="#face-{card.name}"/></svg>\n'
        for number, card in enumerate(cards)
    )
    return f'<div class="sheet">{marks}\n{placed}</div>\n'


def _marks(paper: Paper) -> str:
    lines = " ".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for x, y, to_x, to_y in paper.marks())
    return f'<svg class="marks" viewBox="0 0 {paper.width} {paper.height}" aria-hidden="true"><path d="{lines}"/></svg>'


def _foot(card: Printed, words: Wordings) -> str:
    """What stands at the foot of a card: what it has that it does not tell, the game, and of several decks which."""
    several = words.spec is not None and len(words.spec.decks) > 1
    told = [f"{words.say('sum', what=name)} {value}" for name, value in card.untold if card.drawn["text"]]
    return " · ".join((*told, words.title(), *([spaced(card.deck)] if several else [])))
