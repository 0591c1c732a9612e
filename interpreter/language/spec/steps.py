"""What phases consist of."""

from __future__ import annotations

from collections.abc import Mapping

from .nodes import Phase


def reached(name: str, phases: Mapping[str, Phase]) -> set[str]:
    """The phases that a phase consists of, directly or indirectly, itself included."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one in found or one not in phases:
            continue
        found.add(one)
        waiting += [word.text for word in phases[one].steps]
    return found


def loops(declared: Phase) -> bool:
    """Whether the body of a phase may be played more than once."""
    many = declared.turns is not None or declared.times is not None
    return many or declared.repeat or bool(declared.until)
