"""A sweep as a page of HTML: a map of colours for two options, plots of intervals for others."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from ..play.game.texts import Wordings
from .intervals import Estimate
from .page import paragraph, table_html, whole_page
from .plots import Cell, Mark, at_two_widths, heat_map, intervals_plot
from .sweeping_text import headings, rows_of, wanted
from .words import estimate_of, mean_text, rate_text, say

MAPS = ("off_even", "length")
"""What is shown of each setting, besides the share of the first side."""


def sweep_page(found: dict[str, Any], words: Wordings, lang: str = "en") -> str:
    """The object of `sweep` as a page."""
    body, below = "\n".join(_sections(found, lang)), escape(", ".join(headings(found, lang)))
    return whole_page(f"{words.title()} – {say(lang, 'sweep')}", below, body, lang)


def _sections(found: dict[str, Any], lang: str) -> Iterator[str]:
    if found["settings"]:
        for what in (*MAPS, next(iter(found["settings"][0]["sides"]))):
            yield f"<section>\n<h2>{escape(_title(what, lang))}</h2>\n{_drawn(found, what, lang)}\n</section>"
        yield f"<section>\n{table_html(rows_of(found, lang))}\n</section>"
    yield from (paragraph(line) for line in wanted(found, lang))
    yield paragraph(say(lang, "together"), soft=True)


def _title(what: str, lang: str) -> str:
    names = {"off_even": "map_off", "length": "map_length"}
    return say(lang, names[what]) if what in names else say(lang, "map_side", side=what)


def _drawn(found: dict[str, Any], what: str, lang: str) -> str:
    """A map where two options are swept over, else intervals under one another."""
    options = list(found["settings"][0]["setting"])
    title = _title(what, lang)
    if len(options) == 2:
        cells, spread = [], 0.0
        for row in found["settings"]:
            one = _number(row, what)
            if one is not None:
                spread = max(spread, one.value if one.high is None or one.low is None else one.high - one.low)
                across, down = (row["setting"][name] for name in options)
                told = _told(one, what, lang)
                cells.append(Cell(across, down, one.value, told.partition(" (")[0], told, row["fits"] == "yes"))
        return at_two_widths(lambda wide: heat_map(title, options[0], options[1], cells, spread, wide))
    marks = []
    for row in found["settings"]:
        one = _number(row, what)
        if one is not None:
            low, high = (one.value if end is None else end for end in (one.low, one.high))
            by = 1 if what == "length" else 100
            label = ", ".join(row["setting"].values())
            told = f"{label}: {_told(one, what, lang)}"
            marks.append(Mark(label, by * one.value, by * low, by * high, told, row["fits"] != "no"))
    unit = "" if what == "length" else say(lang, "percent", value="")
    if not marks:
        return ""
    sides = len(found["settings"][0]["sides"])
    reference = marks[0].value if what == "length" else 0 if what == "off_even" else 100 / sides
    return at_two_widths(lambda wide: intervals_plot(title, marks, reference, unit, wide))


def _number(row: dict[str, Any], what: str) -> Estimate | None:
    found = row[what] if what in MAPS else row["sides"][what]
    return estimate_of(found, row["games"])


def _told(one: Estimate, what: str, lang: str) -> str:
    return mean_text(one, lang) if what == "length" else rate_text(one, lang)
