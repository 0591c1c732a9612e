"""Kinds of card that are made by combining values: `each: {colour: colour, number: 1..10}`."""

from __future__ import annotations

import re
from math import prod

from ...diagnostics.suggest import did_you_mean
from ..syntax.nodes import Word
from ..text.tree import Entry, Scalar, Sequence
from .nodes import Attribute, Each, Value
from .reading import INTEGER, Reading, mapping, scalar, value

MOST_KINDS = 2000
RANGE = re.compile(r"\s*(-?[0-9]{1,9})\s*\.\.\s*(-?[0-9]{1,9})\s*", re.ASCII)
Symbols = dict[str, tuple[Word, ...]]


def read_each(
    reading: Reading, entry: Entry | None, attributes: tuple[Attribute, ...], symbols: Symbols, path: str
) -> Each:
    """What `each` runs through: ranges are written out, an enumeration stands for all its symbols.

    `symbols` are those of every enumeration. Errors: E601 (a value that is none), E602 (too many kinds).
    """
    if entry is None:
        return Each(())
    found: list[tuple[Word, tuple[Value, ...]]] = []
    names = [attribute.name.text for attribute in attributes]
    for part in mapping(entry.value).entries:
        where = f"{path}.{part.key.text}"
        name = reading.word(part.key, where)
        if name.text not in names:
            notes = (f"attributes of this deck: {', '.join(names)}",) if names else ()
            helps = did_you_mean(name.text, names)
            message = f"unknown attribute '{name.text}'"
            reading.report.add("E601", message, name.span, notes=notes, helps=helps, path=where)
        found.append((name, _values(reading, part, symbols, where)))
    number = prod(len(values) for _, values in found)
    if number > MOST_KINDS:
        message = f"this makes {number} kinds of card; {MOST_KINDS} are the most"
        reading.report.add("E602", message, entry.key.span, path=path)
        return Each(())
    if not found:
        reading.report.add("E601", "'each' needs an attribute to run through", entry.key.span, path=path)
    return Each(tuple(found))


def _values(reading: Reading, entry: Entry, symbols: Symbols, path: str) -> tuple[Value, ...]:
    if isinstance(entry.value, Sequence):
        return _listed(reading, entry.value, path)
    text = scalar(entry.value)
    if match := RANGE.fullmatch(text.text):
        return _numbers(reading, text, int(match[1]), int(match[2]), path)
    if text.text in symbols:
        return tuple(Value(word.text, text.span) for word in symbols[text.text])
    helps = did_you_mean(text.text, symbols) or (
        "write a range such as `1..10`, a list, or the name of an enumeration",
    )
    notes = (f"enumerations: {', '.join(symbols)}",) if symbols else ()
    message = f"'{text.text}' is no enumeration"
    reading.report.add("E601", message, text.span, notes=notes, helps=helps, path=path)
    return ()


def _numbers(reading: Reading, text: Scalar, low: int, high: int, path: str) -> tuple[Value, ...]:
    if low > high:
        helps = ("the smaller number comes first",)
        message = f"the range {low}..{high} is empty"
        reading.report.add("E601", message, text.span, helps=helps, path=path)
        return ()
    if high - low >= MOST_KINDS:
        message = f"this makes {high - low + 1} kinds of card; {MOST_KINDS} are the most"
        reading.report.add("E602", message, text.span, path=path)
        return ()
    return tuple(Value(str(number), text.span) for number in range(low, high + 1))


def _listed(reading: Reading, node: Sequence, path: str) -> tuple[Value, ...]:
    texts = [scalar(item) for item in node.items]
    if texts and all(INTEGER.fullmatch(text.text) for text in texts):
        found = tuple(Value(str(int(text.text)), text.span) for text in texts)
    else:
        found = tuple(value(text) for text in texts)
        reading.different_words(node, path)
        return found
    for number, one in enumerate(found):
        if one.text in {other.text for other in found[:number]}:
            message = f"{one.text} stands twice in this list"
            reading.report.add("E290", message, one.span, path=path)
    return found
