"""The value of an expression in a position, and what a builtin costs in steps.

Each node becomes a closure, once; the closures of its parts are inside it. Expressions change
nothing and draw nothing. The meaning of a builtin is in the table of builtins; here are only those that
need more than the values of their arguments: `and` and `or` compute the second argument only if needed,
cards are equal if their kinds are, and lists that are built count as steps.

Steps: each call of a function counts 1; each list that a comprehension iterates over counts its length, when it
is entered; `..` counts the length of its result, before it is built, and a joined list its length; what goes through a
list counts its length, as the table of builtins says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, assert_never

from ...diagnostics.span import Span
from ...language.builtins.definitions import Overflow
from ...language.builtins.table import ROWS, traversed_argument
from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from ..events import no_member, overflow
from ..position import Env
from ..program.layout import VariableCell
from ..program.nodes import Expr, Slot, SlotList
from .comprehensions import compile_fold, group_lists
from .machine import CompiledCode, Machine, Value


def compile_expr(code: CompiledCode, node: Expr) -> Value:
    """The closure of an expression."""
    match node:
        case ir.Const():
            value = node.value
            return lambda m, e: value
        case ir.Local():
            number = node.number
            return lambda m, e: e[number]
        case Slot():
            address = node.address
            return lambda m, e: m.state[address]
        case SlotList():
            return partial(stored_list, node.address)
        case ir.Option():
            chosen = dict(code.program.options)[node.name]
            return lambda m, e: chosen
        case ir.Variable():
            return _variable(code, node)
        case ir.CardVariable():
            start, card = code.layout.card_variables[node.name].address, compile_expr(code, node.card)
            return lambda m, e: NONE if (c := card(m, e)) == NONE else m.state[start + c]
        case ir.AttributeOf():
            nothing: Any = () if node.type.base == "list" else NONE
            table = code.attribute(node.name, node.of.type.base, nothing)
            if isinstance(node.of, ir.Local):  # `c.number for c in ...`: frequent, and one call less
                local = node.of.number
                return lambda m, e: table[e[local]]
            of = compile_expr(code, node.of)
            return lambda m, e: table[of(m, e)]
        case ir.ZoneOf():
            return _zone(code, node)
        case ir.Apply():
            return _apply(code, node)
        case ir.If():
            test, yes, no = (compile_expr(code, part) for part in (node.test, node.yes, node.no))
            test = _watched(code, node.test, test)
            return lambda m, e: yes(m, e) if test(m, e) else no(m, e)
        case ir.Call():
            return _call(code, node)
        case ir.ListOf():
            items = tuple(compile_expr(code, item) for item in node.items)
            return lambda m, e: tuple([item(m, e) for item in items])
        case ir.Fold():
            return compile_fold(code, node, compile_expr)
        case _:
            assert_never(node)


def _variable(code: CompiledCode, node: ir.Variable) -> Value:
    cell = code.layout.variables[node.name]
    address, owner = cell.address, None if node.owner is None else compile_expr(code, node.owner)
    if cell.room:
        return read_list(cell, owner)
    if owner is None:
        return lambda m, e: m.state[address]
    return lambda m, e: NONE if (o := owner(m, e)) == NONE else m.state[address + o]


def stored_list(address: int, m: Machine, e: Env) -> tuple[int, ...]:
    """The list whose length is in a cell, and whose elements follow: a tuple, so what goes through it does not notice
    when a rule changes it meanwhile.
    """
    return tuple(m.state[address + 1 : address + 1 + m.state[address]])


def read_list(cell: VariableCell, owner: Value | None) -> Value:
    """A closure that reads the list of an owner; that of nobody is empty."""
    if owner is None:
        return lambda m, e: stored_list(cell.address, m, e)
    return lambda m, e: () if (o := owner(m, e)) == NONE else stored_list(cell.at(o), m, e)


def _zone(code: CompiledCode, node: ir.ZoneOf) -> Value:
    family = code.layout.families[node.name]
    if node.owner is None:
        number = family[0]
        return lambda m, e: number
    owner = compile_expr(code, node.owner)
    return lambda m, e: NONE if (o := owner(m, e)) == NONE else family[o]


def _call(code: CompiledCode, node: ir.Call) -> Value:
    """A call; the function is compiled when it is first called, since functions may be declared in any order."""
    name, span = node.function, node.span
    args = tuple(compile_expr(code, arg) for arg in node.args)
    function = code.program.functions[name]
    given = tuple((parameter.number, arg) for parameter, arg in zip(function.parameters, args, strict=True))

    def called() -> Value:
        if name not in code.functions:
            code.functions[name] = compile_expr(code, function.body)
        return code.functions[name]

    def call(m: Machine, e: Env) -> Any:
        body = code.functions.get(name) or called()
        m.spend(1, span)
        return body(m, {number: arg(m, e) for number, arg in given})

    return call


# Builtins ---------------------------------------------------------------------------------


def _apply(code: CompiledCode, node: ir.Apply) -> Value:
    args = tuple(compile_expr(code, arg) for arg in node.args)
    match node.op:
        case "and":
            left, right = (_watched(code, *one) for one in zip(node.args, args, strict=True))
            return lambda m, e: left(m, e) and right(m, e)
        case "or":
            left, right = (_watched(code, *one) for one in zip(node.args, args, strict=True))
            return lambda m, e: left(m, e) or right(m, e)
        case "equal":
            return _equal(node.args, *_by_kind(code, node.args, args))
        case "in":
            args = _by_kind(code, node.args, args)
        case "range":
            return partial(_range, args[0], args[1], node.span)
        case "join":
            return partial(_join, args[0], args[1], node.span)
        case "member":
            before, at, low, high = args
            return partial(_member, before, at, low, high, node.span)
    row = ROWS[node.op]
    if row.steps == "groups":
        return group_lists(node.op, args, node.span)
    reference, place = row.reference, traversed_argument(node)
    if place is not None:
        return partial(_through, reference, args, place, node.span)
    if node.type.base == "integer":
        return _number(reference, args, _constant(node), node.span)
    return _plain(reference, args, _constant(node))


def _watched(code: CompiledCode, node: ir.Expr, value: Value) -> Value:
    """The same value; where somebody watches, it is remembered whether it was true or false."""
    if code.truths is None:
        return value
    seen = code.truths.setdefault(node.span, set())

    def watched(m: Machine, e: Env) -> Any:
        found = value(m, e)
        seen.add(bool(found))
        return found

    return watched


def _equal(nodes: tuple[ir.Expr, ...], left: Value, right: Value) -> Value:
    """Equality, once cards are replaced by their kinds; comparing with a constant is frequent and has a shortcut."""
    if isinstance(nodes[1], ir.Const) and nodes[1].type.base != "card":
        constant = nodes[1].value
        return lambda m, e: left(m, e) == constant
    return lambda m, e: left(m, e) == right(m, e)


def _constant(node: ir.Apply) -> ir.Const | None:
    """The second of two arguments if it is a constant, as in `round.number + 1`."""
    match node.args:
        case (_, ir.Const() as second):
            return second
        case _:
            return None


def _plain(reference: Callable[..., Any], args: tuple[Value, ...], constant: ir.Const | None) -> Value:
    """A builtin that cannot fail; most have one or two arguments, which need no list in each call."""
    match args:
        case (one,):
            return lambda m, e: reference(m, one(m, e))
        case (one, _) if constant is not None:
            value = constant.value
            return lambda m, e: reference(m, one(m, e), value)
        case (one, two):
            return lambda m, e: reference(m, one(m, e), two(m, e))
        case _:
            return lambda m, e: reference(m, *[arg(m, e) for arg in args])


def _number(reference: Callable[..., Any], args: tuple[Value, ...], constant: ir.Const | None, span: Span) -> Value:
    """A builtin whose result is a number, which may leave the 64-bit range (R702)."""

    def number(m: Machine, e: Env) -> Any:
        try:
            return reference(m, *[arg(m, e) for arg in args])
        except Overflow:
            raise overflow(span) from None

    def number_of_two(m: Machine, e: Env) -> Any:
        try:
            return reference(m, first(m, e), second(m, e))
        except Overflow:
            raise overflow(span) from None

    def number_with_constant(m: Machine, e: Env) -> Any:
        try:
            return reference(m, first(m, e), value)
        except Overflow:
            raise overflow(span) from None

    def number_of_one(m: Machine, e: Env) -> Any:
        try:
            return reference(m, first(m, e))
        except Overflow:
            raise overflow(span) from None

    if not 1 <= len(args) <= 2:
        return number
    first, second = args[0], args[-1]  # most are like this
    if constant is not None:
        value = constant.value
        return number_with_constant
    return number_of_two if len(args) == 2 else number_of_one


def _through(reference: Callable[..., Any], args: tuple[Value, ...], place: int, span: Span, m: Machine, e: Env) -> Any:
    """A builtin that goes through one of its arguments, whose length counts."""
    values = [arg(m, e) for arg in args]
    m.spend(len(values[place]), span)
    return reference(m, *values)


def _member(before: Value, at: Value, low: Value, high: Value, span: Span, m: Machine, e: Env) -> int:
    """The number of a member of a family, which may not be there (R709)."""
    first, index, least, most = before(m, e), at(m, e), low(m, e), high(m, e)
    if first == NONE:
        return NONE
    if not least <= index <= most:
        raise no_member(index, least, most, span)
    return int(first * (most - least + 1) + index - least)


def _range(first: Value, last: Value, span: Span, m: Machine, e: Env) -> tuple[int, ...]:
    low, high = first(m, e), last(m, e)
    m.spend(max(0, high - low + 1), span)
    return tuple(range(low, high + 1))


def _join(first: Value, second: Value, span: Span, m: Machine, e: Env) -> tuple[Any, ...]:
    joined = (*first(m, e), *second(m, e))
    m.spend(len(joined), span)
    return joined


# Cards are equal when their kinds are -----------------------------------------------------


def _by_kind(code: CompiledCode, nodes: tuple[ir.Expr, ...], args: tuple[Value, ...]) -> tuple[Value, ...]:
    """The arguments of a comparison, with each card replaced by its kind."""
    return tuple(_kinds(code, node.type, arg) for node, arg in zip(nodes, args, strict=True))


def _kinds_or_none(table: dict[int, int], cards: Value, m: Machine, e: Env) -> Any:
    found = cards(m, e)
    return NONE if found == NONE else tuple([table[card] for card in found])


def _kinds(code: CompiledCode, type: Type, arg: Value) -> Value:
    table = {NONE: NONE, **dict(enumerate(code.kind_of))}
    if type.base == "card":
        return lambda m, e: table[arg(m, e)]
    if type.base == "list" and type.item is not None and type.item.base == "card":
        if type.optional:
            return partial(_kinds_or_none, table, arg)
        return lambda m, e: tuple([table[card] for card in arg(m, e)])
    return arg
