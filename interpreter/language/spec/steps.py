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
