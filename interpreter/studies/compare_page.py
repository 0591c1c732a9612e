"""A comparison as a page of HTML: plots of the differences, and all that is said in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from .comparing import SHARES
from .comparing_text import comparison_blocks, sentence
from .open_text import called
from .page import paragraph, table_html, whole_page
from .plots import Mark, at_two_widths, intervals_plot
from .table import Part, Table
from .words import estimate_of, say

KINDS = (("plot_victories", True), ("plot_others", False))
"""The plots: of victories in points, of all else as a share of A's number."""


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
    return table_html(part.rows) if isinstance(part, Table) else paragraph(part) if part else ""


def _plots(found: dict[str, Any], names: tuple[str, str], lang: str) -> Iterator[str]:
    """The differences of B from A with their intervals, under one another; what is settled is drawn stronger."""
    for title, shares in KINDS:
        if marks := [*_marks(found, names, shares, lang)]:
            head = say(lang, title)
            unit = "" if shares else say(lang, "percent", value="")
            yield f"<h2>{escape(head)}</h2>"
            yield _drawn(head, marks, unit)


def _drawn(head: str, marks: Sequence[Mark], unit: str) -> str:
    return at_two_widths(lambda wide: intervals_plot(head, marks, 0, unit, wide))


def _marks(found: dict[str, Any], names: tuple[str, str], shares: bool, lang: str) -> Iterator[Mark]:
    for question in found["questions"]:
        one = estimate_of(question["difference"], found["pairs"])
        whole = 1.0 if shares else abs(question["a"]["value"])
        if one is None or (question["what"] in SHARES) != shares or not whole:
            continue
        low, high = (one.value if bound is None else bound for bound in (one.low, one.high))
        told = sentence(question, found["pairs"], names if found["duel"] else ("A", "B"), lang, duel=found["duel"])
        value, low, high = (100 * number / whole for number in (one.value, low, high))
        name = called(question, found, lang, names[1] if found["duel"] else "")
        yield Mark(name, value, low, high, told, question["verdict"] != "open")
