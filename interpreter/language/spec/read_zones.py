"""Reads the places where cards lie, and what rules on cards may change: zones, quantities and permissions."""

from __future__ import annotations

from typing import get_args

from ...diagnostics.diagnostic import Label
from ...diagnostics.suggest import did_you_mean
from ..syntax.nodes import Word
from ..text.tree import Entry, Mapping, Scalar
from .nodes import Deck, Owner, Permission, Quantity, Refill, Viewer, Zone, ZoneOrder, ZoneStart
from .read_families import read_family
from .reading import Reading, bare, entries, mapping, one_of, optional_owner, scalar, scalars

Shows = tuple[tuple[Viewer, Word], ...]

ORDERS: dict[str, ZoneOrder] = {word: word for word in get_args(ZoneOrder)}
STARTS: dict[str, ZoneStart] = {word: word for word in get_args(ZoneStart)}
VIEWERS: dict[str, Viewer] = {word: word for word in get_args(Viewer)}


def read_zones(reading: Reading, tree: Mapping, decks: dict[str, Deck]) -> dict[str, Zone]:
    """The zones of a spec; each deck must start in exactly one of them (E605)."""
    zones = {e.key.text: _zone(reading, e, decks) for e in entries(tree, "zones")}
    if any(zone.holds.text not in decks for zone in zones.values()):
        return zones  # the typing stage reports the misspelt deck, and this message would only distract
    for name, deck in decks.items():
        starts = [zone for zone in zones.values() if zone.start and zone.holds.text == name]
        if not starts:
            message = f"deck '{name}' has no start zone"
            helps = ("add `start: shuffled` or `start: listed` to the zone where its cards lie when the game begins",)
            reading.report.add("E605", message, deck.name.span, helps=helps, path=deck.path)
        for zone in starts[1:]:
            others = (Label(starts[0].name.span, "they start here as well"),)
            message = f"the cards of deck '{name}' start in two zones"
            reading.report.add("E605", message, zone.name.span, others=others, path=zone.path)
    return zones


def _zone(reading: Reading, entry: Entry, decks: dict[str, Deck]) -> Zone:
    path, tree = f"zones.{entry.key.text}", mapping(entry.value)
    of, along = read_family(reading, tree, path)
    start = one_of(tree, "start", STARTS, "")
    if along and start:
        helps = ("let the deck start in a zone of its own, and deal from there",)
        message = "the cards of a deck start in one zone, and this is a family of zones"
        reading.report.add("E605", message, scalar(tree.get("start")).span, helps=helps, path=path)
    holds = reading.word(scalar(tree.get("holds")), f"{path}.holds")
    back = decks[holds.text].back if holds.text in decks else None
    return Zone(
        name=reading.word(entry.key, path),
        of=of,
        along=along,
        holds=holds,
        order=one_of(tree, "order", ORDERS, ""),
        shows=_shows(reading, tree.entry("shows"), of, back, f"{path}.shows"),
        start=start,
        refill=_refill(reading, tree.entry("refill"), f"{path}.refill"),
        capacity=reading.optional(tree, "capacity", path),
        about=reading.about(tree, path),
        path=path,
    )


def _shows(reading: Reading, entry: Entry | None, of: Owner | None, back: tuple[Word, ...] | None, path: str) -> Shows:
    """Who sees what. `owner` is short for `{owner: all, all: count}`."""
    if entry is None:
        return ()
    shows: Shows
    if isinstance(entry.value, Mapping):
        shows = tuple((VIEWERS[e.key.text], bare(scalar(e.value))) for e in entry.value.entries)
        own = entry.value.entry("owner")
        at = own.key.span if own else None
    else:
        text = scalar(entry.value)
        owner = text.text == "owner"
        shows = (
            (("owner", Word("all", text.span)), ("all", Word("count", text.span))) if owner else (("all", bare(text)),)
        )
        at = text.span if owner else None
    if at and of is None:
        helps = ("say whose it is, with `of: player` or `of: team`",)
        reading.report.add("E606", "this zone has no owner who could see it", at, helps=helps, path=path)
    for _, word in shows:
        _check_seen(reading, word, back, path)
    return shows


def _check_seen(reading: Reading, word: Word, back: tuple[Word, ...] | None, path: str) -> None:
    if word.text in ("all", "count", "none") or back is None or word.text in {b.text for b in back}:
        return
    names = [b.text for b in back]
    notes = (f"on the back: {', '.join(names)}" if names else "the cards have nothing on their backs",)
    helps = did_you_mean(word.text, ("all", "owner", "count", "none", *names)) or (
        "an attribute is printed there by `back: [ATTRIBUTE]`, beside the attributes of the deck",
    )
    message = f"'{word.text}' is not on the back of these cards"
    reading.report.add("E606", message, word.span, notes=notes, helps=helps, path=path)


def _refill(reading: Reading, entry: Entry | None, path: str) -> Refill | None:
    if entry is None:
        return None
    node = entry.value
    if isinstance(node, Scalar):
        return Refill(reading.word(node, path), "needed", node.span)
    tree = mapping(node)
    zone, when = reading.word(scalar(tree.get("from")), f"{path}.from"), tree.get("when")
    if when is None:
        return Refill(zone, "needed", node.span)
    if isinstance(when, Scalar) and when.text in ("needed", "empty"):
        return Refill(zone, "needed" if when.text == "needed" else "empty", node.span)
    return Refill(zone, reading.expression(when, f"{path}.when"), node.span)


def read_quantities(reading: Reading, tree: Mapping) -> dict[str, Quantity]:
    """The numbers that rules on cards may change."""
    return {e.key.text: _quantity(reading, e) for e in entries(tree, "quantities")}


def _quantity(reading: Reading, entry: Entry) -> Quantity:
    path, tree = f"quantities.{entry.key.text}", mapping(entry.value)
    base = tree.get("base")
    assert base is not None, "the shape of the file was checked before"
    return Quantity(
        name=reading.word(entry.key, path),
        of=optional_owner(tree),
        base=reading.expression(base, f"{path}.base"),
        at_least=reading.optional(tree, "at_least", path),
        at_most=reading.optional(tree, "at_most", path),
        about=reading.about(tree, path),
        path=path,
    )


def read_permissions(reading: Reading, tree: Mapping) -> dict[str, Permission]:
    """What rules on cards may forbid and allow."""
    return {e.key.text: _permission(reading, e) for e in entries(tree, "permissions")}


def _permission(reading: Reading, entry: Entry) -> Permission:
    path, tree = f"permissions.{entry.key.text}", mapping(entry.value)
    return Permission(
        name=reading.word(entry.key, path),
        of=optional_owner(tree),
        takes=tuple(reading.type(text, f"{path}.takes") for text in scalars(tree.get("takes"))),
        base=reading.optional(tree, "base", path),
        about=reading.about(tree, path),
        path=path,
    )
