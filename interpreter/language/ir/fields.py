"""What lies within a record, and the names of its fields, worked out once for each kind of record: whole games are
walked by them again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


Look = Callable[[Any], Sequence[Any]]

_INSIDE: dict[type, Look | None] = {}


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


def _inside(kind: type) -> Look | None:
    if issubclass(kind, tuple | list):
        return lambda items: items
    if issubclass(kind, dict):
        return lambda mapping: list(mapping.values())
    names = None if issubclass(kind, Span) else field_names(kind)
    if not names:
        return None
    read = attrgetter(*names)
    return (lambda record: (read(record),)) if len(names) == 1 else read
