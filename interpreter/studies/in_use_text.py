"""What `compare` has seen in the course of the games: sentences, and a table of what changed most in use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .in_use import USES
from .intervals import Estimate
from .table import Part, Table
from .words import difference_text, estimate_of, mean_text, number_text, points_text, rate_text, say

MOST = 8
"""How many actions and cards are shown, unless all are asked for."""


def use_lines(use: dict[str, Any], lang: str, details: bool, called: Mapping[tuple[str, str], str]) -> Iterator[Part]:
    """The lines about games that were watched."""
    pairs = use["pairs"]
    uses = [row for row in use["rows"] if row["what"] in USES and not _goes_with_its_action(row, use["rows"])]
    changed = [row for row in uses if row["verdict"] != "open"]
    shown = changed if details else changed[:MOST]
    yield ""
    yield say(lang, "watched", n=pairs)
    others = [row for row in use["rows"] if row["what"] not in USES and not _never_differs(row)]
    for row in sorted(others, key=lambda row: row["verdict"] == "open"):
        yield _sentence(row, pairs, lang)
    if shown:
        heads = [say(lang, name) for name in ("head_use", "head_a", "head_b", "head_more")]
        rows = [(called[row["what"], row["name"]], *_cells(row, pairs, lang)) for row in shown]
        yield Table([heads, *rows])
    if rest := _rest(len(uses), len(changed), len(shown), lang):
        yield rest


def _goes_with_its_action(row: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    """Whether this is the card of an action that only one of the games has: its row says it all."""
    action = row["name"].rpartition(" ")[0]
    return row["what"] == "cards" and any(
        one["what"] == "actions" and one["name"] == action and 0 in (one["a"]["value"], one["b"]["value"])
        for one in rows
    )


def _rest(uses: int, changed: int, shown: int, lang: str) -> str:
    """How many actions and cards there are besides those that are shown."""
    if not changed:
        return say(lang, "use_none", n=uses)
    told = [say(lang, "use_more", n=changed - shown)] if changed > shown else []
    return " ".join([*told, *([say(lang, "use_open", n=uses - changed)] if uses > changed else [])])


def _sentence(row: dict[str, Any], pairs: int, lang: str) -> str:
    a, b, difference = (_estimate(row[key], pairs) for key in ("a", "b", "difference"))
    share = row["what"] == "real"
    text = rate_text if share else mean_of
    verdict = "level" if row["verdict"] == "open" else row["verdict"]
    told = points_text(difference, lang) if share else difference_text(difference, lang)
    said = say(lang, f"use_{row['what']}_{verdict}", a=text(a, lang), b=text(b, lang), difference=told)
    return said if row["verdict"] != "open" else f"{said} {say(lang, 'use_unsettled')}"


def mean_of(found: Estimate, lang: str) -> str:
    """A mean; without an interval where there are too few games for one, or none differs."""
    if found.low is None and found.high is None:
        return number_text(found.value, lang, 2)
    return mean_text(found, lang)


def _never_differs(row: dict[str, Any]) -> bool:
    """Whether a number was the same in A and B in each pair; of fewer pairs than are looked at, nothing is said."""
    return row["difference"]["low"] is None and not row["difference"]["value"]


def _cells(row: dict[str, Any], pairs: int, lang: str) -> Iterator[str]:
    for key in ("a", "b"):
        found = _estimate(row[key], pairs)
        yield say(lang, "never") if not found.value else number_text(found.value, lang, 2)
    yield difference_text(_estimate(row["difference"], pairs), lang)


def _estimate(found: dict[str, float | None], n: int) -> Estimate:
    one = estimate_of(found, n)
    assert one is not None
    return one
