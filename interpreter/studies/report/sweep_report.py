"""A sweep for people: a table of the settings, and a page with plots."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from ...play.game.phrases import phrase
from ...play.game.texts import Wordings
from ..statistics.intervals import Estimate
from .plots import HeatMapCell, PlotMark, at_two_widths, heat_map, intervals_plot
from .study_page import paragraph, table_html, whole_page
from .tables import Part, TextTable, laid_out
from .wording import estimate_of, mean_text, rate_text, say, whole_number_text


def sweep_text(found: dict[str, Any], lang: str = "en", wide: int | None = None) -> str:
    """The object of `sweep` as a few lines, in so many cells; None: as wide as they come."""
    rows = found["settings"]
    shown: list[Part] = [TextTable(rows_of(found, lang), len(rows[0]["setting"]))] if rows else []
    parts = [", ".join(headings(found, lang)), "", *shown, "", *wanted(found, lang), say(lang, "together")]
    return laid_out(parts, wide)


def headings(found: dict[str, Any], lang: str) -> list[str]:
    """What was played."""
    each = "at_most" if found["wishes"] else "each"
    return [found["named"], phrase(lang, "players", n=found["players"]), say(lang, each, n=found["games"])]


def rows_of(found: dict[str, Any], lang: str) -> list[tuple[str, ...]]:
    """A row for each setting, of which there must be some; the first row names the columns."""
    rows = found["settings"]
    options, sides = list(rows[0]["setting"]), list(rows[0]["sides"])
    shown = sides[:1] if len(sides) == 2 else sides[:4]
    wins = [say(lang, "head_wins", side=side) for side in shown]
    lines = [(*options, *wins, say(lang, "head_off"), say(lang, "head_length"), *found["wishes"])]
    for row in rows:
        games = row["games"]
        shares = [rate_text(estimate_of(row["sides"][side], games), lang) for side in shown]
        off, length = (estimate_of(row[what], games) for what in ("off_even", "length"))
        verdicts = [say(lang, f"wish_{row['wishes'][wish]}") for wish in found["wishes"]]
        told = (*shares, rate_text(off, lang), mean_text(length, lang), *verdicts)
        lines.append((*(row["setting"][name] for name in options), *told))
    return lines


def wanted(found: dict[str, Any], lang: str) -> Iterator[str]:
    """Which settings do what is wanted, and what could not be played."""
    if found["wishes"] and found["settings"]:
        played, most = sum(row["games"] for row in found["settings"]), found["games"] * len(found["settings"])
        yield say(lang, "raced", played=whole_number_text(played, lang), most=whole_number_text(most, lang))
        fits = [_named(row["setting"]) for row in found["settings"] if row["fits"] == "yes"]
        may = [_named(row["setting"]) for row in found["settings"] if row["fits"] == "open"]
        yield say(lang, "wanted", settings="; ".join(fits)) if fits else say(lang, "none_wanted")
        if may:
            yield say(lang, "may_be_wanted", settings="; ".join(may))
    if found["not_allowed"]:
        yield say(lang, "not_allowed", settings="; ".join(map(_named, found["not_allowed"])))
    if found["left"]:
        yield say(lang, "left", n=found["left"])


def _named(setting: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in setting.items())


# A sweep as a page of HTML: a map of colours for two options, plots of intervals for others.

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
                told = _estimate_text(one, what, lang)
                cells.append(HeatMapCell(across, down, one.value, told.partition(" (")[0], told, row["fits"] == "yes"))
        return at_two_widths(lambda wide: heat_map(title, options[0], options[1], cells, spread, wide))
    marks = []
    for row in found["settings"]:
        one = _number(row, what)
        if one is not None:
            low, high = (one.value if end is None else end for end in (one.low, one.high))
            by = 1 if what == "length" else 100
            label = ", ".join(row["setting"].values())
            told = f"{label}: {_estimate_text(one, what, lang)}"
            marks.append(PlotMark(label, by * one.value, by * low, by * high, told, row["fits"] != "no"))
    unit = "" if what == "length" else say(lang, "percent", value="")
    if not marks:
        return ""
    sides = len(found["settings"][0]["sides"])
    reference = marks[0].value if what == "length" else 0 if what == "off_even" else 100 / sides
    return at_two_widths(lambda wide: intervals_plot(title, marks, reference, unit, wide))


def _number(row: dict[str, Any], what: str) -> Estimate | None:
    return estimate_of(row[what] if what in MAPS else row["sides"][what], row["games"])


def _estimate_text(one: Estimate, what: str, lang: str) -> str:
    return mean_text(one, lang) if what == "length" else rate_text(one, lang)
