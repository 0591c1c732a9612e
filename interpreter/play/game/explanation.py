"""Finding out why a move is not legal: an unknown name, an argument that cannot be chosen, a rule that does not hold.

A refusal is told to the player who decides, and is a function of what they see and of their legal moves. Conditions
whose truth they can see are told first. Where all of these hold, the reason is among the others: if that is a single
condition they can tell that it fails, and if there are several nobody says which (reason `hidden`). Of the values of
the parts of a rule only those are told that the player sees. What a choice is made from is told if it is open to them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from ...diagnostics.suggest import suggest
from ...engines.events import NOT_COMPUTED, PlayError
from ...engines.position import Env, Position, ProgramTables
from ...engines.program.nodes import AskBlock, AskChoice, Expr, MoveParameter, Slot, SlotList
from ...engines.program.traversal import every_called, parts
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from .decider import EVERYTHING
from .disclosure import fill_reason, open_to, value_of
from .move import Argument, Refusal, key_of
from .notation import argument_text, value_text

FEW = 5
"""Of more lists than this it is told what they are made of."""

_LIST = re.compile(r"\[[^\[\]]+\]")

SHOWN = 20
"""At most this many possible choices are listed."""


def explain(m: Position, ask: AskBlock, text: str, legal: tuple[str, ...], seat: int) -> Refusal:
    """The refusal of a text that is none of the legal moves, for the seat that decides (or for EVERYTHING)."""
    wanted = key_of(text)
    choices = [(n, c) for n, c in enumerate(ask.choices) if _name(c) == wanted.name or _named(c) == wanted.named != ()]
    if not choices:
        name = wanted.name or ", ".join(wanted.named)
        names = tuple(dict.fromkeys(_name(choice) or "=".join((*_named(choice), "…")) for choice in ask.choices))
        return Refusal(
            move=text,
            message=f"'{name}' is not on offer here; on offer: {', '.join(names)}",
            reason="offer",
            name=name,
            possible=names,
            suggestion=suggest(text, legal) or suggest(name, names) or "",
        )
    found = [_explain_choice(m, ask, number, text, wanted.arguments, seat) for number, _ in choices]
    return next((refusal for refusal in found if refusal.conditions), found[0])


def _name(choice: AskChoice) -> str:
    return choice.name if choice.style == "action" else ""


def _named(choice: AskChoice) -> tuple[str, ...]:
    return tuple(p.local.name for p in choice.parameters) if choice.style == "pick" else ()


def _explain_choice(
    m: Position, ask: AskBlock, number: int, text: str, arguments: tuple[Argument, ...], seat: int
) -> Refusal:
    try:
        with m.aside():
            return _first_wrong(m, ask, number, text, arguments, seat)
    except PlayError:
        return _unclear(text)


def _unclear(text: str) -> Refusal:
    return Refusal(move=text, message="it is not a legal move here", reason="unclear")


def _first_wrong(
    m: Position, ask: AskBlock, number: int, text: str, arguments: tuple[Argument, ...], seat: int
) -> Refusal:
    choice = ask.choices[number]
    if not takes(choice, len(arguments)):
        got = len(arguments)
        needs, message = len(choice.parameters), wrong_number(choice, got)
        return Refusal(move=text, message=message, reason="arity", name=_form(choice), needs=needs, got=got)
    arguments = (*arguments, *("none" for _ in choice.parameters[len(arguments) :]))
    env: Env = {}
    for place, (parameter, argument) in enumerate(zip(choice.parameters, arguments, strict=True)):
        if not _source_open(m, seat, parameter, env):
            return _unclear(text)
        there = m.options(ask, number, place, env)
        texts = [argument_text(m.code.layout, choice, place, value) for value in there]
        match = next((v for v, t in zip(there, texts, strict=True) if key_of(f"x({t})").arguments == (argument,)), None)
        if match is None:
            return _cannot_be_chosen(text, choice, place, argument, texts)
        env[parameter.local.number] = match
    found = _failing(m, choice, text, env, seat)
    failing = (c.test for c in choice.conditions if c.name in found.conditions)
    return replace(found, fixed=any(_follows(m.code, test, ask.who) for test in failing))


def _source_open(m: Position, seat: int, parameter: MoveParameter, env: Env) -> bool:
    """Whether the player sees what there is to choose from."""
    return all(seen(m, seat, part, env) for part in (parameter.source, parameter.low, parameter.high) if part)


def takes(choice: AskChoice | ir.Choice, arguments: int) -> bool:
    """Whether a move takes so many arguments: optional ones at the end may be left out behind others."""
    left_out = choice.parameters[arguments:]
    return arguments == len(choice.parameters) or (
        0 < arguments < len(choice.parameters) and all(one.how == "optional" for one in left_out)
    )


def wrong_number(choice: AskChoice, got: int) -> str:
    """Says how many arguments a move needs, and that it got another number of them."""
    arguments = {0: "no argument", 1: "1 argument"}.get(len(choice.parameters), f"{len(choice.parameters)} arguments")
    return f"'{_form(choice)}' needs {arguments}, but got {got}"


def _form(choice: AskChoice) -> str:
    names = ", ".join(parameter.local.name for parameter in choice.parameters)
    return f"{choice.name}({names})" if names else choice.name


def _cannot_be_chosen(text: str, choice: AskChoice, place: int, argument: Argument, texts: list[str]) -> Refusal:
    given = argument if isinstance(argument, str) else f"[{', '.join(argument)}]"
    name = choice.parameters[place].local.name
    possible, least, most = tuple(texts[:SHOWN]), 0, 0
    if len(texts) > FEW and all(_LIST.fullmatch(one) for one in texts):
        # What many lists are made of, each as often as it is in one of them, and how long the lists are
        lists = [Counter(text[1:-1].split(", ")) for text in texts]
        parts: Counter[str] = Counter()
        for one in lists:
            parts |= one
        sizes = [one.total() for one in lists]
        possible, least, most = tuple(parts.elements())[:SHOWN], min(sizes), max(sizes)
    numbers = "" if not most else f"{least} of " if least == most else f"{least} to {most} of "
    among = f"possible: {numbers}{', '.join(possible)}" if texts else "there is nothing to choose"
    return Refusal(
        move=text,
        message=f"'{given}' cannot be chosen as '{name}'; {among}",
        reason="choice",
        name=name,
        given=given,
        possible=possible,
        least=least,
        most=most,
        suggestion="" if most else suggest(given, texts) or "",
    )


def _failing(m: Position, choice: AskChoice, text: str, env: Env, seat: int) -> Refusal:
    """All arguments can be chosen: which of the rules does not hold?"""
    filters = [p for p in choice.parameters if p.where is not None]
    failing = [c for c in choice.conditions if seen(m, seat, c.test, env) and not holds(m, c.test, env)]
    if failing:
        return _condition(m, choice, failing, text, env, seat)
    for one in filters:
        if one.where is not None and seen(m, seat, one.where, env) and not holds(m, one.where, env):
            return _filter(m, one, one.where, text, env, seat)
    unseen = [c for c in choice.conditions if not seen(m, seat, c.test, env)]
    unseen_filters = [p for p in filters if p.where is not None and not seen(m, seat, p.where, env)]
    match unseen, unseen_filters:
        case [], [one] if one.where is not None:
            return _filter(m, one, one.where, text, env, seat)
        case [_], []:
            return _condition(m, choice, unseen, text, env, seat)
        case [], []:
            return _unclear(text)
        case _:
            names = (*(c.name for c in unseen), *(p.local.name for p in unseen_filters))
            message = f"one of these does not hold, and you do not see which: {', '.join(names)}"
            return Refusal(move=text, message=message, reason="hidden", possible=names)


def _condition(m: Position, choice: AskChoice, failing: list[ir.Condition], text: str, env: Env, seat: int) -> Refusal:
    first, rule = failing[0], failing[0].span.written.strip()
    others = [one for one in failing[1:] if value_of(m, one.test, env) is not None]
    return Refusal(
        move=text,
        message=f"the condition '{first.name}' does not hold: {rule}",
        reason="condition",
        conditions=tuple(c.name for c in failing),
        path=first.path,
        rule=rule,
        values=facts(m, seat, culprit(m, first.test, env, seat), env),
        arguments={
            p.local.name: argument_text(m.code.layout, choice, place, env[p.local.number], whole=True)
            for place, p in enumerate(choice.parameters)
        },
        told=fill_reason(m, first.told, env, seat),
        label=fill_reason(m, choice.told, env, seat),
        more=tuple(_condition(m, choice, [one], text, env, seat) for one in others),
    )


def _follows(code: ProgramTables, test: Expr, who: Slot) -> bool:
    """Whether a rule follows from the arguments of a move and from who makes it, in each position."""
    inside = every_called(test, code.program.functions.__getitem__)
    read = (ir.Variable, ir.CardVariable, ir.ZoneOf, SlotList)
    return not any(isinstance(one, read) or (isinstance(one, Slot) and one.address != who.address) for one in inside)


def _filter(m: Position, parameter: MoveParameter, where: Expr, text: str, env: Env, seat: int) -> Refusal:
    name, rule = parameter.local.name, where.span.written.strip()
    return Refusal(
        move=text,
        message=f"'{name}' must satisfy: {rule}",
        reason="filter",
        name=name,
        rule=rule,
        values=facts(m, seat, where, env),
    )


# The facts that decide a rule: which of its parts settles it, and what they come to now, as far as a seat may know.
#
# A function is gone into where it is true or false: `ready(p1)` does not hold, as `p1.hand` is empty. Of parts that
# must all hold only the one that fails is told, of those of which one must hold those up to it. In the text of a
# function its parameters are replaced by what they stand for. A part that the seat does not see is left out with all
# that is inside.

MOST = 12
"""At most this many facts are told."""

Names = Mapping[str, str]
"""The parameters of a function, and the texts of what they stand for."""


def facts(m: Position, seat: int, expr: Expr, env: Env) -> tuple[tuple[str, str], ...]:
    """The parts of a rule that a reader would want to know, as (source text, value), each once."""
    found = dict(islice(_facts(m, seat, expr, env, {}), MOST))
    return tuple((what, value) for what, value in found.items() if what != value)


def seen(m: Position, seat: int, expr: Expr, env: Env) -> bool:
    """Whether a seat sees the value of an expression; EVERYTHING sees all."""
    return seat == EVERYTHING or open_to(m, seat, expr, env)


def holds(m: Position, test: Expr, env: Env) -> bool:
    """Whether a rule holds; one that cannot be computed does not."""
    try:
        return bool(m.value(test, env))
    except NOT_COMPUTED:
        return False


def culprit(m: Position, test: Expr, env: Env, seat: int) -> Expr:
    """Of several conditions that must all hold, the first that the player can see not to hold; else all of them."""
    while isinstance(test, ir.Apply) and test.op == "and":
        open_parts = (part for part in test.args if seen(m, seat, part, env))
        wrong = next((part for part in open_parts if not holds(m, part, env)), None)
        if wrong is None:
            return test
        test = wrong
    return test


def _facts(m: Position, seat: int, expr: Expr, env: Env, names: Names) -> Iterator[tuple[str, str]]:
    if isinstance(expr, ir.Apply) and ROWS[expr.op].form == "operator":
        for part in _come_to(m, expr, env, seat):
            yield from _facts(m, seat, part, env, names)
        return
    if isinstance(expr, ir.If):
        for part in parts(expr):
            yield from _facts(m, seat, part, env, names)
        return
    if not seen(m, seat, expr, env):
        return
    try:
        value = m.value(expr, env)
    except NOT_COMPUTED:
        return
    if not isinstance(expr, ir.Local) and not (isinstance(expr, ir.Const) and expr.type.base in ("player", "team")):
        shown = value_text(m.code.layout, expr.type, value)
        yield _written(expr, names), shown
    if isinstance(expr, ir.Call) and expr.type.base == "boolean":
        yield from _inside(m, seat, expr, env)


def _come_to(m: Position, expr: ir.Apply, env: Env, seat: int) -> Iterator[Expr]:
    """The parts of a sum, a comparison and so on; of `and` and `or` only those up to the one that decides."""
    if expr.op == "and" and seen(m, seat, wrong := culprit(m, expr, env, seat), env) and not holds(m, wrong, env):
        yield wrong
        return
    row = ROWS[expr.op]
    for part in expr.args:
        yield part
        if row.is_connective and row.decides and seen(m, seat, part, env) and row.decides(holds(m, part, env)):
            return


def _inside(m: Position, seat: int, call: ir.Call, env: Env) -> Iterator[tuple[str, str]]:
    """The facts that decide a function that the author wrote, or that a rule on a card made."""
    function = m.code.program.functions.get(call.function)
    if function is None:
        return
    inner: Env = {}
    names: dict[str, str] = {}
    for parameter, arg in zip(function.parameters, call.args, strict=True):
        value = value_of(m, arg, env)
        if value is None:
            return
        inner[parameter.number] = value
        if seen(m, seat, arg, env):
            names[parameter.name] = value_text(m.code.layout, parameter.type, value)
    yield from _facts(m, seat, function.body, inner, names)


def _written(expr: Expr, names: Names) -> str:
    """The source text of a part, on one line, with what the parameters of its function stand for."""
    text = " ".join(expr.span.written.split())
    if not names:
        return text
    words = "|".join(map(re.escape, names))
    return re.sub(rf"(?<![\w.])(?:{words})\b(?!\()", lambda match: names[match[0]], text)
