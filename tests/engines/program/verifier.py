"""What must hold of every program, checked for each that tests make.

Each finding is one line, and a bug in the package, never a mistake of an author.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from cardwright.engines.program import nodes as prog
from cardwright.engines.program.control_flow import blocks_from
from cardwright.engines.program.traversal import (
    all_effects,
    bodies,
    bodies_of,
    bound,
    end_values,
    every,
    exprs_of,
    targets,
    values,
)
from cardwright.language.ir import nodes as ir


def verify(program: prog.Program) -> tuple[str, ...]:
    """Everything that is wrong with a program: one line per finding, empty if nothing is."""
    return tuple(f"{check.__name__}: {found}" for check in CHECKS for found in check(program))


def numbered(program: prog.Program) -> Iterator[str]:
    """Blocks are numbered from 0 in order, and every target is one of them."""
    for index, block in enumerate(program.blocks):
        if block.number != index:
            yield f"block {block.number} is at index {index}"
        for target in every_target(block):
            if not 0 <= target < len(program.blocks):
                yield f"block {block.number} leads to {target}"


def every_target(block: prog.Block) -> Iterator[int]:
    """Where a block leads, including the blocks that play secret choices later."""
    yield from targets(block.end)
    if isinstance(block.end, prog.AskBlock):
        yield from (choice.then for choice in block.end.choices)


def reached(program: prog.Program) -> Iterator[str]:
    """Every block can be reached."""
    there = set(blocks_from(program.blocks, [0]))
    yield from (f"block {block.number}" for block in program.blocks if block.number not in there)


def stops_are_bare(program: prog.Program) -> Iterator[str]:
    """A block at whose end the play may stop has an empty body."""
    for block in program.blocks:
        if isinstance(block.end, prog.AskBlock | prog.SettleTop | prog.PickOne) and block.body:
            yield f"block {block.number}"


def structured(program: prog.Program) -> Iterator[str]:
    """Nothing that could stop or jump is left inside blocks and effects, and no option."""
    for where, body in bodies_of(program):
        for stmt in all_effects(body):
            if isinstance(stmt, ir.Ask | ir.Settle | ir.Random | ir.Scope | ir.Exit | ir.Forever | ir.RunTriggers):
                yield f"{where} holds {type(stmt).__name__}"
    for where, expr in exprs_of(program):
        if any(isinstance(inner, ir.Option) for inner in every(expr)):
            yield f"{where} reads an option"


def slots_inside(program: prog.Program) -> Iterator[str]:
    """Effects and functions use no slots; those of blocks lie among the locals."""
    layout = program.layout
    for where, expr in exprs_of(program):
        for inner in every(expr):
            if isinstance(inner, prog.Slot | prog.SlotList):
                if not where.startswith("block"):
                    yield f"{where} reads {inner}"
                elif not layout.locals_at <= inner.address < layout.locals_at + layout.locals_size:
                    yield f"{where} reads {inner}, outside the locals"


def called(program: prog.Program) -> Iterator[str]:
    """Everything that is called exists, and everything that exists is called; triggers have numbers."""
    functions: set[str] = set()
    effects: set[str] = set()
    for _, expr in exprs_of(program):
        functions |= {inner.function for inner in every(expr) if isinstance(inner, ir.Call)}
    for where, body in bodies_of(program):
        for stmt in all_effects(body):
            if isinstance(stmt, ir.Run):
                effects.add(stmt.effect)
            if isinstance(stmt, ir.Enqueue) and stmt.trigger not in program.triggers:
                yield f"{where} enqueues {stmt.trigger}"
    if functions != set(program.functions):
        yield f"functions {sorted(functions ^ set(program.functions))}"
    if effects != set(program.effects):
        yield f"effects {sorted(effects ^ set(program.effects))}"


def dispatched(program: prog.Program) -> Iterator[str]:
    """There is a target for each choice that may have been recorded, and for each trigger."""
    for block in program.blocks:
        if isinstance(block.end, prog.Dispatch):
            match block.body[-1] if block.body else None:
                case prog.Recall(pending):
                    wanted = _choices(program, pending) + 1
                case prog.TakeTrigger(_, args):
                    wanted = len(args) + 1
                case _:
                    yield f"block {block.number} dispatches on nothing"
                    continue
            if len(block.end.targets) != wanted:
                yield f"block {block.number} has {len(block.end.targets)} targets, not {wanted}"


def _choices(program: prog.Program, pending: prog.Pending) -> int:
    asks = (
        block.end for block in program.blocks if isinstance(block.end, prog.AskBlock) and block.end.secret is not None
    )
    return next(len(ask.choices) for ask in asks if ask.secret is not None and ask.secret.pending == pending)


def written_before(program: prog.Program) -> Iterator[str]:
    """Whatever a block reads was written in it or is live at its start; nothing is live where the game begins."""
    if program.blocks[0].live:
        yield "block 0 begins with slots"
    for block in program.blocks:
        known = {_address(one) for one in block.live}
        for stmt in block.body:
            missing = set(_slots_read(stmt)) - known
            yield from (f"block {block.number} reads cell {address}" for address in sorted(missing))
            known |= set(_slots_written(stmt))
        end = set(_end_reads(block)) - known
        yield from (f"block {block.number} reads cell {address} at its end" for address in sorted(end))
        yield from _handed_on(program, block, known)


def _handed_on(program: prog.Program, block: prog.Block, known: set[int]) -> Iterator[str]:
    ways: dict[int, set[int]] = {target: set() for target in targets(block.end)}
    if isinstance(block.end, prog.AskBlock) and block.end.secret is None:
        for choice in block.end.choices:
            ways[choice.then] = {p.slot.address for p in choice.parameters}
    picked = {block.end.slot.address} if isinstance(block.end, prog.PickOne) else set[int]()
    for target, written in ways.items():
        given = known | written | picked
        for one in program.blocks[target].live:
            if _address(one) not in given:
                yield f"block {target} needs {one}, which block {block.number} does not have"


def bound_before(program: prog.Program) -> Iterator[str]:
    """A local is read only where it is bound: by a parameter, a `let` before, a loop around."""
    for function in program.functions.values():
        yield from _unbound(f"function {function.name}", function.body, {p.number for p in function.parameters})
    for effect in program.effects.values():
        yield from _unbound_in(f"effect {effect.name}", effect.body, {p.number for p in effect.parameters})
    for block in program.blocks:
        where, known = f"block {block.number}", set[int]()
        yield from _unbound_in(where, block.body, known)
        known |= {stmt.local.number for stmt in block.body if isinstance(stmt, ir.Let)}
        choices = block.end.choices if isinstance(block.end, prog.AskBlock) else ()
        own = {p.local.number for choice in choices for p in choice.parameters}
        for value in end_values(block.end):
            yield from _unbound(where, value, known | own)
    if program.winners is not None:
        yield from _unbound("winners", program.winners, set())
    for found in (program.returns, program.score):
        if found is not None:
            yield from _unbound("result", found[1], {found[0].number})


def _unbound_in(where: str, body: tuple[prog.Stmt, ...], known: set[int]) -> Iterator[str]:
    known = set(known)
    for stmt in body:
        inner = known | ({stmt.local.number} if isinstance(stmt, ir.ForEach | ir.Score) else set())
        for value in values(stmt):
            yield from _unbound(where, value, inner if isinstance(stmt, ir.Score) else known)
        for block in bodies(stmt):
            yield from _unbound_in(where, block, inner)
        if isinstance(stmt, ir.Let):
            known.add(stmt.local.number)


def _unbound(where: str, expr: prog.Expr, known: set[int]) -> Iterator[str]:
    inside = known | {local.number for local in bound(expr)}
    for inner in every(expr):
        if isinstance(inner, ir.Local) and inner.number not in inside:
            yield f"{where} reads {inner.name}.{inner.number}"


def disjoint_slots(program: prog.Program) -> Iterator[str]:
    """Slots that are live at the same time share no cell, and lie among the locals."""
    layout = program.layout
    for block in program.blocks:
        used: set[int] = set()
        for one in block.live:
            cells = set(range(_address(one), _address(one) + _size(one)))
            if cells & used:
                yield f"block {block.number}: {one} overlaps another"
            if not cells <= set(range(layout.locals_at, layout.locals_at + layout.locals_size)):
                yield f"block {block.number}: {one} lies outside the locals"
            used |= cells


def laid_out(program: prog.Program) -> Iterator[str]:
    """The parts of the layout follow each other without a gap."""
    layout = program.layout
    ends = [(cell.address, cell.end) for cell in layout.variables.values()]
    cards = len(layout.kind_of)
    ends += [(layout.locals_at, layout.queue_at), (layout.queue_at, layout.queue_at + layout.queue_size)]
    ends += [(source.address, source.address + 1) for source in layout.sources]
    ends += [(layout.place_at, layout.place_at + cards), (layout.know_at, layout.know_at + cards)]
    ends += [(cell.address, cell.address + cards) for cell in layout.card_variables.values()]
    ends += [(zone.address, zone.address + 1 + zone.capacity) for zone in layout.zones]
    for (_, end), (start, _) in pairwise(ends):
        if end != start:
            yield f"a gap from {end} to {start}"
    if ends[-1][1] != layout.size:
        yield f"{layout.size} cells, not {ends[-1][1]}"
    if layout.locals_at + layout.locals_size != layout.queue_at:
        yield "locals overlap the queue"


CHECKS: tuple[Callable[[prog.Program], Iterator[str]], ...] = (
    numbered,
    reached,
    stops_are_bare,
    structured,
    slots_inside,
    called,
    dispatched,
    written_before,
    bound_before,
    disjoint_slots,
    laid_out,
)


# What is read and written ------------------------------------------------------------------


def _end_reads(block: prog.Block) -> Iterator[int]:
    for value in end_values(block.end):
        yield from (inner.address for inner in every(value) if isinstance(inner, prog.Slot | prog.SlotList))
    match block.end:
        case prog.Dispatch(which):
            yield which.address
        case prog.AskBlock(who=who, secret=secret):
            yield who.address
            if secret is not None:
                yield from (secret.index.address, secret.pending.base, secret.pending.players.address)


def _slots_read(stmt: prog.Stmt) -> Iterator[int]:
    for one in all_effects((stmt,)):
        for value in values(one):
            yield from (inner.address for inner in every(value) if isinstance(inner, prog.Slot | prog.SlotList))
        if isinstance(one, prog.Recall):
            yield one.pending.base


def _slots_written(stmt: prog.Stmt) -> Iterator[int]:
    match stmt:
        case prog.SetSlot(slot):
            yield slot.address
        case prog.ClearRecords(pending):
            yield pending.base
        case prog.Recall(pending, _, which):
            yield which.address
            yield from (slot.address for slot in pending.slots)
        case prog.TakeTrigger(which, args):
            yield which.address
            yield from (slot.address for one in args for slot in one)


def _address(one: prog.Slot | prog.SlotList | prog.Pending) -> int:
    return one.base if isinstance(one, prog.Pending) else one.address


def _size(one: prog.Slot | prog.SlotList | prog.Pending) -> int:
    match one:
        case prog.Slot():
            return 1
        case prog.SlotList():
            return 1 + one.capacity
        case prog.Pending():
            return one.width * one.capacity
