"""Stage 4: a merged tree becomes the records of a spec, with every line of rules parsed."""

from __future__ import annotations

from collections.abc import Mapping as Map
from typing import get_args

from ...diagnostics.diagnostic import Report
from ...source.text.tree import Entry, Mapping, Sequence
from . import nodes
from .lint import check_brackets, check_empty_decks, check_quotes
from .read_cards import read_decks, read_types
from .read_options import check_owners, read_options, read_players, read_presets, read_teams
from .read_rules import (
    check_measures,
    read_actions,
    read_effects,
    read_functions,
    read_limits,
    read_phases,
    read_reactions,
    read_result,
    read_scoring,
    read_triggers,
)
from .read_state import read_permissions, read_quantities, read_variables, read_zones
from .reader import SpecReader, entries, mapping, one_of, optional_owner, read_words, scalar
from .text_checks import check_face, check_labels, check_languages, check_plain, check_plain_texts, check_silent


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
    reading = SpecReader(own, named=frozenset(heads), types=types)
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
    check_plain_texts(reading.told, tree.get("title"), own)
    report.diagnostics += [one for one in own.diagnostics if one not in report.diagnostics]
    return None if own.errors else spec


def _read(reading: SpecReader, tree: Mapping) -> nodes.Spec:
    players_node = tree.get("players")
    assert players_node is not None, "the shape of the file was checked before"
    players = read_players(reading, players_node)
    options = read_options(reading, tree, players)
    types = read_types(reading, tree)
    decks = read_decks(reading, tree, types)
    return nodes.Spec(
        name=scalar(tree.get("game")).text,
        title=reading.texts(tree.get("title"), "title"),
        about=reading.texts(tree.get("about"), "about"),
        players=players,
        teams=read_teams(reading, tree.get("teams"), players),
        options=options,
        presets=read_presets(reading, tree, options, players),
        types=types,
        words=read_words(reading, tree),
        quantities=read_quantities(reading, tree),
        permissions=read_permissions(reading, tree),
        decks=decks,
        zones=read_zones(reading, tree, decks),
        variables=read_variables(reading, tree),
        functions=read_functions(reading, tree),
        effects=read_effects(reading, tree),
        begin=reading.word(scalar(tree.get("begin")), "begin"),
        phases=read_phases(reading, tree),
        actions=read_actions(reading, tree),
        reactions=read_reactions(reading, tree),
        triggers=read_triggers(reading, tree),
        scoring=read_scoring(reading, tree),
        result=read_result(reading, tree),
        rulebook=read_rulebook(reading, tree),
        table=read_table(reading, tree),
        limits=read_limits(reading, tree),
        span=tree.span,
    )


# Reads how the table is seen: shown values, tracks, groups of zones, faces of cards, looks of symbols.

COLOURS: dict[str, nodes.Colour] = {word: word for word in get_args(nodes.Colour)}
SHOWN_TO: dict[str, nodes.ShownTo] = {word: word for word in get_args(nodes.ShownTo)}


def read_table(reading: SpecReader, tree: Mapping) -> nodes.TableSpec:
    """The table of a spec; an empty one where the spec says nothing of it."""
    node = tree.get("table")
    table = mapping(node) if node else Mapping((), tree.span)
    return nodes.TableSpec(
        shown={e.key.text: _shown(reading, e) for e in entries(table, "shown")},
        tracks={e.key.text: _track(reading, e) for e in entries(table, "tracks")},
        groups={e.key.text: _group(reading, e) for e in entries(table, "groups")},
        without=reading.different_words(table.get("without"), "table.without"),
        faces={e.key.text: _face(reading, e) for e in entries(table, "faces")},
        called={e.key.text: _things(reading, e) for e in entries(table, "called")},
        looks={e.key.text: _look(reading, e) for e in entries(table, "looks")},
    )


def _shown(reading: SpecReader, entry: Entry) -> nodes.ShownValue:
    path, tree = f"table.shown.{entry.key.text}", mapping(entry.value)
    value, of, shows = tree.get("is"), optional_owner(tree), tree.entry("shows")
    assert value is not None, "the shape of the file was checked before"
    if shows is not None and of is None and scalar(shows.value).text == "owner":
        helps = ("say whose it is, with `of: player` or `of: team`",)
        message = "this value has no owner who could see it"
        reading.report.add("E606", message, shows.value.span, helps=helps, path=f"{path}.shows")
    return nodes.ShownValue(
        name=reading.word(entry.key, path),
        of=of,
        value=reading.expression(value, f"{path}.is"),
        shows=one_of(tree, "shows", SHOWN_TO, "all"),
        label=reading.texts(tree.get("label"), f"{path}.label"),
        path=path,
    )


def _track(reading: SpecReader, entry: Entry) -> nodes.Track:
    path, tree = f"table.tracks.{entry.key.text}", mapping(entry.value)
    at, length = tree.get("at"), tree.get("length")
    assert at is not None and length is not None, "the shape of the file was checked before"
    return nodes.Track(
        name=reading.word(entry.key, path),
        of=optional_owner(tree),
        at=reading.expression(at, f"{path}.at"),
        length=reading.expression(length, f"{path}.length"),
        across=_across(reading, tree, f"{path}.across"),
        rows={e.key.text: _row(reading, e, f"{path}.rows.{e.key.text}") for e in entries(tree, "rows")},
        label=reading.texts(tree.get("label"), f"{path}.label"),
        path=path,
    )


def _across(reading: SpecReader, track: Mapping, path: str) -> nodes.Across | None:
    if track.get("across") is None:
        return None
    tree = mapping(track.get("across"))
    at, number = tree.get("is"), tree.get("number")
    assert at is not None and number is not None, "the shape of the file was checked before"
    label = reading.texts(tree.get("label"), f"{path}.label")
    return nodes.Across(reading.expression(at, f"{path}.is"), reading.expression(number, f"{path}.number"), label, path)


def _row(reading: SpecReader, entry: Entry, path: str) -> nodes.TrackRow:
    tree = mapping(entry.value)
    value = tree.get("is")
    assert value is not None, "the shape of the file was checked before"
    label = reading.texts(tree.get("label"), f"{path}.label")
    return nodes.TrackRow(reading.word(entry.key, path), reading.expression(value, f"{path}.is"), label, path)


def _group(reading: SpecReader, entry: Entry) -> nodes.ZoneGroup:
    path, tree = f"table.groups.{entry.key.text}", mapping(entry.value)
    zones = reading.different_words(tree.get("zones"), f"{path}.zones")
    return nodes.ZoneGroup(
        reading.word(entry.key, path), zones, reading.texts(tree.get("label"), f"{path}.label"), path
    )


def _face(reading: SpecReader, entry: Entry) -> nodes.Face:
    path = f"table.faces.{entry.key.text}"
    return nodes.Face(reading.word(entry.key, path), reading.texts(entry.value, path), path)


def _things(reading: SpecReader, entry: Entry) -> nodes.Things:
    path, tree = f"table.called.{entry.key.text}", mapping(entry.value)
    one, many = (reading.texts(tree.get(form), f"{path}.{form}") for form in ("one", "many"))
    return nodes.Things(reading.word(entry.key, path), one, many, path)


def _look(reading: SpecReader, entry: Entry) -> nodes.Look:
    path, tree = f"table.looks.{entry.key.text}", mapping(entry.value)
    return nodes.Look(
        symbol=reading.word(entry.key, path),
        colour=COLOURS[scalar(colour).text] if (colour := tree.get("colour")) else None,
        sign=reading.texts(tree.get("sign"), f"{path}.sign"),
        path=path,
    )


def check_faces(tree: Mapping, spec: nodes.Spec, report: Report) -> None:
    """Check the texts of the table: a face may name the attributes of its cards, and `{label}` (E219)."""
    node = tree.get("table")
    table = mapping(node) if node else Mapping((), tree.span)
    for entry in entries(table, "faces"):
        for deck in spec.decks.values():
            kinds = [k for k in deck.kinds if entry.key.text in (deck.name.text, k.id.text)]
            check_face(entry.value, deck, kinds, f"table.faces.{entry.key.text}", report)
    for section in ("shown", "tracks", "groups", "called"):
        for entry in entries(table, section):
            check_plain(entry.value, f"table.{section}.{entry.key.text}", report)


# Reads the passages that a rulebook tells besides the texts beside each rule.

CHAPTERS: Map[str, nodes.ChapterName] = {word: word for word in get_args(nodes.ChapterName)}


def read_rulebook(reading: SpecReader, tree: Mapping) -> dict[str, nodes.Passage]:
    """The passages of a spec, in their order: `rulebook: {rows: {chapter: setup, text: "There are two rows."}}`."""
    return {entry.key.text: _passage(reading, entry) for entry in entries(tree, "rulebook")}


def _passage(reading: SpecReader, entry: Entry) -> nodes.Passage:
    path, tree = f"rulebook.{entry.key.text}", mapping(entry.value)
    steps = tree.get("steps")
    return nodes.Passage(
        name=reading.word(entry.key, path),
        chapter=one_of(tree, "chapter", CHAPTERS, "special"),
        about=reading.about(tree, path),
        steps=tuple(
            reading.texts(item, f"{path}.steps") for item in (steps.items if isinstance(steps, Sequence) else ())
        ),
    )
