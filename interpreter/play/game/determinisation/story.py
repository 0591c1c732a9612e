"""What a seat has seen of a game, step by step: all that a determinisation may be made from.

A step goes from one decision to the next, through everything that chance decides in between. Its record is masked: a
card is its kind where the seat got to know it, `UNSEEN` elsewhere. The sampler is given these records and the position
at the beginning as far as the seat knows it, and nothing of the truth; so what is drawn cannot hang on what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ....diagnostics.record import dataclass
from ....engines.program.layout import RUNNING, STATUS
from ....engines.program.nodes import AskBlock
from ....engines.reference.announce import with_kinds
from ....engines.reference.event import Event
from ....engines.reference.machine import Machine, RawMove
from ....engines.reference.script import HIDDEN
from ....language.ir.types import NONE
from .named import Named, named

UNSEEN = -1
"""A card that the seat did not get to know."""

UNPLACED = -1
"""Where a card goes whose place the seat did not see."""

CHANCE, NOBODY = -1, -2
"""Who decides where no seat does, as in `State.current_seat`."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A move as a seat heard of it: the name of its choice, and of each argument what it knows: a number, or for a list
    the sorted numbers, cards by their kinds; `HIDDEN` for a card it did not get to know. The seats of `unknown_to`
    (bits) did not know those cards before either, since they have lost track of no card in the step."""

    name: str
    parts: tuple[int | tuple[int, ...], ...]
    unknown_to: int = 0


@dataclass(frozen=True, slots=True)
class Travel:
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
class Mixed:
    """A zone was shuffled."""

    zone: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a seat saw from one decision to the next.

    `who` decided at its beginning (-1: it is the beginning of the game), secretly or not; `own` is the move, by kinds,
    where that was the seat itself. `announced` is what it heard of another's move, `read` what the label told besides.
    `revealed` are the secret choices that came out, `trail` is where cards went. At the end `stop` is who decides and
    the status, `chances` how often the play stopped for chance; `seen` is all that the seat sees then, as the engine
    compares it, `heard` what it was told by each time (`stage.Stage`); `travels` is the trail without shuffles. After a
    step that `waits`, others have yet to choose together with the one who did, and nothing else has happened.
    """

    who: int
    secret: bool
    own: RawMove | None
    announced: Announced | None
    read: Named
    revealed: tuple[tuple[int, Announced], ...]
    trail: tuple[Travel | Mixed, ...]
    stop: tuple[int, int]
    chances: int
    seen: object
    heard: Sequence[object]
    travels: tuple[Travel, ...]
    waits: bool


def decider(m: Machine) -> int:
    """Who is to decide where the play has stopped."""
    if m.numbers[STATUS] != RUNNING:
        return NOBODY
    end = m.code.block(m.numbers).end
    return m.numbers[end.who.address] if isinstance(end, AskBlock) else CHANCE


def legal_of(m: Machine, seat: int) -> tuple[RawMove, ...] | None:
    """The legal moves by kinds, where it is for this seat to decide."""
    end = m.code.block(m.numbers).end
    if not isinstance(end, AskBlock) or decider(m) != seat:
        return None
    return tuple(with_kinds(m, move, end) for move in m.moves or ())


def observe(m: Machine, seat: int, chances: int, watched: tuple[object, Sequence[object]]) -> Step:
    """The step that has just ended, as a seat saw it; the events of the table are those of this step."""
    events = m.events or []
    first = events[0] if events and events[0].what in ("decided", "chosen") else None
    mine = first is not None and first.seat == seat
    went = tuple(trail(m, events, seat))
    travels = tuple(one for one in went if isinstance(one, Travel))
    return Step(
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
        waits=first is not None and first.what == "chosen" and len(events) == 1 and _others_choose(m, first),
    )


def _others_choose(m: Machine, event: Event) -> bool:
    """Whether it is for another of those who choose together to decide now; the first of them begins a new choice."""
    now, then = m.code.block(m.numbers).end, ask_of(m, event.data[0]).secret
    if not isinstance(now, AskBlock) or now.secret is None or then is None or m.numbers[STATUS] != RUNNING:
        return False
    return now.secret.pending is then.pending and m.numbers[now.secret.index.address] > 0


def _heard(m: Machine, event: Event, seat: int, travels: Sequence[Travel]) -> Announced:
    """A move as a seat heard of it when its effect was over; it forgets cards only where one leaves a heap unseen, or
    is put at an unseen place."""
    heap = m.code.heap
    lost = any(one.goal == UNPLACED or (one.kind == UNSEEN and heap[one.source] and not one.whole) for one in travels)
    return replace(announced(m, event, seat), unknown_to=0 if lost else 1 << seat)


def ask_of(m: Machine, block: int) -> AskBlock:
    """A decision, by its block."""
    end = m.code.program.blocks[block].end
    assert isinstance(end, AskBlock)
    return end


def announced(m: Machine, event: Event, seat: int) -> Announced:
    """A move that is told to everybody, as a seat hears it."""
    block, move = event.data
    place, parts = 0, list[int | tuple[int, ...]]()
    choice = ask_of(m, block).choices[move[0]]
    if choice.secret and seat != event.seat:
        return Announced(choice.name, (HIDDEN,) * (len(move) - 1))
    for part in move[1:]:
        many = len(part) if isinstance(part, tuple) else 1
        seen = [seat == event.seat or bool(word >> seat & 1) for word in event.seen[place : place + many]]
        place += many
        if isinstance(part, tuple):
            parts.append(tuple(sorted(one if s else HIDDEN for one, s in zip(part, seen, strict=True))))
        else:
            parts.append(part if seen[0] else HIDDEN)
    return Announced(choice.name, tuple(parts))


def fits(m: Machine, ask: AskBlock, move: RawMove, heard: Announced) -> bool:
    """Whether a legal move could have been announced so.

    A card that stays hidden is not none, which would have been told, and not one that the seat has known all the time.
    """
    choice = ask.choices[move[0]]
    if choice.name != heard.name or len(move) - 1 != len(heard.parts):
        return False
    for given, part, known in zip(move[1:], with_kinds(m, move, ask)[1:], heard.parts, strict=True):
        if known == HIDDEN:
            if not choice.secret and _known(m, given, heard):
                return False
        elif isinstance(known, tuple):
            if not isinstance(part, tuple) or not _covers(m, given, part, known, heard):
                return False
        elif known != part:
            return False
    return True


def _known(m: Machine, card: int, heard: Announced) -> bool:
    """Whether a card would not have stayed hidden; none is told to all."""
    return card == NONE or bool(m.state[m.code.know_at + card] & heard.unknown_to)


def _covers(m: Machine, given: Sequence[int], part: Sequence[int], known: Sequence[int], heard: Announced) -> bool:
    """Whether a list (its elements, cards also by their kinds) could be what is known of it."""
    if HIDDEN not in known or len(part) != len(known):
        return sorted(part) == list(known)
    seen = Counter(one for one in known if one != HIDDEN)
    told = Counter(kind for card, kind in zip(given, part, strict=True) if _known(m, card, heard))
    return not seen - Counter(part) and not told - seen


def trail(m: Machine, events: Sequence[Event], seat: int) -> list[Travel | Mixed]:
    """Where cards went, as a seat saw it; not what goes on unseen between places of which it sees nothing."""
    found: list[Travel | Mixed] = []
    many = [m.state[at] for at in m.code.zone_at]
    for event in reversed(events):
        match event.what:
            case "shuffled":
                found.append(Mixed(event.data[0]))
            case "moved":
                many[event.data[1]] += 1
                many[event.data[2]] -= 1
                found.append(_moved(m, event, seat, many[event.data[1]]))
            case "shown":
                kind, zone = event.data
                if event.seen[0] >> seat & 1:
                    place = 0 if m.code.heap[zone] else event.at[0]
                    found.append(Travel(zone, many[zone], place, -1, 0, kind, False, ()))
            case _:
                pass
    return found[::-1]


def _moved(m: Machine, event: Event, seat: int, many: int) -> Travel:
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
    return Travel(source, many, place, target, goal, kind if known else UNSEEN, whole, back)


def _keys(m: Machine, zone: int, seat: int) -> tuple[str, ...]:
    """What is seen of a card's back in a zone."""
    sees = m.code.layout.zones[zone].sees[seat]
    return () if sees in ("all", "count", "none") else tuple(sees.split())
