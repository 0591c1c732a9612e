"""Prints the records of a spec as text, with every rule as the syntax tree that it was parsed into.

Spans, paths and what is absent are left out. Nothing here knows a record by name, so a new key of the spec is printed
without any change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ...diagnostics.span import Span
from ..syntax.nodes import Word
from .nodes import Spec, WrittenValue


def show_spec(spec: Spec) -> str:
    """Print a whole spec, one field per line."""
    return "\n".join(_fields(spec, "")) + "\n"


def _fields(record: Any, indent: str) -> Iterator[str]:
    for name, value in _present(record):
        yield from _entry(f"{name}:", value, indent)


def _entry(head: str, value: Any, indent: str) -> Iterator[str]:
    """A value on one line behind its head, or with the records in it on lines of their own."""
    deeper = indent + "  "
    if _is_record(value):
        yield f"{indent}{head} {type(value).__name__}"
        yield from _fields(value, deeper)
    elif isinstance(value, dict) and any(map(_is_record, value.values())):
        yield indent + head
        for key, one in value.items():
            yield from _entry(f"{key}:", one, deeper)
    elif isinstance(value, tuple) and any(map(_is_record, value)):
        yield indent + head
        for one in value:
            yield from _entry("-", one, deeper)
    else:
        yield f"{indent}{head} {show_tree(value)}"


def show_tree(value: Any) -> str:
    """Print a syntax tree or a plain value on one line.

    `pile.empty` is `Attribute(Name(pile), empty)`.
    """
    match value:
        case Word(text) | WrittenValue(text):
            return text
        case tuple():
            return f"[{', '.join(map(show_tree, value))}]"
        case dict():
            parts = [f"{key or 'all'}: {show_tree(one)}" for key, one in value.items()]
            return f"{{{', '.join(parts)}}}"
        case _ if is_dataclass(value):
            return f"{type(value).__name__}({', '.join(show_tree(part) for _, part in _present(value))})"
        case _:
            return str(value).lower() if isinstance(value, bool) else str(value)


def _present(record: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a record that hold something a reader wants to see."""
    for field in fields(record):
        value = getattr(record, field.name)
        absent = value is None or value in ("", (), {}) or (_is_record(value) and not any(_present(value)))
        if not absent and not isinstance(value, Span) and field.name != "path":
            yield field.name, value


def _is_record(value: Any) -> bool:
    """Whether a value is a record of the spec, in contrast to a word or a syntax tree."""
    return is_dataclass(value) and type(value).__module__ == Spec.__module__ and not isinstance(value, WrittenValue)
