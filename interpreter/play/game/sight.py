"""What a view needs of the layout, worked out once for each program and seat: names, addresses, who sees what.

A view is asked for at every decision, and nearly all that it says about zones and variables is the same each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...diagnostics.record import dataclass
from ...engines.program.layout import Layout, VariableCell, ZoneCell
from ...engines.program.nodes import AskBlock
from ...engines.reference.machine import Code
from ...language.ir.types import NONE, Type
from .naming import cell_text, plain, zone_text

Written = Callable[[Any], Any]
"""How a value of one type is written in a view: of a number, or of the cells of a list."""

Place = int | slice
"""The cell of a variable, or all cells of a list."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat sees: each zone as (name, where its cards begin, zone, what it sees of it); each variable as
    (name, place), and of those that are not written as the number they are, how.

    `ids` are the kinds of all cards, by number. `on_cards` says whether variables of cards are shown, `secrets` whether
    there are secret choices.
    """

    zones: tuple[tuple[str, int, ZoneCell, str], ...]
    places: tuple[tuple[str, Place], ...]
    written: tuple[tuple[str, Written], ...]
    ids: tuple[str, ...]
    on_cards: bool
    secrets: bool

    def variables(self, numbers: Sequence[int]) -> dict[str, Any]:
        """What the variables are."""
        found: dict[str, Any] = {name: numbers[place] for name, place in self.places}
        for name, written in self.written:
            found[name] = written(found[name])
        return found


def sights(code: Code, layout: Layout) -> tuple[Sight, ...]:
    """What each seat sees."""
    ids = tuple(layout.kinds[kind].id for kind in layout.kind_of)
    on_cards = any(cell.shows != "none" for cell in layout.card_variables.values())
    secrets = any(isinstance(block.end, AskBlock) and block.end.secret for block in code.program.blocks)
    names = [(zone_text(zone), zone) for zone in layout.zones]
    found = list[Sight]()
    for seat in range(code.players):
        zones = tuple((name, zone.address + 1, zone, zone.sees[seat]) for name, zone in names)
        places, written = _variables(layout, seat)
        found.append(Sight(zones, places, written, ids, on_cards, secrets))
    return tuple(found)


def _variables(layout: Layout, seat: int) -> tuple[tuple[tuple[str, Place], ...], tuple[tuple[str, Written], ...]]:
    seen = [
        (cell_text(cell, number), _place(cell, number), _written(layout, cell.type))
        for cell in layout.variables.values()
        for number in range(cell.cells)
        if cell.shows == "all" or (cell.shows == "owner" and is_owner(layout, cell, number, seat))
    ]
    places = tuple((name, place) for name, place, _ in seen)
    return places, tuple((name, written) for name, _, written in seen if written is not int)


def _place(cell: VariableCell, number: int) -> Place:
    return slice(cell.at(number), cell.at(number + 1)) if cell.room else cell.at(number)


def _written(layout: Layout, type: Type) -> Written:
    match type.base:
        case "list" if type.item is not None:
            one = _written(layout, type.item)
            return lambda cells: [one(value) for value in cells[1 : 1 + cells[0]]]
        case "integer" if not type.optional:
            return int
        case "boolean" if not type.optional:
            return bool
        case "player" | "team" | "symbol" | "kind":
            return _named(_names(layout, type))
        case _:
            return lambda value: plain(layout, type, value)


def _names(layout: Layout, type: Type) -> Sequence[str]:
    match type.base:
        case "symbol":
            return layout.enumerations[type.name]
        case "kind":
            return [row.id for row in layout.kinds]
        case _:
            many = layout.players if type.base == "player" else layout.team_count
            return [f"{type.base[0]}{number + 1}" for number in range(many)]


def _named(names: Sequence[str]) -> Written:
    return lambda value: None if value == NONE else names[value]


def is_owner(layout: Layout, cell: VariableCell, number: int, seat: int) -> bool:
    """Whether this cell of a variable of players or teams belongs to a seat."""
    return owns(layout, cell.owner, number // len(cell.members), seat)


def owns(layout: Layout, kind: str, owner: int, seat: int) -> bool:
    """Whether what this player or team has belongs to a seat."""
    return (kind == "player" and owner == seat) or (kind == "team" and layout.teams[seat] == owner)
