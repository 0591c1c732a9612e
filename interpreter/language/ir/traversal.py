"""What lies within a record, and the names of its fields, worked out once for each kind of record: whole games are
walked by them again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from ...diagnostics.span import Span

_NAMES: dict[type, tuple[str, ...] | None] = {}


def field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of record, in the order of their declaration; None for what is no record.

    >>> field_names(int) is None
    True
    """
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
    return _NAMES[kind]


FieldGetter = Callable[[Any], Sequence[Any]]

_INSIDE: dict[type, FieldGetter | None] = {}


def inside(value: object) -> Sequence[Any]:
    """What lies directly within a value: the values of a record or a mapping, the items of a list; nothing in a span.

    >>> inside({"low": 1, "high": 6}), inside("ace")
    ([1, 6], ())
    """
    kind = type(value)
    if kind not in _INSIDE:
        _INSIDE[kind] = _inside(kind)
    look = _INSIDE[kind]
    return () if look is None else look(value)


def _inside(kind: type) -> FieldGetter | None:
    if issubclass(kind, tuple | list):
        return lambda items: items
    if issubclass(kind, dict):
        return lambda mapping: list(mapping.values())
    names = None if issubclass(kind, Span) else field_names(kind)
    if not names:
        return None
    read = attrgetter(*names)
    return (lambda record: (read(record),)) if len(names) == 1 else read


# Every record inside a record: one walk for specs, syntax trees and the IR.

LEAVES = frozenset((str, int, bool, type(None), Span))
"""What is most often inside a record, and has nothing inside; a span is left out, though it is a record."""


def records(value: object) -> Iterator[object]:
    """Every record in a value, however deep, the outer ones first; spans are left out."""
    waiting = [] if type(value) in LEAVES else [value]
    while waiting:
        one = waiting.pop()
        if field_names(type(one)) is not None:
            yield one
        waiting += [part for part in reversed(inside(one)) if type(part) not in LEAVES]
