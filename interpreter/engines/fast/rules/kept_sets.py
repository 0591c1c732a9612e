"""Giving a list to a variable that holds it as a set (`values.small_sets`), as code."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ...program.layout import VariableCell
from ...program.walk import every
from ..building.bit_sets import WORD, shifted
from ..building.function_builder import FunctionBuilder
from ..building.likeness import likeness
from ..building.module_builder import ModuleBuilder
from ..values.kept_lists import each_element, elements_step, list_step
from ..values.likely import FEW_PARTS, quick_size
from ..values.loops import nested_loops
from ..values.small_sets import gone_through, is_set, moved_up, set_at, with_one
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import I64, TRAP, Term, Var, after, choose, long


def set_bits(fb: FunctionBuilder, stmt: ir.SetVariable, cell: VariableCell) -> Instructions:
    """Set the variable; trap if there is no room for so many."""
    variable = ir.Variable(stmt.name, stmt.owner, stmt.value.type, stmt.span)
    at, bits = fb.fn.local(), fb.fn.local(I64)
    code = at.set(set_at(fb, variable)) + bits.set(_bits(fb, stmt.value))
    if fb.mb.facts.longest(stmt.value, fb.known()) > cell.room:
        code += if_(bits.bit_count().gt(cell.room), TRAP)
    return code + at.store(bits) + fb.mb.keeper.set_variable(stmt.name)


def add_if(fb: FunctionBuilder, stmt: ir.When) -> Instructions | None:
    """`if test: set += [one]` without a jump, where both are quick and nothing can go wrong in them; None of others.

    old = the set;  new = old | test << one
    """
    match stmt:
        case ir.When(
            test, (ir.SetVariable(name, owner, ir.Apply("join", (ir.Variable() as start, ir.ListOf((one,))))),), ()
        ) if name in fb.mb.sets and not fb.counting and start.name == name and likeness(start.owner) == likeness(owner):
            pass
        case _:
            return None
    known = fb.known()
    sizes = [quick_size(fb, part, known) for part in (test, one, *(() if owner is None else (owner,)))]
    if not all(sizes) or sum(sizes) > FEW_PARTS:
        return None
    cell = fb.mb.layout.variables[name]
    at, holds, value, old, new = fb.fn.local(), fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I64)
    code = holds.set(fb.evenly(test).ne(0).wide()) + value.set(fb.number(one))
    code += at.set(set_at(fb, start)) + old.set(at.load()) + new.set(old | holds << value)
    low, high = fb.mb.facts.range(one, known)
    if low < 0 or high >= WORD:
        code += if_(value.gtu(WORD - 1) & holds.wrap(), fb.mb.crowded())
    code += if_(((old >> value) & holds).wrap(), fb.mb.crowded())
    if fb.mb.facts.longest(start, known) + 1 > cell.room:
        code += if_(new.bit_count().gt(cell.room), TRAP)
    return code + at.store(new) + fb.mb.keeper.set_variable(name)


def _bits(fb: FunctionBuilder, value: ir.Expr) -> Term:
    """A list as a set: 64 bits. The forms are those that `building.bit_sets` allows."""
    match value:
        case ir.Const(tuple() as known):
            return long(sum(1 << number for number in known))
        case ir.ListOf(()):
            return long(0)
        case ir.ListOf((one,)):
            bits, code = with_one(fb, long(0), fb.number(one))
            return after(code, bits)
        case ir.If(test, yes, no):
            return choose(fb.boolean(test), _bits(fb, yes), _bits(fb, no))
        case ir.Apply("join", (ir.Variable() as start, ir.ListOf((one,)))):
            return _with_one_more(fb, start, one)
        case ir.Apply("distinct", (ir.Fold() as fold,)):
            return _distinct(fb, fold)
        case _:
            assert is_set(value, fb)
            return set_at(fb, value).load()


def _with_one_more(fb: FunctionBuilder, start: ir.Variable, one: ir.Expr) -> Term:
    """`set + [one]`, which takes the steps of a list as long as both; stop if it is there already."""
    old = fb.fn.local(I64)
    code = old.set(set_at(fb, start).load())
    bits, before = with_one(fb, old, fb.number(one))
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

    def whole(done: Label) -> Instructions:
        assert is_set(last, fb) and by is not None
        bits, code = gone_through(fb, last)
        moved, move = (bits, NOTHING) if alike else moved_up(fb, bits, by)
        return code + move + found.set(found | moved)

    def one(done: Label) -> Instructions:
        bits, code = with_one(fb, found, fb.number(fold.body))
        return fb.spend(1) + code + found.set(bits)

    at_once = is_set(last, fb) and by is not None and not fb.mb.facts.steps(by, fb.known())
    with fb.scope(), fb.loops(fb.mb.facts.steps(fold, fb.known())):
        code = found.set(0)
        code += nested_loops(fb, rest if at_once else fold.loops, whole if at_once else one, whole=True)
        moved, move = moved_up(fb, found, by) if at_once and alike and by is not None else (found, NOTHING)
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
        start, size = mb.number_at(cell.address), list_step(mb, cell)

        def add(x: Var) -> Instructions:
            wrong = x.gtu(WORD - 1) | ((bits >> x) & 1).wrap()
            return if_(wrong, mb.crowded()) + bits.set(bits | (long(1) << x))

        turn = bits.set(0) + each_element(mb, fn, cell, at, first, add) + at.store(bits) + at.up(size)
        turn += first.up(elements_step(mb, cell))
        code += at.set(start) + first.set(mb.number_at(cell.address + 1))
        code += loop_until(at.eq(start + size * cell.cells), do=turn)
    return code
