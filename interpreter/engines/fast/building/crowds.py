"""How many cards a zone can hold, and how many of those can pass a test, as far as that is known before the play."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ...program.layout import Layout
from ...program.nodes import Expr, Program
from ...program.passing import passing
from .ranges import PLENTY


def most_cards(layout: Layout, zone: Expr) -> int:
    """The greatest number of cards in a zone."""
    family = layout.families[zone.name] if isinstance(zone, ir.ZoneOf) else range(len(layout.zones))
    return max((layout.zones[one].capacity for one in family), default=0)


def cards_passing(program: Program, loop: ir.Loop) -> int:
    """How many cards can pass the test of a loop through a zone, by what is printed on them."""
    layout, test = program.layout, loop.test
    match loop.source:
        case ir.Apply("cards_of", (ir.ZoneOf(name),)) if test is not None:
            decks = {layout.zones[one].deck for one in layout.families[name]}
            sets = ((deck, passing(program, test, loop.local.number, deck, holds=True)) for deck in decks)
            return sum(cards >> card & 1 for deck, cards in sets for card in layout.decks[deck])
        case _:
            return PLENTY
