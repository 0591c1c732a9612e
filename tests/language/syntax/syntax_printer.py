"""Prints effects and rules on cards as their authors might have written them: two spaces per block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from cardwright.language.syntax import nodes as syn
from cardwright.language.syntax.printer import POSTFIX, PRODUCT, SUM, print_syntax

FILTER_BINDING, SOURCE_BINDING = 1, 6
"""How tightly a filter (`where`) and a source (`c in …`) must bind; the numbers are those of expressions."""


def print_any(node: syn.Expr | syn.Stmt | syn.Modifier | tuple[syn.Stmt, ...]) -> str:
    """Print an expression, an effect (its lines, without a newline at the end) or a modifier."""
    match node:
        case syn.Modifier():
            return _modifier(node)
        case tuple():
            return "\n".join(line for statement in node for line in print_statement(statement))
        case _ if isinstance(node, syn.Expr):
            return print_syntax(node)
        case _:
            return "\n".join(print_statement(node))


def _modifier(node: syn.Modifier) -> str:
    target = print_syntax(node.target, POSTFIX)
    if node.value is None:
        text = f"{node.how} {target}"
    elif node.how == "set":
        text = f"{target} = {print_syntax(node.value, SUM)}"
    elif isinstance(node.value, syn.Unary) and node.value.operator == "-":
        # `ast_builder.modifier` reads `- x` as a negative value: printed as it was written
        text = f"{target} - {print_syntax(node.value.operand, PRODUCT)}"
    else:
        text = f"{target} + {print_syntax(node.value, SUM)}"
    loop = f" {_for(node.loop)}" if node.loop else ""
    return text + loop + (f" when {print_syntax(node.when)}" if node.when else "")


def _for(loop: syn.For) -> str:
    test = f" if {print_syntax(loop.test, 1)}" if loop.test else ""
    return f"for {loop.name.text} in {print_syntax(loop.source, 1)}{test}"


def print_statement(node: syn.Stmt) -> Iterator[str]:
    """Print one effect; the lines of a block are indented by two spaces."""
    match node:
        case syn.IfStatement():
            for i, (test, body) in enumerate(node.branches):
                yield f"{'elif' if i else 'if'} {print_syntax(test)}:"
                yield from _block(body)
            yield from _else(node.no)
        case syn.ForStatement():
            yield f"for {node.name.text} in {print_syntax(node.source)}:"
            yield from _block(node.body)
        case syn.TogetherStatement():
            yield f"together {node.name.text} in {print_syntax(node.source)}:"
            yield from _block(node.body)
        case syn.Repeat():
            yield f"repeat {print_syntax(node.times)}:"
            yield from _block(node.body)
        case syn.While():
            yield f"while {print_syntax(node.test)} at most {print_syntax(node.most)}:"
            yield from _block(node.body)
        case syn.Choose():
            yield _choose(node)
            yield from _block(node.body)
            yield from _else(node.no)
        case _:
            yield _line(node)


def _block(body: tuple[syn.Stmt, ...]) -> Iterator[str]:
    return (f"  {line}" for statement in body for line in print_statement(statement))


def _else(body: tuple[syn.Stmt, ...]) -> Iterator[str]:
    if body:
        yield "else:"
        yield from _block(body)


def _choose(node: syn.Choose) -> str:
    how_many = ""
    if node.how_many:
        low, high = node.how_many.low, node.how_many.high
        if low is None or high is None:
            how_many = "some "
        else:
            how_many = (
                f"{print_syntax(low, SOURCE_BINDING)} "
                if low is high
                else f"{print_syntax(low, SOURCE_BINDING)}..{print_syntax(high, SOURCE_BINDING)} "
            )
    picks = ", ".join(
        f"{pick.name.text} in {print_syntax(pick.source, SOURCE_BINDING)}"
        + (f" where {print_syntax(pick.where, FILTER_BINDING)}" if pick.where else "")
        for pick in node.picks
    )
    secretly = "secretly " if node.secretly else ""
    return f"choose {secretly}{how_many}{picks}{_by(node.by)}:"


def _by(player: syn.Expr | None) -> str:
    return f" by {print_syntax(player)}" if player else ""


def _line(
    node: syn.MoveStatement
    | syn.Draw
    | syn.Gather
    | syn.Shuffle
    | syn.Swap
    | syn.Show
    | syn.RandomStatement
    | syn.LetStatement
    | syn.Assign
    | syn.CallEffect
    | syn.OfferStatement
    | syn.End
    | syn.NextTurn,
) -> str:
    """Print an effect that is a single line."""
    match node:
        case syn.MoveStatement():
            alike = f"{print_syntax(node.alike, SOURCE_BINDING)} alike of " if node.alike else ""
            left_out = f" except {print_syntax(node.left_out)}" if node.left_out else ""
            return f"move {alike}{print_syntax(node.cards)}{left_out} to {_place(node.place)}"
        case syn.Draw():
            return f"draw {print_syntax(node.number)} from {print_syntax(node.source)} to {print_syntax(node.target)}"
        case syn.Gather():
            kept = f" except {', '.join(one.text for one in node.kept)}" if node.kept else ""
            return f"gather {node.deck.text}{kept} to {print_syntax(node.target)}"
        case syn.Shuffle():
            return f"shuffle {print_syntax(node.zone)}"
        case syn.Swap():
            return f"swap {print_syntax(node.left)}, {print_syntax(node.right)}"
        case syn.Show():
            return f"show {print_syntax(node.cards)} to {print_syntax(node.to)}"
        case syn.RandomStatement():
            return f"random {node.name.text} in {print_syntax(node.source)}"
        case syn.LetStatement():
            return f"let {node.name.text} = {print_syntax(node.value)}"
        case syn.Assign():
            return f"{print_syntax(node.target)} {node.operator} {print_syntax(node.value)}"
        case syn.CallEffect():
            return print_syntax(node.call)
        case syn.OfferStatement():
            return f"offer {', '.join(word.text for word in node.actions)}{_by(node.by)}"
        case syn.End():
            return f"end {node.name.text}"
        case syn.NextTurn():
            return f"next turn {print_syntax(node.player)}"
        case _:
            assert_never(node)


def _place(place: syn.Destination) -> str:
    position = f" {print_syntax(place.position, SOURCE_BINDING)}" if place.position else ""
    return f"{place.at}{position} of {print_syntax(place.zone)}" if place.at else print_syntax(place.zone)
