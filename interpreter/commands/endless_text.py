"""Tells people which decisions of a game that does not end come again and again."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.game.endless import Circle, Made
from ..play.game.texts import Wordings

SHOWN = 6
"""How many different decisions are told."""


def circle_text(circle: Circle, words: Wordings) -> Iterator[str]:
    """A line that says what is going on, and one for each of the most frequent decisions."""
    total = sum(times for _, times in circle.made)
    rows = list(circle.made)
    if circle.certain:
        yield words.say("endless", n=total)
    else:
        yield words.say("last_decisions", n=total)
        rows.sort(key=lambda row: -row[1])
    for made, times in rows[:SHOWN]:
        yield f"  {_decision(made, words)}" if circle.certain else f"  {times:>4} × {_decision(made, words)}"
    if len(rows) > SHOWN:
        yield f"  {words.say('others', n=len(rows) - SHOWN)}"


def _decision(made: Made, words: Wordings) -> str:
    phase = f" ({words.phase(made.phase)})" if made.phase else ""
    return f"p{made.seat + 1}  {made.action}{phase}"
