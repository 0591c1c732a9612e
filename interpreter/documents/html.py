"""Makes pages of documents. A page holds all that it needs: no script, no font, no picture from elsewhere.

`page.html` is the frame, `report.css` the looks. Nothing here is loaded unless a page is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from math import floor, log10
from pathlib import Path
from string import Template
from textwrap import wrap
from typing import assert_never

from ..diagnostics.record import dataclass
from .document import (
    Alert,
    Curve,
    Document,
    Entry,
    Folded,
    Heading,
    HeatMap,
    Histogram,
    IntervalsPlot,
    Items,
    Note,
    Panels,
    Part,
    Plot,
    Preformatted,
    Rows,
    Table,
)
from .terminal import held_together

NBSP = "\N{NO-BREAK SPACE}"


def to_html(document: Document) -> str:
    """A document as a page: each section in a box of its own, unless it only explains or folds something up."""
    alert = any(isinstance(one, Alert) for one in document.lead)
    lead = "<br>".join(escape(one if isinstance(one, str) else one.text) for one in document.lead)
    below = f'\n<p class="{"alert" if alert else "soft"}">{lead}</p>' if lead else ""
    body = [f"<h1>{escape(document.title)}</h1>{below}"]
    for parts in document.sections:
        inside = "\n".join(map(_part, parts))
        boxed = not all(isinstance(part, Note | Panels | Folded) for part in parts)
        body.append(f"<section>\n{inside}\n</section>" if boxed else inside)
    return whole_page(document.title, "\n".join(filter(None, body)), report_style(), document.lang)


def whole_page(title: str, body: str, style: str, lang: str) -> str:
    """A page with a title, a body of HTML, and its style sheet."""
    return Template(_beside("page.html")).substitute(lang=lang, title=escape(title), style=style, body=body)


def report_style() -> str:
    """The style of the pages of documents."""
    return _beside("report.css")


def _beside(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _part(part: Part) -> str:
    match part:
        case str():
            return f"<p>{sentence(part)}</p>"
        case Note(text):
            return f'<p class="soft">{sentence(text)}</p>'
        case Alert(text):
            return f'<p class="alert">{escape(text)}</p>'
        case Heading(text):
            return f"<h2>{escape(text)}</h2>"
        case Table(rows, folded=summary):
            return _folded(summary, _table(rows)) if summary else _table(rows)
        case Panels(panels):
            return f'<div class="panels">{"".join(_panel(name, text) for name, text in panels)}</div>'
        case Entry(title, text, below):
            head, told = (f"<h3>{escape(title)}</h3>" if title else ""), (f"<p>{sentence(text)}</p>" if text else "")
            return "\n".join(filter(None, ("<div>", head, told, *map(_part, below), "</div>")))
        case Items(items, numbered):
            kind = "ol" if numbered else "ul"
            return f"<{kind}>{''.join(f'<li>{sentence(item)}</li>' for item in items)}</{kind}>"
        case Preformatted(text):
            return f"<pre>{escape(text)}</pre>"
        case Folded(summary, parts):
            return _folded(summary, "\n".join(map(_part, parts)))
        case Curve(about=about) if about:
            return f"{svg(part)}\n{_part(Note(about))}"
        case _:
            return svg(part)


def _folded(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def _panel(name: str, text: str) -> str:
    value, _, between = text.partition(" (")
    told = f"<b>{escape(value)}</b><i>{escape(between.rstrip(')'))}</i><span>{escape(name)}</span>"
    return f'<div class="panel">{told}</div>'


def sentence(text: str) -> str:
    """A sentence; what is to be typed stands in it between backquotes."""
    return re.sub(r"`([^`]+)`", lambda typed: f"<code>{_whole_words(typed[1])}</code>", held_together(escape(text)))


def _whole_words(typed: str) -> str:
    """What is to be typed, so that no line ends within a word of it."""
    return " ".join(f"<span>{word}</span>" for word in typed.split())


def _table(rows: Rows) -> str:
    """Rows as a table; the first names the columns. On telephones intervals stand below their numbers."""
    tags = ("th", *["td"] * (len(rows) - 1))
    head, *others = (
        "".join(f"<{tag}>{_cell(text)}</{tag}>" for text in row) for tag, row in zip(tags, rows, strict=True)
    )
    body = "".join(f"<tr>{row}</tr>" for row in others)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(text: str) -> str:
    """A number with its interval, or any other text.

    >>> _cell("47% (36–58)"), _cell("p < 1 (so to say)")
    ('47% <i>(36–58)</i>', 'p &lt; 1 (so to say)')
    """
    number, bracket, interval = text.partition(" (")
    known = bracket and re.fullmatch(r"[-+−?\d].*\)[ *]*", interval)
    return f"{escape(number)} <i>({escape(interval.replace(' *', NBSP + '*'))}</i>" if known else escape(text)


# Plots as SVG: intervals as lines with a dot, histograms, curves, maps of colours ------------------
#
# Each is drawn once for screens and once for telephones; the page shows one.

WIDE, NARROW = 720, 340
"""How wide a plot is drawn, for a screen and for a telephone."""

RIGHT = 24
ROW, LINE = 26, 14
"""How tall the row of a plot is, and how far the second line of its label stands below the first."""


def svg(plot: Plot) -> str:
    """A plot for wide screens, and the same for narrow ones."""
    return f'<div class="roomy">{_drawn(plot, WIDE)}</div><div class="narrow">{_drawn(plot, NARROW)}</div>'


def _drawn(plot: Plot, wide: int) -> str:
    match plot:
        case IntervalsPlot():
            tall, parts = _intervals(plot, wide)
        case Histogram():
            tall, parts = _histogram(plot, wide)
        case Curve():
            tall, parts = _curve(plot, wide)
        case HeatMap():
            tall, parts = _heat_map(plot, wide)
        case _:
            assert_never(plot)
    about = f'viewBox="0 0 {wide} {tall:.0f}" role="img" aria-label="{escape(plot.title)}"'
    return f'<div class="wide"><svg {about}>{"".join(parts)}</svg></div>'


Drawing = tuple[float, list[str]]
"""How tall a plot is, and its elements."""


def _label(wide: int) -> int:
    """How much of the width the labels at the left take."""
    return 208 if wide >= WIDE else 132


def _letters(wide: int) -> int:
    """How many letters of a label there is room for."""
    return 26 if wide >= WIDE else 14


def _intervals(plot: IntervalsPlot, wide: int) -> Drawing:
    marks, reference = plot.marks, plot.reference
    low = min([reference, *(mark.low for mark in marks)])
    high = max([reference, *(mark.high for mark in marks)])
    margin = (high - low or 1) * 0.05
    left = _label(wide)
    scale = _Scale(low - margin, high + margin, left, wide - RIGHT)
    labels = [_broken(mark.label, _letters(wide)) for mark in marks]
    row = ROW + LINE * (max(map(len, labels), default=1) - 1)
    tall = row * len(marks) + 30
    parts = [*_axis(scale, tall - 24, plot.unit), _line(scale(reference), 4, scale(reference), tall - 24, "reference")]
    for number, mark in enumerate(marks):
        y = row * number + row / 2
        style, label = "mark" if mark.strong else "mark weak", labels[number]
        first = y + 4 - LINE * (len(label) - 1) / 2
        parts.append(
            f'<g class="{style}"><title>{escape(mark.told)}</title>'
            f'<text x="{left - 12}" y="{first:.1f}" text-anchor="end">{_spans(label, left - 12)}</text>'
            f"{_line(scale(mark.low), y, scale(mark.high), y, 'interval')}"
            f'<circle cx="{scale(mark.value):.1f}" cy="{y:.1f}" r="4.5"/></g>'
        )
    return tall, parts


def _histogram(plot: Histogram, wide: int) -> Drawing:
    """Numbers are put together where there are more than there is room for."""
    low, high = min(plot.counts), max(plot.counts)
    step = _nice((high - low + 1) / (wide // 18), whole=True)
    first = floor(low / step) * step
    heights: dict[int, int] = {}
    for value, many in plot.counts.items():
        heights[int((value - first) // step)] = heights.get(int((value - first) // step), 0) + many
    tall, top = 220, max(heights.values())
    scale = _Scale(first, first + step * (max(heights) + 1), wide // 15, wide - RIGHT)
    parts = _axis(scale, tall - 24, "")
    for number, many in sorted(heights.items()):
        x, right = scale(first + step * number), scale(first + step * (number + 1))
        height = (tall - 40) * many / top
        upto = first + step * (number + 1) - 1
        span = f"{first + step * number:.0f}" + (f"–{upto:.0f}" if step > 1 else "")
        parts.append(
            f'<rect class="bar" x="{x + 0.5:.1f}" y="{tall - 24 - height:.1f}" width="{max(1, right - x - 1):.1f}"'
            f' height="{height:.1f}"><title>{span}: {many}</title></rect>'
        )
    return tall, parts


def _curve(plot: Curve, wide: int) -> Drawing:
    points = plot.points
    tall, left = 230, 56
    across, up = _Scale(0, 100, left, wide - RIGHT), _Scale(0, 100, tall - 26, 10)
    parts = _axis(across, tall - 26, plot.x_unit)
    for tick in (0, 25, 50, 75, 100):
        parts.append(_line(left, up(tick), wide - RIGHT, up(tick), "axis"))
        parts.append(
            f'<text class="tick" x="{left - 8}" y="{up(tick) + 4:.1f}" text-anchor="end">{tick}{plot.y_unit}</text>'
        )
    above = [f"{across(x):.1f},{up(min(high, 100)):.1f}" for x, _, _, high in points]
    below = [f"{across(x):.1f},{up(max(low, 0)):.1f}" for x, _, low, _ in reversed(points)]
    parts.append(f'<polygon class="band" points="{" ".join([*above, *below])}"/>')
    line = " ".join(f"{across(x):.1f},{up(min(y, 100)):.1f}" for x, y, _, _ in points)
    parts.append(f'<polyline class="curve" points="{line}"/>')
    for x, y, low, high in points:
        told = f"{x:.0f}{plot.x_unit}: {y:.0f}{plot.y_unit} ({low:.0f}–{high:.0f})"
        dot = f'cx="{across(x):.1f}" cy="{up(min(y, 100)):.1f}" r="4"'
        parts.append(f"<circle {dot}><title>{escape(told)}</title></circle>")
    return tall, parts


def _heat_map(plot: HeatMap, wide: int) -> Drawing:
    cells = plot.cells
    columns, rows = (list(dict.fromkeys(getattr(one, name) for one in cells)) for name in ("across", "down"))
    left, top, tall = 3 * _label(wide) // 4, 60, 34
    each = (wide - left - RIGHT) / max(1, len(columns))
    low = min(one.value for one in cells)
    high = max(low + plot.spread, *(one.value for one in cells))
    parts = [f'<text class="axis-name" x="{left}" y="30">{escape(_short(plot.across))} →</text>']
    parts.append(f'<text class="axis-name" x="0" y="14">{escape(_short(plot.down))} ↓</text>')
    for number, name in enumerate(columns):
        middle = left + each * (number + 0.5)
        parts.append(f'<text x="{middle:.1f}" y="{top - 10}" text-anchor="middle">{escape(name)}</text>')
    for number, name in enumerate(rows):
        y = top + tall * number + tall / 2 + 4
        label = escape(_short(name, 2 * _letters(wide) // 3))
        parts.append(f'<text x="{left - 12}" y="{y:.1f}" text-anchor="end">{label}</text>')
    for one in cells:
        x, y = left + each * columns.index(one.across), top + tall * rows.index(one.down)
        share = (one.value - low) / (high - low) if high > low else 0.5
        place = f'x="{x + 1:.1f}" y="{y + 1:.1f}" width="{each - 2:.1f}" height="{tall - 2}" rx="4"'
        told = f"<title>{escape(f'{one.across}, {one.down}: {one.told}')}</title>"
        frame = f'<rect class="chosen" {place}/>' if one.chosen else ""
        style = ' class="on"' if share > 0.55 else ""
        parts.append(
            f'<g>{told}<rect class="cell" {place} fill-opacity="{0.12 + 0.88 * share:.2f}"/>{frame}'
            f'<text{style} x="{x + each / 2:.1f}" y="{y + tall / 2 + 4:.1f}" text-anchor="middle">'
            f"{escape(one.text)}</text></g>"
        )
    return top + tall * len(rows) + 6, parts


@dataclass(frozen=True, slots=True)
class _Scale:
    """Values from `low` to `high`, laid out from `left` to `right`."""

    low: float
    high: float
    left: float
    right: float

    def __call__(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low or 1) * (self.right - self.left)

    def ticks(self) -> list[float]:
        """Round values, about six; fewer where there is little room."""
        step = _nice((self.high - self.low) / min(6, (self.right - self.left) / 50))
        number, found = floor(self.low / step) + 1, []
        while number * step < self.high:
            found.append(number * step)
            number += 1
        return found


def _nice(step: float, *, whole: bool = False) -> float:
    """1, 2 or 5 times a power of ten, at least the step; `whole`: and at least 1."""
    if whole and step <= 1:
        return 1
    power = 10.0 ** floor(log10(step)) if step > 0 else 1.0
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999)


def _axis(scale: _Scale, y: float, unit: str) -> list[str]:
    parts = [_line(scale.left, y, scale.right, y, "axis")]
    for tick in scale.ticks():
        parts.append(_line(scale(tick), y - 4, scale(tick), y, "axis"))
        text = f"{tick:.6g}{unit}"
        parts.append(f'<text class="tick" x="{scale(tick):.1f}" y="{y + 16:.1f}" text-anchor="middle">{text}</text>')
    return parts


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line class="{style}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _short(label: str, most: int = 26) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"


def _broken(label: str, most: int) -> list[str]:
    """A label in lines of so many letters, two at most; what does not fit is left out.

    >>> _broken("decisions a game", 14), _broken("p1 wins", 14)
    (['decisions a', 'game'], ['p1 wins'])
    """
    lines = wrap(label, most, break_long_words=False) or [label]
    return [_short(line, most) for line in (lines[0], " ".join(lines[1:])) if line]


def _spans(lines: Sequence[str], x: int) -> str:
    """The lines of a label, the second below the first."""
    first, *others = map(escape, lines)
    return first + "".join(f'<tspan x="{x}" dy="{LINE}">{line}</tspan>' for line in others)
