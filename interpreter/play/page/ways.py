"""Moves and lines in few words: what many of them have in common is told once, and then what they differ in.

A *way* to move has numbers in braces in the places of its arguments; a *choice* is a way with the values to put there:

    {"text": "pass([{0}, {1}])", "label": "Pass {0} and {1}"}
    [way]                    the move as it stands
    [way, [a, b], [c]]       each value of the first list with each of the next, in this order
    [way, 2, [a, b, c]]      each two of these, in this order

In a label stands what the page calls a value: the label of a card or of a block, else the value itself.
`browser/parts.js` does the same as `moves_of`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, groupby, product
from math import comb, prod
from typing import Any

Json = dict[str, Any]

Row = tuple[str, ...]

Choice = tuple[Json, int, list[list[str]]]
"""A way, how many of the values of its only list are taken (0 for one of each list), and the lists."""

_VALUE = re.compile(r"(?<=[(\[,=])(\s*)(-?\w+)(?!\s*=|\w)")
_PLACE = re.compile(r"\{(\d+)\}")
_NUMBER = r"-?\d+"


def choices_of(moves: Sequence[Json], words: Mapping[str, str]) -> Iterator[Choice]:
    """These moves as choices; `words` are what the page calls the values that it knows.

    >>> moves = [{"text": f"go({to})", "label": f"Go to {name}"} for to, name in (("p1", "Ann"), ("p2", "Bo"))]
    >>> list(choices_of(moves, {"p1": "Ann", "p2": "Bo"}))
    [({'text': 'go({0})', 'label': 'Go to {0}'}, 0, [['p1', 'p2']])]
    """
    for way, alike in groupby((_taken_apart(move, words) for move in moves), lambda one: one[0]):
        rows = [row for _, row in alike]
        found = _together(rows)
        if found is not None:
            yield way, *found
            continue
        for first, some in groupby(rows, lambda row: row[:-1]):
            yield way, 0, [*([value] for value in first), [row[-1] for row in some]]


def _taken_apart(move: Json, words: Mapping[str, str]) -> tuple[Json, Row]:
    """The way of a move, and its values."""
    text, label = str(move["text"]), str(move["label"])
    values: list[str] = []

    def place(found: re.Match[str]) -> str:
        values.append(found[2])
        return f"{found[1]}{{{len(values) - 1}}}"

    led: Json = {key: move[key] for key in ("to", "from") if key in move}
    if "{" in text + label:  # it could not be told from a place
        return {"text": text, "label": label, **led}, ()
    text = _VALUE.sub(place, text)
    return {"text": text, "label": _with_places(label, [words.get(one, one) for one in values]), **led}, tuple(values)


def _with_places(label: str, names: Sequence[str]) -> str:
    """A label with numbers in braces for what it calls the values; one that it does not name has none.

    >>> _with_places("Lay 1 of 10 down", ["1", "10"])
    'Lay {0} of {1} down'
    """
    found: list[tuple[int, int, int]] = []
    for number, name in enumerate(names):
        spans = (one.span() for one in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", label) if name)
        free = (span for span in spans if all(span[1] <= begin or end <= span[0] for begin, end, _ in found))
        found += [(*span, number) for span in list(free)[:1]]
    for begin, end, number in sorted(found, reverse=True):
        label = f"{label[:begin]}{{{number}}}{label[end:]}"
    return label


def _together(rows: Sequence[Row]) -> tuple[int, list[list[str]]] | None:
    """All rows as one choice, if they are one."""
    columns = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
    if prod(map(len, columns)) == len(rows) and list(product(*columns)) == rows:
        return 0, columns
    values, taken = list(dict.fromkeys(value for row in rows for value in row)), len(rows[0])
    if comb(len(values), taken) == len(rows) and list(combinations(values, taken)) == rows:
        return taken, [values]
    return None


def moves_of(choices: Sequence[Choice], words: Mapping[str, str]) -> list[Json]:
    """The moves of these choices."""
    found = []
    for way, taken, lists in choices:
        for row in combinations(lists[0], taken) if taken else product(*lists):
            found.append({**way, "text": _filled(way["text"], row), "label": filled(way["label"], row, words)})
    return found


def _filled(text: str, values: Sequence[str]) -> str:
    return _PLACE.sub(lambda found: values[int(found[1])] if int(found[1]) < len(values) else found[0], text)


@lru_cache(maxsize=64)
def pattern_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """What finds these names in a line, and numbers."""
    longest_first = sorted({name for name in names if name}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join([*map(re.escape, longest_first), _NUMBER])})(?!\w)")


def line_apart(text: str, pattern: re.Pattern[str], values: Mapping[str, str]) -> tuple[str, Row]:
    """A line with places, and the values that it names; `values` are known by what the page calls them.

    >>> line_apart("Bo: 5 points to Al", pattern_of(("Bo", "Al")), {"Bo": "p2"})
    ('{0}: {1} points to Al', ('p2', '5'))
    """
    found: list[str] = []

    def place(name: re.Match[str]) -> str:
        if name[0] not in values and not name[0][-1].isdigit():
            return name[0]
        found.append(values.get(name[0], name[0]))
        return f"{{{len(found) - 1}}}"

    return (text, ()) if "{" in text else (pattern.sub(place, text), tuple(found))


def filled(text: str, values: Sequence[str], words: Mapping[str, str]) -> str:
    """A line or a label with what the page calls its values in their places."""
    return _filled(text, [words.get(value, value) for value in values])
