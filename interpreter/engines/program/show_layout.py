"""The compact form of a position as text: where each part lies, how many bytes it takes, and what it is."""

from __future__ import annotations

from collections.abc import Iterator

from .compact import CELL, Compact, compact_of
from .layout import ZoneCell
from .nodes import Program


def show_layout(program: Program) -> str:
    """The parts in their order, a line each, with the address of the first byte and the number of bytes."""
    compact = compact_of(program)
    cells = program.layout.size
    title = f"{program.game} for {program.players} players: {compact.size} bytes; as {cells} cells {CELL * cells} bytes"
    parts = list(_parts(compact))
    ends = [*(start for start, _, _ in parts[1:]), compact.size]
    rows = (
        f"{start:6} {end - start:6}  {name:16} {what}" for (start, name, what), end in zip(parts, ends, strict=True)
    )
    return "\n".join((title, *(row.rstrip() for row in rows))) + "\n"


def _parts(compact: Compact) -> Iterator[tuple[int, str, str]]:
    """Where each part begins, its name, and what it is."""
    layout, cards = compact.layout, compact.cards
    yield 0, "numbers", f"{layout.place_at} cells: header, variables, locals, triggers, chance"
    yield compact.places, "places", f"the zones of {cards} cards, {_bytes(compact.place_bytes)} each"
    yield compact.knowledge, "words", f"what is known of {cards} cards, {_bytes(compact.word_bytes)} each"
    for (name, own), many in zip(layout.card_variables.items(), compact.variable_bytes, strict=True):
        yield compact.number(own.address), name, f"of {cards} cards, {_bytes(many)} each"
    for zone in compact.in_order:
        yield compact.zones[zone.number], _name(zone), _form(compact, zone)


def _form(compact: Compact, zone: ZoneCell) -> str:
    if zone.order == "heap":
        return f"set: {compact.words} × 64 bits"
    return f"{zone.order}: count, room for {compact.room(zone)} cards, {_bytes(compact.card_bytes)} each"


def _bytes(many: int) -> str:
    return "1 byte" if many == 1 else f"{many} bytes"


def _name(zone: ZoneCell) -> str:
    return zone.name + (f"[{zone.owner}]" if zone.owner_kind else "") + zone.member
