"""Running effects: what each does to a position.

Each effect becomes a closure that changes the state in place. It returns None, or the name of a
scope to leave; whatever runs a body passes that name up until it reaches the scope.

Steps: each turn of a loop counts 1, and each named effect that is run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..program.layout import CardCell, VariableCell
from ..program.nodes import ClearRecords, Recall, SetSlot, Stmt, TakeTrigger
from .announce import tell
from .bags import is_loose
from .error import PlayError
from .event import Event
from .expressions import compile_expr
from .lists import set_list
from .machine import Code, Env, Machine, Step, Value
from .records import clear_records, recall
from .slots import compile_write
from .triggers import compile_enqueue, compile_take
from .zones import move_all, move_card, show, shuffle

LAST = 2**31
"""An index behind all others."""


def compile_body(code: Code, body: tuple[Stmt, ...]) -> tuple[Step, ...]:
    """The closures of a body of effects."""
    return tuple(compile_step(code, stmt) for stmt in body)


def run_steps(steps: tuple[Step, ...], m: Machine, e: Env) -> str | None:
    """Run effects one after the other, until one leaves a scope."""
    for step in steps:
        left = step(m, e)
        if left is not None:
            return left
    return None


def compile_step(code: Code, stmt: Stmt) -> Step:
    """The closure of an effect."""
    match stmt:
        case ir.Let() | ir.Change():
            return _let(stmt.local.number, compile_expr(code, stmt.value))
        case ir.SetVariable():
            return _set_variable(code, stmt)
        case ir.SetCardVariable():
            return _set_card_variable(code, stmt)
        case ir.MoveCards():
            return _move_cards(code, stmt)
        case ir.MoveAll():
            return _move_all(code, stmt)
        case ir.ShuffleZone():
            zone = compile_expr(code, stmt.zone)
            return _plain(lambda m, e: shuffle(m, zone(m, e)))
        case ir.ShowCards():
            return _show_cards(code, stmt)
        case ir.When():
            return _when(code, stmt)
        case ir.ForEach():
            return _for_each(code, stmt)
        case ir.Forever():
            return _forever(code, stmt)
        case ir.Scope():
            return _scope(code, stmt)
        case ir.Exit():
            name = stmt.name
            return lambda m, e: name
        case ir.Run():
            return _run(code, stmt)
        case ir.Score():
            return _score(code, stmt)
        case ir.Tell():
            return _tell(code, stmt)
        case ir.Mark():
            number = stmt.number
            return _plain(lambda m, e: m.code.marks.add(number))
        case ir.Enqueue():
            return compile_enqueue(code, stmt)
        case SetSlot():
            return _set_slot(code, stmt)
        case ClearRecords():
            pending = stmt.pending
            return _plain(lambda m, e: clear_records(m, pending))
        case Recall():
            recalled = stmt
            return _plain(lambda m, e: recall(m, recalled))
        case TakeTrigger():
            return compile_take(code, stmt)
        case ir.Settle() | ir.Random() | ir.Ask() | ir.RunTriggers():
            raise TypeError(f"{type(stmt).__name__} where play cannot stop")
        case _:
            assert_never(stmt)


def _plain(act: Callable[[Machine, Env], None]) -> Step:
    def step(m: Machine, e: Env) -> None:
        act(m, e)

    return step


def _let(number: int, value: Value) -> Step:
    def let(m: Machine, e: Env) -> None:
        e[number] = value(m, e)

    return let


def _set_slot(code: Code, stmt: SetSlot) -> Step:
    value, write = compile_expr(code, stmt.value), compile_write(stmt.slot)

    def set_slot(m: Machine, e: Env) -> None:
        write(m, value(m, e))

    return set_slot


# Variables --------------------------------------------------------------------------------


def _set_variable(code: Code, stmt: ir.SetVariable) -> Step:
    cell, span = code.layout.variables[stmt.name], stmt.span
    owner = None if stmt.owner is None else compile_expr(code, stmt.owner)
    value = compile_expr(code, stmt.value)
    if cell.room:
        return set_list(cell, owner, value, span)

    def set_variable(m: Machine, e: Env) -> None:
        whose = 0 if owner is None else owner(m, e)
        new = int(value(m, e))
        if whose == NONE:
            return
        check_range(cell, new, span)
        at = cell.address + whose
        if m.events is not None and m.state[at] != new:
            m.events.append(Event("set", -1, (cell.name, whose, new)))
        m.state[at] = new

    return set_variable


def _set_card_variable(code: Code, stmt: ir.SetCardVariable) -> Step:
    cell, span = code.layout.card_variables[stmt.name], stmt.span
    card, value = compile_expr(code, stmt.card), compile_expr(code, stmt.value)

    def set_card_variable(m: Machine, e: Env) -> None:
        which, new = card(m, e), int(value(m, e))
        if which == NONE:
            return
        check_range(cell, new, span)
        if m.events is not None and cell.shows in ("all", "owner") and m.state[cell.address + which] != new:
            _tell_of_mark(m, cell, which, new)
        m.state[cell.address + which] = new

    return set_card_variable


def _tell_of_mark(m: Machine, cell: CardCell, card: int, value: int) -> None:
    """Record that a mark on a card is about to become `value`; a card in a heap has place 0."""
    code, zone = m.code, m.where(card)
    place = 0 if code.heap[zone] else -1 if is_loose(code, m.state, zone, card) else m.cards(zone).index(card)
    word = m.state[code.know_at + card] & code.everybody
    assert m.events is not None
    m.events.append(Event("marked", -1, (cell.name, code.kind_of[card], zone, value), [word], (place,)))


def check_range(cell: VariableCell | CardCell, value: int, span: Span) -> None:
    """Raise R701 unless the value is in the range of the variable, or none where its type allows that."""
    if cell.low <= value <= cell.high or (value == NONE and cell.type.optional):
        return
    shown = "none" if value == NONE else value
    raise PlayError("R701", f"'{cell.name}' would become {shown}, outside its range {cell.low}..{cell.high}", span)


# Cards ------------------------------------------------------------------------------------


def _move_cards(code: Code, stmt: ir.MoveCards) -> Step:
    cards, zone, span = compile_expr(code, stmt.cards), compile_expr(code, stmt.zone), stmt.span
    index = _index(code, stmt)
    by = None if stmt.by is None else compile_expr(code, stmt.by)

    def move_cards(m: Machine, e: Env) -> None:
        moving = cards(m, e)
        target = zone(m, e)
        place = index(m, e, target)
        blind = 0 if by is None else m.code.everybody & ~(1 << by(m, e))
        if target == NONE:
            return
        for card in moving if isinstance(moving, tuple | list) else (moving,):
            if card != NONE:
                move_card(m, card, target, place, span, blind)

    return move_cards


def _index(code: Code, stmt: ir.MoveCards) -> Callable[[Machine, Env, int], int]:
    """The index from the top, from 0, at which each of the cards is put."""
    match stmt.at:
        case "top":
            return lambda m, e, target: 0
        case "bottom":
            return lambda m, e, target: LAST
        case "position":
            assert stmt.position is not None
            position = compile_expr(code, stmt.position)
            return lambda m, e, target: max(position(m, e) - 1, 0)
        case "":
            stacks = {zone.number for zone in code.layout.zones if zone.order == "stack"}
            return lambda m, e, target: 0 if target in stacks else LAST
        case _:
            assert_never(stmt.at)


def _move_all(code: Code, stmt: ir.MoveAll) -> Step:
    source, target, span = compile_expr(code, stmt.source), compile_expr(code, stmt.target), stmt.span
    stacks = {zone.number for zone in code.layout.zones if zone.order == "stack"}
    at = stmt.at

    def step(m: Machine, e: Env) -> None:
        zone, to = source(m, e), target(m, e)
        move_all(m, zone, to, at == "bottom" or (at == "" and to not in stacks), span)

    return step


def _show_cards(code: Code, stmt: ir.ShowCards) -> Step:
    cards, players, told = compile_expr(code, stmt.cards), compile_expr(code, stmt.players), not stmt.announced

    def show_cards(m: Machine, e: Env) -> None:
        shown = [card for card in cards(m, e) if card != NONE]
        seats = sum(1 << player for player in set(players(m, e)) if player != NONE)
        show(m, shown, seats, told=told)

    return show_cards


# Structure --------------------------------------------------------------------------------


def _when(code: Code, stmt: ir.When) -> Step:
    test = compile_expr(code, stmt.test)
    yes, no = compile_body(code, stmt.yes), compile_body(code, stmt.no)
    return lambda m, e: run_steps(yes if test(m, e) else no, m, e)


def _for_each(code: Code, stmt: ir.ForEach) -> Step:
    number, span = stmt.local.number, stmt.span
    source, body = compile_expr(code, stmt.source), compile_body(code, stmt.body)

    def for_each(m: Machine, e: Env) -> str | None:
        for value in source(m, e):
            m.spend(1, span)
            e[number] = value
            left = run_steps(body, m, e)
            if left is not None:
                return left
        return None

    return for_each


def _forever(code: Code, stmt: ir.Forever) -> Step:
    span, body = stmt.span, compile_body(code, stmt.body)

    def forever(m: Machine, e: Env) -> str | None:
        while True:
            m.spend(1, span)
            left = run_steps(body, m, e)
            if left is not None:
                return left

    return forever


def _scope(code: Code, stmt: ir.Scope) -> Step:
    name, body = stmt.name, compile_body(code, stmt.body)

    def scope(m: Machine, e: Env) -> str | None:
        left = run_steps(body, m, e)
        return None if left == name else left

    return scope


def _run(code: Code, stmt: ir.Run) -> Step:
    name, span = stmt.effect, stmt.span
    effect = code.program.effects[name]
    args = tuple(compile_expr(code, arg) for arg in stmt.args)
    numbers = tuple(parameter.number for parameter in effect.parameters)

    def run(m: Machine, e: Env) -> str | None:
        step = code.effects.get(name)
        if step is None:
            steps = compile_body(code, effect.body)
            step = code.effects[name] = lambda m, e: run_steps(steps, m, e)
        m.spend(1, span)
        return step(m, dict(zip(numbers, [arg(m, e) for arg in args], strict=True)))

    return run


def _score(code: Code, stmt: ir.Score) -> Step:
    """Record the points as an event; computing them changes nothing."""
    owners, number = compile_expr(code, stmt.owners), stmt.local.number
    categories = tuple((name, compile_expr(code, points)) for name, points in stmt.categories)
    scoring, base = stmt.scoring, stmt.local.type.base

    def score(m: Machine, e: Env) -> None:
        whose, names = tuple(owners(m, e)), tuple(name for name, _ in categories)
        table: list[tuple[Any, ...]] = []
        for e[number] in whose:
            table.append(tuple(int(points(m, e)) for _, points in categories))
        if m.events is not None:
            m.events.append(Event("scored", -1, (scoring, whose, names, tuple(table), base)))

    return score


def _tell(code: Code, stmt: ir.Tell) -> Step:
    """Record as an event that a phase begins, that a reaction happens, or what is said to the table."""
    name = stmt.name
    who = None if stmt.who is None else compile_expr(code, stmt.who)

    def step(m: Machine, e: Env) -> None:
        if stmt.say:
            tell(m, "said", NONE, name, stmt.told, e)
        elif who is not None:
            tell(m, "reacted", who(m, e), name, stmt.told, e)
        elif m.events is not None:
            m.events.append(Event("begun", -1, (name,)))

    return step
