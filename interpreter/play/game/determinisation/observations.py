"""What a seat has observed of a game, step by step, and the limits that follow for hidden cards.

A step goes from one decision to the next, through everything that chance decides in between. Its record is masked: a
card is its kind where the seat got to know it, `UNSEEN` elsewhere. The sampler is given these records and the position
at the beginning as far as the seat knows it, and nothing of the truth; so what is drawn cannot hang on what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....diagnostics.record import dataclass
from ....engines.cells import BAG, PIN, recorded, with_kinds
from ....engines.engine import HIDDEN
from ....engines.events import Event
from ....engines.position import Position, RawMove
from ....engines.program.layout import RUNNING, STATUS, CardCell
from ....engines.program.nodes import AskBlock, AskChoice, Program, Slot, SlotList
from ....engines.program.traversal import every
from ....language.ir.types import NONE
from ..view import attributes_seen, knows, marks_on, on_known_card, sees_variable, waiting

UNSEEN = -1
"""A card that the seat did not get to know."""

UNPLACED = -1
"""Where a card goes whose place the seat did not see."""

CHANCE, NOBODY = -1, -2
"""Who decides where no seat does, as in `State.current_seat`."""


@dataclass(frozen=True, slots=True)
class AnnouncedMove:
    """A move as a seat heard of it: the name of its choice, and of each argument what it knows: a number, or for a list
    the sorted numbers, cards by their kinds; `HIDDEN` for a card it did not get to know. The seats of `unknown_to`
    (bits) did not know those cards before either, since they have lost track of no card in the step."""

    name: str
    parts: tuple[int | tuple[int, ...], ...]
    unknown_to: int = 0


@dataclass(frozen=True, slots=True)
class CardTravel:
    """A card that went from a place to a place (or was shown where it lies: `target` is -1), as a seat saw it.

    `whole` says that it went with all the cards of the zone, as number `place` of them; `goal` is then 1 for the
    bottom. `back` is what its back showed, by attribute, as far as the seat could see it. `many` cards lay in the
    source before.
    """

    source: int
    many: int
    place: int
    target: int
    goal: int
    kind: int
    whole: bool
    back: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class ShuffledZone:
    """A zone was shuffled."""

    zone: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedStep:
    """What a seat saw from one decision to the next.

    `who` decided at its beginning (-1: it is the beginning of the game), secretly or not; `own` is the move, by kinds,
    where that was the seat itself. `announced` is what it heard of another's move, `read` what the label told besides.
    `revealed` are the secret choices that came out, `trail` is where cards went. At the end `stop` is who decides and
    the status, `chances` how often the play stopped for chance; `seen` is all that the seat sees then, as the engine
    compares it, `heard` what it was told by each time (`Simulator`); `travels` is the trail without shuffles. Where
    chance has picked a value, `ends` are cells, each with its card (-1: none), and how often the seat has seen which
    values in them. After a step that `waits`, others have yet to choose together with the one who did, and nothing else
    has happened.
    """

    who: int
    secret: bool
    own: RawMove | None
    announced: AnnouncedMove | None
    read: Named
    revealed: tuple[tuple[int, AnnouncedMove], ...]
    trail: tuple[CardTravel | ShuffledZone, ...]
    stop: tuple[int, int]
    chances: int
    seen: object
    heard: Sequence[object]
    travels: tuple[CardTravel, ...]
    ends: Sequence[tuple[Mapping[int, int], Counter[int]]]
    waits: bool


def decider(m: Position) -> int:
    """Who is to decide where the play has stopped."""
    if m.numbers[STATUS] != RUNNING:
        return NOBODY
    end = m.code.block(m.numbers).end
    return m.numbers[end.who.address] if isinstance(end, AskBlock) else CHANCE


def legal_of(m: Position, seat: int) -> tuple[RawMove, ...] | None:
    """The legal moves by kinds, where it is for this seat to decide."""
    end = m.code.block(m.numbers).end
    if not isinstance(end, AskBlock) or decider(m) != seat:
        return None
    return tuple(with_kinds(m.kind_of, move, end) for move in m.moves or ())


def observe(m: Position, seat: int, chances: int, watched: tuple[object, Sequence[object]]) -> ObservedStep:
    """The step that has just ended, as a seat saw it; the events of the table are those of this step."""
    events = m.events or []
    first = events[0] if events and events[0].what in ("decided", "chosen") else None
    mine = first is not None and first.seat == seat
    went = tuple(trail(m, events, seat))
    travels = tuple(one for one in went if isinstance(one, CardTravel))
    return ObservedStep(
        who=-1 if first is None else first.seat,
        secret=first is not None and first.what == "chosen",
        own=first.data[1] if first is not None and mine else None,
        announced=None if first is None or first.what == "chosen" else _heard(m, first, seat, travels),
        read=() if first is None else named(first, ask_of(m, first.data[0]), seat),
        revealed=tuple((one.seat, announced(m, one, seat)) for one in events if one.what == "revealed"),
        trail=went,
        stop=(decider(m), m.numbers[STATUS]),
        chances=chances,
        seen=watched[0],
        heard=watched[1],
        travels=travels,
        ends=_values_seen(m, events, seat) if any(one.what == "picked" for one in events) else (),
        waits=first is not None and first.what == "chosen" and len(events) == 1 and _others_choose(m, first),
    )


def _values_seen(m: Position, events: Sequence[Event], seat: int) -> list[tuple[Mapping[int, int], Counter[int]]]:
    """Cells, with their cards if they have any, and the values that a seat has seen in them, on the way or now; those
    of all cards of a kind together, since it cannot tell which is which.
    """
    layout, state = m.code.layout, m.numbers
    ends = {
        (cell.name, number): ({cell.at(number): -1}, Counter([state[cell.at(number)]]))
        for cell in layout.variables.values()
        for number in range(0 if cell.room else cell.cells)
        if sees_variable(layout, cell, number, seat)
    }
    for own in layout.card_variables.values():
        for card in layout.decks[own.deck]:
            ends.setdefault((own.name, m.kind_of[card]), ({}, Counter()))[0][own.address + card] = card
        for kind, value in _known_marks(m, own, seat):
            ends[own.name, kind][1][value] += 1
    for event in events:
        if event.what == "set" or (event.what == "marked" and event.seen[0] >> seat & 1):
            found = ends.get(event.data[:2])
            if found is not None:
                found[1].setdefault(event.data[-1], 1)
    return [*ends.values()]


def _known_marks(m: Position, own: CardCell, seat: int) -> list[tuple[int, int]]:
    """The values of a variable of cards that a seat sees on those that it knows, each with the kind."""
    cards = m.code.layout.decks[own.deck] if own.shows != "none" else ()
    known = [card for card in cards if knows(m, card, seat) and on_known_card(m, card, own, seat)]
    return sorted((m.kind_of[card], m.state[own.address + card]) for card in known)


def _others_choose(m: Position, event: Event) -> bool:
    """Whether it is for another of those who choose together to decide now; the first of them begins a new choice."""
    now, then = m.code.block(m.numbers).end, ask_of(m, event.data[0]).secret
    if not isinstance(now, AskBlock) or now.secret is None or then is None or m.numbers[STATUS] != RUNNING:
        return False
    return now.secret.pending is then.pending and m.numbers[now.secret.index.address] > 0


def _heard(m: Position, event: Event, seat: int, travels: Sequence[CardTravel]) -> AnnouncedMove:
    """A move as a seat heard of it when its effect was over; it forgets cards only where one leaves a heap unseen, or
    is put at an unseen place."""
    heap = m.code.heap
    lost = any(one.goal == UNPLACED or (one.kind == UNSEEN and heap[one.source] and not one.whole) for one in travels)
    return replace(announced(m, event, seat), unknown_to=0 if lost else 1 << seat)


def ask_of(m: Position, block: int) -> AskBlock:
    """A decision, by its block."""
    end = m.code.program.blocks[block].end
    assert isinstance(end, AskBlock)
    return end


def announced(m: Position, event: Event, seat: int) -> AnnouncedMove:
    """A move that is told to everybody, as a seat hears it."""
    block, move = event.data
    place, parts = 0, list[int | tuple[int, ...]]()
    choice = ask_of(m, block).choices[move[0]]
    if choice.secret and seat != event.seat:
        return AnnouncedMove(choice.name, (HIDDEN,) * (len(move) - 1))
    for part in move[1:]:
        many = len(part) if isinstance(part, tuple) else 1
        seen = [seat == event.seat or bool(word >> seat & 1) for word in event.seen[place : place + many]]
        place += many
        if isinstance(part, tuple):
            parts.append(tuple(sorted(one if s else HIDDEN for one, s in zip(part, seen, strict=True))))
        else:
            parts.append(part if seen[0] else HIDDEN)
    return AnnouncedMove(choice.name, tuple(parts))


def fits(m: Position, ask: AskBlock, move: RawMove, heard: AnnouncedMove) -> bool:
    """Whether a legal move could have been announced so.

    A card that stays hidden is not none, which would have been told, and not one that the seat has known all the time.
    """
    choice = ask.choices[move[0]]
    if choice.name != heard.name or len(move) - 1 != len(heard.parts):
        return False
    for given, part, known in zip(move[1:], with_kinds(m.kind_of, move, ask)[1:], heard.parts, strict=True):
        if known == HIDDEN:
            if not choice.secret and _known(m, given, heard):
                return False
        elif isinstance(known, tuple):
            if not isinstance(part, tuple) or not _covers(m, given, part, known, heard):
                return False
        elif known != part:
            return False
    return True


def _known(m: Position, card: int, heard: AnnouncedMove) -> bool:
    """Whether a card would not have stayed hidden; none is told to all."""
    return card == NONE or bool(m.state[m.code.know_at + card] & heard.unknown_to)


def _covers(m: Position, given: Sequence[int], part: Sequence[int], known: Sequence[int], heard: AnnouncedMove) -> bool:
    """Whether a list (its elements, cards also by their kinds) could be what is known of it."""
    if HIDDEN not in known or len(part) != len(known):
        return sorted(part) == list(known)
    seen = Counter(one for one in known if one != HIDDEN)
    told = Counter(kind for card, kind in zip(given, part, strict=True) if _known(m, card, heard))
    return not seen - Counter(part) and not told - seen


def trail(m: Position, events: Sequence[Event], seat: int) -> list[CardTravel | ShuffledZone]:
    """Where cards went, as a seat saw it; not what goes on unseen between places of which it sees nothing."""
    found: list[CardTravel | ShuffledZone] = []
    many = [m.state[at] for at in m.code.zone_at]
    for event in reversed(events):
        match event.what:
            case "shuffled":
                found.append(ShuffledZone(event.data[0]))
            case "moved":
                many[event.data[1]] += 1
                many[event.data[2]] -= 1
                found.append(_moved(m, event, seat, many[event.data[1]]))
            case "shown":
                kind, zone = event.data
                if event.seen[0] >> seat & 1:
                    place = 0 if m.code.heap[zone] else event.at[0]
                    found.append(CardTravel(zone, many[zone], place, -1, 0, kind, False, ()))
            case _:
                pass
    return found[::-1]


def _moved(m: Position, event: Event, seat: int, many: int) -> CardTravel:
    kind, source, target = event.data
    known = bool(event.seen[0] >> seat & 1)
    whole = event.at[0] < 0
    place, goal = (event.at[1], event.at[3]) if whole else event.at[:2]
    if not whole and event.at[2] >> seat & 1:
        goal = UNPLACED
    heap = m.code.heap
    place, goal = 0 if heap[source] and not whole else place, 0 if heap[target] and not whole else goal
    keys = [] if known else [*_keys(m, source, seat), *_keys(m, target, seat)]
    row = m.code.layout.kinds[kind].attributes
    back = tuple((key, row[key]) for key in dict.fromkeys(keys))
    return CardTravel(source, many, place, target, goal, kind if known else UNSEEN, whole, back)


def _keys(m: Position, zone: int, seat: int) -> tuple[str, ...]:
    """What is seen of a card's back in a zone."""
    sees = m.code.layout.zones[zone].sees[seat]
    return () if sees in ("all", "count", "none") else tuple(sees.split())


# What labels of moves have told of values that follow from nothing else that a seat sees.
#
# A label may name what chance has drawn, or what was computed before the decision: `Take {n} of them`. Whoever has read
# it knows, so in a determinisation it must say the same: the label of each move that was made, and of all moves that
# the seat itself could have made. Who decides is no such value: all see it.

Named = tuple[tuple[str, Any], ...]
"""What stands in braces, and its value; cards are their kinds."""


def named(event: Event, ask: AskBlock, seat: int) -> Named:
    """What a seat has read of such values in the label of a move that was made."""
    if not event.told or (event.what == "chosen" and event.seat != seat):
        return ()
    known = [one for one in event.told if all(event.seen[place] >> seat & 1 for place in one.masks)]
    kept = _precomputed(ask, ask.choices[event.data[1][0]])
    return tuple((one.written, one.value) for one in known if one.written in kept)


def same_label_values(m: Position, choice: AskChoice, move: RawMove, read: Named) -> bool:
    """Whether the label of a legal move says what the seat has read."""
    told, _ = m.label_values(choice, move)
    found = {one.written: one.value for one in told}
    return all(found.get(written) == value for written, value in read)


def on_offer(m: Position, seat: int) -> tuple[Named, ...]:
    """What the labels of a seat's moves name of such values, move by move; nothing where there are no such labels."""
    if not m.code.once(_tells, m.code.program):
        return ()
    end = m.code.block(m.numbers).end
    if (
        not isinstance(end, AskBlock)
        or m.numbers[end.who.address] != seat
        or not any(_precomputed(end, one) for one in end.choices)
    ):
        return ()
    found = []
    for move in m.moves or ():
        choice = end.choices[move[0]]
        kept, (told, _) = _precomputed(end, choice), m.label_values(choice, move)
        found.append(tuple((one.written, one.value) for one in told if one.written in kept))
    return tuple(found)


def _precomputed(ask: AskBlock, choice: AskChoice) -> frozenset[str]:
    """What stands in braces and is kept from before the decision."""
    return frozenset(
        one.written
        for one in choice.told
        if any(isinstance(part, Slot | SlotList) and part != ask.who for part in every(one.value))
    )


def _tells(_code: object, program: Program) -> bool:
    """Whether any label names such a value."""
    asks = [block.end for block in program.blocks if isinstance(block.end, AskBlock)]
    return any(_precomputed(ask, choice) for ask in asks for choice in ask.choices)


# All that a seat sees of a position, as numbers: equal glances are equal views.

ObservationKey = tuple[Any, ...]

UNKNOWN, LOOSE = -1, -2
"""A card that the seat does not know, in a certain place; one that lies in a bag."""


def observation_key(m: Position, seat: int) -> ObservationKey:
    """Variables and zones as a seat sees them, the variables of cards it knows, its own secret choices."""
    state, layout = m.state, m.code.layout
    found: list[Any] = []
    for cell in layout.variables.values():
        if cell.shows == "all":
            found += state[cell.address : cell.end]
        elif cell.shows == "owner":
            for number in range(cell.cells):
                if sees_variable(layout, cell, number, seat):
                    found += state[cell.at(number) : cell.at(number + 1)]
    for zone in layout.zones:
        found.append(_zone(m, zone.number, seat))
    for own in layout.card_variables.values():
        found.append(tuple(_known_marks(m, own, seat)))
    for ask, pending in waiting(m):
        for index in range(min(state[pending.players.address], pending.capacity)):
            move = recorded(state, ask, pending, index)
            mine = state[pending.players.address + 1 + index] == seat
            found.append(None if move is None else with_kinds(m.kind_of, move, ask) if mine else UNKNOWN)
    return tuple(found)


def _zone(m: Position, number: int, seat: int) -> ObservationKey:
    code, state = m.code, m.state
    zone = code.layout.zones[number]
    at, know, kind_of = zone.address, code.know_at, m.kind_of
    cards = state[at + 1 : at + 1 + state[at]]
    if not cards:
        return ()
    words = [state[know + card] for card in cards]
    keys, marks = attributes_seen(zone, seat), marks_on(code.layout, zone, seat)
    if zone.order == "heap":
        known = sorted([kind_of[card] for card, word in zip(cards, words, strict=True) if word >> seat & 1])
        unknown = [card for card, word in zip(cards, words, strict=True) if not word >> seat & 1]
        backs = [_back(m, card, keys, marks) for card in unknown if keys or marks]
        return (0 if zone.sees[seat] == "none" else len(cards), *known, *sorted(backs, key=str))
    shown: list[Any] = []
    for place, card in enumerate(cards):
        if words[place] >> seat & 1:
            shown.append(kind_of[card])
        elif not words[place] & PIN and (words[place] | (words[place + 1] if place + 1 < len(words) else 0)) & BAG:
            shown.append(LOOSE)
        else:
            shown.append(_back(m, card, keys, marks) if keys or marks else UNKNOWN)
    if zone.sees[seat] == "none":
        return tuple(one for one in shown if one != UNKNOWN and one != LOOSE)
    return tuple(shown)


def _back(m: Position, card: int, keys: tuple[str, ...], marks: tuple[CardCell, ...]) -> ObservationKey:
    row = m.code.layout.kinds[m.kind_of[card]].attributes
    return (*(row[key] for key in keys), *(m.state[cell.address + card] for cell in marks))


# What a step tells of the cards of one place: of certain kinds at most so many lay there, or at least.


@dataclass(frozen=True, slots=True)
class Limit:
    """In a step at most so many cards of these kinds (bits) lay in a zone, those aside that left it or were shown; or,
    with `least`, so many at least lay there when it began. Where `place` is negative, ~place is the number of a travel.
    With `at` it is about one place of the zone, from 0: none of these kinds lay there when the step began.
    """

    place: int
    kinds: int
    most: int = 0
    least: int = 0
    at: int = -1


Limits = Mapping[int, Sequence[Limit]]
"""By the number of a step."""
