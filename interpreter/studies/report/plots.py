"""Plots as SVG, to stand in a page: intervals as lines with a dot, histograms, curves, maps of colours.

They need no script and no font. `at_two_widths` draws one for screens and one for telephones; the page shows one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import floor, log10
from textwrap import wrap

from ...diagnostics.record import dataclass

WIDE, NARROW = 720, 340
"""How wide a plot is drawn, for a screen and for a telephone."""

RIGHT = 24
ROW, LINE = 26, 14
"""How tall the row of a plot is, and how far the second line of its label stands below the first."""


def at_two_widths(draw: Callable[[int], str]) -> str:
    """A plot for wide screens, and the same for narrow ones."""
    return f'<div class="roomy">{draw(WIDE)}</div><div class="narrow">{draw(NARROW)}</div>'


def _label(wide: int) -> int:
    """How much of the width the labels at the left take."""
    return 208 if wide >= WIDE else 132


def _letters(wide: int) -> int:
    """How many letters of a label there is room for."""
    return 26 if wide >= WIDE else 14


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A line of a plot of intervals: its label, the value with its bounds, and what is shown when one points at it."""

    label: str
    value: float
    low: float
    high: float
    told: str
    strong: bool = True


def intervals_plot(title: str, marks: Sequence[PlotMark], reference: float, unit: str = "", wide: int = WIDE) -> str:
    """Marks under one another, with a line at the reference."""
    low = min([reference, *(mark.low for mark in marks)])
    high = max([reference, *(mark.high for mark in marks)])
    margin = (high - low or 1) * 0.05
    left = _label(wide)
    scale = _Scale(low - margin, high + margin, left, wide - RIGHT)
    labels = [_broken(mark.label, _letters(wide)) for mark in marks]
    row = ROW + LINE * (max(map(len, labels), default=1) - 1)
    tall = row * len(marks) + 30
    parts = [*_axis(scale, tall - 24, unit), _line(scale(reference), 4, scale(reference), tall - 24, "reference")]
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
    return _svg(title, wide, tall, parts)


def histogram(title: str, counts: Mapping[int, int], wide: int = WIDE) -> str:
    """How many games had each number; numbers are put together where there are more than so many."""
    low, high = min(counts), max(counts)
    step = _nice((high - low + 1) / (wide // 18), whole=True)
    first = floor(low / step) * step
    heights: dict[int, int] = {}
    for value, many in counts.items():
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
    return _svg(title, wide, tall, parts)


def curve(
    title: str, points: Sequence[tuple[float, float, float, float]], x_unit: str, y_unit: str, wide: int = WIDE
) -> str:
    """A line through (x, y, low, high), with a band for the intervals; both axes from 0 to 100."""
    tall, left = 230, 56
    across, up = _Scale(0, 100, left, wide - RIGHT), _Scale(0, 100, tall - 26, 10)
    parts = _axis(across, tall - 26, x_unit)
    for tick in (0, 25, 50, 75, 100):
        parts.append(_line(left, up(tick), wide - RIGHT, up(tick), "axis"))
        parts.append(
            f'<text class="tick" x="{left - 8}" y="{up(tick) + 4:.1f}" text-anchor="end">{tick}{y_unit}</text>'
        )
    above = [f"{across(x):.1f},{up(min(high, 100)):.1f}" for x, _, _, high in points]
    below = [f"{across(x):.1f},{up(max(low, 0)):.1f}" for x, _, low, _ in reversed(points)]
    parts.append(f'<polygon class="band" points="{" ".join([*above, *below])}"/>')
    line = " ".join(f"{across(x):.1f},{up(min(y, 100)):.1f}" for x, y, _, _ in points)
    parts.append(f'<polyline class="curve" points="{line}"/>')
    for x, y, low, high in points:
        told = f"{x:.0f}{x_unit}: {y:.0f}{y_unit} ({low:.0f}–{high:.0f})"
        dot = f'cx="{across(x):.1f}" cy="{up(min(y, 100)):.1f}" r="4"'
        parts.append(f"<circle {dot}><title>{escape(told)}</title></circle>")
    return _svg(title, wide, tall, parts)


@dataclass(frozen=True, slots=True)
class HeatMapCell:
    """A setting of two options in a map: its value, how it is written, what is shown when one points at it."""

    across: str
    down: str
    value: float
    text: str
    told: str
    chosen: bool = False


def heat_map(
    title: str, across: str, down: str, cells: Sequence[HeatMapCell], spread: float = 0.0, wide: int = WIDE
) -> str:
    """A map of cells: the larger the value, the darker; the values stand in it, and what is chosen has a frame.

    `spread` is how far values may differ by chance: where none differs by more, all are pale.
    """
    columns, rows = (list(dict.fromkeys(getattr(one, name) for one in cells)) for name in ("across", "down"))
    left, top, tall = 3 * _label(wide) // 4, 60, 34
    each = (wide - left - RIGHT) / max(1, len(columns))
    low = min(one.value for one in cells)
    high = max(low + spread, *(one.value for one in cells))
    parts = [f'<text class="axis-name" x="{left}" y="30">{escape(_short(across))} →</text>']
    parts.append(f'<text class="axis-name" x="0" y="14">{escape(_short(down))} ↓</text>')
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
    return _svg(title, wide, top + tall * len(rows) + 6, parts)


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


def _svg(title: str, wide: int, tall: float, parts: Sequence[str]) -> str:
    drawn = f'<svg viewBox="0 0 {wide} {tall:.0f}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    return f'<div class="wide">{drawn}</div>'
