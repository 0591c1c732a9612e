"""What a scenario must give so that its position is this one: `given`, as lines of text.

    at: {phase: play, turn: p1}
    p1.hand: [ace, king]
    t1.total: 400

A zone in which the cards of a deck begin is left out where the cards that are left over may lie there in any order.
What is given is not known to be enough until it is tried: who has passed, or what has happened in this turn, cannot be
said in a position. `same_position` tells whether another position is this one, as far as scenarios can ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...engines.program.layout import VariableCell, ZoneCell
from ...engines.reference.bags import loose
from ...language.ir.types import NONE
from ..game.naming import cell_text, value_text, zone_text
from ..game.state import State
from .sides import ENTERING, TURN

Lines = list[str]


def at_line(state: State, phase: str) -> str:
    """Where the game is."""
    layout, cells = state.game.layout, state.machine.state
    holder = layout.variables.get(TURN[0])
    turn = NONE if holder is None else cells[holder.address]
    return f"at: {{phase: {phase}}}" if turn == NONE else f"at: {{phase: {phase}, turn: p{turn + 1}}}"


def zone_lines(state: State, *, in_full: bool) -> Iterator[str]:
    """The cards of each zone; those that lie where they begin are left out unless all is told `in_full`."""
    homes = {home: set[int]() for home in state.game.layout.home}
    for zone in state.game.layout.zones:
        cards = state.machine.cards(zone.number)
        certain = {place: card for place, card in enumerate(cards) if _is_certain(state, zone, place)}
        if zone.number in homes and not in_full:
            if certain and len(certain) < len(cards):
                places = ", ".join(f"{place + 1}: {_kind(state, card)}" for place, card in certain.items())
                yield f"{zone_text(zone)}: {{{places}}}"
        elif cards or zone.number in homes:
            yield f"{zone_text(zone)}: [{', '.join(_kind(state, card) for card in cards)}]"


def variable_lines(state: State, given: State) -> Iterator[str]:
    """The values of variables that a position which was `given` without them does not have."""
    before = values_of(given)
    for name, value in values_of(state).items():
        if before.get(name) != value:
            yield f"{name}: {value}"
    for name in state.game.layout.card_variables:
        others = _by_kind(given, name)
        for kind, values in _by_kind(state, name).items():
            if len(set(values)) == 1 and values != others[kind]:
                yield f"{kind}.{name.partition('.')[2]}: {values[0]}"


def values_of(state: State) -> dict[str, str]:
    """The values of all variables that the rules declare, by name."""
    layout = state.game.layout
    return {
        cell_text(cell, number): value_text(layout, cell.type, _value(state, cell, number))
        for name, cell in layout.variables.items()
        if "." not in name and name != ENTERING
        for number in range(cell.cells)
    }


def counts_of(state: State) -> dict[str, int]:
    """How many cards lie in each zone, by name."""
    return {zone_text(zone): len(state.machine.cards(zone.number)) for zone in state.game.layout.zones}


def same_position(one: State, other: State) -> bool:
    """Whether two positions of a game have the same cards, variables, decider and legal moves.

    What players know of cards that they do not see now, and the order of cards that nobody knows, may differ.
    """
    if one.decider != other.decider or _moves(one) != _moves(other) or values_of(one) != values_of(other):
        return False
    layout = one.game.layout
    if any(_by_kind(one, name) != _by_kind(other, name) for name in layout.card_variables):
        return False
    return all(_lying(one, zone) == _lying(other, zone) for zone in layout.zones)


def _moves(state: State) -> Sequence[str]:
    return sorted(move.text for move in state.legal_moves)


def _lying(state: State, zone: ZoneCell) -> tuple[Counter[str], dict[int, str]]:
    """The kinds of card in a zone, and those at certain places."""
    cards = state.machine.cards(zone.number)
    places = [place for place in range(len(cards)) if _is_certain(state, zone, place)]
    return Counter(_kind(state, card) for card in cards), {place: _kind(state, cards[place]) for place in places}


def _is_certain(state: State, zone: ZoneCell, place: int) -> bool:
    return zone.order != "heap" and len(loose(state.game.code, state.machine.state, zone.number, place)) == 1


def _kind(state: State, card: int) -> str:
    return state.game.layout.kinds[state.game.layout.kind_of[card]].id


def _value(state: State, cell: VariableCell, number: int) -> int | Sequence[int]:
    cells, start = state.machine.state, cell.at(number)
    return cells[start + 1 : start + 1 + cells[start]] if cell.room else cells[start]


def _by_kind(state: State, name: str) -> dict[str, list[str]]:
    """The values of a variable of cards, by the kind of the card."""
    layout, found = state.game.layout, dict[str, list[str]]()
    cell = layout.card_variables[name]
    for card in layout.decks[cell.deck]:
        value = value_text(layout, cell.type, state.machine.state[cell.address + card])
        found.setdefault(_kind(state, card), []).append(value)
    return {kind: sorted(values) for kind, values in found.items()}
