"""Values that follow from the numbers of a position, such as scores, computed without working out its cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from ...reference.machine import Machine
from .compiled import Compiled
from .numbers import Numbers

Found = TypeVar("Found")


def on_numbers(m: Machine, compiled: Compiled, compute: Callable[[Machine], Found]) -> Found:
    """What is computed from a position, by its numbers alone if they are enough; the game remembers if they are not.

    Whatever reads a card or a zone reads a cell behind the numbers, and not by a slice alone.
    """
    if compiled.reads_cards:
        return compute(m)
    try:
        return compute(_reader(m))
    except IndexError:
        compiled.reads_cards = True
        return compute(m)


def _reader(m: Machine) -> Machine:
    """A table of the reference executor with nothing but the numbers of a position, to compute values of them."""
    other = Machine.__new__(Machine)
    numbers = m.numbers
    if not isinstance(numbers, Numbers):  # cells follow
        numbers = numbers[: m.code.place_at]
    other.code, other.state, other.players = m.code, cast(list[int], numbers), m.players
    other.team_of, other.members, other.kind_of = m.team_of, m.members, m.kind_of
    other.steps, other.lately, other.limit, other.explicit = 0, None, m.limit, m.explicit
    return other
