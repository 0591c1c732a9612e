"""Prints the IR as pseudo-code, one statement a line, so that a person can follow what became of a spec."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from . import nodes as ir
from .game import Axis, TypedGame
from .types import NONE, Type


def show_expr(expr: ir.Expr) -> str:
    """An expression on one line; nodes that other packages add to the IR are printed by their `__str__`."""
    match expr:
        case ir.Const(value, type):
            return _constant(value, type)
        case ir.Local(number, name):
            return f"{name}.{number}"
        case ir.Option(name):
            return f"option {name}"
        case ir.Variable(name, owner) | ir.ZoneOf(name, owner):
            return name if owner is None else f"{name}[{show_expr(owner)}]"
        case ir.CardVariable(name, card):
            return f"{name}[{show_expr(card)}]"
        case ir.AttributeOf(name, of):
            return f"{name}({show_expr(of)})"
        case ir.Apply(op, args) | ir.Call(op, args):
            return f"{op}({_list(args)})"
        case ir.If(test, yes, no):
            return f"({show_expr(yes)} if {show_expr(test)} else {show_expr(no)})"
        case ir.ListOf(items):
            return f"[{_list(items)}]"
        case ir.Fold(op=op, loops=loops, body=body, keys=keys):
            turns = " ".join(
                f"for {show_expr(loop.local)} in {show_expr(loop.source)}"
                + (f" if {show_expr(loop.test)}" if loop.test is not None else "")
                for loop in loops
            )
            by = f" by {_list(keys)}" if keys else ""
            return f"{op}({show_expr(body)} {turns}{by})"
        case _:
            return str(expr)


def _list(exprs: tuple[ir.Expr, ...]) -> str:
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


def show_effects(body: ir.Body, indent: str = "") -> Iterator[str]:
    """The lines of a block; inner blocks are indented."""
    for stmt in body:
        yield from _effect(stmt, indent)


def _effect(stmt: ir.Stmt, indent: str) -> Iterator[str]:
    deeper = indent + "  "
    match stmt:
        case ir.When(test, yes, no):
            yield f"{indent}if {show_expr(test)}:"
            yield from show_effects(yes, deeper)
            if no:
                yield f"{indent}else:"
                yield from show_effects(no, deeper)
        case ir.ForEach(local, source, body):
            yield f"{indent}for {show_expr(local)} in {show_expr(source)}:"
            yield from show_effects(body, deeper)
        case ir.Forever(body):
            yield f"{indent}forever:"
            yield from show_effects(body, deeper)
        case ir.Scope(name, body):
            yield f"{indent}scope {name}:"
            yield from show_effects(body, deeper)
        case ir.Ask():
            yield from _ask(stmt, indent)
        case ir.Score(scoring, owners, local, categories):
            yield f"{indent}score {scoring} for {show_expr(local)} in {show_expr(owners)}:"
            yield from (f"{deeper}{name}: {show_expr(points)}" for name, points in categories)
        case _:
            yield indent + _line(stmt)


def _line(stmt: ir.Stmt) -> str:
    match stmt:
        case ir.Let(local, value):
            return f"let {show_expr(local)} = {show_expr(value)}"
        case ir.Change(local, value):
            return f"{show_expr(local)} = {show_expr(value)}"
        case ir.SetVariable(name, owner, value):
            return f"{name}{f'[{show_expr(owner)}]' if owner is not None else ''} = {show_expr(value)}"
        case ir.SetCardVariable(name, card, value):
            return f"{name}[{show_expr(card)}] = {show_expr(value)}"
        case ir.MoveCards(cards, zone, at, position, by=by):
            where = f"{at} {show_expr(position)}" if position is not None else at
            secretly = "" if by is None else f" secretly by {show_expr(by)}"
            return f"move {show_expr(cards)} to {where + ' of ' if where else ''}{show_expr(zone)}{secretly}"
        case ir.MoveAll(source, target, at):
            return f"move all of {show_expr(source)} to {at + ' of ' if at else ''}{show_expr(target)}"
        case ir.ShuffleZone(zone):
            return f"shuffle {show_expr(zone)}"
        case ir.ShowCards(cards, players, announced=announced):
            return f"{'announce' if announced else 'show'} {show_expr(cards)} to {show_expr(players)}"
        case ir.Settle(zone, at, place=place):
            return f"settle {at if place is None else f'position {show_expr(place)}'} of {show_expr(zone)}"
        case ir.Random(local, source):
            return f"random {show_expr(local)} in {show_expr(source)}"
        case ir.Exit(name):
            return f"exit {name}"
        case ir.Run(effect, args):
            return f"run {effect}({_list(args)})"
        case ir.Enqueue(trigger, args):
            return f"enqueue {trigger}({_list(args)})"
        case ir.Tell(name, who, told=told, say=say):
            values = "".join(f", {one.written}: {show_expr(one.value)}" for one in told)
            return f"{'say' if say else 'tell'} {name}{f' of {show_expr(who)}' if who is not None else ''}{values}"
        case ir.Mark(number):
            return f"mark {number}"
        case ir.RunTriggers():
            return "run triggers"
        case _:
            return str(stmt)


def _ask(ask: ir.Ask, indent: str) -> Iterator[str]:
    word = "together" if ask.together else "ask"
    yield f"{indent}{word} {show_expr(ask.me)} in {show_expr(ask.who)} ({ask.phase}):"
    deeper = indent + "  "
    for choice in ask.choices:
        yield from show_choice(choice, deeper)
        yield from show_effects(choice.body, deeper + "  ")
    if ask.none is not None:
        yield f"{deeper}none:"
        yield from show_effects(ask.none, deeper + "  ")


def show_choice(choice: ir.Choice | Any, indent: str) -> Iterator[str]:
    """The head of a kind of move, then its parameters and conditions, a line each."""
    yield f"{indent}{choice.style} {choice.name}:"
    for p in choice.parameters:
        yield f"{indent}  choose {show_parameter(p)}"
    for condition in choice.conditions:
        yield f"{indent}  when {condition.name}: {show_expr(condition.test)}"
    for told in (*choice.told, *(one for condition in choice.conditions for one in condition.told)):
        yield f"{indent}  told {told.written}: {show_expr(told.value)}"


def show_parameter(p: ir.Parameter | Any) -> str:
    """A parameter of a move on one line."""
    bounds = "".join(f" {word} {show_expr(e)}" for word, e in (("from", p.low), ("to", p.high)) if e is not None)
    where = f" where {show_expr(p.where)}" if p.where is not None else ""
    return f"{p.how} {show_expr(p.local)} in {show_expr(p.source)}{bounds}{where}"


# Prints a typed game as text: its declarations, functions and effects, and the effect that plays it.


def show_game(game: TypedGame, value: tuple[ir.Local, ir.Expr] | None = None) -> str:
    """Print a whole game, for every number of players and all options at once, and the value of a position for bots."""
    told = () if value is None else (f"value of {show_expr(value[0])}: {show_expr(value[1])}",)
    return "\n".join((*_declarations(game), *_rules(game), *_ends(game), *told)) + "\n"


def _declarations(game: TypedGame) -> Iterator[str]:
    yield f"game {game.name} for {', '.join(map(str, game.players))} players"
    for name, symbols in game.enumerations.items():
        yield f"enumeration {name}: {', '.join(symbols)}"
    for option in game.options.values():
        yield f"option {option.name}: {option.type} from {option.low} to {option.high} in steps of {option.step}"
    for deck in game.decks.values():
        attributes = ", ".join(f"{name} {type}" for name, type in deck.attributes.items())
        yield f"deck {deck.name} in {deck.start}{': ' if attributes else ''}{attributes}"
        for kind in deck.kinds:
            values = [f"{name} {show_expr(value)}" for name, value in kind.attributes.items()]
            yield f"  kind {kind.number} {kind.id}: {', '.join([*values, f'copies {show_expr(kind.copies)}'])}"
    for zone in game.zones.values():
        shows = ", ".join(f"{who} {what}" for who, what in zone.shows.items())
        yield f"zone {zone.name}{_of(zone.owner, zone.along)}: {zone.deck}, {zone.order}, shows {shows}"
    for name, variable in game.variables.items():
        bounds = [show_expr(bound) for bound in (variable.low, variable.high) if bound is not None]
        within = f" from {' to '.join(bounds)}" if bounds else ""
        room = f", room for {show_expr(variable.room)}" if variable.room is not None else ""
        of = _of(variable.owner, variable.along)
        yield f"variable {name}{of}: {variable.type}{within}{room}, shows {variable.shows}"


def _of(owner: str, along: tuple[Axis, ...]) -> str:
    each = [f"{one.type} {show_expr(one.low)}..{show_expr(one.high)}" for one in along]
    return f" of {', '.join([owner] * bool(owner) + each)}" if owner or along else ""


def _rules(game: TypedGame) -> Iterator[str]:
    for function in game.functions.values():
        yield f"function {function.name}({', '.join(map(show_expr, function.parameters))}): {show_expr(function.body)}"
    for effect in game.effects.values():
        yield f"effect {effect.name}({', '.join(map(show_expr, effect.parameters))}):"
        yield from show_effects(effect.body, "  ")
    yield "main:"
    yield from show_effects(game.main, "  ")


def _ends(game: TypedGame) -> Iterator[str]:
    if game.winners is not None:
        yield f"winners: {show_expr(game.winners)}"
    for name, found in (("returns", game.returns), ("score", game.score)):
        if found is not None:
            yield f"{name} of {show_expr(found[0])}: {show_expr(found[1])}"
    yield f"limits: {show_expr(game.decisions_limit)} decisions, {show_expr(game.steps_limit)} steps"
