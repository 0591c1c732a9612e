"""What `compare` has seen in the course of the games: sentences, and a table of what changed most in use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .in_use import SHARES, USES
from .intervals import Estimate
from .table import Part, Table
from .words import difference_text, estimate_of, fixed_text, mean_of, points_text, rare_text, say, share_of

MOST = 8
"""How many actions and cards are shown, unless all are asked for."""


def settled_use(use: dict[str, Any], lang: str) -> Iterator[str]:
    """What surely changes in the course of the games, and how they end, in a sentence each."""
    for row in use["rows"]:
        if row["what"] not in USES and row["verdict"] != "open":
            yield _sentence(row, use["pairs"], lang)


def open_rows(use: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of which it is open whether they change, without those of actions and cards."""
    rows = [row for row in use["rows"] if row["what"] not in USES and row["verdict"] == "open"]
    return [row for row in rows if not _never_differs(row)]


def any_shared(use: dict[str, Any]) -> bool:
    """Whether a game was seen that nobody won alone."""
    return any(row["what"] == "shared" and (row["a"]["value"] or row["b"]["value"]) for row in use["rows"])


def use_tables(
    use: dict[str, Any], lang: str, details: bool, called: Mapping[tuple[str, str], str]
) -> Iterator[list[Part]]:
    """The actions and cards that are surely used more or less often, and with `details` all others, too."""
    uses = _uses(use)
    changed = [row for row in uses if row["verdict"] != "open"]
    shown = changed if details else changed[:MOST]
    left = [row for row in uses if row["verdict"] == "open"] if details else []
    more = [say(lang, "use_more", n=len(changed) - len(shown))] if len(changed) > len(shown) else []
    yield [*_table(shown, use["pairs"], lang, called, "head_use"), *more]
    yield [*_table(left, use["pairs"], lang, called, "head_use_open")]


def open_uses(use: dict[str, Any], lang: str, details: bool) -> str:
    """Of how many actions and cards it is open whether their use changes; "" where that is told of each."""
    uses = _uses(use)
    left = [row for row in uses if row["verdict"] == "open"]
    if details or not left:
        return ""
    return say(lang, "use_open" if len(left) < len(uses) else "use_none", n=len(left))


def _uses(use: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in use["rows"] if row["what"] in USES and not _goes_with_its_action(row, use["rows"])]


def _table(
    rows: list[dict[str, Any]], pairs: int, lang: str, called: Mapping[tuple[str, str], str], head: str
) -> Iterator[Table]:
    if rows:
        heads = [say(lang, name) for name in (head, "head_a", "head_b", "head_more")]
        digits = {key: 2 if any(row[key]["value"] % 1 for row in rows) else 0 for key in ("a", "b")}
        yield Table([heads, *((called[row["what"], row["name"]], *_cells(row, pairs, lang, digits)) for row in rows)])


def _goes_with_its_action(row: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    """Whether this is the card of an action that only one of the games has: its row says it all."""
    action = row["name"].rpartition(" ")[0]
    return row["what"] == "cards" and any(
        one["what"] == "actions" and one["name"] == action and 0 in (one["a"]["value"], one["b"]["value"])
        for one in rows
    )


def _sentence(row: dict[str, Any], pairs: int, lang: str) -> str:
    a, b, difference = (_estimate(row[key], pairs) for key in ("a", "b", "difference"))
    share = row["what"] in SHARES
    text = share_of if share else mean_of
    told = points_text(difference, lang) if share else difference_text(difference, lang)
    return say(lang, f"use_{row['what']}_{row['verdict']}", a=text(a, lang), b=text(b, lang), difference=told)


def _never_differs(row: dict[str, Any]) -> bool:
    """Whether a number was the same in A and B in each pair; of fewer pairs than are looked at, nothing is said."""
    return row["difference"]["low"] is None and not row["difference"]["value"]


def _cells(row: dict[str, Any], pairs: int, lang: str, digits: dict[str, int]) -> Iterator[str]:
    for key in ("a", "b"):
        found = _estimate(row[key], pairs)
        yield fixed_text(found.value, digits[key], lang) if found.value else say(lang, "never") + rare_text(found, lang)
    yield difference_text(_estimate(row["difference"], pairs), lang)


def _estimate(found: dict[str, float | None], n: int) -> Estimate:
    one = estimate_of(found, n)
    assert one is not None
    return one
