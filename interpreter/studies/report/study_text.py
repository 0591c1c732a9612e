"""A study of a game for people: tables and a few sentences."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from shlex import quote
from typing import Any

from ...play.game.phrases import phrase
from ...play.game.texts import Wordings
from ...play.players.registry import RANDOM
from ..measures.chance_effects import PARTS
from ..statistics.intervals import Estimate
from ..study import FORCED
from .summary_text import points_rows
from .tables import Part, TextTable, laid_out, names_of, value_name
from .wording import (
    difference_text,
    estimate,
    estimate_of,
    mean_text,
    number_text,
    points_text,
    rate_text,
    say,
    share_text,
    whole_number_text,
    whole_text,
)

MOST_ROWS = 20
"""How many actions and cards are shown in the terminal: those that differ most. All are in the JSON and on the page."""

DEEDS = ("actions", "rules", "cards", "dealt")
"""The tables of what was done, came to pass and was dealt."""

USES = {"rules": "head_moves", "dealt": "head_given"}
"""What is counted, where it is not uses."""

Row = dict[str, Any]


def study_text(found: dict[str, Any], words: Wordings, lang: str = "en", wide: int | None = None) -> str:
    """The object of `Study` as text for the terminal, in so many cells; None: as wide as it comes."""
    if not found["games"]:
        return phrase(lang, "no_game_played", game=found["game"])
    lines: list[Part] = [headline(found, lang), "", TextTable(sides_table(found, lang))]
    lines += [*fairness(found, lang), *variance_line(found, lang), ""]
    lines += facts(found, words, lang)
    if "scores" in found["details"]:
        lines += ["", TextTable(scores_table(found, lang))]
    if found["details"].get("points"):
        lines += ["", TextTable(points_rows(found["details"], found["games"], lang, words))]
    if found["details"].get("measures"):
        lines += ["", TextTable(measures_table(found, words, lang))]
    if found["course"]:
        lines += ["", *course(found, lang)]
    if found["nature"]:
        lines += ["", TextTable(nature_table(found, lang)), *suited(found, lang)]
    for what in ("options", "without"):
        if found[what]:
            lines += ["", TextTable(GIVEN[what](found, lang), 2 if what == "options" else 1)]
    for what in DEEDS:
        if found[what]:
            lines += ["", TextTable(action_table(found, what, words, lang, MOST_ROWS))]
    return laid_out([*lines, "", *notes(found, lang)], wide)


def headline(found: dict[str, Any], lang: str) -> str:
    """The game, how many played it, and how the games ended."""
    played = [found["named"], phrase(lang, "players", n=found["players"]), phrase(lang, "games", n=found["games"])]
    ended = (f"{phrase(lang, f'status_{name}')} {number}" for name, number in found["statuses"].items())
    return f"{phrase(lang, 'sum', what=', '.join(played))} {', '.join(ended)}"


def sides_table(found: dict[str, Any], lang: str) -> list[tuple[str, ...]]:
    """Who wins how often."""
    rows = [(say(lang, "head_side"), say(lang, "head_share"))]
    rows += [(one["side"], rate_text(estimate_of(one["victory"], found["games"]), lang)) for one in found["sides"]]
    return [*rows]


def scores_table(found: dict[str, Any], lang: str) -> list[tuple[str, ...]]:
    """The last score of each seat."""
    rows = [(phrase(lang, "head_seat"), say(lang, "head_score"))]
    scores = enumerate(found["details"]["scores"], 1)
    return [*rows, *((f"p{number}", mean_text(estimate_of(one, found["games"]), lang)) for number, one in scores)]


def fairness(found: dict[str, Any], lang: str) -> Iterator[str]:
    """Whether the sides have equal chances, in a sentence."""
    fair = found["fairness"]
    if fair is None:
        if len(found["sides"]) > 1:
            yield say(lang, "fair_untested")
        return
    p = (
        say(lang, "below", value=number_text(0.0001, lang))
        if fair["p"] < 0.0001
        else f"p = {number_text(fair['p'], lang, 4)}"
    )
    off = points_text(Estimate(round(fair["off_at_most"], 3), None, None, 1), lang)
    ends = [(one["victory"]["low"], one["victory"]["high"]) for one in found["sides"] if one["victory"]]
    off_even = any(not low <= fair["even"] <= high for low, high in ends)
    yield say(lang, "unfair" if off_even else "fair" if fair["p"] >= 0.05 else "chances_open", p=p, off=off)
    if found["first_ahead"]:
        ahead = estimate(found["first_ahead"], found["games"])
        yield say(lang, "first_ahead", side=found["sides"][0]["side"], ahead=difference_text(ahead, lang))
    if found["compensation"]:
        points = whole_text(estimate_of(found["compensation"], found["games"]), lang)
        yield say(lang, "compensation", side=found["sides"][0]["side"], points=points)


def facts(found: dict[str, Any], words: Wordings, lang: str) -> Iterator[str]:
    """Length, choice and lead, a line each."""
    games = found["games"]
    lengths = {name: estimate_of(one, games) for name, one in found["decisions"].items()}
    shares = {name: whole_text(one, lang) for name, one in lengths.items() if name != "mean"}
    yield say(lang, "length", mean=mean_text(lengths["mean"], lang), **shares)
    for row in found["phases"]:
        times = mean_text(estimate_of(row["times"], games), lang)
        yield say(lang, "times", phase=words.phase(row["name"]), times=times)
    yield say(lang, "branching", moves=mean_text(estimate_of(found["moves"], games), lang))
    yield say(lang, "real", real=share_text(estimate_of(found["real"], games), lang))
    pace = {"pace": number_text(found["pace"], lang), "forced": number_text(FORCED, lang)}
    yield say(lang, "minutes", minutes=mean_text(estimate_of(found["minutes"], games), lang), **pace)
    if found["lead_measured"] is False:
        yield say(lang, "leads_unseen")
    elif found["lead_changes"]:
        changes = mean_text(estimate_of(found["lead_changes"], games), lang)
        yield say(lang, "leads", mean=changes, half=whole_text(estimate_of(found["lead_changes_half"], games), lang))


def course(found: dict[str, Any], lang: str) -> Iterator[str]:
    """When games are decided, and how, a line each."""
    one = found["course"]
    games = one["games"]
    yield say(lang, "course", n=games, playouts=one["playouts"])
    if one["open"]:
        half, nearly = (rate_text(estimate_of(one["open"][at], games), lang) for at in (len(one["open"]) // 2, -1))
        yield say(lang, "course_open", half=half, nearly=nearly)
    if one["decided"]["value"] is not None:
        mean = share_text(estimate_of(one["decided"], games), lang)
        half = rate_text(estimate_of(one["decided_half"], games), lang)
        yield say(lang, "course_decided", decided=mean, half=half)
        yield say(lang, "course_behind", behind=rate_text(estimate_of(one["behind"], games), lang))
    yield say(lang, "course_swings", swings=mean_text(estimate_of(one["swings"], games), lang))
    yield say(lang, "course_noise", playouts=one["playouts"])


def nature_table(found: dict[str, Any], lang: str) -> list[tuple[str, ...]]:
    """What the game is like for a bot that guesses."""
    one, side = found["nature"], found["sides"][0]["side"]
    rows: list[tuple[str, ...]] = [(say(lang, "nature", n=one["games"]), "")]
    for name in ("leaf_correlation", "bias", "hidden", "disambiguation"):
        if one[name] is not None:
            rows.append(
                (say(lang, f"nature_{name}", side=side), share_text(estimate_of(one[name], one["games"]), lang))
            )
    return rows


def suited(found: dict[str, Any], lang: str) -> Iterator[str]:
    """Which bot suits the game, and why."""
    suits = found["nature"]["suits"]
    yield say(lang, f"suits_{suits['why']}")
    if suits["bot"] != RANDOM:
        yield say(lang, "suits_try" if found["players"] > 1 else "suits_alone", game=_typed(found), bot=suits["bot"])


def _typed(found: dict[str, Any]) -> str:
    """What a command about this game begins with."""
    return f"{quote(found['named'])} --players {found['players']}"


def variance_line(found: dict[str, Any], lang: str) -> Iterator[str]:
    """What decides who wins, in a line."""
    one = found["luck"]
    if one:
        parts = {name: rate_text(estimate_of(one[name], one["deals"]), lang) for name in PARTS}
        yield say(lang, "luck", deals=one["deals"], times=one["times"], **parts)


def measures_table(found: dict[str, Any], words: Wordings, lang: str) -> list[tuple[str, ...]]:
    """What the spec measures, at the end of the games: means, or the share of each value."""
    rows: list[tuple[str, ...]] = [(say(lang, "head_measures"), say(lang, "head_measured"))]
    measured = found["details"]["measures"]
    names = names_of(dict.fromkeys(one["name"] for one in measured), "measures", words)
    for one in measured:
        if "mean" in one:
            rows.append((names[one["name"]], mean_text(estimate_of(one["mean"], found["games"]), lang)))
        else:
            share = rate_text(estimate_of(one["share"], found["games"]), lang)
            rows.append((f"{names[one['name']]}: {value_name(one['value'], words)}", share))
    return rows


def action_table(found: dict[str, Any], what: str, words: Wordings, lang: str, most: int) -> list[tuple[str, ...]]:
    """Uses of actions or cards, and the difference for those who used them; the largest differences first."""
    uses = USES.get(what, "head_uses")
    rows = [tuple(say(lang, head) for head in (f"head_{what}", uses, "head_games", "head_difference"))]
    names = names_of((row["name"] for row in found[what]), what, words)
    for row in sorted_actions(found[what])[:most]:
        uses = mean_text(estimate_of(row["uses"], found["games"]), lang)
        share = rate_text(estimate_of(row["games"], found["games"]), lang)
        rows.append((names[row["name"]], uses, share, difference(row, found["games"], lang)))
    if len(found[what]) > most:
        rows.append((say(lang, "rest", n=len(found[what]) - most), "", "", ""))
    return rows


def options_table(found: dict[str, Any], lang: str) -> list[tuple[str, ...]]:
    """What each value of each option does, compared with the others."""
    asked = found["options"][0]["sides"]
    heads = ["head_option", "head_value_of", "head_many"]
    rows = [
        (
            *(say(lang, head) for head in heads),
            *(say(lang, "head_wins", side=one["side"]) for one in asked),
            say(lang, "head_longer"),
        )
    ]
    for row in found["options"]:
        sides = [
            say(lang, "too_few") + "  "
            if one["difference"] is None
            else points_text(estimate(one["difference"], row["games"]), lang) + (" *" if one["settled"] else "  ")
            for one in row["sides"]
        ]
        longer = say(lang, "too_few") + "  "
        if row["longer"] is not None:
            one = estimate(row["longer"], row["games"])
            longer = difference_text(one, lang) + (" *" if one.settled else "  ")
        rows.append((row["option"], row["value"], whole_number_text(row["games"], lang), *sides, longer))
    return rows


def abstention_table(found: dict[str, Any], lang: str) -> list[tuple[str, ...]]:
    """What it costs to do without something; what costs most first."""
    rows: list[tuple[str, ...]] = [(say(lang, "head_without"), say(lang, "head_pairs"), say(lang, "head_costs"))]
    ordered = sorted(found["without"], key=lambda row: (not row["settled"], row["difference"]["value"], row["name"]))
    for row in ordered:
        one = estimate(row["difference"], row["pairs"])
        mark = " *" if row["settled"] else "  "
        rows.append((row["name"], whole_number_text(row["pairs"], lang), points_text(one, lang) + mark))
    return rows


GIVEN = {"options": options_table, "without": abstention_table}
"""The tables of what was given by lot: options, and players who do without something."""


def difference(row: Row, games: int, lang: str) -> str:
    """How much more often those who did it won; marked if that is settled."""
    if row["difference"] is None:
        return say(lang, "too_few" if row.get("owned", True) else "nobodys") + "  "
    return points_text(estimate(row["difference"], games), lang) + (" *" if row["settled"] else "  ")


def sorted_actions(rows: Sequence[Row]) -> list[Row]:
    """The settled differences first, each by its size; then what cannot be judged."""

    def key(row: Row) -> tuple[bool, bool, float, str]:
        size = abs(row["difference"]["value"]) if row["difference"] else 0.0
        return (row["difference"] is None, not row["settled"], -size, row["name"])

    return sorted(rows, key=key)


def notes(found: dict[str, Any], lang: str) -> Iterator[str]:
    """What the intervals are, and what an association is not."""
    yield say(lang, "intervals")
    yield say(lang, "association", n=found["questions"])
    if found["dealt"]:
        yield say(lang, "given")
    if found["options"]:
        yield say(lang, "given_options")
    if found["without"]:
        yield say(lang, "given_without")


# A study as CSV: a row for each number, with its interval, for whoever goes on with a spreadsheet.

COLUMNS = ("what", "value", "low", "high")
"""`what` is the path of the number in the JSON of the study; of rows, which have a name there, the name."""

NAMES = ("name", "seat", "bot", "side", "option", "sheet", "category", "value")
"""What tells one row of a list from the others."""


def study_csv(found: dict[str, Any]) -> str:
    """The object of `Study` as CSV; what is not known is left empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(found, ""))
    return text.getvalue()


def _rows(found: Any, what: str) -> Iterator[tuple[Any, ...]]:
    match found:
        case {"value": value, "low": low, "high": high}:
            yield (what, value, low, high)
        case dict():
            for key, one in found.items():
                if key not in NAMES or isinstance(one, dict):
                    yield from _rows(one, f"{what}.{key}" if what else key)
        case list():
            for number, one in enumerate(found):
                yield from _rows(one, f"{what}.{_name(one) if isinstance(one, dict) else number}")
        case bool() | None:
            pass
        case int() | float():
            yield (what, found, None, None)


def _name(row: dict[str, Any]) -> str:
    if "at" in row:
        return str(row["at"])
    return ".".join(str(row[key]) for key in NAMES if key in row and not isinstance(row[key], dict | list))
