"""Reads where the values of cards come from: all of a deck or of a card at once, by attribute, or value by value.

source: placeholder                                             everything
source: {price: placeholder, else: rulebook}                    by attribute, or by key of a card such as `activate`
source: {worth: {1: rulebook, else: placeholder}, else: rulebook}    by value; of a table, by what it is looked up with

What a card says of itself comes first, then what its deck says of the attribute, then the `else` of each.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import field
from typing import get_args

from ...diagnostics.record import dataclass
from ...diagnostics.suggest import did_you_mean
from ..text.tree import Entry, Mapping, Scalar
from .nodes import Attribute, CardSource
from .reading import Reading, entries, mapping, scalar

SOURCES: dict[str, CardSource] = {word: word for word in get_args(CardSource)}

RULES = ("copies", "always", "when", "activate", "after", "instead_of")
"""The keys of a card, other than its attributes, that may have a source of their own."""

OTHERWISE = "else"


@dataclass(frozen=True, slots=True)
class Sources:
    """What a deck or a card says: the source of `others`, of single parts, and of single values of an attribute."""

    others: CardSource = ""
    parts: dict[str, CardSource] = field(default_factory=dict)
    values: dict[str, dict[str, CardSource]] = field(default_factory=dict)


def read_sources(reading: Reading, tree: Mapping, attributes: tuple[Attribute, ...], path: str) -> Sources:
    """What is written under `source`. Names and values that the deck does not have are E608."""
    node = tree.get("source")
    if node is None:
        return Sources()
    if isinstance(node, Scalar):
        return Sources(SOURCES[node.text])
    found = Sources(_others(node))
    names = [attribute.name.text for attribute in attributes]
    for entry in entries(tree, "source"):
        name = entry.key.text
        if name == OTHERWISE:
            continue
        if name not in (*names, *RULES):
            _unknown(reading, entry, f"cards of this deck have no '{name}'", [*names, *RULES], f"{path}.source")
        elif isinstance(entry.value, Scalar):
            found.parts[name] = SOURCES[entry.value.text]
        else:
            _values(reading, entry, attributes, found, f"{path}.source.{name}")
    return found


def sources_of(card: Sources, deck: Sources, values: Map[str, str]) -> dict[str, CardSource]:
    """The source of each part of a card that has one of its own; `values` says by which value it is looked up."""
    if card.others:
        return dict(card.parts)
    found = dict(deck.parts)
    for name, by_value in deck.values.items():
        found[name] = by_value.get(values.get(name, ""), by_value.get(OTHERWISE, deck.others))
    return found | card.parts


def check_values(reading: Reading, tree: Mapping, used: Map[str, set[str]], path: str) -> None:
    """Report values of attributes with a source of their own that no card has (E608); `used` are those it can have."""
    for entry in entries(tree, "source") if isinstance(tree.get("source"), Mapping) else ():
        for part in entry.value.entries if isinstance(entry.value, Mapping) and entry.key.text in used else ():
            known = sorted(used[entry.key.text])
            if part.key.text not in (*known, OTHERWISE):
                message = f"no card of this deck has the {entry.key.text} '{part.key.text}'"
                _unknown(reading, part, message, known, f"{path}.source.{entry.key.text}")


def _others(node: object) -> CardSource:
    otherwise = node.get(OTHERWISE) if isinstance(node, Mapping) else None
    return SOURCES[otherwise.text] if isinstance(otherwise, Scalar) else ""


def _values(reading: Reading, entry: Entry, attributes: tuple[Attribute, ...], found: Sources, path: str) -> None:
    """The sources of single values: those of a table are known, others are looked for on the cards."""
    name = entry.key.text
    attribute = next((one for one in attributes if one.name.text == name), None)
    if attribute is None:
        message = f"'{name}' is no attribute, so its values have no sources of their own"
        helps = (f"give it one source, such as `{name}: placeholder`",)
        reading.report.add("E608", message, entry.key.span, helps=helps, path=path)
        return
    known = [value.text for value, _ in attribute.values]
    for part in mapping(entry.value).entries:
        if attribute.by is not None and part.key.text not in (*known, OTHERWISE):
            _unknown(reading, part, f"the table of '{name}' has no value for '{part.key.text}'", known, path)
    found.values[name] = {part.key.text: SOURCES[scalar(part.value).text] for part in mapping(entry.value).entries}


def _unknown(reading: Reading, entry: Entry, message: str, known: list[str], path: str) -> None:
    notes = (f"known are: {', '.join(known)}",)
    helps = did_you_mean(entry.key.text, known)
    reading.report.add("E608", message, entry.key.span, notes=notes, helps=helps, path=path)
