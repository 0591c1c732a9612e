"""Determinisations: random positions that a seat cannot tell from the true one.

All that the seat does not know is drawn again: which of the unknown cards lies where, what others have picked secretly,
the values of variables it does not see, and all random numbers to come. Cards change places only with cards of the same
deck and the same back (and, if each player has their own deck, of the same player). What is known of a place stays with
the place: whoever knew the card that lay there knows the one that lies there now. Law: the seat's view, its legal moves
and its events stay the same.
"""

from __future__ import annotations

from ...engines.program.layout import DRAWN, PC, SEED, VariableCell
from ...engines.program.nodes import AskBlock, Pending
from ...engines.reference.canonical import live_cells
from ...engines.reference.error import PlayError
from ...engines.reference.knowledge import BAG
from ...engines.reference.machine import Machine, RawMove
from ...engines.reference.moves import compile_ask, list_moves
from ...engines.reference.records import record
from ...engines.reference.stream import below, mix
from ...engines.reference.walk import run
from ...language.ir.types import NONE
from .sight import is_owner
from .view import knows, waiting

ATTEMPTS = 50
"""How often to try for a position in which whoever decides has a move; after that the cards stay as they lie."""


def resample(m: Machine, seat: int, seed: int) -> Machine:
    """Sample such a position into a new machine. The same seed gives the same position."""
    for attempt in range(ATTEMPTS):
        twin = m.clone()
        luck = [0] * (DRAWN + 1)
        luck[SEED] = mix(mix(seed, seat), attempt)
        _exchange(twin, seat, luck)
        _variables(twin, seat, luck)
        _picks(twin, seat, luck)
        _fresh_stream(twin, luck[SEED])
        if _can_go_on(twin):
            return twin
    twin = m.clone()
    _fresh_stream(twin, mix(seed, seat))
    return twin


def _fresh_stream(m: Machine, seed: int) -> None:
    m.state[SEED] = mix(seed, 2**32) >> 1
    m.state[DRAWN] = 0


def _can_go_on(m: Machine) -> bool:
    """Compute again what is on offer here: with the new cards, too, whoever decides needs a move, and chance needs two
    outcomes.
    """
    end = m.code.block(m.state).end
    if m.outcomes:
        return _chance_goes_on(m)
    if not m.moves or not isinstance(end, AskBlock):
        return True
    m.moves = _moves(m, end)
    return bool(m.moves)


def _chance_goes_on(m: Machine) -> bool:
    """Compute what chance may decide with the cards as they lie now.

    With fewer than two outcomes play would not have stopped here, so such a position is not possible.
    """
    asked, place = m.clone(), m.state[PC]
    asked.outcomes = None
    run(asked)
    if asked.state[PC] != place or not asked.outcomes:
        return False
    m.outcomes = asked.outcomes
    return True


def _moves(m: Machine, ask: AskBlock) -> tuple[RawMove, ...]:
    """The legal moves with the cards as they lie now; none if a rule fails with them."""
    try:
        return list_moves(m, m.code.once(compile_ask, ask))
    except PlayError:
        return ()


# Cards ------------------------------------------------------------------------------------


def _exchange(m: Machine, seat: int, luck: list[int]) -> None:
    """Deal the cards that the seat does not know to their places again.

    They are shuffled in the order of their numbers, and dealt to the places in an order that the seat knows, too. So
    where they come to lie depends on nothing but what the seat knows.
    """
    code = m.code
    order = _places(m)
    groups: dict[object, list[int]] = {}
    for card, back in enumerate(code.back_of):
        if not knows(m, card, seat):
            groups.setdefault((back, code.layout.home[card]), []).append(card)
    now = list(range(len(code.kind_of)))
    for cards in groups.values():
        mixed = cards.copy()
        for i in range(len(mixed) - 1, 0, -1):
            j = below(luck, i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        for card, other in zip(sorted(cards, key=order.__getitem__), mixed, strict=True):
            now[card] = other
    replace_cards(m, now)


def _places(m: Machine) -> list[tuple[object, ...]]:
    """A key of the place of each card. Equal keys mean places that no player can tell apart."""
    code, layout = m.code, m.code.layout
    named: dict[int, tuple[int, ...]] = {}
    for at, is_card in live_cells(code, m.state):
        if is_card and m.state[at] != NONE:
            named[m.state[at]] = (*named.get(m.state[at], ()), at)
    keys: list[tuple[object, ...]] = [()] * len(code.kind_of)
    for zone in layout.zones:
        for place, card in enumerate(m.cards(zone.number)):
            word = m.state[layout.know_at + card]
            own = tuple(m.state[cell.address + card] for cell in layout.card_variables.values())
            keys[card] = (zone.number, 0 if code.heap[zone.number] else place, word, named.get(card, ()), own)
    return keys


def replace_cards(m: Machine, now: list[int]) -> None:
    """Put the card `now[card]` into the place of each card, with all that is known and stored of the place."""
    code, old = m.code, m.state.copy()
    state, layout = m.state, code.layout
    cells = live_cells(code, old)
    for card, other in enumerate(now):
        state[layout.place_at + other] = old[layout.place_at + card]
        state[layout.know_at + other] = old[layout.know_at + card]
        for own in layout.card_variables.values():
            state[own.address + other] = old[own.address + card]
    for at, is_card in cells:
        if is_card and old[at] != NONE:
            state[at] = now[old[at]]
    for zone in layout.zones:
        first = zone.address + 1
        end = first + state[zone.address]
        state[first:end] = [now[card] for card in old[first:end]]
        if code.heap[zone.number]:
            state[first:end] = sorted(state[first:end])
        else:
            _sort_bags(m, first, end)


def _sort_bags(m: Machine, first: int, end: int) -> None:
    """Sort each bag by number again; the first card of a bag is the one that is not joined to the one before."""
    state, know = m.state, m.code.know_at
    start = first
    while start < end:
        stop = start + 1
        while stop < end and state[know + state[stop]] & BAG:
            stop += 1
        if stop - start > 1:
            words = [state[know + card] for card in state[start:stop]]
            state[start:stop] = sorted(state[start:stop])
            for card, word in zip(state[start:stop], words, strict=True):
                state[know + card] = word
        start = stop


# Variables --------------------------------------------------------------------------------


def _variables(m: Machine, seat: int, luck: list[int]) -> None:
    """Give variables that the seat does not see any value of their range.

    If the values of all owners differ now, they still differ afterwards, as `distinct random` demands.
    """
    layout = m.code.layout
    for cell in layout.variables.values():
        hidden = [o for o in range(cell.cells) if not _sees(m, cell, o, seat)]
        size = cell.high - cell.low + 1
        if hidden and 0 < size < 2**32:
            _redraw(m, cell, hidden, luck)
    for own in layout.card_variables.values():
        size = own.high - own.low + 1
        if own.shows == "none" and 0 < size < 2**32:
            for card in layout.decks[own.deck]:
                if m.state[own.address + card] != NONE:
                    m.state[own.address + card] = own.low + below(luck, size)


def _sees(m: Machine, cell: VariableCell, owner: int, seat: int) -> bool:
    return cell.shows == "all" or (cell.shows == "owner" and is_owner(m.code.layout, cell, owner, seat))


def _redraw(m: Machine, cell: VariableCell, hidden: list[int], luck: list[int]) -> None:
    state, at = m.state, cell.address
    values = state[at : at + cell.cells]
    size = cell.high - cell.low + 1
    distinct = cell.cells > 1 and len(set(values)) == cell.cells <= size and NONE not in values
    if distinct and size <= 1000:
        seen = {value for owner, value in enumerate(values) if owner not in hidden}
        free = [value for value in range(cell.low, cell.high + 1) if value not in seen]
        for owner in hidden:
            state[at + owner] = free.pop(below(luck, len(free)))
        return
    for owner in hidden:
        if state[at + owner] != NONE:
            state[at + owner] = cell.low + below(luck, size)


# Secret choices ---------------------------------------------------------------------------


def _picks(m: Machine, seat: int, luck: list[int]) -> None:
    """Draw again what others have picked secretly, from what they may pick."""
    for ask, pending in waiting(m):
        for index in range(min(m.state[pending.players.address], pending.capacity)):
            player = m.state[pending.players.address + 1 + index]
            if player not in (seat, NONE) and m.state[pending.base + index * pending.width]:
                _pick_again(m, ask, pending, index, player, luck)


def _pick_again(m: Machine, ask: AskBlock, pending: Pending, index: int, player: int, luck: list[int]) -> None:
    asked = m.clone()
    asked.state[ask.who.address] = player
    if ask.secret is not None:
        asked.state[ask.secret.index.address] = index
    moves = _moves(asked, ask)
    if moves:
        record(m.state, ask, pending, index, moves[below(luck, len(moves))])
