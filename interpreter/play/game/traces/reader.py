"""Reads a trace strictly: each line of a known kind, with its keys and no others, each value of its type.

What a line says is compared with the game by `replay`; here it is only made sure that it says something that a trace
can say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from json import JSONDecodeError, JSONDecoder
from typing import Any, Literal, get_args

from ....diagnostics.diagnostic import Report
from ....diagnostics.record import dataclass
from ....diagnostics.span import Source, Span
from ....diagnostics.suggest import did_you_mean
from ....source.text.files import read_source
from .recorder import VERSION, Line

Kind = Literal["event", "end", "chance", "move"]
"""The kinds of lines after the first, by the key that tells them apart; of two keys the first counts."""

KINDS: tuple[Kind, ...] = get_args(Kind)


SIZE_LIMIT = 100_000_000
"""The largest size of a trace that is read, in bytes: one of a long game with all that happens takes some millions."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_whole(value) or isinstance(value, float)


def _is_seat(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"p[1-9][0-9]?", value) is not None


def _list(part: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(part, value))


def _map(part: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(map(part, value.values()))


TYPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "text": (_is_text, "a text"),
    "texts": (_list(_is_text), "a list of texts"),
    "whole": (_is_whole, "a whole number"),
    "seed": (lambda value: value is None or _is_whole(value) and value >= 0, "a whole number from 0 on, or null"),
    "settings": (
        _map(lambda value: isinstance(value, str | bool) or _is_whole(value)),
        "an object with a whole number, a text, true or false for each option",
    ),
    "seat": (_is_seat, 'a seat, such as "p1"'),
    "sides": (_list(_list(_is_seat)), 'a list of sides, each a list of seats such as ["p1", "p3"]'),
    "numbers": (_list(_is_number), "a list of numbers"),
    "scores": (_map(_is_whole), "an object with a whole number for each seat"),
    "measures": (_map(lambda value: value is not None), "an object with a value for each measure"),
    "values": (_map(_is_text), "an object with a text for each value in a text"),
    "value": (lambda value: value is not None, "a value"),
}
"""The types of values: the test, and what the message says is needed."""

FIRST = {
    "trace": "whole",
    "game": "text",
    "variants": "texts",
    "options": "settings",
    "players": "whole",
    "seed": "seed",
    "digest": "text",
}
"""The keys of the first line, with the names of their types. All but `seed` are needed."""

KEYS: dict[Kind, dict[str, str]] = {
    "event": {
        "n": "whole",
        "event": "text",
        "seat": "seat",
        "text": "text",
        "card": "text",
        "source": "text",
        "target": "text",
        "place": "whole",
        "value": "value",
        "told": "values",
    },
    "end": {
        "end": "text",
        "winners": "sides",
        "returns": "numbers",
        "scores": "scores",
        "measures": "measures",
        "state": "text",
    },
    "chance": {"n": "whole", "chance": "text", "outcome": "text", "weight": "whole", "of": "whole"},
    "move": {"n": "whole", "seat": "seat", "phase": "text", "move": "text", "legal": "texts"},
}
"""The keys of each kind of line, with the names of their types."""


def spans_of_lines(source: Source) -> Iterator[Span]:
    """The lines of a trace that are not empty. Only a line feed ends a line: other signs may stand in a text."""
    start = 0
    for text in source.text.split("\n"):
        if text.strip():
            yield Span(source, start, start + len(text.rstrip()))
        start += len(text) + 1


def line_of(source: Source, number: int) -> Span:
    """The span of a line of a trace, by its number from 1; empty lines are not counted."""
    spans = list(spans_of_lines(source))
    end = len(source.text)
    return spans[number - 1] if number <= len(spans) else Span(source, max(end - 1, 0), end)


def differences(source: Source, found: Sequence[tuple[int, str]], report: Report, *, same_rules: bool) -> None:
    """Report each difference between a trace and the game that it names, as (line, text), where it stands (E870)."""
    spans = list(spans_of_lines(source))
    notes = () if same_rules else ("the rules have changed since the trace was written",)
    for number, what in found:
        span = spans[number - 1] if number <= len(spans) else line_of(source, number)
        report.add("E870", f"the trace differs: {what}", span, label="here", notes=notes)


def load_trace(name: str, report: Report) -> tuple[Source, list[Line]] | None:
    """Read a file with a trace: its text, and its lines. None if anything is wrong with it, which is reported."""
    source = read_source(name, report, largest=SIZE_LIMIT)
    lines = read_trace(source, report) if source is not None else None
    return None if source is None or lines is None else (source, lines)


def read_trace(source: Source, report: Report) -> list[Line] | None:
    """Read the lines of a trace; None if anything is wrong with it, with E871 or E872 in `report`."""
    spans = list(spans_of_lines(source))
    if not spans:
        _no_trace(
            "the file is empty, and says nothing of what is played", Span(source, 0, min(len(source.text), 1)), report
        )
        return None
    first = _first(spans[0], report)
    if first is None:
        return None
    found, before = [first], report.errors
    for span in spans[1:]:
        if "end" in found[-1] and len(found) > 1:
            report.add("E871", "the trace goes on after its end", span, label="nothing may follow the end")
            break
        try:
            line = read_json_line(span.text)
        except JsonMistake as mistake:
            _mistake("E871", mistake, span, report)
            continue
        _check(line, span, report)
        found.append(line.value)
    return found if report.errors == before else None


OLD_VERSION = 1
"""The version of traces whose seeds dealt other cards than they do today: what their lines say counts, no seed."""


def _first(span: Span, report: Report) -> Line | None:
    """The first line, if it says what is played."""
    try:
        line = read_json_line(span.text)
    except JsonMistake as mistake:
        if span.text.lstrip()[:1] == "{":
            _mistake("E872", mistake, span, report)
        else:
            _no_trace("this is not a trace: its first line is not a JSON object", span, report)
        return None
    version = line.value.get("trace", VERSION)
    if _is_whole(version) and version not in (OLD_VERSION, VERSION):
        message = f"this is a trace of version {json.dumps(version)}, but only versions up to {VERSION} can be read"
        _no_trace(message, span, report)
        return None
    if any(key not in line.value for key in FIRST if key != "seed"):
        _no_trace("the first line does not say what is played", span, report)
        return None
    before = report.errors
    _values(line, FIRST, span, report, "E872")
    line.value["seed"] = None if version == OLD_VERSION else line.value.get("seed")
    return line.value if report.errors == before else None


def _check(line: JsonLine, span: Span, report: Report) -> None:
    """Report what is wrong with a line after the first."""
    kind = next((kind for kind in KINDS if kind in line.value), None)
    if kind is None:
        report.add("E871", f"this line has none of the known keys: {', '.join(KINDS)}", span)
        return
    _values(line, KEYS[kind], span, report, "E871")


def _values(line: JsonLine, keys: Mapping[str, str], span: Span, report: Report, code: str) -> None:
    """Report unknown keys, and values of a wrong type."""
    for key, value in line.value.items():
        if key not in keys:
            at = _part(span, line.keys[key])
            report.add(code, f"a trace has no key '{key}' here", at, helps=did_you_mean(key, keys))
            continue
        fits, wanted = TYPES[keys[key]]
        if not fits(value):
            at = _part(span, line.values[key])
            report.add(code, f"'{key}' needs {wanted}", at, label=f"this is {_described(value)}")


def _described(value: Any) -> str:
    match value:
        case None | bool():
            return json.dumps(value)
        case int():
            return "a whole number"
        case float():
            return "a fraction"
        case str():
            return "a text"
        case list():
            return "a list of something else" if value else "an empty list"
        case _:
            return "an object"


def _mistake(code: str, mistake: JsonMistake, span: Span, report: Report) -> None:
    report.add(code, mistake.message, _part(span, (mistake.start, mistake.end)))


def _part(span: Span, part: tuple[int, int]) -> Span:
    return Span(span.source, span.start + part[0], span.start + part[1])


def _no_trace(message: str, span: Span, report: Report) -> None:
    report.add("E872", message, span, helps=("a trace is written by `cardwright run GAME --trace FILE`",))


# Reads a line of JSON strictly: each key once, numbers as JSON has them, and nothing nested too deeply.
#
# The place of each key and value of the object is kept, so that a mistake can be shown where it is.

DEEPEST = 10
"""How deeply lists and objects may lie in one another."""


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
    reader = _JsonReader(text)
    value, end = reader.value(reader.past_blanks(0), 0)
    end = reader.past_blanks(end)
    if not isinstance(value, dict):
        raise JsonMistake("this line is not a JSON object", 0, len(text.rstrip()))
    if end < len(text):
        raise JsonMistake("nothing may follow the object", end, len(text.rstrip()))
    return JsonLine(value, reader.keys, reader.values)


class _JsonReader:
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
                number = _NUMBER.match(self.text, at)
                if number is None:
                    word = _WORD.match(self.text, at)
                    if word is None or word.group() not in _WORDS:
                        raise self._unexpected(at, "a value", word.end() if word else at + 1)
                    return _WORDS[word.group()], word.end()
                whole = number.group(2) is None and number.group(3) is None
                # Numbers are smaller than this, and larger than its negative
                fits = len(number.group()) <= 40 and abs(float(number.group())) < (2**63)
                if not fits:
                    raise JsonMistake("this number is too large for a trace", at, number.end())
                return int(number.group()) if whole else float(number.group()), number.end()

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
