"""A program with what a position is worth to a player, for those who look ahead (`value:` of a spec)."""

from __future__ import annotations

from dataclasses import replace

from ...language.ir import nodes as ir
from .exhibit import Exhibit
from .nodes import Program

VALUE = "value of a position"
"""The name of the function: none that a spec could give."""


def appraised(program: Program, exhibit: Exhibit) -> Program:
    """The program with the value as a function; the same one if the spec does not say, or bots have no use for it.

    It is of use where the result is who wins, and somebody else could: values then say who is likely to.
    """
    sides = set(program.layout.teams or range(program.players))
    if exhibit.value is None or program.winners is None or program.returns is not None or len(sides) < 2:
        return program
    it, body = exhibit.value
    value = ir.Function(VALUE, (it,), body, body.span)
    return replace(program, functions={**program.functions, **exhibit.functions, VALUE: value})
