"""A sweep for people: a table of the settings, and which of them do what is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..play.game.phrases import phrase
from .table import Part, Table, laid_out
from .words import estimate_of, mean_text, rate_text, say, whole_number_text


def sweep_text(found: dict[str, Any], lang: str = "en", wide: int | None = None) -> str:
    """The object of `sweep` as a few lines, in so many cells; None: as wide as they come."""
    rows = found["settings"]
    shown: list[Part] = [Table(rows_of(found, lang), len(rows[0]["setting"]))] if rows else []
    return laid_out(
        [", ".join(headings(found, lang)), "", *shown, "", *wanted(found, lang), say(lang, "together")], wide
    )


def headings(found: dict[str, Any], lang: str) -> list[str]:
    """What was played."""
    each = "at_most" if found["wishes"] else "each"
    return [found["named"], phrase(lang, "players", n=found["players"]), say(lang, each, n=found["games"])]


def rows_of(found: dict[str, Any], lang: str) -> list[tuple[str, ...]]:
    """A row for each setting, of which there must be some; the first row names the columns."""
    rows = found["settings"]
    options = list(rows[0]["setting"])
    sides = list(rows[0]["sides"])
    shown = sides[:1] if len(sides) == 2 else sides[:4]
    wins = [say(lang, "head_wins", side=side) for side in shown]
    heads = [*options, *wins, say(lang, "head_off"), say(lang, "head_length"), *found["wishes"]]
    lines = [tuple(heads)]
    for row in rows:
        games = row["games"]
        shares = [rate_text(estimate_of(row["sides"][side], games), lang) for side in shown]
        off, length = (
            rate_text(estimate_of(row["off_even"], games), lang),
            mean_text(estimate_of(row["length"], games), lang),
        )
        verdicts = [say(lang, f"wish_{row['wishes'][wish]}") for wish in found["wishes"]]
        lines.append((*(row["setting"][name] for name in options), *shares, off, length, *verdicts))
    return lines


def wanted(found: dict[str, Any], lang: str) -> Iterator[str]:
    """Which settings do what is wanted, and what could not be played."""
    if found["wishes"] and found["settings"]:
        played, most = sum(row["games"] for row in found["settings"]), found["games"] * len(found["settings"])
        yield say(lang, "raced", played=whole_number_text(played, lang), most=whole_number_text(most, lang))
    if found["wishes"] and found["settings"]:
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
