"""What a film says again and again is told once: cards as they lie in a zone, and moves. Tables hold their numbers.

A frame brings the parts that nothing before it has named, so whoever puts the frames together has them all:

    {"parts": [{"card": "km_25", "text": "25 km"}], "table": {"blocks": {"1": {"zones": {"0": {"cards": [[0, 7]]}}}}}}

`browser/parts.js` does the same as `whole`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

Json = dict[str, Any]


class Parts:
    """The parts that a film has told so far, by what they say."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._new: list[Json] = []

    def numbered(self, table: Json) -> Json:
        """The table with a number in the place of each part."""
        return _mapped(table, self._number)

    def new(self) -> list[Json]:
        """The parts that were first named since the last call."""
        found, self._new = self._new, []
        return found

    def _number(self, part: Json) -> int:
        said = json.dumps(part, ensure_ascii=False)
        if said not in self._numbers:
            self._numbers[said] = len(self._numbers)
            self._new.append(part)
        return self._numbers[said]


def whole(table: Json, parts: Sequence[Json]) -> Json:
    """The table with its parts in the places of their numbers."""
    return _mapped(table, lambda number: parts[number])


def _mapped(table: Json, change: Callable[[Any], Any]) -> Json:
    """The table with a change of each card in a zone and of each move."""
    blocks = [
        {
            **block,
            "zones": [
                {**zone, "cards": None if zone["cards"] is None else [change(card) for card in zone["cards"]]}
                for zone in block["zones"]
            ],
        }
        for block in table["blocks"]
    ]
    return {**table, "blocks": blocks, "moves": [change(move) for move in table["moves"]]}
