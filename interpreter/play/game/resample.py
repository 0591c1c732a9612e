"""What a seat does not know of one position, drawn anew: which card lies where, values that it does not see, what
others have picked secretly.

What is known of a place stays with the place: who knew the card that lay there knows the one that lies there now. These
are the parts of which determinisations are made (`determinisation`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engines.program.layout import VariableCell
from ...engines.program.nodes import AskBlock, Pending, Program, SlotList
from ...engines.reference.bags import loose_places
from ...engines.reference.canonical import live_cells
from ...engines.reference.error import PlayError
from ...engines.reference.lists import cells_of
from ...engines.reference.machine import Code, Env, Machine, RawMove
from ...engines.reference.moves import compile_ask, list_moves
from ...engines.reference.records import record
from ...engines.reference.stream import below
from ...language.ir.types import NONE
from .marks import marks_on
from .sight import is_owner
from .view import waiting


def moves_now(m: Machine, ask: AskBlock) -> tuple[RawMove, ...]:
    """The legal moves of a decision with the cards as they lie now; none where a rule goes wrong with them."""
    try:
        return list_moves(m, m.code.once(compile_ask, ask))
    except PlayError:
        return ()


# Cards ------------------------------------------------------------------------------------


def named_cards(m: Machine) -> dict[int, tuple[int, ...]]:
    """The cards that are chosen or remembered, each with the cells that name it."""
    named: dict[int, tuple[int, ...]] = {}
    for at, is_card in live_cells(m.code, m.state):
        if is_card and m.state[at] != NONE:
            named[m.state[at]] = (*named.get(m.state[at], ()), at)
    return named


def place_in_heap(m: Machine, card: int, named: Mapping[int, Sequence[int]]) -> tuple[object, ...]:
    """A key for the place of a card in a heap: equal keys are places that are the same to all."""
    layout = m.code.layout
    own = tuple([m.state[cell.address + card] for cell in layout.card_variables.values()])
    return m.state[layout.know_at + card], named.get(card, ()), own


def replace_cards(m: Machine, now: list[int]) -> None:
    """Put the card `now[card]` into the place of each card, with all that is known and stored of the place."""
    others = [card for card, other in enumerate(now) if card != other]
    if not others:
        return
    code, old = m.code, m.state.copy()
    state, layout = m.state, code.layout
    cells = live_cells(code, old)
    for start in (layout.place_at, layout.know_at, *(own.address for own in layout.card_variables.values())):
        for card in others:
            state[start + now[card]] = old[start + card]
    for at, is_card in cells:
        if is_card and old[at] != NONE:
            state[at] = now[old[at]]
    for number in {old[layout.place_at + card] for card in others}:
        first = code.zone_at[number] + 1
        end = first + state[first - 1]
        state[first:end] = [now[card] for card in old[first:end]]
        if code.heap[number]:
            state[first:end] = sorted(state[first:end])
        else:
            _sort_bags(m, first, end)


def _sort_bags(m: Machine, first: int, end: int) -> None:
    """Sort the loose cards of each bag by number again."""
    state, know, cards = m.state, m.code.know_at, m.state[first:end]
    words = [state[know + card] for card in cards]
    for places in loose_places(words):
        for place, card in zip(places, sorted([cards[place] for place in places]), strict=True):
            state[first + place], state[know + card] = card, words[place]


# Variables --------------------------------------------------------------------------------


def redraw_variables(m: Machine, seat: int, luck: list[int]) -> None:
    """Variables that the seat does not see get any value of their range, lists any length; all different where they
    are all different now.
    """
    layout = m.code.layout
    if shows_all(m.code):
        return
    for cell in layout.variables.values():
        hidden = [o for o in range(cell.cells) if not _sees(m, cell, o, seat)]
        size = cell.high - cell.low + 1
        if hidden and 0 < size < 2**32:
            redraw = _redraw_lists if cell.room else _redraw
            redraw(m, cell, hidden, luck)
    for own in layout.card_variables.values():
        size = own.high - own.low + 1
        if own.shows in ("none", "owner") and 0 < size < 2**32:
            for card in layout.decks[own.deck]:
                seen = own in marks_on(layout, layout.zones[m.where(card)], seat)
                if m.state[own.address + card] != NONE and not seen:
                    m.state[own.address + card] = own.low + below(luck, size)


def shows_all(code: Code) -> bool:
    """Whether all see all variables, those of cards aside that only those see who know the card."""
    return code.once(_shows_all, code.program)


def _shows_all(code: Code, _program: Program) -> bool:
    layout = code.layout
    hidden = any(own.shows in ("none", "owner") for own in layout.card_variables.values())
    return not hidden and all(cell.shows == "all" for cell in layout.variables.values())


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


def _redraw_lists(m: Machine, cell: VariableCell, hidden: list[int], luck: list[int]) -> None:
    """Of a list that a seat does not see it does not know the length either."""
    for owner in hidden:
        many = below(luck, cell.room + 1)
        values = tuple(cell.low + below(luck, cell.high - cell.low + 1) for _ in range(many))
        m.state[cell.at(owner) : cell.at(owner + 1)] = cells_of(cell, values)


# Secret choices ---------------------------------------------------------------------------


def redraw_picks(m: Machine, seat: int, luck: list[int]) -> None:
    """What others have picked secretly is drawn anew from what they may pick."""
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
    moves = moves_now(asked, ask)
    move = moves[below(luck, len(moves))] if moves else any_move(asked, ask, luck)
    if move is not None:
        record(m.state, ask, pending, index, move)


def any_move(m: Machine, ask: AskBlock, luck: list[int]) -> RawMove | None:
    """A move as somebody may have picked it before the cards of which they chose were shuffled away: of any cards, as
    many as may be chosen. None where a rule goes wrong.
    """
    offers = m.code.once(compile_ask, ask)
    offer = offers[below(luck, len(offers))]
    env: Env = {}
    try:
        for pick, parameter in zip(offer.picks, ask.choices[offer.number].parameters, strict=True):
            item = parameter.source.type.item
            cards = m.code.layout.decks.get(item.name if item else "", range(len(m.kind_of)))
            source = list(cards if pick.cards else pick.source(m, env))
            source = [source.pop(below(luck, len(source))) for _ in range(len(source))]
            env[pick.number] = source[0] if source else NONE
            if isinstance(parameter.slot, SlotList):
                low = 0 if pick.low is None else max(pick.low(m, env), 0)
                high = parameter.slot.capacity if pick.high is None else pick.high(m, env)
                many = low + below(luck, max(high - low, 0) + 1)
                env[pick.number] = tuple(source[: min(many, parameter.slot.capacity)])
    except PlayError:
        return None
    return (offer.number, *(env[pick.number] for pick in offer.picks))
