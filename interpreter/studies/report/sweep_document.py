"""A sweep for people: maps of colours for two options, plots of intervals for others, and a table of the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...diagnostics.text import DEFAULT_LANGUAGE
from ...documents.document import Document, Heading, HeatMap, HeatMapCell, IntervalsPlot, Note, Part, Table
from ...play.game.texts import Wordings
from ..statistics.intervals import Estimate
from .wording import Formatter, estimate_of, plot_mark

MAPS = {"off_even": "map_off", "length": "map_length"}
"""What is shown of each setting, besides the share of the first side."""

Row = dict[str, Any]


def sweep_document(found: dict[str, Any], words: Wordings, lang: str = DEFAULT_LANGUAGE) -> Document:
    """The object of `sweep` as a document."""
    fmt, rows = Formatter(lang), found["settings"]
    each = fmt.say("at_most" if found["wishes"] else "each", n=found["games"])
    lead = ", ".join((found["named"], fmt.say("players", n=found["players"]), each))
    shown = (*MAPS, next(iter(rows[0]["sides"]))) if rows else ()
    sections: list[list[Part]] = [[*_map(rows, what, fmt)] for what in shown]
    sections += [[_table(found, fmt)]] if rows else []
    sections.append([*_wanted(found, fmt), Note(fmt.say("together"))])
    return Document(title=f"{words.title()} – {fmt.say('sweep')}", lead=[lead], sections=sections, lang=lang)


def _table(found: dict[str, Any], fmt: Formatter) -> Table:
    """A row for each setting, of which there are some."""
    first = found["settings"][0]
    options, sides = list(first["setting"]), list(first["sides"])
    shown = sides[:1] if len(sides) == 2 else sides[:4]
    wins = [fmt.say("head_side_wins", side=side) for side in shown]
    lines = [(*options, *wins, *fmt.heads("off", "length"), *found["wishes"])]
    for row in found["settings"]:
        shares = (fmt.rate(row["sides"][side]) for side in shown)
        verdicts = (fmt.say(f"wish_{row['wishes'][wish]}") for wish in found["wishes"])
        setting = (row["setting"][name] for name in options)
        lines.append((*setting, *shares, fmt.rate(row["off_even"]), fmt.mean(row["length"]), *verdicts))
    return Table(lines, len(options))


def _wanted(found: dict[str, Any], fmt: Formatter) -> Iterator[str]:
    """Which settings do what is wanted, and what could not be played."""
    rows = found["settings"]
    if found["wishes"] and rows:
        played, most = sum(row["games"] for row in rows), found["games"] * len(rows)
        yield fmt.say("raced", played=fmt.count(played), most=fmt.count(most))
        fits, may = ("; ".join(_named(row["setting"]) for row in rows if row["fits"] == one) for one in ("yes", "open"))
        yield fmt.say("wanted", settings=fits) if fits else fmt.say("none_wanted")
        if may:
            yield fmt.say("may_be_wanted", settings=may)
    if found["not_allowed"]:
        yield fmt.say("not_allowed", settings="; ".join(map(_named, found["not_allowed"])))
    if found["left"]:
        yield fmt.say("left", n=found["left"])


def _named(setting: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in setting.items())


def _map(rows: list[Row], what: str, fmt: Formatter) -> Iterator[Part]:
    """A map where two options are swept over, else intervals under one another."""
    title = fmt.say(MAPS[what]) if what in MAPS else fmt.say("map_side", side=what)
    yield Heading(title)
    known = [(row, one) for row in rows if (one := estimate_of(row[what] if what in MAPS else row["sides"][what]))]
    if known:
        draw = _heat_map if len(rows[0]["setting"]) == 2 else _intervals
        yield draw(title, known, what, fmt)


def _heat_map(title: str, known: list[tuple[Row, Estimate]], what: str, fmt: Formatter) -> HeatMap:
    cells = []
    for row, one in known:
        across, down = row["setting"].values()
        told = _estimate_text(one, what, fmt)
        cells.append(HeatMapCell(across, down, one.value, told.partition(" (")[0], told, row["fits"] == "yes"))
    ends = ((one.low, one.value, one.high) for _, one in known)
    spread = max(value if low is None or high is None else high - low for low, value, high in ends)
    across, down = known[0][0]["setting"]
    return HeatMap(title, across, down, cells, spread)


def _intervals(title: str, known: list[tuple[Row, Estimate]], what: str, fmt: Formatter) -> IntervalsPlot:
    marks = []
    for row, one in known:
        label, by = ", ".join(row["setting"].values()), 1 if what == "length" else 100
        told = f"{label}: {_estimate_text(one, what, fmt)}"
        marks.append(plot_mark(label, one, told, by, strong=row["fits"] != "no"))
    sides = len(known[0][0]["sides"])
    reference = marks[0].value if what == "length" else 0 if what == "off_even" else 100 / sides
    return IntervalsPlot(title, marks, reference, "" if what == "length" else fmt.say("percent", value=""))


def _estimate_text(one: Estimate, what: str, fmt: Formatter) -> str:
    return fmt.mean(one) if what == "length" else fmt.rate(one)
