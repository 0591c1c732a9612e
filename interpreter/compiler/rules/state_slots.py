"""Slots of the state, as code: locals that outlive a decision, records of secret choices, the queue of triggers.

A record of a secret choice has one cell with the number of the choice plus 1 (0: none yet), then the arguments of all
choices. The queue of triggers has rows of `queue_width` cells:

    │ trigger + 1 │ player │ arguments … │       0 in the first cell: this row and all behind it are free
"""

from __future__ import annotations

from ...engines.program.bounds import CELL
from ...engines.program.nodes import Expr, Pending, Recall, Secret, Slot, SlotList, TakeTrigger
from ...engines.program.traversal import every
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder, as_number, is_list
from ..builder.memory_map import width
from ..builder.module_builder import ModuleBuilder
from ..builder.tree_map import Head
from ..passes.rewriting import rewrite
from ..passes.sequential_choices import wait_in
from ..values.arithmetic import few_numbers
from ..values.lists import list_length
from ..values.loops import tested_loop
from ..values.scalar_replacement import elements
from ..wasm.module import Fn
from ..wasm.statements import SHORT, TRAP, clear, clear_cells, copy, copy_cells, copy_short, if_, loop_until, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, Var, const, long


def set_slot(fb: FunctionBuilder, slot: Slot | SlotList, value: Term) -> Instructions:
    """Set a slot; of a list its length, its elements, and zeros behind them."""
    if isinstance(slot, Slot):
        return fb.mb.write(slot.address, as_number(value))
    return store_list(fb, const(fb.mb.number_at(slot.address)), slot.capacity, value)


def give_slot(fb: FunctionBuilder, slot: Slot | SlotList, value: Expr) -> Instructions:
    """Set a slot to a value that is worked out now."""
    at = const(fb.mb.number_at(slot.address))
    in_place = _in_place(fb, slot, at, value) if fb.mb.unseen and isinstance(slot, SlotList) else None
    return set_slot(fb, slot, fb.expr(value)) if in_place is None else in_place


@rewrite("list_in_place", "the list of a slot is made where it lies")
def _in_place(fb: FunctionBuilder, slot: SlotList, at: Term, value: Expr) -> Instructions | None:
    """Make a list where it belongs: one whose elements are in locals, or those of a few numbers that pass a test. None
    for other lists."""
    settled = elements(fb, value)
    if settled is not None and len(settled[0]) <= slot.capacity:
        items, code = settled
        return code + at.store(len(items)) + sequence(at.store(one, CELL * (1 + n)) for n, one in enumerate(items))
    match value:
        case ir.Fold(op="list", loops=(loop,), body=body):
            few = few_numbers(fb, loop.source)
        case _:
            return None
    if few is None or len(few) > slot.capacity or any(isinstance(part, Slot | SlotList) for part in every(value)):
        return None
    to = fb.fn.local()

    def push() -> Instructions:
        return to.store(fb.number(body), CELL) + to.up(CELL)

    with fb.scope(), fb.loops(fb.mb.facts.steps(value, fb.known())):
        listed = to.set(at) + tested_loop(fb, loop, push)
    return listed + at.store(((to - at) >> 3).wide())


def store_list(fb: FunctionBuilder, to: Term, capacity: int, value: Term) -> Instructions:
    """Store a list in `1 + capacity` cells.

    store_list(at, capacity, list):
        n = size(list)
        if n > capacity: trap
        copy the list to at;  clear the cells behind it, unless games are played inside and no position is seen
    """
    seen = not fb.mb.unseen
    if not seen and capacity <= SHORT:
        return _store_short(fb, to, capacity, value)

    def emit(fn: Fn) -> Instructions:
        at, most, source = fn.param(0), fn.param(1), fn.param(2)
        n = fn.local()
        code = n.set(list_length(source)) + if_(n.gtu(most), TRAP) + copy_cells(fn, at, source, n + 1)
        return code + (clear_cells(fn, at + (n << 3) + CELL, most - n) if seen else NOTHING)

    return fb.mb.helper("store_list", (I32, I32, I32), None, emit).run(to, const(capacity), value)


def _store_short(fb: FunctionBuilder, to: Term, capacity: int, value: Term) -> Instructions:
    """Store a list for which there is little room, with what lies behind it, which nobody sees: without a loop."""
    source, (to, code) = fb.fn.local(), fb.reusable(to)
    code += source.set(value) + if_(list_length(source).gtu(capacity), TRAP)
    return code + copy_short(to, source, capacity)


def record_at(mb: ModuleBuilder, pending: Pending, index: Slot) -> Term:
    """The address of the record of the player whose number is in `index`."""
    start = mb.number_at(pending.base)
    return mb.read(index.address).wrap() * (CELL * pending.width) + start


def begin_record(fb: FunctionBuilder, secret: Secret, at: Var) -> Instructions:
    """Let `at` be the address of the record of a secret choice, and empty it."""
    pending = secret.pending
    return at.set(record_at(fb.mb, pending, secret.index)) + clear_cells(fb.fn, at, pending.width)


def clear_records(fb: FunctionBuilder, pending: Pending) -> Instructions:
    """Nobody has chosen. In a tree of choices that are played at once that is noted, and no cell need be cleared unless
    others wait there."""
    mb, noted = fb.mb, NOTHING
    if pending in mb.at_once.values():
        noted = note_record(mb, const(mb.table((0,))))
        if not wait_in(mb.program, pending, mb.at_once):
            return noted
    return noted + clear_cells(fb.fn, const(mb.number_at(pending.base)), pending.width * pending.capacity)


def note_record(mb: ModuleBuilder, at: Term) -> Instructions:
    """In a tree, the record of the last secret choice is there: see `tree_map.RECORD`."""
    return const(mb.tree_map.head).store(at.wide(), Head.RECORD)


def emit_recall(fb: FunctionBuilder, stmt: Recall) -> Instructions:
    """Reveal a secret choice: its number and its arguments go to their slots."""
    at = fb.fn.local()
    code = at.set(record_at(fb.mb, stmt.pending, stmt.index)) + fb.mb.write(stmt.which.address, at.load())
    offset = CELL
    for slot in stmt.pending.slots:
        length = CELL * width(slot)
        to = const(fb.mb.number_at(slot.address))
        code += copy_cells(fb.fn, to, at + offset, width(slot))
        offset += length
    return code


def emit_enqueue(fb: FunctionBuilder, stmt: ir.Enqueue) -> Instructions:
    """Queue a trigger behind the others.

    at = the first free row;  trap if there is none
    clear it;  at[0] = trigger + 1;  at[1 …] = the arguments
    """
    mb, layout = fb.mb, fb.mb.layout
    trigger = mb.program.triggers.index(stmt.trigger)
    code, terms = NOTHING, list[Var]()
    for arg in stmt.args:
        var = fb.local(arg.type)
        code += var.set(fb.expr(arg))
        terms.append(var)
    at = fb.fn.local()
    start = mb.number_at(layout.queue_at)
    end = start + CELL * layout.queue_size
    row = CELL * layout.queue_width
    code += at.set(start) + loop_until(at.eq(end), at.load().eq(0), do=at.up(row)) + if_(at.eq(end), TRAP)
    code += clear_cells(fb.fn, at, layout.queue_width) + at.store(trigger + 1)
    offset = CELL
    for arg, term, cells in zip(stmt.args, terms, layout.queue_cells[trigger], strict=True):
        listed = is_list(arg.type)
        code += store_list(fb, at + offset, cells - 1, term) if listed else at.store(as_number(term), offset)
        offset += CELL * cells
    return code


def emit_take(fb: FunctionBuilder, stmt: TakeTrigger) -> Instructions:
    """Take the next trigger: that of the nearest player from the player at turn on, of theirs the oldest.

    first = the player at turn, or seat 0
    best = 0
    for at in the rows of the queue:
        if the row is not free:
            far = (its player - first) round the table, the number of players for a trigger of none
            if best is 0 or far < near: best = at; near = far
    if best: which = best[0]; its arguments go to their slots; the rows behind it move up by one
    else: which = 0
    """
    mb, layout = fb.mb, fb.mb.layout
    if not layout.queue_size:
        return mb.write(stmt.which.address, 0)
    at, best, near, far = fb.fn.local(), fb.fn.local(), fb.fn.local(I64), fb.fn.local(I64)
    first, player = fb.fn.local(I64), fb.fn.local(I64)
    row = CELL * layout.queue_width
    start = mb.number_at(layout.queue_at)
    end = start + CELL * layout.queue_size
    turn = layout.variables.get("turn.player")
    code = first.set(mb.read(turn.address) if turn else long(0)) + if_(first.eq(NONE), first.set(0))
    distance = player.set(at.load(CELL)) + if_(
        player.eq(NONE),
        far.set(layout.players),
        far.set(player - first) + if_(far.lt(0), far.set(far + layout.players)),
    )
    compare = distance + if_(best.eq(0) | far.lt(near), best.set(at) + near.set(far))
    seek = loop_until(at.eq(end), do=if_(at.load().ne(0), compare) + at.up(row))
    take = mb.write(stmt.which.address, best.load())
    for trigger, (slots, cells) in enumerate(zip(stmt.args, layout.queue_cells, strict=True)):
        offset, stored = CELL, NOTHING
        for slot, many in zip(slots, cells, strict=True):
            stored += copy_cells(fb.fn, const(mb.number_at(slot.address)), best + offset, many)
            offset += CELL * many
        take += if_(best.load32().eq(trigger + 1), stored)
    take += copy(best, best + row, const(end - row) - best) + clear(const(end - row), row)
    return code + at.set(start) + best.set(0) + seek + if_(best, take, mb.write(stmt.which.address, 0))
