"""Prints the IR as pseudo-code, one statement a line, so that a person can follow what became of a spec."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from .nodes import (
    Apply,
    Ask,
    AttributeOf,
    Body,
    Call,
    CardVariable,
    Change,
    Choice,
    Const,
    Enqueue,
    Exit,
    Expr,
    Fold,
    ForEach,
    Forever,
    If,
    Let,
    ListOf,
    Local,
    Mark,
    MoveAll,
    MoveCards,
    Option,
    Parameter,
    Random,
    Run,
    RunTriggers,
    Scope,
    Score,
    SetCardVariable,
    Settle,
    SetVariable,
    ShowCards,
    ShuffleZone,
    Stmt,
    Tell,
    Variable,
    When,
    ZoneOf,
)
from .types import NONE, Type


def show_expr(expr: Expr) -> str:
    """An expression on one line; nodes that other packages add to the IR are printed by their `__str__`."""
    match expr:
        case Const(value, type):
            return _constant(value, type)
        case Local(number, name):
            return f"{name}.{number}"
        case Option(name):
            return f"option {name}"
        case Variable(name, owner) | ZoneOf(name, owner):
            return name if owner is None else f"{name}[{show_expr(owner)}]"
        case CardVariable(name, card):
            return f"{name}[{show_expr(card)}]"
        case AttributeOf(name, of):
            return f"{name}({show_expr(of)})"
        case Apply(op, args) | Call(op, args):
            return f"{op}({_list(args)})"
        case If(test, yes, no):
            return f"({show_expr(yes)} if {show_expr(test)} else {show_expr(no)})"
        case ListOf(items):
            return f"[{_list(items)}]"
        case Fold(op=op, loops=loops, body=body, keys=keys):
            turns = " ".join(
                f"for {show_expr(loop.local)} in {show_expr(loop.source)}"
                + (f" if {show_expr(loop.test)}" if loop.test is not None else "")
                for loop in loops
            )
            by = f" by {_list(keys)}" if keys else ""
            return f"{op}({show_expr(body)} {turns}{by})"
        case _:
            return str(expr)


def _list(exprs: tuple[Expr, ...]) -> str:
    return ", ".join(show_expr(expr) for expr in exprs)


def _constant(value: int | tuple[int, ...], type: Type) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_constant(one, type.item or type) for one in value)}]"
    if value == NONE:
        return "none"
    match type.base:
        case "boolean":
            return "true" if value else "false"
        case "player":
            return f"p{value + 1}"
        case "team":
            return f"t{value + 1}"
        case "symbol":
            return f"{type.name}:{value}"
        case "kind":
            return f"kind:{value}"
        case "integer" | "card" | "zone" | "list" | "none" | "nothing":
            return str(value)
        case _:
            assert_never(type.base)


def show_effects(body: Body, indent: str = "") -> Iterator[str]:
    """The lines of a block; inner blocks are indented."""
    for stmt in body:
        yield from _effect(stmt, indent)


def _effect(stmt: Stmt, indent: str) -> Iterator[str]:
    deeper = indent + "  "
    match stmt:
        case When(test, yes, no):
            yield f"{indent}if {show_expr(test)}:"
            yield from show_effects(yes, deeper)
            if no:
                yield f"{indent}else:"
                yield from show_effects(no, deeper)
        case ForEach(local, source, body):
            yield f"{indent}for {show_expr(local)} in {show_expr(source)}:"
            yield from show_effects(body, deeper)
        case Forever(body):
            yield f"{indent}forever:"
            yield from show_effects(body, deeper)
        case Scope(name, body):
            yield f"{indent}scope {name}:"
            yield from show_effects(body, deeper)
        case Ask():
            yield from _ask(stmt, indent)
        case Score(scoring, owners, local, categories):
            yield f"{indent}score {scoring} for {show_expr(local)} in {show_expr(owners)}:"
            yield from (f"{deeper}{name}: {show_expr(points)}" for name, points in categories)
        case _:
            yield indent + _line(stmt)


def _line(stmt: Stmt) -> str:
    match stmt:
        case Let(local, value):
            return f"let {show_expr(local)} = {show_expr(value)}"
        case Change(local, value):
            return f"{show_expr(local)} = {show_expr(value)}"
        case SetVariable(name, owner, value):
            return f"{name}{f'[{show_expr(owner)}]' if owner is not None else ''} = {show_expr(value)}"
        case SetCardVariable(name, card, value):
            return f"{name}[{show_expr(card)}] = {show_expr(value)}"
        case MoveCards(cards, zone, at, position, by=by):
            where = f"{at} {show_expr(position)}" if position is not None else at
            secretly = "" if by is None else f" secretly by {show_expr(by)}"
            return f"move {show_expr(cards)} to {where + ' of ' if where else ''}{show_expr(zone)}{secretly}"
        case MoveAll(source, target, at):
            return f"move all of {show_expr(source)} to {at + ' of ' if at else ''}{show_expr(target)}"
        case ShuffleZone(zone):
            return f"shuffle {show_expr(zone)}"
        case ShowCards(cards, players, announced=announced):
            return f"{'announce' if announced else 'show'} {show_expr(cards)} to {show_expr(players)}"
        case Settle(zone, at, place=place):
            return f"settle {at if place is None else f'position {show_expr(place)}'} of {show_expr(zone)}"
        case Random(local, source):
            return f"random {show_expr(local)} in {show_expr(source)}"
        case Exit(name):
            return f"exit {name}"
        case Run(effect, args):
            return f"run {effect}({_list(args)})"
        case Enqueue(trigger, args):
            return f"enqueue {trigger}({_list(args)})"
        case Tell(name, who, told=told, say=say):
            values = "".join(f", {one.written}: {show_expr(one.value)}" for one in told)
            return f"{'say' if say else 'tell'} {name}{f' of {show_expr(who)}' if who is not None else ''}{values}"
        case Mark(number):
            return f"mark {number}"
        case RunTriggers():
            return "run triggers"
        case _:
            return str(stmt)


def _ask(ask: Ask, indent: str) -> Iterator[str]:
    word = "together" if ask.together else "ask"
    yield f"{indent}{word} {show_expr(ask.me)} in {show_expr(ask.who)} ({ask.phase}):"
    deeper = indent + "  "
    for choice in ask.choices:
        yield from show_choice(choice, deeper)
        yield from show_effects(choice.body, deeper + "  ")
    if ask.none is not None:
        yield f"{deeper}none:"
        yield from show_effects(ask.none, deeper + "  ")


def show_choice(choice: Choice | Any, indent: str) -> Iterator[str]:
    """The head of a kind of move, then its parameters and conditions, a line each."""
    yield f"{indent}{choice.style} {choice.name}:"
    for p in choice.parameters:
        yield f"{indent}  choose {show_parameter(p)}"
    for condition in choice.conditions:
        yield f"{indent}  when {condition.name}: {show_expr(condition.test)}"
    for told in (*choice.told, *(one for condition in choice.conditions for one in condition.told)):
        yield f"{indent}  told {told.written}: {show_expr(told.value)}"


def show_parameter(p: Parameter | Any) -> str:
    """A parameter of a move on one line."""
    bounds = "".join(f" {word} {show_expr(e)}" for word, e in (("from", p.low), ("to", p.high)) if e is not None)
    where = f" where {show_expr(p.where)}" if p.where is not None else ""
    return f"{p.how} {show_expr(p.local)} in {show_expr(p.source)}{bounds}{where}"
