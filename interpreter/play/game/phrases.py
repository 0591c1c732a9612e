"""What the tool itself says to players, in their language; what a game says is in its spec.

The phrases stand in `phrases.json` beside the module that says them (`read_phrases`), in sections that only help
whoever reads or translates them. A phrase with `|` has two forms: the first for one thing, the second for several (`n`
says how many). French counts none as one thing. Diagnostics are no phrases: they are English everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...diagnostics.record import dataclass

Phrases = dict[str, dict[str, str]]
"""Phrases by name, each in each language."""


def read_phrases(module: str) -> Phrases:
    """The phrases beside a module, of which `module` is the file."""
    text = Path(module).with_name("phrases.json").read_text(encoding="utf-8")
    sections = json.loads(text, object_pairs_hook=_distinct)
    return _distinct([one for section in sections.values() for one in section.items()])


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


PHRASES = read_phrases(__file__)

VALUES = {"none": "none", "true": "yes", "false": "no", "yes": "yes", "no": "no"}
"""The phrases for values that every game has."""


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Some phrases by name, each in each language."""

    phrases: Mapping[str, dict[str, str]]

    def say(self, language: str, name: str, /, **parts: object) -> str:
        """A phrase with its parts filled in.

        >>> [phrase("en", "cards", n=n) for n in (0, 1)], [phrase("fr", "cards", n=n) for n in (0, 2)]
        (['0 cards', '1 card'], ['0 carte', '2 cartes'])
        """
        return _filled(self.phrases[name], language, **parts)


phrase = Phrasebook(PHRASES).say
"""One of the phrases above, with its parts filled in."""


def _filled(forms_by_language: dict[str, str], language: str, /, **parts: object) -> str:
    """One phrase, given in each language, with its parts filled in."""
    forms = forms_by_language.get(language, forms_by_language["en"])
    if "|" not in forms:
        return forms.format(**parts)
    one, several = forms.split("|")
    n = parts["n"]
    return (one if n == 1 or (n == 0 and language == "fr") else several).format(**parts)
