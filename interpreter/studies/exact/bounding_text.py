"""Bounds from deals for people: what bots reach, what can be reached with all cards known, and what lies between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...play.game.phrases import phrase
from ..table import Part, Table, laid_out
from ..words import UNKNOWN, estimate_of, mean_text, number_text, say, whole_number_text

METHODS = {True: "Wilson", False: "Student"}
"""Whose interval it is: that of victories, or of other returns."""

DIGITS = 3
"""So many digits of a bound are told."""


def bounded_text(found: dict[str, Any], lang: str = "en", wide: int | None = None) -> str:
    """The object of `Bounded` as text for the terminal, in so many cells."""
    lines: list[Part] = [
        f"{found['game']}, {phrase(lang, 'players', n=1)}",
        say(lang, "bounded", n=found["deals"], seed=found["seed"]),
    ]
    if found["open"]:
        lines.append(say(lang, "bounded_open", n=found["open"], most=whole_number_text(found["most"], lang)))
    low, high = (_bound(found["value"][side], lang) for side in ("low", "high"))
    lines += ["", Table(list(_rows(found, lang))), "", say(lang, "bounded_between", low=low, high=high)]
    lines.append(say(lang, "bounded_intervals", method=METHODS[found["ceiling"] is not None]))
    return laid_out(lines, wide)


def _rows(found: dict[str, Any], lang: str) -> Iterator[tuple[str, str]]:
    """Who gets how much."""
    yield say(lang, "head_who"), say(lang, "head_return")
    for kind, got in found["bots"].items():
        yield say(lang, "bounded_bot", bot=kind), mean_text(estimate_of(got, found["deals"]), lang)
    known = found["all_known"]
    least, most = (mean_text(estimate_of(known[side], found["deals"]), lang) for side in ("at_least", "at_most"))
    if not found["open"]:
        yield say(lang, "bounded_seen"), most
        return
    yield say(lang, "bounded_found"), least
    yield say(lang, "bounded_most", ceiling=_bound(found["ceiling"], lang)), most


def _bound(value: float | None, lang: str) -> str:
    return UNKNOWN if value is None else number_text(value, lang, DIGITS)
