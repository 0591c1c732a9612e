"""The names of the fields of each kind of record, looked up once: whole games are walked by them again and again."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

_NAMES: dict[type, tuple[str, ...] | None] = {}


def field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of record, in the order of their declaration; None for what is no record.

    >>> field_names(int) is None
    True
    """
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
    return _NAMES[kind]
