"""What somebody sees who looks at the whole table from above: every card, every secret choice, and every variable that
some seat sees. (Those that no seat sees are what the rules keep for themselves.)

It has the keys of a view (`play.game.view`) but for the legal moves, so that whatever draws a view can draw it; and of
a zone whose cards lie in an order that not even chance has decided it says that it is a heap. No seat may get it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ...engines.program.layout import ZoneCell
from ...engines.reference.bags import BAG, PIN
from ...engines.reference.machine import Machine
from .decider import Decider
from .naming import cell_text, plain, zone_text
from .view import card_id, chosen_by


def view_from_above(m: Machine, status: str, phase: str, decider: Decider) -> dict[str, Any]:
    """The whole position; `seat` is None."""
    layout = m.code.layout
    view: dict[str, Any] = {
        "seat": None,
        "status": status,
        "phase": phase,
        "decides": None if decider.kind == "nobody" else str(decider),
        "zones": {},
        "variables": {
            cell_text(cell, number): plain(layout, cell.type, m.state[cell.address + number])
            for cell in layout.variables.values()
            if cell.shows != "none"
            for number in range(cell.cells)
        },
    }
    for zone in layout.zones:
        cards = list(m.cards(zone.number))
        loose = in_no_order(m, zone)
        lying = sorted(cards) if zone.order == "heap" or loose else cards
        seen = {"count": len(cards), "cards": [card_id(m, card) for card in lying]}
        view["zones"][zone_text(zone)] = {**seen, "order": "heap"} if loose else seen
    if layout.card_variables:
        view["cards"] = {
            name.split(".")[-1]: {
                card_id(m, card): plain(layout, cell.type, m.state[cell.address + card])
                for card in layout.decks[cell.deck]
            }
            for name, cell in layout.card_variables.items()
            if cell.shows != "none"
        }
    chosen = chosen_by(m)
    if chosen:
        view["chosen"] = chosen
    return view


def in_no_order(m: Machine, zone: ZoneCell) -> bool:
    """Whether cards of a zone with an order lie in one that nobody knows, since chance has not decided about it yet."""
    if zone.order == "heap":
        return False
    words = [*(m.state[m.code.know_at + card] for card in m.cards(zone.number)), 0]
    return any((here | after) & BAG and not here & PIN for here, after in pairwise(words))
