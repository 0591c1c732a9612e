"""Lays out a position by name: these cards in these zones, all other cards where they lie at the start.

The state is the flat list of cells that `engines.program.layout` describes. A position that is laid out here keeps its
laws: a heap is sorted by kind; a card in a certain place is known to those who see it there; cards in an order that no
player knows are one packet, and so are the cards that are not listed in a zone that begins shuffled, whoever sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence

from ...engines.program.layout import JOINED, Layout, ZoneCell


class TooFew(Exception):
    """Raised if a position needs more copies of a kind than exist: the zone, the kind, and how many exist."""

    def __init__(self, zone: int, kind: int, copies: int) -> None:
        super().__init__(f"kind {kind}: only {copies}")
        self.zone, self.kind, self.copies = zone, kind, copies


class NowhereToLie(Exception):
    """Raised if cards are left over and the zone where they would lie must hold exactly what was listed."""

    def __init__(self, zone: int, cards: int) -> None:
        super().__init__(f"zone {zone}: {cards} cards")
        self.zone, self.cards = zone, cards


def lay_out(
    layout: Layout, cells: MutableSequence[int], zones: Mapping[int, Sequence[int]], rest: Mapping[str, int]
) -> None:
    """Put the kinds of `zones` (by number of zone, top first) there, and all other cards where they start.

    `rest` maps a deck to the zone where its other cards lie instead. Raises `TooFew` or `NowhereToLie`.
    """
    free = _by_kind(layout)
    lying: dict[int, list[int]] = {
        zone: [_take(layout, free, zone, kind) for kind in kinds] for zone, kinds in zones.items()
    }
    certain = set(lying)
    for card in [card for cards in free.values() for card in cards]:
        home = layout.home[card]
        zone = rest.get(layout.zones[home].deck, home)
        if zone in certain:
            raise NowhereToLie(zone, _with_this_home(layout, free, rest, zone))
        lying.setdefault(zone, []).append(card)
    for cell in layout.zones:
        _fill(layout, cells, cell, lying.get(cell.number, []), cell.number in certain)


def _with_this_home(layout: Layout, free: dict[int, list[int]], rest: Mapping[str, int], zone: int) -> int:
    """How many of the cards that are left over would lie in this zone; those of other decks lie elsewhere."""
    homes = (layout.home[card] for cards in free.values() for card in cards)
    return sum(rest.get(layout.zones[home].deck, home) == zone for home in homes)


def _by_kind(layout: Layout) -> dict[int, list[int]]:
    free: dict[int, list[int]] = {}
    for card, kind in enumerate(layout.kind_of):
        free.setdefault(kind, []).append(card)
    return free


def _take(layout: Layout, free: dict[int, list[int]], zone: int, kind: int) -> int:
    """Take a card of a kind; if each player has their own deck, one that belongs to the owner of the zone."""
    cards = free.get(kind, [])
    own = [card for card in cards if layout.zones[layout.home[card]].owner in (-1, layout.zones[zone].owner)]
    if not (own or cards):
        raise TooFew(zone, kind, layout.kind_of.count(kind))
    card = (own or cards)[0]
    cards.remove(card)
    return card


def _fill(layout: Layout, cells: MutableSequence[int], zone: ZoneCell, cards: list[int], certain: bool) -> None:
    """Put these cards into a zone; `certain` means that they are known to lie in this order.

    Others lie in an unknown order where nobody sees them, except where they began in the order of their list.
    """
    seen = any("all" in sees.split() for sees in zone.sees)
    listed = not layout.shuffled[zone.number] and all(layout.home[card] == zone.number for card in cards)
    packet = zone.order != "heap" and not certain and not listed and (layout.shuffled[zone.number] or not seen)
    if zone.order == "heap" or packet:
        cards = sorted(cards)
    cells[zone.address] = len(cards)
    first = zone.address + 1
    cells[first : first + zone.capacity] = [*cards, *[0] * (zone.capacity - len(cards))][: zone.capacity]
    known = 0 if packet else sum(1 << seat for seat, sees in enumerate(zone.sees) if sees == "all")
    for place, card in enumerate(cards):
        cells[layout.place_at + card] = zone.number
        cells[layout.know_at + card] = known | (1 << JOINED if packet and place else 0)
