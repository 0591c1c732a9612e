"""A file of rules as its mutations see it: its lines, its tree, the words of its rules, and what the names mean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source, Span
from cardwright.editor.paths import uses_in_game
from cardwright.editor.symbols import Symbol, SymbolIndex, build_index
from cardwright.editor.workspace import Analysis, analyse
from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import EFFECTS, spellings
from cardwright.language.ir.traversal import records
from cardwright.language.layout.regions import Region, regions_of
from cardwright.language.syntax.findings import RESERVED
from cardwright.language.typing.names.scope import TypedExpression
from cardwright.play.scenario.initial_state import GameCache
from cardwright.source.text.files import load
from cardwright.source.text.tree import Mapping, Node, Scalar, Sequence

from .shipped import Shipped

TOKEN = re.compile(r"#[^\n]*|[a-z_][a-z0-9_]*|\d+|==|!=|<=|>=|\+=|-=|\.\.|[-+*=<>()\[\],.:]")
PROSE = frozenset(("title", "about", "label", "text", "rule", "en", "fr", "source", "words", "decline", "faces"))
"""Keys below which there is text for people."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, a number or a sign of a rule; `before` and `after` are its neighbours."""

    start: int
    end: int
    text: str
    before: str
    after: str


@dataclass
class Page:
    """A file of rules. All offsets count in its text; nodes of rules are those whose places are in this file."""

    shipped: Shipped
    text: str
    tree: Mapping
    indexes: list[SymbolIndex]
    notes: list[TypedExpression]
    nodes: list[object] = field(repr=False)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return self.text.split("\n")

    def line(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return bisect_right(self.starts, offset)

    @cached_property
    def stops(self) -> list[Region]:
        """Every key and value in order."""
        return list(regions_of(self.tree, self.shipped.kind))

    @cached_property
    def uses(self) -> dict[tuple[int, int], Symbol]:
        """The names in this file, with what they mean."""
        found: dict[tuple[int, int], Symbol] = {}
        for index in self.indexes:
            for span, symbol in index.uses.values():
                if self.here(span) and self.text[span.start : span.end] == symbol.name:
                    found.setdefault((span.start, span.end), symbol)
        return found

    @cached_property
    def declared(self) -> set[tuple[int, int]]:
        """Where names are declared in this file."""
        spans = (span for index in self.indexes for span in index.declared.values())
        return {(span.start, span.end) for span in spans if self.here(span)}

    @cached_property
    def names(self) -> set[str]:
        """All names of the games that read this file, and the words of the language."""
        own = {symbol.name for index in self.indexes for symbol in index.declared}
        return own | set(spellings("function")) | set(spellings("name")) | {*FOLDS, *EFFECTS, *RESERVED}

    @cached_property
    def words(self) -> list[Word]:
        """The words of all rules, in order."""
        return [word for stop in self.stops if stop.language and stop.scalar for word in _words(stop.scalar)]

    def here(self, span: Span) -> bool:
        """Whether a place is in this file."""
        return span.source.file == self._file and span.end <= len(self.text)

    @cached_property
    def _file(self) -> str:
        return Source(self.shipped.path, "").file

    def prose(self, number: int) -> bool:
        """Whether a line, from 1, says something to people only, or is a comment."""
        line = self.lines[number - 1].strip().removeprefix("- ")
        key = line.partition(":")[0].rpartition(".")[2].strip("\"' ")
        return not line or line.startswith("#") or key in PROSE

    def above(self, number: int) -> int:
        """The line of the block that a line, from 1, stands in; 1 at the top level."""
        margin = _margin(self.lines[number - 1])
        for other in range(number - 1, 0, -1):
            line = self.lines[other - 1]
            if line.strip() and not line.lstrip().startswith("#") and _margin(line) < margin:
                return other
        return 1

    def around(self, number: int) -> set[str]:
        """The words of a line, from 1, and of the lines that it stands below."""
        words: set[str] = set()
        while True:
            words |= set(re.findall(r"[a-z_]\w*", self.lines[number - 1]))
            if number == 1:
                return words
            number = self.above(number)

    def lists(self) -> Iterator[Sequence]:
        """All lists of the file."""
        yield from (node for node in _below(self.tree) if isinstance(node, Sequence))

    def scalars(self) -> Iterator[tuple[str, Scalar]]:
        """All values that are texts, with the keys they stand under."""
        yield from _scalars(self.tree, "")


def page_of(one: Shipped) -> Page:
    """Read a file, with the games that use it."""
    text, tree = one.text, load(one.path, Report())
    if tree is None:
        raise _mistaken(one.path)
    made = [_analysed(path) for path in one.checks]
    indexes = [_index(path) for path in one.checks]
    page = Page(one, text, tree, indexes, [], [])
    page.notes = [note for each in made for note in each.notes if page.here(note.node.span)]
    found = {}
    for each in made:
        for node in records(each.spec):
            span = getattr(node, "span", None)
            if isinstance(span, Span) and page.here(span):
                found.setdefault((type(node).__name__, span.start, span.end), node)
    page.nodes = list(found.values())
    return page


@cache
def _analysed(path: str) -> Analysis:
    return analyse(path, (), GameCache(engine="reference"))


@cache
def _index(path: str) -> SymbolIndex:
    made = _analysed(path)
    if made.spec is None:
        raise _mistaken(made.path)
    index = build_index(made.spec, made.notes)
    if made.tree is not None:
        for span, symbol in uses_in_game(made.tree, index):
            index.use(symbol, span)
    return index


def _words(scalar: Scalar) -> Iterator[Word]:
    found = [match for match in TOKEN.finditer(scalar.text) if not match[0].startswith("#")]
    texts = ["", *(match[0] for match in found), ""]
    for number, match in enumerate(found):
        span = scalar.at(*match.span())
        if span.text == match[0]:
            yield Word(span.start, span.end, match[0], texts[number], texts[number + 2])


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _below(node: Node) -> Iterator[Node]:
    yield node
    match node:
        case Mapping():
            for entry in node.entries:
                yield from _below(entry.value)
        case Sequence():
            for item in node.items:
                yield from _below(item)


def _scalars(node: Node, key: str) -> Iterator[tuple[str, Scalar]]:
    match node:
        case Scalar():
            yield key, node
        case Mapping():
            for entry in node.entries:
                name = entry.key.text.rpartition(".")[2]
                if name not in PROSE and key not in PROSE:
                    yield from _scalars(entry.value, name)
        case Sequence():
            for item in node.items:
                yield from _scalars(item, key)


def _mistaken(path: str) -> ValueError:
    return ValueError(f"'{path}' has mistakes already: `cardwright validate` tells them")
