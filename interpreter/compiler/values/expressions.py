"""The value of an expression, as code, with lists that need not be made (deforestation)."""

from __future__ import annotations

from typing import assert_never

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import COUNT
from ...engines.program.nodes import Expr, Slot, SlotList
from ...engines.program.traversal import structural_key
from ...language.builtins.intervals import Known
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import (
    Binding,
    FunctionBuilder,
    as_number,
    as_type,
    is_boolean,
    is_list,
    unless_none,
    value_type,
)
from ..builder.memoisation import MemoTable
from ..builder.zones import candidates, card_at, in_row, row_bytes, whole_zone, zone_address
from ..passes.cost_model import SMALL
from ..passes.rewriting import rewrite
from ..wasm.module import Fn
from ..wasm.statements import if_, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, after, choose, const, long, select
from .builtins import emit_builtin
from .comprehensions import emit_fold
from .conditions import is_worth_caching
from .list_variables import list_of
from .scalar_replacement import scalar_item, store_scalars

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
            cell = fb.mb.layout.variables[node.name]
            assert node.name not in fb.mb.sets, "a set is no list"
            if cell.room:
                return list_of(fb, cell, node.owner)
            address = cell.address
            return fb.mb.read(address) if node.owner is None else _cell_of(fb, address, node.owner)
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
            found = scalar_item(fb, listed, index)
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
    """A call; of a function that is kept (`builder.memoisation`), only if it has to be computed."""
    kept, (_, args, known) = fb.mb.keeper.functions.get(node.function), fb.arguments(node)
    return _called(fb, node, args, known) if kept is None else _memoised(fb, node, kept, args, known)


def _memoised(fb: FunctionBuilder, node: ir.Call, kept: MemoTable, args: list[Term], known: dict[int, Known]) -> Term:
    """A call of a function that is kept.

    if the arguments have an entry, and it is there:  value = its value;  steps += its steps
    else:                                             value = the result of the call
                                                      if they have one: keep it
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
    laid = None if args else store_scalars(fb, node, as_type(kept.value(long(0)), node.type))
    computed = (
        value.set(as_type(_called(fb, node, terms, known), node.type)) if laid is None else laid + value.set(found)
    )
    spent = total - before if counting else None
    keep = kept.keep(fb.fn, index, value if laid is None else None, spent)
    keep += keeper.note(kept, index, counting=counting)
    keep = keep if fits.fixed() else if_(fits, keep)
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
    with fb.inlined(function, args, known) as code:
        return after(code, fb.expr(function.body))


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


def precompute(fb: FunctionBuilder, node: Expr) -> Instructions:
    """Compute a value now that is computed once, wherever it is needed later; no step is counted, and nothing can go
    wrong in it."""
    assert fb.memo is not None and not fb.counting
    key = structural_key(node)
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
    key = structural_key(node)
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


# An element by its number of lists that are printed on the cards of a row, where all of them are equally long.
#
# [n for c in row for n in c.numbers][20]       with six numbers on each card: the second of the fourth card

SHIFT = 32
"""Numbers are divided by a product, which is quicker: so many bits of it are dropped."""

PART = 1 << SHIFT

MOST = 1 << 12
"""More elements than this are gone through: of smaller numbers the product is exact."""


def _row_length(value: object) -> int:
    return len(value) if isinstance(value, tuple) else 0


@rewrite("printed_element", "an element of printed lists is found by a product")
def emit_item(fb: FunctionBuilder, fold: ir.Fold, index: ir.Expr) -> Term | None:
    """`[x for card in row for x in card.attribute][index]`; None for comprehensions of another form.

    left = index - 1
    if left < the number of cards * the length of a list (unsigned):
        found = element left mod the length of the list of the card at the place left div the length
    else: found = none
    """
    mb = fb.mb
    match fold:
        case ir.Fold(
            op="list",
            loops=(ir.Loop(card, source, None), ir.Loop(last, ir.AttributeOf(name, ir.Local(number)), None)),
            body=ir.Local(body),
        ) if number == card.number and body == last.number:
            pass
        case _:
            return None
    zone = whole_zone(mb, source)
    if zone is None or zone[1] != "row":
        return None
    decks = {mb.layout.zones[one].deck for one in candidates(mb, zone[0])}
    lists = [row.attributes.get(name) for row in mb.layout.kinds]
    lengths = {_row_length(one) for one, row in zip(lists, mb.layout.kinds, strict=True) if row.deck in decks}
    length, most = max(lengths, default=0), mb.facts.longest(zone[0], fb.known())
    if len(lengths) != 1 or not length or length * most > MOST:
        return None
    left, at, place, inside = fb.fn.local(I64), fb.fn.local(), fb.fn.local(I64), fb.fn.local(I32)
    code = left.set(fb.number(index) - 1) + at.set(zone_address(fb, zone[0]))
    many = in_row(at) * (1 + length)
    code += fb.spend_list(many, fb.mb.facts.steps(fold, fb.known()))
    code += inside.set(left.ltu((in_row(at) * length).wide())) + left.set(select(left, long(0), inside))
    code += place.set((left * (PART // length + 1)) >> SHIFT)
    empty = mb.list(())
    addresses = [mb.list(one) if isinstance(one := lists[kind], tuple) else empty for kind in mb.layout.kind_of]
    here = card_at(mb, at + row_bytes(mb, place.wrap()), COUNT)
    row = select(mb.lookup(addresses, here).wrap(), const(empty), inside)
    found = (row + ((left - place * length).wrap() << 3)).load(CELL)
    return after(code, select(found, long(NONE), inside))
