"""Values that follow from the numbers of a position, such as scores, computed without working out its cells."""

from __future__ import annotations

from typing import cast

from ...reference.machine import Machine


def reader(m: Machine) -> Machine:
    """A table of the reference executor with nothing but the numbers of a position, to compute values of them."""
    other = Machine.__new__(Machine)
    other.code, other.state, other.players = m.code, cast(list[int], m.numbers), m.players
    other.team_of, other.members, other.kind_of = m.team_of, m.members, m.kind_of
    other.steps, other.limit, other.explicit = 0, m.limit, m.explicit
    return other
