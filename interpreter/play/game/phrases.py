"""What the tool itself says to people, in their language; what a game says is in its spec.

A language is a file of `interpreter/languages`: first its name, how it writes numbers and lists, and which forms it has
for several things; then what each room of the package says (`play`, `page`, `print`, `studies`), in sections that only
help whoever reads or translates them. A phrase with `|` has as many forms as its language has; `n` says how many things
there are. People of a language that has no file are told everything in English. Diagnostics are no phrases: they are
English everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pkgutil import get_data
from typing import Any

from ...diagnostics.text import DEFAULT_LANGUAGE, LANGUAGES, broader

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


def spoken(language: str) -> str:
    """The language in which the tool speaks to people of a language.

    >>> spoken("fr"), spoken("fr-CA"), spoken("eo")
    ('fr', 'fr', 'en')
    """
    return next((one for one in broader(language) if one in LANGUAGES), DEFAULT_LANGUAGE)


_RELATION = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")


@cache
def plural_form(rules: str, n: int) -> int:
    """Which of the forms of a phrase is for so many things, by rules as CLDR writes them for whole numbers.

    >>> [plural_form("one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14", n) for n in (1, 2, 12, 22, 5)]
    [0, 1, 2, 1, 2]
    """
    ways = [rule.partition(": ")[2].split(" or ") for rule in rules.split("; ") if rule]
    return next((at for at, some in enumerate(ways) if any(_is_true(one, n) for one in some)), len(ways))


def _is_true(condition: str, n: int) -> bool:
    for divisor, sign, ranges in _RELATION.findall(condition):
        ends = [one.split("..") for one in ranges.split(",")]
        among = any(int(low[0]) <= (n % int(divisor) if divisor else n) <= int(low[-1]) for low in ends)
        if among != (sign == "="):
            return False
    return True


class Phrasebook:
    """What some rooms of the package say. There are a few of these, which last as long as the process."""

    def __init__(self, *rooms: str) -> None:
        self._rooms = ("language", *rooms)

    @cache  # noqa: B019
    def phrases(self, language: str) -> Phrases:
        """All phrases in a language as they are written, with their braces, by name."""
        known = _language(spoken(language))
        return {name: text for room in self._rooms for name, text in known[room].items()}

    def say(self, language: str, name: str, /, **parts: object) -> str:
        """A phrase with its parts filled in.

        >>> [phrase("en", "cards", n=n) for n in (0, 1)], [phrase("fr", "cards", n=n) for n in (0, 2)]
        (['0 cards', '1 card'], ['0 carte', '2 cartes'])
        """
        phrases = self.phrases(language)
        forms = phrases[name].split("|")
        n = parts["n"] if len(forms) > 1 else 0
        form = plural_form(phrases["plurals"], n) if isinstance(n, int) and len(forms) > 1 else -1
        return forms[form].format(**parts)

    def several(self, language: str, how: str, what: Iterable[str]) -> str:
        """A list in words: `1, 2 and 3`; `how` is `list_and` or `list_or`.

        >>> PHRASES.several("fr", "list_or", "abc")
        'a, b ou c'
        """
        *most, last = what
        return self.say(language, how, most=", ".join(most), last=last) if most else last


PHRASES = Phrasebook("play")
"""What is said in play."""

phrase = PHRASES.say
"""One of the phrases of play, with its parts filled in."""


def players_text(written: str, language: str) -> str:
    """For how many players a game is, from what its file says; empty for nothing.

    >>> [players_text(written, "en") for written in ("1", "2..7", "2, 3, 6")]
    ['1 player', '2 to 7 players', '2, 3, 6 players']
    """
    low, dots, high = written.partition("..")
    numbers = phrase(language, "range", low=low, high=high) if dots else written
    return phrase(language, "players", n=1 if written == "1" else numbers) if written else ""
