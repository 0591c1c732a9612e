"""The moves on offer as lines, each with its number, its text and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from ..game.move import Move
from ..game.state import State
from ..game.telling import told_now
from ..game.texts import Wordings
from .screen import WIDTH


def move_lines(state: State, moves: Sequence[Move], words: Wordings, width: int = WIDTH) -> Iterator[str]:
    """The moves on offer in a position, with their numbers."""
    wide = min(34, max(len(move.text) for move in moves))
    for number, move in enumerate(moves, start=1):
        yield from beside(f"{number:>3}) {move.text}", words.move(move, told_now(state.machine, move)), 5 + wide, width)


def beside(text: str, label: str, wide: int, width: int = WIDTH) -> Iterator[str]:
    """A move and its label: beside it where the line has room for both, else below it."""
    line = f"{text:<{wide}}  {label}"
    if len(line) <= width:
        yield line
    else:
        yield from wrap(text, width, subsequent_indent=" " * 10)
        yield from wrap(label, width, initial_indent=" " * 10, subsequent_indent=" " * 10)
