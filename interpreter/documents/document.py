"""A result for people, whatever shows it: sections of sentences, tables, plots and lists.

A verb computes a result, which is its JSON, and makes a `Document` of it. `terminal.py` prints a document, `html.py`
makes a page of it. A terminal shows sentences and tables, and leaves the rest to pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..diagnostics.record import dataclass
from ..diagnostics.text import DEFAULT_LANGUAGE

Rows = Sequence[Sequence[str]]
"""Cells, row by row; the first row names the columns."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a section is about, on a page."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that helps to read the others, such as what the intervals are."""

    text: str


@dataclass(frozen=True, slots=True)
class Alert:
    """A word or two about what went wrong, on a page."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in columns; the first `left` columns are set to the left, the others to the right.

    A terminal shows the first `most` rows, and `rest` in place of the others. A page folds the whole table up where
    `folded` says what one has to open.
    """

    rows: Rows
    left: int = 1
    most: int | None = None
    rest: str = ""
    folded: str = ""


@dataclass(frozen=True, slots=True)
class Panels:
    """The most important numbers of a page, each with its name; an interval stands in brackets behind its number."""

    panels: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A paragraph with a title, either of which may be empty, and what belongs to it below, on a page."""

    title: str
    text: str
    below: Sequence[Part] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """A list, on a page."""

    items: Sequence[str]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Preformatted:
    """Lines as they are, on a page."""

    text: str


@dataclass(frozen=True, slots=True)
class Folded:
    """Parts that a page shows when their summary is opened."""

    summary: str
    parts: Sequence[Part]


# Plots, which pages draw ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A line of a plot of intervals: its label, the value with its bounds, and what is shown when one points at it."""

    label: str
    value: float
    low: float
    high: float
    told: str
    strong: bool = True


@dataclass(frozen=True, slots=True)
class IntervalsPlot:
    """Marks under one another, with a line at the reference."""

    title: str
    marks: Sequence[PlotMark]
    reference: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many games had each number."""

    title: str
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through (x, y, low, high), with a band for the intervals; both axes from 0 to 100.

    `about` says below it what the axes mean.
    """

    title: str
    points: Sequence[tuple[float, float, float, float]]
    x_unit: str
    y_unit: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class HeatMapCell:
    """A setting of two options in a map: its value, how it is written, what is shown when one points at it."""

    across: str
    down: str
    value: float
    text: str
    told: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Cells by the values of the options `across` and `down`: the larger, the darker; what is chosen has a frame.

    `spread` is how far values may differ by chance: where none differs by more, all are pale.
    """

    title: str
    across: str
    down: str
    cells: Sequence[HeatMapCell]
    spread: float = 0.0


Plot = IntervalsPlot | Histogram | Curve | HeatMap

Part = str | Heading | Note | Alert | Table | Panels | Entry | Items | Preformatted | Folded | Plot
"""What stands in a section; a text is a sentence, in which backquotes enclose what is to be typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A result: what it is about in a line or two, and sections, of which those without parts are left out."""

    title: str
    lead: Sequence[str | Alert] = ()
    sections: Sequence[Sequence[Part]]
    lang: str = DEFAULT_LANGUAGE
