"""Sheets of cards, boards, tokens and short rules as one page of HTML that holds everything it needs, or as PDF.

Whoever invents a card prints the page and cuts along the marks. A colour never says anything alone: what it stands for
is on the card in words. No script, no font, no picture comes from elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from ...language.syntax import nodes as syn
from ...play.game.decider import EVERYTHING
from ...play.game.game import Game
from ...play.game.phrases import phrase
from ...play.game.texts import Wordings, spaced
from ..faces.boxes import NOTHING, Box, broken, cut, flowing, n, stacked, text_at
from ..faces.face import BACK, INK, PALE, RUNS, SOFT, STRONG, ground_of, symbols
from ..picture.picture import PLAYERS
from .phrases import say
from .printed_cards import Printed
from .rulebook_entries import Rulebook

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

FONTS = "DejaVu Sans, Helvetica, Arial, Liberation Sans, sans-serif"

Copies = Sequence[tuple[Printed, int]]
"""Cards, each with how often it is printed."""


def sheets_page(cards: Copies, words: Wordings, paper: Paper, *, backs: bool = False, more: Sequence[str] = ()) -> str:
    """The page: each card as often as the number beside it says, nine to a sheet; then `more` sheets.

    With `backs` a sheet of backs follows each sheet, in the order that they have when the paper is turned on its long
    side.
    """
    from ...documents.html import whole_page

    title = f"{words.title()} – {say(words.language, 'cards')}"
    about = "".join(
        f"<p>{escape(line)}</p>" for line in _about(sum(times for _, times in cards), len(more), words, paper)
    )
    style = Path(__file__).with_suffix(".css").read_text(encoding="utf-8") + STYLE.format(paper)
    hidden = f'<svg width="0" height="0" style="position:absolute">{face_symbols(cards, words)}</svg>'
    sheets = (*_sheets(cards, words, paper, backs=backs), *more)
    drawn = "".join(f'<div class="sheet">{one}</div>\n' for one in sheets)
    body = f'<div class="about"><h1>{escape(title)}</h1>{about}</div>\n{hidden}{drawn}'
    return whole_page(title, body, style, words.language)


def sheets_pdf(cards: Copies, words: Wordings, paper: Paper, *, backs: bool = False, more: Sequence[str] = ()) -> bytes:
    """The same sheets as PDF, each a page. Raises ImportError without the extra `pdf`."""
    drawn, size = face_symbols(cards, words), f"width: {paper.width}mm, height: {paper.height}mm"
    files = {
        f"{number}.svg": one.replace(">", f' xmlns="http://www.w3.org/2000/svg" font-family="{FONTS}">{drawn}', 1)
        for number, one in enumerate((*_sheets(cards, words, paper, backs=backs), *more))
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


def _about(cards: int, more: int, words: Wordings, paper: Paper) -> list[str]:
    """What is told above the sheets on the screen, and is not printed."""
    lang = words.language
    told = phrase(lang, "cards", n=cards)
    number = say(lang, "sheets", cards=told, n=sheet_count(cards)) if cards else say(lang, "nothing_to_print")
    others = [say(lang, "more_sheets", n=more)] if more else []
    return [number, *others, *([say(lang, "how_to_print", paper=paper.name)] if cards or more else [])]


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
    ground = next((run["colour"] for run in runs if run["colour"]), words.back_colour(card.deck) or BACK)
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
    told = [f"{words.say('sum', what=name)} {value}" for name, value in card.undrawn if card.drawn["text"]]
    return " · ".join((*told, words.title(), *([spaced(card.deck)] if several else [])))


# Boards, tokens and counters, and the rules in short. Here a unit is half a millimetre, as on the faces of cards.

EDGE = 24.0
"""Around what is printed on a sheet."""

SPACE, SIDE, SIGN, TOKEN, GAP = 28.0, 26.0, 11.0, 22.0, 2.0
"""How wide a space is, how high each of several side by side, how high a sign on it; how wide a token is, and a gap."""

MOST_SPACES = 64
"""Of a longer track only every fifth, tenth … space is printed, so that there are no more than these."""

MOST_COUNTED = 40
"""A value that may be one of more than these is written down, not counted with a token."""

LINES, LINE = 8, 16.0
"""How many lines there are to write a value on, and how high each is."""


def board_sheets(game: Game, words: Wordings, paper: Paper) -> list[str]:
    """A sheet or more with the tracks of a game, counters for what is kept of each player, and tokens; none without."""
    tables = [game.initial_state(seed=seed).table(EVERYTHING, words.language) for seed in (1, 2)]
    width, owners = 2 * paper.width - 2 * EDGE, dict[str, str]()
    boxes, number = list[Box](), 1
    for one, other in zip(*(table["tracks"] for table in tables), strict=True):
        if isinstance(one["length"], int) and one["length"] > 0:
            rows = one["rows"] if one["rows"] == other["rows"] else []  # else the cards that are dealt say it
            boxes.append(_titled(one["label"], _track({**one, "rows": rows}, width), width))
            owners |= {at["owner"] or "": at["label"] for at in one["at"]}
            number += 1
    values: dict[str, list[tuple[str, Any]]] = {}
    for block in tables[0]["blocks"]:
        for value in block["values"] if block["id"] != "table" else ():
            if (
                value["from"] == "variable"
                and re.fullmatch(r"[-−]?\d+", value["text"])
                and _is_counted(value["id"], words)
            ):
                owners[block["id"]] = block["label"]
                values.setdefault(value["id"], []).append((block["label"], value))
    for name, kept in values.items():
        low, high = _bounds(name.rpartition(".")[2], words)
        if high - low <= MOST_COUNTED:
            counter = {"length": high, "first": low, "rows": [], "at": []}
            boxes.append(_titled(kept[0][1]["label"], _track(counter, width), width))
            number += 1
        else:
            boxes.append(_titled(kept[0][1]["label"], _pad([label for label, _ in kept], width), width))
    tokens = [_token(owner, label) for owner, label in owners.items() if boxes for _ in range(number)]
    if tokens:
        boxes.append(_titled(say(words.language, "tokens"), flowing(tokens, width, 2 * GAP, 2 * GAP), width))
    return _pages(boxes, words.title(), paper, gap=12)


def _is_counted(variable: str, words: Wordings) -> bool:
    """Whether a value has to be remembered: it does not begin again each turn, and no piece on a track tells it."""
    spec, name = words.spec, variable.rpartition(".")[2]
    found = spec.variables.get(name) if spec else None
    places = [one.at.span.text for one in spec.table.tracks.values()] if spec else []
    return found is not None and found.each is None and not any(name in re.findall(r"\w+", at) for at in places)


def _bounds(variable: str, words: Wordings) -> tuple[int, int]:
    """The range of a variable as it is written; one that is too wide to be counted, if it is not written in numbers."""
    found = words.spec.variables.get(variable) if words.spec else None
    match found and (found.low, found.high):
        case (syn.Integer(value=low), syn.Integer(value=high)):
            return low, high
        case _:
            return 0, MOST_COUNTED + 1


def _titled(label: str, inside: Box, width: float) -> Box:
    title = Box(width, 14, f'<g font-weight="700" fill="{INK}">{text_at(cut(label, 9, width, bold=True), 0, 9, 9)}</g>')
    return stacked([title, inside], 3)


def _track(one: Mapping[str, Any], width: float) -> Box:
    """A track, row by row, each space with room for tokens."""
    length, first = one["length"], one.get("first", 0)
    step = next(step for step in STEPS if (length - first) / step <= MOST_SPACES)
    sides = one["across"]["number"] if isinstance(one.get("across", {}).get("number"), int) else 1
    spaces = [_space(one, number, sides) for number in range(first, length, step)] + [_space(one, length, sides)]
    return flowing(spaces, width, GAP, 2 * GAP)


STEPS = tuple(step * 10**power for power in range(7) for step in (1, 2, 5))


def _space(one: Mapping[str, Any], number: int, sides: int) -> Box:
    signs = [row["spaces"][number - 1] for row in one["rows"] if 0 < number <= len(row["spaces"])]
    high = SIDE * sides + SIGN * len(signs) + 9
    drawn = _box(0, 0, SPACE, high, "#ffffff", SOFT)
    between = "".join(f"M0 {n(SIDE * at)}h{n(SPACE)}" for at in range(1, sides))
    drawn += f'<path d="{between}" stroke="{SOFT}" stroke-dasharray="2"/>' if between else ""
    for at, space in enumerate(signs):
        colour = space["colour"] or "white"
        y = SIDE * sides + SIGN * at
        drawn += _box(2, y, SPACE - 4, SIGN - 1, PALE[colour], STRONG[colour])
        drawn += text_at(cut(space["sign"], 7, SPACE - 5, bold=True), SPACE / 2, y + 7.6, 7, anchor="middle")
    told = text_at(f"{number}", SPACE / 2, high - 2.5, 6.5, anchor="middle")
    return Box(SPACE, high, f'<g fill="{INK}">{drawn}{told}</g>')


def _box(x: float, y: float, width: float, height: float, fill: str, stroke: str) -> str:
    place = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="2"'
    return f'<rect {place} fill="{fill}" stroke="{stroke}" stroke-width=".7"/>'


def _pad(labels: Sequence[str], width: float) -> Box:
    """Lines to write on, with a column for each player or team."""
    wide = min(width / len(labels), 90)
    heads = [text_at(cut(label, 7, wide - 4), wide * at + 2, 9, 7) for at, label in enumerate(labels)]
    across = "".join(f"M0 {n(12 + LINE * at)}h{n(wide * len(labels))}" for at in range(LINES + 1))
    down = "".join(f"M{n(wide * at)} 12v{n(LINE * LINES)}" for at in range(len(labels) + 1))
    lines = f'<path d="{across}{down}" fill="none" stroke="{SOFT}" stroke-width=".7"/>'
    return Box(wide * len(labels), 12 + LINE * LINES, f'<g fill="{INK}">{"".join(heads)}</g>{lines}')


def _token(owner: str, label: str) -> Box:
    """A piece to cut out, in the colour of its player or team, with the number."""
    number, middle = owner.lstrip("pt") or "●", TOKEN / 2
    colour = PLAYERS[(int(number) - 1) % len(PLAYERS)] if number.isdecimal() else SOFT
    place = f'cx="{n(middle)}" cy="{n(middle)}" r="{n(middle - 0.5)}"'
    disc = f'<circle {place} fill="{colour}" stroke="{INK}" stroke-width=".5"/>'
    sign = text_at(number, middle, middle + 2.5, 10, anchor="middle")
    words = text_at(cut(label, 4, TOKEN - 5), middle, middle + 6.6, 4, anchor="middle")
    return Box(TOKEN, TOKEN, f'{disc}<g fill="#fff"><g font-weight="700">{sign}</g>{words}</g>')


def rules_sheets(book: Rulebook, paper: Paper) -> list[str]:
    """The rules in short, in two columns: who wins, setting up, the course of the game, scoring."""
    wide = paper.width - 1.5 * EDGE
    wanted = [say(book.language, f"rules_{name}") for name in ("winning", "setup", "course", "scoring")]
    boxes: list[Box] = []
    for chapter in (one for one in book.chapters if one.title in wanted):
        heading = _text(chapter.title, 9, wide, above=5, bold=True)
        for entry in chapter.entries:
            marks = (f"{at}. " if entry.numbered else "– " for at in range(1, len(entry.items) + 1))
            items = [_text(mark + item, 6.6, wide) for mark, item in zip(marks, entry.items, strict=True)]
            told = (_text(entry.title, 6.6, wide, above=3, bold=True), _text(entry.text, 6.6, wide))
            boxes.append(stacked([heading, *told, *items], 1))
            heading = NOTHING
    return _pages(boxes, book.title, paper, columns=2)


def _text(text: str, size: float, width: float, *, above: float = 0, bold: bool = False) -> Box:
    """A paragraph, and so much room above it."""
    lines = broken(text.replace("`", ""), size, width, 999, bold=bold)
    drawn = "".join(text_at(line, 0, above + size * (1 + 1.3 * at), size) for at, line in enumerate(lines))
    weight = ' font-weight="700"' if bold else ""
    return Box(width, above + 1.3 * size * len(lines), f'<g fill="{INK}"{weight}>{drawn}</g>') if lines else NOTHING


def _pages(boxes: Sequence[Box], title: str, paper: Paper, columns: int = 1, gap: float = 0) -> list[str]:
    """Boxes below each other in columns, on as many sheets as they need, each with a title."""
    width, height = 2 * paper.width, 2 * paper.height
    across, top = (width - EDGE) / columns, EDGE + 20
    pages, column, y = list[str](), columns, height
    for box in boxes:
        if y + box.height > height - EDGE:
            column, y = column + 1, top
        if column >= columns:
            column = 0
            pages.append(_text(title, 13, width - 2 * EDGE, bold=True).at(EDGE, EDGE))
        pages[-1] += box.at(EDGE + column * across, y)
        y += box.height + gap
    size = f'width="{paper.width}mm" height="{paper.height}mm" viewBox="0 0 {n(width)} {n(height)}"'
    return [f"<svg {size}>{page}</svg>" for page in pages]
