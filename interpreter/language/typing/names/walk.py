"""Every record inside a record: one walk for specs, syntax trees and the IR."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from ....diagnostics.span import Span


def records(value: object) -> Iterator[object]:
    """Every record in a value, however deep, the outer ones first; spans are left out."""
    if isinstance(value, Span):
        return
    if isinstance(value, tuple | list):
        for item in value:
            yield from records(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from records(item)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from records(getattr(value, field.name))
