"""What an expression is worth, as code. The meaning is that of `reference.expressions`."""

from __future__ import annotations

from typing import assert_never

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr, Slot, SlotList
from ...program.walk import bound, every
from ..building.likeness import likeness
from ..building.making import Making
from ..building.places import again
from ..building.room import CELL
from ..building.writer import Name, Names, Writer, is_list, is_truth, number, shaped, truth, unless_none
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, after, choose, const, if_, long
from . import builtins
from .folds import write_fold, write_item

SMALL = 60
"""Functions whose body has no more parts than this are written out where they are called."""


def write_expr(w: Writer, node: Expr) -> Term:
    """The code of an expression, in the shape of its type."""
    if w.memo is not None and _worth_keeping(w, node):
        return _remembered(w, node)
    return shaped(_write(w, node), node.type)


def write_truth(w: Writer, node: Expr) -> Term:
    """A test: 32 bits, not 0 if it holds."""
    return truth(write_expr(w, node))


def write_number(w: Writer, node: Expr) -> Term:
    """A value in 64 bits."""
    return number(write_expr(w, node))


def _write(w: Writer, node: Expr) -> Term:
    m = w.m
    match node:
        case ir.Const(value):
            if isinstance(value, tuple):
                return const(m.list(value))
            return const(int(value)) if is_truth(node.type) else long(int(value))
        case ir.Local(local):
            return w.names[local].term
        case Slot(address):
            return m.read(address)
        case SlotList(address):
            return const(m.room.state + CELL * address)
        case ir.Option(name):
            return long(dict(m.program.options)[name])
        case ir.Variable():
            return _variable(w, node)
        case ir.CardVariable(name, card):
            return _cell_of(w, m.layout.card_variables[name].address, card)
        case ir.AttributeOf():
            return _attribute(w, node)
        case ir.ZoneOf():
            return _zone(w, node)
        case ir.Apply("item", (ir.Fold() as fold, index)):
            found = write_item(w, fold, index, write_expr)
            return builtins.write_apply(w, node, write_expr) if found is None else found
        case ir.Apply():
            return builtins.write_apply(w, node, write_expr)
        case ir.If(test, yes, no):
            made = [shaped(write_expr(w, part), node.type) for part in (yes, no)]
            return choose(write_truth(w, test), made[0], made[1])
        case ir.Call():
            return _call(w, node)
        case ir.ListOf():
            return _list(w, node)
        case ir.Fold():
            return write_fold(w, node, write_expr)
        case _:
            assert_never(node)


# Names and tables -------------------------------------------------------------------------


def _variable(w: Writer, node: ir.Variable) -> Term:
    address = w.m.layout.variables[node.name].address
    return w.m.read(address) if node.owner is None else _cell_of(w, address, node.owner)


def _cell_of(w: Writer, address: int, index: ir.Expr) -> Term:
    """A cell of an owner or a card; none of none."""
    if isinstance(index, ir.Const) and isinstance(index.value, int):
        return long(NONE) if index.value == NONE else w.m.read(address + index.value)
    if not w.m.facts.may_be_none(index, w.known()):
        return w.m.read(address, write_number(w, index))
    which, code = again(w, write_number(w, index))
    return after(code, unless_none(which, w.m.read(address, which)))


def _attribute(w: Writer, node: ir.AttributeOf) -> Term:
    m = w.m
    rows = [row.attributes.get(node.name) for row in m.layout.kinds]
    lists = is_list(node.type)
    if lists:
        empty = m.list(())
        values = [empty if not isinstance(row, tuple) else m.list(row) for row in rows]
    else:
        empty = NONE
        values = [NONE if not isinstance(row, int) else int(row) for row in rows]
    if node.of.type.base == "card":
        values = [values[kind] for kind in m.layout.kind_of]
    if not values:
        return after(write_expr(w, node.of).drop(), const(empty) if lists else long(empty))
    which, code = again(w, write_number(w, node.of))
    found = m.look(values, which)
    if m.facts.may_be_none(node.of, w.known()):
        found = unless_none(which, found, empty)
    return after(code, found.wrap() if lists else found)


def _zone(w: Writer, node: ir.ZoneOf) -> Term:
    family = w.m.layout.families[node.name]
    if node.owner is None:
        return long(family[0])
    which, code = again(w, write_number(w, node.owner))
    found = (
        which + family[0]
        if list(family) == list(range(family[0], family[0] + len(family)))
        else w.m.look(family, which)
    )
    if w.m.facts.may_be_none(node.owner, w.known()):
        found = unless_none(which, found)
    return after(code, found)


def _list(w: Writer, node: ir.ListOf) -> Term:
    """The elements are worked out first, for they may need room themselves."""
    made = [w.fn.local(I64) for _ in node.items]
    code = b"".join(var.set(write_number(w, item)) for var, item in zip(made, node.items, strict=True))
    at = w.fn.local()
    code += at.set(w.m.room_for.call(const(len(made))))
    code += b"".join(at.store(var, CELL * (1 + n)) for n, var in enumerate(made))
    return after(code, at)


# Calls ------------------------------------------------------------------------------------


def _call(w: Writer, node: ir.Call) -> Term:
    function = w.m.program.functions[node.function]
    known = w.m.facts.arguments(function, node.args, w.known())
    args = [shaped(write_expr(w, arg), p.type) for arg, p in zip(node.args, function.parameters, strict=True)]
    code = b""
    if _size(w.m, node.function) > SMALL:
        outlined = _outlined(w.m, node.function, w.counting)
        return after(code + w.spend(1), outlined.call(*args))
    names: Names = {}
    for parameter, arg in zip(function.parameters, args, strict=True):
        term, before = again(w, arg)
        code += before
        names[parameter.number] = Name(term, known[parameter.number])
    memo, w.memo = w.memo, None
    body = w.within(names, lambda: write_expr(w, function.body))
    w.memo = memo
    return after(code + w.spend(1), body)


def _size(m: Making, name: str) -> int:
    """How many parts a function has, with those of the functions it calls."""
    key = ("size", name)
    if key not in m.facts.calls:
        parts = 0
        for inner in every(m.program.functions[name].body):
            parts += 1 + (_size(m, inner.function) if isinstance(inner, ir.Call) else 0)
        m.facts.calls[key] = parts
    return m.facts.calls[key]


def _outlined(m: Making, name: str, counting: bool) -> Fn:
    """A function of the author's as one of the module."""
    function = m.program.functions[name]
    types = tuple(I32 if is_list(p.type) or is_truth(p.type) else I64 for p in function.parameters)
    result = I32 if is_list(function.body.type) or is_truth(function.body.type) else I64

    def write(fn: Fn) -> bytes:
        w = Writer(m, fn, counting=counting)
        known = m.facts.arguments(function, function.parameters, {})
        w.names = {p.number: Name(fn.param(n), known[p.number]) for n, p in enumerate(function.parameters)}
        body = write_expr(w, function.body)
        return body.code + w.hand_over()

    return m.helper(("function", name, counting), types, result, write)


# What is worked out once ------------------------------------------------------------------


def _worth_keeping(w: Writer, node: Expr) -> bool:
    """Whether an expression costs something and depends on nothing that changes while moves are listed: on no name."""
    if not isinstance(node, ir.Call | ir.Fold):
        return False
    inside = {local.number for local in bound(node)}
    return not any(isinstance(part, ir.Local) and part.number not in inside for part in every(node))


def _remembered(w: Writer, node: Expr) -> Term:
    """The value, worked out where it is first asked for. Lists are not kept: the arena is emptied in between."""
    assert w.memo is not None
    if is_list(node.type):
        return shaped(_write(w, node), node.type)
    key = likeness(node)
    if key not in w.memo:
        w.memo[key] = (w.fn.local(I32), w.local(node.type))
    has, value = w.memo[key]
    memo, w.memo = w.memo, None
    made = shaped(_write(w, node), node.type)
    w.memo = memo
    return after(if_(has.not_(), value.set(made) + has.set(1)), value)


__all__ = ["write_expr", "write_number", "write_truth"]
