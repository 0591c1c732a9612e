"""What a seat that watches a table of a compiled game sees and is told, as numbers."""

from __future__ import annotations

from typing import NamedTuple

from ..building.memory import CELL, LOOK, MANY, TELLINGS, TOLD
from .engine import Instance


class Watch(NamedTuple):
    """Who watches a table: what the seat sees where play has stopped, how often it was told something, and what, as
    numbers (None where the reference executor has played); and what it was told by each time, if notes are taken.
    """

    seat: int
    seen: tuple[int, int, int] | None = None
    noted: list[int] | None = None


def looked(instance: Instance, watch: Watch) -> Watch:
    """What the seat that watches sees and was told."""
    control = instance.control
    instance.call("look", watch.seat)
    seen = control[LOOK // CELL], control[MANY // CELL], control[TOLD // CELL]
    if watch.noted is None:
        return Watch(watch.seat, seen)
    many = min(seen[1] + 1, TELLINGS)
    return Watch(watch.seat, seen, instance.cells_at(instance.memory_map.told, many).tolist())
