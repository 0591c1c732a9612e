"""A comparison as a page of HTML: plots of the differences, and all that is said in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from ..comparison import SHARES
from ..usage import SHARES as SEEN_SHARES
from ..usage import USES
from .comparison_text import called, comparison_blocks, sentence, usage_row
from .plots import PlotMark, at_two_widths, intervals_plot
from .study_page import paragraph, table_html, whole_page
from .tables import Part, TextTable
from .wording import estimate_of, say

KINDS = ("points", "percent", "own")
"""The plots: of shares in points, of returns, which may well be 0 on average, in their own unit, and of all else in
per cent of A's number.
"""


def comparison_page(
    found: dict[str, Any],
    names: tuple[str, str],
    title: str,
    lang: str = "en",
    *,
    details: bool = False,
    named: Mapping[tuple[str, str], str] | None = None,
) -> str:
    """The object of `Comparison` as a page; `names` are what was typed for A and B.

    `named` is what actions and cards are called, see `called_in`.
    """
    blocks = [*comparison_blocks(found, names, lang, details, named or {})]
    body = [_section(_plots(found, names, lang))] if found["pairs"] else []
    body += [_section(map(_html, block)) for block in blocks[1:-1]]
    body += [paragraph(part, soft=True) for part in blocks[-1] if isinstance(part, str)] if len(blocks) > 1 else []
    below = "<br>".join(escape(part) for part in blocks[0] if isinstance(part, str))
    return whole_page(f"{title} – {say(lang, 'comparison')}", below, "\n".join(filter(None, body)), lang)


def _section(parts: Iterator[str]) -> str:
    inside = "\n".join(parts)
    return f"<section>\n{inside}\n</section>" if inside else ""


def _html(part: Part) -> str:
    return table_html(part.rows) if isinstance(part, TextTable) else paragraph(part) if part else ""


def _plots(found: dict[str, Any], names: tuple[str, str], lang: str) -> Iterator[str]:
    """The differences of B from A with their intervals, under one another; what is settled is drawn stronger."""
    asked = [*_asked(found, names, lang), *_seen(found, lang)]
    for kind in KINDS:
        if marks := [mark for one, mark in asked if one == kind]:
            head = say(lang, f"plot_{kind}")
            unit = say(lang, "percent", value="") if kind == "percent" else ""
            yield f"<h2>{escape(head)}</h2>"
            yield _drawn(head, marks, unit)


def _drawn(head: str, marks: Sequence[PlotMark], unit: str) -> str:
    return at_two_widths(lambda wide: intervals_plot(head, marks, 0, unit, wide))


def _asked(found: dict[str, Any], names: tuple[str, str], lang: str) -> Iterator[tuple[str, PlotMark]]:
    """What is asked of all games, each with its kind."""
    for question in found["questions"]:
        what, who = question["what"], names if found["duel"] else ("A", "B")
        kind = "points" if what in SHARES else "own" if what == "return" else "percent"
        told = sentence(question, found["pairs"], who, lang, duel=found["duel"])
        name = called(question, found, lang, names[1] if found["duel"] else "")
        yield from _mark(question, found["pairs"], kind, name, told)


def _seen(found: dict[str, Any], lang: str) -> Iterator[tuple[str, PlotMark]]:
    """What was seen in the games that were watched, without the actions and cards, which are many."""
    use: dict[str, Any] = found.get("use", {"rows": []})
    for row in use["rows"]:
        if row["what"] not in USES:
            what, *numbers = usage_row(row, use["pairs"], lang)
            heads = (say(lang, name) for name in ("head_a", "head_b", "head_more"))
            told = "; ".join(f"{head} {number}" for head, number in zip(heads, numbers, strict=True))
            kind = "points" if row["what"] in SEEN_SHARES else "percent"
            yield from _mark(row, use["pairs"], kind, what, f"{what}: {told}")


def _mark(row: dict[str, Any], pairs: int, kind: str, name: str, told: str) -> Iterator[tuple[str, PlotMark]]:
    """The mark of a difference; none where there is no interval, or nothing to measure it by."""
    one = estimate_of(row["difference"], pairs)
    whole = abs(row["a"]["value"]) if kind == "percent" else 1.0
    if one is None or one.low is None and not one.value or not whole:
        return
    factor = 1.0 if kind == "own" else 100 / whole
    value, low, high = (factor * (one.value if number is None else number) for number in (one.value, one.low, one.high))
    yield kind, PlotMark(name, value, low, high, told, row["verdict"] != "open")
