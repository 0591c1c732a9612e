"""What is left of a game without its mistakes, so that later stages can look at it at once.

A stage that finds mistakes makes nothing that the next could use. But most of a file is sound: each smallest entry
with a mistake is taken out, or the one around it if the file would lose its shape, and the rest goes on. What is found
in the rest counts only if it cannot follow from what was taken out: if neither the entry where it is nor what that
mentions has lost anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.span import Span
from ..shape.check import check_spec, check_variant
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from .merge import merge
from .paths import bare

Path = tuple[str | int, ...]
"""Keys and numbers of items, from the top level down."""

Check = Callable[[Mapping, Report], None]
"""What checks the shape of a tree."""

FLOW = ("phases", "actions", "reactions", "triggers")
"""Sections whose parts have no value: what is missing in one changes nothing elsewhere."""

PATCHES = ("override", "add", "remove", "insert")
"""The keys of a variant under which there are paths of the game."""

ROUNDS = 8
"""How often what is left is looked at again; each time larger entries are taken out."""

MOST = 100
"""Where there are more mistakes, nothing is looked at further: there is enough to mend."""

_STAND_INS = {"spec": "1", "title": "?", "players": "2"}
"""What takes the place of a top-level key that is missing or wrong."""

_NAME = re.compile(r"[a-z_][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Rest:
    """The tree of what is left, the names that have lost something, and the paths of all that was taken out."""

    tree: Mapping
    gone: frozenset[str] = frozenset()
    out: frozenset[Path] = frozenset()

    def without(self, mistakes: Iterable[Diagnostic], check: Check = check_spec) -> Rest | None:
        """What is left when mistakes are taken out as well; None if that is no game any more."""
        rest, found = self, [one for one in mistakes if one.severity == "error"]
        for _ in range(ROUNDS if len(found) <= MOST else 0):
            paths = {_innermost(rest.tree, one.span) for one in found if one.span is not None}
            gone = rest.gone | frozenset(name for path in paths if path for name in _names(rest.tree, path))
            out = rest.out | paths
            tree = _pruned(rest.tree, (), {path for path in paths if path})
            if not isinstance(tree, Mapping):
                return None
            tree = _with_stand_ins(tree)
            report = Report()
            check(tree, report)
            if not report.errors:
                return Rest(tree, _spread(tree, gone), out)
            if tree == rest.tree:
                return None
            rest, found = Rest(tree, gone, out), report.diagnostics
        return None

    def sound(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Those of some mistakes in the rest that do not follow from what was taken out."""
        return [one for one in list(found)[:MOST] if one.span is not None and not self._follows(one)]

    def _follows(self, found: Diagnostic) -> bool:
        """Whether a mistake may follow from what is missing; one of the grammar only if it stood beside the text."""
        path = _innermost(self.tree, found.span)
        if not path or found.code.startswith("E30"):
            return not path or len(path) > 3 and any(one[:-1] == path[:-1] for one in self.out)
        own = {bare(str(path[-1]))} | ({bare(str(path[1]))} if len(path) > 1 and path[0] not in FLOW else set())
        return bool((own | set(_mentioned(_at(self.tree, path).value))) & self.gone)


NOT_THERE = ("E402", "E403", "E404")
"""Codes about what a single path of a variant does not meet: they follow from no other mistake of a variant."""


def rest_of_files(game: Mapping, variants: list[Mapping], report: Report) -> list[Rest]:
    """What is left of a game where it or its variants have the mistakes of a report; it is empty if it is too little.

    Paths of the variants that lead nowhere are added to the report. Variants are left out of a game with mistakes of
    its own, which are told when that is checked.
    """
    mistakes = list(report.diagnostics)
    rest = Rest(game).without(mistakes)
    patches = [left for one in variants if (left := Rest(one).without(mistakes, check_variant))]
    if rest is not None and not rest.out and len(patches) == len(variants):
        gone = frozenset[str]().union(*(one.gone for one in patches))
        merged = merge(rest.tree, [one.tree for one in patches], own := Report())
        report.diagnostics += [one for one in own.diagnostics if one.code in NOT_THERE]
        rest = Rest(merged, gone).without(own.diagnostics)
    return [rest] if rest is not None else []


def rest_of_merged(merged: Mapping, variants: list[Mapping], report: Report) -> list[Rest]:
    """What is left of a merged game, which lacks those patches of its variants that cannot be applied."""
    spans = [at for one in report.diagnostics[:MOST] for at in (one.span, *(label.span for label in one.others))]
    found = [(tree, _innermost(tree, at)) for tree in variants for at in spans]
    gone = frozenset(name for tree, path in found if path for name in _names(tree, path))
    rest = Rest(merged, gone).without(report.diagnostics)
    return [rest] if rest is not None else []


def _entries(node: Node, path: Path = ()) -> Iterator[tuple[Path, Entry]]:
    """All entries of a tree, each with its path; those inside of others come after them."""
    match node:
        case Mapping():
            for entry in node.entries:
                yield (*path, entry.key.text), entry
                yield from _entries(entry.value, (*path, entry.key.text))
        case Sequence():
            for i, item in enumerate(node.items):
                yield from _entries(item, (*path, i))
        case Scalar():
            return


def _innermost(tree: Mapping, span: Span | None) -> Path:
    """The path of the smallest entry that a span lies in; empty if it is in none."""
    found: Path = ()
    for path, entry in _entries(tree) if span is not None else ():
        if len(path) > len(found) and span is not None and _covers(entry, span):
            found = path
    return found


def _covers(entry: Entry, span: Span) -> bool:
    key, value = entry.key.span, entry.value.span
    spans = [key, value] if key.source is not value.source else [Span(key.source, key.start, value.end)]
    return any(one.source.file == span.source.file and one.start <= span.start and span.end <= one.end for one in spans)


def _at(tree: Mapping, path: Path) -> Entry:
    return next(entry for at, entry in _entries(tree) if at == path)


def _names(tree: Mapping, path: Path) -> Iterator[str]:
    """The names that lose something if an entry is taken out: its own, those in it, and that of what has a value.

    A variant writes several names in one key: `options.target.default`.
    """
    names = [*map(str, path[:-1]), *str(path[-1]).split(".")]
    if names[0] in ("remove", "insert"):
        yield from _mentioned(_at(tree, path).value)
    names = (names[1:] or names) if names[0] in PATCHES else names
    yield bare(names[-1])
    yield from (bare(str(inner[-1])) for inner, _ in _entries(_at(tree, path).value))
    if len(names) > 1 and names[0] not in FLOW:
        yield bare(names[1])


def _pruned(node: Node, path: Path, paths: set[Path]) -> Node:
    """A tree without the entries at some paths."""
    match node:
        case Mapping():
            kept = [entry for entry in node.entries if (*path, entry.key.text) not in paths]
            below = [Entry(e.key, _pruned(e.value, (*path, e.key.text), paths), e.was) for e in kept]
            return Mapping(tuple(below), node.span)
        case Sequence():
            return Sequence(tuple(_pruned(one, (*path, i), paths) for i, one in enumerate(node.items)), node.span)
        case Scalar():
            return node


def _with_stand_ins(tree: Mapping) -> Mapping:
    """A game with something in place of what every game needs; other files are left as they are."""
    if tree.get("game") is None:
        return tree
    nowhere = Span(tree.span.source, tree.span.start, tree.span.start)
    missing = {key: text for key, text in _STAND_INS.items() if tree.get(key) is None}
    words = [(_word(key, nowhere), _word(text, nowhere)) for key, text in missing.items()]
    return Mapping((*tree.entries, *(Entry(key, value) for key, value in words)), tree.span)


def _word(text: str, span: Span) -> Scalar:
    return Scalar(text, span, "plain", (span.start,) * (len(text) + 1))


def _mentioned(node: Node) -> Iterator[str]:
    """All words of the texts in a node."""
    match node:
        case Scalar():
            yield from _NAME.findall(node.text)
        case Sequence():
            for item in node.items:
                yield from _mentioned(item)
        case Mapping():
            for entry in node.entries:
                yield from _mentioned(entry.value)


def _spread(tree: Mapping, gone: frozenset[str]) -> frozenset[str]:
    """The names that have lost something, with all whose definitions mention one of them."""
    defined = {
        bare(entry.key.text): frozenset(_mentioned(entry.value))
        for section, parts in tree
        if section not in FLOW and isinstance(parts, Mapping)
        for entry in parts.entries
    }
    while True:
        more = {name for name, words in defined.items() if name not in gone and words & gone}
        if not more:
            return gone
        gone |= more
