"""Solved and bounded games for people: the size, what good play is worth, what bots give away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...play.game.phrases import phrase
from ...play.players.registry import RANDOM
from ..report.tables import Part, TextTable, laid_out
from ..report.wording import UNKNOWN, estimate_of, mean_text, number_text, say, whole_number_text
from ..statistics.intervals import Estimate

DIGITS = 4
"""So many digits after the point, where no interval says how many are known."""


def solution_text(found: dict[str, Any], asked: int, lang: str = "en", wide: int | None = None) -> str:
    """The object of `Solution` as text for the terminal, in so many cells; bots were asked `asked` times."""
    size = {key: _grouped(found[key], lang) for key in ("positions", "ends", "chance", "longest")}
    lines: list[Part] = [
        f"{found['game']}, {phrase(lang, 'players', n=found['players'])}",
        say(lang, "solved_size", **size),
        "",
    ]
    lines.append(TextTable(list(_seats(found, lang))))
    lines += ["", say(lang, _kind(found), n=found["rounds"])]
    if found["within"]["asked"] is not None and found["players"] > 1:
        lines.append(_within(found, lang))
    if found["bots"]:
        lines += ["", say(lang, "solved_bots", n=asked), TextTable(list(_bots(found, lang)))]
    return laid_out(lines, wide)


def _kind(found: dict[str, Any]) -> str:
    if found["players"] == 1:
        return "solved_alone"
    if not found["rounds"]:
        return "solved_at_once"
    return "solved_sides" if found["players"] == 2 and found["constant_sum"] else "solved_many"


def _within(found: dict[str, Any], lang: str) -> str:
    """Whether the value is known as well as was asked."""
    asked, reached, most = (found["within"][name] for name in ("asked", "reached", "most_rounds"))
    what = "gains" if found["values"]["p1"]["low"] is None else "bounds"
    done = "reached" if reached <= asked else "missed"
    told = {"asked": number_text(asked, lang), "reached": number_text(reached, lang), "most": _grouped(most, lang)}
    return say(lang, f"solved_{what}_{done}", **told)


def _seats(found: dict[str, Any], lang: str) -> Iterator[tuple[str, ...]]:
    """What each seat gets."""
    many = found["players"] > 1 and found["values"]["p1"]["low"] is None
    heads = ["seat", "sets", "random", "value", *(["gain"] if many else [])]
    yield tuple(say(lang, f"head_{name}") for name in heads)
    for seat, sets in found["information_sets"].items():
        value = found["values"][seat]
        row = [seat, _grouped(sets, lang), number_text(found["random"][seat], lang, DIGITS), _value(value, lang)]
        yield (*row, number_text(found["gains"][seat], lang, DIGITS)) if many else tuple(row)


def _value(value: dict[str, float | None], lang: str) -> str:
    worth, low, high = value["value"] or 0.0, value["low"], value["high"]
    if low is None or high is None or high - low < 1e-9:
        return number_text(worth, lang, DIGITS)
    return mean_text(Estimate(worth, low, high, 2), lang)


def _bots(found: dict[str, Any], lang: str) -> Iterator[tuple[str, ...]]:
    """What the best answer in each seat gains against each kind of bot."""
    seats = list(found["information_sets"])
    yield (say(lang, "head_bot"), *(say(lang, "head_answer", seat=seat) for seat in seats))
    for kind, row in found["bots"].items():
        yield (kind, *(_value(row[seat], lang) if kind == RANDOM else _gain(row[seat], lang) for seat in seats))


def _gain(found: dict[str, float | None], lang: str) -> str:
    """What is gained against a bot, as far as it is known."""
    return mean_text(estimate_of(found, 1), lang)


def _grouped(number: int, lang: str) -> str:
    """A number with its thousands apart.

    >>> _grouped(9457, "en")
    '9,457'
    """
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}" if lang == "fr" else ",")


# Bounds from deals for people: what bots reach, what can be reached with all cards known, and what lies between.

METHODS = {True: "Wilson", False: "Student"}
"""Whose interval it is: that of victories, or of other returns."""


def bounded_text(found: dict[str, Any], lang: str = "en", wide: int | None = None) -> str:
    """The object of `Bounded` as text for the terminal, in so many cells."""
    lines: list[Part] = [
        f"{found['game']}, {phrase(lang, 'players', n=1)}",
        say(lang, "bounded", n=found["deals"], seed=found["seed"]),
    ]
    if found["open"]:
        lines.append(say(lang, "bounded_open", n=found["open"], most=whole_number_text(found["most"], lang)))
    low, high = (_bound(found["value"][side], lang) for side in ("low", "high"))
    lines += ["", TextTable(list(_rows(found, lang))), "", say(lang, "bounded_between", low=low, high=high)]
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
    # So many digits of a bound are told
    return UNKNOWN if value is None else number_text(value, lang, 3)
