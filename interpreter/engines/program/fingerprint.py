"""The name of a program, made from all that it is: whatever is kept for a program is kept under it.

A digest of the rules (`language.merge.digest`) says that two specs are the same game. It is not enough for what is
compiled or saved: that also depends on the layout of the state, on the numbers of cards and zones, on how blocks were
cut. So the fingerprint is taken of the program itself. Programs with the same fingerprint are equal field by field, but
for where their parts were written; nothing else needs to be remembered when something new is added to a program.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from ...diagnostics.span import Span
from ...language.ir.fields import field_names
from .nodes import Program


def fingerprint(program: Program) -> str:
    """The name of a program, 64 hexadecimal digits.

    Equal for equal programs, wherever and with whatever labels their specs were written. Takes some milliseconds, so
    whoever needs it often should remember it (`Game.fingerprint`).
    """
    return sha256(repr(_plain(program)).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """A part of a program as nested tuples, each record with its name, without spans."""
    if isinstance(value, int | str) or value is None:
        return value
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, dict):
        return tuple((_plain(key), _plain(one)) for key, one in value.items())
    if isinstance(value, Span):
        return None
    kind = type(value)
    names = field_names(kind)
    assert names is not None, f"a program holds {kind}"
    return (kind.__name__, *[_plain(getattr(value, name)) for name in names])
