"""A person at the terminal: sees what the seat sees, and types moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap

from ..game.move import IllegalMove, Move
from ..game.state import State
from ..game.texts import Wordings
from .asking import Attempt, Card, Pick, Puzzle, Why, Wish, understand
from .table_view import WIDTH, move_lines, table_lines


class Left(Exception):
    """Raised where the person wants to stop, or nothing more can be read."""


class Undo(Exception):
    """Raised where the person wants to take back the last move."""


class Human:
    """Asks a person. `read` gives the next line that is typed (EOFError at the end), `write` shows one."""

    def __init__(self, seat: int, words: Wordings, read: Callable[[str], str], write: Callable[[str], None]) -> None:
        self._seat, self._words, self._read, self._write = seat, words, read, write

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move that the person types. Raises `Left` or `Undo`."""
        self._show(["", *table_lines(state, self._seat, self._words), "", *move_lines(tuple(moves), self._words)])
        while True:
            try:
                typed = self._read(f"p{self._seat + 1}> ")
            except EOFError:
                raise Left from None
            answer = understand(typed, [move.text for move in moves])
            match answer:
                case Pick(index):
                    return moves[index]
                case Wish("quit"):
                    raise Left
                case Wish("undo"):
                    raise Undo
                case Wish():
                    self._show([self._words.say("help")])
                case Attempt(text) | Why(text):
                    self._show(reasons(state, text, self._words))
                case Card(text):
                    self._show([self._words.card_told(text)])
                case Puzzle(text, near):
                    self._show(puzzled(text, near, len(moves), self._words))

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(line)


def puzzled(text: str, near: str | None, most: int, words: Wordings) -> Iterable[str]:
    """That a line is not understood, and what may have been meant; an empty line is just asked for again."""
    if text:
        yield from wrap(
            words.say("not_understood", typed=text, most=most) + (words.say("meant", near=near) if near else ""), WIDTH
        )


def reasons(state: State, text: str, words: Wordings) -> Iterable[str]:
    """Why a move is not allowed now: the reason in words, then the condition with the values of its parts."""
    if any(move.text == text for move in state.legal_moves):
        return [words.say("allowed", move=text)]
    return _reasons(state.why_not(text), words)


def _reasons(error: IllegalMove, words: Wordings) -> Iterator[str]:
    yield from wrap(words.say("not_allowed", why=words.why(error) or error.message), WIDTH)
    if error.condition:
        yield f"  {words.say('condition', name=error.condition, path=error.path)}"
        yield from (f"    {words.say('is_now', what=source, value=value)}" for source, value in error.values)
    yield from (f"  {text}" for text in error.helps)
