"""What a person types at the prompt, and what it means."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.suggest import suggest
from ...language.text.whole import counted, whole

Word = Literal["help", "undo", "quit", "table"]


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
class Hint:
    """`hint BOT`: asks what a bot would play here; an empty `bot` is any."""

    bot: str


@dataclass(frozen=True, slots=True)
class Log:
    """`history N`: asks for the last lines of what has happened; 0 for all."""

    lines: int


@dataclass(frozen=True, slots=True)
class Save:
    """`save FILE`: asks to write the game to a file, to go on with it some other time; with an empty name to any."""

    file: str


@dataclass(frozen=True, slots=True)
class Wish:
    """One of the other things that can be typed."""

    word: Word


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A line that is none of these; `near` is what was probably meant, or None."""

    text: str
    near: str | None


Aside = Hint | Log | Save
"""What is not about this position alone, so that whoever leads the game answers it."""

Answer = Pick | Attempt | Why | Card | Aside | Wish | Puzzle

_WORDS: dict[str, Word] = {
    "?": "help",
    "h": "help",
    "help": "help",
    "aide": "help",
    "table": "table",
    "t": "table",
    "undo": "undo",
    "u": "undo",
    "annuler": "undo",
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
    "quitter": "quit",
}
WHY, _CARD = ("why", "pourquoi"), ("card", "carte")
_HINT, _LOG, _SAVE = ("hint", "conseil"), ("history", "historique"), ("save", "sauver")
COMMANDS = (*(word for word in _WORDS if len(word) > 1), *WHY, *_CARD, *_HINT, *_LOG, *_SAVE)
"""All words that can be typed, in the languages of the tool; any of them is understood whatever the language."""

_MOVE = re.compile(r"\w+\s*(\(.*\)|=.*)\Z")


def understand(typed: str, moves: Sequence[str], actions: Collection[str] = ()) -> Answer:
    """The meaning of a line where these moves are on offer. Blanks and case do not matter.

    `actions` are all that the game has: the name of one is an attempt at it, even if nothing of it is on offer.

    >>> understand("2", ["go", "discard(go)"])
    Pick(index=1)
    >>> understand("discard( GO )", ["go", "discard(go)"])
    Pick(index=1)
    >>> understand("discrad(go)", ["go", "discard(go)"])
    Attempt(text='discrad(go)')
    >>> understand("extend", ["go"], ["go", "extend"])
    Attempt(text='extend')
    >>> understand("card go", [])
    Card(text='go')
    >>> understand("hint greedy", ["go"])
    Hint(bot='greedy')
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
    if first.lower() in WHY and rest:
        number = counted(rest, 1, len(moves))
        return Why(rest if number is None else moves[number - 1])
    if first.lower() in _CARD and rest:
        return Card(rest)
    aside = _aside(first.lower(), rest)
    if aside is not None:
        return aside
    if _MOVE.match(line) or line.lower() in actions:
        return Attempt(line)
    return Puzzle(line, suggest(line, [*moves, *COMMANDS]))


def _aside(word: str, rest: str) -> Aside | None:
    """What is asked of whoever leads the game, if anything is."""
    if word in _HINT:
        return Hint(rest)
    if word in _LOG and (not rest or counted(rest, 1, 10**9)):
        return Log(int(rest or 0))
    return Save(rest) if word in _SAVE else None


def _squeezed(text: str) -> str:
    return "".join(text.lower().split())
