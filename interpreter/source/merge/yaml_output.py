"""Prints a tree as YAML that reads as the same keys and texts, optionally with the origin of each value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ..text.scalars import open_brackets, unfinished
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, text_of
from .paths import KeyPath, without_parameters

WIDTH = 110

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ .()<>=+*/%-]*", re.ASCII)
_BLOCK = re.compile(r"[^\t\r\x00-\x08\x0b-\x1f\x7f\x85\xa0\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]*")
_ESCAPED = re.compile('[\\x00-\\x1f\\x7f\\x80-\\x9f\\u2028\\u2029\\ufeff\\ud800-\\udfff\\ufffe\\uffff"\\\\]')
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def to_yaml(tree: Mapping, *, origins: bool = False) -> str:
    """Print a tree as YAML. With `origins`, a comment beside each value names its file and line, and what it replaced.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.composer import compose
    >>> tree = compose(Source("a.yaml", "zones:\\n    hand: {of: 'player'}"), Report(), mapping=True)
    >>> print(to_yaml(tree, origins=True), end="")
    zones:
      hand:
        of: player  # a.yaml:2
    """
    return "".join(f"{line}\n" for line in _lines(tree, 0, origins))


def _lines(tree: Mapping, depth: int, origins: bool) -> Iterator[str]:
    margin = "  " * depth
    for entry in tree.entries:
        key, value = f"{margin}{_text(entry.key.text)}:", entry.value
        remark = _remark(entry) if origins else ""
        flow = _flow(value, _text) if _is_short(value) and not (origins and isinstance(value, Mapping)) else None
        if isinstance(value, Scalar) and _as_block(value.text):
            header, lines = _block(value.text, margin + "  ")
            yield f"{key} {header}{remark}"
            yield from lines
        elif flow is not None and (isinstance(value, Scalar) or len(key) + len(flow) < WIDTH):
            yield f"{key} {flow}{remark}"
        elif isinstance(value, Mapping) and value.entries:
            yield f"{key}{remark if entry.was else ''}"
            yield from _lines(value, depth + 1, origins)
        elif isinstance(value, Sequence) and value.items and all(isinstance(i, Scalar) for i in value.items):
            yield f"{key}{remark}"
            yield from (f"{margin}  - {_text(item.text)}" for item in value.items if isinstance(item, Scalar))
        else:
            yield f"{key} {_flow(value, _text)}{remark}"


def _is_short(node: Node) -> bool:
    """Whether a value is readable in one line: not nested too deeply, and without lines of its own."""
    match node:
        case Scalar():
            return True
        case Sequence():
            return all(isinstance(item, Scalar) for item in node.items)
        case Mapping():
            inner = [value for _, value in node]
            deep = any(isinstance(below, Mapping) for one in inner if isinstance(one, Mapping) for _, below in one)
            return not deep and not any(_as_block(text_of(one)) or not _is_short(one) for one in inner)


def _flow(node: Node, text: Callable[[str], str]) -> str:
    """A value in one line, in brackets if it is a list or a mapping."""
    match node:
        case Scalar():
            return text(node.text)
        case Sequence():
            return f"[{', '.join(_flow(item, text) for item in node.items)}]"
        case Mapping():
            return f"{{{', '.join(f'{text(key)}: {_flow(value, text)}' for key, value in node)}}}"


def _text(text: str) -> str:
    """A text on one line: plain if nothing in it could be misread, otherwise in double quotes."""
    if _PLAIN.fullmatch(text) and text == text.strip() and not unfinished(text) and not open_brackets(text):
        return text
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char)
    return _SHORT.get(char) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")


def _as_block(text: str) -> bool:
    """Whether a text is best written as a block of lines after `|`."""
    return "\n" in text and bool(text.strip()) and _BLOCK.fullmatch(text) is not None


def _block(text: str, margin: str) -> tuple[str, list[str]]:
    """The header of a block of lines (`|` with indicators), and the lines."""
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    indent = "2" if body[:1] in (" ", "\n") else ""
    sign = "|" + indent + ("-" if ends == 0 else "" if ends == 1 else "+")
    return sign, ([margin + line if line else "" for line in body.split("\n")] + [""] * (ends - 1))


def _remark(entry: Entry) -> str:
    before = "".join(f"; was {written(old.value)} at {_line(old.value.span)}" for old in reversed(entry.was))
    return f"  # {_line(entry.value.span)}{before}"


def _line(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


# Reports, for each value of a merged game, the file and line that set it, and what was there before.


@dataclass(frozen=True, slots=True)
class Origin:
    """A value of a merged game. `was` is what was there before, oldest first, as (value, location)."""

    path: KeyPath
    value: str
    span: Span
    was: tuple[tuple[str, Span], ...] = ()

    def __str__(self) -> str:
        """`options.target.default = 500  (short.yaml:4, was 700 at game.yaml:23)`"""
        before = "".join(f", was {value} at {_line(span)}" for value, span in reversed(self.was))
        return f"{'.'.join(self.path)} = {self.value}  ({_line(self.span)}{before})"


def origins(tree: Mapping) -> Iterator[Origin]:
    """All values of a tree with their origins, in order. A list of texts is one value.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.composer import compose
    >>> print(*origins(compose(Source("a.yaml", "zones: {hand: {of: player}}"), Report(), mapping=True)))
    zones.hand.of = player  (a.yaml:1)
    """
    yield from _below(tree, (), ())


def origin_of(entry: Entry, path: KeyPath) -> Origin:
    """The origin of one value."""
    was = tuple((written(old.value), old.value.span) for old in entry.was)
    return Origin(path, written(entry.value), entry.value.span, was)


def written(node: Node) -> str:
    """A value on one line; of a text of several lines, the first."""
    return _flow(node, _first_line)


def _first_line(text: str) -> str:
    lines = text.strip().split("\n")
    return lines[0] + (" …" if len(lines) > 1 else "")


def _below(tree: Mapping, path: KeyPath, was: tuple[Entry, ...]) -> Iterator[Origin]:
    for entry in tree.entries:
        below = (*path, without_parameters(entry.key.text))
        # Origins are listed for single values, so each value reports what the mapping around it has replaced.
        complete = Entry(entry.key, entry.value, (*was, *entry.was))
        if isinstance(entry.value, Mapping) and entry.value.entries:
            yield from _below(entry.value, below, complete.was)
        else:
            yield origin_of(complete, below)
