"""The cells of a position: how cards lie in an unknown order, slots, records of secret choices, the first position,
random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from ..diagnostics.text import how_many
from ..language.ir.types import NONE
from .events import PlayError
from .position import ProgramTables, RawMove
from .program.layout import DRAWN, JOINED, PINNED, RUNNING, SEED, STATUS, CardCell, Layout, VariableCell
from .program.nodes import AskBlock, AskChoice, Pending, Slot, SlotList

# Which cards lie in an unknown order: bags, and certain cards within them.
#
# In an ordered zone a *run* begins with a card that is not joined to the card above and goes on with all joined ones
# below it. A run of one is a card at a certain place. A longer run is a *bag*: its cards lie there in an unknown order,
# but for those with the bit `PINNED`. Such a card has been put into the bag at a place, or has been looked at where it
# lies; its place is certain, and chance deals the other cards to the other places.
#
# A pile of five; somebody has put c7 in as the third card. Chance may give any of c0, c2, c4, c5 the top:
#
#     cell       card     word: JOINED PINNED
#     zone + 1   c0               0      0    -+ the bag: its loose cards are sorted by number, as if the
#     zone + 2   c2               1      0     | pinned card was not there
#     zone + 3   c7               1      1     |
#     zone + 4   c4               1      0     |
#     zone + 5   c5               1      0    -+
#
# Laws: a run begins and ends with a loose card, since a certain card at its edge is a run of its own; and a run of
# several has at least two loose cards.

BAG = 1 << JOINED
"""The mask of the bit that joins a card to the bag of the card above."""

PIN = 1 << PINNED
"""The mask of the bit of a card whose place within a bag is certain."""


def loose_places(words: Sequence[int]) -> Iterator[list[int]]:
    """Of each bag of a zone the places of its loose cards (from 0), by what is known of the cards of the zone.

    >>> list(loose_places([0, BAG, BAG | PIN, BAG, 0]))
    [[0, 1, 3]]
    """
    starts = [place for place, word in enumerate(words) if not word & BAG]
    for start, stop in pairwise([*starts, len(words)]):
        if stop - start > 1:
            yield [place for place in range(start, stop) if not words[place] & PIN]


def run_at(code: ProgramTables, state: list[int], zone: int, place: int) -> tuple[int, int]:
    """The addresses of the first card of the run to which a place (from 0) belongs, and of what follows its last."""
    know, first = code.know_at, code.zone_at[zone] + 1
    end, start = first + state[first - 1], first + place
    while state[know + state[start]] & BAG:
        start -= 1
    stop = first + place + 1
    while stop < end and state[know + state[stop]] & BAG:
        stop += 1
    return start, stop


def loose(code: ProgramTables, state: list[int], zone: int, place: int) -> list[int]:
    """The cards of which any may lie at a place (from 0), sorted by number: one where that is certain, none in a heap,
    or outside the zone.
    """
    if zone == NONE or code.heap[zone] or not 0 <= place < state[code.zone_at[zone]]:
        return []
    card = state[code.zone_at[zone] + 1 + place]
    if state[code.know_at + card] & PIN:
        return [card]
    start, stop = run_at(code, state, zone, place)
    return [card for card in state[start:stop] if not state[code.know_at + card] & PIN]


def pin(code: ProgramTables, state: list[int], zone: int, place: int, card: int) -> list[int]:
    """Let a loose card lie at a place from now on; the cards that are left loose, by number.

    Where no card of the bag is pinned, one that lies on top of the others leaves a smaller bag behind.
    """
    know = code.know_at
    start, stop = run_at(code, state, zone, place)
    cards = state[start:stop]
    on_top = place == start - code.zone_at[zone] - 1
    certain = [] if on_top and not code.pins else [one for one in cards if state[know + one] & PIN]
    if on_top and not certain:
        rest = [one for one in cards if one != card]
        state[start:stop] = [card, *rest]
        for one in (card, *rest[:1]):
            state[know + one] &= ~BAG
        return rest
    pinned = {at: state[at] for at in range(start, stop) if state[at] in certain}
    rest = [one for one in cards if one != card and one not in certain]
    pinned[code.zone_at[zone] + 1 + place] = card
    left = iter(rest)
    for at in range(start, stop):
        one = state[at] = pinned[at] if at in pinned else next(left)
        flags = (BAG if at > start else 0) | (PIN if at in pinned else 0)
        state[know + one] = state[know + one] & ~(BAG | PIN) | flags
    tidy(code, state, zone)
    return rest


def tidy(code: ProgramTables, state: list[int], zone: int) -> None:
    """Let certain cards at the edges of bags be runs of their own."""
    know, first = code.know_at, code.zone_at[zone] + 1
    cards = state[first : first + state[first - 1]]
    if not any(state[know + card] & PIN for card in cards):
        return
    start = 0
    while start < len(cards):
        stop = start + 1
        while stop < len(cards) and state[know + cards[stop]] & BAG:
            stop += 1
        run, start = cards[start:stop], stop
        while run and state[know + run[0]] & PIN:
            state[know + run.pop(0)] &= ~(BAG | PIN)
        if run:
            state[know + run[0]] &= ~BAG
        while run and state[know + run[-1]] & PIN:
            state[know + run.pop()] &= ~(BAG | PIN)


def is_loose(code: ProgramTables, state: list[int], zone: int, card: int) -> bool:
    """Whether a card lies in a bag of two or more, so that its place is unknown."""
    word = state[code.know_at + card]
    if code.heap[zone] or word & PIN:
        return False
    first = code.zone_at[zone] + 1
    end = first + state[first - 1]
    below = first + list(state[first:end]).index(card) + 1
    return bool(word & BAG) or (below < end and bool(state[code.know_at + state[below]] & BAG))


# Locals and lists in cells of the state.


def width(slot: Slot | SlotList) -> int:
    """The number of cells that a slot takes."""
    return 1 + slot.capacity if isinstance(slot, SlotList) else 1


def cells(slot: Slot | SlotList, value: Any) -> list[int]:
    """A value as the cells of a slot. Raises PlayError (R707) for a list that is too long."""
    if not isinstance(slot, SlotList):
        return [int(value)]
    if len(value) > slot.capacity:
        raise PlayError(
            "R707", f"'{slot.name}' has room for {how_many(slot.capacity, 'element')}, but got {len(value)}", slot.span
        )
    return [len(value), *map(int, value), *[0] * (slot.capacity - len(value))]


def write_slot(state: list[int], slot: Slot | SlotList, value: Any) -> None:
    """Write a value or a list to its slot."""
    written = cells(slot, value)
    state[slot.address : slot.address + len(written)] = written


def read(state: list[int], address: int, slot: Slot | SlotList) -> Any:
    """The value in cells with the layout of a slot, from an address on."""
    if isinstance(slot, SlotList):
        return tuple(state[address + 1 : address + 1 + state[address]])
    return state[address]


def cells_of(cell: VariableCell, values: tuple[int, ...]) -> list[int]:
    """A list as it lies in the state: its length, its elements, then zeros."""
    return [len(values), *values, *[0] * (cell.room - len(values))]


# The arguments of moves, of which cards are told apart from others.


def with_kinds(kind_of: Sequence[int], move: RawMove, ask: AskBlock) -> RawMove:
    """The move with each card replaced by its kind, as events have it."""
    return with_cards(move, ask, lambda card: card if card == NONE else kind_of[card])


def with_cards(move: RawMove, ask: AskBlock, on: Callable[[int], int]) -> RawMove:
    """The move with each card that was chosen, or NONE, replaced by something else, in their order."""
    parts: list[Any] = [move[0]]
    for parameter, value in zip(ask.choices[move[0]].parameters, move[1:], strict=True):
        type = parameter.slot.type
        if (type.item or type).base != "card":
            parts.append(value)
        elif isinstance(value, tuple):
            parts.append(tuple(map(on, value)))
        else:
            parts.append(on(value))
    return tuple(parts)


def chosen_cards(choice: AskChoice, move: RawMove) -> list[int]:
    """The cards among the arguments of a move, and NONE for each argument that is no card."""
    cards: list[int] = []
    for parameter, value in zip(choice.parameters, move[1:], strict=True):
        type = parameter.slot.type
        is_card = (type.item or type).base == "card"
        for one in value if isinstance(value, tuple) else (value,):
            cards.append(one if is_card else NONE)
    return cards


# Secret choices: each move that was picked waits in a record until all have chosen.
#
# A record is the number of the choice plus 1 (0: nothing was legal), then the cells of all parameters of all choices,
# in order; those of choices that were not picked are 0. With two choices, `bid(n)` and `pass`, and two players:
#
#     base + 0   1   the record of the first one asked: choice 0
#            1   5     its parameter n
#            2   2   the record of the second one: choice 1, which has no parameters
#            3   0     the parameter n of choice 0, which was not picked


def record(state: list[int], ask: AskBlock, pending: Pending, index: int, move: RawMove | None) -> None:
    """Store the move of player number `index` of those asked (None: nothing was legal)."""
    written: list[int] = [0 if move is None else move[0] + 1]
    for number, choice in enumerate(ask.choices):
        for place, parameter in enumerate(choice.parameters):
            picked = move is not None and move[0] == number
            written += cells(parameter.slot, move[1 + place]) if move and picked else [0] * width(parameter.slot)
    start = pending.base + pending.width * index
    state[start : start + pending.width] = written + [0] * (pending.width - len(written))


def recorded(state: list[int], ask: AskBlock, pending: Pending, index: int) -> RawMove | None:
    """The stored move of player number `index` of those asked, or None."""
    at = pending.base + pending.width * index
    picked = state[at] - 1
    return None if picked < 0 else (picked, *(read(state, place, slot) for slot, place in arguments(ask, picked, at)))


def arguments(ask: AskBlock, picked: int, at: int) -> Iterator[tuple[Slot | SlotList, int]]:
    """The slots of the arguments of a choice, and where they wait in a record that begins at an address."""
    at += 1
    for number, choice in enumerate(ask.choices):
        for parameter in choice.parameters:
            if number == picked:
                yield parameter.slot, at
            at += width(parameter.slot)


# The position before anything has happened: all cards where they start, all variables at their first value.


def first_state(code: ProgramTables, seed: int) -> list[int]:
    """The state at the first block, before the program has run.

    A card at a certain position is known to the seats that see the zone; a shuffled zone is one bag, but a card alone
    lies at a certain position there, too.
    """
    layout = code.layout
    state = [0] * layout.size
    state[SEED] = seed
    for cell in layout.variables.values():
        if not cell.room:
            state[cell.address : cell.end] = [first_value(cell)] * cell.cells
    for own in layout.card_variables.values():
        for card in layout.decks[own.deck]:
            state[own.address + card] = first_value(own)
    _lay_out(code, layout, state)
    return state


def first_value(cell: VariableCell | CardCell) -> int:
    """The value of a variable before the rules have set it: none, or else the number of its range closest to 0."""
    return NONE if cell.type.optional else min(max(0, cell.low), cell.high)


def _lay_out(code: ProgramTables, layout: Layout, state: list[int]) -> None:
    for card, zone in enumerate(layout.home):
        at = layout.zones[zone].address
        state[at] += 1
        state[at + state[at]] = card
        state[layout.place_at + card] = zone
        if layout.shuffled[zone] and not code.heap[zone]:
            state[layout.know_at + card] = BAG if state[at] > 1 else 0
        else:
            state[layout.know_at + card] = code.seers[zone]
    for cell in layout.zones:
        if state[cell.address] == 1:
            state[layout.know_at + state[cell.address + 1]] = code.seers[cell.number]


def before_last_block(cells: list[int], steps: int) -> int:
    """The steps before the block in which play has stopped: running that block again will count it again."""
    return max(steps - (1 if cells[STATUS] == RUNNING else 0), 0)


# The random numbers of a position.
#
# **Numbers.** Chance has sources (`program.sources`): each zone from which cards are drawn, and each name of a
# `random`. The numbers of a source follow from the seed of the position, from the key of the source, and from its cell
# n, which counts shuffles in its upper half and the numbers drawn since in its lower half. The number is splitmix64 of
# seed + key: with all arithmetic modulo 2**64,
#
#     z = seed + key + (n + 1) * 0x9E3779B97F4A7C15
#     z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
#     z = (z ^ (z >> 27)) * 0x94D049BB133111EB
#     z = z ^ (z >> 31)
#
# So what one source decides does not depend on how often others have decided. The moves that chance picks in playouts
# have a source of their own: key 0, and the cell `DRAWN` of the header.
#
# **A number below k** (0 < k < 2**32), all equally likely, by Lemire's method: x is the upper 32 bits of
# the next number, p = x * k; while the lower 32 bits of p are less than 2**32 mod k, the next number is
# taken; the result is p >> 32.

MASK = 2**64 - 1

SHUFFLE = 1 << 32
"""What the cell of a zone counts for a shuffle."""


def stream_number(seed: int, count: int) -> int:
    """The number with this count in the stream of a seed: 64 bits."""
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(state: list[int], k: int, key: int = 0, cell: int = DRAWN) -> int:
    """A number from 0 to k - 1 from a source of chance of a position; by default from that of moves."""
    while True:
        product = (stream_number(state[SEED] + key, state[cell]) >> 32) * k
        state[cell] += 1
        low = product & 0xFFFFFFFF
        if low >= k or low >= 2**32 % k:
            return product >> 32


def restart_stream(state: list[int], cell: int) -> None:
    """A zone is shuffled: its source begins anew, with other numbers."""
    state[cell] = (state[cell] // SHUFFLE + 1) * SHUFFLE
