"""How the patches of a variant are written: paths of names joined by dots, and positions in what is ordered."""

from __future__ import annotations

import re
from itertools import zip_longest

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean, instead
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, entries_of, items_of
from .schema import shape_at

ANCHORS = ("after", "before", "at")
ENDS = ("start", "end")
_HEADER = ("variant", "extends", "title", "about", "after")
_SECTIONS = ("override", "add", "remove", "insert")

FORM = "for example: `insert: {phases.play.offer: {pass: {after: draw}}}`"


def segments(path: str) -> list[tuple[str, int]]:
    """The names of a path, each with its offset. A dot within parentheses belongs to the name.

    >>> segments("options.target.default")
    [('options', 0), ('target', 8), ('default', 15)]
    """
    found: list[tuple[str, int]] = []
    start = depth = 0
    for i, char in enumerate(path):
        depth += (char == "(") - (char == ")")
        if char == "." and depth <= 0:
            found.append((path[start:i], start))
            start = i + 1
    found.append((path[start:], start))
    return found


def is_place(node: Node) -> bool:
    """Whether this is a position to insert at: `{after: draw}`, `{at: end}`."""
    return isinstance(node, Mapping) and all(
        entry.key.text in ANCHORS and isinstance(entry.value, Scalar) for entry in node.entries
    )


def check_patches(tree: Mapping, report: Report) -> None:
    """Report paths and values that are missing or incomplete, wrong positions, and a variant that changes nothing
    (E160, E163, E165, E166, E169, W410).
    """
    _changes_nothing(tree, report)
    for section in ("override", "add"):
        entries = entries_of(tree.get(section))
        for entry, after in zip_longest(entries, entries[1:]):
            _set(entry, section, report, after)
    for item in items_of(tree.get("remove")):
        if item.text:
            _names(item, "remove", report)
    for entry in entries_of(tree.get("insert")):
        _insert(entry, "insert", report)


def _changes_nothing(tree: Mapping, report: Report) -> None:
    if any(entry.key.text not in (*_HEADER, *_SECTIONS) for entry in tree.entries):
        return  # the unknown key, reported as such, was probably meant to change something
    sections = [tree.get(section) for section in _SECTIONS]
    name, base = tree.get("variant"), tree.get("extends")
    if not isinstance(name, Scalar) or not isinstance(base, Scalar):
        return  # one that extends several brings these together, which is a change
    if all(
        node is None or isinstance(node, Mapping) and not node.entries or isinstance(node, Sequence) and not node.items
        for node in sections
    ):
        helps = ("say what it changes under `override`, `add`, `remove` or `insert`",)
        report.add("W410", f"variant '{name.text}' changes nothing in '{base.text}'", name.span, helps=helps)


def _names(path: Scalar, where: str, report: Report) -> None:
    if not all(name.strip() == name and name for name, _ in segments(path.text)):
        message = f"'{path.text}' is not a path: a name is missing or has spaces around it"
        helps = ("write names joined by dots, such as `options.target.default`",)
        report.add("E166", message, path.span, helps=helps, path=where)


def _set(entry: Entry, where: str, report: Report, after: Entry | None = None) -> None:
    _names(entry.key, where, report)
    path = f"{where}.{entry.key.text}"
    match entry.value:
        case Scalar() if entry.value.is_nothing:
            whole_path = path.partition(".")[2]
            helps = (f"to take it away, write `remove: [{whole_path}]`",) if where.startswith("override") else ()
            shape = shape_at(tuple(name for name, _ in segments(whole_path)))
            if after is not None and shape and shape.mapping and after.key.text in shape.mapping.fixed:
                helps = (f"indent '{after.key.text}' by two more spaces, if it belongs below '{entry.key.text}'",)
            message = f"'{entry.key.text}' has no value"
            report.add("E165", message, entry.key.span, label="expected a value after this key", helps=helps, path=path)
        case Mapping(entries=entries):
            for below, after in zip_longest(entries, entries[1:]):
                _set(below, path, report, after)
        case _:
            pass


def _insert(entry: Entry, where: str, report: Report) -> None:
    _names(entry.key, where, report)
    path = f"{where}.{entry.key.text}"
    node = entry.value
    if not isinstance(node, Mapping):
        message = f"the position of '{entry.key.text}' must be given by a name"
        named = items_of(node)[0].text if items_of(node) else node.text if isinstance(node, Scalar) else ""
        form = f"write `{entry.key.text}: {{{named}: {{at: end}}}}`" if re.fullmatch(r"[a-z]\w*", named) else FORM
        report.add("E169", message, entry.key.span, label="after or before which name?", helps=(form,), path=path)
    elif is_place(node) or all(isinstance(entry.value, Scalar) for entry in node.entries):
        # values that are all texts are those of a position, though perhaps of a misspelt one
        _place(entry, node, path, report)
    else:
        for below in node.entries:
            _insert(below, path, report)


_AT_AN_END = "places have no numbers: write `at: start` or `at: end`, or name a neighbour: `after: NAME`"


def _place(entry: Entry, node: Mapping, path: str, report: Report) -> None:
    if len(node.entries) != 1:
        message = f"'{entry.key.text}' needs one position, but got {len(node.entries)}"
        label = "`after: NAME`, `before: NAME`, `at: start` or `at: end`"
        report.add("E169", message, entry.key.span, label=label, helps=(FORM,), path=path)
        return
    (only,) = node.entries
    word, value = only.key.text, only.value
    if word not in ANCHORS:
        message = f"'{word}' does not say where to insert"
        notes = ("keys allowed here: after, before, at",)
        end = value.text if isinstance(value, Scalar) and value.text in ENDS else ""
        helps = did_you_mean(word, ANCHORS) or ((f"write `{word}: {{at: {end}}}`",) if end else (FORM,))
        report.add("E160", message, only.key.span, label="unknown key", notes=notes, helps=helps, path=path)
    elif isinstance(value, Scalar) and value.is_nothing:
        report.add("E165", f"'{word}' has no value", only.key.span, label="expected a name after this key", path=path)
    elif word == "at" and isinstance(value, Scalar) and value.text not in ENDS:
        message = f"'{value.text}' is not an end of a list"
        helps = tuple(f"did you mean '{one}'?" for one in instead("word", value.text) if one in ENDS)
        helps = (
            helps
            or did_you_mean(value.text, ENDS)
            or (_AT_AN_END if value.text.isdecimal() else f"to name a neighbour, write `after: {value.text}`",)
        )
        report.add("E163", message, value.span, label="must be 'start' or 'end'", helps=helps, path=path)
