"""A located tree written out again: as YAML for people, or as values for JSON; with where each value comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, assert_never

from ..text.tree import Entry, Mapping, Node, Scalar, Sequence

_SIMPLE = re.compile(r"[\w.-]+( [\w.-]+)*\Z")
_WIDTH = 100
_TYPES = re.compile(r"(?i)(~|null|true|false|yes|no|on|off|[-+.\d].*)\Z")


def tree_yaml(tree: Mapping, *, origins: bool = False) -> str:
    """The YAML text of a tree in block form; comments of the files are not kept.

    With `origins` each value is followed by a comment with the file and line it comes from, and
    by what it replaced: `5  # more.yaml:6, was 6 (game.yaml:31)`.
    """
    return "\n".join(_mapping(tree, 0, origins)) + "\n"


def tree_values(node: Node) -> Any:
    """The tree as dicts, lists and texts. Nothing is guessed: `5` stays the text "5"."""
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return [tree_values(item) for item in node.items]
        case Mapping():
            return {key: tree_values(value) for key, value in node}
        case _:
            assert_never(node)


def tree_origins(tree: Mapping) -> dict[str, list[dict[str, Any]]]:
    """For the path of each value that is a text or a list: where it comes from, then what it replaced, newest first."""
    return dict(_origins(tree, ""))


def _origins(tree: Mapping, before: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for entry in tree.entries:
        path = f"{before}.{entry.key.text}" if before else entry.key.text
        if isinstance(entry.value, Mapping) and entry.value.entries:
            yield from _origins(entry.value, path)
        else:
            yield path, [_origin(each.value) for each in (entry, *reversed(entry.was))]


def _origin(value: Node) -> dict[str, Any]:
    span = value.span
    return {"value": tree_values(value), "file": span.source.name, "line": span.line, "column": span.column}


def _mapping(tree: Mapping, depth: int, origins: bool) -> list[str]:
    lines: list[str] = []
    for entry in tree.entries:
        head = "  " * depth + _key(entry.key) + ":"
        lines.extend(_value(head, entry.value, depth + 1, _comment(entry) if origins else "", origins))
    return lines


def _value(head: str, value: Node, depth: int, comment: str, origins: bool) -> list[str]:
    """The lines of a value behind its head, `key:` or `-`."""
    match value:
        case Scalar(text=text) if "\n" in text and _fits_a_block(text):
            lines = text.rstrip("\n").split("\n")
            chomp = "" if text.endswith("\n") else "-"
            return [f"{head} |{chomp}{comment}", *(("  " * depth + line).rstrip() for line in lines)]
        case Scalar():
            return [f"{head} {_scalar(value)}{comment}"]
        case Sequence() | Mapping() if not (value.items if isinstance(value, Sequence) else value.entries):
            return [f"{head} {'[]' if isinstance(value, Sequence) else '{}'}{comment}"]
        case Sequence():
            flow = _flow(value)
            if flow is not None and len(head) + len(flow) < _WIDTH:
                return [f"{head} {flow}{comment}"]
            items = (line for item in value.items for line in _value("  " * depth + "-", item, depth + 1, "", origins))
            return [f"{head}{comment}", *items]
        case Mapping():
            return [head, *_mapping(value, depth, origins)]
        case _:
            assert_never(value)


def _comment(entry: Entry) -> str:
    """Where the value of an entry comes from; nothing for one that only holds others."""
    if isinstance(entry.value, Mapping) and entry.value.entries:
        return ""
    here = entry.value.span
    texts = [f"{here.source.name}:{here.line}"]
    for was in reversed(entry.was):
        place = f"{was.value.span.source.name}:{was.value.span.line}"
        texts.append(f"was {_short(was.value)} ({place})")
    return "  # " + ", ".join(texts)


def _short(value: Node) -> str:
    text = " ".join(json.dumps(tree_values(value), ensure_ascii=False).split()) if not isinstance(value, Scalar) else _scalar(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _flow(value: Sequence) -> str | None:
    """`[a, b]` for a list of simple words, else None."""
    words = [item.text for item in value.items if isinstance(item, Scalar) and _SIMPLE.match(item.text)]
    return f"[{', '.join(words)}]" if len(words) == len(value.items) else None


def _key(key: Scalar) -> str:
    return key.text if key.style == "plain" else _quoted(key.text)


def _scalar(value: Scalar) -> str:
    """A text on one line, quoted where it was or where it must be."""
    plain = value.style == "plain" and "\n" not in value.text and value.text.strip() == value.text != ""
    simple = value.style != "plain" and _SIMPLE.match(value.text) and not _TYPES.match(value.text)
    return value.text if plain or simple else _quoted(value.text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _fits_a_block(text: str) -> bool:
    """Whether a text of several lines can stand after `|` without harm."""
    return not text.startswith((" ", "\n")) and not text.endswith("\n\n") and all(c == "\n" or c.isprintable() for c in text)
