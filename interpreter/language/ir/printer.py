"""Prints the IR as pseudo-code, one statement a line, so that a person can follow what became of a spec."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from . import nodes as ir
from .game import Axis, TypedGame
from .types import NONE, Type

FORMS: dict[type, str] = {
    ir.Local: "{name}.{number}",
    ir.Option: "option {name}",
    ir.Variable: "{name}<[{owner}]>",
    ir.ZoneOf: "{name}<[{owner}]>",
    ir.CardVariable: "{name}[{card}]",
    ir.AttributeOf: "{name}({of})",
    ir.Apply: "{op}({args})",
    ir.Call: "{function}({args})",
    ir.If: "({yes} if {test} else {no})",
    ir.ListOf: "[{items}]",
    ir.Loop: "for {local} in {source}< if {test}>",
    ir.Let: "let {local} = {value}",
    ir.Change: "{local} = {value}",
    ir.SetVariable: "{name}<[{owner}]> = {value}",
    ir.SetCardVariable: "{name}[{card}] = {value}",
    ir.MoveAll: "move all of {source} to <{at} of >{target}",
    ir.ShuffleZone: "shuffle {zone}",
    ir.Random: "random {local} in {source}",
    ir.ForEach: "for {local} in {source}:",
    ir.Forever: "forever:",
    ir.Scope: "scope {name}:",
    ir.Exit: "exit {name}",
    ir.Run: "run {effect}({args})",
    ir.Score: "score {scoring} for {local} in {owners}:",
    ir.Mark: "mark {number}",
    ir.Enqueue: "enqueue {trigger}({args})",
    ir.RunTriggers: "run triggers",
    ir.Parameter: "{how} {local} in {source}< from {low}>< to {high}>< where {where}>",
}
"""How nodes are printed: `{name}` is a field, and `<…>` is left out where a field in it is none or empty."""
_FIELD, _OPTIONAL = re.compile(r"\{(\w+)\}"), re.compile("<([^<>]*)>")


def _filled(form: str, node: Any) -> str:
    def if_present(part: re.Match[str]) -> str:
        return "" if any(getattr(node, name) in (None, "") for name in _FIELD.findall(part[1])) else part[1]

    return _FIELD.sub(lambda field: _shown(getattr(node, field[1])), _OPTIONAL.sub(if_present, form))


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value))
    return str(value) if isinstance(value, str | int) else show_expr(value)


def show_expr(expr: ir.Expr) -> str:
    """An expression on one line; nodes that other packages add to the IR are printed by their `__str__`."""
    match expr:
        case ir.Const():
            return _constant(expr.value, expr.type)
        case ir.Fold():
            turns = " ".join(_filled(FORMS[ir.Loop], loop) for loop in expr.loops)
            return f"{expr.op}({show_expr(expr.body)} {turns}{f' by {_shown(expr.keys)}' if expr.keys else ''})"
        case _:
            return _filled(FORMS[type(expr)], expr) if type(expr) in FORMS else str(expr)


def _constant(value: int | tuple[int, ...], type: Type) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_constant(one, type.item or type) for one in value)}]"
    if value == NONE:
        return "none"
    match type.base:
        case "boolean":
            return "true" if value else "false"
        case "player" | "team":
            return f"{type.base[0]}{value + 1}"
        case "symbol" | "kind":
            return f"{type.name if type.base == 'symbol' else type.base}:{value}"
        case _:
            return str(value)


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
        case ir.Ask():
            yield from _ask(stmt, indent)
        case _:
            yield indent + _line(stmt)
            if isinstance(stmt, ir.ForEach | ir.Forever | ir.Scope):
                yield from show_effects(stmt.body, deeper)
            elif isinstance(stmt, ir.Score):
                yield from (f"{deeper}{name}: {show_expr(points)}" for name, points in stmt.categories)


def _line(stmt: ir.Stmt) -> str:
    match stmt:
        case ir.MoveCards(cards, zone, at, position, by=by):
            where = f"{at} {show_expr(position)}" if position is not None else at
            secretly = "" if by is None else f" secretly by {show_expr(by)}"
            return f"move {show_expr(cards)} to {where + ' of ' if where else ''}{show_expr(zone)}{secretly}"
        case ir.ShowCards(announced=announced):
            return ("announce" if announced else "show") + _filled(" {cards} to {players}", stmt)
        case ir.Settle(place=place):
            return _filled(f"settle {'{at}' if place is None else 'position {place}'} of {{zone}}", stmt)
        case ir.Tell(told=told, say=say):
            values = "".join(f", {one.written}: {show_expr(one.value)}" for one in told)
            return f"{'say' if say else 'tell'}{_filled(' {name}< of {who}>', stmt)}{values}"
        case _:
            return _filled(FORMS[type(stmt)], stmt) if type(stmt) in FORMS else str(stmt)


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
    return _filled(FORMS[ir.Parameter], p)


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
        shows += f", to {show_expr(zone.to)} all" if zone.to is not None else ""
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
