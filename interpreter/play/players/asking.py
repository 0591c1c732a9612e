"""What a person types at the prompt, and what it means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ...diagnostics.suggest import suggest
from ...language.text.whole import counted, whole

Word = Literal["help", "undo", "quit"]


@dataclass(frozen=True, slots=True)
class Pick:
    """One of the moves on offer, by its index from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that is not on offer, by its text."""

    text: str


@dataclass(frozen=True, slots=True)
class Why:
    """`why MOVE`: asks which condition of this move does not hold."""

    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """`card NAME`: asks what this card says."""

    text: str


@dataclass(frozen=True, slots=True)
class Wish:
    """One of the other things that can be typed."""

    word: Word


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A line that is none of these; `near` is what was probably meant, or None."""

    text: str
    near: str | None


Answer = Pick | Attempt | Why | Card | Wish | Puzzle

_WORDS: dict[str, Word] = {
    "?": "help",
    "h": "help",
    "help": "help",
    "aide": "help",
    "undo": "undo",
    "u": "undo",
    "annuler": "undo",
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
    "quitter": "quit",
}
_WHY, _CARD = ("why", "pourquoi"), ("card", "carte")
_MOVE = re.compile(r"\w+\s*(\(.*\)|=.*)\Z")


def understand(typed: str, moves: Sequence[str]) -> Answer:
    """The meaning of a line where these moves are on offer. Blanks and case do not matter.

    >>> understand("2", ["go", "discard(go)"])
    Pick(index=1)
    >>> understand("discard( GO )", ["go", "discard(go)"])
    Pick(index=1)
    >>> understand("discrad(go)", ["go", "discard(go)"])
    Attempt(text='discrad(go)')
    >>> understand("card go", [])
    Card(text='go')
    """
    line = " ".join(typed.split())
    first, _, rest = line.partition(" ")
    if whole(line) is not None:
        number = counted(line, 1, len(moves))
        return Puzzle(line, None) if number is None else Pick(number - 1)
    squeezed = [_squeezed(move) for move in moves]
    if _squeezed(line) in squeezed:
        return Pick(squeezed.index(_squeezed(line)))
    if line.lower() in _WORDS:
        return Wish(_WORDS[line.lower()])
    if first.lower() in _WHY and rest:
        number = counted(rest, 1, len(moves))
        return Why(rest if number is None else moves[number - 1])
    if first.lower() in _CARD and rest:
        return Card(rest)
    if _MOVE.match(line):
        return Attempt(line)
    return Puzzle(line, suggest(line, [*moves, *(word for word in _WORDS if len(word) > 1), *_WHY, *_CARD]))


def _squeezed(text: str) -> str:
    return "".join(text.lower().split())
