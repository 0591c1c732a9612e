"""The events of a YAML text; the only file that knows the YAML library.

What a text means is what the library's Python reader says. Its C reader is ten times faster, but takes some texts for
something else. So it reads only what is written in the usual way, and the other one whatever is left: each text with a
mistake, a tab, a mark, a `?` outside of quotes or, in brackets, a key without a value. Of all other texts both say the
same (`tests/source/text/test_readers.py`). No Python object is ever built from a text; only its events and their
locations are taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, Literal, NamedTuple

from yaml import events as library
from yaml.error import MarkedYAMLError, YAMLError
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from .tree import Style

Kind = Literal["document", "scalar", "mapping", "sequence", "alias", "close"]

_STYLES: dict[str | None, Style] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}

COMPARED = (0, 2, 5)
"""The first version of the C reader that was compared with the Python reader."""

LARGEST = 200_000
"""The most characters of a text that is read as a whole, before anything is looked at."""

_UNUSUAL = re.compile(r"[\t\r\x85\u2028\u2029\ufeff]|^(?:%|---|\.\.\.)|(?:^|[\s,\[{])\?|[|>][-+\d]*#", re.MULTILINE)
"""Tabs, uncommon ends of lines, marks of documents, what may be an explicit key, a comment at the head of a block."""

DEEP = 64
"""More brackets or levels within each other than any spec has: the C reader would take too long."""


class YamlEvent(NamedTuple):
    """One piece of a YAML text: a scalar, or the start or the end of a list or a mapping.

    `start` and `end` are offsets in the source. `text` and `style` belong to scalars (`text` also to aliases, whose
    name it is); `flow` means that a collection is written in brackets; `marked` that a tag or an anchor comes before
    it (`start` is then the offset of that mark).
    """

    kind: Kind
    start: int
    end: int
    text: str = ""
    style: Style = "plain"
    flow: bool = False
    marked: bool = False


class MalformedYaml(Exception):
    """Raised if the YAML library could not read on.

    `problem` and `context` are its own words; `at` is the offset where it stopped, `since` the offset where the
    construct began (or None); `last` is the last scalar that was read before, if any.
    """

    def __init__(self, problem: str, context: str, at: int, since: int | None, last: YamlEvent | None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.context = context
        self.at = at
        self.since = since
        self.last = last


class _YamlReader(Reader, Scanner, Parser):
    """The reader, scanner and parser of the library, without composer and constructor."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


def events(text: str) -> Iterator[YamlEvent]:
    """The events of a text in order. Where the text is unusual, it is read only as far as they are asked for.

    Raises `MalformedYaml` where the text is not YAML. The text must consist of printable characters.

    >>> [e.kind for e in events("a: 1")]
    ['document', 'mapping', 'scalar', 'scalar', 'close', 'close']
    """
    usual = fast_events(text)
    return iter(usual) if usual is not None else slow_events(text)


def slow_events(text: str) -> Iterator[YamlEvent]:
    """The events as the Python reader says."""
    last: YamlEvent | None = None
    reader: Any = None
    try:
        reader = _YamlReader(text)
        while reader.state is not None:
            event = _event(reader.get_event())
            if event is not None:
                if event.kind == "scalar":
                    last = event
                yield event
    except MarkedYAMLError as error:
        at, since = _offset(error.problem_mark), _offset(error.context_mark)
        stopped = at if at is not None else since or 0
        raise MalformedYaml(error.problem or "", error.context or "", stopped, since, last) from None
    except (YAMLError, ValueError, IndexError, OverflowError, AssertionError) as error:
        # The library does not guard some of its own conversions (`"\U99999999"`).
        stopped = reader.index if reader is not None else 0
        raise MalformedYaml(f"unreadable: {error}", "", stopped, None, last) from None


def fast_events(text: str) -> list[YamlEvent] | None:
    """The events of a text that is written in the usual way; None if only the Python reader knows what it means."""
    compiled = _c_reader()
    if compiled is None or len(text) > LARGEST or _UNUSUAL.search(text):
        return None
    found: list[YamlEvent] = []
    brackets: list[bool] = []
    try:
        reader = compiled(text)
        while (one := reader.get_event()) is not None:
            event = _event(one)
            if event is None:
                continue
            if event.marked or event.kind == "alias" or (event.style == "plain" and "?" in event.text):
                return None
            if event.kind in ("mapping", "sequence"):
                brackets.append(event.flow)
                if len(brackets) > DEEP:
                    return None
            elif event.kind == "close" and brackets:
                brackets.pop()
            elif event.kind == "scalar" and event.style == "plain" and not event.text and brackets[-1:] == [True]:
                return None
            found.append(event)
    except (YAMLError, ValueError):
        return None
    return found


@cache
def _c_reader() -> Any:
    """The C reader of the library; None where there is none, or an old one."""
    with suppress(ImportError):
        found = import_module("yaml._yaml")
        return found.CParser if found.get_version() >= COMPARED else None
    return None


def _offset(mark: Any) -> int | None:
    return None if mark is None else int(mark.index)


def _event(event: Any) -> YamlEvent | None:
    start, end = event.start_mark.index, event.end_mark.index
    match event:
        case library.ScalarEvent():
            marked = event.tag is not None or event.anchor is not None
            return YamlEvent("scalar", start, end, event.value, _STYLES[event.style], marked=marked)
        case library.MappingStartEvent() | library.SequenceStartEvent():
            kind: Kind = "mapping" if isinstance(event, library.MappingStartEvent) else "sequence"
            marked = event.tag is not None or event.anchor is not None
            return YamlEvent(kind, start, end, flow=bool(event.flow_style), marked=marked)
        case library.MappingEndEvent() | library.SequenceEndEvent() | library.DocumentEndEvent():
            return YamlEvent("close", start, end)
        case library.DocumentStartEvent():
            return YamlEvent("document", start, end)
        case library.AliasEvent():
            return YamlEvent("alias", start, end, event.anchor or "")
    return None
