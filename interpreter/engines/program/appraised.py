"""A program with what a position is worth to a player, for those who look ahead (`value:` of a spec)."""

from __future__ import annotations

from dataclasses import replace

from ...language.ir import nodes as ir
from .exhibit import Exhibit
from .nodes import Program

VALUE = "value of a position"
"""The name of the function: none that a spec could give."""


def has_value(program: Program, exhibit: Exhibit) -> bool:
    """Whether positions can be appraised: the spec says what they are worth, the result is who wins, and of several."""
    several = len(set(program.layout.teams or range(program.players))) > 1
    return exhibit.value is not None and program.winners is not None and program.returns is None and several


def appraised(program: Program, exhibit: Exhibit) -> Program:
    """The program with the value as a function, for trees; the same one if positions cannot be appraised."""
    return valued(program, exhibit) if has_value(program, exhibit) else program


def valued(program: Program, exhibit: Exhibit) -> Program:
    """The program with the value as a function, however the game is won; the same one if the spec says no value."""
    if exhibit.value is None:
        return program
    it, body = exhibit.value
    value = ir.Function(VALUE, (it,), body, body.span)
    return replace(program, functions={**program.functions, **exhibit.functions, VALUE: value})
