"""A study as one page of HTML that holds everything it needs: no script, no font, no picture from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from ...play.game.texts import Wordings
from ..statistics.intervals import Estimate
from . import study_text
from .plots import PlotMark, at_two_widths, curve, histogram, intervals_plot
from .study_text import course
from .summary_text import points_rows
from .tables import held_together, names_of
from .wording import estimate, estimate_of, mean_text, rate_text, say, share_text, whole_number_text

NBSP = "\N{NO-BREAK SPACE}"

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5d6879; --line: #dfe3ea; --paper: #f6f7f9; --sheet: #fff;
  --one: #2f6f8f; --two: #b4552d; --band: #2f6f8f2e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --soft: #9aa4b5; --line: #333b48; --paper: #11151b; --sheet: #1a1f28; --one: #6fb3d2;
    --two: #e08a5f; --band: #6fb3d233; }
}
* { box-sizing: border-box; }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto;
  max-width: 900px; padding: 28px 20px 60px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 0 0 .8rem; }
p { margin: .35rem 0; } p::first-letter { text-transform: uppercase; }
h1 + p::first-letter { text-transform: none; }
code span { display: inline-block; max-width: 100%; overflow-wrap: anywhere; }
code { background: var(--paper); border: 1px solid var(--line); border-radius: 5px; font-size: .88em; padding: 0 .3em; }
.soft { color: var(--soft); font-size: .9rem; }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; margin: 18px 0;
  padding: 20px 22px; }
.panels { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(125px, 1fr)); margin: 20px 0 0; }
.panel { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: 12px 14px; }
.panel b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; line-height: 1.25; }
.panel i { color: var(--soft); display: block; font-size: .78rem; font-style: normal; min-height: 1.2em; }
.panel span { color: var(--soft); font-size: .85rem; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; width: 100%; }
td, th { border-bottom: 1px solid var(--line); padding: .32rem .6rem; text-align: right; vertical-align: top;
  white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
td:first-child, th:first-child { min-width: 8em; padding-left: 0; text-align: left; white-space: normal; }
th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
td i { font-style: normal; } .wide { margin: .8rem 0 0; overflow-x: auto; }
section > .wide:first-child { margin-top: 0; } details { margin-top: .8rem; }
summary { color: var(--soft); cursor: pointer; font-size: .92rem; }
svg { display: block; height: auto; margin: .4rem 0; width: 100%; }
svg text { fill: var(--ink); font-size: 13px; } svg .tick { fill: var(--soft); font-size: 12px; }
.axis { stroke: var(--line); } .reference { stroke: var(--two); stroke-dasharray: 4 3; stroke-width: 1.5; }
.interval { stroke: var(--one); stroke-linecap: round; stroke-width: 3; } circle, .bar { fill: var(--one); }
.curve { fill: none; stroke: var(--one); stroke-width: 2.5; } .band { fill: var(--band); } .weak { opacity: .4; }
.cell { fill: var(--one); } .chosen { fill: none; stroke: var(--two); stroke-width: 2.5; }
svg .on { fill: #fff; } svg .axis-name { fill: var(--soft); }
.narrow { display: none; }
@media (max-width: 560px) { section { padding: 16px 14px; } .roomy { display: none; } .narrow { display: block; }
  table { font-size: .82rem; } td, th { padding: .32rem .35rem; } th { white-space: normal; }
  td:first-child, th:first-child { min-width: 5.5em; overflow-wrap: anywhere; }
  td i { display: block; min-width: 4.6em; white-space: normal; } }
@media print { body { background: none; max-width: none; } section { border: 0; break-inside: avoid-page; } }
"""


def study_page(found: dict[str, Any], words: Wordings, lang: str = "en") -> str:
    """The object of `Study` as a page of HTML."""
    body = "\n".join(_sections(found, words, lang)) if found["games"] else ""
    return whole_page(f"{words.title()} – {say(lang, 'study')}", escape(study_text.headline(found, lang)), body, lang)


def whole_page(title: str, below: str, body: str, lang: str) -> str:
    """A page with a title, a line of HTML below it, and more HTML."""
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f'<p class="soft">{below}</p>\n{body}\n</body>\n</html>\n'
    )


def _sections(found: dict[str, Any], words: Wordings, lang: str) -> Iterator[str]:
    # The most important numbers, each with its interval
    games, course = found["games"], found["course"]
    shown = [("panel_games", whole_number_text(games, lang))]
    for name, one in (("length", found["decisions"]["mean"]), ("minutes", found["minutes"])):
        shown.append((f"panel_{name}", mean_text(estimate_of(one, games), lang)))
    shown.append(("panel_real", share_text(estimate_of(found["real"], games), lang)))
    if found["fairness"]:
        off = max(abs(side["victory"]["value"] - found["fairness"]["even"]) for side in found["sides"])
        most = Estimate(off, 0.0, found["fairness"]["off_at_most"], games)
        shown.append(("panel_fair", rate_text(most, lang)))
    if course and course["decided"]["value"] is not None:
        shown.append(("panel_decided", rate_text(estimate_of(course["decided"], course["games"]), lang)))
    yield '<div class="panels">' + "".join(_panel(say(lang, name), text) for name, text in shown) + "</div>"
    told = (paragraph(line) for line in (*study_text.fairness(found, lang), *study_text.variance_line(found, lang)))
    yield _section(
        say(lang, "section_fair"), _sides_plot(found, lang), table_html(study_text.sides_table(found, lang)), *told
    )
    lengths = {int(n): many for n, many in found["lengths"].items()}
    plot = at_two_widths(lambda wide: histogram(say(lang, "section_length"), lengths, wide))
    told = (paragraph(line) for line in study_text.facts(found, words, lang))
    yield _section(say(lang, "section_length"), plot, *told)
    if found["course"]:
        yield _section(say(lang, "section_course"), *_course(found, lang))
    if found["nature"]:
        told = (paragraph(line) for line in study_text.suited(found, lang))
        yield _section(say(lang, "section_nature"), table_html(study_text.nature_table(found, lang)), *told)
    if "scores" in found["details"]:
        tables = [table_html(study_text.scores_table(found, lang))]
        if found["details"].get("points"):
            tables.append(table_html(points_rows(found["details"], found["games"], lang, words)))
        yield _section(say(lang, "section_points"), *tables)
    if found["details"].get("measures"):
        yield _section(say(lang, "section_measures"), table_html(study_text.measures_table(found, words, lang)))
    for what, rows in study_text.GIVEN.items():
        if found[what]:
            yield _section(say(lang, f"section_{what}"), table_html(rows(found, lang)))
    for what in study_text.DEEDS:
        if found[what]:
            yield _section(say(lang, f"section_{what}"), *_deeds(found, what, words, lang))
    yield from (paragraph(line, soft=True) for line in study_text.notes(found, lang))


def _section(title: str, *parts: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(part for part in parts if part) + "\n</section>"


def _panel(name: str, text: str) -> str:
    value, _, between = text.partition(" (")
    told = f"<b>{escape(value)}</b><i>{escape(between.rstrip(')'))}</i><span>{escape(name)}</span>"
    return f'<div class="panel">{told}</div>'


def _course(found: dict[str, Any], lang: str) -> Iterator[str]:
    points: list[tuple[float, float, float, float]] = []
    for one in found["course"]["open"]:
        low, high = (one["value"] if one[end] is None else one[end] for end in ("low", "high"))
        points.append((100 * one["at"], 100 * one["value"], 100 * low, 100 * high))
    if points:
        unit = say(lang, "percent", value="")
        yield at_two_widths(lambda wide: curve(say(lang, "section_course"), points, unit, unit, wide))
        yield f'<p class="soft">{escape(say(lang, "axis_course"))}</p>'
    yield from (paragraph(line) for line in course(found, lang))


def _deeds(found: dict[str, Any], what: str, words: Wordings, lang: str) -> Iterator[str]:
    """A plot and a table; a long table is folded up."""
    marks = []
    names = names_of((row["name"] for row in found[what]), what, words)
    # How many actions or cards a plot shows: those that differ most
    for row in study_text.sorted_actions(found[what])[:24]:
        if row["difference"] is not None:
            name = names[row["name"]]
            told = f"{name}: {study_text.difference(row, found['games'], lang).strip()}"
            marks.append(_mark(name, estimate(row["difference"], found["games"]), told, strong=bool(row["settled"])))
    title = say(lang, f"section_{what}")
    yield at_two_widths(lambda wide: intervals_plot(title, marks, 0, wide=wide)) if marks else ""
    rows = table_html(study_text.action_table(found, what, words, lang, len(found[what])))
    folded = f"<details><summary>{escape(say(lang, 'all_rows', n=len(found[what])))}</summary>{rows}</details>"
    # A table with more rows is folded up
    yield folded if len(found[what]) > 12 else rows


def paragraph(text: str, *, soft: bool = False) -> str:
    """A paragraph; what is to be typed stands in it between backquotes."""
    told = re.sub(r"`([^`]+)`", lambda typed: f"<code>{_whole_words(typed[1])}</code>", held_together(escape(text)))
    return f'<p class="soft">{told}</p>' if soft else f"<p>{told}</p>"


def _whole_words(typed: str) -> str:
    """What is to be typed, so that no line ends within a word of it."""
    return " ".join(f"<span>{word}</span>" for word in typed.split())


def table_html(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table; the first names the columns. On telephones intervals stand below their numbers."""
    celled = (("td" if number else "th", row) for number, row in enumerate(rows))
    first, *others = ["".join(f"<{cell}>{_cell_html(text)}</{cell}>" for text in row) for cell, row in celled]
    return f'<div class="wide"><table><tr>{first}</tr>{"".join(f"<tr>{row}</tr>" for row in others)}</table></div>'


def _cell_html(text: str) -> str:
    """A number with its interval, or any other text.

    >>> _cell_html("47% (36–58)"), _cell_html("p < 1 (so to say)")
    ('47% <i>(36–58)</i>', 'p &lt; 1 (so to say)')
    """
    number, bracket, interval = text.partition(" (")
    known = bracket and re.fullmatch(r"[-+−?\d].*\)[ *]*", interval)
    return f"{escape(number)} <i>({escape(interval.replace(' *', NBSP + '*'))}</i>" if known else escape(text)


def _sides_plot(found: dict[str, Any], lang: str) -> str:
    marks = []
    for side in found["sides"]:
        if side["victory"] is not None:
            one = estimate(side["victory"], found["games"])
            marks.append(_mark(side["side"], one, f"{side['side']}: {rate_text(one, lang)}"))
    even = found["fairness"]["even"] if found["fairness"] else 1 / max(1, len(found["sides"]))
    title, unit = say(lang, "section_fair"), say(lang, "percent", value="")
    return at_two_widths(lambda wide: intervals_plot(title, marks, even * 100, unit, wide)) if marks else ""


def _mark(label: str, one: Estimate, told: str, *, strong: bool = True) -> PlotMark:
    low, high = (one.value if x is None else x for x in (one.low, one.high))
    return PlotMark(label, one.value * 100, low * 100, high * 100, told, strong)
