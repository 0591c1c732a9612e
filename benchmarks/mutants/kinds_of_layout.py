"""Mistakes of YAML: lines, brackets, quotes, indentation, levels, lists, and values of another kind."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardwright.source.text.tree import Mapping, Scalar, Sequence

from .edit import Edit, at_word, of_lines
from .page import Page

FEW_PROSE = 0.2
"""The share of lines with texts for people that are touched: they say nothing to the rules."""


def _lines(page: Page, luck: Random) -> Iterator[int]:
    """Lines that say something, from 1."""
    for number, line in enumerate(page.lines, 1):
        if (
            line.strip()
            and not line.lstrip().startswith("#")
            and not (page.prose(number) and luck.random() > FEW_PROSE)
        ):
            yield number


def dropped_lines(page: Page, luck: Random) -> Iterator[Edit]:
    """A line left out."""
    for number in _lines(page, luck):
        yield of_lines(page, number, number, [], about=_names(page.lines[number - 1]), also=(page.above(number),))


def doubled_lines(page: Page, luck: Random) -> Iterator[Edit]:
    """A line twice."""
    for number in _lines(page, luck):
        yield of_lines(page, number, number, [page.lines[number - 1]] * 2)


def quotes(page: Page, luck: Random) -> Iterator[Edit]:
    """A quotation mark left out."""
    for stop in page.stops:
        one = stop.scalar
        if one is not None and one.style in ("single", "double"):
            start = one.span.start if luck.random() < 0.5 else one.span.end - 1
            yield at_word(page, start, start + 1, "", hopes=('"', "'", "quote", "quotes"))


def brackets(page: Page, luck: Random) -> Iterator[Edit]:
    """A bracket or a brace left out."""
    places = {word.start for word in page.words if word.text in "()[]"}
    for node in _flows(page.tree):
        places |= {node.span.start, node.span.end - 1}
    for start in sorted(places):
        sign = page.text[start]
        pair = {"(": "()", ")": "()", "[": "[]", "]": "[]", "{": "{}", "}": "{}"}.get(sign)
        if pair:
            yield at_word(page, start, start + 1, "", hopes=(pair[0], pair[1]))


def _flows(node: object) -> Iterator[Mapping | Sequence]:
    match node:
        case Mapping() | Sequence():
            if node.span.source.text[node.span.start : node.span.start + 1] in ("{", "["):
                yield node
            below = [entry.value for entry in node.entries] if isinstance(node, Mapping) else node.items
            for one in below:
                yield from _flows(one)


def indentation(page: Page, luck: Random) -> Iterator[Edit]:
    """A line that begins one or two characters too far to the left or to the right."""
    values = [stop.scalar for stop in page.stops if stop.language == "expression" and stop.scalar]
    loose = {n for one in values for n in range(page.line(one.span.start) + 1, page.line(one.span.end) + 1)}
    for number in _lines(page, luck):
        line = page.lines[number - 1]
        margin = len(line) - len(line.lstrip())
        if number in loose and page.lines[number - 2].strip()[-1:] != "|":
            continue  # between the lines of a value any space will do
        by = luck.choice((-2, -1, 1, 2))
        new = " " * max(0, margin + by) + line.lstrip()
        if new != line:
            yield of_lines(page, number, number, [new], also=(page.above(number), max(number - 1, 1)))


def moved_keys(page: Page, luck: Random) -> Iterator[Edit]:
    """A key with all below it on another level: in the block around its own, or in the one before it."""
    for number in _lines(page, luck):
        first, last = _block(page, number)
        text = page.lines[number - 1]
        margin = len(text) - len(text.lstrip())
        if text.lstrip().startswith("-") or ":" not in text or margin == 0:
            continue
        block = page.lines[first - 1 : last]
        _, end = _block(page, page.above(number))
        after = page.lines[last:end]
        moved = [line[2:] if line.startswith("  ") else line for line in block]
        where = first + len(after)
        yield Edit(
            start=page.starts[first - 1],
            end=page.starts[end] if end < len(page.starts) else len(page.text),
            new="".join(f"{line}\n" for line in [*after, *moved]),
            lines=frozenset((*range(where, where + len(moved)), page.above(number))),
            about=_names(text),
        )


def _names(line: str) -> tuple[str, ...]:
    """The key that a line begins with."""
    return (line.strip().removeprefix("- ").partition(":")[0].strip("\"'"),)


def _block(page: Page, number: int) -> tuple[int, int]:
    """A line with all lines below it that are indented more, from 1."""
    line = page.lines[number - 1]
    margin = len(line) - len(line.lstrip())
    last = number
    while last < len(page.lines):
        other = page.lines[last]
        if other.strip() and len(other) - len(other.lstrip()) <= margin:
            break
        last += 1
    while last > number and not page.lines[last - 1].strip():
        last -= 1
    return number, last


def values(page: Page, luck: Random) -> Iterator[Edit]:
    """A value of another kind: a word for a number, a number for a word, a list for one of both."""
    for _, one in page.scalars():
        start, end = one.span.start, one.span.end
        if end <= start or "\n" in page.text[start:end]:
            continue
        text = page.text[start:end]
        if text.isdigit():
            new = luck.choice(("many", "true", "1.5", f"'{text} cards'", f"[{text}]"))
        elif text in ("true", "false"):
            new = luck.choice(("yes", "3", "maybe"))
        else:
            new = luck.choice(("7", "true", f"[{text}]", f"{{is: {text}}}" if text.isidentifier() else "-1", "~"))
        yield at_word(page, start, end, new, exact=True)


def removed_items(page: Page, luck: Random) -> Iterator[Edit]:
    """An item of a list left out."""
    for places in _rows(page):
        at = luck.randrange(len(places))
        first, last = places[at]
        start = places[at - 1][1] if at else first
        end = last if at else places[1][0]
        yield at_word(page, start, end, "", about=(page.text[first:last],))


def exchanged_items(page: Page, luck: Random) -> Iterator[Edit]:
    """Two neighbours of a list exchanged."""
    for places in _rows(page):
        at = luck.randrange(len(places) - 1)
        (a, b), (c, d) = places[at : at + 2]
        text = page.text
        if text[a:b] != text[c:d]:
            yield at_word(page, a, d, text[c:d] + text[b:c] + text[a:b])


def _rows(page: Page) -> Iterator[list[tuple[int, int]]]:
    """The places of the items of each list in brackets that has two items or more."""
    for node in page.lists():
        spans = [(item.span.start, item.span.end) for item in node.items if isinstance(item, Scalar)]
        if len(spans) == len(node.items) > 1 and page.text[node.span.start : node.span.start + 1] == "[":
            yield spans
