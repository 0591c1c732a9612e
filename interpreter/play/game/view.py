"""What a seat sees of a position. Views are never written by hand: they follow from who sees which zone, and who knows
which card.

The view is a dict of names and plain values:

| key | value |
|---|---|
| `seat` | `p1` |
| `status`, `phase` | words |
| `decides` | `p2`, `chance`, or null when the game is over |
| `zones` | by name (`pile`, `p1.hand`): `{"count": 6, "cards": [...]}`, without `cards` if only the number is seen |
| `variables` | by name (`goal`, `t1.total`, `turn.player`): a value or a list; hidden ones are left out |
| `cards` | variables of the cards that the seat knows: `{"used": {"lantern": true}}`; if any are shown (see below) |
| `chosen` | what each player has picked secretly: the text of the seat's own, `?` of others; only while choices wait |
| `legal` | the texts of the moves, if the seat decides |

A card that the seat knows is the id of its kind; any other is `?`, or what its back shows and which marks are on it
(`constraints`; those that are none, false or 0 are left out), as `{"colour": "red"}`. A heap lists the known cards by
kind, then the others by what is seen of them. A zone with an order lists its cards from the top; those in an order that
no player knows are `?`. Where cards of one kind have different values of a variable, `cards` lists them in order:
`{"used": {"lantern": [false, true]}}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ...diagnostics.record import dataclass
from ...engines.cells import BAG, PIN, recorded
from ...engines.position import Position, ProgramTables, RawMove
from ...engines.program.layout import PC, CardCell, Layout, VariableCell, ZoneCell, own_name, side_name
from ...engines.program.nodes import AskBlock, AskChoice, Pending
from ...language.ir.types import NONE, Type
from .decider import EVERYTHING, Decider
from .notation import argument_texts, attribute_plain, kind_names, move_text, plain, value_names

Shown = str | dict[str, Any]


def view_of(
    m: Position, seat: int, status: str, phase: str, decider: Decider, legal: list[str] | None
) -> dict[str, Any]:
    """The view of a seat; `legal` are the texts of its moves, or None if it is not the one to decide.

    That of EVERYTHING, which no seat may get, is what somebody sees who looks at the whole table from above: every
    card, every secret choice, and every variable that some seat sees. (Those that no seat sees are what the rules keep
    for themselves.) Its `seat` is None, and of a zone whose cards lie in an order that not even chance has decided it
    says that it is a heap.
    """
    sight, numbers = m.code.once(seat_layouts, m.code.layout)[seat if seat >= 0 else -1], m.numbers
    view: dict[str, Any] = {
        "seat": sight.seat,
        "status": status,
        "phase": phase,
        "decides": None if decider.kind == "nobody" else str(decider),
        "zones": _zones(m, sight, seat) if sight.seat else _all_zones(m),
        "variables": sight.variables(numbers),
    }
    if sight.on_cards:
        view["cards"] = _card_variables(m, seat)
    if sight.secrets and (chosen := chosen_by(m)):
        own = (sight.seat,) if sight.seat else chosen
        view["chosen"] = {player: text if player in own else "?" for player, text in chosen.items()}
    if legal is not None:
        view["legal"] = legal
    return view


# Zones ------------------------------------------------------------------------------------


def _zones(m: Position, sight: SeatLayout, seat: int) -> dict[str, Any]:
    """The zones in view: cards that a seat knows are, even in a zone of which nothing is shown."""
    seen: dict[str, Any] = {}
    bit, state, ids, know_at = 1 << seat, m.state, sight.ids, m.code.know_at
    words = list(state[know_at : know_at + len(ids)])
    for name, first, zone, sees in sight.zones:
        many = state[first - 1]
        if not many:
            if sees != "none":
                seen[name] = {"count": 0, "cards": []}
            continue
        cards = list(state[first : first + many])
        if zone.order == "heap":
            cards.sort()
        known = [ids[card] for card in cards if words[card] & bit]
        if sees == "none":
            if known:
                seen[name] = _zone(m, zone, cards, seat)
        elif len(known) == many:
            seen[name] = {"count": many, "cards": known}
        elif not known and sees == "count" and not marks_on(m.code.layout, zone, seat):
            seen[name] = {"count": many}
        else:
            seen[name] = _zone(m, zone, cards, seat)
            if sees == "count" and all(card == "?" for card in seen[name]["cards"]):
                del seen[name]["cards"]
    return seen


def _all_zones(m: Position) -> dict[str, Any]:
    """Every zone with all its cards; those in an order that nobody knows, since chance has not decided, are a heap."""
    seen: dict[str, Any] = {}
    for zone in m.code.layout.zones:
        cards = list(m.cards(zone.number))
        words = [*(m.state[m.code.know_at + card] for card in cards), 0]
        heap = zone.order == "heap"
        loose = not heap and any((here | after) & BAG and not here & PIN for here, after in pairwise(words))
        lying = sorted(cards) if loose or heap else cards
        shown = {"count": len(cards), "cards": [card_id(m, card) for card in lying]}
        seen[str(zone.full_name)] = {**shown, "order": "heap"} if loose else shown
    return seen


def knows(m: Position, card: int, seat: int) -> bool:
    """Whether a seat knows a card."""
    return bool(m.state[m.code.know_at + card] >> seat & 1)


def _zone(m: Position, zone: ZoneCell, cards: list[int], seat: int) -> dict[str, Any]:
    """A zone of whose cards the seat knows some but not all, or whose backs it sees."""
    shown = heap_shown(m, zone, cards, seat) if zone.order == "heap" else row_shown(m, zone, cards, seat)
    if zone.sees[seat] == "none":
        return {"cards": [one for one in shown if isinstance(one, str) and one != "?"]}
    return {"count": len(cards), "cards": shown}


def heap_shown(m: Position, zone: ZoneCell, cards: list[int], seat: int) -> list[Shown]:
    """The cards of a heap as a seat sees them: known ones by kind, then the others by back.

    The order must not depend on which cards are hidden, or it would give them away.
    """
    known: list[Shown] = [card_id(m, card) for card in sorted(cards) if knows(m, card, seat)]
    keys, marks = attributes_seen(zone, seat), marks_on(m.code.layout, zone, seat)
    backs = [(m.code.back_of[card], marked(m, card, keys, marks)) for card in cards if not knows(m, card, seat)]
    if keys or marks:
        backs.sort(key=lambda pair: (str(pair[0]) if keys else "", str(pair[1])))
    return known + [shown for _, shown in backs]


def row_shown(m: Position, zone: ZoneCell, cards: list[int], seat: int) -> list[Shown]:
    """The cards of a stack or row as a seat sees them, from the top; of a card in a bag nothing is seen."""
    keys, marks = attributes_seen(zone, seat), marks_on(m.code.layout, zone, seat)
    state, know_at = m.state, m.code.know_at
    words = [state[know_at + card] for card in cards] + [0]
    shown: list[Shown] = []
    for place, card in enumerate(cards):
        if knows(m, card, seat):
            shown.append(card_id(m, card))
        else:
            loose = bool((words[place] | words[place + 1]) & BAG) and not words[place] & PIN
            shown.append("?" if loose else marked(m, card, keys, marks))
    return shown


def marked(m: Position, card: int, keys: tuple[str, ...], marks: tuple[CardCell, ...]) -> Shown:
    """What is seen of an unknown card: its back, and the marks on it that say something."""
    back, layout = back_shown(m.code.layout, m.kind_of[card], keys), m.code.layout
    told = {
        cell.own_name: plain(layout, cell.type, m.state[cell.address + card])
        for cell in marks
        if says_something(cell.type, m.state[cell.address + card])
    }
    return {**(back if isinstance(back, dict) else {}), **told} or back


def says_something(type: Type, value: int) -> bool:
    """Whether a mark is worth telling: it is not none, false or 0."""
    return value != NONE and (bool(value) or type.base not in ("integer", "boolean"))


def attributes_seen(zone: ZoneCell, seat: int) -> tuple[str, ...]:
    """The keys of the attributes that a seat sees on the back of unknown cards in a zone."""
    sees = zone.sees[seat]
    return () if sees in ("all", "count", "none") else tuple(sees.split())


def card_id(m: Position, card: int) -> str:
    """The id of a card's kind."""
    return m.code.layout.kinds[m.kind_of[card]].id


def back_shown(layout: Layout, kind: int, keys: tuple[str, ...]) -> Shown:
    """What the back of an unknown card shows: `?`, or the attributes on it."""
    if not keys:
        return "?"
    row = layout.kinds[kind]
    return {own_name(key): attribute_plain(layout, key, row.attributes[key]) for key in keys}


# Variables of cards -----------------------------------------------------------------------


def _card_variables(m: Position, seat: int) -> dict[str, dict[str, Any]]:
    """The variables of the cards that a seat knows, or of all, by kind.

    Cards of one kind are as good as each other, so where their values differ all of them are listed in order: which
    card has which would be more than anybody sees.
    """
    layout, names, found = m.code.layout, m.code.once(kind_names, m.code.program), dict[str, dict[str, Any]]()
    for cell in layout.card_variables.values():
        if cell.shows == "none":
            continue
        one, several = dict[str, int](), dict[str, list[int]]()
        for card in layout.decks[cell.deck]:
            if seat == EVERYTHING or (knows(m, card, seat) and on_known_card(m, card, cell, seat)):
                kind, value = names[m.kind_of[card]], m.state[cell.address + card]
                if kind in one:
                    several.setdefault(kind, [one[kind]]).append(value)
                else:
                    one[kind] = value
        shown: dict[str, Any] = {kind: plain(layout, cell.type, value) for kind, value in one.items()}
        for kind, values in several.items():
            if len(set(values)) > 1:
                shown[kind] = [plain(layout, cell.type, value) for value in sorted(values)]
        found.setdefault(cell.own_name, {}).update(shown)
    return found


# Secret choices ---------------------------------------------------------------------------


def waiting(m: Position) -> list[tuple[AskBlock, Pending]]:
    """The secret choices that are still waiting to take effect."""
    found = []
    for slot in m.code.block(m.numbers).live:
        if isinstance(slot, Pending):
            ask = m.code.program.blocks[m.code.ask_of[m.numbers[PC], slot.base]].end
            assert isinstance(ask, AskBlock)
            found.append((ask, slot))
    return found


def chosen_by(m: Position) -> dict[str, str]:
    """What each player has chosen that is still waiting."""
    layout = m.code.layout
    return {
        side_name("player", player): move_text(choice, argument_texts(layout, choice, move[1:]))
        for player, choice, move in waiting_moves(m)
    }


def waiting_moves(m: Position) -> Iterator[tuple[int, AskChoice, RawMove]]:
    """What players have chosen that is still waiting: who, and which move of which choice."""
    for ask, pending in waiting(m):
        for index in range(min(m.numbers[pending.players.address], pending.capacity)):
            move = recorded(m.state, ask, pending, index)
            if move is not None:
                yield m.numbers[pending.players.address + 1 + index], ask.choices[move[0]], move


# Marks: variables of cards that are seen on the card itself, also where its face is hidden.
#
# | `shows` | who sees it |
# |---|---|
# | left out (`known`) | whoever knows the card |
# | `all` | everybody, on any card at a certain place of which they see that it lies there; and whoever knows it |
# | `owner` | the owner of the zone where the card lies, as long as they see that it lies there |
# | `none` | nobody |
#
# Of the loose cards of a bag nothing is seen, as of their backs.


@lru_cache(maxsize=64)
def _marked(cells: tuple[CardCell, ...], deck: str) -> tuple[CardCell, ...]:
    return tuple(cell for cell in cells if cell.deck == deck and cell.shows in ("all", "owner"))


def marks_of(layout: Layout, deck: str) -> dict[str, CardCell]:
    """The marks of a deck by their names, whoever sees them."""
    return {cell.own_name: cell for cell in _marked(tuple(layout.card_variables.values()), deck)}


def marks_on(layout: Layout, zone: ZoneCell, seat: int) -> tuple[CardCell, ...]:
    """The marks that a seat sees on the cards of a zone, even if it does not know the cards."""
    found = _marked(tuple(layout.card_variables.values()), zone.deck)
    if not found or zone.sees[seat] == "none":
        return ()
    own = owns(layout, zone.owner_kind, zone.owner, seat)
    return tuple(cell for cell in found if own or cell.shows == "all")


def on_known_card(m: Position, card: int, cell: CardCell, seat: int) -> bool:
    """Whether a seat that knows a card sees this variable of it."""
    match cell.shows:
        case "all" | "known":
            return True
        case "owner":
            return cell in marks_on(m.code.layout, m.code.layout.zones[m.where(card)], seat)
        case _:
            return False


# What a view needs of the layout, worked out once for each program and seat: names, addresses, who sees what.
#
# A view is asked for at every decision, and nearly all that it says about zones and variables is the same each time.

Written = Callable[[Any], Any]
"""How a value of one type is written in a view: of a number, or of the cells of a list."""

Place = int | slice
"""The cell of a variable, or all cells of a list."""


@dataclass(frozen=True, slots=True)
class SeatLayout:
    """What one seat sees: each zone as (name, where its cards begin, zone, what it sees of it); each variable as
    (name, place), and of those that are not written as the number they are, how.

    `seat` is its name, None for EVERYTHING. `ids` are the kinds of all cards, by number. `on_cards` says whether
    variables of cards are shown, `secrets` whether there are secret choices.
    """

    seat: str | None
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


def seat_layouts(code: ProgramTables, layout: Layout) -> tuple[SeatLayout, ...]:
    """What each seat sees, and last what EVERYTHING does."""
    ids = tuple(layout.kinds[kind].id for kind in layout.kind_of)
    secrets = any(isinstance(block.end, AskBlock) and block.end.secret for block in code.program.blocks)
    names = [str(zone.full_name) for zone in layout.zones]
    found = list[SeatLayout]()
    for seat in (*range(code.players), EVERYTHING):
        each = zip(names, layout.zones, strict=True)
        zones = tuple((name, zone.address + 1, zone, zone.sees[seat]) for name, zone in each if seat != EVERYTHING)
        places, written = _variables(layout, seat)
        on_cards = any(cell.shows != "none" or seat == EVERYTHING for cell in layout.card_variables.values())
        called = None if seat == EVERYTHING else side_name("player", seat)
        found.append(SeatLayout(called, zones, places, written, ids, on_cards, secrets))
    return tuple(found)


def _variables(layout: Layout, seat: int) -> tuple[tuple[tuple[str, Place], ...], tuple[tuple[str, Written], ...]]:
    seen = [
        (str(name), _place(cell, number), _written(layout, cell.type))
        for cell in layout.variables.values()
        for number, name in enumerate(cell.full_names)
        if sees_variable(layout, cell, number, seat)
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
            names = value_names(layout, type)
            return lambda value: None if value == NONE else names[value]
        case _:
            return lambda value: plain(layout, type, value)


def sees_variable(layout: Layout, cell: VariableCell, number: int, seat: int) -> bool:
    """Whether a seat sees one of the cells of a variable; EVERYTHING sees those that some seat sees."""
    if cell.shows == "owner":
        return seat == EVERYTHING or owns(layout, cell.owner, number // len(cell.members), seat)
    return cell.shows == "all"


def owns(layout: Layout, kind: str, owner: int, seat: int) -> bool:
    """Whether what this player or team has belongs to a seat."""
    return (kind == "player" and owner == seat) or (kind == "team" and layout.teams[seat] == owner)
