"""Draws a track that is several spaces wide as a board: a line for each row of spaces, with who stands on them.

             0    5    10   15        a number for every fifth space
             3                        who stands on none of the spaces side by side
    side 1   ····1···········
    side 2   ··2·············
    1 player 1: 4, side 1     who that is, and on which space

A board that is longer than a line goes on below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .tracks import SHORTEST, Line, in_a_row, legend

Runner = dict[str, Any]

WIDEST = 3
"""A space takes at most so many columns, even where there is room for more."""

MOST_ABREAST = 9
"""Of more spaces side by side no board is drawn."""

EVERY = 5
"""The number of every fifth space is above it."""

MOST_STRETCHES = 4
"""A board that would go on below more often is no help."""

EMPTY, SEVERAL, SOMEBODY = "·", "*", "●"


def board_lines(track: dict[str, Any], width: int) -> Iterator[Line]:
    """The lines of the board, at most this wide; none of a track that is no board, or too large for one."""
    length, across = track["length"], track.get("across")
    if across is None or not isinstance(length, int) or length < 1:
        return
    number = across["number"]
    if not isinstance(number, int) or not 1 <= number <= MOST_ABREAST:
        return
    names = [f"{across['label']} {one}" for one in range(1, number + 1)]
    wide = max(map(len, [*names, *(row["label"] for row in track["rows"])])) + 2
    room = width - wide
    if room < SHORTEST or length + 1 > room * MOST_STRETCHES:
        return
    runners = [one for one in track["at"] if isinstance(one["place"], int)]
    cell = max(1, min(WIDEST, room // (length + 1)))
    step = length + 1 if cell * (length + 1) <= room else room // EVERY * EVERY
    for first in range(0, length + 1, step):
        spaces = range(first, min(first + step, length + 1))
        if first:
            yield [("", None)]
        yield from _stretch(track, names, runners, spaces, wide, cell)
    yield from in_a_row(
        ((f"{_mark(one)} {one['label']}: {one.get('told', one['place'])}", None) for one in runners), width
    )
    yield from legend(track, width)


def _stretch(
    track: dict[str, Any], names: Sequence[str], runners: Sequence[Runner], spaces: range, wide: int, cell: int
) -> Iterator[Line]:
    """Some spaces of the board, with what is printed along them."""
    numbered = "".join(f"{space:<{EVERY * cell}}" for space in spaces if space % EVERY == 0)
    yield [(" " * wide + numbered.rstrip(), None)]
    length, number = track["length"], len(names)
    start = [_on(runners, space, None, number, length) for space in spaces]
    if any(start):
        yield [(" " * wide + _spread(["".join(map(_mark, here)) for here in start], cell), None)]
    for row, name in enumerate(names, 1):
        found = [_on(runners, space, row, number, length) for space in spaces]
        marks = [_marks(here, cell) or (EMPTY if space else " ") for space, here in zip(spaces, found, strict=True)]
        yield [(f"{name:<{wide}}" + "".join(f"{mark:<{cell}}" for mark in marks), None)]
    for printed in track["rows"]:
        line: Line = [(f"{printed['label']:<{wide}}", None)]
        for space in spaces:
            one = printed["spaces"][space - 1] if 1 <= space <= len(printed["spaces"]) else None
            sign, colour = ("", None) if one is None else (one["sign"], one["colour"])
            line.append((f"{sign[:cell]:<{cell}}", colour))
        yield line


def _on(runners: Sequence[Runner], space: int, row: int | None, number: int, length: int) -> list[Runner]:
    """Who stands on a space; in row None those who stand on none of the spaces side by side."""
    here = [one for one in runners if min(max(one["place"], 0), length) == space]
    beside = range(1, number + 1)
    return [one for one in here if (one["across"] == row if row is not None else one["across"] not in beside)]


def _spread(marks: Sequence[str], cell: int) -> str:
    """The marks above their spaces, in a line; several of one space stand beside each other, from there on."""
    line = ""
    for at, mark in enumerate(marks):
        line = f"{line:<{at * cell}}" + mark
    return line


def _marks(here: Sequence[Runner], cell: int) -> str:
    """The marks of all who stand on a space, as far as there is room."""
    marks = "".join(map(_mark, here))
    return marks if len(marks) <= cell else SEVERAL


def _mark(runner: Runner) -> str:
    return runner["owner"][1:] if runner["owner"] else SOMEBODY
