"""A person at the terminal: sees what the seat sees, and types moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Protocol

from ..game.game import State
from ..game.move import Move, Refusal, key_of
from ..game.texts import Wordings
from . import prompt
from .move_selection import Step, next_step
from .screen import Screen
from .terminal import heading, table_lines


class PlayerLeft(Exception):
    """Raised when the person wants to stop, or the input has ended."""


class Undo(Exception):
    """Raised when the person wants to take back the last move."""


class TerminalHost(Protocol):
    """Whoever leads a game at the terminal: remembers what has happened, and answers what is not about a position."""

    def news(self, seat: int) -> Iterable[str]:
        """Lines about what a seat has not been told yet."""
        ...

    def aside(self, asked: prompt.Aside, state: State) -> Iterable[str]:
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
        leader: TerminalHost | None = None,
    ) -> None:
        self._seat, self._words, self._read, self._write = seat, words, read, write
        self._screen, self._leader = screen or Screen(), leader
        self._actions = frozenset(words.spec.actions if words.spec else ())

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Show the table and ask until a legal move is typed. Raises `PlayerLeft` or `Undo`."""
        news = list(self._leader.news(self._seat)) if self._leader else []
        texts, chosen, asks = [move.text for move in moves], tuple[str, ...](), False
        step = next_step(state, moves, chosen, self._words, asks=asks)
        self._show_table(state, step, news)
        while True:
            try:
                typed = self._read(f"p{self._seat + 1}> ")
            except EOFError:
                raise PlayerLeft from None
            answer = prompt.understand(
                prompt.by_label(state, typed, self._words),
                [*(one.text for one in step.options), *texts],
                self._actions,
                step.numbers,
            )
            match answer:
                case prompt.PickedMove(index):
                    if index >= len(step.options):
                        return moves[index - len(step.options)]
                    option = step.options[index]
                    if option.move is not None:
                        return option.move
                    chosen = (*chosen, option.text)
                case prompt.PartsOf(action) if any(move.action == action for move in moves):
                    chosen, asks = (action,) if any(move.action != action for move in moves) else (), True
                case prompt.ConsoleRequest("undo") if chosen:
                    chosen = chosen[:-1]
                case prompt.ConsoleRequest("quit"):
                    raise PlayerLeft
                case prompt.ConsoleRequest("undo"):
                    raise Undo
                case prompt.ConsoleRequest("table"):
                    self._show_table(state, step, news)
                case prompt.ConsoleRequest():
                    self._show([self._words.say("help", example=example(moves))])
                case prompt.TypedMove(text) | prompt.Why(text) | prompt.PartsOf(text):
                    self._show(reasons(state, text, self._words))
                case prompt.Card(text):
                    self._show(self._screen.prose(self._words.card_text_of(text)))
                case prompt.HintRequest() | prompt.Log() | prompt.Save():
                    self._show(self._leader.aside(answer, state) if self._leader else ())
                case prompt.Misunderstood(text, near):
                    meant = self._words.say("meant", near=near) if near else ""
                    told = self._words.say("not_understood", typed=text, most=max(step.numbers)) + meant
                    self._show(Screen().prose(told) if text else ())  # an empty line is no mistake
            then = next_step(state, moves, chosen, self._words, asks=asks)
            if then != step:
                step = then
                self._show(step.lines(self._screen.width))

    def _show_table(self, state: State, step: Step, news: Sequence[str]) -> None:
        """The table, then what has happened since the last decision, then the moves."""
        table = table_lines(state.table(self._seat, self._words.language), self._screen, self._words)
        told = [heading(self._words.say("happened"), self._screen), *news] if news else []
        self._show(["", *table, *told, "", *step.lines(self._screen.width)])

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:  # on the table signs have their colours already: none stands free in such a line
            self._write(self._screen.tinted(line, self._words))


def example(moves: Sequence[Move]) -> str:
    """A move of those on offer to show how moves are typed, if possible one that names something."""
    return next((move.text for move in moves if "(" in move.text), moves[0].text)


def reasons(state: State, text: str, words: Wordings) -> Iterable[str]:
    """Why a move is not allowed now: the reason in words, then the condition with the values of its parts."""
    text = prompt.by_label(state, text, words)
    refusal = state.why_not(text)
    if refusal is None:
        return [words.say("allowed", move=text)]
    return chain(_reasons(refusal, words), *(Screen().prose(line) for line in explain_action(state, refusal, words)))


def _reasons(refusal: Refusal, words: Wordings) -> Iterator[str]:
    near = words.say("meant", near=refusal.suggestion) if refusal.suggestion else ""
    why = words.reason(refusal) + near
    left_out = refusal.reason == "arity" and refusal.got < refusal.needs
    yield from Screen().prose(f"{why}." if left_out else words.say("not_allowed", why=why))
    if refusal.condition:
        yield f"  {words.say('condition', name=refusal.condition, path=refusal.path)}"
    for source, value in refusal.values:
        yield f"    {words.say('is_now', what=source, value=words.value(value))}"


# Why an action is not allowed whose choices were left out: which things cannot be chosen, and for which reason.
#
# `why give` tells each card of the hand. Every move that can be made of what is open to choose is asked for with
# `State.why_not`, which tells the player who decides nothing but what follows from what they see and from their
# moves.

MOST_TRIED = 400
"""So many moves are asked for at most."""

MOST_MOVES = 8
"""So many moves that are allowed are told."""

NOTHING = "_"
"""What can never be chosen: the refusal tells what can be."""

Choices = tuple[str, ...]


def explain_action(state: State, refusal: Refusal, words: Wordings) -> Iterator[str]:
    """A line for the moves that are allowed, and one for what cannot be chosen for the same reason.

    `refusal` is that of the action without all its choices.
    """
    name, bracket, _ = refusal.name.partition("(")
    if refusal.reason != "arity" or not bracket:
        return
    given = key_of(refusal.move).arguments
    first = tuple(one for one in given if isinstance(one, str))
    if len(first) != len(given) or len(first) >= refusal.needs:
        return
    allowed = [move.text for move in state.legal_moves if move.text.startswith(f"{name}({', '.join(first)}")]
    if allowed:
        more = "" if len(allowed) <= MOST_MOVES else ", …"
        yield words.say("allowed_now", moves=", ".join(allowed[:MOST_MOVES]) + more)
    found = _by_first(state, name, first, refusal.needs, words)
    # What cannot be chosen for the same reason, together; `…` stands for it where the reason names it
    together: dict[str, list[str]] = {}
    for chosen, reasons in found.items():
        parts = [(list(dict.fromkeys(rest)), why.replace(chosen, REST)) for why, rest in reasons.items()]
        if len(parts) == 1:
            reason = parts[0][1]
        else:
            reason = " · ".join(f"{words.say('sum', what=', '.join(rest))} {why}" for rest, why in parts)
        together.setdefault(reason, []).append(chosen)
    for reason, things in together.items():
        if len(things) == 1 and REST in reason:
            told = reason.replace(REST, things[0])
            yield told if len(found[things[0]]) == 1 else f"{words.say('sum', what=things[0])} {told}"
        else:
            yield f"{words.say('sum', what=', '.join(things))} {reason}"
    if not allowed and not found:
        probe = state.why_not(_probe(name, first, refusal.needs))
        if probe is not None and probe.reason == "choice":
            yield words.say("nothing_to_choose") if probe.given == NOTHING else words.reason(probe)


REST = "…"
"""What stands for each of several things in a reason that names it."""


def _probe(name: str, given: Choices, needs: int) -> str:
    """A move whose next choice cannot be made."""
    return f"{name}({', '.join((*given, *(NOTHING,) * (needs - len(given))))})"


def _by_first(state: State, name: str, given: Choices, needs: int, words: Wordings) -> dict[str, dict[str, list[str]]]:
    """For each thing that might be chosen next: why not, and with which others; what can be chosen is left out."""
    found: dict[str, dict[str, list[str]]] = {}
    allowed: set[str] = set()
    for chosen in islice(_moves(state, name, given, needs), MOST_TRIED):
        next_one = words.value(chosen[len(given)])
        refusal = state.why_not(f"{name}({', '.join(chosen)})")
        if refusal is None:
            allowed.add(next_one)
            continue
        rest = ", ".join(map(words.value, chosen[len(given) + 1 :]))
        reason = words.reason(refusal) + (f" ({refusal.condition})" if refusal.condition else "")
        found.setdefault(next_one, {}).setdefault(reason, []).append(rest)
    return {chosen: reasons for chosen, reasons in found.items() if chosen not in allowed}


def _moves(state: State, name: str, given: Choices, needs: int) -> Iterator[Choices]:
    """All ways to fill in what is left out."""
    if len(given) == needs:
        yield given
        return
    refusal = state.why_not(_probe(name, given, needs))
    if refusal is None or refusal.reason != "choice" or refusal.given != NOTHING or refusal.most:
        return
    for one in refusal.possible:
        yield from _moves(state, name, (*given, one), needs)
