"""Draws cards and the zones in which they lie: faces with what they say, backs, piles, long rows as lines of text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...play.game.phrases import phrase
from ..faces.boxes import (
    NOTHING,
    Box,
    beside,
    broken,
    cut,
    flowing,
    line_of_text,
    n,
    rect,
    stacked,
    text_at,
    text_width,
)
from ..page.phrases import say

Json = dict[str, Any]

MOST_DRAWN = 12
"""More different cards than these are lines of text, so that a discard pile does not fill the picture."""

MOST_OWN = 20
"""In zones of whoever sees the picture they are cards a little longer."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a card is."""

    width: float
    height: float


SMALL, LARGE = Size(80, 112), Size(100, 140)


@dataclass(frozen=True, slots=True)
class CardRenderer:
    """Draws the cards of one table: `faces` are its `cards`."""

    faces: Json
    language: str

    def zone(self, zone: Json, size: Size, width: float) -> Box:
        """A zone with its label and the number of its cards, at most so wide where that can be."""
        number = "" if zone["count"] is None else f"{zone['count']}"
        label = line_of_text(zone["label"], 11.5, "soft", bold=True)
        heading = beside([label, _badge(number) if number else NOTHING], 6)
        return stacked([heading, self._placed_cards(zone, size, width)], 4)

    def grid(self, grid: Json, zones: Json, size: Size, width: float) -> Box:
        """A grid of zones with the names of its rows and columns; of each zone its top card, and how many there are."""
        names = [line_of_text(one, 11.5, "soft", bold=True) for one in grid["rows"]]
        beside_rows = max(name.width for name in names) + 7
        wide = min(size.width, (width - beside_rows) / len(grid["columns"]) - 7)
        size = Size(wide, wide * size.height / size.width)
        heads = [line_of_text(cut(one, 11.5, wide, bold=True), 11.5, "soft", bold=True) for one in grid["columns"]]
        drawn = [Box(wide, head.height, head.at((wide - head.width) / 2, 0)) for head in heads]
        lines = [beside([Box(beside_rows - 7, 0, ""), *drawn], 7)]
        for name, row in zip(names, grid["zones"], strict=True):
            places = [Box(wide, size.height, self._cell(zones[zone], size).svg) for zone in row]
            lines.append(beside([Box(beside_rows - 7, size.height, name.at(0, size.height / 2 - 7)), *places], 7))
        return stacked([line_of_text(grid["label"], 11.5, "soft", bold=True), *lines], 7)

    def _cell(self, zone: Json, size: Size) -> Box:
        if zone["count"] == 0 or zone["cards"] == []:
            return Box(size.width, size.height, rect(size.width, size.height, "empty", round=7))
        top, many = (zone["cards"][0], len(zone["cards"])) if zone["cards"] else (None, zone["count"] or 1)
        return self._card(top, 1, size, 0, depth=many) if top else _back("", many, size)

    def _placed_cards(self, zone: Json, size: Size, width: float) -> Box:
        cards = zone["cards"]
        if zone["count"] == 0 or cards == []:
            inside = text_at(say(self.language, "empty"), size.width / 2, 28, 11, "soft", anchor="middle")
            return Box(size.width, 46, rect(size.width, 46, "empty", round=7) + inside)
        if cards is None:
            return _back("", zone["count"], size) if zone["count"] else NOTHING
        if zone["order"] == "stack":
            # The top card of a stack, and what lies beneath in a few words
            top, *rest = cards
            pile = self._card(top, 1, size, 0, depth=len(cards))
            if not rest or not all(card["card"] for card in rest):
                return pile
            told = ", ".join(many(card["text"], number) for card, number in counted(rest, "stack"))
            number = say(self.language, "beneath", n=len(rest))
            words = f"{phrase(self.language, 'sum', what=number)} {told}" if len(rest) <= 4 else number
            lines = broken(words, 9.5, size.width + 24, 3)
            return stacked([pile, *(line_of_text(line, 9.5, "soft") for line in lines)], 1)
        runs = counted(cards, zone["order"])
        if len(runs) > (MOST_OWN if size is LARGE else MOST_DRAWN):
            return flowing([self._line(card, number) for card, number in runs], width, 5, 4)
        row = zone["order"] == "row"
        drawn = [
            self._card(card, number, size, place if row else 0) for place, (card, number) in enumerate(runs, start=1)
        ]
        return flowing(drawn, width, 7, 7)

    def _line(self, card: Json, number: int) -> Box:
        """A card as a line of text with its colour before it."""
        face = self.faces.get(card["card"] or "")
        told = many(card["text"] if card["text"] not in ("", "?") else say(self.language, "hidden", n=1), number)
        width = text_width(told, 10.5) + 16
        colour = rect(4, 18, _colour(face), x=1, y=1, round=1.5)
        return Box(width, 20, rect(width, 20, "card", round=4) + colour + text_at(told, 10, 14, 10.5))

    def _card(self, card: Json, number: int, size: Size, place: int, depth: int = 1) -> Box:
        face = self.faces.get(card["card"] or "")
        if face is None:
            said = card["text"] if card["text"] != "?" else ""
            back = _back(re.sub(r"^\((.*)\)$", r"\1", said), max(number, depth), size)
            return replace(back, svg=back.svg + _place(place, size))
        piled, written = number > 1 or depth > 1, f"{depth}" if depth > 1 else f"×{number}"
        place_of_face = f'width="{n(size.width)}" height="{n(size.height)}"'
        inside = f'<use href="#face-{card["card"]}" {place_of_face}/>{_place(place, size)}'
        marks = _marks(card, face)
        if marks:
            told = cut(marks, 9.5, size.width - 22, bold=True)
            inside += _badge(told, dark=True).at(5, size.height - (40 if piled else 22))
        if piled:  # at the lower left, where no face has a corner
            inside += _badge(written, dark=True).at(4, size.height - 20)
        return _piled(inside, size, piled=piled)


def _marks(card: Json, face: Json) -> str:
    """What stands behind a card in a list beside what its kind says there: `(blocked)`."""
    found = re.search(r"\(([^()]*)\)$", card["text"])
    plain = card["text"] in (face["short"], face["label"]) or (found and face["short"].endswith(found[0]))
    return "" if plain or found is None else found[1]


def _fitting(text: str, size: float, width: float, *, bold: bool) -> float:
    """The size at which the longest word of a text has room, if that is not much smaller."""
    longest = max((text_width(word, size, bold=bold) for word in re.split("[ -]", text)), default=0)
    return max(0.72 * size, min(size, size * width / longest)) if longest else size


def counted(cards: Sequence[Json], order: str) -> list[tuple[Json, int]]:
    """Cards that look alike, counted; in a row their places matter, so they stay apart."""
    runs: list[tuple[Json, int]] = []
    for card in cards:
        alike = (at for at, (one, _) in enumerate(runs) if (one["card"], one["text"]) == (card["card"], card["text"]))
        found = None if order == "row" else next(alike, None)
        if found is None:
            runs.append((card, 1))
        else:
            runs[found] = (card, runs[found][1] + 1)
    return runs


def many(text: str, number: int) -> str:
    """A text that is there several times: `ace ×3`."""
    return f"{text} ×{number}" if number > 1 else text


def _colour(face: Json | None) -> str:
    return str(face["colour"]) if face and face["colour"] else "none"


def _place(place: int, size: Size) -> str:
    """The place of a card in a row, at its lower left, where no face has a corner; nothing for 0."""
    number = text_at(f"{place}", 9, 11.5, 9.5, "on", bold=True, anchor="middle")
    return Box(18, 15, rect(18, 15, "badge", round=4) + number).at(0, size.height - 15) if place else ""


def _badge(text: str, *, dark: bool = False) -> Box:
    """A number in a small frame."""
    width = text_width(text, 10.5, bold=True) + 11
    inside = text_at(text, width / 2, 11.5, 10.5, "on" if dark else "", bold=True, anchor="middle")
    return Box(width, 16, rect(width, 16, "badge" if dark else "line", round=8) + inside)


def _back(said: str, number: int, size: Size) -> Box:
    """Cards face down: how many, and what is on their backs."""
    width, height = size.width, size.height
    stripes = "".join(
        f'<path d="M{n(x)} {n(height - 5)}L{n(x + height - 10)} 5" class="stripe"/>'
        for x in range(-110, int(width), 14)
    )
    inner = f"{n(width - 10)} {n(height - 10)}"
    clip = f'<svg x="5" y="5" width="{n(width - 10)}" height="{n(height - 10)}" viewBox="5 5 {inner}">'
    drawn = rect(width, height, "card", round=7) + clip + rect(width, height, "back") + stripes + "</svg>"
    if said:
        wide = min(width - 14, text_width(said, 10, bold=True) + 10)
        drawn += rect(wide, 17, "card", x=7, y=10, round=4) + text_at(
            said, 12, 22, _fitting(said, 10, wide - 8, bold=True), bold=True
        )
    if number > 1:
        drawn += _badge(f"{number}", dark=True).at(width - text_width(f"{number}", 10.5, bold=True) - 19, height - 24)
    return _piled(drawn, size, piled=number > 1)


def _piled(drawn: str, size: Size, *, piled: bool) -> Box:
    """A card, and the edges of others below it."""
    if not piled:
        return Box(size.width, size.height, drawn)
    below = "".join(rect(size.width, size.height, "card", x=by, y=by, round=7) for by in (5, 2.5))
    return Box(size.width + 5, size.height + 5, below + drawn)
