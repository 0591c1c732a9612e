"""A study as one page of HTML that holds everything it needs: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from ..play.game.texts import Wordings
from .intervals import Estimate
from .plots import Mark, histogram, intervals_plot
from .studying_text import (
    deed_name,
    deeds_table,
    difference,
    estimate,
    facts,
    fairness,
    headline,
    notes,
    scores_table,
    sides_table,
    sorted_deeds,
)
from .summary_text import points_rows
from .words import rate_text, say

MOST_MARKS = 40
"""How many actions or cards a plot shows."""

STYLE = """
:root { --ink: #1d2430; --soft: #667085; --line: #d5dae2; --paper: #fff; --one: #2f6f8f; --two: #b4552d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --soft: #9aa4b5; --line: #3a4250; --paper: #161a21; --one: #6fb3d2; --two: #e08a5f; }
}
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto;
  max-width: 780px; padding: 24px; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); font-size: .9rem; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; width: 100%; }
td, th { white-space: nowrap; border-bottom: 1px solid var(--line); padding: .3rem .5rem; text-align: right; }
td:first-child, th:first-child { text-align: left; } th { color: var(--soft); font-weight: 600; }
.wide { margin: .8rem 0; overflow-x: auto; } svg { display: block; height: auto; width: 100%; }
svg text { fill: var(--ink); font-size: 13px; } svg .tick { fill: var(--soft); font-size: 12px; }
.axis { stroke: var(--line); } .reference { stroke: var(--two); stroke-dasharray: 4 3; stroke-width: 1.5; }
.interval { stroke: var(--one); stroke-linecap: round; stroke-width: 3; } circle, .bar { fill: var(--one); }
.weak { opacity: .45; }
"""


def study_page(found: dict[str, Any], words: Wordings, lang: str = "en") -> str:
    """The object of `Study` as a page of HTML."""
    title = f"{words.title()} – {say(lang, 'study')}"
    body = "\n".join(_sections(found, words, lang)) if found["games"] else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f'<p class="soft">{escape(headline(found, lang))}</p>\n{body}\n</body>\n</html>\n'
    )


def _sections(found: dict[str, Any], words: Wordings, lang: str) -> Iterator[str]:
    yield _heading(say(lang, "section_fair"))
    yield _sides_plot(found, lang)
    yield _table(sides_table(found, lang))
    yield from (f"<p>{escape(line)}</p>" for line in fairness(found, lang))
    yield _heading(say(lang, "section_length"))
    yield histogram(say(lang, "section_length"), {int(n): many for n, many in found["lengths"].items()})
    yield from (f"<p>{escape(line)}</p>" for line in facts(found, words, lang))
    if "scores" in found["details"]:
        yield _heading(say(lang, "section_points"))
        yield _table(scores_table(found, lang))
        if found["details"].get("points"):
            yield _table(points_rows(found["details"]["points"], found["games"], lang))
    for what in ("actions", "cards"):
        if found[what]:
            yield _heading(say(lang, f"section_{what}"))
            yield _deeds_plot(found, what, words, lang)
            yield _table(deeds_table(found, what, words, lang, len(found[what])))
    yield from (f'<p class="soft">{escape(line)}</p>' for line in notes(found, lang))


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    first, *others = ["".join(f"<{cell}>{escape(text)}</{cell}>" for text in row) for cell, row in _celled(rows)]
    return f'<div class="wide"><table><tr>{first}</tr>{"".join(f"<tr>{row}</tr>" for row in others)}</table></div>'


def _celled(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, Sequence[str]]]:
    return (("td" if number else "th", row) for number, row in enumerate(rows))


def _sides_plot(found: dict[str, Any], lang: str) -> str:
    marks = []
    for side in found["sides"]:
        if side["victory"] is not None:
            one = estimate(side["victory"], found["games"])
            marks.append(_mark(side["side"], one, f"{side['side']}: {rate_text(one, lang)}"))
    even = found["fairness"]["even"] if found["fairness"] else 1 / max(1, len(found["sides"]))
    return intervals_plot(say(lang, "section_fair"), marks, even * 100, say(lang, "percent", value="")) if marks else ""


def _deeds_plot(found: dict[str, Any], what: str, words: Wordings, lang: str) -> str:
    marks = []
    for row in sorted_deeds(found[what])[:MOST_MARKS]:
        if row["difference"] is not None:
            name = deed_name(row["name"], what, words)
            told = f"{name}: {difference(row, found['games'], lang).strip()}"
            marks.append(_mark(name, estimate(row["difference"], found["games"]), told, strong=bool(row["settled"])))
    return intervals_plot(say(lang, f"section_{what}"), marks, 0) if marks else ""


def _mark(label: str, one: Estimate, told: str, *, strong: bool = True) -> Mark:
    low, high = (one.value if x is None else x for x in (one.low, one.high))
    return Mark(label, one.value * 100, low * 100, high * 100, told, strong)
