"""A program as text: each block with its effects, its end and the slots live there; and its compact layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from ...language.ir.printer import show_effects, show_expr, show_parameter
from . import nodes as prog
from .bounds import CELL
from .compact_layout import Compact, compact_of
from .layout import ZoneCell
from .traversal import texts_of_choice


def show_program(program: prog.Program) -> str:
    """The whole program: cells, functions, effects, blocks, and how the result is computed."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: prog.Program) -> Iterator[str]:
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


def _cells(program: prog.Program) -> Iterator[str]:
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


def show_block(block: prog.Block) -> Iterator[str]:
    """One block, such as

    3 match, hand  (me@12)
      let c.0 = top(pile)
      -> 4
    """
    phases = f" {', '.join(block.phases)}" if block.phases else ""
    alive = ", ".join(_pending(one) if isinstance(one, prog.Pending) else str(one) for one in block.live)
    yield f"{block.number}{phases}" + (f"  ({alive})" if alive else "")
    for stmt in block.body:
        yield from _effect(stmt)
    yield from _end(block.end)


def _effect(stmt: prog.Stmt) -> Iterator[str]:
    match stmt:
        case prog.SetSlot():
            yield f"  {stmt}"
        case prog.ClearRecords(pending):
            yield f"  clear {_pending(pending)}"
        case prog.Recall(pending, index, which):
            yield f"  {which}, {_slots(pending.slots)} = {_pending(pending)}[{index}]"
        case prog.TakeTrigger(which, args):
            yield f"  {which}, {' | '.join(map(_slots, args))} = next trigger"
        case _:
            yield from show_effects((stmt,), "  ")


def _end(end: prog.End) -> Iterator[str]:
    match end:
        case prog.Jump(to):
            yield f"  -> {to}"
        case prog.Branch(test, yes, no):
            yield f"  if {show_expr(test)} -> {yes} else -> {no}"
        case prog.Dispatch(which, targets):
            yield f"  by {which} -> {', '.join(map(str, targets))}"
        case prog.SettleTop(zone, at, then, place=place):
            where = at if place is None else f"position {show_expr(place)}"
            yield f"  settle {where} of {show_expr(zone)} -> {then}"
        case prog.PickOne(source, slot, then):
            yield f"  random {slot} in {show_expr(source)} -> {then}"
        case prog.AskBlock():
            yield from _ask(end)
        case prog.GameOver():
            yield "  game over"
        case _:
            assert_never(end)


def _ask(ask: prog.AskBlock) -> Iterator[str]:
    secret = ask.secret
    stored = "" if secret is None else f" secretly, {_pending(secret.pending)}[{secret.index}] -> {secret.then}"
    yield f"  ask {ask.who} ({ask.phase}){stored}"
    for choice in ask.choices:
        yield f"    {choice.style} {choice.name} -> {choice.then}"
        for p in choice.parameters:
            yield f"      {p.slot} = {show_parameter(p)}"
        for condition in choice.conditions:
            yield f"      when {condition.name}: {show_expr(condition.test)}"
        for told in texts_of_choice(choice):
            yield f"      told {told.written}: {show_expr(told.value)}"
    if ask.none is not None:
        yield f"    none -> {ask.none}"


def _pending(pending: prog.Pending) -> str:
    return f"records@{pending.base}+{pending.capacity}x{pending.width}"


def _slots(slots: tuple[prog.Slot | prog.SlotList, ...]) -> str:
    return f"({', '.join(map(str, slots))})"


# The compact form of a position as text: where each part lies, how many bytes it takes, and what it is.


def show_layout(program: prog.Program) -> str:
    """The parts in their order, a line each, with the address of the first byte and the number of bytes."""
    compact = compact_of(program)
    cells = program.layout.size
    title = f"{program.game} for {program.players} players: {compact.size} bytes; as {cells} cells {CELL * cells} bytes"
    rows = (f"{start:6} {size:6}  {name:16} {what}" for start, size, name, what in _parts(compact))
    return "\n".join((title, *(row.rstrip() for row in rows))) + "\n"


def _parts(compact: Compact) -> Iterator[tuple[int, int, str, str]]:
    """Where each part begins, its bytes, its name, and what it is."""
    layout, cards = compact.layout, compact.cards
    yield 0, compact.places, "numbers", _numbers(compact)
    places, words = compact.place_bytes, compact.word_bytes
    yield compact.places, places * cards, "places", f"the zones of {cards} cards, {_bytes(places)} each"
    yield compact.knowledge, words * cards, "words", f"what is known of {cards} cards, {_bytes(words)} each"
    for (name, own), many in zip(layout.card_variables.items(), compact.variable_bytes, strict=True):
        yield compact.number(own.address), many * cards, name, f"of {cards} cards, {_bytes(many)} each"
    for zone in compact.in_order:
        yield compact.zones[zone.number], compact.bytes_of(zone), _name(zone), _form(compact, zone)


def _numbers(compact: Compact) -> str:
    many = Counter(compact.number_bytes[address] for address in compact.fitting)
    few = ", ".join(f"{many[bytes]} of them {_bytes(bytes)} each" for bytes in sorted(many, reverse=True))
    return f"{compact.layout.place_at} cells{f' ({few})' if few else ''}: header, variables, locals, triggers, chance"


def _form(compact: Compact, zone: ZoneCell) -> str:
    if zone.order == "heap":
        return f"set: {compact.words} × 64 bits"
    slack = ", slack" if zone.number in compact.drawn else ""
    return f"{zone.order}: count, room for {compact.room(zone)} cards, {_bytes(compact.card_bytes)} each{slack}"


def _bytes(many: int) -> str:
    return "1 byte" if many == 1 else f"{many} bytes"


def _name(zone: ZoneCell) -> str:
    return zone.name + (f"[{zone.owner}]" if zone.owner_kind else "") + zone.member
