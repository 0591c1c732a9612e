"""Draws tracks: every space if there are few, with what is printed on it, and to scale if there are many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .boxes import NOTHING, Box, beside, flowing, line_of_text, n, rect, stacked, text_at
from .widths import text_width

Json = dict[str, Any]

MOST_SPACES = 64
SPACE, WIDEST, SIGN, BETWEEN = 27.0, 44.0, 22.0, 4.0
"""The narrowest and the widest space, the height of a sign on it, and how far spaces stand apart."""

SIDE, MOST_BESIDE = 19.0, 9
"""The height of each of several spaces side by side, and the most that are drawn apart."""


def piece(owner: str | None, radius: float = 9.5) -> Box:
    """The piece of a player or a team: a disc with a number."""
    number = owner[1:] if owner else "●"
    kind = f"p{(int(number) - 1) % 8 + 1}" if owner else "grey"
    disc = f'<circle cx="{n(radius)}" cy="{n(radius)}" r="{n(radius)}" class="piece {kind}"/>'
    return Box(2 * radius, 2 * radius, disc + text_at(number, radius, radius + 4, 11, "t", bold=True, anchor="middle"))


def track(one: Json, width: float) -> Box:
    """A track, at most so wide."""
    length = one["length"]
    if not isinstance(length, int) or length < 1:
        return NOTHING
    runners = [runner for runner in one["at"] if isinstance(runner["place"], int)]
    if length > MOST_SPACES:
        return stacked(_lanes(runners, length, width), 6)
    most = max(1, int((width + BETWEEN) // (SPACE + BETWEEN)))
    number = -(-(length + 1) // -(-(length + 1) // most))  # rows of one length, as few as have room
    wide = min(WIDEST, (width + BETWEEN) / number - BETWEEN)
    here: list[list[Json]] = [[] for _ in range(length + 1)]
    for runner in runners:
        here[min(max(runner["place"], 0), length)].append(runner)
    spaces = [_space(one, at, there, wide) for at, there in enumerate(here)]
    rows = [beside(spaces[first : first + number], BETWEEN) for first in range(0, length + 1, number)]
    return stacked([stacked(rows, 6), flowing(list(_legend(one)), width, 16, 4)], 10)


def _space(one: Json, at: int, here: list[Json], width: float) -> Box:
    """A space: whoever stands there, what is printed on it, and its number."""
    rows = one["rows"]
    sides = _sides(one, here)
    top = 24 + (len(sides) - 1) * SIDE
    height = top + (SIGN + 2) * len(rows) + 14
    drawn = rect(width, height, "ground", round=5)
    for side, some in enumerate(sides):
        gap = min(1, (width - 21) / max(1, len(some) - 1) - 17)
        pieces = beside([piece(runner["owner"], 8.5) for runner in some], gap)
        drawn += pieces.at((width - pieces.width) / 2, 4 + side * SIDE)
    for row, printed in enumerate(rows):
        space = printed["spaces"][at - 1] if 0 < at <= len(printed["spaces"]) else None
        if space and space["sign"]:
            drawn += _sign(space, width - 4).at(2, top + row * (SIGN + 2))
    if here:
        drawn += rect(width, height, "held", round=5)
    return Box(width, height, drawn + text_at(f"{at}", width / 2, height - 4, 9.5, "soft", anchor="middle"))


def _sides(one: Json, here: list[Json]) -> list[list[Json]]:
    """Who stands on each of the spaces side by side; who stands on none of them is at the first."""
    number = one["across"]["number"] if "across" in one else 1
    if not isinstance(number, int) or not 1 < number <= MOST_BESIDE:
        return [here]
    sides: list[list[Json]] = [[] for _ in range(number)]
    for runner in here:
        place = runner["across"]
        sides[place - 1 if isinstance(place, int) and 1 <= place <= number else 0].append(runner)
    return sides


def _sign(space: Json, width: float) -> Box:
    colour = rect(width, 4, space["colour"], y=SIGN - 4, round=1) if space["colour"] else ""
    sign = text_at(space["sign"], width / 2, 14, 12, bold=True, anchor="middle")
    return Box(width, SIGN, rect(width, SIGN, "sign", round=3) + colour + sign)


def _legend(one: Json) -> Iterator[Box]:
    """What the signs mean."""
    spaces = [space for row in one["rows"] for space in row["spaces"] if space["sign"] != space["text"]]
    for space in {(space["sign"], space["colour"]): space for space in spaces}.values():
        sign = _sign(space, max(24, text_width(space["sign"], 12, bold=True) + 8))
        yield beside([sign, Box(text_width(space["text"], 11), SIGN, text_at(space["text"], 0, 15, 11, "soft"))], 5)


def _lanes(runners: list[Json], length: int, width: float) -> Iterator[Box]:
    """A line for each runner, to scale."""
    name = max((text_width(runner["label"], 12) for runner in runners), default=0) + 14
    number = text_width(f"{length}", 13, bold=True) + 8
    room = width - name - number - 20
    for runner in runners:
        part = min(max(runner["place"] / length, 0), 1)
        lane = rect(room, 7, "line", x=name + 9.5, y=7, round=3.5)
        lane += rect(room * part, 7, "fill-edge", x=name + 9.5, y=7, round=3.5)
        told = text_at(runner["label"], 0, 14.5, 12) + text_at(
            f"{runner['place']}", width, 15, 13, bold=True, anchor="end"
        )
        yield Box(width, 22, told + lane + piece(runner["owner"]).at(name + room * part, 1))


def heading(one: Json) -> Box:
    """The label of a track, and how long it is."""
    return beside([line_of_text(one["label"], 14, bold=True), line_of_text(f"{one['length']}", 12, "soft")], 8)
