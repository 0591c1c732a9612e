"""How points are worked out and who has won: score sheets, the result, and the limits of a game."""

from __future__ import annotations

from ..text.tree import Entry, Mapping
from .nodes import About, Category, Limits, Result, Scoring
from .reading import Reading, entries, mapping, scalar


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
        per=reading.word(scalar(tree.get("per")), f"{path}.per"),
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
    """Who has won, and what is reported."""
    node = tree.get("result")
    if node is None:
        return None
    found = mapping(node)
    return Result(
        winners=reading.optional(found, "winners", "result"),
        returns=reading.optional(found, "returns", "result"),
        score=reading.optional(found, "score", "result"),
        label=reading.texts(found.get("label"), "result.label"),
        nobody=reading.texts(found.get("nobody"), "result.nobody"),
        path="result",
    )


def read_limits(reading: Reading, tree: Mapping) -> Limits:
    """How long a game and an effect may take."""
    node = tree.get("limits")
    if node is None:
        return Limits(None, None)
    found = mapping(node)
    return Limits(reading.optional(found, "decisions", "limits"), reading.optional(found, "steps", "limits"))
