"""Reads how the table is seen: shown values, tracks, groups of zones, faces of cards, looks of symbols."""

from __future__ import annotations

from typing import get_args

from ...diagnostics.diagnostic import Report
from ..text.tree import Entry, Mapping
from .check_texts import check_face, check_plain
from .nodes import Across, Colour, Face, Group, Look, ShownTo, ShownValue, Spec, Table, Things, Track, TrackRow
from .reading import Reading, entries, mapping, one_of, optional_owner, scalar

COLOURS: dict[str, Colour] = {word: word for word in get_args(Colour)}
SHOWN_TO: dict[str, ShownTo] = {word: word for word in get_args(ShownTo)}


def read_table(reading: Reading, tree: Mapping) -> Table:
    """The table of a spec; an empty one where the spec says nothing of it."""
    node = tree.get("table")
    table = mapping(node) if node else Mapping((), tree.span)
    return Table(
        shown={e.key.text: _shown(reading, e) for e in entries(table, "shown")},
        tracks={e.key.text: _track(reading, e) for e in entries(table, "tracks")},
        groups={e.key.text: _group(reading, e) for e in entries(table, "groups")},
        without=reading.different_words(table.get("without"), "table.without"),
        faces={e.key.text: _face(reading, e) for e in entries(table, "faces")},
        called={e.key.text: _things(reading, e) for e in entries(table, "called")},
        looks={e.key.text: _look(reading, e) for e in entries(table, "looks")},
    )


def _shown(reading: Reading, entry: Entry) -> ShownValue:
    path, tree = f"table.shown.{entry.key.text}", mapping(entry.value)
    value, of, shows = tree.get("is"), optional_owner(tree), tree.entry("shows")
    assert value is not None, "the shape of the file was checked before"
    if shows is not None and of is None and scalar(shows.value).text == "owner":
        helps = ("say whose it is, with `of: player` or `of: team`",)
        message = "this value has no owner who could see it"
        reading.report.add("E606", message, shows.value.span, helps=helps, path=f"{path}.shows")
    return ShownValue(
        name=reading.word(entry.key, path),
        of=of,
        value=reading.expression(value, f"{path}.is"),
        shows=one_of(tree, "shows", SHOWN_TO, "all"),
        label=reading.texts(tree.get("label"), f"{path}.label"),
        path=path,
    )


def _track(reading: Reading, entry: Entry) -> Track:
    path, tree = f"table.tracks.{entry.key.text}", mapping(entry.value)
    at, length = tree.get("at"), tree.get("length")
    assert at is not None and length is not None, "the shape of the file was checked before"
    return Track(
        name=reading.word(entry.key, path),
        of=optional_owner(tree),
        at=reading.expression(at, f"{path}.at"),
        length=reading.expression(length, f"{path}.length"),
        across=_across(reading, tree, f"{path}.across"),
        rows={e.key.text: _row(reading, e, f"{path}.rows.{e.key.text}") for e in entries(tree, "rows")},
        label=reading.texts(tree.get("label"), f"{path}.label"),
        path=path,
    )


def _across(reading: Reading, track: Mapping, path: str) -> Across | None:
    if track.get("across") is None:
        return None
    tree = mapping(track.get("across"))
    at, number = tree.get("is"), tree.get("number")
    assert at is not None and number is not None, "the shape of the file was checked before"
    label = reading.texts(tree.get("label"), f"{path}.label")
    return Across(reading.expression(at, f"{path}.is"), reading.expression(number, f"{path}.number"), label, path)


def _row(reading: Reading, entry: Entry, path: str) -> TrackRow:
    tree = mapping(entry.value)
    value = tree.get("is")
    assert value is not None, "the shape of the file was checked before"
    label = reading.texts(tree.get("label"), f"{path}.label")
    return TrackRow(reading.word(entry.key, path), reading.expression(value, f"{path}.is"), label, path)


def _group(reading: Reading, entry: Entry) -> Group:
    path, tree = f"table.groups.{entry.key.text}", mapping(entry.value)
    zones = reading.different_words(tree.get("zones"), f"{path}.zones")
    return Group(reading.word(entry.key, path), zones, reading.texts(tree.get("label"), f"{path}.label"), path)


def _face(reading: Reading, entry: Entry) -> Face:
    path = f"table.faces.{entry.key.text}"
    return Face(reading.word(entry.key, path), reading.texts(entry.value, path), path)


def _things(reading: Reading, entry: Entry) -> Things:
    path, tree = f"table.called.{entry.key.text}", mapping(entry.value)
    one, many = (reading.texts(tree.get(form), f"{path}.{form}") for form in ("one", "many"))
    return Things(reading.word(entry.key, path), one, many, path)


def _look(reading: Reading, entry: Entry) -> Look:
    path, tree = f"table.looks.{entry.key.text}", mapping(entry.value)
    return Look(
        symbol=reading.word(entry.key, path),
        colour=COLOURS[scalar(colour).text] if (colour := tree.get("colour")) else None,
        sign=reading.texts(tree.get("sign"), f"{path}.sign"),
        path=path,
    )


def check_faces(tree: Mapping, spec: Spec, report: Report) -> None:
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
