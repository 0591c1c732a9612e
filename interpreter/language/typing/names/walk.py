"""Every record inside a record: one walk for specs, syntax trees and the IR."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.span import Span
from ...ir.fields import field_names, inside


def records(value: object) -> Iterator[object]:
    """Every record in a value, however deep, the outer ones first; spans are left out."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        parts = inside(one)
        if parts:
            waiting.extend(reversed(parts))
        if not isinstance(one, Span) and field_names(type(one)) is not None:
            yield one
