"""What a comparison of two games has not settled, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..diagnostics.record import dataclass
from .comparing import SHARES
from .in_use import SHARES as SEEN_SHARES
from .in_use_text import open_rows
from .intervals import Estimate
from .table import Part, Table
from .words import difference_text, estimate_of, mean_of, number_text, points_text, say, share_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """What is open: what it is called, and what was found of it in so many pairs, as an object of JSON.

    `games` is how many more of each game would settle it, in words; "" where that is not told.
    """

    what: str
    share: bool
    found: dict[str, Any]
    games: str
    pairs: int


def open_lines(found: dict[str, Any], counted: Sequence[dict[str, Any]], lang: str) -> Iterator[Part]:
    """A table of all that is open but the questions that are only `counted`, and what its last column means."""
    rows = [*_asked(found, counted, lang), *_seen(found, lang)]
    if not rows:
        return
    many = any(row.games for row in rows)
    heads = [say(lang, name) for name in ("head_open", "head_a", "head_b", "head_more")]
    lines = [[row.what, *_cells(row, lang), *([row.games] if many else [])] for row in rows]
    yield Table([[*heads, *([say(lang, "head_more_games")] if many else [])], *lines])
    if many:
        value = number_text(float(f"{100 * found['smallest']:.2g}"), lang)
        points = say(lang, "points", value=value, n=1 if value == "1" else 2)
        yield say(lang, "games_mean", points=points, percent=say(lang, "percent", value=value))


def _asked(found: dict[str, Any], counted: Sequence[dict[str, Any]], lang: str) -> Iterator[Open]:
    for question in found["questions"]:
        if question["verdict"] == "open" and question not in counted:
            more = question["more_games"]
            yield Open(
                what=called(question, found, lang),
                share=question["what"] in SHARES,
                found=question,
                games=say(lang, "many_games") if more is None else str(rounded(more)),
                pairs=found["pairs"],
            )


def called(question: dict[str, Any], found: dict[str, Any], lang: str, bot: str = "") -> str:
    """What a question of a comparison is about, in two or three words; `bot` is the second of two that are compared."""
    who = question["who"] or bot or say(lang, "whoever_begins")
    if who == found.get("begins") and question["what"] == "victory":
        who = say(lang, "who_begins", who=who)
    return say(lang, f"open_{question['what']}", who=who)


def _seen(found: dict[str, Any], lang: str) -> Iterator[Open]:
    """What is open of the games that were watched."""
    if "use" not in found:
        return
    for row in open_rows(found["use"]):
        yield _of_use(row, found["use"]["pairs"], lang)


def _of_use(row: dict[str, Any], pairs: int, lang: str) -> Open:
    share = row["what"] in SEEN_SHARES
    return Open(what=say(lang, f"open_use_{row['what']}"), share=share, found=row, games="", pairs=pairs)


def told_of(row: dict[str, Any], pairs: int, lang: str) -> tuple[str, ...]:
    """What a row of the watched games is about, its number in A and in B, and how much more it is in B."""
    one = _of_use(row, pairs, lang)
    return (one.what, *_cells(one, lang))


def _cells(row: Open, lang: str) -> Iterator[str]:
    for key in ("a", "b"):
        found = _estimate(row, key)
        yield (share_of if row.share else mean_of)(found, lang)
    yield (points_text if row.share else difference_text)(_estimate(row, "difference"), lang)


def _estimate(row: Open, key: str) -> Estimate:
    one = estimate_of(row.found[key], row.pairs)
    assert one is not None
    return one


def rounded(number: int) -> int:
    """A number of games with two digits that mean something.

    >>> rounded(1234), rounded(99), rounded(7)
    (1300, 99, 7)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit
