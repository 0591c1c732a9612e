"""Composes a text whose last version was composed before: only the top-level entries that have changed are read anew.

For texts that are open in an editor, of which each keystroke makes a new one. An entry is the lines from one key in the
first column to the next. Each must be YAML by itself, without anything to report; then the tree is put together from
theirs, and is the same as that of the whole text. In every other case the whole text has to be composed.
"""

from __future__ import annotations

import re

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source, Span
from .compose import compose
from .tree import Entry, Mapping, Node, Scalar, Sequence

MOST = 512
"""How many entries are remembered; the oldest is forgotten first."""

_KEY = re.compile(r"^(?=[A-Za-z_][\w-]*:(?:[ \n]|$))", re.MULTILINE)
_OTHER = re.compile("[\r\x85\u2028\u2029\ufeff\t?]|^(?:---|\\.\\.\\.|%)", re.MULTILINE)
"""Other line ends, marks of documents, and what needs a look at more than an entry."""

_known: dict[str, Entry | None] = {}


def compose_by_entries(source: Source) -> Mapping | None:
    """The tree of a text; None if it is not certain that its entries can be read one by one.

    >>> compose_by_entries(Source("a.yaml", "spec: 1\\ngame: race\\n")).get("game").text
    'race'
    """
    text = source.text
    if _OTHER.search(text):
        return None
    starts = [match.start() for match in _KEY.finditer(text)]
    if not starts or any(line and line[0] not in "#\n" for line in text[: starts[0]].splitlines(keepends=True)):
        return None
    entries: dict[str, Entry] = {}
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        entry = _entry(text[start:end])
        if entry is None or entry.key.text in entries:
            return None
        entries[entry.key.text] = _moved_entry(entry, source, start)
    found = tuple(entries.values())
    return Mapping(found, Span(source, found[0].key.span.start, found[-1].value.span.end))


def _entry(text: str) -> Entry | None:
    """The only entry of a text, at the offsets that it has there; None if there is anything to report."""
    if text not in _known:
        report = Report()
        tree = compose(Source("", text), report, mapping=True)
        alone = tree is not None and not report.diagnostics and len(tree.entries) == 1
        if len(_known) >= MOST:
            del _known[next(iter(_known))]
        _known[text] = tree.entries[0] if alone and tree is not None else None
    return _known[text]


def _moved_entry(entry: Entry, source: Source, by: int) -> Entry:
    key = entry.key
    return Entry(
        Scalar(key.text, _span(key.span, source, by), key.style, _offsets(key.offsets, by)),
        _moved(entry.value, source, by),
    )


def _moved(node: Node, source: Source, by: int) -> Node:
    """The same node at another place of another source."""
    match node:
        case Scalar():
            return Scalar(node.text, _span(node.span, source, by), node.style, _offsets(node.offsets, by))
        case Sequence():
            return Sequence(tuple([_moved(item, source, by) for item in node.items]), _span(node.span, source, by))
        case Mapping():
            entries = tuple([_moved_entry(entry, source, by) for entry in node.entries])
            return Mapping(entries, _span(node.span, source, by))


def _span(span: Span, source: Source, by: int) -> Span:
    return Span(source, span.start + by, span.end + by)


def _offsets(offsets: range | tuple[int, ...], by: int) -> range | tuple[int, ...]:
    if isinstance(offsets, range):
        return range(offsets.start + by, offsets.stop + by, offsets.step)
    return tuple([at + by for at in offsets])
