"""Reads what players may do, and what happens instead of it or after it: actions, reactions and triggers."""

from __future__ import annotations

from ..syntax.nodes import Nothing
from ..syntax.parse import parse_source
from ..text.tree import Entry, Mapping, Scalar
from .nodes import Action, Pick, Reaction, Trigger
from .reading import Reading, check_how_many, entries, mapping, scalar


def read_actions(reading: Reading, tree: Mapping) -> dict[str, Action]:
    """The actions of a spec."""
    return {e.key.text: _action(reading, e) for e in entries(tree, "actions")}


def _action(reading: Reading, entry: Entry) -> Action:
    path, tree = f"actions.{entry.key.text}", mapping(entry.value)
    return Action(
        name=reading.word(entry.key, path),
        choose=tuple(_pick(reading, e, f"{path}.choose.{e.key.text}") for e in entries(tree, "choose")),
        when=reading.conditions(tree, "when", path),
        do=reading.effect(tree, "do", path),
        about=reading.about(tree, path),
        braces=reading.braces(tree.get("label"), f"{path}.label"),
        path=path,
    )


def _pick(reading: Reading, entry: Entry, path: str) -> Pick:
    """One thing to choose: from a source, or `any of`, `2 of`, `0..1 of`, `optional` such a source."""
    name, node = reading.word(entry.key, path), entry.value
    if not isinstance(node, Scalar):
        return Pick(name, reading.expression(node, path), "one", None, None)
    source = parse_source(node, reading.report, path)
    if source is None:
        return Pick(name, Nothing(node.span), "one", None, None)
    check_how_many(source.low, source.high, reading.report, path)
    return Pick(name, source.list, source.how, source.low, source.high)


def read_reactions(reading: Reading, tree: Mapping) -> dict[str, Reaction]:
    """The reactions of a spec."""
    return {e.key.text: _reaction(reading, e) for e in entries(tree, "reactions")}


def _reaction(reading: Reading, entry: Entry) -> Reaction:
    path, tree = f"reactions.{entry.key.text}", mapping(entry.value)
    asks, depth = tree.get("asks"), tree.get("depth")
    assert asks is not None, "the shape of the file was checked before"
    return Reaction(
        name=reading.word(entry.key, path),
        instead_of=reading.different_words(tree.get("instead_of"), f"{path}.instead_of"),
        choose=tuple(_pick(reading, e, f"{path}.choose.{e.key.text}") for e in entries(tree, "choose")),
        asks=reading.expression(asks, f"{path}.asks"),
        automatic=reading.optional(tree, "automatic", path),
        when=reading.conditions(tree, "when", path),
        do=reading.effect(tree, "do", path),
        decline=reading.texts(tree.get("decline"), f"{path}.decline"),
        depth=reading.integer(scalar(depth), f"{path}.depth", 0) if depth else 0,
        about=reading.about(tree, path),
        braces=reading.braces(tree.get("label"), f"{path}.label"),
        declined=reading.braces(tree.get("decline"), f"{path}.decline"),
        path=path,
    )


def read_triggers(reading: Reading, tree: Mapping) -> dict[str, Trigger]:
    """The triggers of a spec."""
    return {e.key.text: _trigger(reading, e) for e in entries(tree, "triggers")}


def _trigger(reading: Reading, entry: Entry) -> Trigger:
    path, tree = f"triggers.{entry.key.text}", mapping(entry.value)
    return Trigger(
        name=reading.word(entry.key, path),
        after=reading.different_words(tree.get("after"), f"{path}.after"),
        when=reading.conditions(tree, "when", path),
        do=reading.effect(tree, "do", path),
        about=reading.about(tree, path),
        path=path,
    )
