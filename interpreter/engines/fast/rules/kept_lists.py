"""Giving a list to a variable that holds one, as code. The meaning is that of `reference.lists`."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.layout import VariableCell
from ..building.function_builder import FunctionBuilder
from ..building.likeness import likeness
from ..building.module_builder import ModuleBuilder
from ..cards.telling import SET, VALUE, may_see, tell
from ..values.kept_lists import elements_at, list_at, list_with_cells
from ..values.lists import for_each, same, size
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.small import store_number
from ..wasm.term import I32, I64, TRAP, Term, const, long
from .waiting import store_list


def set_list(fb: FunctionBuilder, cell: VariableCell, owner: ir.Expr | None, value: ir.Expr) -> Instructions:
    """Set a variable of the table or of an owner. Nothing happens if the owner is none.

    whose = the owner;  new = the list
    if whose is not none: trap if it does not fit;  tell of the change;  store it
    """
    known = fb.known()
    added = _added(fb, cell, owner, value)
    if added is not None:
        return _append(fb, cell, owner, added)
    whose, before = (None, NOTHING) if owner is None else fb.reusable(fb.number(owner))
    new = fb.fn.local()
    code = before + new.set(fb.expr(value))
    at = list_at(fb.mb, cell, whose)
    change = _check_elements(fb, cell, value, new) + _tell(fb, cell, whose, new)
    if fb.mb.compact.is_small(cell):
        change += _store_small(fb.mb, cell).run(at, elements_at(fb.mb, cell, whose), const(cell.room), new)
    else:
        change += store_list(fb, at, cell.room, new)
    if whose is not None and owner is not None and fb.mb.facts.may_be_none(owner, known):
        change = if_(whose.ne(NONE), change)
    return code + change


def _added(
    fb: FunctionBuilder, cell: VariableCell, owner: ir.Expr | None, value: ir.Expr
) -> tuple[ir.Expr, ...] | None:
    """What is added to the end of the list that the variable holds, if nobody is told and no more happens."""
    match value:
        case ir.Apply("join", (ir.Variable(name, whose), ir.ListOf(items))) if (
            not fb.mb.watched and fb.mb.layout.variables[name] is cell
        ):
            if owner is None or whose is None:
                return items if owner is whose else None
            facts, known = fb.mb.facts, fb.known()
            sure = not facts.may_be_none(owner, known) and facts.steps(owner, known) == 0
            return items if sure and likeness(owner) == likeness(whose) else None
        case _:
            return None


def _append(fb: FunctionBuilder, cell: VariableCell, owner: ir.Expr | None, items: tuple[ir.Expr, ...]) -> Instructions:
    """Add to the end of a list where it lies. It takes the steps of the list that `+` would make.

    values = …;  trap if there is no room, or if one is out of the declared range
    lay them behind the last element;  n += their number
    """
    whose, code = (None, NOTHING) if owner is None else fb.reusable(fb.number(owner))
    at, end, n, many = fb.fn.local(), fb.fn.local(), fb.fn.local(), len(items)
    values = [fb.fn.local(I64) for _ in items]
    for var, item in zip(values, items, strict=True):
        low, high = fb.mb.facts.range(item, fb.known())
        code += var.set(fb.number(item))
        if low < cell.low or high > cell.high:
            code += if_(var.lt(cell.low) | var.gt(cell.high), TRAP)
    bytes, _ = fb.mb.form_of(cell.address + 1)
    code += at.set(list_at(fb.mb, cell, whose)) + n.set(size(at))
    code += end.set(elements_at(fb.mb, cell, whose) + n * bytes) + n.up(many)
    code += fb.spend_list(n, cell.room + many) + if_(n.gtu(cell.room), TRAP)
    laid = (store_number(end, bytes, value, bytes * place) for place, value in enumerate(values))
    return code + sequence(laid) + at.store(n.wide())


def _store_small(mb: ModuleBuilder, cell: VariableCell) -> Fn:
    """`store_small(at, first, most, list)`: store a list whose elements, all in the range, take few bytes each.

    n = size(list);  trap if n > most;  at[0] = n
    for x in list: lay it at first; first += its bytes
    clear what lies behind them, unless games are played inside and no position is seen
    """
    bytes, _ = mb.form_of(cell.address + 1)

    def emit(fn: Fn) -> Instructions:
        at, first, most, new = fn.param(0), fn.param(1), fn.param(2), fn.param(3)
        end = fn.local()
        code = if_(size(new).gtu(most), TRAP) + at.store(new.load()) + end.set(first + most * bytes)
        code += for_each(fn, new, lambda x: store_number(first, bytes, x) + first.up(bytes))
        return code + (
            NOTHING if mb.unseen else loop_until(first.eq(end), do=store_number(first, bytes, 0) + first.up(bytes))
        )

    return mb.helper(("store_small", bytes), (I32, I32, I32, I32), None, emit)


def _check_elements(fb: FunctionBuilder, cell: VariableCell, value: ir.Expr, new: Term) -> Instructions:
    """Trap if the list is too long, or if an element is out of the declared range."""
    facts, known = fb.mb.facts, fb.known()
    low, high = facts.range(value, known)
    short = facts.longest(value, known) <= cell.room
    code = NOTHING if short else if_(size(new).gtu(cell.room), TRAP)
    if cell.low <= low and high <= cell.high:
        return code
    return code + for_each(fb.fn, new, lambda x: if_(x.lt(cell.low) | x.gt(cell.high), TRAP))


def _tell(fb: FunctionBuilder, cell: VariableCell, whose: Term | None, new: Term) -> Instructions:
    """The list is about to become `new`: it is told with its length and each element."""
    mb = fb.mb
    if not mb.watched:
        return NOTHING
    which = long(0) if whose is None else whose
    told = tell(mb, SET, which * cell.width + cell.address, size(new))
    told += for_each(fb.fn, new, lambda x: tell(mb, VALUE, x))
    old = list_with_cells(mb, cell, whose)
    return may_see(mb, cell, which, if_(same(mb).call(old, new).not_(), told))
