"""Prints the lines of effects, for `write.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, assert_never

from .nodes import (
    Assign,
    CallEffect,
    Choose,
    Draw,
    Each,
    End,
    Expr,
    Gather,
    If,
    Let,
    Move,
    NextTurn,
    Offer,
    Place,
    Random,
    Repeat,
    Show,
    Shuffle,
    Stmt,
    Swap,
    Together,
    While,
)

OR, SUM = 1, 6
"""How tightly a filter (`where`) and a source (`c in …`) must bind; the numbers are those of `write.py`."""


class Value(Protocol):
    """Prints an expression, in brackets if it binds less tightly than `least`."""

    def __call__(self, node: Expr, least: int = 0) -> str: ...


def lines(node: Stmt, value: Value) -> Iterator[str]:
    """Print one effect; the lines of a block are indented by two spaces."""
    match node:
        case If():
            for i, (test, body) in enumerate(node.branches):
                yield f"{'elif' if i else 'if'} {value(test)}:"
                yield from _block(body, value)
            yield from _else(node.no, value)
        case Each():
            yield f"for {node.name.text} in {value(node.source)}:"
            yield from _block(node.body, value)
        case Together():
            yield f"together {node.name.text} in {value(node.source)}:"
            yield from _block(node.body, value)
        case Repeat():
            yield f"repeat {value(node.times)}:"
            yield from _block(node.body, value)
        case While():
            yield f"while {value(node.test)} at most {value(node.most)}:"
            yield from _block(node.body, value)
        case Choose():
            yield _choose(node, value)
            yield from _block(node.body, value)
            yield from _else(node.no, value)
        case _:
            yield _line(node, value)


def _block(body: tuple[Stmt, ...], value: Value) -> Iterator[str]:
    return (f"  {line}" for statement in body for line in lines(statement, value))


def _else(body: tuple[Stmt, ...], value: Value) -> Iterator[str]:
    if body:
        yield "else:"
        yield from _block(body, value)


def _choose(node: Choose, value: Value) -> str:
    how_many = ""
    if node.how_many:
        low, high = node.how_many.low, node.how_many.high
        if low is None or high is None:
            how_many = "some "
        else:
            how_many = f"{value(low, SUM)} " if low is high else f"{value(low, SUM)}..{value(high, SUM)} "
    picks = ", ".join(
        f"{pick.name.text} in {value(pick.source, SUM)}" + (f" where {value(pick.where, OR)}" if pick.where else "")
        for pick in node.picks
    )
    secretly = "secretly " if node.secretly else ""
    return f"choose {secretly}{how_many}{picks}{_by(node.by, value)}:"


def _by(player: Expr | None, value: Value) -> str:
    return f" by {value(player)}" if player else ""


def _line(
    node: Move | Draw | Gather | Shuffle | Swap | Show | Random | Let | Assign | CallEffect | Offer | End | NextTurn,
    value: Value,
) -> str:
    """Print an effect that is a single line."""
    match node:
        case Move():
            alike = f"{value(node.alike, SUM)} alike of " if node.alike else ""
            left_out = f" except {value(node.left_out)}" if node.left_out else ""
            return f"move {alike}{value(node.cards)}{left_out} to {_place(node.place, value)}"
        case Draw():
            return f"draw {value(node.number)} from {value(node.source)} to {value(node.target)}"
        case Gather():
            return f"gather {node.deck.text} to {value(node.target)}"
        case Shuffle():
            return f"shuffle {value(node.zone)}"
        case Swap():
            return f"swap {value(node.left)}, {value(node.right)}"
        case Show():
            return f"show {value(node.cards)} to {value(node.to)}"
        case Random():
            return f"random {node.name.text} in {value(node.source)}"
        case Let():
            return f"let {node.name.text} = {value(node.value)}"
        case Assign():
            return f"{value(node.target)} {node.operator} {value(node.value)}"
        case CallEffect():
            return value(node.call)
        case Offer():
            return f"offer {', '.join(word.text for word in node.actions)}{_by(node.by, value)}"
        case End():
            return f"end {node.name.text}"
        case NextTurn():
            return f"next turn {value(node.player)}"
        case _:
            assert_never(node)


def _place(place: Place, value: Value) -> str:
    position = f" {value(place.position, SUM)}" if place.position else ""
    return f"{place.at}{position} of {value(place.zone)}" if place.at else value(place.zone)
