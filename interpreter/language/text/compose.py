"""Stage 1: a YAML text becomes a tree whose every node knows its source location."""

from __future__ import annotations

from typing import Literal, overload

from ...diagnostics.codes import CODES
from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Source, Span
from .breakage import explain
from .composer import Composer, Stop
from .events import Broken
from .invisible import report_invisible
from .tree import Mapping, Node, Sequence

MOST_REPORTED = 100
"""A file with more mistakes of one severity is not the file that was meant."""


@overload
def compose(source: Source, report: Report, *, mapping: Literal[True]) -> Mapping | None: ...


@overload
def compose(source: Source, report: Report, *, mapping: bool = False) -> Node | None: ...


def compose(source: Source, report: Report, *, mapping: bool = False) -> Node | None:
    """Parse a YAML text, and report every location where it is not what it seems to be.

    All scalars stay texts. Mistakes go to `report` (E104 to E141, W100, W101), in the order of the text. The result is
    None if the text is not YAML, is empty, is nested deeper than 50, or, with `mapping`, has no mapping at the top
    level. After other mistakes the tree is as close as possible to what was meant: of a duplicate key what
    stands below both counts, or the first one, and a text cut by a comma is whole.

    >>> tree = compose(Source("a.yaml", "hand: 010"), Report())
    >>> tree.get("hand").text
    '010'
    """
    own = _FirstMistakes()
    root = _read(source, own)
    if root is not None and mapping and not isinstance(root, Mapping):
        kind = "a list" if isinstance(root, Sequence) else "a single text"
        own.add(
            "E138",
            f"the file contains {kind} instead of `key: value` lines",
            Span(source, root.span.start, root.span.end),
            label="a key and a colon are needed here",
            helps=("start the file with `key: value` lines in the first column",),
        )
        root = None
    for diagnostic in sorted(own.diagnostics, key=lambda d: d.span.start if d.span else 0):
        if diagnostic not in report.diagnostics:
            report.diagnostics.append(diagnostic)
    return root


class _FirstMistakes(Report):
    """A report that accepts the first hundred errors and the first hundred warnings."""

    __slots__ = ()

    def add(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        others: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        helps: tuple[str, ...] = (),
        path: str = "",
    ) -> None:
        """Add one diagnostic, if there is room."""
        error = CODES[code].severity == "error"
        left = MOST_REPORTED - (self.errors if error else self.warnings)
        if left == 1:
            notes = (*notes, "this is the last one shown; the file has more")
        if left > 0:
            super().add(code, message, span, label=label, others=others, notes=notes, helps=helps, path=path)


def _read(source: Source, report: Report) -> Node | None:
    if report_invisible(source, report):
        return None
    composer = Composer(source, report)
    try:
        return composer.document()
    except Stop:
        return None
    except Broken as broken:
        if not _follows(broken, report):
            report.diagnostics.append(explain(broken, source))
        return None


def _follows(broken: Broken, report: Report) -> bool:
    """Whether reading stopped only because of what was reported just before, so that a second message would mislead.

    That is a mark on the same line (`*all cards`), or a comment in a text that continues on the next line.
    """
    last = report.diagnostics[-1] if report.diagnostics else None
    reach = {"E132": 0, "E133": 0, "E140": 1}
    if last is None or last.span is None or last.code not in reach or broken.at < last.span.end:
        return False
    return last.span.source.place(broken.at)[0] - last.span.line <= reach[last.code]
