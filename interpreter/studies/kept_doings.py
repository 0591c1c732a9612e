"""What players did in many games, as an object of JSON that is kept beside their rows, and read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

from .doings import Doings
from .rows import Row

NAMED = ("actions", "points", "begun", "measures", "scores")
"""Numbers that many names have: for each name, how many games had each."""

ALONE = ("rounds", "leads", "real", "moves")
"""Numbers that a game has one of."""


def to_kept(found: Doings) -> dict[str, Any]:
    """The object, in which a number stands beside how many games had it."""
    kept: dict[str, Any] = {"games": found.games, "full": found.full}
    kept |= {key: [[name, _pairs(one)] for name, one in getattr(found, key).items()] for key in NAMED}
    return kept | {key: _pairs(getattr(found, key)) for key in ALONE}


def from_kept(kept: dict[str, Any]) -> Doings:
    """What the object tells."""
    found = Doings(games=kept["games"], full=kept["full"])
    for key in NAMED:
        for name, pairs in kept[key]:
            getattr(found, key)[name].update(_counter(pairs))
    for key in ALONE:
        getattr(found, key).update(_counter(kept[key]))
    return found


def from_rows(rows: Iterable[Row]) -> Doings:
    """What rows tell: the last scores, points and what is measured, but not how often anything was used."""
    found = Doings()
    for row in rows:
        if row.get("measures") is None:
            continue  # nobody watched it
        found.games += 1
        for seat, score in enumerate(row["scores"] or ()):
            found.scores[seat][score] += 1
        for name, value in row["measures"].items():
            found.measures[name][_value(value)] += 1
        if row["points"] is not None:
            found.full += 1
            for parts, points in row["points"].items():
                found.points[" ".join(parts.split("."))][points] += 1
    return found


def _pairs(counts: Counter[Any]) -> list[list[Any]]:
    return [[value, many] for value, many in counts.items()]


def _counter(pairs: Iterable[tuple[Any, int]]) -> Counter[Any]:
    return Counter({_value(value): many for value, many in pairs})


def _value(value: Any) -> Hashable:
    return tuple(value) if isinstance(value, list) else value
