"""Reads the decks: the attributes of their cards, and the kinds of card."""

from __future__ import annotations

from ...diagnostics.suggest import did_you_mean
from ..syntax.nodes import Word
from ..text.tree import Entry, Mapping, Sequence
from .nodes import Attribute, Deck, Enumeration
from .read_each import read_each
from .read_kinds import KIND_KEYS, read_kinds
from .read_variables import read_variables
from .reading import Reading, entries, mapping, scalar, value


def read_types(reading: Reading, tree: Mapping) -> dict[str, Enumeration]:
    """The enumerations of a spec: `types: {suit: [hearts, spades]}`."""
    types: dict[str, Enumeration] = {}
    for entry in entries(tree, "types"):
        path = f"types.{entry.key.text}"
        symbols = reading.different_words(entry.value, path)
        if not symbols:
            message = f"type '{entry.key.text}' needs at least one symbol"
            reading.report.add("E609", message, entry.key.span, path=path)
        types[entry.key.text] = Enumeration(reading.word(entry.key, path), symbols, path)
    return types


def read_decks(reading: Reading, tree: Mapping, types: dict[str, Enumeration]) -> dict[str, Deck]:
    """The decks of a spec. An attribute with symbols of its own is an enumeration that all decks may use."""
    written = entries(tree, "cards")
    attributes = {entry.key.text: _attributes(reading, entry) for entry in written}
    symbols = {name: enumeration.symbols for name, enumeration in types.items()}
    for of_deck in attributes.values():
        symbols |= {a.name.text: a.symbols for a in of_deck if a.symbols}
    return {e.key.text: _deck(reading, e, attributes[e.key.text], symbols) for e in written}


def _deck(
    reading: Reading, entry: Entry, attributes: tuple[Attribute, ...], symbols: dict[str, tuple[Word, ...]]
) -> Deck:
    path, tree = f"cards.{entry.key.text}", mapping(entry.value)
    each = read_each(reading, tree.entry("each"), attributes, symbols, f"{path}.each")
    kinds = read_kinds(reading, tree, each, attributes, path)
    if not kinds and "each" not in dict(tree):
        message = f"deck '{entry.key.text}' has no cards"
        helps = ("give it a `list` of kinds, or generate them with `each`",)
        reading.report.add("E609", message, entry.key.span, helps=helps, path=path)
    return Deck(
        name=reading.word(entry.key, path),
        attributes=attributes,
        back=reading.different_words(tree.get("back"), f"{path}.back"),
        active_in=reading.different_words(tree.get("active_in"), f"{path}.active_in"),
        variables=tuple(read_variables(reading, tree, path, card=True).values()),
        kinds=kinds,
        copies=reading.optional(tree, "copies", path),
        label=reading.texts(tree.get("label"), f"{path}.label"),
        path=path,
        title=reading.texts(tree.get("title"), f"{path}.title"),
    )


def _attributes(reading: Reading, deck: Entry) -> tuple[Attribute, ...]:
    path = f"cards.{deck.key.text}.attributes"
    attributes = tuple(_attribute(reading, e, path) for e in entries(mapping(deck.value), "attributes"))
    names = [attribute.name.text for attribute in attributes]
    for attribute in attributes:
        by = attribute.by
        if by and by.text == attribute.name.text:
            message = f"attribute '{by.text}' cannot depend on itself"
            reading.report.add("E604", message, by.span, path=attribute.path)
        elif by and by.text not in names:
            notes = (f"attributes of this deck: {', '.join(names)}",)
            helps = did_you_mean(by.text, names)
            message = f"unknown attribute '{by.text}'"
            reading.report.add("E604", message, by.span, notes=notes, helps=helps, path=attribute.path)
    return attributes


def _attribute(reading: Reading, entry: Entry, parent: str) -> Attribute:
    path, node = f"{parent}.{entry.key.text}", entry.value
    name = reading.word(entry.key, path)
    if name.text in KIND_KEYS:
        message = f"'{name.text}' is a key of each kind of card and cannot be an attribute"
        reading.report.add("E603", message, name.span, helps=("choose another name",), path=path)
    long = node if isinstance(node, Mapping) else Mapping((), node.span)
    kind = node if long is not node else long.get("type")
    assert kind is not None, "the shape of the file was checked before"
    symbols = reading.different_words(kind, path) if isinstance(kind, Sequence) else ()
    if isinstance(kind, Sequence) and not symbols:
        reading.report.add("E609", f"'{name.text}' needs at least one symbol", kind.span, path=path)
    default, by, table = long.get("default"), long.entry("by"), long.entry("values")
    _check_table(reading, by, table, default is not None, path)
    return Attribute(
        name=name,
        type=None if isinstance(kind, Sequence) else reading.type(scalar(kind), path),
        symbols=symbols,
        default=reading.expression(default, f"{path}.default") if default else None,
        by=reading.word(scalar(by.value), f"{path}.by") if by else None,
        values=tuple(
            (value(e.key), reading.expression(e.value, f"{path}.values.{e.key.text}"))
            for e in (mapping(table.value).entries if table else ())
        ),
        path=path,
    )


def _check_table(reading: Reading, by: Entry | None, table: Entry | None, default: bool, path: str) -> None:
    """`by` and `values` need each other, and exclude a default, which would never apply (E604)."""
    here = by or table
    if here is None:
        return
    if by is None or table is None:
        missing = "values" if by else "by"
        message = f"'{here.key.text}' needs '{missing}' as well"
        helps = ("a table by another attribute is written `by: number, values: {1: 4, 2: 4}`",)
        reading.report.add("E604", message, here.key.span, helps=helps, path=path)
    elif default:
        message = "an attribute can have a table or a default, but not both"
        reading.report.add("E604", message, here.key.span, path=path)
