"""What people see of the table: zones, variables and the moves on offer, in words.

Everything comes from the view of their seat, so nothing is shown that they may not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from ..game.move import Move
from ..game.state import State
from ..game.telling import told_now
from ..game.texts import Wordings

WIDTH = 80
"""How many columns people see, whatever their terminal could show."""

GLUE = "\ue000"
"""Stands for the blanks in the label of a card until lines are broken, so that they break between cards only."""

BENEATH = 4
"""Of a stack, at most this many cards beneath the top are named; more are counted."""


def table_lines(state: State, seat: int, words: Wordings) -> Iterator[str]:
    """The zones and variables as a seat sees them, its own first."""
    view = state.view(seat)
    names = [name for name, zone in view["zones"].items() if zone.get("count", len(zone.get("cards", ())))]
    rows = [
        (words.zone(name), _cards(name, view["zones"][name], words))
        for name in sorted(names, key=lambda n: _order(n, seat))
    ]
    rows += [
        (words.variable(name), value_in_words(value, words))
        for name, value in view["variables"].items()
        if _worth_showing(name, value)
    ]
    wide = min(28, max((len(name) for name, _ in rows), default=0))
    for name, text in rows:
        lines = [line.replace(GLUE, " ") for line in wrap(text, WIDTH - wide - 2)] or [""]
        if len(name) > wide:
            yield name
        else:
            yield f"{name:<{wide}}  {lines.pop(0)}"
        yield from (" " * (wide + 2) + line for line in lines)


def move_lines(state: State, moves: tuple[Move, ...], words: Wordings) -> Iterator[str]:
    """The moves on offer in a position, with their numbers."""
    wide = min(34, max(len(move.text) for move in moves))
    for number, move in enumerate(moves, start=1):
        yield from beside(f"{number:>3}) {move.text}", words.move(move, told_now(state.machine, move)), 5 + wide)


def beside(text: str, label: str, wide: int) -> Iterator[str]:
    """A move and its label: beside it where the line has room for both, else below it."""
    line = f"{text:<{wide}}  {label}"
    if len(line) <= WIDTH:
        yield line
    else:
        yield from wrap(text, WIDTH, subsequent_indent=" " * 10)
        yield from wrap(label, WIDTH, initial_indent=" " * 10, subsequent_indent=" " * 10)


def _order(name: str, seat: int) -> tuple[int, str]:
    """A sort key: the seat's own zones, then those of the table, then those of others."""
    owner = name.partition(".")[0] if "." in name else ""
    return (0 if owner == f"p{seat + 1}" else 1 if not owner else 2, owner)


def _cards(name: str, zone: dict[str, Any], words: Wordings) -> str:
    """The cards of a zone in words: equal ones counted, except in a stack, where it matters which lies on top."""
    if "cards" not in zone:
        return words.say("cards", n=zone["count"])
    texts = [_card(card, words) for card in zone["cards"]]
    found = words.spec.zones.get(name.rpartition(".")[2]) if words.spec else None
    if found is not None and found.order == "stack":
        return _stack(texts, words)
    return ", ".join(counted(text, number) for text, number in Counter(texts).items())


def _stack(texts: Sequence[str], words: Wordings) -> str:
    """The top of a stack, and what lies beneath it: the next few cards in their order, more as a number."""
    top, *rest = texts
    if not rest:
        return top
    runs = [counted(text, len(list(run))) for text, run in groupby(rest)]
    beneath = ", ".join(runs) if len(rest) <= BENEATH and "?" not in rest else words.say("cards", n=len(rest))
    return words.say("beneath", top=top, rest=beneath)


def counted(text: str, number: int) -> str:
    """A card that is there several times.

    >>> counted("25 km", 1), ascii(counted("25 km", 2))
    ('25 km', "'25 km\\\\xa0\\\\xd72'")
    """
    return f"{text}\N{NO-BREAK SPACE}×{number}" if number > 1 else text


def _card(card: str | dict[str, Any], words: Wordings) -> str:
    if isinstance(card, str):
        return words.card(card).replace(" ", GLUE)
    return f"({', '.join(value_in_words(value, words) for value in card.values())})"


def value_in_words(value: Any, words: Wordings) -> str:
    """The value of a variable as people read it."""
    if isinstance(value, bool):
        return words.value("yes" if value else "no")
    return "–" if value is None else words.value(str(value)) if isinstance(value, str) else str(value)


def _worth_showing(name: str, value: Any) -> bool:
    """Whether a variable is one of the game's own, and its value says something now."""
    return value not in (None, False, 0) and not name.startswith(("turn.", "round.")) and name != "entering"
