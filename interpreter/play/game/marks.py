"""Marks: variables of cards that are seen on the card itself, also where its face is hidden.

| `shows` | who sees it |
|---|---|
| left out (`known`) | whoever knows the card |
| `all` | everybody, on any card at a certain place of which they see that it lies there; and whoever knows the card |
| `owner` | the owner of the zone where the card lies, as long as they see that it lies there |
| `none` | nobody |

Of the loose cards of a bag nothing is seen, as of their backs.
"""

from __future__ import annotations

from functools import lru_cache

from ...engines.program.layout import CardCell, Layout, ZoneCell
from ...engines.reference.machine import Machine
from .sight import owns


@lru_cache(maxsize=64)
def _marked(cells: tuple[CardCell, ...], deck: str) -> tuple[CardCell, ...]:
    return tuple(cell for cell in cells if cell.deck == deck and cell.shows in ("all", "owner"))


def marks_of(layout: Layout, deck: str) -> dict[str, CardCell]:
    """The marks of a deck by their names, whoever sees them."""
    return {cell.name.split(".")[-1]: cell for cell in _marked(tuple(layout.card_variables.values()), deck)}


def marks_on(layout: Layout, zone: ZoneCell, seat: int) -> tuple[CardCell, ...]:
    """The marks that a seat sees on the cards of a zone, even if it does not know the cards."""
    found = _marked(tuple(layout.card_variables.values()), zone.deck)
    if not found or zone.sees[seat] == "none":
        return ()
    own = owns(layout, zone.owner_kind, zone.owner, seat)
    return tuple(cell for cell in found if own or cell.shows == "all")


def on_known_card(m: Machine, card: int, cell: CardCell, seat: int) -> bool:
    """Whether a seat that knows a card sees this variable of it."""
    match cell.shows:
        case "all" | "known":
            return True
        case "owner":
            zone = m.code.layout.zones[m.where(card)]
            return cell in marks_on(m.code.layout, zone, seat)
        case _:
            return False
