"""Draws a track as lines: what is printed on its spaces, and where everybody stands.

    ground    G Y G R Y G       a sign for each space, if all of them have room
    stops     · ! · + ! +
    player 1  1  ──●─────────

A track with more spaces than columns is drawn to scale. One that is several spaces wide is drawn by `abreast`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Line = list[tuple[str, str | None]]
"""Texts side by side, each with the name of its colour, or None."""

WIDEST = 4
"""A space takes at most so many columns, even where there is room for more."""

SHORTEST = 8
"""With fewer columns than this there is nothing to draw."""


def track_lines(track: dict[str, Any], width: int) -> Iterator[Line]:
    """The lines of a track that is as described in `play.game.table`, at most this wide."""
    length = track["length"]
    if not isinstance(length, int) or length < 1:
        return
    runners = [one for one in track["at"] if isinstance(one["place"], int)]
    widest, digits = max((len(one["label"]) for one in runners), default=0), len(str(length))
    names = [*(row["label"] for row in track["rows"]), " " * (widest + 2 + digits)]
    wide = max(map(len, names)) + 2
    room = width - wide
    if room < SHORTEST:
        return
    cell = min(WIDEST, room // (length + 1))
    spaces = (length + 1) * cell if cell else room
    if cell:
        yield from _printed(track, wide, cell)
    for one in runners:
        place = min(max(one["place"], 0), length)
        at = place * cell if cell else place * (spaces - 1) // length
        line = "─" * at + "●" + "─" * (spaces - at - 1)
        name = f"{one['label']:<{wide - digits - 2}}{one['place']:>{digits}}  "
        yield [(name, None), (line, None)]
    if cell:
        yield from legend(track, width)


def _printed(track: dict[str, Any], wide: int, cell: int) -> Iterator[Line]:
    """The signs of all spaces, below a ruler."""
    if not track["rows"]:
        return
    length = track["length"]
    every = 5 if cell > 1 else 10
    ruler = "".join(f"{n:<{every * cell}}" for n in range(0, length + 1, every)).rstrip()
    yield [(" " * wide + ruler, None)]
    for row in track["rows"]:
        line: Line = [(f"{row['label']:<{wide}}", None), (" " * cell, None)]
        for space in row["spaces"][:length]:
            line.append((f"{space['sign'][:cell]:<{cell}}", space["colour"]))
        yield line


def legend(track: dict[str, Any], width: int) -> Iterator[Line]:
    """What the signs mean."""
    spaces = [space for row in track["rows"] for space in row["spaces"] if space["sign"] != space["text"]]
    meanings = {space["sign"]: space for space in spaces}
    yield from in_a_row(((f"{sign} {space['text']}", space["colour"]) for sign, space in meanings.items()), width)


def in_a_row(texts: Iterable[tuple[str, str | None]], width: int) -> Iterator[Line]:
    """Short texts, as many to a line as have room."""
    line: Line = []
    used = 0
    for text, colour in texts:
        if line and used + 3 + len(text) > width:
            yield line
            line, used = [], 0
        line.append((("   " if line else "") + text, colour))
        used += len(text) + 3
    if line:
        yield line
