"""How a film is encoded: differences between frames, tables of what comes again, moves and lines in few words.

A frame brings the parts that nothing before it has named, so whoever puts the frames together has them all. A card that
says no more than its label is its kind alone; moves are those of `ways`, and so are the lines of what has happened:

    {"parts": ["ace", {"text": "discard({0})", "label": "Discard {0}"}, {"event": "set", "text": "points: {0}"}, "5"],
     "table": {"blocks": {"1": {"zones": {"0": {"cards": [[0]]}}}}, "moves": [[[1, [0]]]]}, "log": [[2, 3]]}

`browser/parts.js` does the same as `FrameDecoder`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, groupby, product
from math import comb, prod
from typing import Any

Json = dict[str, Any]


class PartTable:
    """The parts that a film has told so far, by what they say."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._new: list[Any] = []
        self._lay: dict[str, Counter[str]] = {}  # what lay in each zone before, and lies there now, as far as is seen
        self._lie: dict[str, Counter[str]] = {}
        self._seen: set[str] = set()

    def numbered(self, table: Json) -> Json:
        """A table as it is drawn, in few words, with a number in the place of each part."""
        zones = {zone["id"]: zone for block in table["blocks"] for zone in block["zones"]}
        cards = {name: [one["card"] or "?" for one in zone["cards"] or ()] for name, zone in zones.items()}
        self._seen = {name for name, zone in zones.items() if zone["cards"] is not None}
        self._lay = self._lie
        self._lie = {name: Counter(cards[name] or "?" * (zone["count"] or 0)) for name, zone in zones.items()}
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

    def journeys(self, since: Iterable[Json]) -> list[list[int]]:
        """What went from zone to zone, in this order: the numbers of where from, where to, and the cards.

        So many cards in a row that nobody knows are one number below zero. Where there is no card, all went that lay
        there; what is shown or shuffled goes nowhere.
        """
        found = []
        for one in since:
            way = [zone if (zone := one.get(key, "?")) != "?" else "" for key in ("source", "target")]
            cards = one["cards"] if one["event"] == "moved" else []
            lay, come = (self._lay.setdefault(zone, Counter()) for zone in way)
            runs = ((card, len(list(run))) for card, run in groupby(cards if Counter(cards) != lay else ()))
            numbers = ([-n] if card == "?" else [self._number(card)] * n for card, n in runs)
            for card in cards:
                lay[card if lay[card] else "?"] -= 1
                come[card if way[1] in self._seen else "?"] += 1
            if any(way):
                found.append([*map(self._number, way), *chain.from_iterable(numbers)])
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


class FrameDecoder:
    """Puts frames together: `table` is that of the last one, as it is drawn, and `log` what has happened in it."""

    def __init__(self, frames: Iterable[Json] = ()) -> None:
        self._numbered: Json = {}
        self._parts: list[Any] = []
        self._log: list[Any] = []
        self._went: list[list[int]] = []
        for frame in frames:
            self.add(frame)

    def add(self, frame: Json) -> None:
        """Go on to the next frame."""
        self._parts += frame.get("parts", [])
        self._numbered = patched(self._numbered, frame["table"])
        self._log, self._went = frame["log"], frame.get("went", [])

    @property
    def table(self) -> Json:
        """The table of the last frame; empty before the first."""
        if not self._numbered:
            return {}
        return {**full(_cards_changed(self._numbered, lambda number: self._parts[number])), "moves": self.moves}

    @property
    def moves(self) -> list[Json]:
        """The moves of the last frame."""
        return moves_of([self._choice(one) for one in self._numbered["moves"]], _words(self._numbered))

    @property
    def log(self) -> list[Json]:
        """What has happened in the last frame, each with its `text`."""
        words = _words(self._numbered)
        return [one if isinstance(one, dict) else self._line(one, words) for one in self._log]

    @property
    def went(self) -> list[Json]:
        """What went from one zone to another in the last frame: `source`, `target`, and `cards`, null if unknown.

        No cards are all that lay there.
        """
        found = []
        for source, target, *numbers in self._went:
            cards = [[self._parts[one]] if one >= 0 else [None] * -one for one in numbers]
            found.append({"source": self._parts[source], "target": self._parts[target], "cards": sum(cards, [])})
        return found

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


# What a page draws of a table: the description without what it does not need, and without what it can put back
# itself.
#
# `drawn` leaves out of `State.table` what no page looks at. What is left can be said in fewer words, and is: where a
# card says nothing but its label, the label is enough, and how many cards lie in sight need not be told. `brief` leaves
# that out, `full` puts it back, and `browser/parts.js` does the same.

OF_TABLE = ("seat", "status", "decides")
OF_BLOCK = ("id", "label", "team", "groups", "grids", "chosen")
OF_VALUE, OF_CARDS = ("label", "text", "colour"), ("label", "colour", "cards")  # cards have their own texts
OF_ZONE = ("id", "name", "label", "order", "shows", "centre", "back")
OF_TRACK = ("id", "label", "length", "at", "across")
OF_MOVE = ("text", "label", "action", "arguments", "uses", "alone", "spare", "to", "from", "spaces", "cells")
"""The keys that a page needs as they are."""


def drawn(table: Json) -> Json:
    """A description of the table with all that a page draws, and no more."""
    return {
        **_only(table, OF_TABLE),
        "phase": _only(table["phase"], ("id", "label")),
        "blocks": [
            {
                **_only(block, (*OF_BLOCK, "you", "decides")),
                "values": [_only(one, OF_CARDS if "cards" in one else OF_VALUE) for one in block["values"]],
                "zones": [_zone(zone) for zone in block["zones"]],
            }
            for block in table["blocks"]
        ],
        "tracks": [
            {**_only(track, OF_TRACK), "rows": [_row(row) for row in track["rows"]]} for track in table["tracks"]
        ],
        "cards": {kind: _only(face, ("label", "short", "long", "colour")) for kind, face in table["cards"].items()},
        "values": table["values"],
        "moves": [_only(move, OF_MOVE) for move in table["moves"]],
    }


def _zone(zone: Json) -> Json:
    cards = zone["cards"]
    told = None if cards is None else [_only(card, ("card", "text", "colour")) for card in cards]
    hidden = {} if zone["shows"] == "all" else {"shows": zone["shows"]}
    return {**_only(zone, ("id", "name", "label", "order", "centre", "count", "back")), **hidden, "cards": told}


def _row(row: Json) -> Json:
    return {"label": row["label"], "spaces": [_only(space, ("text", "sign", "colour")) for space in row["spaces"]]}


def _only(whole: Json, keys: tuple[str, ...]) -> Json:
    return {key: whole[key] for key in keys if key in whole}


def brief(table: Json) -> Json:
    """A table as it is drawn, without what follows from the rest of it."""
    faces = table["cards"]
    blocks = [
        {
            **_only(block, OF_BLOCK),
            "values": [_without_none(one) for one in block["values"]],
            "zones": [_brief_zone(zone, faces) for zone in block["zones"]],
        }
        for block in table["blocks"]
    ]
    tracks = [{**track, "rows": [_brief_row(row) for row in track["rows"]]} for track in table["tracks"]]
    return {
        **table,
        "blocks": blocks,
        "tracks": tracks,
        "cards": {kind: _brief_face(face) for kind, face in faces.items()},
    }


def _brief_zone(zone: Json, faces: Json) -> Json:
    if zone["cards"] is None:
        return zone
    plain = [
        card["card"] if card["card"] and card["text"] == faces[card["card"]]["short"] else card
        for card in zone["cards"]
    ]
    return {**_only(zone, OF_ZONE), "cards": plain}


def _brief_row(row: Json) -> Json:
    spaces = [
        _without_none({**one, "sign": None if one["sign"] == one["text"] else one["sign"]}) for one in row["spaces"]
    ]
    return {**row, "spaces": spaces}


def _brief_face(face: Json) -> Json:
    short = None if face["short"] == face["label"] else face["short"]
    long = None if face["long"] == face["short"] else face["long"]
    return _without_none({**face, "short": short, "long": long})


def _without_none(some: Json) -> Json:
    return {key: value for key, value in some.items() if value is not None}


def full(table: Json) -> Json:
    """The table as it is drawn, from what `brief` has left of it."""
    faces = {kind: _full_face(face) for kind, face in table["cards"].items()}
    blocks = [
        {
            **block,
            "you": block["id"] == table["seat"],
            "decides": block["id"] == table["decides"],
            "values": [{"colour": None, **one} for one in block["values"]],
            "zones": [_full_zone(zone, faces) for zone in block["zones"]],
        }
        for block in table["blocks"]
    ]
    tracks = [{**track, "rows": [_full_row(row) for row in track["rows"]]} for track in table["tracks"]]
    return {**table, "blocks": blocks, "tracks": tracks, "cards": faces}


def _full_row(row: Json) -> Json:
    return {**row, "spaces": [{"colour": None, "sign": one["text"], **one} for one in row["spaces"]]}


def _full_zone(zone: Json, faces: Json) -> Json:
    if zone["cards"] is None:
        return zone
    told = [{"card": card, "text": faces[card]["short"]} if isinstance(card, str) else card for card in zone["cards"]]
    return {**zone, "count": len(told), "cards": told}


def _full_face(face: Json) -> Json:
    short = face.get("short", face["label"])
    return {"colour": None, **face, "short": short, "long": face.get("long", short)}


# What changes from one description of the table to the next, so that a page holds each card once and not once a move.
#
#     [value]               the whole is now this value
#     [at, many, items]     of a list: from place `at` on, `many` items are replaced by these
#     [patch, patch]        one after the other
#     {key: patch, …}       of an object or a list: what changes at these keys or places; 0 removes a key
#
# `page/patch.js` does the same in the browser.

Patch = Any
"""One of the four forms above; an empty object changes nothing."""

REMOVED = 0


def difference(before: Any, after: Any) -> Patch:
    """The patch that makes one value of another.

    >>> difference({"pile": 3, "hand": ["a", "b"]}, {"pile": 2, "hand": ["a", "c", "b"]})
    {'pile': [2], 'hand': [1, 0, ['c']]}
    """
    if same(before, after):
        return {}
    if isinstance(before, dict) and isinstance(after, dict):
        found = {key: difference(before[key], after[key]) for key in after if key in before}
        found = {key: patch for key, patch in found.items() if patch != {}}
        found |= {key: [value] for key, value in after.items() if key not in before}
        return found | dict.fromkeys((key for key in before if key not in after), REMOVED)
    if isinstance(before, list) and isinstance(after, list) and before and after:
        return min(_of_lists(before, after), key=lambda patch: len(json.dumps(patch)))
    return [after]


def _of_lists(before: list[Any], after: list[Any]) -> list[Patch]:
    """The ways to tell what changes in a list.

    Place by place if it is as long as before; as a run of it; and where things come or go while others change, as a run
    of those with new ids, and then place by place.
    """
    found: list[Patch] = []
    if len(before) == len(after):
        found.append(_by_place(before, after))
    found.append(_run(before, after, same))
    moved = _run(before, after, _is_one)
    kept = patched(before, moved)
    return [*found, [moved, _by_place(kept, after)]] if moved[1] < len(before) and moved[1:] != [0, []] else found


def _by_place(before: list[Any], after: list[Any]) -> Patch:
    places = {str(at): difference(one, two) for at, (one, two) in enumerate(zip(before, after, strict=True))}
    return {at: patch for at, patch in places.items() if patch != {}}


def _run(before: list[Any], after: list[Any], alike: Callable[[Any, Any], bool]) -> list[Any]:
    """The run of a list between what is alike at its beginning and at its end."""
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if not alike(before[at], after[at])), shorter)
    room = shorter - first
    last = next((at for at in range(room) if not alike(before[-1 - at], after[-1 - at])), room)
    return [first, len(before) - first - last, after[first : len(after) - last]]


def _is_one(one: Any, two: Any) -> bool:
    """Whether two things are one, which may have changed."""
    return isinstance(one, dict) and isinstance(two, dict) and "id" in one and one["id"] == two.get("id")


def same(one: Any, two: Any) -> bool:
    """Whether two values are written alike as JSON; 1 and true are not."""
    return bool(one == two) and json.dumps(one) == json.dumps(two)


def patched(value: Any, patch: Patch) -> Any:
    """The value after a change; the one before stays as it is.

    >>> patched(["a", "b"], [1, 1, ["c", "d"]])
    ['a', 'c', 'd']
    """
    if patch == {}:
        return value
    match patch:
        case [whole]:
            return whole
        case [first, then]:
            return patched(patched(value, first), then)
        case [at, many, items]:
            return [*value[:at], *items, *value[at + many :]]
    if isinstance(value, list):
        return [patched(one, patch[str(at)]) if str(at) in patch else one for at, one in enumerate(value)]
    kept = {key: one for key, one in value.items() if patch.get(key, {}) != REMOVED}
    return kept | {key: patched(value.get(key), part) for key, part in patch.items() if part != REMOVED}


# Moves and lines in few words: what many of them have in common is told once, and then what they differ in.
#
# A *way* to move has numbers in braces in the places of its arguments; a *choice* is a way with the values to put
# there:
#
#     {"text": "pass([{0}, {1}])", "label": "Pass {0} and {1}"}
#     [way]                    the move as it stands
#     [way, [a, b], [c]]       each value of the first list with each of the next, in this order
#     [way, 2, [a, b, c]]      each two of these, in this order
#
# In a label stands what the page calls a value: the label of a card or of a block, else the value itself.
# `browser/parts.js` does the same as `moves_of`.

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

    led: Json = {key: move[key] for key in OF_MOVE[2:] if key in move}
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
