"""Sheets of cards as one page of HTML that holds everything it needs: no script, no font, no picture from elsewhere.

Whoever invents a card prints the page and cuts along the marks. A colour never says anything alone: what it stands for
is on the card in words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from ...play.game.phrases import phrase
from ...play.game.texts import Wordings, spaced
from ..faces.face import BACK, RUNS, ground_of, symbols
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


BLEED = 3
"""How far, in millimetres, the colour of a card goes on beyond its edge: a cut beside the mark shows no white."""

STYLE = "@page {{ size: {0.width}mm {0.height}mm; }} .sheet {{ height: {0.height}mm; width: {0.width}mm; }}"
"""What the style sheet of cards, `sheets.css`, gets from here: the size of the paper."""

BACKS = (BACK, "green", "violet", "orange", "cyan", "brown", "pink", "grey")
"""The colours of the backs of several decks, one after the other."""

FONTS = "DejaVu Sans, Helvetica, Arial, Liberation Sans, sans-serif"

Copies = Sequence[tuple[Printed, int]]
"""Cards, each with how often it is printed."""


def sheets_page(cards: Copies, words: Wordings, paper: Paper, *, backs: bool = False) -> str:
    """The page: each card as often as the number beside it says, nine to a sheet.

    With `backs` a sheet of backs follows each sheet, in the order that they have when the paper is turned on its long
    side.
    """
    from ...documents.html import whole_page

    title = f"{words.title()} – {say(words.language, 'cards')}"
    about = "".join(f"<p>{escape(line)}</p>" for line in _about(sum(times for _, times in cards), words, paper))
    style = Path(__file__).with_suffix(".css").read_text(encoding="utf-8") + STYLE.format(paper)
    hidden = f'<svg width="0" height="0" style="position:absolute">{face_symbols(cards, words)}</svg>'
    drawn = "".join(f'<div class="sheet">{one}</div>\n' for one in _sheets(cards, words, paper, backs=backs))
    body = f'<div class="about"><h1>{escape(title)}</h1>{about}</div>\n{hidden}{drawn}'
    return whole_page(title, body, style, words.language)


def sheets_pdf(cards: Copies, words: Wordings, paper: Paper, *, backs: bool = False) -> bytes:
    """The same sheets as PDF, each a page. Raises ImportError without the extra `pdf`."""
    drawn, size = face_symbols(cards, words), f"width: {paper.width}mm, height: {paper.height}mm"
    files = {
        f"{number}.svg": one.replace(">", f' xmlns="http://www.w3.org/2000/svg" font-family="{FONTS}">{drawn}', 1)
        for number, one in enumerate(_sheets(cards, words, paper, backs=backs))
    }
    title = json.dumps(words.title(), ensure_ascii=False)
    lines = [f"#set document(title: {title})", f"#set page({size}, margin: 0mm)"]
    lines += [f'#image("{name}", {size})' for name in files]
    texts = {"main.typ": "\n".join(lines), **files}
    made: bytes = import_module("typst").compile({name: text.encode() for name, text in texts.items()}, format="pdf")
    return made


def sheet_count(cards: int) -> int:
    """How many sheets so many cards take."""
    return -(-cards // PER_SHEET)


def face_symbols(cards: Copies, words: Wordings) -> str:
    """The faces of these cards with all that is printed on them, and their backs."""
    faces = {one.name: one.drawn for one, _ in cards} | {f"back-{one.name}": back_of(one, words) for one, _ in cards}
    feet = {name: "" for name in faces} | {one.name: _foot(one, words) for one, _ in cards}
    return symbols(faces, feet, drawings=words.drawings)


def _about(cards: int, words: Wordings, paper: Paper) -> list[str]:
    """What is told above the sheets on the screen, and is not printed."""
    lang = words.language
    if not cards:
        return [say(lang, "nothing_to_print")]
    told = phrase(lang, "cards", n=cards)
    return [say(lang, "sheets", cards=told, n=sheet_count(cards)), say(lang, "how_to_print", paper=paper.name)]


def _sheets(cards: Copies, words: Wordings, paper: Paper, *, backs: bool) -> Iterator[str]:
    """Each sheet as SVG in millimetres."""
    every = [one for one, times in cards for _ in range(times)]
    for at in range(0, len(every), PER_SHEET):
        some = list(enumerate(every[at : at + PER_SHEET]))
        yield _sheet([(number, one.name, one.drawn, one.label) for number, one in some], paper)
        if backs:
            turned = [(number + COLUMNS - 1 - 2 * (number % COLUMNS), one) for number, one in some]
            yield _sheet([(n, f"back-{one.name}", back_of(one, words), "") for n, one in turned], paper)


def _sheet(placed: Sequence[tuple[int, str, dict[str, Any], str]], paper: Paper) -> str:
    """A sheet with cards at these places: the numbers of the places, names of the symbols, faces, and what they are."""
    drawn = []
    for number, _, face, _ in placed:
        x, y = _corner(number, paper)
        around = f'width="{WIDTH + 2 * BLEED}" height="{HEIGHT + 2 * BLEED}"'
        drawn.append(f'<rect x="{x - BLEED:g}" y="{y - BLEED:g}" {around} fill="{ground_of(face)}"/>')
    for number, name, _, label in placed:
        x, y = _corner(number, paper)
        told = f' role="img" aria-label="{escape(label)}"' if label else ""
        drawn.append(f'<use href="#face-{name}" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}"{told}/>')
    lines = " ".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for x, y, to_x, to_y in paper.marks())
    marks = f'<path d="{lines}" fill="none" stroke="#000" stroke-width=".2"/>'
    size = f'width="{paper.width}mm" height="{paper.height}mm" viewBox="0 0 {paper.width} {paper.height}"'
    return f"<svg {size}>{''.join(drawn)}{marks}</svg>"


def _corner(number: int, paper: Paper) -> tuple[float, float]:
    """The left upper corner of a place on a sheet."""
    return paper.left + number % COLUMNS * WIDTH, paper.top + number // COLUMNS * HEIGHT


def back_of(card: Printed, words: Wordings) -> dict[str, Any]:
    """The back of a card: the game, and what stands on the backs of its deck; of several decks each has its name on it,
    and another colour.
    """
    spec = words.spec
    deck = spec.decks.get(card.deck) if spec else None
    names = " ".join(f"{{{word.text}}}" for word in (deck.back or ()) if word.text in card.attributes) if deck else ""
    several = deck is not None and spec is not None and len(spec.decks) > 1
    runs = words.runs(names, card.name)
    name = words.texts(deck.title, card.deck) if deck and several else ""
    plain = BACKS[[*spec.decks].index(card.deck) % len(BACKS)] if several and spec else BACK
    ground = next((run["colour"] for run in runs if run["colour"]), plain)
    return {
        **card.drawn,
        **dict.fromkeys(RUNS, []),
        "title": name or words.title(),
        "text": name and words.title(),
        "large": runs,
        "ground": ground,
        "colour": ground,
    }


def _foot(card: Printed, words: Wordings) -> str:
    """What stands at the foot of a card: what it has that it does not tell, the game, and of several decks which."""
    several = words.spec is not None and len(words.spec.decks) > 1
    told = [f"{words.say('sum', what=name)} {value}" for name, value in card.untold if card.drawn["text"]]
    return " · ".join((*told, words.title(), *([spaced(card.deck)] if several else [])))
