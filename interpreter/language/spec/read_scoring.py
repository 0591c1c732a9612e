"""Reads how points are computed and who wins: score sheets, the result, and the limits of a game."""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ..text.tree import Entry, Mapping
from .nodes import About, Category, Limits, Result, Scoring, Spec
from .reading import Reading, entries, mapping, owner, scalar


def read_scoring(reading: Reading, tree: Mapping) -> dict[str, Scoring]:
    """The score sheets of a spec."""
    return {e.key.text: _scoring(reading, e) for e in entries(tree, "scoring")}


def _scoring(reading: Reading, entry: Entry) -> Scoring:
    path, tree = f"scoring.{entry.key.text}", mapping(entry.value)
    written = entries(tree, "categories")
    if not written:
        message = f"scoring '{entry.key.text}' has no categories"
        reading.report.add("E700", message, entry.key.span, path=path)
    return Scoring(
        name=reading.word(entry.key, path),
        per=owner(scalar(tree.get("per"))),
        into=reading.optional_word(tree, "into", path),
        categories=tuple(_category(reading, e, f"{path}.categories.{e.key.text}") for e in written),
        about=reading.about(tree, path),
        path=path,
    )


def _category(reading: Reading, entry: Entry, path: str) -> Category:
    name, node = reading.word(entry.key, path), entry.value
    if not isinstance(node, Mapping):
        return Category(name, reading.expression(node, path), About(), path)
    points = node.get("points")
    assert points is not None, "the shape of the file was checked before"
    return Category(name, reading.expression(points, f"{path}.points"), reading.about(node, path), path)


def read_result(reading: Reading, tree: Mapping) -> Result | None:
    """The winners, the returns, the score, the value and the measures; None if the spec does not say."""
    node = tree.get("result")
    if node is None:
        return None
    result = mapping(node)
    return Result(
        winners=reading.optional(result, "winners", "result"),
        returns=reading.optional(result, "returns", "result"),
        score=reading.optional(result, "score", "result"),
        value=reading.optional(result, "value", "result"),
        label=reading.texts(result.get("label"), "result.label"),
        nobody=reading.texts(result.get("nobody"), "result.nobody"),
        text=reading.texts(result.get("text"), "result.text"),
        measures=reading.different_words(result.get("measures"), "result.measures"),
        path="result",
    )


def check_measures(spec: Spec, report: Report) -> None:
    """Check that the measures of a result are variables that everybody sees (E624)."""
    open_to_all = [name for name, variable in spec.variables.items() if variable.shows == "all"]
    for name in spec.result.measures if spec.result else ():
        if name.text not in open_to_all:
            hidden = name.text in spec.variables
            message = f"not everybody sees '{name.text}'" if hidden else f"unknown variable '{name.text}'"
            notes = (f"variables that everybody sees: {', '.join(open_to_all)}",) if open_to_all else ()
            helps = () if hidden else did_you_mean(name.text, open_to_all)
            report.add("E624", message, name.span, notes=notes, helps=helps, path="result.measures")


def read_limits(reading: Reading, tree: Mapping) -> Limits:
    """The largest numbers of decisions in a game and of steps in an effect."""
    node = tree.get("limits")
    if node is None:
        return Limits(None, None)
    limits = mapping(node)
    return Limits(reading.optional(limits, "decisions", "limits"), reading.optional(limits, "steps", "limits"))
