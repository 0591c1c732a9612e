"""Stage 4: a merged tree becomes the records of a spec, with every line of rules parsed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from ...diagnostics.diagnostic import Report
from ...source.text.tree import Entry, Mapping
from . import nodes
from .lint import check_brackets, check_empty_decks, check_quotes
from .read_cards import read_attribute, read_decks
from .read_options import check_owners, read_option, read_options, read_players, read_preset, read_teams
from .read_rules import (
    check_measures,
    read_category,
    read_effects,
    read_functions,
    read_phase,
    read_pick,
    read_reaction,
    read_scoring,
)
from .read_state import read_refill, read_variable, read_zone, read_zones
from .reader import SpecReader, entries, mapping, scalar
from .text_checks import (
    check_face,
    check_labels,
    check_languages,
    check_plain,
    check_plain_texts,
    check_silent,
)


def read_spec(tree: Mapping, report: Report) -> nodes.Spec | None:
    """Read the records of a game.

    The shape of the tree must have been checked before: its keys are known, and each value is a text, a list or a
    mapping as the schema says. Everything is read, so that all mistakes are reported together; if there are errors, the
    result is None. Names are not resolved here, except those of options and attributes of cards, because the values of
    other keys depend on them.
    """
    own = Report()
    heads = [entry.key.text.partition("(")[0].strip() for entry in entries(tree, "effects")]
    types = frozenset(entry.key.text for section in ("types", "cards") for entry in entries(tree, section))
    title = tree.get("title")
    languages = tuple(one.key.text for one in title.entries) if isinstance(title, Mapping) else ()
    reading = SpecReader(own, named=frozenset(heads), types=types, odd=ODD, languages=languages)
    spec = _read(reading, tree)
    check_owners(spec, own)
    check_measures(spec, own)
    check_labels(tree, spec, own)
    check_silent(reading.told, spec, own)
    check_quotes(reading.told, own)
    check_brackets(reading.told, own)
    check_empty_decks(spec, own)
    check_faces(tree, spec, own)
    check_languages(reading.texts_met, own)
    check_plain_texts(reading.told, title, own)
    report.diagnostics += [one for one in own.diagnostics if one not in report.diagnostics]
    return None if own.errors else spec


def read_shown_value(reading: SpecReader, entry: Entry, path: str) -> nodes.ShownValue:
    """A value that people read on the table; without an owner it has none who could see it (E606)."""
    tree = mapping(entry.value)
    shows = tree.get("shows")
    if shows is not None and tree.get("of") is None and scalar(shows).text == "owner":
        help_text = "say whose it is, with `of: player` or `of: team`"
        reading.wrong("E606", "this value has no owner who could see it", shows, help_text, path=f"{path}.shows")
    return reading.record(nodes.ShownValue, entry, path)


def read_face(reading: SpecReader, entry: Entry, path: str) -> nodes.Face:
    """The face of cards; what is written by language in it is what they say in a list."""
    texts = entry.value
    if isinstance(texts, Mapping):
        drawn = {one.name for one in fields(nodes.Face)}
        texts = Mapping(tuple(one for one in texts.entries if one.key.text not in drawn), texts.span)
    return reading.record(nodes.Face, entry, path, texts=reading.texts(texts, path))


def read_things(reading: SpecReader, entry: Entry, path: str) -> nodes.Things:
    """What one of some things is called, and what several: `die|dice`."""
    pairs = {key: text.partition("|") for key, text in reading.texts(entry.value, path).items()}
    one, many = ({key: text[place] for key, text in pairs.items()} for place in (0, 2))
    return reading.record(nodes.Things, entry, path, one=one, many=many)


ODD: dict[type, Callable[[SpecReader, Entry, str], Any]] = {
    nodes.OptionSpec: read_option,
    nodes.Preset: read_preset,
    nodes.AttributeSpec: read_attribute,
    nodes.ZoneSpec: read_zone,
    nodes.Refill: read_refill,
    nodes.VariableSpec: read_variable,
    nodes.Phase: read_phase,
    nodes.PickSpec: read_pick,
    nodes.Reaction: read_reaction,
    nodes.Scoring: read_scoring,
    nodes.Category: read_category,
    nodes.ShownValue: read_shown_value,
    nodes.Face: read_face,
    nodes.Things: read_things,
}
"""The records that are not read field by field, or not without checks."""


def _read(reading: SpecReader, tree: Mapping) -> nodes.Spec:
    """Read a whole spec; first what the values of other keys depend on."""
    reading.players = read_players(reading, mapping(tree).get("players"))
    reading.options = read_options(reading, tree)
    types = reading.every(nodes.Enumeration, entries(tree, "types"), "types")
    reading.reactions = entries(tree, "reactions")
    decks = reading.decks = read_decks(reading, tree, types)
    return reading.record(
        nodes.Spec,
        Entry(scalar(tree.get("game")), tree),
        "",
        players=reading.players,
        players_span=players.span if (players := tree.get("players")) else tree.span,
        teams=read_teams(reading, tree.get("teams")),
        options=reading.options,
        types=types,
        decks=decks,
        zones=read_zones(reading, tree),
        functions=read_functions(reading, tree),
        effects=read_effects(reading, tree),
        drawings=reading.drawings,
        span=tree.span,
    )


def check_faces(tree: Mapping, spec: nodes.Spec, report: Report) -> None:
    """Check the texts of the table: a face may name the attributes of its cards, and `{label}` (E219)."""
    table = tree.get("table")
    for entry in entries(table, "faces"):
        for deck in spec.decks.values():
            kinds = [k for k in deck.kinds if entry.key.text in (deck.name.text, k.id.text)]
            check_face(entry.value, deck, kinds, f"table.faces.{entry.key.text}", report)
    for section in ("shown", "tracks", "groups"):
        for entry in entries(table, section):
            check_plain(entry.value, f"table.{section}.{entry.key.text}", report)
