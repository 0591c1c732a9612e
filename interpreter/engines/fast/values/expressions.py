"""The value of an expression, as code. The meaning is that of `reference.expressions`."""

from __future__ import annotations

from typing import assert_never

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr, Slot, SlotList
from ..building.facts import Known
from ..building.function_builder import (
    Binding,
    FunctionBuilder,
    as_number,
    as_type,
    is_boolean,
    is_list,
    unless_none,
    value_type,
)
from ..building.kept import Kept
from ..building.likeness import likeness
from ..building.memory import CELL
from ..building.sizes import SMALL
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, after, choose, const, long, select
from .builtins import emit_builtin
from .conditions import is_worth_caching
from .distinct import emit_distinct
from .folds import emit_fold
from .kept_lists import list_of
from .settled_lists import laid_out, settled_item, settled_list
from .unlisted import emit_item, emit_size

VARIANTS = 3
"""So many functions of the module there may be for different knowledge of the arguments of one."""


def emit_expr(fb: FunctionBuilder, node: Expr) -> Term:
    """The code of an expression, in the representation of its type."""
    if fb.memo is not None and is_worth_caching(node):
        return _cached(fb, node)
    return as_type(_emit(fb, node), node.type)


def _emit(fb: FunctionBuilder, node: Expr) -> Term:
    mb = fb.mb
    match node:
        case ir.Const(value):
            if isinstance(value, tuple):
                return const(mb.list(value))
            return const(int(value)) if is_boolean(node.type) else long(int(value))
        case ir.Local(local):
            return fb.names[local].term
        case Slot(address):
            return mb.read(address)
        case SlotList(address):
            return const(mb.number_at(address))
        case ir.Option(name):
            return long(dict(mb.program.options)[name])
        case ir.Variable():
            return _variable(fb, node)
        case ir.CardVariable(name, card):
            return _cell_of(fb, mb.layout.card_variables[name].address, card)
        case ir.AttributeOf():
            return _attribute(fb, node)
        case ir.ZoneOf():
            return _zone(fb, node)
        case ir.Apply("item", (ir.Fold() as fold, index)):
            found = emit_item(fb, fold, index)
            return emit_builtin(fb, node) if found is None else found
        case ir.Apply("item", (listed, ir.Const() | ir.Local() as index)):
            found = settled_item(fb, listed, index)
            return emit_builtin(fb, node) if found is None else found
        case ir.Apply("reverse"):
            found = settled_list(fb, node)
            return emit_builtin(fb, node) if found is None else found
        case ir.Apply("size", (made,)):
            found = emit_size(fb, made)
            return emit_builtin(fb, node) if found is None else found
        case ir.Apply("distinct", (ir.Fold() as fold,)):
            found = emit_distinct(fb, fold)
            return emit_builtin(fb, node) if found is None else found
        case ir.Apply():
            return emit_builtin(fb, node)
        case ir.If(test, yes, no):
            one, other = as_type(fb.expr(yes), node.type), as_type(fb.expr(no), node.type)
            return select(one, other, fb.boolean(test)) if fb.even else choose(fb.boolean(test), one, other)
        case ir.Call():
            return _call(fb, node)
        case ir.ListOf():
            return _list(fb, node)
        case ir.Fold():
            return emit_fold(fb, node)
        case _:
            assert_never(node)


# Bindings and tables -------------------------------------------------------------------------


def _variable(fb: FunctionBuilder, node: ir.Variable) -> Term:
    cell = fb.mb.layout.variables[node.name]
    assert node.name not in fb.mb.sets, "a set is no list"
    if cell.room:
        return list_of(fb, cell, node.owner)
    address = cell.address
    return fb.mb.read(address) if node.owner is None else _cell_of(fb, address, node.owner)


def _cell_of(fb: FunctionBuilder, address: int, index: ir.Expr) -> Term:
    """The cell of an owner or a card; none for none."""
    if isinstance(index, ir.Const) and isinstance(index.value, int):
        return long(NONE) if index.value == NONE else fb.mb.read(address + index.value)
    if not fb.mb.facts.may_be_none(index, fb.known()):
        return fb.mb.read(address, fb.number(index))
    which, code = fb.reusable(fb.number(index))
    return after(code, unless_none(which, fb.mb.read(address, which)))


def _attribute(fb: FunctionBuilder, node: ir.AttributeOf) -> Term:
    """One table a deck's attribute: a number a kind (or card), or the address of a list."""
    mb = fb.mb
    rows = [row.attributes.get(node.name) for row in mb.layout.kinds]
    lists = is_list(node.type)
    if lists:
        empty = mb.list(())
        values = [mb.list(row) if isinstance(row, tuple) else empty for row in rows]
    else:
        empty = NONE
        values = [int(row) if isinstance(row, int) else NONE for row in rows]
    if node.of.type.base == "card":
        values = [values[kind] for kind in mb.layout.kind_of]
    if not values:
        return after(fb.expr(node.of).drop(), const(empty) if lists else long(empty))
    which, code = fb.reusable(fb.number(node.of))
    found = mb.lookup(values, which)
    if mb.facts.may_be_none(node.of, fb.known()):
        found = unless_none(which, found, empty)
    return after(code, found.wrap() if lists else found)


def _zone(fb: FunctionBuilder, node: ir.ZoneOf) -> Term:
    """The number of a zone. Those of a family usually have consecutive numbers, so that no table is needed."""
    family = fb.mb.layout.families[node.name]
    if node.owner is None:
        return long(family[0])
    which, code = fb.reusable(fb.number(node.owner))
    consecutive = list(family) == list(range(family[0], family[0] + len(family)))
    found = which + family[0] if consecutive else fb.mb.lookup(family, which)
    if fb.mb.facts.may_be_none(node.owner, fb.known()):
        found = unless_none(which, found)
    return after(code, found)


def _list(fb: FunctionBuilder, node: ir.ListOf) -> Term:
    """The elements are computed first, because they may put lists of their own into the arena."""
    items = [fb.fn.local(I64) for _ in node.items]
    code = sequence(var.set(fb.number(item)) for var, item in zip(items, node.items, strict=True))
    at = fb.fn.local()
    code += at.set(fb.mb.new_list.call(const(len(items))))
    code += sequence(at.store(var, CELL * (1 + n)) for n, var in enumerate(items))
    return after(code, at)


# Calls ------------------------------------------------------------------------------------


def _call(fb: FunctionBuilder, node: ir.Call) -> Term:
    """A call; of a function that is kept (`building.kept`), only if it has to be computed."""
    function, kept = fb.mb.program.functions[node.function], fb.mb.keeper.functions.get(node.function)
    known = fb.mb.facts.arguments(function, node.args, fb.known())
    args = [as_type(fb.expr(arg), p.type) for arg, p in zip(node.args, function.parameters, strict=True)]
    return _called(fb, node, args, known) if kept is None else _kept(fb, node, kept, args, known)


def _kept(fb: FunctionBuilder, node: ir.Call, kept: Kept, args: list[Term], known: dict[int, Known]) -> Term:
    """A call of a function that is kept.

    if the arguments have an entry, and it is there:  value = its value;  steps += its steps
    else:                                             value = the result of the call
                                                      if they have one, or there is but one: keep it
    """
    keeper, counting, code, terms = fb.mb.keeper, fb.counting, NOTHING, list[Term]()
    for arg in args:
        term, first = fb.reusable(arg)
        code += first
        terms.append(term)
    numbers = [as_number(term) for term in terms]
    fits = kept.fits(numbers, [one.range for one in known.values()])
    value, index, before = fb.local(node.type), fb.fn.local(I64), fb.fn.local(I64)
    code += index.set(kept.index(numbers))
    total = fb.steps + fb.mb.spent.get
    found = as_type(kept.value(index), node.type)
    laid = None if args else laid_out(fb, node, as_type(kept.value(long(0)), node.type))
    computed = (
        value.set(as_type(_called(fb, node, terms, known), node.type)) if laid is None else laid + value.set(found)
    )
    spent = total - before if counting else None
    keep = kept.keep(fb.fn, numbers, index, value if laid is None else None, spent)
    keep += keeper.note(kept, index, counting=counting)
    keep = keep if fits.fixed() or kept.last is not None else if_(fits, keep)
    computed = (before.set(total) if counting else NOTHING) + computed + keep
    there = keeper.has(kept, index, counting=counting)
    again = value.set(found) + fb.spend(kept.steps(index))
    return after(code + if_(there if fits.fixed() else fits & there, again, computed), value)


def _called(fb: FunctionBuilder, node: ir.Call, args: list[Term], known: dict[int, Known]) -> Term:
    """The result of a call, computed; its arguments have been emitted."""
    function = fb.mb.program.functions[node.function]
    if fb.mb.sizes.function(node.function) > SMALL:
        steps = fb.mb.facts.function_steps(node.function)
        return after(fb.before_call(steps), _outlined(fb, node.function, known, steps).call(*args))
    names, code = fb.given(function, args, known)
    memo, fb.memo = fb.memo, None
    with fb.scope(names):
        body = fb.expr(function.body)
    fb.memo = memo
    return after(code + fb.spend(1), body)


def _outlined(fb: FunctionBuilder, name: str, known: dict[int, Known], steps: int) -> Fn:
    """A function of the author's as a function of the module, which takes so many steps at most.

    What is known of its arguments makes it quicker, so there are several where that differs, but only a few.
    """
    function = fb.mb.program.functions[name]
    types = tuple(value_type(p.type) for p in function.parameters)
    facts = tuple(known.values())
    variants = fb.mb.variants.setdefault((name, fb.counting), set())
    if facts not in variants and len(variants) >= VARIANTS:
        known, facts = fb.mb.facts.arguments(function, function.parameters, {}), ()
    variants.add(facts)

    def emit(fn: Fn) -> Instructions:
        inner = fb.another(fn, counting=fb.counting)
        inner.names = {p.number: Binding(fn.param(n), known[p.number]) for n, p in enumerate(function.parameters)}
        return inner.at_entry(steps) + inner.expr(function.body).code + inner.hand_over()

    return fb.mb.helper(("function", name, fb.counting, facts), types, value_type(function.body.type), emit)


# What is computed once --------------------------------------------------------------------


def compute_ahead(fb: FunctionBuilder, node: Expr) -> Instructions:
    """Compute a value now that is computed once, wherever it is needed later; no step is counted, and nothing can go
    wrong in it."""
    assert fb.memo is not None and not fb.counting
    key = likeness(node)
    if is_list(node.type) or key in fb.memo:
        return NOTHING
    value, memo, even = fb.local(node.type), fb.memo, fb.even
    fb.memo, fb.even = None, True
    code = value.set(as_type(_emit(fb, node), node.type))
    fb.memo, fb.even = memo, even
    memo[key] = (None, value, value)
    return code


def _cached(fb: FunctionBuilder, node: Expr) -> Term:
    """The value, computed where it is first needed. Lists are not cached, since the arena is emptied in between.

    Its steps count each time, as if it were computed again.

    if has: steps += spent
    else:   spent = the steps of: value = …
            has = 1
    value
    """
    assert fb.memo is not None
    if is_list(node.type):
        return as_type(_emit(fb, node), node.type)
    key = likeness(node)
    if key not in fb.memo:
        fb.memo[key] = (fb.fn.local(I32), fb.local(node.type), fb.fn.local(I64))
    has, value, spent = fb.memo[key]
    if has is None:
        return value
    memo, fb.memo = fb.memo, None
    computed = value.set(as_type(_emit(fb, node), node.type)) + has.set(1)
    fb.memo = memo
    if not fb.counting:
        return after(if_(has.not_(), computed), value)
    total = fb.steps + fb.mb.spent.get
    counted = spent.set(total) + computed + spent.set(total - spent)
    return after(if_(has.not_(), counted, fb.spend(spent)), value)
