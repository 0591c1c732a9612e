"""What a person sees of the table: zones, variables and the moves on offer, in words.

Everything comes from the view of the seat, so nothing is shown that it may not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from ..game.move import Move
from ..game.state import State
from ..game.texts import Wordings

WIDTH = 80


def table_lines(state: State, seat: int, words: Wordings) -> Iterator[str]:
    """The zones and variables as a seat sees them, its own first."""
    view = state.view(seat)
    names = [name for name, zone in view["zones"].items() if zone.get("count", len(zone.get("cards", ())))]
    rows = [
        (words.zone(name), _cards(view["zones"][name], words)) for name in sorted(names, key=lambda n: _order(n, seat))
    ]
    rows += [
        (words.variable(name), _value(value, words))
        for name, value in view["variables"].items()
        if _worth_showing(name, value)
    ]
    wide = min(28, max((len(name) for name, _ in rows), default=0))
    for name, text in rows:
        lines = wrap(text, WIDTH - wide - 2) or [""]
        if len(name) > wide:
            yield name
        else:
            yield f"{name:<{wide}}  {lines.pop(0)}"
        yield from (" " * (wide + 2) + line for line in lines)


def move_lines(moves: tuple[Move, ...], words: Wordings) -> Iterator[str]:
    """The moves on offer with their numbers."""
    wide = min(34, max(len(move.text) for move in moves))
    for number, move in enumerate(moves, start=1):
        yield from beside(f"{number:>3}) {move.text}", words.move(move), 5 + wide)


def beside(text: str, label: str, wide: int) -> Iterator[str]:
    """A move and what it says in words: beside it where the line has room for both, else below it."""
    line = f"{text:<{wide}}  {label}"
    if len(line) <= WIDTH:
        yield line
    else:
        yield from wrap(text, WIDTH, subsequent_indent=" " * 10)
        yield from wrap(label, WIDTH, initial_indent=" " * 10, subsequent_indent=" " * 10)


def _order(name: str, seat: int) -> tuple[int, str]:
    """One's own zones first, then those of the table, then the others'."""
    owner = name.partition(".")[0] if "." in name else ""
    return (0 if owner == f"p{seat + 1}" else 1 if not owner else 2, owner)


def _cards(zone: dict[str, Any], words: Wordings) -> str:
    """The cards of a zone in words; equal ones that lie together are counted."""
    if "cards" not in zone:
        return words.say("cards", n=zone["count"])
    texts = [_card(card, words) for card in zone["cards"]]
    counts = Counter(texts)
    return ", ".join(f"{text}\N{NO-BREAK SPACE}×{number}" if number > 1 else text for text, number in counts.items())


def _card(card: str | dict[str, Any], words: Wordings) -> str:
    if isinstance(card, str):
        return words.card(card)
    return f"({', '.join(_value(value, words) for value in card.values())})"


def _value(value: Any, words: Wordings) -> str:
    if isinstance(value, bool):
        return words.value("yes" if value else "no")
    return "–" if value is None else words.value(str(value)) if isinstance(value, str) else str(value)


def _worth_showing(name: str, value: Any) -> bool:
    """Variables of the engine's own, and those that say nothing now, are left out."""
    return value not in (None, False, 0) and not name.startswith(("turn.", "round.")) and name != "entering"
