"""Assignment to variables that hold lists or bit sets, as code."""

from __future__ import annotations

from ...engines.program.layout import VariableCell
from ...engines.program.traversal import every
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.module_builder import ModuleBuilder
from ..cards.disclosure import SET, VALUE, may_see, tell
from ..passes.variable_usage import WORD, shifted
from ..values import list_variables
from ..values.lists import for_each, list_length, same
from ..values.loops import nested_loops
from ..wasm.module import Fn
from ..wasm.statements import TRAP, if_, loop_until, store_number
from ..wasm.terms import I32, I64, NOTHING, Instructions, JumpLabel, Term, Var, after, choose, const, long
from .state_slots import store_list


def set_list(fb: FunctionBuilder, cell: VariableCell, owner: ir.Expr | None, value: ir.Expr) -> Instructions:
    """Set a variable of the table or of an owner. Nothing happens if the owner is none.

    whose = the owner;  new = the list
    if whose is not none: trap if it does not fit;  tell of the change;  store it
    """
    known = fb.known()
    whose, before = (None, NOTHING) if owner is None else fb.reusable(fb.number(owner))
    new = fb.fn.local()
    code = before + new.set(fb.expr(value))
    at = list_variables.list_at(fb.mb, cell, whose)
    change = _check_elements(fb, cell, value, new) + _tell(fb, cell, whose, new)
    if fb.mb.compact.is_small(cell):
        change += _store_small(fb.mb, cell).run(
            at, list_variables.elements_at(fb.mb, cell, whose), const(cell.room), new
        )
    else:
        change += store_list(fb, at, cell.room, new)
    if whose is not None and owner is not None and fb.mb.facts.may_be_none(owner, known):
        change = if_(whose.ne(NONE), change)
    return code + change


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
        code = if_(list_length(new).gtu(most), TRAP) + at.store(new.load()) + end.set(first + most * bytes)
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
    code = NOTHING if short else if_(list_length(new).gtu(cell.room), TRAP)
    if cell.low <= low and high <= cell.high:
        return code
    return code + for_each(fb.fn, new, lambda x: if_(x.lt(cell.low) | x.gt(cell.high), TRAP))


def _tell(fb: FunctionBuilder, cell: VariableCell, whose: Term | None, new: Term) -> Instructions:
    """The list is about to become `new`: it is told with its length and each element."""
    mb = fb.mb
    if not mb.watched:
        return NOTHING
    which = long(0) if whose is None else whose
    told = tell(mb, SET, which * cell.width + cell.address, list_length(new))
    told += for_each(fb.fn, new, lambda x: tell(mb, VALUE, x))
    old = list_variables.list_with_cells(mb, cell, whose)
    return may_see(mb, cell, which, if_(same(mb).call(old, new).not_(), told))


# Giving a list to a variable that holds it as a set (`values.list_variables`), as code.


def set_bits(fb: FunctionBuilder, stmt: ir.SetVariable, cell: VariableCell) -> Instructions:
    """Set the variable; trap if there is no room for so many."""
    variable = ir.Variable(stmt.name, stmt.owner, stmt.value.type, stmt.span)
    at, bits = fb.fn.local(), fb.fn.local(I64)
    code = at.set(list_variables.set_at(fb, variable)) + bits.set(_bits(fb, stmt.value))
    if fb.mb.facts.longest(stmt.value, fb.known()) > cell.room:
        code += if_(bits.bit_count().gt(cell.room), TRAP)
    return code + at.store(bits) + fb.mb.keeper.set_variable(stmt.name)


def _bits(fb: FunctionBuilder, value: ir.Expr) -> Term:
    """A list as a set: 64 bits. The forms are those that `passes.variable_usage` allows."""
    match value:
        case ir.Const(tuple() as known):
            return long(sum(1 << number for number in known))
        case ir.ListOf(()):
            return long(0)
        case ir.ListOf((one,)):
            bits, code = list_variables.with_one(fb, long(0), fb.number(one))
            return after(code, bits)
        case ir.If(test, yes, no):
            return choose(fb.boolean(test), _bits(fb, yes), _bits(fb, no))
        case ir.Apply("join", (ir.Variable() as start, ir.ListOf((one,)))):
            return _with_one_more(fb, start, one)
        case ir.Apply("distinct", (ir.Fold() as fold,)):
            return _distinct(fb, fold)
        case _:
            assert list_variables.is_set(value, fb)
            return list_variables.set_at(fb, value).load()


def _with_one_more(fb: FunctionBuilder, start: ir.Variable, one: ir.Expr) -> Term:
    """`set + [one]`, which takes the steps of a list as long as both; stop if it is there already."""
    old = fb.fn.local(I64)
    code = old.set(list_variables.set_at(fb, start).load())
    bits, before = list_variables.with_one(fb, old, fb.number(one))
    new = fb.fn.local(I64)
    code += before + new.set(bits) + if_(new.eq(old), fb.mb.crowded())
    return after(code + fb.spend_list(new.bit_count(), fb.mb.facts.longest(start, fb.known()) + 1), new)


def _distinct(fb: FunctionBuilder, fold: ir.Fold) -> Term:
    """`distinct([…])`: each element counts when it is left out, or not. Where the last loop goes through a set and
    takes its numbers all so much larger, the set is shifted; where that is as much for all sets, only in the end.

    found = 0
    for each element: found |= 1 << it      or:  for each set: found |= set << by      or:  for each set: found |= set
                                                                                            found <<= by
    """
    found = fb.fn.local(I64)
    last, by, rest = fold.loops[-1].source, shifted(fold), fold.loops[:-1]
    names = {loop.local.number for loop in rest}
    alike = by is not None and not any(isinstance(one, ir.Local) and one.number in names for one in every(by))

    def whole(done: JumpLabel) -> Instructions:
        assert list_variables.is_set(last, fb) and by is not None
        bits, code = list_variables.traversed_set(fb, last)
        moved, move = (bits, NOTHING) if alike else list_variables.moved_up(fb, bits, by)
        return code + move + found.set(found | moved)

    def one(done: JumpLabel) -> Instructions:
        bits, code = list_variables.with_one(fb, found, fb.number(fold.body))
        return fb.spend(1) + code + found.set(bits)

    at_once = list_variables.is_set(last, fb) and by is not None and not fb.mb.facts.steps(by, fb.known())
    with fb.scope(), fb.loops(fb.mb.facts.steps(fold, fb.known())):
        code = found.set(0)
        code += nested_loops(fb, rest if at_once else fold.loops, whole if at_once else one, whole=True)
        moved, move = (
            list_variables.moved_up(fb, found, by) if at_once and alike and by is not None else (found, NOTHING)
        )
    return after(code + move, moved)


def lists_to_sets(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """The variables that hold sets, which are lists in a position that was given; stop if one is no such set.

    for each list: bits = 0
                   for x in list: if x > 63 or x is in bits: stop;  bits |= 1 << x
                   the cell of its length = bits
    """
    if not mb.sets:
        return NOTHING
    code, at, first, bits = NOTHING, fn.local(), fn.local(), fn.local(I64)
    for name in sorted(mb.sets):
        cell = mb.layout.variables[name]
        start, size = mb.number_at(cell.address), list_variables.list_step(mb, cell)

        def add(x: Var) -> Instructions:
            wrong = x.gtu(WORD - 1) | ((bits >> x) & 1).wrap()
            return if_(wrong, mb.crowded()) + bits.set(bits | (long(1) << x))

        turn = bits.set(0) + list_variables.each_element(mb, fn, cell, at, first, add) + at.store(bits) + at.up(size)
        turn += first.up(list_variables.elements_step(mb, cell))
        code += at.set(start) + first.set(mb.number_at(cell.address + 1))
        code += loop_until(at.eq(start + size * cell.cells), do=turn)
    return code
