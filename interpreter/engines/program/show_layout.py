"""The compact form of a position as text: where each part lies, how many bytes it takes, and what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .compact import CELL, Compact, compact_of
from .layout import ZoneCell
from .nodes import Program


def show_layout(program: Program) -> str:
    """The parts in their order, a line each, with the address of the first byte and the number of bytes."""
    compact = compact_of(program)
    cells = program.layout.size
    title = f"{program.game} for {program.players} players: {compact.size} bytes; as {cells} cells {CELL * cells} bytes"
    rows = (f"{start:6} {size:6}  {name:16} {what}" for start, size, name, what in _parts(compact))
    return "\n".join((title, *(row.rstrip() for row in rows))) + "\n"


def _parts(compact: Compact) -> Iterator[tuple[int, int, str, str]]:
    """Where each part begins, its bytes, its name, and what it is."""
    layout, cards = compact.layout, compact.cards
    yield 0, compact.places, "numbers", _numbers(compact)
    places, words = compact.place_bytes, compact.word_bytes
    yield compact.places, places * cards, "places", f"the zones of {cards} cards, {_bytes(places)} each"
    yield compact.knowledge, words * cards, "words", f"what is known of {cards} cards, {_bytes(words)} each"
    for (name, own), many in zip(layout.card_variables.items(), compact.variable_bytes, strict=True):
        yield compact.number(own.address), many * cards, name, f"of {cards} cards, {_bytes(many)} each"
    for zone in compact.in_order:
        yield compact.zones[zone.number], compact.bytes_of(zone), _name(zone), _form(compact, zone)


def _numbers(compact: Compact) -> str:
    many = Counter(compact.number_bytes[address] for address in compact.fitting)
    few = ", ".join(f"{many[bytes]} of them {_bytes(bytes)} each" for bytes in sorted(many, reverse=True))
    return f"{compact.layout.place_at} cells{f' ({few})' if few else ''}: header, variables, locals, triggers, chance"


def _form(compact: Compact, zone: ZoneCell) -> str:
    if zone.order == "heap":
        return f"set: {compact.words} × 64 bits"
    slack = ", slack" if zone.number in compact.drawn else ""
    return f"{zone.order}: count, room for {compact.room(zone)} cards, {_bytes(compact.card_bytes)} each{slack}"


def _bytes(many: int) -> str:
    return "1 byte" if many == 1 else f"{many} bytes"


def _name(zone: ZoneCell) -> str:
    return zone.name + (f"[{zone.owner}]" if zone.owner_kind else "") + zone.member
