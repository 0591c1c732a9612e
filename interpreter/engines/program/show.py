"""A program as text: each block with its effects, how it ends and which slots are live there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ...language.ir.show import show_effects, show_expr, show_parameter
from .nodes import (
    AskBlock,
    Block,
    Branch,
    ClearRecords,
    Dispatch,
    End,
    GameOver,
    Jump,
    Pending,
    PickOne,
    Program,
    Recall,
    SetSlot,
    SettleTop,
    Slot,
    SlotList,
    Stmt,
    TakeTrigger,
)
from .walk import told_at


def show_program(program: Program) -> str:
    """The whole program: cells, functions, effects, blocks, and how the result is computed."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    options = "".join(f", {name}={value}" for name, value in program.options)
    yield f"{program.game} for {program.players} players{options}"
    yield from _cells(program)
    for function in program.functions.values():
        parameters = ", ".join(map(show_expr, function.parameters))
        yield f"function {function.name}({parameters}): {show_expr(function.body)}"
    for effect in program.effects.values():
        yield f"effect {effect.name}({', '.join(map(show_expr, effect.parameters))}):"
        yield from show_effects(effect.body, "  ")
    for block in program.blocks:
        yield from show_block(block)
    if program.winners is not None:
        yield f"winners: {show_expr(program.winners)}"
    for name, found in (("returns", program.returns), ("score", program.score)):
        if found is not None:
            yield f"{name} of {show_expr(found[0])}: {show_expr(found[1])}"
    yield f"limits: {program.decisions_limit} decisions, {program.steps_limit} steps"


def _cells(program: Program) -> Iterator[str]:
    layout = program.layout
    for key, cell in layout.variables.items():
        none = " or none" if cell.type.optional else ""
        room = f", room for {cell.room}" if cell.room else ""
        yield f"cell {cell.address}+{cell.end - cell.address} variable {key}: {cell.low}..{cell.high}{none}{room}"
    yield f"cell {layout.locals_at}+{layout.locals_size} locals"
    if layout.queue_size:
        yield f"cell {layout.queue_at}+{layout.queue_size} triggers {', '.join(program.triggers)}"
    for source in layout.sources:
        yield f"cell {source.address}+1 chance {source.name}"
    for key, card in layout.card_variables.items():
        yield f"cell {card.address}+{len(layout.kind_of)} variable {key}: {card.low}..{card.high}"
    for zone in layout.zones:
        owner = (f"[{zone.owner}]" if zone.owner_kind else "") + zone.member
        sees = "; ".join(dict.fromkeys(zone.sees))
        yield f"cell {zone.address}+{1 + zone.capacity} zone {zone.number} {zone.name}{owner} {zone.order} shows {sees}"


def show_block(block: Block) -> Iterator[str]:
    """One block, such as

    3 match, hand  (me@12)
      let c.0 = top(pile)
      -> 4
    """
    phases = f" {', '.join(block.phases)}" if block.phases else ""
    alive = ", ".join(_pending(one) if isinstance(one, Pending) else str(one) for one in block.live)
    yield f"{block.number}{phases}" + (f"  ({alive})" if alive else "")
    for stmt in block.body:
        yield from _effect(stmt)
    yield from _end(block.end)


def _effect(stmt: Stmt) -> Iterator[str]:
    match stmt:
        case SetSlot():
            yield f"  {stmt}"
        case ClearRecords(pending):
            yield f"  clear {_pending(pending)}"
        case Recall(pending, index, which):
            yield f"  {which}, {_slots(pending.slots)} = {_pending(pending)}[{index}]"
        case TakeTrigger(which, args):
            yield f"  {which}, {' | '.join(map(_slots, args))} = next trigger"
        case _:
            yield from show_effects((stmt,), "  ")


def _end(end: End) -> Iterator[str]:
    match end:
        case Jump(to):
            yield f"  -> {to}"
        case Branch(test, yes, no):
            yield f"  if {show_expr(test)} -> {yes} else -> {no}"
        case Dispatch(which, targets):
            yield f"  by {which} -> {', '.join(map(str, targets))}"
        case SettleTop(zone, at, then, place=place):
            where = at if place is None else f"position {show_expr(place)}"
            yield f"  settle {where} of {show_expr(zone)} -> {then}"
        case PickOne(source, slot, then):
            yield f"  random {slot} in {show_expr(source)} -> {then}"
        case AskBlock():
            yield from _ask(end)
        case GameOver():
            yield "  game over"
        case _:
            assert_never(end)


def _ask(ask: AskBlock) -> Iterator[str]:
    secret = ask.secret
    stored = "" if secret is None else f" secretly, {_pending(secret.pending)}[{secret.index}] -> {secret.then}"
    yield f"  ask {ask.who} ({ask.phase}){stored}"
    for choice in ask.choices:
        yield f"    {choice.style} {choice.name} -> {choice.then}"
        for p in choice.parameters:
            yield f"      {p.slot} = {show_parameter(p)}"
        for condition in choice.conditions:
            yield f"      when {condition.name}: {show_expr(condition.test)}"
        for told in told_at(choice):
            yield f"      told {told.written}: {show_expr(told.value)}"
    if ask.none is not None:
        yield f"    none -> {ask.none}"


def _pending(pending: Pending) -> str:
    return f"records@{pending.base}+{pending.capacity}x{pending.width}"


def _slots(slots: tuple[Slot | SlotList, ...]) -> str:
    return f"({', '.join(map(str, slots))})"
