"""Stage 1: a YAML text becomes a tree in which every node knows where it was written."""

from __future__ import annotations

from typing import Literal, overload

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source, Span
from .breakage import explain
from .composer import Composer, Stop
from .events import Broken
from .first import FirstMistakes
from .tree import Mapping, Node, Sequence
from .unseen import report_unseen


@overload
def compose(source: Source, report: Report, *, mapping: Literal[True]) -> Mapping | None: ...


@overload
def compose(source: Source, report: Report, *, mapping: bool = False) -> Node | None: ...


def compose(source: Source, report: Report, *, mapping: bool = False) -> Node | None:
    """Read a YAML text, and tell every place where it is not what it seems to be.

    All scalars stay texts. Mistakes go to `report` (E104 to E141, W100, W101), in the order of the text;
    the answer is None where the text is not YAML, is empty, is nested deeper than 50, or, with
    `mapping`, holds no mapping at the top. After other mistakes the tree is as near as possible to
    what was meant: of a double key the first stands, a text cut by a comma is whole.

    >>> tree = compose(Source("a.yaml", "hand: 010"), Report())
    >>> tree.get("hand").text
    '010'
    """
    own = FirstMistakes()
    root = _read(source, own)
    if root is not None and mapping and not isinstance(root, Mapping):
        kind = "a list" if isinstance(root, Sequence) else "a single text"
        own.add(
            "E138",
            f"the file holds {kind}, not `key: value` lines",
            Span(source, root.span.start, root.span.end),
            label="a key and a colon are needed here",
            helps=("start the file with `key: value` lines in the first column",),
        )
        root = None
    for found in sorted(own.diagnostics, key=lambda d: d.span.start if d.span else 0):
        if found not in report.diagnostics:
            report.diagnostics.append(found)
    return root


def _read(source: Source, report: Report) -> Node | None:
    if report_unseen(source, report):
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
    """Whether reading stopped only because of what was reported just before.

    That is a mark on the same line (`*all cards`), or a comment within a text that goes on in the next line.
    """
    last = report.diagnostics[-1] if report.diagnostics else None
    reach = {"E132": 0, "E133": 0, "E140": 1}
    if last is None or last.span is None or last.code not in reach or broken.at < last.span.end:
        return False
    return last.span.source.place(broken.at)[0] - last.span.line <= reach[last.code]
