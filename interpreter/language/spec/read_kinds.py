"""The kinds of card of a deck, one by one, with the rules that stand on them."""

from __future__ import annotations

from itertools import product

from ...diagnostics.diagnostic import Label
from ..syntax.names import wrong_name
from ..syntax.nodes import Stmt, Word
from ..text.tree import Entry, Mapping
from .nodes import About, Each, Kind, Modifiers
from .reading import ABOUT_KEYS, Reading, entries, mapping, scalar

KIND_KEYS = frozenset({"copies", "source", "always", "when", "activate", "after", "instead_of", *ABOUT_KEYS})
"""What a kind may say besides its attributes."""
DECK_SOURCE = ""
"""Where the values of a card come from if neither the kind nor the deck says it."""


def read_kinds(reading: Reading, deck: Mapping, each: Each, path: str) -> tuple[Kind, ...]:
    """All kinds of a deck: those of `each` in written order, then those of the list.

    An id may stand there once (E600).
    """
    said = deck.get("source")
    source = scalar(said).text if said else DECK_SOURCE
    rule = deck.get("rule")
    usual = About(text=reading.texts(deck.get("text"), f"{path}.text"), rule=scalar(rule).text if rule else "")
    made = _made(reading, deck, each, source, usual, path) if each.attributes else ()
    listed = tuple(_kind(reading, e, source, usual, f"{path}.list") for e in entries(deck, "list"))
    first: dict[str, Kind] = {}
    for kind in made + listed:
        known = first.setdefault(kind.id.text, kind)
        if known is not kind:
            others = (Label(known.id.span, "made here as well"),)
            message = f"there are two kinds of card '{kind.id.text}'"
            reading.report.add("E600", message, kind.id.span, others=others, path=kind.path)
    return made + listed


def _made(reading: Reading, deck: Mapping, each: Each, source: str, usual: About, path: str) -> tuple[Kind, ...]:
    entry = deck.entry("each")
    assert entry is not None
    names = [name for name, _ in each.attributes]
    kinds = []
    for combination in product(*(values for _, values in each.attributes)):
        text = "_".join(value.text for value in combination)
        kinds.append(
            Kind(
                id=Word(text, entry.key.span),
                attributes=(),
                generated=tuple((name, v.text) for name, v in zip(names, combination, strict=True)),
                copies=None,
                source=source,
                always=(),
                when=(),
                activate=(),
                after=(),
                instead_of=(),
                about=About(text=usual.text, rule=usual.rule),
                path=f"{path}.each.{text}",
            )
        )
    if kinds and wrong_name(kinds[0].id.text, 0):
        message = f"'{kinds[0].id.text}' cannot be the name of a kind of card"
        helps = ("let `each` begin with an attribute whose values are names: `{colour: colour, number: 1..10}`",)
        reading.report.add("E607", message, entry.key.span, helps=helps, path=f"{path}.each")
    return tuple(kinds)


def _kind(reading: Reading, entry: Entry, source: str, usual: About, parent: str) -> Kind:
    path, tree = f"{parent}.{entry.key.text}", mapping(entry.value)
    said, about = tree.get("source"), reading.about(tree, f"{parent}.{entry.key.text}")
    return Kind(
        id=reading.word(entry.key, path),
        attributes=tuple(
            (reading.word(e.key, path), reading.expression(e.value, f"{path}.{e.key.text}"))
            for e in tree.entries
            if e.key.text not in KIND_KEYS
        ),
        generated=(),
        copies=reading.optional(tree, "copies", path),
        source=scalar(said).text if said else source,
        always=_always(reading, tree, path),
        when=reading.conditions(tree, "when", path),
        activate=reading.effect(tree, "activate", path),
        after=_events(reading, tree, "after", path),
        instead_of=_events(reading, tree, "instead_of", path),
        about=About(about.label, about.text or usual.text, about.rule or usual.rule),
        path=path,
    )


def _always(reading: Reading, tree: Mapping, path: str) -> tuple[Modifiers, ...]:
    entry = tree.entry("always")
    if entry is None:
        return ()
    if not isinstance(entry.value, Mapping):
        return (_modifiers(reading, entry, f"{path}.always"),)
    return tuple(_modifiers(reading, e, f"{path}.always.{e.key.text}") for e in entry.value.entries)


def _modifiers(reading: Reading, entry: Entry, path: str) -> Modifiers:
    return Modifiers(reading.word(entry.key, path), reading.modifier(scalar(entry.value), path), path)


def _events(reading: Reading, tree: Mapping, key: str, path: str) -> tuple[tuple[Word, tuple[Stmt, ...]], ...]:
    where = f"{path}.{key}"
    return tuple(
        (reading.word(e.key, where), reading.lines(scalar(e.value), f"{where}.{e.key.text}"))
        for e in entries(tree, key)
    )
