"""What must hold of every position of a game, and when two positions are the same.

The cells of a saved position are only numbers. A wrong one may be a card that is there twice, a list longer than its
room, or a number that leads the compiled engine to memory that belongs to something else. So each cell is checked
against the layout and against the laws of a position; what passes is a position of the game, if perhaps not one that
its rules would lead to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from ..language.ir import nodes as ir
from ..language.ir.types import LEAST, MOST, NONE, Type
from .cells import BAG, PIN, arguments, loose_places
from .position import ProgramTables
from .program.layout import DECISIONS, DRAWN, ERROR, HEADER, LIMIT, PC, RUNNING, SEED, STATUS, VariableCell, ZoneCell
from .program.nodes import AskBlock, Expr, GameOver, Pending, PickOne, SettleTop, Slot, SlotList

MOST_SEED = 2**63 - 1

MOST_DRAWN = 2**62
"""How many random numbers a game may have used: more than any game can, and the count never overflows."""


def without_dead_cells(code: ProgramTables, state: list[int]) -> list[int]:
    """The position with 0 in all local cells that mean nothing where the play stands."""
    layout = code.layout
    clean = list(state)
    live = {at for at, _ in live_cells(code, state)}
    for at in (*range(layout.locals_at, layout.locals_at + layout.locals_size), *_queue_area(code)):
        if at not in live:
            clean[at] = 0
    return clean


def _queue_area(code: ProgramTables) -> range:
    return range(code.layout.queue_at, code.layout.queue_at + code.layout.queue_size)


def invariant_violation(code: ProgramTables, state: list[int]) -> str | None:
    """What is wrong with the cells of a position, in a few words; None if nothing is.

    Takes the cells as `without_dead_cells` gives them: leftovers count as faults.
    """
    return next(_violations(code, state), None)


def contents_violation(code: ProgramTables, state: list[int]) -> str | None:
    """The same for variables and cards alone; they keep their laws also where a rule has failed before its end."""
    return next((wrong for check in (_variables, _cards) for wrong in check(code, state)), None)


def _violations(code: ProgramTables, state: list[int]) -> Iterator[str]:
    if len(state) != code.layout.size or any(not NONE <= cell < 2**63 for cell in state):
        yield f"it has {len(state)} cells, but the game needs {code.layout.size} of 64 bits"
        return
    for check in (_header, _variables, _cards, _locals, _waiting, _dead_cells):
        yield from check(code, state)


def _header(code: ProgramTables, state: list[int]) -> Iterator[str]:
    blocks = code.program.blocks
    if not 0 <= state[PC] < len(blocks):
        yield f"it is at block {state[PC]}, but there are {len(blocks)}"
        return
    end = blocks[state[PC]].end
    if not RUNNING <= state[STATUS] <= ERROR:
        yield f"its status is {state[STATUS]}"
    elif state[STATUS] == RUNNING and not isinstance(end, AskBlock | SettleTop | PickOne):
        yield f"the play cannot stop at block {state[PC]}"
    elif state[STATUS] not in (RUNNING, LIMIT, ERROR) and not isinstance(end, GameOver):
        yield f"the game cannot be over at block {state[PC]}"
    counts = [state[DRAWN], *state[code.layout.sources_at : code.layout.place_at]]
    if not 0 <= state[SEED] <= MOST_SEED or not all(0 <= count <= MOST_DRAWN for count in counts):
        yield "its random stream is out of range"
    if not 0 <= state[DECISIONS] <= code.program.decisions_limit:
        yield f"it has {state[DECISIONS]} decisions, but a game has at most {code.program.decisions_limit}"


def _variables(code: ProgramTables, state: list[int]) -> Iterator[str]:
    layout = code.layout
    for cell in layout.variables.values():
        for number in range(cell.cells):
            yield from _list_variable(state, cell, number) if cell.room else _single(state, cell, number)
    for own in layout.card_variables.values():
        deck = set(layout.decks[own.deck])
        for card in range(len(layout.kind_of)):
            value = state[own.address + card]
            if not (_in_range(value, own.low, own.high, own.type) if card in deck else value == 0):
                yield f"'{own.name}' of card {card} is {value}"


def _single(state: list[int], cell: VariableCell, number: int) -> Iterator[str]:
    value = state[cell.at(number)]
    if not _in_range(value, cell.low, cell.high, cell.type):
        yield f"'{cell.name}' is {value}"


def _list_variable(state: list[int], cell: VariableCell, number: int) -> Iterator[str]:
    """A list has no more elements than it has room for, all in the range; behind the last one there is nothing."""
    at = cell.at(number)
    count, cells = state[at], state[at + 1 : at + cell.width]
    if not 0 <= count <= cell.room:
        yield f"'{cell.name}' has {count} elements, with room for {cell.room}"
    elif any(not cell.low <= value <= cell.high for value in cells[:count]) or any(cells[count:]):
        yield f"'{cell.name}' has an element that it cannot have"


def _in_range(value: int, low: int, high: int, type: Type) -> bool:
    return (value == NONE and type.optional) or low <= value <= high


# Cards ------------------------------------------------------------------------------------


def _cards(code: ProgramTables, state: list[int]) -> Iterator[str]:
    """Each card lies in one zone, where the zone and the card both say so."""
    layout = code.layout
    decks = {card: deck for deck, cards in layout.decks.items() for card in cards}
    missing = set(range(len(layout.kind_of)))
    for zone in layout.zones:
        count = state[zone.address]
        if not 0 <= count <= (zone.limit or zone.capacity):
            yield f"'{zone.name}' holds {count} cards"
            return
        cards = state[zone.address + 1 : zone.address + 1 + count]
        for card in cards:
            if card not in missing or decks[card] != zone.deck or state[layout.place_at + card] != zone.number:
                yield f"'{zone.name}' holds card {card}, which does not exist or cannot lie there"
                return
            missing.discard(card)
        if any(state[zone.address + 1 + count : zone.address + 1 + zone.capacity]):
            yield f"'{zone.name}' has entries after its last card"
        yield from _words(code, state, zone, cards)
    if missing:
        yield f"card {min(missing)} is in no zone"


def _words(code: ProgramTables, state: list[int], zone: ZoneCell, cards: list[int]) -> Iterator[str]:
    """Who knows what: only seats there are, and all that see the zone; bags only where there is an order, their loose
    cards sorted and known to nobody, pinned ones never at their edges.
    """
    heap, seers = code.heap[zone.number], code.seers[zone.number]
    words = [state[code.know_at + card] for card in cards]
    joined = [bool(word & BAG) for word in words] + [False]
    pinned = [bool(word & PIN) for word in words]
    above = -1
    for i, (card, word) in enumerate(zip(cards, words, strict=True)):
        loose = (joined[i] or joined[i + 1]) and not pinned[i]
        above = above if joined[i] else -1
        if word & ~(BAG | PIN) & ~code.everybody or (loose and word & code.everybody):
            yield f"card {card} is known to somebody who cannot know it"
        if not loose and seers & ~word:
            yield f"card {card} is not known to somebody who sees it"
        if joined[i] and (heap or i == 0 or (loose and above > card)):
            yield f"card {card} of '{zone.name}' is in a bag that does not exist"
        if pinned[i] and not (code.pins and joined[i] and joined[i + 1]):
            yield f"card {card} of '{zone.name}' has a place in a bag that does not exist"
        above = card if loose else above
    if heap and cards != sorted(cards):
        yield f"the cards of '{zone.name}' are not in their order"


# What waits -------------------------------------------------------------------------------


def _locals(code: ProgramTables, state: list[int]) -> Iterator[str]:
    for slot in code.program.blocks[state[PC]].live:
        if isinstance(slot, Pending):
            yield from _records(code, state, slot)
        else:
            yield from _slot(code, state, slot, slot.address)
    # No loop has made more turns than it has, and a secret choice is that of a player who is asked.
    end = code.program.blocks[state[PC]].end
    for counter, turns in code.turns_of.get(state[PC], {}).items():
        many = _turns(turns, state)
        least = 1 if isinstance(end, AskBlock) and end.secret is not None and end.secret.index.address == counter else 0
        if not 0 <= state[counter] <= many - least:
            yield f"a loop of {many} turns has made {state[counter]}"


def _turns(turns: Expr, state: list[int]) -> int:
    """How many turns a loop has: as many as there are elements in a list, or a fixed number."""
    match turns:
        case ir.Const(int() as many):
            return many
        case ir.Apply("size", (listed,)) if isinstance(listed, SlotList):
            return state[listed.address]
        case _:
            return MOST


def _slot(code: ProgramTables, state: list[int], slot: Slot | SlotList, at: int) -> Iterator[str]:
    if isinstance(slot, SlotList):
        yield from _list(code, state, slot.type, at, slot.capacity, slot.name)
    elif not _possible(code, state[at], slot.type):
        yield f"'{slot.name}' is {state[at]}"


def _list(code: ProgramTables, state: list[int], type: Type, at: int, room: int, name: str) -> Iterator[str]:
    count = state[at]
    if not 0 <= count <= room:
        yield f"'{name}' has {count} elements, with room for {room}"
    elif type.item and not all(_possible(code, value, type.item) for value in state[at + 1 : at + 1 + count]):
        yield f"'{name}' has an element that is not a valid {type.item}"


def _possible(code: ProgramTables, value: int, type: Type) -> bool:
    """Whether a number can be a value of a type. None is a value of every type that a local may have."""
    layout = code.layout
    if value == NONE:
        return True
    match type.base:
        case "integer":
            return value >= LEAST
        case "boolean":
            return value in (0, 1)
        case "symbol":
            return 0 <= value < len(layout.enumerations[type.name])
        case "player":
            return 0 <= value < layout.players
        case "team":
            return 0 <= value < layout.team_count
        case "card":
            return value in layout.decks[type.name] if type.name else 0 <= value < len(layout.kind_of)
        case "kind":
            return 0 <= value < len(layout.kinds) and type.name in ("", layout.kinds[value].deck)
        case "zone":
            return 0 <= value < len(layout.zones) and type.name in ("", layout.zones[value].deck)
        case _:
            return False


def _records(code: ProgramTables, state: list[int], pending: Pending) -> Iterator[str]:
    """Of each player who has chosen in secret: a choice there is, with arguments that fit."""
    ask = code.program.blocks[code.ask_of[state[PC], pending.base]].end
    assert isinstance(ask, AskBlock)
    if not 0 <= state[pending.players.address] <= pending.capacity:
        yield "more players choose in secret than there are"
        return
    for index in range(state[pending.players.address]):
        at = pending.base + index * pending.width
        picked = state[at] - 1
        if not -1 <= picked < len(ask.choices):
            yield f"a secret choice is number {picked}"
            continue
        for slot, place in arguments(ask, picked, at):
            yield from _slot(code, state, slot, place)


def _waiting(code: ProgramTables, state: list[int]) -> Iterator[str]:
    """Each trigger that waits is one there is, with arguments that fit."""
    layout = code.layout
    for at in _queue_area(code)[:: max(layout.queue_width, 1)]:
        if state[at] == 0:
            return
        number, place = state[at] - 1, at + 1
        if not 0 <= number < len(layout.queue_types):
            yield f"trigger number {number} waits"
            return
        for type, size in zip(layout.queue_types[number], layout.queue_cells[number], strict=True):
            if type.base == "list":
                yield from _list(code, state, type, place, size - 1, "an argument of a trigger")
            elif not _possible(code, state[place], type):
                yield f"an argument of a trigger is {state[place]}"
            place += size


def _dead_cells(code: ProgramTables, state: list[int]) -> Iterator[str]:
    if without_dead_cells(code, state) != state:
        yield "unused cells are not 0"


# When two positions are the same: cards that the rules cannot tell apart are interchangeable.
#
# The canonical form lists the header, the variables, the slots that are live at the current block, the waiting
# triggers, the variables of cards, and the zones with what is known of each card. Interchangeable cards (twins) are
# renumbered in the order in which they lie; in a heap, where they lie nowhere in particular, by their words.
#
# Two steps, since a card occurs in more than one cell: first every twin gets its new number, from where it lies, what
# is known of it, and which slots name it; then the cells are listed with the new numbers. The slots have to be part of
# the first step: of two twins in one hand, the one that a slot names is not the other one.

Cells = list[tuple[int, bool]]
"""Addresses, each with whether the cell holds a card."""


def canonical(code: ProgramTables, state: list[int], *, stream: bool = True) -> tuple[int, ...]:
    """The canonical form: equal for positions that are the same. Without `stream`, random numbers do not count."""
    layout, state = code.layout, list(state)  # a list of our own is read faster than what an engine shows
    cells = live_cells(code, state, texts=False)
    number = _numbers(code, state, cells)
    form = [value for i, value in enumerate(state[:HEADER]) if stream or i not in (SEED, DRAWN)]
    if stream:
        form += state[layout.sources_at : layout.place_at]
    for variable in layout.variables.values():
        form += state[variable.address : variable.end]
    for at, is_card in cells:
        value = state[at]
        form.append(number[value] if is_card and value != NONE else value)
    for own in layout.card_variables.values():
        form += [state[own.address + card] for card in layout.decks[own.deck]]
    for zone in layout.zones:
        cards = state[zone.address + 1 : zone.address + 1 + state[zone.address]]
        pairs = [(number[card], state[layout.know_at + card]) for card in cards]
        form.append(len(pairs))
        for pair in sorted(pairs) if code.heap[zone.number] else _sorted_bags(code, state, cards, number):
            form += pair
    return tuple(form)


def state_hash(code: ProgramTables, state: list[int]) -> str:
    """The hash of a position as traces have it: the first 16 hexadecimal digits of SHA-256 over the numbers of the
    canonical form without the stream, in decimal, separated by commas."""
    text = ",".join(map(str, canonical(code, state, stream=False)))
    return sha256(text.encode("ascii")).hexdigest()[:16]


def live_cells(code: ProgramTables, state: Sequence[int], *, texts: bool = True) -> Cells:
    """The cells that are live at the current block: slots, secret choices, waiting triggers.

    Without `texts`, those are left out that nothing reads but texts for people.
    """
    cells: Cells = []
    block = code.program.blocks[state[PC]]
    for slot in block.live:
        if not texts and slot in block.told:
            continue
        if isinstance(slot, Pending):
            cells += _canonical_records(code, state, slot)
        else:
            cells += _canonical_value(state, slot.type, slot.address)
    return cells + _queue(code, state)


def _canonical_value(state: Sequence[int], type: Type, at: int) -> Cells:
    """The cells of a value of a type: those of a list are its length and the elements that are there."""
    if type.base != "list":
        return [(at, type.base == "card")]
    is_card = type.item is not None and type.item.base == "card"
    return [(at, False), *((at + 1 + i, is_card) for i in range(state[at]))]


def _canonical_records(code: ProgramTables, state: Sequence[int], pending: Pending) -> Cells:
    """The secret choice of each player and its parameters; the zeros of the other choices mean nothing."""
    ask = code.program.blocks[code.ask_of[state[PC], pending.base]].end
    assert isinstance(ask, AskBlock)
    cells: Cells = []
    asked = state[pending.players.address]
    for index in range(min(asked, pending.capacity)):
        at = pending.base + index * pending.width
        cells.append((at, False))
        for slot, place in arguments(ask, state[at] - 1, at):
            cells += _canonical_value(state, slot.type, place)
    return cells


def _queue(code: ProgramTables, state: Sequence[int]) -> Cells:
    layout, cells = code.layout, Cells()
    for at in range(layout.queue_at, layout.queue_at + layout.queue_size, max(layout.queue_width, 1)):
        cells.append((at, False))
        if not state[at]:
            break
        number = state[at] - 1
        place = at + 1
        for type, size in zip(layout.queue_types[number], layout.queue_cells[number], strict=True):
            cells += _canonical_value(state, type, place)
            place += size
    return cells


def _numbers(code: ProgramTables, state: list[int], cells: Cells) -> list[int]:
    """The new number of each card: twins share their old numbers out in the order in which they lie."""
    uses: dict[int, list[int]] = {}
    for i, (at, is_card) in enumerate(cells):
        if is_card and state[at] != NONE:
            uses.setdefault(state[at], []).append(i)
    order, number = _order(code, state), list(range(len(code.kind_of)))
    for cards in code.twins:
        lying = sorted([(order[card], uses.get(card, []), card) for card in cards])
        for new, (_, _, card) in zip(cards, lying, strict=True):
            number[card] = new
    return number


def _order(code: ProgramTables, state: list[int]) -> list[tuple[int, int, int]]:
    """Where each card lies: zone, position (one for a whole heap, or all loose cards of a bag), and in a heap what is
    known of it."""
    order = [(0, 0, 0)] * len(code.kind_of)
    know = code.know_at
    for zone, at in enumerate(code.zone_at):
        cards = state[at + 1 : at + 1 + state[at]]
        if code.heap[zone]:
            for card in cards:
                order[card] = (zone, 0, -state[know + card])
            continue
        place = 0
        for i, card in enumerate(cards):
            word = state[know + card]
            if not word & BAG:
                place = i
            order[card] = (zone, i if word & PIN else place, 0)
    return order


def _sorted_bags(code: ProgramTables, state: list[int], cards: list[int], number: list[int]) -> list[tuple[int, int]]:
    """The cards of an ordered zone by their new numbers, the loose ones of each bag sorted."""
    words = [state[code.know_at + card] for card in cards]
    flat = [number[card] for card in cards]
    for places in loose_places(words):
        for i, new in zip(places, sorted(flat[i] for i in places), strict=True):
            flat[i] = new
    return list(zip(flat, words, strict=True))
