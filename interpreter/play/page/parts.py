"""What a film says again and again is told once: cards, ways to move, what happens. Its frames hold their numbers.

A frame brings the parts that nothing before it has named, so whoever puts the frames together has them all. A card that
says no more than its label is its kind alone; moves are those of `ways`, and so are the lines of what has happened:

    {"parts": ["ace", {"text": "discard({0})", "label": "Discard {0}"}, {"event": "set", "text": "points: {0}"}, "5"],
     "table": {"blocks": {"1": {"zones": {"0": {"cards": [[0]]}}}}, "moves": [[[1, [0]]]]}, "log": [[2, 3]]}

`browser/parts.js` does the same as `Together`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .drawn import brief, full
from .patch import patched
from .ways import Choice, choices_of, filled, line_apart, moves_of, pattern_of

Json = dict[str, Any]


class Parts:
    """The parts that a film has told so far, by what they say."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._new: list[Any] = []

    def numbered(self, table: Json) -> Json:
        """A table as it is drawn, in few words, with a number in the place of each part."""
        short, words = brief(table), _words(table)
        moves = [
            [self._number(way), *([taken] if taken else []), *([self._number(one) for one in some] for some in lists)]
            for way, taken, lists in choices_of(table["moves"], words)
        ]
        return {**_cards_changed(short, self._number), "moves": moves}

    def lines(self, log: Sequence[Json], table: Json, names: tuple[str, ...]) -> list[list[int]]:
        """What has happened, each line with the number of what it says, and those of the values in it.

        `names` are all that the game has for its cards: the same for each frame, so that it is made ready once.
        """
        words = _words(table)
        blocks = tuple(block["label"] for block in table["blocks"])
        pattern, values = pattern_of(blocks + names), {name: value for value, name in words.items()}
        found = []
        for one in log:
            text, row = line_apart(str(one["text"]), pattern, values)
            found.append([self._number({**one, "text": text}), *map(self._number, row)])
        return found

    def new(self) -> list[Any]:
        """The parts that were first named since the last call."""
        found, self._new = self._new, []
        return found

    def _number(self, part: Any) -> int:
        said = json.dumps(part, ensure_ascii=False)
        if said not in self._numbers:
            self._numbers[said] = len(self._numbers)
            self._new.append(part)
        return self._numbers[said]


class Together:
    """Puts frames together: `table` is that of the last one, as it is drawn, and `log` what has happened in it."""

    def __init__(self, frames: Iterable[Json] = ()) -> None:
        self._numbered: Json = {}
        self._parts: list[Any] = []
        self._log: list[Any] = []
        for frame in frames:
            self.add(frame)

    def add(self, frame: Json) -> None:
        """Go on to the next frame."""
        self._parts += frame.get("parts", [])
        self._numbered = patched(self._numbered, frame["table"])
        self._log = frame["log"]

    @property
    def table(self) -> Json:
        """The table of the last frame; empty before the first."""
        if not self._numbered:
            return {}
        found = full(_cards_changed(self._numbered, lambda number: self._parts[number]))
        return {**found, "moves": self.moves}

    @property
    def moves(self) -> list[Json]:
        """The moves of the last frame."""
        return moves_of([self._choice(one) for one in self._numbered["moves"]], _words(self._numbered))

    @property
    def log(self) -> list[Json]:
        """What has happened in the last frame, each with its `text`."""
        words = _words(self._numbered)
        return [one if isinstance(one, dict) else self._line(one, words) for one in self._log]

    def _choice(self, choice: Sequence[Any]) -> Choice:
        way, *lists = choice
        taken = lists.pop(0) if lists and isinstance(lists[0], int) else 0
        return self._parts[way], taken, [[self._parts[one] for one in some] for some in lists]

    def _line(self, line: Sequence[int], words: Mapping[str, str]) -> Json:
        told, *row = (self._parts[number] for number in line)
        return {**told, "text": filled(told["text"], row, words)}


def _words(table: Json) -> dict[str, str]:
    """What the page calls the values that it knows."""
    blocks = {block["id"]: block["label"] for block in table["blocks"]}
    return blocks | {kind: face["label"] for kind, face in table["cards"].items()}


def _cards_changed(table: Json, change: Callable[[Any], Any]) -> Json:
    """The table with a change of each card in a zone."""
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
    return {**table, "blocks": blocks}
