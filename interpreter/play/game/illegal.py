"""Why a move is not legal: an unknown name, an argument that is not there, or a rule that does not hold.

What is told never goes beyond what the seat sees: the value of a part of a rule that reads a hidden zone, a
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
from .move import IllegalMove
from .naming import argument_text, value_text
from .view import is_owner, knows
from .wording import Argument, key_of


def explain(m: Machine, ask: AskBlock, text: str, legal: list[str]) -> IllegalMove:
    """The error for a text that is none of the legal moves."""
    wanted = key_of(text)
    choices = [(n, c) for n, c in enumerate(ask.choices) if _name(c) == wanted.name or _named(c) == wanted.named != ()]
    if not choices:
        return _unknown(ask, text, wanted.name or ", ".join(wanted.named), legal)
    found = [_explain_choice(m, ask, number, choice, text, wanted.arguments) for number, choice in choices]
    return next((error for error in found if error.conditions), found[0])


def _name(choice: Choice) -> str:
    return choice.name if choice.style == "action" else ""


def _named(choice: Choice) -> tuple[str, ...]:
    return tuple(p.local.name for p in choice.parameters) if choice.style == "pick" else ()


def _unknown(ask: AskBlock, text: str, name: str, legal: list[str]) -> IllegalMove:
    names = list(dict.fromkeys(_name(choice) or "=".join((*_named(choice), "…")) for choice in ask.choices))
    near = suggest(text, legal) or suggest(name, names)
    helps = (f"did you mean `{near}`?",) if near else ()
    return IllegalMove(text, f"`{name}` is not on offer here; on offer: {', '.join(names)}", helps=helps)


def _explain_choice(
    m: Machine, ask: AskBlock, number: int, choice: Choice, text: str, arguments: tuple[Argument, ...]
) -> IllegalMove:
    try:
        with m.aside():
            return _first_wrong(m, ask, number, choice, text, arguments)
    except PlayError:
        return IllegalMove(text, "it is not a legal move here")


def _first_wrong(
    m: Machine, ask: AskBlock, number: int, choice: Choice, text: str, arguments: tuple[Argument, ...]
) -> IllegalMove:
    left_out = choice.parameters[len(arguments) :]
    if arguments and all(parameter.how == "optional" for parameter in left_out):
        arguments = (*arguments, *("none" for _ in left_out))
    if len(arguments) != len(choice.parameters):
        form = _form(choice)
        number_of = {0: "no argument", 1: "1 argument"}.get(
            len(choice.parameters), f"{len(choice.parameters)} arguments"
        )
        return IllegalMove(text, f"`{form}` takes {number_of}, not {len(arguments)}")
    env: Env = {}
    offer = compile_ask(m.code, ask)[number]
    for place, (pick, argument) in enumerate(zip(offer.picks, arguments, strict=True)):
        there = values(m, env, pick)
        texts = [argument_text(m.code.layout, choice, place, value) for value in there]
        match = next((v for v, t in zip(there, texts, strict=True) if key_of(f"x({t})").arguments == (argument,)), None)
        if match is None:
            return _not_there(text, choice, place, argument, texts)
        env[pick.number] = match
    return _failing(m, ask, choice, text, env)


def _form(choice: Choice) -> str:
    names = ", ".join(parameter.local.name for parameter in choice.parameters)
    return f"{choice.name}({names})" if names else choice.name


def _not_there(text: str, choice: Choice, place: int, argument: Argument, texts: list[str]) -> IllegalMove:
    shown = argument if isinstance(argument, str) else f"[{', '.join(argument)}]"
    name = choice.parameters[place].local.name
    among = f"; there are {', '.join(texts[:20])}" if texts else "; there is nothing to choose"
    near = suggest(shown, texts)
    return IllegalMove(
        text, f"`{shown}` cannot be chosen as {name}{among}", helps=(f"did you mean `{near}`?",) if near else ()
    )


def _failing(m: Machine, ask: AskBlock, choice: Choice, text: str, env: Env) -> IllegalMove:
    """All arguments are there: which of the rules does not hold?"""
    seat = m.state[ask.who.address]
    failing = [c for c in choice.conditions if not _holds(m, c.test, env)]
    if failing:
        first = failing[0]
        return IllegalMove(
            text,
            f"the condition `{first.name}` does not hold: {first.span.text.strip()}",
            conditions=tuple(c.name for c in failing),
            path=first.path,
            values=tuple(dict(_values(m, seat, _culprit(m, first.test, env), env)).items()),
            arguments={
                p.local.name: argument_text(m.code.layout, choice, place, env[p.local.number])
                for place, p in enumerate(choice.parameters)
            },
        )
    for parameter in choice.parameters:
        if parameter.where is not None and not _holds(m, parameter.where, env):
            worth = tuple(dict(_values(m, seat, parameter.where, env)).items())
            name = parameter.local.name
            return IllegalMove(text, f"`{name}` must be so that {parameter.where.span.text.strip()}", values=worth)
    return IllegalMove(text, "it is not a legal move here")


# What the parts of a rule are worth -------------------------------------------------------


def _culprit(m: Machine, test: ir.Expr, env: Env) -> ir.Expr:
    """Of several conditions that must all hold, the first that does not."""
    while isinstance(test, ir.Apply) and test.op == "and":
        left, right = test.args
        test = right if _holds(m, left, env) else left
    return test


def _holds(m: Machine, test: Expr, env: Env) -> bool:
    """Whether a rule holds; one that cannot be worked out does not."""
    try:
        return bool(compile_expr(m.code, test)(m, env))
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
        value = compile_expr(m.code, expr)(m, env)
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
    """What an expression is worth, or None where that cannot be said here (inside of a comprehension or function)."""
    if expr is None:
        return None
    try:
        return compile_expr(m.code, expr)(m, env)
    except KeyError:
        return None
