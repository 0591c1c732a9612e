"""A position that only looks the same to a seat now: what is left where no history could be told in time.

Cards that the seat does not know are dealt anew to the places where it sees the right backs; what has happened is not
looked at. So a past move of somebody may not have been legal with these cards. If whoever is to decide seems to have no
move, cards are dealt that have something in common, to one zone of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat

from ....engines.cells import stream_number
from ....engines.position import Position, ProgramTables
from ....engines.program.layout import PC
from ....engines.program.nodes import AskBlock
from ..history import Beginning
from .assignment import assign_kinds
from .deal_sampling import moves_now, sample_initial_state, start_of
from .observations import Limit
from .random_stream import RandomStream
from .trajectories import NoAssignment, Trajectories

ATTEMPTS = 50
"""So often it is tried to find a position in which whoever is to decide has a move, before certain cards are dealt."""


def consistent_position(m: Position, seat: int, seed: int) -> Position:
    """A second table with such a position; the same seed gives the same one."""
    start, order = start_of(m.code, standing_at(m), seat)
    for attempt, limits in enumerate(chain(repeat((), ATTEMPTS), _certain_cards(m))):
        luck = RandomStream(seed, seat, attempt)
        try:
            ways = Trajectories(m.code, start, luck)
            ways.need(limits)
            kinds = assign_kinds(ways)
        except NoAssignment:
            continue
        twin = m.clone()
        cells = sample_initial_state(m.code, standing_at(m), order, kinds, seat, luck.seed >> 1).cells
        assert cells is not None
        twin.state = list(cells)
        if _can_go_on(twin):
            twin.reseed(stream_number(luck.seed, 2**32) >> 1)
            return twin
    raise ValueError("no position found that this seat cannot tell from the true one")


def _certain_cards(m: Position) -> Iterator[tuple[Limit, ...]]:
    """What may let somebody move: one card or all in a zone are of one kind, or have a value of an attribute."""
    layout = m.code.layout
    for zone in layout.zones:
        for kinds in kinds_alike(m.code, zone.number):
            yield from ((Limit(zone.number, kinds, least=many),) for many in {1, max(m.state[zone.address], 1)})


def kinds_alike(code: ProgramTables, zone: int) -> Iterator[int]:
    """Sets of kinds that a zone may hold and that have a value of an attribute in common, single kinds, and all but
    those of a set.
    """
    layout = code.layout
    rows = [(number, row) for number, row in enumerate(layout.kinds) if row.deck == layout.zones[zone].deck]
    sets: dict[tuple[str, object], int] = {}
    for number, row in rows:
        for key, value in row.attributes.items():
            sets[key, value] = sets.get((key, value), 0) | 1 << number
        sets["", number] = 1 << number
    whole = sum(1 << number for number, _ in rows)
    yield from sorted(set(sets.values()), key=lambda kinds: -kinds.bit_count())
    yield from (whole & ~kinds for kinds in sorted(set(sets.values())) if kinds & (kinds - 1))


def standing_at(m: Position) -> Beginning:
    """A beginning at the position where a table stands."""
    return Beginning(0, m.explicit, tuple(m.state), m.steps)


def _can_go_on(m: Position) -> bool:
    """What the place offers is worked out anew: whoever is to decide must have a move with the new cards too, and
    chance two outcomes.
    """
    end = m.code.block(m.numbers).end
    if m.outcomes:
        # What chance may decide with the cards as they lie now; with less than two outcomes the play would not have
        # stopped
        asked, place = m.clone(), m.numbers[PC]
        asked.outcomes = None
        asked.go()
        if asked.state[PC] != place or not asked.outcomes:
            return False
        m.outcomes = asked.outcomes
        return True
    if not m.moves or not isinstance(end, AskBlock):
        return True
    m.moves = moves_now(m, end)
    return bool(m.moves)
