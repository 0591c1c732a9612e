"""What the tool itself says to people, in their language; what a game says is in its spec.

A language is a file of `interpreter/languages`: what each room of the package says (`play`, `page`, `print`,
`studies`), in sections that only help whoever reads or translates them. A phrase with `|` has two forms: the first for
one thing, the second for several (`n` says how many). French counts none as one thing. What a language lacks is said in
English. Diagnostics are no phrases: they are English everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pkgutil import get_data
from typing import Any

Phrases = Mapping[str, str]
"""Phrases of one language by name."""


@cache
def _language(language: str) -> dict[str, dict[str, str]]:
    """The phrases of a language, for each room."""
    text = get_data(__package__.partition(".")[0], f"languages/{language}.json") or b"{}"
    rooms = json.loads(text, object_pairs_hook=_distinct)
    return {
        room: _distinct([one for section in sections.values() for one in section.items()])
        for room, sections in rooms.items()
    }


def _distinct(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs as a mapping: JSON would keep the last of several of one name, and say nothing.

    >>> _distinct([("one", "1"), ("one", "eins")])
    Traceback (most recent call last):
    ValueError: several phrases of one name: one
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"several phrases of one name: {', '.join(sorted({n for n in names if names.count(n) > 1}))}")
    return found


VALUES = {"none": "none", "true": "yes", "false": "no", "yes": "yes", "no": "no"}
"""The phrases for values that every game has."""


class Phrasebook:
    """What some rooms of the package say. There are a few of these, which last as long as the process."""

    def __init__(self, *rooms: str) -> None:
        self._rooms = rooms

    @cache  # noqa: B019
    def phrases(self, language: str) -> Phrases:
        """All phrases in a language as they are written, with their braces, by name."""
        rooms = (_language(one)[room] for one in ("en", language) for room in self._rooms)
        return {name: text for room in rooms for name, text in room.items()}

    def say(self, language: str, name: str, /, **parts: object) -> str:
        """A phrase with its parts filled in.

        >>> [phrase("en", "cards", n=n) for n in (0, 1)], [phrase("fr", "cards", n=n) for n in (0, 2)]
        (['0 cards', '1 card'], ['0 carte', '2 cartes'])
        """
        forms = self.phrases(language)[name]
        if "|" not in forms:
            return forms.format(**parts)
        one, several = forms.split("|")
        n = parts["n"]
        return (one if n == 1 or (n == 0 and language == "fr") else several).format(**parts)


PHRASES = Phrasebook("play")
"""What is said in play."""

phrase = PHRASES.say
"""One of the phrases of play, with its parts filled in."""
