"""Solved and bounded games for people: the size, what good play is worth, what bots give away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...diagnostics.text import DEFAULT_LANGUAGE
from ...documents.document import Document, Part, Table
from ...play.players.registry import RANDOM
from ..report.wording import UNKNOWN, Formatter
from ..statistics.intervals import Estimate

DIGITS = 4
"""So many digits after the point, where no interval says how many are known."""


def solution_document(found: dict[str, Any], asked: int, lang: str = DEFAULT_LANGUAGE) -> Document:
    """The object of `Solution` as a document; bots were asked `asked` times."""
    fmt = Formatter(lang)
    size = {key: fmt.count(found[key]) for key in ("positions", "ends", "chance")}
    told = [fmt.say(_kind(found), n=found["rounds"])]
    if found["within"]["asked"] is not None and found["players"] > 1:
        told.append(_within(found, fmt))
    sections: list[Sequence[Part]] = [[_seats(found, fmt)], told]
    if found["bots"]:
        sections.append([fmt.say("solved_bots", n=asked), _bots(found, fmt)])
    return _document(found, [fmt.say("solved_size", n=found["longest"], **size)], sections, fmt)


def _document(found: dict[str, Any], about: list[str], sections: list[Sequence[Part]], fmt: Formatter) -> Document:
    name = f"{found['game']}, {fmt.say('players', n=found['players'])}"
    return Document(title=found["game"], lead=[name, *about], sections=sections, lang=fmt.lang)


def _kind(found: dict[str, Any]) -> str:
    if found["players"] == 1:
        return "solved_alone"
    if not found["rounds"]:
        return "solved_at_once"
    return "solved_sides" if found["players"] == 2 and found["constant_sum"] else "solved_many"


def _within(found: dict[str, Any], fmt: Formatter) -> str:
    """Whether the value is known as well as was asked."""
    asked, reached, most = (found["within"][name] for name in ("asked", "reached", "most_rounds"))
    what = "gains" if found["values"]["p1"]["low"] is None else "bounds"
    done = "reached" if reached <= asked else "missed"
    told = {"asked": fmt.number(asked), "reached": fmt.number(reached), "most": fmt.count(most)}
    return fmt.say(f"solved_{what}_{done}", **told)


def _seats(found: dict[str, Any], fmt: Formatter) -> Table:
    """What each seat gets."""
    many = found["players"] > 1 and found["values"]["p1"]["low"] is None
    rows = [fmt.heads("seat", "sets", "random", "value", *(["gain"] if many else []))]
    for seat, sets in found["information_sets"].items():
        row = (seat, fmt.count(sets), fmt.number(found["random"][seat], DIGITS), _value(found["values"][seat], fmt))
        rows.append((*row, fmt.number(found["gains"][seat], DIGITS)) if many else row)
    return Table(rows)


def _value(value: dict[str, float | None], fmt: Formatter) -> str:
    worth, low, high = value["value"] or 0.0, value["low"], value["high"]
    if low is None or high is None or high - low < 1e-9:
        return fmt.number(worth, DIGITS)
    return fmt.mean(Estimate(worth, low, high, 2))


def _bots(found: dict[str, Any], fmt: Formatter) -> Table:
    """What the best answer in each seat gains against each kind of bot, as far as it is known."""
    seats = list(found["information_sets"])
    rows = [(fmt.say("head_bot"), *(fmt.say("head_answer", seat=seat) for seat in seats))]
    for kind, row in found["bots"].items():
        rows.append((kind, *(_value(row[seat], fmt) if kind == RANDOM else fmt.mean(row[seat]) for seat in seats)))
    return Table(rows)


# Bounds from deals for people: what bots reach, what can be reached with all cards known, and what lies between.

METHODS = {True: "Wilson", False: "Student"}
"""Whose interval it is: that of victories, or of other returns."""


def bounded_document(found: dict[str, Any], lang: str = DEFAULT_LANGUAGE) -> Document:
    """The object of `Bounded` as a document."""
    fmt = Formatter(lang)
    about = [fmt.say("bounded", n=found["deals"], seed=found["seed"])]
    if found["open"]:
        about.append(fmt.say("bounded_open", n=found["open"], most=fmt.count(found["most"])))
    low, high = (_bound(found["value"][side], fmt) for side in ("low", "high"))
    method = METHODS[found["ceiling"] is not None]
    between = [fmt.say("bounded_between", low=low, high=high), fmt.say("bounded_intervals", method=method)]
    return _document(found, about, [[Table([*_rows(found, fmt)])], between], fmt)


def _rows(found: dict[str, Any], fmt: Formatter) -> Iterator[tuple[str, ...]]:
    """Who gets how much."""
    yield fmt.heads("who", "return")
    for kind, got in found["bots"].items():
        yield fmt.say("bounded_bot", bot=kind), fmt.mean(got)
    least, most = (fmt.mean(found["all_known"][side]) for side in ("at_least", "at_most"))
    if not found["open"]:
        yield fmt.say("bounded_seen"), most
        return
    yield fmt.say("bounded_found"), least
    yield fmt.say("bounded_most", ceiling=_bound(found["ceiling"], fmt)), most


def _bound(value: float | None, fmt: Formatter) -> str:
    # So many digits of a bound are told
    return UNKNOWN if value is None else fmt.number(value, 3)
