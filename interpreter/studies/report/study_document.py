"""A study of a game for people, as a document and as rows of CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shlex import quote
from typing import Any

from ...diagnostics.text import DEFAULT_LANGUAGE
from ...documents import document as doc
from ...documents.terminal import to_csv
from ...play.game.texts import Wordings
from ...play.players.registry import RANDOM
from ..measures.chance_effects import PARTS
from ..statistics.intervals import Estimate
from ..study import FORCED
from .summary_document import headline, length, points_table, scores_table
from .wording import Formatter, Found, estimate_of, names_of, plot_mark

MOST_ROWS = 20
"""How many actions and cards are shown in the terminal: those that differ most. All are in the JSON and on the page."""

MOST_MARKS = 24
"""How many of them a plot shows."""

MOST_UNFOLDED = 12
"""A table with more rows is folded up on the page."""

USES = {"actions": "head_uses", "rules": "head_moves", "cards": "head_uses", "dealt": "head_given"}
"""The tables of what was done, came to pass and was dealt, each with what is counted there."""

GIVEN = {"given": "dealt", "given_options": "options", "given_without": "without"}
"""What is said below a study of what was given by lot, and the tables that it is said of."""

Row = dict[str, Any]


def study_document(found: Row, words: Wordings, lang: str = DEFAULT_LANGUAGE, folders: str = "") -> doc.Document:
    """The object of `Study` as a document; `named` in it is what the game was called in a command, if there was one,
    which had these flags for its `folders`.
    """
    fmt, title = Formatter(lang), words.title()
    if found["games"]:
        lead, sections = headline(found, found.get("named", title), fmt), [*_sections(found, words, fmt, folders)]
    else:
        lead, sections = fmt.say("no_game_played", game=found["game"]), []
    return doc.Document(title=f"{title} – {fmt.say('study')}", lead=[lead], sections=sections, lang=lang)


def _sections(found: dict[str, Any], words: Wordings, fmt: Formatter, folders: str) -> Iterator[list[doc.Part]]:
    def section(name: str, *parts: doc.Part) -> list[doc.Part]:
        return [doc.Heading(fmt.say(f"section_{name}")), *parts]

    yield [_panels(found, fmt)]
    sides = [(one["side"], fmt.rate(one["victory"])) for one in found["sides"]]
    shares = doc.Table([fmt.heads("side", "share"), *sides])
    yield section("fair", *_sides_plot(found, fmt), shares, *fairness(found, fmt), *_variance(found, fmt))
    lengths = doc.Histogram(fmt.say("section_length"), {int(n): many for n, many in found["lengths"].items()})
    yield section("length", lengths, *_facts(found, words, fmt))
    details = found["details"]
    if points := [*scores_table(details, fmt), *points_table(details, found["games"], fmt, words)]:
        yield section("points", *points)
    if details.get("measures"):
        yield section("measures", _measures(details["measures"], words, fmt))
    if found["course"]:
        yield section("course", *_course(found["course"], fmt))
    if found["nature"]:
        yield section("nature", *_nature(found, fmt, folders))
    if found["options"]:
        yield section("options", _options(found["options"], fmt))
    if found["without"]:
        yield section("without", _abstention(found["without"], fmt))
    for what in USES:
        if found[what]:
            yield section(what, *_deeds(found[what], what, words, fmt))
    notes = [fmt.say("intervals"), fmt.say("association", n=found["questions"])]
    yield [*map(doc.Note, (*notes, *(fmt.say(name) for name, what in GIVEN.items() if found[what])))]


def _panels(found: dict[str, Any], fmt: Formatter) -> doc.Panels:
    """The most important numbers."""
    fair, course = found["fairness"], found["course"]
    shown = {
        "games": fmt.count(found["games"]),
        "length": fmt.mean(found["decisions"]["mean"]),
        "minutes": fmt.mean(found["minutes"]),
        "real": fmt.share(found["real"]),
    }
    if fair:
        off = max(abs(side["victory"]["value"] - fair["even"]) for side in found["sides"])
        shown["fair"] = fmt.rate(Estimate(off, 0.0, fair["off_at_most"], found["games"]))
    if course and course["decided"]["value"] is not None:
        shown["decided"] = fmt.rate(course["decided"])
    return doc.Panels([(fmt.say(f"panel_{name}"), text) for name, text in shown.items()])


def _sides_plot(found: dict[str, Any], fmt: Formatter) -> Iterator[doc.IntervalsPlot]:
    sides = [one for one in found["sides"] if one["victory"] is not None]
    marks = [plot_mark(one["side"], one["victory"], f"{one['side']}: {fmt.rate(one['victory'])}") for one in sides]
    even = found["fairness"]["even"] if found["fairness"] else 1 / max(1, len(found["sides"]))
    if marks:
        yield doc.IntervalsPlot(fmt.say("section_fair"), marks, even * 100, fmt.say("percent", value=""))


def fairness(found: dict[str, Any], fmt: Formatter) -> Iterator[str]:
    """Whether the sides have equal chances, in a sentence."""
    fair = found["fairness"]
    if fair is None:
        if len(found["sides"]) > 1:
            yield fmt.say("fair_untested")
        return
    p = f"p = {fmt.number(fair['p'], 4)}" if fair["p"] >= 0.0001 else fmt.say("below", value=fmt.number(0.0001))
    off = fmt.points(Estimate(round(fair["off_at_most"], 3), None, None, 1))
    ends = [(one["victory"]["low"], one["victory"]["high"]) for one in found["sides"] if one["victory"]]
    off_even = any(not low <= fair["even"] <= high for low, high in ends)
    yield fmt.say("unfair" if off_even else "fair" if fair["p"] >= 0.05 else "chances_open", p=p, off=off)
    first = found["sides"][0]["side"]
    if found["first_ahead"]:
        yield fmt.say("first_ahead", side=first, ahead=fmt.difference(found["first_ahead"]))
    if found["compensation"]:
        yield fmt.say("compensation", side=first, points=fmt.whole(found["compensation"]))


def _variance(found: dict[str, Any], fmt: Formatter) -> Iterator[str]:
    """What decides who wins, in a line."""
    if one := found["luck"]:
        parts = {name: fmt.rate(one[name]) for name in PARTS}
        yield fmt.say("luck", deals=one["deals"], times=one["times"], **parts)


def _facts(found: dict[str, Any], words: Wordings, fmt: Formatter) -> Iterator[str]:
    """Length, choice and lead, a line each."""
    yield length(found["decisions"], fmt)
    for row in found["phases"]:
        yield fmt.say("times", phase=words.phase(row["name"]), times=fmt.mean(row["times"]))
    yield fmt.say("branching", moves=fmt.mean(found["moves"]))
    yield fmt.say("real", real=fmt.share(found["real"]))
    pace = {"pace": fmt.number(found["pace"]), "forced": fmt.number(FORCED)}
    yield fmt.say("minutes", minutes=fmt.mean(found["minutes"]), **pace)
    if found["lead_measured"] is False:
        yield fmt.say("leads_unseen")
    elif found["lead_changes"]:
        yield fmt.say("leads", mean=fmt.mean(found["lead_changes"]), half=fmt.whole(found["lead_changes_half"]))


def _measures(measured: Sequence[Row], words: Wordings, fmt: Formatter) -> doc.Table:
    """What the spec measures, at the end of the games: means, or the share of each value."""
    names = names_of(dict.fromkeys(one["name"] for one in measured), "measures", words)
    rows = [
        (names[one["name"]], fmt.mean(one["mean"]))
        if "mean" in one
        else (f"{names[one['name']]}: {words.plain(one['value'])}", fmt.rate(one["share"]))
        for one in measured
    ]
    return doc.Table([fmt.heads("measures", "measured"), *rows])


def _course(one: dict[str, Any], fmt: Formatter) -> Iterator[doc.Part]:
    """When games are decided, and how: a curve, and a line each."""
    if one["open"]:
        marks = [(100 * row["at"], plot_mark("", row)) for row in one["open"]]
        points = [(at, mark.value, mark.low, mark.high) for at, mark in marks]
        unit = fmt.say("percent", value="")
        yield doc.Curve(fmt.say("section_course"), points, unit, unit, fmt.say("axis_course"))
    yield fmt.say("course", n=one["games"], playouts=one["playouts"])
    if one["open"]:
        half, nearly = (fmt.rate(one["open"][at]) for at in (len(one["open"]) // 2, -1))
        yield fmt.say("course_open", half=half, nearly=nearly)
    if one["decided"]["value"] is not None:
        yield fmt.say("course_decided", decided=fmt.share(one["decided"]), half=fmt.rate(one["decided_half"]))
        yield fmt.say("course_behind", behind=fmt.rate(one["behind"]))
    yield fmt.say("course_swings", swings=fmt.mean(one["swings"]))
    yield fmt.say("course_noise", playouts=one["playouts"])


def _nature(found: dict[str, Any], fmt: Formatter, folders: str) -> Iterator[doc.Part]:
    """What the game is like for a bot that guesses, and which bot suits it, and why."""
    one, side = found["nature"], found["sides"][0]["side"]
    asked = ("leaf_correlation", "bias", "hidden", "disambiguation")
    rows = [(fmt.say(f"nature_{name}", side=side), fmt.share(one[name])) for name in asked if one[name] is not None]
    yield doc.Table([(fmt.say("nature", n=one["games"]), ""), *rows])
    suits = one["suits"]
    yield fmt.say(f"suits_{suits['why']}")
    if suits["bot"] != RANDOM:
        yield fmt.say("suits_first", bot=suits["bot"])
        if "named" in found:
            typed = f"{quote(found['named'])}{folders} --players {found['players']}"
            yield fmt.say("suits_try" if found["players"] > 1 else "suits_alone", game=typed, bot=suits["bot"])


def _options(options: Sequence[Row], fmt: Formatter) -> doc.Table:
    """What each value of each option does, compared with the others."""
    wins = (fmt.say("head_side_wins", side=one["side"]) for one in options[0]["sides"])
    rows: list[Sequence[str]] = [(*fmt.heads("option", "value_of", "many"), *wins, *fmt.heads("longer"))]
    for row in options:
        sides = (_settled(one["difference"], one["settled"], fmt) for one in row["sides"])
        longer = estimate_of(row["longer"])
        by = fmt.marked(fmt.difference(longer) if longer else fmt.say("too_few"), bool(longer and longer.settled))
        rows.append((row["option"], row["value"], fmt.count(row["games"]), *sides, by))
    return doc.Table(rows, 2)


def _abstention(without: Sequence[Row], fmt: Formatter) -> doc.Table:
    """What it costs to do without something; what costs most first."""
    ordered = sorted(without, key=lambda row: (not row["settled"], row["difference"]["value"], row["name"]))
    rows = [(row["name"], fmt.count(row["pairs"]), _settled(row["difference"], row["settled"], fmt)) for row in ordered]
    return doc.Table([fmt.heads("without", "pairs", "costs"), *rows])


def _deeds(found: Sequence[Row], what: str, words: Wordings, fmt: Formatter) -> Iterator[doc.Part]:
    """Uses of actions or cards, and the difference for those who used them, as a plot and a table.

    The settled differences come first, each by its size; then what cannot be judged.
    """

    def key(row: Row) -> tuple[bool, bool, float, str]:
        size = abs(row["difference"]["value"]) if row["difference"] else 0.0
        return (row["difference"] is None, not row["settled"], -size, row["name"])

    names, ordered = names_of((row["name"] for row in found), what, words), sorted(found, key=key)
    marks, rows = [], [(fmt.say(f"head_{what}"), fmt.say(USES[what]), *fmt.heads("games", "difference"))]
    for row in ordered:
        name, why = names[row["name"]], "too_few" if row.get("owned", True) else "nobodys"
        told = _settled(row["difference"], row["settled"], fmt, why)
        rows.append((name, fmt.mean(row["uses"]), fmt.rate(row["games"]), told))
        if row["difference"] is not None:
            marks.append(plot_mark(name, row["difference"], f"{name}: {told.strip()}", strong=bool(row["settled"])))
    if marks:
        yield doc.IntervalsPlot(fmt.say(f"section_{what}"), marks[:MOST_MARKS], 0)
    rest = fmt.say("rest", n=len(found) - MOST_ROWS) if len(found) > MOST_ROWS else ""
    folded = fmt.say("all_rows", n=len(found)) if len(found) > MOST_UNFOLDED else ""
    yield doc.Table(rows, most=MOST_ROWS, rest=rest, folded=folded)


def _settled(difference: Found, settled: Any, fmt: Formatter, why: str = "too_few") -> str:
    """How much more often those who did it won, marked if that is settled; or why that is not known."""
    return fmt.marked(
        fmt.say(why) if difference is None else fmt.points(difference), difference is not None and settled
    )


# A study as CSV: a row for each number, with its interval, for whoever goes on with a spreadsheet.

COLUMNS = ("what", "value", "low", "high")
"""`what` is the path of the number in the JSON of the study; of rows, which have a name there, the name."""

NAMES = ("name", "seat", "bot", "side", "option", "sheet", "category", "value")
"""What tells one row of a list from the others."""


def study_csv(found: dict[str, Any]) -> str:
    """The object of `Study` as CSV; what is not known is left empty."""
    return to_csv([COLUMNS, *_rows(found, "")])


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
