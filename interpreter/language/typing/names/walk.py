"""Every record inside a record: one walk for specs, syntax trees and the IR."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.span import Span
from ...ir.fields import field_names


def records(value: object) -> Iterator[object]:
    """Every record in a value, however deep, the outer ones first; spans are left out."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if one is None or isinstance(one, str | int | Span):
            continue
        if isinstance(one, tuple | list):
            waiting.extend(reversed(one))
        elif isinstance(one, dict):
            waiting.extend(reversed(one.values()))
        elif (names := field_names(type(one))) is not None:
            yield one
            waiting.extend(getattr(one, name) for name in reversed(names))
