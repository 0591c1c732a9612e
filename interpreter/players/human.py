"""A person at the terminal: sees what the seat sees, and types moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..game.move import IllegalMove, Move
from ..game.state import State
from ..game.texts import Wordings
from .asking import Attempt, Card, Pick, Puzzle, Why, Wish, understand
from .table_view import move_lines, table_lines

HELP = """\
  a number      plays that move
  a move        its text does too: give(king, p2)
  why MOVE      why a move is not allowed now, with the values of its conditions
  card NAME     what stands on a card
  undo          takes back your last move
  ?             this help
  quit          ends the game"""


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
                    self._show([HELP])
                case Attempt(text) | Why(text):
                    self._show(reasons(state, text, self._words))
                case Card(text):
                    self._show([self._words.card_told(text)])
                case Puzzle(text, near):
                    self._show([f"'{text}' is not understood; type a number from 1 to {len(moves)}, a move, or ? for help"
                                + (f" (did you mean '{near}'?)" if near else "")] if text else [])  # fmt: skip

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(line)


def reasons(state: State, text: str, words: Wordings) -> Iterable[str]:
    """Why a move is not allowed now: the reason in words, then the condition with the values of its parts."""
    if any(move.text == text for move in state.legal_moves):
        return [f"{text} is allowed now"]
    return _reasons(state.why_not(text), words)


def _reasons(error: IllegalMove, words: Wordings) -> Iterator[str]:
    why = words.why(error)
    yield f"That is not allowed now: {why}." if why else f"That is not allowed now: {error.message}."
    if error.condition:
        yield f"  condition: {error.condition}  ({error.path})"
        yield from (f"    {source} is {value}" for source, value in error.values)
    yield from (f"  {text}" for text in error.helps)
