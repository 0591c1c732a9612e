"""Running effects: what each does to a position, and the queue of triggers that wait.

Each effect becomes a closure that changes the state in place. It returns None, or the name of a
scope to leave; whatever runs a body passes that name up until it reaches the scope.

Steps: each turn of a loop counts 1, and each named effect that is run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from ...diagnostics.span import Span
from ...diagnostics.text import how_many
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..cells import cells_of, is_loose, write_slot
from ..events import Event, PlayError
from ..position import Env
from ..program.layout import CardCell, VariableCell
from ..program.nodes import ClearRecords, Recall, SetSlot, Slot, SlotList, Stmt, TakeTrigger
from .announcements import clear_records, recall, tell
from .expressions import compile_expr, stored_list
from .machine import CompiledCode, Machine, Step, Value
from .zones import move_all, move_card, show, shuffle

LAST = 2**31
"""An index behind all others."""


def compile_body(code: CompiledCode, body: tuple[Stmt, ...]) -> tuple[Step, ...]:
    """The closures of a body of effects."""
    return tuple(compile_step(code, stmt) for stmt in body)


def run_steps(steps: tuple[Step, ...], m: Machine, e: Env) -> str | None:
    """Run effects one after the other, until one leaves a scope."""
    for step in steps:
        left = step(m, e)
        if left is not None:
            return left
    return None


def compile_step(code: CompiledCode, stmt: Stmt) -> Step:
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
            test = compile_expr(code, stmt.test)
            yes, no = compile_body(code, stmt.yes), compile_body(code, stmt.no)
            return lambda m, e: run_steps(yes if test(m, e) else no, m, e)
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


def _set_slot(code: CompiledCode, stmt: SetSlot) -> Step:
    value, write = compile_expr(code, stmt.value), compile_write(stmt.slot)

    def set_slot(m: Machine, e: Env) -> None:
        write(m, value(m, e))

    return set_slot


Write = Callable[[Machine, Any], None]


def compile_write(slot: Slot | SlotList) -> Write:
    """A closure that writes a value to a slot, or a list: its length, its elements, then zeros."""
    if isinstance(slot, SlotList):
        return lambda m, values: write_slot(m.state, slot, values)
    address = slot.address

    def write(m: Machine, value: Any) -> None:
        m.state[address] = int(value)

    return write


# Variables --------------------------------------------------------------------------------


def _set_variable(code: CompiledCode, stmt: ir.SetVariable) -> Step:
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


def set_list(cell: VariableCell, owner: Value | None, value: Value, span: Span) -> Step:
    """A closure that gives a variable another list. Nothing happens if the owner is none."""

    def change(m: Machine, e: Env) -> None:
        whose = 0 if owner is None else owner(m, e)
        new = tuple(map(int, value(m, e)))
        if whose == NONE:
            return
        check_list(cell, new, span)
        at = cell.at(whose)
        if m.events is not None and stored_list(at, m, e) != new:
            m.events.append(Event("set", -1, (cell.name, whose, new)))
        m.state[at : at + cell.width] = cells_of(cell, new)

    return change


def check_list(cell: VariableCell, values: tuple[int, ...], span: Span) -> None:
    """Raise R730 where a list is longer than its room, R701 where an element is outside the range."""
    if len(values) > cell.room:
        many = how_many(len(values), "element")
        raise PlayError("R730", f"'{cell.name}' would have {many}, but it has room for {cell.room}", span)
    wrong = next((value for value in values if not cell.low <= value <= cell.high), None)
    if wrong is not None:
        shown = "none" if wrong == NONE else wrong
        message = f"'{cell.name}' would hold {shown}, outside its range {cell.low}..{cell.high}"
        raise PlayError("R701", message, span)


def _set_card_variable(code: CompiledCode, stmt: ir.SetCardVariable) -> Step:
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


def _move_cards(code: CompiledCode, stmt: ir.MoveCards) -> Step:
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


def _index(code: CompiledCode, stmt: ir.MoveCards) -> Callable[[Machine, Env, int], int]:
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


def _move_all(code: CompiledCode, stmt: ir.MoveAll) -> Step:
    source, target, span = compile_expr(code, stmt.source), compile_expr(code, stmt.target), stmt.span
    stacks = {zone.number for zone in code.layout.zones if zone.order == "stack"}
    at = stmt.at

    def step(m: Machine, e: Env) -> None:
        zone, to = source(m, e), target(m, e)
        move_all(m, zone, to, at == "bottom" or (at == "" and to not in stacks), span)

    return step


def _show_cards(code: CompiledCode, stmt: ir.ShowCards) -> Step:
    cards, players, told = compile_expr(code, stmt.cards), compile_expr(code, stmt.players), not stmt.announced

    def show_cards(m: Machine, e: Env) -> None:
        shown = [card for card in cards(m, e) if card != NONE]
        seats = sum(1 << player for player in set(players(m, e)) if player != NONE)
        show(m, shown, seats, told=told)

    return show_cards


# Structure --------------------------------------------------------------------------------


def _for_each(code: CompiledCode, stmt: ir.ForEach) -> Step:
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


def _forever(code: CompiledCode, stmt: ir.Forever) -> Step:
    span, body = stmt.span, compile_body(code, stmt.body)

    def forever(m: Machine, e: Env) -> str | None:
        while True:
            m.spend(1, span)
            left = run_steps(body, m, e)
            if left is not None:
                return left

    return forever


def _scope(code: CompiledCode, stmt: ir.Scope) -> Step:
    name, body = stmt.name, compile_body(code, stmt.body)

    def scope(m: Machine, e: Env) -> str | None:
        left = run_steps(body, m, e)
        return None if left == name else left

    return scope


def _run(code: CompiledCode, stmt: ir.Run) -> Step:
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


def _score(code: CompiledCode, stmt: ir.Score) -> Step:
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


def _tell(code: CompiledCode, stmt: ir.Tell) -> Step:
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


# Waiting triggers: a queue in the state, oldest first, from which those of the nearest player come out first.


def compile_enqueue(code: CompiledCode, stmt: ir.Enqueue) -> Step:
    """Append a trigger to those that are waiting."""
    layout, span = code.layout, stmt.span
    number = code.program.triggers.index(stmt.trigger)
    args = tuple(compile_expr(code, arg) for arg in stmt.args)
    sizes = layout.queue_cells[number]

    def enqueue(m: Machine, e: Env) -> None:
        record = [number + 1]
        for size, arg in zip(sizes, args, strict=True):
            record += _cells(arg(m, e), size)
        record += [0] * (layout.queue_width - len(record))
        end = layout.queue_at + layout.queue_size
        for at in range(layout.queue_at, end, layout.queue_width):
            if m.state[at] == 0:
                m.state[at : at + layout.queue_width] = record
                return
        room = layout.queue_size // layout.queue_width
        raise PlayError("R708", f"more than {room} triggers are waiting at the same time", span)

    def _cells(value: Any, size: int) -> list[int]:
        if not isinstance(value, tuple | list):
            return [int(value)]
        if 1 + len(value) > size:
            raise PlayError(
                "R707", f"an argument of a waiting trigger has room for {size - 1} elements, but got {len(value)}", span
            )
        return [len(value), *map(int, value), *[0] * (size - 1 - len(value))]

    return enqueue


def compile_take(code: CompiledCode, stmt: TakeTrigger) -> Step:
    """Take the next waiting trigger off the queue; its arguments go to their slots."""
    layout = code.layout
    which = stmt.which.address

    def take(m: Machine, e: Env) -> None:
        state, size = m.state, layout.queue_width
        start, end = layout.queue_at, layout.queue_at + layout.queue_size
        waiting = [at for at in range(start, end, size) if state[at]] if size else []
        if not waiting:
            state[which] = 0
            return
        at = min(waiting, key=lambda at: _distance(m, state[at + 1]))
        record = state[at : at + size]
        state[at : end - size] = state[at + size : end]
        state[end - size : end] = [0] * size
        state[which] = record[0]
        place = 1
        for slot, cells in zip(stmt.args[record[0] - 1], layout.queue_cells[record[0] - 1], strict=True):
            state[slot.address : slot.address + cells] = record[place : place + cells]
            place += cells

    return take


def _distance(m: Machine, player: int) -> int:
    """How far a player sits from the one whose turn it is, clockwise; triggers without a player come last."""
    if player == NONE:
        return m.players
    turn = m.code.layout.variables.get("turn.player")
    first = m.state[turn.address] if turn else 0
    return (player - (0 if first == NONE else first)) % m.players
