"""Sheets of cards as one page of HTML that holds everything it needs: no script, no font, no picture from elsewhere.

Whoever invents a card prints the page and cuts along the marks. A colour never says anything alone: what it stands for
is on the card in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..game.phrases import phrase
from ..game.texts import Wordings, spaced
from .fitting import scale
from .paper import COLUMNS, HEIGHT, PER_SHEET, WIDTH, Paper
from .phrases import say
from .printed import Printed

SIZES = {"label": 18, "short": 13, "text": 12, "told": 12, "untold": 8.5}
"""The sizes of the letters of each part of a card in points, where there is room for them."""

EDGE, BAND, FOOT, GAP = 4, 5, 8, 2
"""In millimetres: around what is on a card, the band at its top, the line at its foot, between the parts."""

STYLE = f"""
@page {{ margin: 0; size: SIZE; }}
* {{ box-sizing: border-box; }}
body {{ background: #e8eaee; color: #111; font-family: Helvetica, Arial, "Liberation Sans", sans-serif; margin: 0; }}
.about {{ font-size: 1rem; line-height: 1.5; margin: 1.5rem auto; max-width: 40rem; padding: 0 1rem; }}
.about h1 {{ font-size: 1.4rem; margin: 0; }} .about p {{ margin: .3rem 0; }}
.sheet {{ background: #fff; margin: 0 auto 8mm; overflow: hidden; position: relative; }}
.marks {{ height: 100%; left: 0; position: absolute; top: 0; width: 100%; }}
.marks path {{ fill: none; stroke: #000; stroke-width: .2; }}
.card {{ border: .2mm solid #bbb; height: {HEIGHT}mm; overflow: hidden; padding: {EDGE + BAND}mm {EDGE}mm 0;
  position: absolute; width: {WIDTH}mm; print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
.band {{ border-bottom: .2mm solid #555; height: {BAND}mm; left: 0; position: absolute;
  right: 0; top: 0; }}
.card p {{ line-height: 1.25; margin: 0 0 calc({GAP}mm * var(--k)); overflow-wrap: anywhere; white-space: pre-line; }}
.label {{ font-size: calc({SIZES["label"]}pt * var(--k)); font-weight: bold; }}
.short {{ font-size: calc({SIZES["short"]}pt * var(--k)); }}
.text {{ font-size: calc({SIZES["text"]}pt * var(--k)); }}
.told {{ font-size: calc({SIZES["told"]}pt * var(--k)); }}
.untold {{ color: #444; font-size: calc({SIZES["untold"]}pt * var(--k)); }}
.foot {{ bottom: 2.5mm; color: #555; display: flex; font-size: 6pt; gap: 2mm; justify-content: space-between;
  left: {EDGE}mm; position: absolute; right: {EDGE}mm; white-space: nowrap; }}
.foot span {{ overflow: hidden; text-overflow: ellipsis; }}
@media print {{
  .about {{ display: none; }} body {{ background: none; }}
  .sheet {{ break-after: page; margin: 0; }} .sheet:last-child {{ break-after: auto; }}
}}
"""

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
    faces = {one.name: _face(one, words) for one, _ in cards}
    every = [faces[one.name] for one, times in cards for _ in range(times)]
    title = f"{words.title()} – {say(words.language, 'cards')}"
    marks = _marks(paper)
    sheets = "".join(_sheet(every[at : at + PER_SHEET], marks, paper) for at in range(0, len(every), PER_SHEET))
    about = "".join(f"<p>{escape(line)}</p>" for line in _about(len(every), words, paper))
    style = STYLE.replace("SIZE", f"{paper.width}mm {paper.height}mm")
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{style}.sheet {{ height: {paper.height}mm; width: {paper.width}mm; }}\n</style>\n</head>\n<body>\n"
        f'<div class="about"><h1>{escape(title)}</h1>{about}</div>\n{sheets}</body>\n</html>\n'
    )


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
    parts = _parts(card, words)
    room = HEIGHT - EDGE - BAND - FOOT
    factor = scale([(text, SIZES[part]) for part, text in parts], WIDTH - 2 * EDGE - 1, room, GAP)
    inside = "".join(f'<p class="{part}">{escape(text)}</p>' for part, text in parts)
    several = words.spec is not None and len(words.spec.decks) > 1
    ends = (words.title(), spaced(card.deck) if several else "")
    foot = "".join(f"<span>{escape(text)}</span>" for text in ends)
    band = f'<div class="band" style="background:{COLOURS[card.colour]}"></div>' if card.colour else ""
    return f'--k:{factor}">{band}{inside}<div class="foot">{foot}</div>'


def _parts(card: Printed, words: Wordings) -> list[tuple[str, str]]:
    """What is on a card from top to bottom, each with its class; a card without a text has its attributes instead."""
    parts = [("label", card.label)]
    if card.short != card.label:
        parts.append(("short", card.short))
    if card.text:
        parts.append(("text", card.text))
    told = "\n".join(f"{words.say('sum', what=name)} {value}" for name, value in card.untold)
    if told:
        parts.append(("untold" if card.text else "told", told))
    return parts
