"""Finding out why a move is not legal: an unknown name, an argument that cannot be chosen, a rule that does not hold.

A refusal never gives away more than the seat sees: the value of a part of a rule that reads a hidden zone, a
hidden variable or an unknown card is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...diagnostics.suggest import suggest
from ...engines.program.nodes import AskBlock, Choice, Expr
from ...engines.program.walk import every, parts
from ...engines.reference.error import PlayError
from ...engines.reference.expressions import compile_expr
from ...engines.reference.machine import Env, Machine
from ...engines.reference.moves import compile_ask, values
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from .naming import argument_text, value_text
from .refusal import Refusal
from .view import is_owner, knows
from .wording import Argument, key_of

SHOWN = 20
"""At most this many possible choices are listed."""


def explain(m: Machine, ask: AskBlock, text: str, legal: tuple[str, ...]) -> Refusal:
    """The refusal of a text that is none of the legal moves."""
    wanted = key_of(text)
    choices = [(n, c) for n, c in enumerate(ask.choices) if _name(c) == wanted.name or _named(c) == wanted.named != ()]
    if not choices:
        return _not_on_offer(ask, text, wanted.name or ", ".join(wanted.named), legal)
    found = [_explain_choice(m, ask, number, choice, text, wanted.arguments) for number, choice in choices]
    return next((refusal for refusal in found if refusal.conditions), found[0])


def _name(choice: Choice) -> str:
    return choice.name if choice.style == "action" else ""


def _named(choice: Choice) -> tuple[str, ...]:
    return tuple(p.local.name for p in choice.parameters) if choice.style == "pick" else ()


def _not_on_offer(ask: AskBlock, text: str, name: str, legal: tuple[str, ...]) -> Refusal:
    names = tuple(dict.fromkeys(_name(choice) or "=".join((*_named(choice), "…")) for choice in ask.choices))
    return Refusal(
        move=text,
        message=f"`{name}` is not on offer here; on offer: {', '.join(names)}",
        reason="offer",
        name=name,
        possible=names,
        suggestion=suggest(text, legal) or suggest(name, names) or "",
    )


def _explain_choice(
    m: Machine, ask: AskBlock, number: int, choice: Choice, text: str, arguments: tuple[Argument, ...]
) -> Refusal:
    try:
        with m.aside():
            return _first_wrong(m, ask, number, choice, text, arguments)
    except PlayError:
        return _unclear(text)


def _unclear(text: str) -> Refusal:
    return Refusal(move=text, message="it is not a legal move here", reason="unclear")


def _first_wrong(
    m: Machine, ask: AskBlock, number: int, choice: Choice, text: str, arguments: tuple[Argument, ...]
) -> Refusal:
    left_out = choice.parameters[len(arguments) :]
    if arguments and all(parameter.how == "optional" for parameter in left_out):
        arguments = (*arguments, *("none" for _ in left_out))
    if len(arguments) != len(choice.parameters):
        return _wrong_number(text, choice, len(arguments))
    env: Env = {}
    offer = m.code.once(compile_ask, ask)[number]
    for place, (pick, argument) in enumerate(zip(offer.picks, arguments, strict=True)):
        there = values(m, env, pick)
        texts = [argument_text(m.code.layout, choice, place, value) for value in there]
        match = next((v for v, t in zip(there, texts, strict=True) if key_of(f"x({t})").arguments == (argument,)), None)
        if match is None:
            return _cannot_be_chosen(text, choice, place, argument, texts)
        env[pick.number] = match
    return _failing(m, ask, choice, text, env)


def _wrong_number(text: str, choice: Choice, got: int) -> Refusal:
    needs = len(choice.parameters)
    names = ", ".join(parameter.local.name for parameter in choice.parameters)
    form = f"{choice.name}({names})" if names else choice.name
    arguments = {0: "no argument", 1: "1 argument"}.get(needs, f"{needs} arguments")
    message = f"`{form}` needs {arguments}, but got {got}"
    return Refusal(move=text, message=message, reason="arity", name=form, needs=needs, got=got)


def _cannot_be_chosen(text: str, choice: Choice, place: int, argument: Argument, texts: list[str]) -> Refusal:
    given = argument if isinstance(argument, str) else f"[{', '.join(argument)}]"
    name = choice.parameters[place].local.name
    among = f"possible: {', '.join(texts[:SHOWN])}" if texts else "there is nothing to choose"
    return Refusal(
        move=text,
        message=f"`{given}` cannot be chosen as `{name}`; {among}",
        reason="choice",
        name=name,
        given=given,
        possible=tuple(texts[:SHOWN]),
        suggestion=suggest(given, texts) or "",
    )


def _failing(m: Machine, ask: AskBlock, choice: Choice, text: str, env: Env) -> Refusal:
    """All arguments can be chosen: which of the rules does not hold?"""
    seat = m.state[ask.who.address]
    failing = [c for c in choice.conditions if not _holds(m, c.test, env)]
    if failing:
        first, rule = failing[0], failing[0].span.text.strip()
        return Refusal(
            move=text,
            message=f"the condition `{first.name}` does not hold: {rule}",
            reason="condition",
            conditions=tuple(c.name for c in failing),
            path=first.path,
            rule=rule,
            values=tuple(dict(_values(m, seat, _culprit(m, first.test, env), env)).items()),
            arguments={
                p.local.name: argument_text(m.code.layout, choice, place, env[p.local.number])
                for place, p in enumerate(choice.parameters)
            },
        )
    for parameter in choice.parameters:
        if parameter.where is not None and not _holds(m, parameter.where, env):
            name, rule = parameter.local.name, parameter.where.span.text.strip()
            return Refusal(
                move=text,
                message=f"`{name}` must satisfy: {rule}",
                reason="filter",
                name=name,
                rule=rule,
                values=tuple(dict(_values(m, seat, parameter.where, env)).items()),
            )
    return _unclear(text)


# What the parts of a rule evaluate to -----------------------------------------------------


def _culprit(m: Machine, test: ir.Expr, env: Env) -> ir.Expr:
    """Of several conditions that must all hold, the first that does not."""
    while isinstance(test, ir.Apply) and test.op == "and":
        left, right = test.args
        test = right if _holds(m, left, env) else left
    return test


def _holds(m: Machine, test: Expr, env: Env) -> bool:
    """Whether a rule holds; one that cannot be computed does not."""
    try:
        return bool(m.code.once(compile_expr, test)(m, env))
    except PlayError:
        return False


def _values(m: Machine, seat: int, expr: ir.Expr, env: Env) -> Iterator[tuple[str, str]]:
    """The parts that a reader would want to know, as (source text, value)."""
    if isinstance(expr, ir.Apply) and ROWS[expr.op].form == "operator":
        for part in expr.args:
            yield from _values(m, seat, part, env)
        return
    if isinstance(expr, ir.If):
        for part in parts(expr):
            yield from _values(m, seat, part, env)
        return
    try:
        value = m.code.once(compile_expr, expr)(m, env)
    except (PlayError, KeyError):
        return
    source, shown = " ".join(expr.span.text.split()), value_text(m.code.layout, expr.type, value)
    if source and source != shown and not isinstance(expr, ir.Local) and open_to(m, seat, expr, env):
        yield source, shown


def open_to(m: Machine, seat: int, expr: Expr, env: Env) -> bool:
    """Whether the value of an expression follows from what a seat sees."""
    return all(_part_open(m, seat, part, env) for part in every(expr))


def _part_open(m: Machine, seat: int, part: Expr, env: Env) -> bool:
    match part:
        case ir.ZoneOf():
            return _zone_open(m, seat, part, env)
        case ir.Variable():
            cell = m.code.layout.variables[part.name]
            owner = _value(m, part.owner, env)
            return cell.shows == "all" or (
                cell.shows == "owner" and owner is not None and is_owner(m.code.layout, cell.owner, owner, seat)
            )
        case ir.Call():
            return open_to(m, seat, m.code.program.functions[part.function].body, {})
        case _ if part.type.base == "card":
            card = _value(m, part, env)
            return card is None or card == NONE or knows(m, card, seat)
        case _:
            return True


def _zone_open(m: Machine, seat: int, part: ir.ZoneOf, env: Env) -> bool:
    """Whether the seat sees all cards of a zone; of one that is not certain, all that it may be."""
    zones = m.code.layout.zones
    owner = 0 if part.owner is None else _value(m, part.owner, env)
    family = m.code.layout.families[part.name]
    if owner is None:
        return all(zones[zone].sees[seat] == "all" for zone in family)
    return owner == NONE or zones[family[owner]].sees[seat] == "all"


def _value(m: Machine, expr: Expr | None, env: Env) -> Any:
    """The value of an expression, or None where it has none outside of its comprehension or function."""
    if expr is None:
        return None
    try:
        return m.code.once(compile_expr, expr)(m, env)
    except KeyError:
        return None
