"""Where somebody may have put a card, of which a seat did not see to which place it went.

A lifeline says when the card leaves the zone again, and from which place. Everything that comes and goes in between
moves it up or down; so only some of the places where it may have been put lead there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .line import Line
from .story import UNPLACED, Mixed, Step, Travel

Event = tuple[int, Travel | Mixed]
"""What happened, with its time (0: a shuffle, of which no lifeline tells)."""


def timed(steps: Sequence[Step], times: Sequence[Sequence[int]]) -> list[Event]:
    """All that happened in these steps in its order; `times` are those of their travels."""
    found: list[Event] = []
    for step, ours in zip(steps, times, strict=True):
        left = iter(ours)
        found += [(next(left) if isinstance(one, Travel) else 0, one) for one in step.trail]
    return found


def goals(lines: Sequence[Line], events: Sequence[Event]) -> Mapping[int, frozenset[int]]:
    """By the time of a travel to an unseen place: the places that lead to what became of its card."""
    found: dict[int, frozenset[int]] = {}
    for number, (time, one) in enumerate(events):
        if isinstance(one, Travel) and one.target >= 0 and one.goal == UNPLACED:
            line = next(line for line in lines if time in line.travels)
            later, many = events[number + 1 :], _count(one.target, events[number + 1 :])
            able = (goal for goal in range(many) if _leads_there(goal, one.target, line, later))
            found[time] = frozenset(able)
    return found


def _count(zone: int, later: Sequence[Event]) -> int:
    """How many cards lie in a zone, as far as the next card that leaves it tells; as many as may be if none does."""
    came = 0
    for _, one in later:
        if isinstance(one, Travel) and one.source == zone:
            return one.many - came
        if isinstance(one, Travel) and one.target == zone:
            came += 1
    return MANY


MANY = 200
"""More places are not looked at."""


def _leads_there(at: int, zone: int, line: Line, later: Sequence[Event]) -> bool:
    """Whether a card that was put at a place of the zone goes on as its lifeline says."""
    for time, one in later:
        if isinstance(one, Mixed):
            if one.zone == zone:
                return True
            continue
        own = time in line.travels
        if one.source == zone:
            if one.whole:
                return True
            if own or one.place == at:
                if not (own and one.place == at):
                    return False
                if one.target >= 0:
                    return True
            elif one.target >= 0 and one.place < at:
                at -= 1
        if one.target == zone and not one.whole and UNPLACED < one.goal <= at:
            at += 1
    return True


def leaving(zone: int, place: int, many: int, events: Sequence[Travel | Mixed], sure: int) -> int:
    """Which event is the first about the card that lies at a place of a zone with so many cards now; -1 if none is.

    The events from number `sure` on certainly come later than now; of those before it is told by the number of cards.
    """
    at, count, began = place, many, False
    for number, one in enumerate(events):
        began = began or number >= sure
        if isinstance(one, Mixed) or one.whole:
            if zone in ((one.zone,) if isinstance(one, Mixed) else (one.source, one.target)):
                return -1
            continue
        if one.source == zone and (began or one.many == count):
            began = True
            if one.many != count:
                return -1
            if one.place == at:
                return number
            if one.target >= 0:
                count, at = count - 1, at - (one.place < at)
        if one.target == zone and began:
            if one.goal == UNPLACED:
                return -1
            count, at = count + 1, at + (one.goal <= at)
    return -1
