"""Every record inside a record: one walk for specs, syntax trees and the IR."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.span import Span
from ...ir.fields import field_names, inside

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
