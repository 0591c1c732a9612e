"""What a rulebook is made of: chapters of entries."""

from __future__ import annotations

from dataclasses import dataclass

EXAMPLE = "examples."
"""The keys of worked examples begin with this; an example is no rule, so nothing is missed without it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A paragraph with a title: what it says, and a list or a table below it, whose first row is its head.

    `key` is the same in another version of the game.
    """

    key: str
    title: str
    text: str = ""
    items: tuple[str, ...] = ()
    numbered: bool = False
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title and its entries."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game in one language. `about` are the paragraphs before the first chapter."""

    language: str
    title: str
    about: tuple[str, ...]
    chapters: tuple[Chapter, ...]
