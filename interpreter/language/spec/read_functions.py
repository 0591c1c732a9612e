"""Reads functions and named effects: `worth(team t): sum(c.worth for c in t.hand)`."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Label
from ..syntax.nodes import Signature
from ..text.tree import Entry, Mapping, Node
from .nodes import Effect, Function
from .reading import Reading, entries, scalar


def read_functions(reading: Reading, tree: Mapping) -> dict[str, Function]:
    """The functions of a spec, by their names."""
    return {
        head.name.text: Function(head, *reading.with_lets(body, path), path)
        for head, body, path in _headed(reading, tree, "functions")
    }


def read_effects(reading: Reading, tree: Mapping) -> dict[str, Effect]:
    """The named effects of a spec, by their names."""
    return {
        head.name.text: Effect(head, reading.lines(scalar(body), path), path)
        for head, body, path in _headed(reading, tree, "effects")
    }


def _headed(reading: Reading, tree: Mapping, section: str) -> Iterator[tuple[Signature, Node, str]]:
    """The head, body and path of each; two heads with the same name are reported, whatever their parameters (E290)."""
    first: dict[str, Entry] = {}
    for entry in entries(tree, section):
        head = reading.signature(entry.key, f"{section}.{entry.key.text}")
        path = f"{section}.{head.name.text}"
        known = first.setdefault(head.name.text, entry)
        if known is not entry:
            others = (Label(known.key.span, "first defined here"),)
            message = f"'{head.name.text}' is defined twice in '{section}'"
            reading.report.add("E290", message, head.name.span, others=others, path=path)
        _check_parameters(reading, head, path)
        yield head, entry.value, path


def _check_parameters(reading: Reading, head: Signature, path: str) -> None:
    names = [parameter.name for parameter in head.parameters]
    for number, name in enumerate(names):
        for other in names[:number]:
            if other.text == name.text:
                others = (Label(other.span, "the first one"),)
                message = f"two parameters are called '{name.text}'"
                reading.report.add("E290", message, name.span, others=others, path=path)
