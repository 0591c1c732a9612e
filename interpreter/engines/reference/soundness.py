"""What must hold of every position of a game, checked before a position from outside is played on.

The cells of a saved position are only numbers. A wrong one may be a card that is there twice, a list longer than its
room, or a number that leads the compiled engine to memory that belongs to something else. So each cell is checked
against the layout and against the laws of a position; what passes is a position of the game, if perhaps not one that
its rules would lead to.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...language.ir import nodes as ir
from ...language.ir.types import LEAST, MOST, NONE, Type
from ..program.layout import DECISIONS, DRAWN, ERROR, LIMIT, PC, RUNNING, SEED, STATUS, VariableCell, ZoneCell
from ..program.nodes import AskBlock, Expr, GameOver, Pending, PickOne, SettleTop, Slot, SlotList
from .bags import BAG, PIN
from .canonical import live_cells
from .slots import width
from .tables import Tables

MOST_SEED = 2**63 - 1

MOST_DRAWN = 2**62
"""How many random numbers a game may have used: more than any game can, and the count never overflows."""


def without_leftovers(code: Tables, state: list[int]) -> list[int]:
    """The position with 0 in all local cells that mean nothing where the play stands."""
    layout = code.layout
    clean = list(state)
    live = {at for at, _ in live_cells(code, state)}
    for at in (*range(layout.locals_at, layout.locals_at + layout.locals_size), *_queue_area(code)):
        if at not in live:
            clean[at] = 0
    return clean


def _queue_area(code: Tables) -> range:
    return range(code.layout.queue_at, code.layout.queue_at + code.layout.queue_size)


def fault(code: Tables, state: list[int]) -> str | None:
    """What is wrong with the cells of a position, in a few words; None if nothing is.

    Takes the cells as `without_leftovers` gives them: leftovers count as faults.
    """
    return next(_faults(code, state), None)


def _faults(code: Tables, state: list[int]) -> Iterator[str]:
    if len(state) != code.layout.size or any(not NONE <= cell < 2**63 for cell in state):
        yield f"it has {len(state)} cells, but the game needs {code.layout.size} of 64 bits"
        return
    for check in (_header, _variables, _cards, _locals, _waiting, _leftovers):
        yield from check(code, state)


def _header(code: Tables, state: list[int]) -> Iterator[str]:
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


def _variables(code: Tables, state: list[int]) -> Iterator[str]:
    layout = code.layout
    for cell in layout.variables.values():
        for number in range(cell.cells):
            yield from _kept(state, cell, number) if cell.room else _single(state, cell, number)
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


def _kept(state: list[int], cell: VariableCell, number: int) -> Iterator[str]:
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


def _cards(code: Tables, state: list[int]) -> Iterator[str]:
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


def _words(code: Tables, state: list[int], zone: ZoneCell, cards: list[int]) -> Iterator[str]:
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


def _locals(code: Tables, state: list[int]) -> Iterator[str]:
    for slot in code.program.blocks[state[PC]].live:
        if isinstance(slot, Pending):
            yield from _records(code, state, slot)
        else:
            yield from _slot(code, state, slot, slot.address)
    yield from _loops(code, state)


def _loops(code: Tables, state: list[int]) -> Iterator[str]:
    """No loop has made more turns than it has, and a secret choice is that of a player who is asked."""
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


def _slot(code: Tables, state: list[int], slot: Slot | SlotList, at: int) -> Iterator[str]:
    if isinstance(slot, SlotList):
        yield from _list(code, state, slot.type, at, slot.capacity, slot.name)
    elif not _possible(code, state[at], slot.type):
        yield f"'{slot.name}' is {state[at]}"


def _list(code: Tables, state: list[int], type: Type, at: int, room: int, name: str) -> Iterator[str]:
    count = state[at]
    if not 0 <= count <= room:
        yield f"'{name}' has {count} elements, with room for {room}"
    elif type.item and not all(_possible(code, value, type.item) for value in state[at + 1 : at + 1 + count]):
        yield f"'{name}' has an element that is not a valid {type.item}"


def _possible(code: Tables, value: int, type: Type) -> bool:
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


def _records(code: Tables, state: list[int], pending: Pending) -> Iterator[str]:
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
        at += 1
        for number, choice in enumerate(ask.choices):
            for parameter in choice.parameters:
                if number == picked:
                    yield from _slot(code, state, parameter.slot, at)
                at += width(parameter.slot)


def _waiting(code: Tables, state: list[int]) -> Iterator[str]:
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


def _leftovers(code: Tables, state: list[int]) -> Iterator[str]:
    if without_leftovers(code, state) != state:
        yield "unused cells are not 0"
