"""Finding out why a move is not legal: an unknown name, an argument that cannot be chosen, a rule that does not hold.

A refusal is told to the player who decides, and is a function of what they see and of their legal moves. Conditions
whose truth they can see are told first. Where all of these hold, the reason is among the others: if that is a single
condition they can tell that it fails, and if there are several nobody says which (reason `hidden`). Of the values of
the parts of a rule only those are told that the player sees. What a choice is made from is told if it is open to them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ...diagnostics.suggest import suggest
from ...engines.program.nodes import AskBlock, Choice, Expr, Parameter
from ...engines.reference.error import PlayError
from ...engines.reference.machine import Env, Machine
from ...engines.reference.moves import compile_ask, values
from ...language.ir import nodes as ir
from .facts import culprit, facts, holds, seen
from .naming import argument_text
from .refusal import Refusal
from .telling import told_why
from .wording import Argument, key_of

FEW = 5
"""Of more lists than this it is told what they are made of."""

_LIST = re.compile(r"\[[^\[\]]+\]")

SHOWN = 20
"""At most this many possible choices are listed."""


def explain(m: Machine, ask: AskBlock, text: str, legal: tuple[str, ...], seat: int) -> Refusal:
    """The refusal of a text that is none of the legal moves, for the seat that decides (or for EVERYTHING)."""
    wanted = key_of(text)
    choices = [(n, c) for n, c in enumerate(ask.choices) if _name(c) == wanted.name or _named(c) == wanted.named != ()]
    if not choices:
        return _not_on_offer(ask, text, wanted.name or ", ".join(wanted.named), legal)
    found = [_explain_choice(m, ask, number, text, wanted.arguments, seat) for number, _ in choices]
    return next((refusal for refusal in found if refusal.conditions), found[0])


def _name(choice: Choice) -> str:
    return choice.name if choice.style == "action" else ""


def _named(choice: Choice) -> tuple[str, ...]:
    return tuple(p.local.name for p in choice.parameters) if choice.style == "pick" else ()


def _not_on_offer(ask: AskBlock, text: str, name: str, legal: tuple[str, ...]) -> Refusal:
    names = tuple(dict.fromkeys(_name(choice) or "=".join((*_named(choice), "…")) for choice in ask.choices))
    return Refusal(
        move=text,
        message=f"'{name}' is not on offer here; on offer: {', '.join(names)}",
        reason="offer",
        name=name,
        possible=names,
        suggestion=suggest(text, legal) or suggest(name, names) or "",
    )


def _explain_choice(
    m: Machine, ask: AskBlock, number: int, text: str, arguments: tuple[Argument, ...], seat: int
) -> Refusal:
    try:
        with m.aside():
            return _first_wrong(m, ask, number, text, arguments, seat)
    except PlayError:
        return _unclear(text)


def _unclear(text: str) -> Refusal:
    return Refusal(move=text, message="it is not a legal move here", reason="unclear")


def _first_wrong(
    m: Machine, ask: AskBlock, number: int, text: str, arguments: tuple[Argument, ...], seat: int
) -> Refusal:
    choice = ask.choices[number]
    if not takes(choice, len(arguments)):
        return _wrong_number(text, choice, len(arguments))
    arguments = (*arguments, *("none" for _ in choice.parameters[len(arguments) :]))
    env: Env = {}
    offer = m.code.once(compile_ask, ask)[number]
    for place, (pick, argument) in enumerate(zip(offer.picks, arguments, strict=True)):
        if not _source_open(m, seat, choice.parameters[place], env):
            return _unclear(text)
        there = values(m, env, pick)
        texts = [argument_text(m.code.layout, choice, place, value) for value in there]
        match = next((v for v, t in zip(there, texts, strict=True) if key_of(f"x({t})").arguments == (argument,)), None)
        if match is None:
            return _cannot_be_chosen(text, choice, place, argument, texts)
        env[pick.number] = match
    return _failing(m, choice, text, env, seat)


def _source_open(m: Machine, seat: int, parameter: Parameter, env: Env) -> bool:
    """Whether the player sees what there is to choose from."""
    return all(seen(m, seat, part, env) for part in (parameter.source, parameter.low, parameter.high) if part)


def takes(choice: Choice | ir.Choice, arguments: int) -> bool:
    """Whether a move takes so many arguments: optional ones at the end may be left out behind others."""
    left_out = choice.parameters[arguments:]
    return arguments == len(choice.parameters) or (
        0 < arguments < len(choice.parameters) and all(one.how == "optional" for one in left_out)
    )


def wrong_number(choice: Choice, got: int) -> str:
    """Says how many arguments a move needs, and that it got another number of them."""
    arguments = {0: "no argument", 1: "1 argument"}.get(len(choice.parameters), f"{len(choice.parameters)} arguments")
    return f"'{_form(choice)}' needs {arguments}, but got {got}"


def _form(choice: Choice) -> str:
    names = ", ".join(parameter.local.name for parameter in choice.parameters)
    return f"{choice.name}({names})" if names else choice.name


def _wrong_number(text: str, choice: Choice, got: int) -> Refusal:
    needs, message = len(choice.parameters), wrong_number(choice, got)
    return Refusal(move=text, message=message, reason="arity", name=_form(choice), needs=needs, got=got)


def _cannot_be_chosen(text: str, choice: Choice, place: int, argument: Argument, texts: list[str]) -> Refusal:
    given = argument if isinstance(argument, str) else f"[{', '.join(argument)}]"
    name = choice.parameters[place].local.name
    possible, least, most = tuple(texts[:SHOWN]), 0, 0
    if len(texts) > FEW and all(_LIST.fullmatch(one) for one in texts):
        possible, least, most = _out_of(texts)
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


def _out_of(texts: Sequence[str]) -> tuple[tuple[str, ...], int, int]:
    """What many lists are made of, each as often as it is in one of them, and how long the lists are."""
    lists = [Counter(text[1:-1].split(", ")) for text in texts]
    parts: Counter[str] = Counter()
    for one in lists:
        parts |= one
    sizes = [one.total() for one in lists]
    return tuple(parts.elements())[:SHOWN], min(sizes), max(sizes)


def _failing(m: Machine, choice: Choice, text: str, env: Env, seat: int) -> Refusal:
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


def _condition(m: Machine, choice: Choice, failing: list[ir.Condition], text: str, env: Env, seat: int) -> Refusal:
    first, rule = failing[0], failing[0].span.written.strip()
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
        told=told_why(m, first.told, env, seat),
    )


def _filter(m: Machine, parameter: Parameter, where: Expr, text: str, env: Env, seat: int) -> Refusal:
    name, rule = parameter.local.name, where.span.written.strip()
    return Refusal(
        move=text,
        message=f"'{name}' must satisfy: {rule}",
        reason="filter",
        name=name,
        rule=rule,
        values=facts(m, seat, where, env),
    )
