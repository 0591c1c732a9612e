"""Helps with a player who has no legal move, because the position that a scenario gives leaves their hand empty."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic
from ...engines.program.layout import ZoneCell
from ...engines.program.nodes import AskBlock
from ..game.naming import zone_text
from ..game.state import State
from .nodes import Given

MOST = 3
"""So many empty zones are named."""


def with_ungiven(error: Diagnostic, given: Given | None, state: State) -> Diagnostic:
    """The same error of the rules; of R704 after a `given`, with the zones of that player that it leaves empty.

    Where the player has cards that only they see, as in a hand, those zones alone are named.
    """
    end = state.machine.code.block(state.machine.numbers).end
    if error.code != "R704" or given is None or not isinstance(end, AskBlock):
        return error
    seat = state.machine.numbers[end.who.address]
    written = {one.zone.text for one in given.cards} | {one.zone.text for one in given.placed}
    written |= {one.name.text for one in given.settings}
    zones = [zone for zone in state.game.layout.zones if zone.owner_kind == "player" and zone.owner == seat]
    own = [zone for zone in zones if _is_hand(zone)] or zones
    cells = state.machine.state
    empty = [name for zone in own if not cells[zone.address] and (name := zone_text(zone)) not in written][:MOST]
    if not empty:
        return error
    which, them = ("is", "it") if len(empty) == 1 else ("are", "them")
    ways = ", ".join(f"{name}: […]" for name in empty)
    advice = f"{', '.join(empty)} {which} empty because the scenario does not give {them}: `{ways}`"
    return replace(error, helps=(advice, *error.helps))


def _is_hand(zone: ZoneCell) -> bool:
    """Whether its owner sees the cards, and not everybody does."""
    return zone.sees[zone.owner] == "all" and set(zone.sees) != {"all"}
