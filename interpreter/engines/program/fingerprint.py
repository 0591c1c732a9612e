"""The name of a program, made from all that it is: whatever is kept for a program is kept under it.

A digest of the rules (`language.merge.digest`) says that two specs are the same game. It is not enough for what is
compiled or saved: that also depends on the layout of the state, on the numbers of cards and zones, on how blocks were
cut. So the fingerprint is taken of the program itself. Programs with the same fingerprint are equal field by field, but
for where their parts were written; nothing else needs to be remembered when something new is added to a program.

Positions need less: what texts name in braces is only told, and changes no cell. So there is a second name, of the
program without that. Where a text keeps a value from being forgotten, the cells differ, and so do both names.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.traversal import field_names, inside
from ...language.ir.types import Type
from .nodes import Program

PLAIN = (int, str, bool, type(None))
"""Values that are what they are written as; most of a program are such."""


SAVED = {"AskChoice": "Choice", "ChanceSource": "Source", "MoveParameter": "Parameter"}
"""What some records are called in the names of programs: saves of earlier versions know them by these."""


def fingerprint(program: Program) -> str:
    """The name of a program, 64 hexadecimal digits.

    Equal for equal programs, wherever their specs were written and with whatever labels, but for the values that these
    name. Takes some milliseconds, so whoever needs it often should remember it (`Game.fingerprint`).
    """
    return sha256(repr(_plain(program)).encode()).hexdigest()


def positions_fingerprint(program: Program) -> str:
    """The name of the positions of a program: programs with the same one can read each other's.

    Equal for programs that differ in nothing but what their texts name: a label that is corrected.
    """
    called: set[str] = set()
    rules = [getattr(program, name) for name in field_names(Program) or () if name != "functions"]
    _call(rules, program.functions, called)
    functions = {name: function for name, function in program.functions.items() if name in called}
    return sha256(repr(_plain(replace(program, functions=functions), texts=False)).encode()).hexdigest()


def _call(value: Any, functions: dict[str, ir.Function], called: set[str]) -> None:
    """Note the functions that a part of a program calls, apart from what its texts name."""
    kind = type(value)
    if kind is ir.Call and value.function not in called:
        called.add(value.function)
        _call(functions.get(value.function), functions, called)
    for one in inside(value) if kind is not ir.Told else ():
        if type(one) not in PLAIN:
            _call(one, functions, called)


def _plain(value: Any, *, texts: bool = True) -> Any:
    """A part of a program as nested tuples, each record with its name, without spans."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple:
        told = value if texts else [one for one in value if type(one) is not ir.Told]
        return tuple([one if type(one) in PLAIN else _plain(one, texts=texts) for one in told])
    if kind is dict:
        return tuple([(_plain(key), _plain(one, texts=texts)) for key, one in value.items()])
    if kind is Span:
        return None
    if kind is Type:
        maybe, seems = value.optional or value.counted, value.seems and not value.counted
        return "Type", value.base, value.name, _plain(value.item), maybe, seems
    assert field_names(kind) is not None, f"a program holds {kind}"
    return (
        SAVED.get(kind.__name__, kind.__name__),
        *[one if type(one) in PLAIN else _plain(one, texts=texts) for one in inside(value)],
    )
