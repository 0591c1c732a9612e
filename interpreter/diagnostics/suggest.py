"""Suggestions for misspelt words: the nearest of the names that exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher


def suggest(word: str, names: Iterable[str]) -> str | None:
    """The name nearest to a word, or None if none is near enough.

    A name that differs only in case, `-`, `_` or spaces comes first. Otherwise the number of letters to change, add,
    drop or exchange must be small for the length: one for up to four letters, two for up to seven, then a third of the
    length but at most three. Among equally near names the one with the longest common parts wins. A word is never
    suggested for itself.

    >>> suggest("distances", ["deck", "distance"])
    'distance'
    >>> suggest("hand", ["deck", "distance"]) is None
    True
    """
    ranked: list[tuple[int, float, str]] = []
    plain = _plain(word)
    for name in dict.fromkeys(names):
        if not name or name == word:
            continue
        if _plain(name) == plain:
            ranked.append((0, 0.0, name))
            continue
        most = _allowed(max(len(word), len(name)))
        if abs(len(word) - len(name)) > most:
            continue
        steps = edits(word.lower(), name.lower())
        if steps <= most and steps < min(len(word), len(name)):
            unlike = 1 - SequenceMatcher(None, word.lower(), name.lower()).ratio()
            ranked.append((max(steps, 1), unlike, name))
    return min(ranked, key=lambda rank: rank[:2])[2] if ranked else None


def did_you_mean(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """The helps to add to a diagnostic about an unknown name: one text, or none.

    >>> did_you_mean("distances", ["distance"])
    ("did you mean 'distance'?",)
    """
    name = suggest(word, names)
    return (f"did you mean '{name}'?",) if name else ()


def edits(one: str, other: str) -> int:
    """The number of letters to change, add, drop or exchange with their neighbour, to get from one word to the other.

    >>> edits("haand", "hand"), edits("ahnd", "hand")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one):
        above, before, row = before, row, [i + 1]
        for j, letter in enumerate(other):
            steps = min(before[j] + (char != letter), before[j + 1] + 1, row[j] + 1)
            if above and j > 0 and char == other[j - 1] and one[i - 1] == letter:
                steps = min(steps, above[j - 1] + 1)
            row.append(steps)
    return row[-1]


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")


def _allowed(length: int) -> int:
    return 1 if length <= 4 else 2 if length <= 7 else min(length // 3, 3)
