"""Checks of what callers from Python give: the wrong type is a TypeError, a value that cannot be is a ValueError.

Each message names the argument, what was expected, and what was given. Whatever counts as an int for Python (an integer
of NumPy, say) is one; a boolean is not, since `view(True)` is a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from operator import index
from os import PathLike, fspath
from typing import Any, SupportsIndex

MOST_SEEDS = 2**63
"""Seeds are below this number."""


def whole(name: str, given: object) -> int:
    """An int.

    >>> whole("seat", 1)
    1
    """
    if type(given) is int:
        return given
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        raise TypeError(f"{name} must be an int, not {given!r}")
    return index(given)


def at_least(name: str, given: object, low: int) -> int:
    """An int that is not too small."""
    number = whole(name, given)
    if number < low:
        raise ValueError(f"{name} must be at least {low}, not {number}")
    return number


def seat_of(given: object, players: int) -> int:
    """A seat, from 0."""
    seat = whole("seat", given)
    if not 0 <= seat < players:
        raise ValueError(f"seat must be from 0 to {players - 1}, not {seat}")
    return seat


def seed_of(given: object, games: int = 1) -> int:
    """The seed of a game, or the first of the seeds of several."""
    seed = whole("seed", given)
    if not 0 <= seed < MOST_SEEDS:
        raise ValueError(f"seed must be from 0 to 2**63 - 1, not {seed}")
    if seed + games > MOST_SEEDS:
        raise ValueError(f"seed + n must stay below 2**63, but they are {seed} and {games}")
    return seed


def boolean(name: str, given: object) -> bool:
    """True or False."""
    if not isinstance(given, bool):
        raise TypeError(f"{name} must be True or False, not {given!r}")
    return given


def one_of(name: str, given: object, possible: tuple[str, ...]) -> None:
    """One of some words."""
    if not isinstance(given, str):
        raise TypeError(f"{name} must be a str, not {given!r}")
    if given not in possible:
        raise ValueError(f"unknown {name} {given!r}; expected one of: {', '.join(possible)}")


def text(name: str, given: object) -> str:
    """A text."""
    if not isinstance(given, str):
        raise TypeError(f"{name} must be a str, not {given!r}")
    return given


def word(name: str, given: object) -> str:
    """A text that is not empty."""
    if not text(name, given):
        raise ValueError(f"{name} must not be empty; leave it out, or give None")
    return text(name, given)


def path(name: str, given: object) -> str:
    """A name or a path."""
    found = fspath(given) if isinstance(given, str | PathLike) else None
    if not isinstance(found, str):
        raise TypeError(f"{name} must be a str or a path, not {given!r}")
    if "\0" in found:
        raise ValueError(f"{name} must not hold a null character, but is {found!r}")
    # No file system takes longer names of files, in bytes
    if any(len(part.encode(errors="surrogateescape")) > 255 for part in found.split("/")):
        raise ValueError(f"{name} must not be so long: {found[:40]!r}…")
    return found


def paths(name: str, given: object) -> list[str]:
    """Several names or paths."""
    if isinstance(given, str | PathLike):
        raise TypeError(f"{name} must be a list, such as [{given!r}]")
    if isinstance(given, bytes | Mapping) or not isinstance(given, Iterable):
        raise TypeError(f"{name} must be a list of names or paths, not {given!r}")
    return [path(f"{name}[{place}]", one) for place, one in enumerate(given)]


def several(name: str, given: object) -> Iterable[Any]:
    """Several values in a row, each of which is looked at by itself."""
    if isinstance(given, str | bytes | bytearray | Mapping) or not isinstance(given, Iterable):
        raise TypeError(f"{name} must be a list or an array of integers, not {given!r}")
    return given


def in_order(name: str, given: object) -> Iterable[Any]:
    """Several values of which each has its place."""
    if isinstance(given, Set):
        raise TypeError(f"{name} must be a list or an array of integers, not a set, which has no order")
    return several(name, given)


def settings(name: str, given: object) -> dict[str, Any]:
    """Values by name: numbers, booleans, and names of symbols."""
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict, such as {{'target': 700}}, not {given!r}")
    for key, value in given.items():
        if not isinstance(key, str):
            raise TypeError(f"{name} must have names as its keys, not {key!r}")
        if not isinstance(value, SupportsIndex | str):
            raise TypeError(f"{name}[{key!r}] must be an int, a bool or a str, not {value!r}")
    return dict(given)
