"""Stage 1: a YAML text becomes a tree whose every node knows its source location."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cached_property
from itertools import islice, pairwise
from typing import Literal, Unpack, overload

from ...diagnostics.codes import severity_of
from ...diagnostics.diagnostic import Details, Diagnostic, Label, Report
from ...diagnostics.span import Source, Span
from .events import MalformedYaml, YamlEvent, events
from .scalars import (
    QUOTED,
    ends_with_a_quote,
    offsets,
    rejoin_entries,
    rejoin_items,
    report_truncation,
    report_unopened,
)
from .tree import Entry, Mapping, Node, Scalar, Sequence
from .yaml_errors import WRONG_COLUMN, explain

LEAVE_OUT = "leave the `{}` out, or put the text in quotes if it belongs to it"
"""What to do about a sign that YAML reserves at the start of a text."""

MOST_BREAKAGES = 10
"""After so many errors the rest of a text that is no YAML is not read."""

ONCE = ("E113",)
"""What is the same mistake all over a file: tabs."""

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
        message = f"the file contains {kind} instead of `key: value` lines"
        label = "a key and a colon are needed here"
        helps = ("start the file with `key: value` lines in the first column",)
        own.add("E138", message, Span(source, root.span.start, root.span.end), label=label, helps=helps)
        root = None
    told = set[tuple[str, int]]()
    for diagnostic in sorted(own.diagnostics, key=lambda d: d.span.start if d.span else 0):
        at = -1 if diagnostic.span is None or diagnostic.code in ONCE else diagnostic.span.start
        place = (diagnostic.code, at)
        if diagnostic not in report.diagnostics and place not in told:
            report.diagnostics.append(diagnostic)
            told.add(place)
    return root


class _FirstMistakes(Report):
    """A report that accepts the first hundred errors and the first hundred warnings."""

    __slots__ = ()

    def add(self, code: str, message: str, span: Span | None, *, path: str = "", **details: Unpack[Details]) -> None:
        """Add one diagnostic, if there is room."""
        error = severity_of(code) == "error"
        left = MOST_REPORTED - (self.errors if error else self.warnings)
        if left == 1:
            details["notes"] = (*details.get("notes", ()), "this is the last one shown; the file has more")
        if left > 0:
            super().add(code, message, span, path=path, **details)


def _read(source: Source, report: Report) -> Node | None:
    if report_invisible(source, report):
        return None
    try:
        return Composer(source, report).document()
    except InvalidNode:
        return None
    except MalformedYaml as broken:
        follows = _follows(broken, report)
        found = report.diagnostics[-1] if follows else _cause(explain(broken, source), report)
        if not follows:
            report.diagnostics.append(found)
        _read_on(source, found, report)
        return None


def _cause(found: Diagnostic, report: Report) -> Diagnostic:
    """What is wrong where a bracket is not closed: often a `#` in a text has made a comment of the other one."""
    last = next((one for one in reversed(report.diagnostics) if one.code in ("W100", "E140")), None)
    if found.code != "E116" or found.span is None or last is None or last.span is None:
        return found
    if last.span.line < found.span.line or not {*last.span.text} & {"}", "]"}:
        return found
    report.diagnostics.remove(last)
    message = "a comment cuts this line off in the middle"
    label = "a `#` after a space starts a comment"
    helps = ("put the text in quotes, if the `#` belongs to it",)
    return Diagnostic("E140", message, last.span, label=label, others=(Label(found.span, "not closed"),), helps=helps)


def _read_on(source: Source, found: Diagnostic, report: Report) -> None:
    """Look for mistakes in the rest of a text that is no YAML: without the entry in which reading stopped."""
    rest = _without_entry(source, found.span, to_the_end=found.label == WRONG_COLUMN) if found.span is not None else ""
    if rest.strip() and rest != source.text and report.errors < MOST_BREAKAGES:
        _read(Source(source.name, rest), report)


def _without_entry(source: Source, at: Span, *, to_the_end: bool) -> str:
    """A text with spaces in the place of the entry of a section that a place lies in, or of all from there to the end
    of the section; all else stays where it is.
    """
    starts = source.line_starts
    lines = [source.text[start:end] for start, end in pairwise((*starts, len(source.text)))]
    wide = [line.expandtabs(2) for line in lines]
    depths = [len(line) - len(line.lstrip()) if line.strip() and line.lstrip()[0] != "#" else None for line in wide]
    here = at.line - 1
    top = next((n for n in range(here, -1, -1) if depths[n] == 0), 0)
    before = QUOTED.sub("", "".join(lines[top:here]))
    whole = here == top or sum(map(before.count, "[{")) > sum(map(before.count, "]}"))
    inner = next((depth for depth in depths[top + 1 :] if depth is not None), 0) if not whole else 0
    inner = 0 if to_the_end else inner
    first = (
        here
        if to_the_end
        else next((n for n in range(here, top, -1) if (depth := depths[n]) is not None and depth <= inner), top)
    )
    after = (n for n in range(here + 1, len(lines)) if (depth := depths[n]) is not None and depth <= inner)
    end = next(after, len(lines))
    while end < len(lines) and re.fullmatch(r"\s*[\]}][\]},\s]*", lines[end]):
        end += 1
    blank = [re.sub(r"[^\r\n\x85\u2028\u2029]", " ", line) for line in lines[first:end]]
    return "".join((*lines[:first], *blank, *lines[end:]))


def _follows(broken: MalformedYaml, report: Report) -> bool:
    """Whether reading stopped only because of what was reported just before, so that a second message would mislead.

    That is a mark on the same line (`*all cards`), or a comment in a text that continues on the next line.
    """
    last = report.diagnostics[-1] if report.diagnostics else None
    reach = {"E132": 0, "E133": 0, "E140": 1}
    if last is None or last.span is None or last.code not in reach or broken.at < last.span.end:
        return False
    return last.span.source.place(broken.at)[0] - last.span.line <= reach[last.code]


# Builds the located tree from the events of a YAML text, and refuses what is not what it seems.

DEEPEST = 50

_MARK = re.compile(r"(?:&[\w-]*|!\S*)", re.ASCII)
_BETWEEN = re.compile(r"(?:\s+|(?<=\s)#[^\r\n]*)*")
_LOOKS_LIKE_ITEM = re.compile(r"[\r\n] *(- )")
_LINE_ENDS = str.maketrans("\u2028\u2029", "\n\n")
_LOOKS_LIKE_LIST = re.compile(r"-[^\s-][^\r\n]*[\r\n]\s*(-)[^\s-]")


class InvalidNode(Exception):
    """Raised if the tree cannot be finished; the reason has been reported."""


class Composer:
    """Builds the tree of one text.

    The events are read only as far as they are needed: a text that is refused early, for instance because it is
    nested too deeply, costs little however long it is.
    """

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.text = source.text
        self.report = report
        self.events: Iterator[YamlEvent] = events(source.text)
        self.path: list[str] = []
        self.explicit_keys = "?" in source.text

    def document(self) -> Node | None:
        """The only document of the text."""
        first = next(self.events, None)
        if first is None:
            comments = bool(self.text.strip())
            self.fault("E104", "the file contains only comments" if comments else "the file is empty", 0, 0)
            return None
        for match in re.finditer(r"^%[^\r\n]*", self.text[first.start : first.end], re.MULTILINE):
            at = first.start + match.start()
            message = "a line that starts with '%' is a YAML directive, which is not supported"
            self.fault("E136", message, at, at + len(match[0]), helps=("delete the line",))
        root = self.node(next(self.events), 0)
        next(self.events)
        second = next(self.events, None)
        if second is not None:
            message = "a second document starts here, but a file must contain exactly one"
            helps = ("delete the line `---`, or move what follows to a file of its own",)
            self.fault("E135", message, second.start, max(second.end, second.start + 1), helps=helps)
            return None
        return root

    def node(self, event: YamlEvent, depth: int) -> Node:
        """The node that starts with this event."""
        start = self.marks(event) if event.marked else event.start
        if event.marked and event.kind == "scalar" and not event.text and event.style == "plain":
            return self.unmarked(event)
        if event.kind == "scalar":
            return self.scalar(event, start)
        if event.kind == "alias":
            return self.alias(event)
        if depth >= DEEPEST:
            helps = ("no spec needs that many levels: look for brackets that are not closed",)
            self.fault("E137", f"this is nested more than {DEEPEST} levels deep", start, start + 1, helps=helps)
            raise InvalidNode
        if event.kind == "mapping":
            return self.flow_mapping(start, depth) if event.flow else self.block_mapping(start, depth)
        return self.sequence(event, start, depth)

    def scalar(self, event: YamlEvent, start: int) -> Scalar:
        """A text, with the source offset of each of its characters."""
        end = max(event.end, start)
        style, value = event.style, event.text
        if style in ("literal", "folded"):
            end = start + len(self.text[start:end].rstrip())
            located = offsets(self.text, start, event.end, style, value)
        else:
            located = offsets(self.text, start, end, style, value)
        if style not in ("single", "double"):
            value = value.translate(_LINE_ENDS)
        span = Span(self.source, start, end)
        scalar = Scalar(value, span, style, located)
        if style == "plain" and self.text[end : end + 1] in (" ", "\t"):
            report_truncation(self.source, scalar, self.report, self.path_here())
        if style == "plain" and ends_with_a_quote(value):
            report_unopened(span, self.report, self.path_here())
        if style == "plain" and value[:1] == "-" and (match := _LOOKS_LIKE_LIST.match(self.text, start, end)):
            message = "these lines are a single text, although they look like list items"
            helps = ("write a space after each `-`, or join the lines",)
            self.fault("W101", message, match.start(1), match.start(1) + 1, helps=helps)
        if style == "double" and "\\" in span.text and (match := INVISIBLE.search(value)):
            message = f"this is an escape for the invisible character U+{ord(match[0]):04X}"
            advice = max(located[match.end()], located[match.start()] + 1)
            helps = ("delete it, or write the backslash twice if a backslash was meant",)
            self.fault("E105", message, located[match.start()], advice, helps=helps)
            return Scalar(INVISIBLE.sub("\ufffd", value), span, style, located)
        return scalar

    def alias(self, event: YamlEvent) -> Scalar:
        """Refuse an alias; the tree gets its own text in its place."""
        written = self.text[event.start : event.end]
        helps = (LEAVE_OUT.format("*"),)
        self.fault("E133", f"'{written}' is a YAML alias, which is not supported", event.start, event.end, helps=helps)
        span = Span(self.source, event.start, event.end)
        return Scalar(written, span, "plain", range(event.start, event.end + 1))

    def unmarked(self, event: YamlEvent) -> Scalar:
        """The text of a tag or an anchor with nothing behind it, which was reported: it was meant to be the text."""
        written = self.text[event.start : event.end].split()[0].lstrip("&!")
        start = self.text.index(written, event.start) if written else event.start
        return Scalar(
            written, Span(self.source, start, start + len(written)), "plain", range(start, start + len(written) + 1)
        )

    def marks(self, event: YamlEvent) -> int:
        """Report the tag and the anchor before a node, and return the offset where the node itself starts."""
        at = event.start
        while match := _MARK.match(self.text, at):
            tag = match[0].startswith("!")
            name = "tag" if tag else "anchor"
            self.fault(
                "E132" if tag else "E133",
                f"'{match[0]}' is a YAML {name}, which is not supported",
                match.start(),
                match.end(),
                helps=(
                    LEAVE_OUT.format(match[0][0]),
                    *(["in a condition write `not` instead of `!`"] if tag else []),
                ),
            )
            following = _BETWEEN.match(self.text, match.end())
            at = following.end() if following else match.end()
        return at if at <= event.end or event.kind != "scalar" else event.end

    def key(self, event: YamlEvent, depth: int) -> Scalar | None:
        """A key, or None if this cannot be one, which is reported."""
        node = self.node(event, depth)
        start, end = node.span.start, node.span.end
        if not isinstance(node, Scalar):
            message = "a key must be a single text, not a list or a mapping"
            self.fault("E131", message, start, end, helps=("a text that starts with a bracket must be put in quotes",))
        elif not node.text:
            self.fault("E131", "a key is missing before this colon", start, max(end, start + 1))
        elif node.style in ("literal", "folded"):
            self.fault("E131", "a key must be a single text, not a block of lines", start, end)
        elif (at := self.question_mark(start)) is not None:
            self.fault("E131", "a key must not be written with '?'", at, at + 1, helps=(f"write `{node.text}: …`",))
            return node
        elif node.text == "<<" and node.style == "plain":
            message = "'<<' is YAML's way of merging mappings, which is not supported"
            helps = ("write the keys out, or share rules with a named function or a variant",)
            self.fault("E134", message, start, end, helps=helps)
        elif node.style == "plain" and node.text[-1] in "\xa0\u202f":
            message = f"the space before the colon of '{node.text[:-1]}' is a no-break space"
            self.fault("E112", message, end - 1, end, helps=(f"write `{node.text[:-1]}:`",))
            return node.part(0, len(node.text) - 1)
        else:
            return node
        return None

    def question_mark(self, start: int) -> int | None:
        """The offset of the `?` before an explicit key that starts at `start`; None if there is none."""
        at = start - 1
        while self.explicit_keys and at >= 0 and self.text[at] == " ":
            at -= 1
        return at if self.explicit_keys and at >= 0 and self.text[at] == "?" else None

    def entry(self, key: Scalar | None, depth: int) -> Node:
        """The value after a key."""
        self.path.append(key.text if key else "?")
        event = next(self.events)
        merged = key is None and event.kind == "alias"  # `<<: *other`, which was refused as a whole
        value = (
            Scalar("", Span(self.source, event.start, event.end), "plain", ()) if merged else self.node(event, depth)
        )
        self.path.pop()
        return value

    def block_mapping(self, start: int, depth: int) -> Mapping:
        """Lines of `key: value`."""
        entries: dict[str, Entry] = {}
        end = start
        while (event := next(self.events)).kind != "close":
            key = self.key(event, depth + 1)
            value = self.entry(key, depth + 1)
            end = value.span.end
            if key is not None:
                self.take(entries, Entry(key, value))
        return Mapping(tuple(entries.values()), Span(self.source, start, end))

    def flow_mapping(self, start: int, depth: int) -> Mapping:
        """`{key: value, …}`, or a single `key: value` within `[…]`."""
        written: list[tuple[Entry, bool]] = []
        end = start
        while (event := next(self.events)).kind != "close":
            key = self.key(event, depth + 1)
            value = self.entry(key, depth + 1)
            end = value.span.end
            if key is not None:
                empty = isinstance(value, Scalar) and value.style == "plain" and not value.text
                colonless = empty and self.text[value.span.start - 1] != ":"
                written.append((Entry(key, value), colonless))
        if self.text[event.start : event.start + 1] == "}":
            end = event.end
        entries: dict[str, Entry] = {}
        for entry in rejoin_entries(written, self.report, self.path_here()):
            self.take(entries, entry)
        return Mapping(tuple(entries.values()), Span(self.source, start, end))

    def take(self, entries: dict[str, Entry], entry: Entry) -> None:
        """Add an entry to a mapping, or report that its key is already there; what stands below both is kept."""
        key = entry.key
        first = entries.setdefault(key.text, entry)
        if first is not entry:
            entries[key.text] = _both(first, entry)
            at, other, label = key.span, Label(first.key.span, "first used here"), "repeated here"
            if _is_empty(first):
                at, other, label = first.key.span, Label(key.span, "used here again"), "nothing stands below it"
            self.path.append(key.text)
            message = f"duplicate key '{key.text}'"
            helps = (*self.other_language(key, entries), _one_is_too_many(first, entry))
            self.fault("E130", message, at.start, at.end, label=label, others=(other,), helps=helps)
            self.path.pop()

    def other_language(self, key: Scalar, entries: Container[str]) -> tuple[str, ...]:
        """The language that a text which is there twice was to have, as a help, if the file has it elsewhere."""
        if len(key.text) != LANGUAGE or key.text not in self.languages or key.text in NO_LANGUAGES:
            return ()
        missing = [one for one in self.languages if one not in entries and one not in NO_LANGUAGES]
        return (f"write `{missing[0]}`, if this is the text in that language",) if missing else ()

    @cached_property
    def languages(self) -> dict[str, None]:
        """The languages of the texts of this file, in the order in which they come."""
        return dict.fromkeys(_LANGUAGE.findall(self.text))

    def sequence(self, event: YamlEvent, start: int, depth: int) -> Sequence:
        """The items of a list."""
        items: list[Node] = []
        while (item_event := next(self.events)).kind != "close":
            self.path.append(f"[{len(items)}]")
            item = self.node(item_event, depth + 1)
            if not event.flow:
                self.looks_like_item(item)
            items.append(item)
            self.path.pop()
        if not event.flow:
            end = items[-1].span.end if items else event.end
            return Sequence(tuple(items), Span(self.source, start, max(end, start)))
        texts = [item if isinstance(item, Scalar) and item.style == "plain" else None for item in items]
        rejoined = rejoin_items(texts, self.report, self.path_here())
        if rejoined != texts:
            pairs = zip(items, texts, rejoined, strict=True)
            items = [new or item for item, old, new in pairs if new is not None or old is None]
        return Sequence(tuple(items), Span(self.source, start, item_event.end))

    def looks_like_item(self, item: Node) -> None:
        """Warn if a later line of an item looks like an item itself."""
        if isinstance(item, Scalar) and item.style == "plain":
            match = _LOOKS_LIKE_ITEM.search(self.text, item.span.start, item.span.end)
            if match:
                message = "this line belongs to the text above it, although it looks like a list item"
                helps = ("put `-` in the same column as the items above, or join the lines",)
                self.fault("W101", message, match.start(1), match.start(1) + 1, helps=helps)

    def path_here(self) -> str:
        """The current location by name: `zones.hand`, `phases[2].offer`."""
        return ".".join(self.path).replace(".[", "[")

    def fault(self, code: str, message: str, start: int, end: int, **details: Unpack[Details]) -> None:
        """Report one mistake."""
        self.report.add(code, message, Span(self.source, start, end), path=self.path_here(), **details)


LANGUAGE = 2
"""So many letters has the name of most languages."""

NO_LANGUAGES = ("do", "by", "is", "of", "to", "at")
"""Keys of as many letters."""

_LANGUAGE = re.compile(r"""(?<![\w.])([a-z]{2}): +["']""")
"""A language with its text."""


def _is_empty(entry: Entry) -> bool:
    return isinstance(entry.value, Scalar) and entry.value.style == "plain" and not entry.value.text


def _both(first: Entry, second: Entry) -> Entry:
    """What counts of a key that is there twice: what stands below either; of two texts or lists the first one."""
    if _is_empty(first):
        return second
    if not isinstance(first.value, Mapping) or not isinstance(second.value, Mapping):
        return first
    known = {entry.key.text for entry in first.value.entries}
    more = [entry for entry in second.value.entries if entry.key.text not in known]
    return Entry(first.key, Mapping((*first.value.entries, *more), first.value.span))


def _one_is_too_many(first: Entry, second: Entry) -> str:
    if _is_empty(first) or _is_empty(second):
        return f"delete the {'first' if _is_empty(first) else 'second'} one, which has nothing below it"
    keys = [
        {entry.key.text for entry in one.value.entries} for one in (first, second) if isinstance(one.value, Mapping)
    ]
    if len(keys) == 2 and keys[0].isdisjoint(keys[1]):
        return "put what stands below both under one of them, or rename one"
    return "remove or rename one of the two"


# Refuses invisible characters: an author could not see why a file with them is wrong.

MOST_INVISIBLE = 20

INVISIBLE = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff"
    "\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)
"""Control characters, surrogates, zero-width characters, and marks that change the direction of writing."""

_REFUSED = re.compile(f"{INVISIBLE.pattern}|^ *(?P<space>\xa0)", re.MULTILINE)


def report_invisible(source: Source, report: Report) -> bool:
    """Report the invisible characters of a text (E105), and return whether there are any."""
    matches = list(islice(_REFUSED.finditer(source.text), MOST_INVISIBLE))
    for match in matches:
        space = match["space"] is not None

        message = "a no-break space in the indentation" if space else f"invisible character U+{ord(match[0]):04X}"
        helps = ("write an ordinary space" if space else "delete it; it was probably pasted in by mistake",)
        report.add("E105", message, Span(source, *match.span("space" if space else 0)), helps=helps)
    return bool(matches)
