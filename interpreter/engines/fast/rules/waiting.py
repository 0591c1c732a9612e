"""What waits in the state: slots, secret choices until all have chosen, triggers until it is their turn."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Pending, Recall, Slot, SlotList, TakeTrigger
from ..building.room import CELL, width
from ..building.writer import Writer, is_list, number
from ..values.expressions import write_expr
from ..values.lists import size
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Term, block, br, br_if, clear, const, copy, if_, long, loop


def write_slot(w: Writer, slot: Slot | SlotList, value: Term) -> bytes:
    """A slot becomes this value; a list its length, its elements, zeros."""
    if isinstance(slot, Slot):
        return w.m.write(slot.address, number(value))
    return lay_list(w, const(w.m.room.state + CELL * slot.address), slot.capacity, value)


def lay_list(w: Writer, to: Term, capacity: int, value: Term) -> bytes:
    """Write a list to `1 + capacity` cells; too long a list is an error."""

    def write(fn: Fn) -> bytes:
        at, room, source = fn.param(0), fn.param(1), fn.param(2)
        n = fn.local()
        return (
            n.set(size(source))
            + if_(n.op("gtu", room), TRAP)
            + copy(at, source, (n << 3) + CELL)
            + clear(at + (n << 3) + CELL, (room - n) << 3)
        )

    return w.m.helper("lay_list", (I32, I32, I32), None, write).run(to, const(capacity), value)


def record_at(w: Writer, pending: Pending, index: Slot) -> Term:
    """The address of the record of the player whose number is in `index`."""
    start = w.m.room.state + CELL * pending.base
    return w.m.read(index.address).wrap() * (CELL * pending.width) + start


def write_recall(w: Writer, stmt: Recall) -> bytes:
    """What was picked secretly comes out: it goes to the slots of the parameters."""
    at = w.fn.local()
    code = at.set(record_at(w, stmt.pending, stmt.index)) + w.m.write(stmt.which.address, at.load())
    offset = CELL
    for slot in stmt.pending.slots:
        many = CELL * width(slot)
        to = const(w.m.room.state + CELL * slot.address)
        code += to.store(at.load(offset)) if many == CELL else copy(to, at + offset, many)
        offset += many
    return code


def write_enqueue(w: Writer, stmt: ir.Enqueue) -> bytes:
    """A trigger waits from now on, behind the others."""
    m, layout = w.m, w.m.layout
    number_ = m.program.triggers.index(stmt.trigger)
    code, terms = b"", []
    for arg in stmt.args:
        term = w.local(arg.type)
        code += term.set(write_expr(w, arg))
        terms.append(term)
    at = w.fn.local()
    start = m.room.state + CELL * layout.queue_at
    end = start + CELL * layout.queue_size
    find = at.set(start) + block(
        loop(br_if(at.eq(end), 1) + br_if(at.load().eq(0), 1) + at.up(CELL * layout.queue_width) + br(0))
    )
    code += find + if_(at.eq(end), TRAP)
    code += clear(at, CELL * layout.queue_width) + at.store(number_ + 1)
    offset = CELL
    for arg, term, cells in zip(stmt.args, terms, layout.queue_cells[number_], strict=True):
        listed = is_list(arg.type)
        code += lay_list(w, at + offset, cells - 1, term) if listed else at.store(number(term), offset)
        offset += CELL * cells
    return code


def write_take(w: Writer, stmt: TakeTrigger) -> bytes:
    """The nearest player's trigger, of his the oldest; the queue closes up behind it."""
    m, layout = w.m, w.m.layout
    if not layout.queue_size:
        return m.write(stmt.which.address, 0)
    at, best, near, far = w.fn.local(), w.fn.local(), w.fn.local(I64), w.fn.local(I64)
    first, player = w.fn.local(I64), w.fn.local(I64)
    wide = CELL * layout.queue_width
    start = m.room.state + CELL * layout.queue_at
    end = start + CELL * layout.queue_size
    turn = layout.variables.get("turn.player")
    code = first.set(m.read(turn.address) if turn else long(0)) + if_(first.eq(NONE), first.set(0))
    ahead = player - first
    distance = player.set(at.load(CELL)) + if_(
        player.eq(NONE),
        far.set(layout.players),
        far.set(ahead) + if_(far.lt(0), far.set(far + layout.players)),
    )
    seek = block(
        loop(
            br_if(at.eq(end), 1)
            + if_(at.load().ne(0), distance + if_(best.eq(0) | far.lt(near), best.set(at) + near.set(far)))
            + at.up(wide)
            + br(0)
        )
    )
    take = m.write(stmt.which.address, best.load())
    for number_, (slots, cells) in enumerate(zip(stmt.args, layout.queue_cells, strict=True)):
        offset, laid = CELL, b""
        for slot, many in zip(slots, cells, strict=True):
            laid += copy(const(m.room.state + CELL * slot.address), best + offset, CELL * many)
            offset += CELL * many
        take += if_(best.load32().eq(number_ + 1), laid)
    take += copy(best, best + wide, const(end - wide) - best) + clear(const(end - wide), wide)
    return code + at.set(start) + best.set(0) + seek + if_(best, take, m.write(stmt.which.address, 0))
