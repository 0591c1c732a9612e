"""A person at the terminal: sees what the seat sees, and types moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Protocol

from ..game.labels import by_label
from ..game.move import Move
from ..game.refusal import Refusal
from ..game.state import State
from ..game.texts import Wordings
from .asking import Aside, Attempt, Card, Hint, Log, Pick, Puzzle, Save, Why, Wish, understand
from .drawing import heading, table_lines
from .move_lines import move_lines
from .screen import Screen
from .why_each import why_each


class Left(Exception):
    """Raised when the person wants to stop, or the input has ended."""


class Undo(Exception):
    """Raised when the person wants to take back the last move."""


class Leader(Protocol):
    """Whoever leads a game at the terminal: remembers what has happened, and answers what is not about a position."""

    def news(self, seat: int) -> Iterable[str]:
        """Lines about what a seat has not been told yet."""
        ...

    def aside(self, asked: Aside, state: State) -> Iterable[str]:
        """Lines that answer a wish of the player who decides."""
        ...


class Human:
    """Asks a person. `read` returns the next line that is typed (EOFError at the end), `write` shows a line."""

    def __init__(
        self,
        seat: int,
        words: Wordings,
        read: Callable[[str], str],
        write: Callable[[str], None],
        screen: Screen | None = None,
        leader: Leader | None = None,
    ) -> None:
        self._seat, self._words, self._read, self._write = seat, words, read, write
        self._screen, self._leader = screen or Screen(), leader
        self._actions = frozenset(words.spec.actions if words.spec else ())

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Show the table and ask until a legal move is typed. Raises `Left` or `Undo`."""
        news = list(self._leader.news(self._seat)) if self._leader else []
        self._show_table(state, moves, news)
        while True:
            try:
                typed = self._read(f"p{self._seat + 1}> ")
            except EOFError:
                raise Left from None
            answer = understand(by_label(state, typed, self._words), [move.text for move in moves], self._actions)
            match answer:
                case Pick(index):
                    return moves[index]
                case Wish("quit"):
                    raise Left
                case Wish("undo"):
                    raise Undo
                case Wish("table"):
                    self._show_table(state, moves, news)
                case Wish():
                    self._show([self._words.say("help", example=example(moves))])
                case Attempt(text) | Why(text):
                    self._show(reasons(state, text, self._words))
                case Card(text):
                    self._show(self._screen.prose(self._words.card_told(text)))
                case Hint() | Log() | Save():
                    self._show(self._leader.aside(answer, state) if self._leader else ())
                case Puzzle(text, near):
                    self._show(puzzled(text, near, len(moves), self._words))

    def _show_table(self, state: State, moves: Sequence[Move], news: Sequence[str]) -> None:
        """The table, then what has happened since the last decision, then the moves."""
        table = table_lines(state.table(self._seat, self._words.language), self._screen, self._words)
        told = [heading(self._words.say("happened"), self._screen), *news] if news else []
        self._show(["", *table, *told, "", *move_lines(state, tuple(moves), self._words, self._screen.width)])

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(line)


def example(moves: Sequence[Move]) -> str:
    """A move of those on offer to show how moves are typed, if possible one that names something."""
    return next((move.text for move in moves if "(" in move.text), moves[0].text)


def puzzled(text: str, near: str | None, most: int, words: Wordings) -> Iterable[str]:
    """Lines that say that something is not understood, and what was probably meant; none for an empty line."""
    if text:
        told = words.say("not_understood", typed=text, most=most) + (words.say("meant", near=near) if near else "")
        yield from Screen().prose(told)


def reasons(state: State, text: str, words: Wordings) -> Iterable[str]:
    """Why a move is not allowed now: the reason in words, then the condition with the values of its parts."""
    text = by_label(state, text, words)
    refusal = state.why_not(text)
    if refusal is None:
        return [words.say("allowed", move=text)]
    return chain(_reasons(refusal, words), *(Screen().prose(line) for line in why_each(state, refusal, words)))


def _reasons(refusal: Refusal, words: Wordings) -> Iterator[str]:
    near = words.say("meant", near=refusal.suggestion) if refusal.suggestion else ""
    why = words.reason(refusal) + near
    left_out = refusal.reason == "arity" and refusal.got < refusal.needs
    yield from Screen().prose(f"{why}." if left_out else words.say("not_allowed", why=why))
    if refusal.condition:
        yield f"  {words.say('condition', name=refusal.condition, path=refusal.path)}"
    for source, value in refusal.values:
        yield f"    {words.say('is_now', what=source, value=words.value(value))}"
