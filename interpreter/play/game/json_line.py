"""Reads a line of JSON strictly: each key once, numbers as JSON has them, and nothing nested too deeply.

The place of each key and value of the object is kept, so that a mistake can be shown where it is.
"""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Any

from ...diagnostics.record import dataclass

DEEPEST = 10
"""How deeply lists and objects may lie in one another."""

LARGEST = 2**63
"""Numbers are smaller than this, and larger than its negative."""

_DECODER = JSONDecoder()
_BLANK = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORD = re.compile(r"[-+]?[A-Za-z]+")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}


class JsonMistake(Exception):
    """Raised at the first mistake in a line: what it is, and from where to where."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.start, self.end = message, start, end


@dataclass(frozen=True, slots=True)
class JsonLine:
    """An object, and where each of its keys and values lies in the line."""

    value: dict[str, Any]
    keys: dict[str, tuple[int, int]]
    values: dict[str, tuple[int, int]]


def read_json_line(text: str) -> JsonLine:
    """Read the object that a line consists of. Raises JsonMistake."""
    reader = _Reader(text)
    value, end = reader.value(reader.past_blanks(0), 0)
    end = reader.past_blanks(end)
    if not isinstance(value, dict):
        raise JsonMistake("this line is not a JSON object", 0, len(text.rstrip()))
    if end < len(text):
        raise JsonMistake("nothing may follow the object", end, len(text.rstrip()))
    return JsonLine(value, reader.keys, reader.values)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.keys: dict[str, tuple[int, int]] = {}
        self.values: dict[str, tuple[int, int]] = {}

    def past_blanks(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int) -> tuple[Any, int]:
        """The value that begins here, and where it ends."""
        first = self.text[at : at + 1]
        if first in ("{", "[") and depth == DEEPEST:
            raise JsonMistake("this is nested too deeply for a trace", at, at + 1)
        match first:
            case "{":
                return self._object(at, depth)
            case "[":
                return self._list(at, depth)
            case '"':
                return self._string(at)
            case _:
                return self._plain(at)

    def _object(self, at: int, depth: int) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        here = self.past_blanks(at + 1)
        if self.text[here : here + 1] == "}":
            return found, here + 1
        while True:
            key, end = self._string(here)
            if key in found:
                raise JsonMistake(f"the key '{key}' is given twice", here, end)
            start = self.past_blanks(self._sign(":", self.past_blanks(end)))
            found[key], stop = self.value(start, depth + 1)
            if depth == 0:
                self.keys[key], self.values[key] = (here, end), (start, stop)
            here = self.past_blanks(stop)
            if self.text[here : here + 1] == "}":
                return found, here + 1
            here = self.past_blanks(self._sign(",", here))

    def _list(self, at: int, depth: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        here = self.past_blanks(at + 1)
        if self.text[here : here + 1] == "]":
            return found, here + 1
        while True:
            one, end = self.value(here, depth + 1)
            found.append(one)
            here = self.past_blanks(end)
            if self.text[here : here + 1] == "]":
                return found, here + 1
            here = self.past_blanks(self._sign(",", here))

    def _string(self, at: int) -> tuple[str, int]:
        if self.text[at : at + 1] != '"':
            raise self._unexpected(at, "a text in double quotes")
        try:
            text, end = _DECODER.raw_decode(self.text, at)
            str(text).encode()  # half of a surrogate pair could not be printed
        except (JSONDecodeError, UnicodeEncodeError):
            raise JsonMistake("this text is not valid in JSON", at, len(self.text.rstrip())) from None
        return str(text), end

    def _plain(self, at: int) -> tuple[Any, int]:
        number = _NUMBER.match(self.text, at)
        if number is None:
            word = _WORD.match(self.text, at)
            if word is None or word.group() not in _WORDS:
                raise self._unexpected(at, "a value", word.end() if word else at + 1)
            return _WORDS[word.group()], word.end()
        whole = number.group(2) is None and number.group(3) is None
        fits = len(number.group()) <= 40 and abs(float(number.group())) < LARGEST
        if not fits:
            raise JsonMistake("this number is too large for a trace", at, number.end())
        return int(number.group()) if whole else float(number.group()), number.end()

    def _sign(self, sign: str, at: int) -> int:
        if self.text[at : at + 1] != sign:
            raise self._unexpected(at, f"`{sign}`")
        return at + 1

    def _unexpected(self, at: int, wanted: str, end: int | None = None) -> JsonMistake:
        if at >= len(self.text.rstrip()):
            at = len(self.text.rstrip())
            return JsonMistake(f"the line ends where JSON needs {wanted}", max(at - 1, 0), at)
        end = min(end or at + 1, at + 40)
        return JsonMistake(f"JSON needs {wanted} here, not '{self.text[at:end]}'", at, end)
