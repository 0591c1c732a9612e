"""The builtins, as code: what each row of `builtins.table` means."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ...language.builtins.table import ROWS, traversed_argument
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder import zones
from ..builder.function_builder import (
    FunctionBuilder,
    as_boolean,
    as_number,
    as_type,
    is_card,
    is_card_list,
    is_list,
    unless_none,
)
from ..builder.zones import Form
from ..passes.rewriting import rewrite
from ..passes.value_ranges import is_there
from ..wasm.statements import if_
from ..wasm.terms import I64, NOTHING, Term, Var, after, choose, const, long, select
from . import lists
from .arithmetic import (
    Builtin,
    absolute,
    arithmetic,
    distance,
    div,
    either,
    in_range,
    member,
    mod,
    negate,
    neighbour,
    players_from,
    rivals,
    seat_table,
    spend_range,
    team_rivals,
    total,
)
from .card_groups import emit_parts
from .comprehensions import emit_fold_or
from .conditions import joined
from .list_variables import in_narrow_list, in_set, is_set, is_small_list, query_narrow_list
from .lists import cell_if, first_of, last_of, list_length, only_of

# Questions about how many cards lie in a zone.


def zone_size(fb: FunctionBuilder, node: ir.Apply) -> Term:
    """How many cards lie there: 64 bits."""
    return _counted(fb, node.args[0], lambda form, at: zones.many_in(fb.mb, form, at)).wide()


def zone_empty(fb: FunctionBuilder, node: ir.Apply) -> Term:
    """Whether no card lies there."""
    return _counted(fb, node.args[0], lambda form, at: zones.is_empty(fb.mb, form, at), empty=True)


def _counted(fb: FunctionBuilder, zone: ir.Expr, of: Callable[[Form, Term], Term], *, empty: bool = False) -> Term:
    """What is asked `of` a zone, if its form is known; else how many cards lie there, or whether it is empty."""
    form = zones.form_of(fb.mb, zone)
    if form is None:
        number, there, code = zones.place_of_zone(fb, zone)
        many = zones.how_many(fb.mb).call(number.wrap(), there)
        return after(code, many.not_() if empty else many)
    at, code = fb.reusable(zones.zone_address(fb, zone))
    return after(code, of(form, at))


def emit_builtin(fb: FunctionBuilder, node: ir.Apply) -> Term:
    """The code of a builtin. The caller brings the result into the representation of its type."""
    special = _SPECIAL.get(node.op)
    found = query_narrow_list(fb, node) if special is None else special(fb, node)
    if found is None:
        found = _PLAIN[node.op](fb, node, [fb.expr(arg) for arg in node.args])
    return found


# Booleans ---------------------------------------------------------------------------------


def _else(fb: FunctionBuilder, node: ir.Apply) -> Term:
    """Both sides are computed, whichever is taken: that is the law, with their steps and errors."""
    first, second = node.args
    if is_list(first.type):
        found, instead = fb.fn.local(), fb.fn.local()
        both = found.set(fb.expr(first)) + instead.set(as_type(fb.expr(second), node.type))
        return after(both, select(found, instead, found))
    if isinstance(first, ir.Fold) and isinstance(second, ir.Const):
        return emit_fold_or(fb, first, fb.number(second))
    value, code = fb.reusable(fb.number(first))
    other = fb.number(second)
    return after(code, select(value, other, value.ne(NONE)))


def _equal(fb: FunctionBuilder, node: ir.Apply) -> Term:
    one, other = node.args
    if is_list(one.type) or is_list(other.type):
        if one.type.optional or other.type.optional:
            return _equal_or_none(fb, one, other)
        return lists.same(fb.mb).call(_kinds(fb, one), _kinds(fb, other))
    values = [_kind(fb, arg) for arg in node.args]
    if values[0].type != values[1].type:
        values = [as_number(value) for value in values]
    return values[0].eq(values[1])


def _equal_or_none(fb: FunctionBuilder, *sides: ir.Expr) -> Term:
    """Whether two lists are equal that may be none, whose address is 0."""
    one, other = fb.fn.local(), fb.fn.local()
    code = NOTHING
    for var, side in zip((one, other), sides, strict=True):
        code += var.set(as_type(fb.expr(side), side.type))
        if is_card_list(side):
            code += if_(var, var.set(lists.kinds(fb.mb).call(var)))
    lists_too = choose(other, lists.same(fb.mb).call(one, other), const(0))
    return after(code, choose(one, lists_too, other.eq(0)))


def _kind(fb: FunctionBuilder, node: ir.Expr) -> Term:
    """A value to be compared: of a card, its kind."""
    term = fb.expr(node)
    return _kind_of(fb, node, as_number(term)) if is_card(node) else term


def _kind_of(fb: FunctionBuilder, node: ir.Expr, card: Term) -> Term:
    if not fb.mb.facts.may_be_none(node, fb.known()):
        return fb.mb.kind(card)
    value, code = fb.reusable(card)
    return after(code, unless_none(value, fb.mb.kind(value)))


def _kinds(fb: FunctionBuilder, node: ir.Expr) -> Term:
    term = fb.expr(node)
    return lists.kinds(fb.mb).call(term) if is_card_list(node) else term


def _in(fb: FunctionBuilder, node: ir.Apply) -> Term:
    what, where = node.args
    if is_set(where, fb):
        return in_set(fb, fb.number(what), where)
    if isinstance(where, ir.Apply) and where.op == "range":
        return in_range(fb, what, where)
    if isinstance(where, ir.ListOf) and not where.type.is_nested() and not is_card_list(where):
        return _in_brackets(fb, what, where)
    if is_small_list(where, fb):
        return in_narrow_list(fb, as_number(_kind(fb, what)), where)
    if traversed_argument(node) is not None and fb.counting:
        return _in_computed(fb, what, where)
    if isinstance(where, ir.Apply) and where.op == "cards_of":
        found = _in_zone(fb, what, where.args[0])
        if found is not None:
            return found
    needle = as_number(_kind(fb, what))
    if is_card_list(where) and not fb.mb.facts.may_be_none(where, fb.known()):
        return lists.has_kind(fb.mb).call(needle, fb.expr(where))
    return lists.contains(fb.mb).call(needle, _kinds(fb, where))


@rewrite("kind_in_zone", "a kind in a heap is a test of a set")
def _in_zone(fb: FunctionBuilder, what: ir.Expr, zone: ir.Expr) -> Term | None:
    """`what in zone` for a heap and a kind that is known before the play: whether it meets the cards of the kind."""
    if zones.form_of(fb.mb, zone) != "heap" or not isinstance(what, ir.Const) or what.type.base != "kind":
        return None
    cards = frozenset[int]() if what.value == NONE else lists.cards_of_kinds(fb.mb)[cast(int, what.value)]
    return zones.meets(fb.mb, fb.fn, zones.zone_address(fb, zone), fb.mb.compact.set_of(cards))


def _in_brackets(fb: FunctionBuilder, what: ir.Expr, where: ir.ListOf) -> Term:
    """`what in [one, other]` as comparisons with each, without the list."""
    needle, code = fb.reusable(as_number(_kind(fb, what)))
    found: Term = const(0)
    for item in where.items:
        same = fb.number(item).eq(needle)
        found = same if found.fixed() == 0 else found | same
    return after(code, found)


def _in_computed(fb: FunctionBuilder, what: ir.Expr, where: ir.Expr) -> Term:
    """`what in where` for a list that was computed, whose length counts."""
    needle, before = fb.reusable(as_number(_kind(fb, what)))
    at, code = fb.reusable(_kinds(fb, where))
    steps = fb.spend_list(list_length(at), fb.mb.facts.longest(where, fb.known()))
    return after(before + code + steps, lists.contains(fb.mb).call(needle, at))


def _through(call: Callable[[FunctionBuilder, ir.Apply, list[Term]], Term]) -> Builtin:
    """A builtin that goes through one of its arguments, whose length counts."""

    def emit(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
        place = traversed_argument(node)
        assert place is not None
        code, given = NOTHING, []
        for arg in args:
            value, before = fb.reusable(arg)
            code += before
            given.append(value)
        longest = fb.mb.facts.longest(node.args[place], fb.known())
        return after(code + fb.spend_list(list_length(given[place]), longest), call(fb, node, given))

    return emit


# Cards and zones --------------------------------------------------------------------------


def _cards_of(fb: FunctionBuilder, node: ir.Apply) -> Term:
    form = zones.form_of(fb.mb, node.args[0])
    if form is None:
        return zones.cards_in(fb.mb).call(fb.number(node.args[0]))
    return zones.cards_of(fb.mb, form).call(zones.zone_address(fb, node.args[0]))


def _zone_end(of: Callable[[Term], Term], in_form: Callable[[FunctionBuilder, Form, Term], Term]) -> Special:
    """A card at an end of a zone: `of` its cards as a list, or, where its form is known, `in_form`."""

    def emit(fb: FunctionBuilder, node: ir.Apply) -> Term:
        form = zones.form_of(fb.mb, node.args[0])
        if form is None:
            at, code = fb.reusable(zones.cards_in(fb.mb).call(fb.number(node.args[0])))
            return after(code, of(at))
        at, code = fb.reusable(zones.zone_address(fb, node.args[0]))
        return after(code, in_form(fb, form, at))

    return emit


def _top_of(fb: FunctionBuilder, form: Form, at: Term) -> Term:
    return zones.first_card(fb.mb, form).call(at) if form == "heap" else zones.first_in_row(fb.mb, at)


def _bottom_of(fb: FunctionBuilder, form: Form, at: Term) -> Term:
    return zones.last_card(fb.mb, form).call(at)


def _only_in(fb: FunctionBuilder, form: Form, at: Term) -> Term:
    alone = zones.many_in(fb.mb, form, at).eq(1)
    if form == "heap" and 0 < fb.mb.compact.words <= 2:
        return select(zones.lowest_card(fb.mb, at), long(NONE), alone)
    return choose(alone, _top_of(fb, form, at), long(NONE))


def _kind_row(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    return _kind_of(fb, node.args[0], as_number(args[0]))


def _zone_of(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    value, code = fb.reusable(args[0])
    return after(code, unless_none(value, fb.mb.place(value).wide()))


def _card_place(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """Its place; while the row in which it lies is gone through, that is known."""
    place = fb.places.get(args[0].index) if isinstance(args[0], Var) else None
    if place is not None:
        return place
    among = zones.zones_with(fb.mb, node.args[0].type)
    if len(among) == 1 and not fb.mb.facts.may_be_none(node.args[0], fb.known()):
        there = zones.place_in_row(fb.mb, among, const(fb.mb.addresses[among[0]]), args[0].wrap())
        if there is not None:
            return there.wide() + 1
    return lists.card_place(fb.mb, among).call(args[0])


# Lists ------------------------------------------------------------------------------------


def _range(fb: FunctionBuilder, node: ir.Apply) -> Term:
    low, high = (fb.fn.local(I64) for _ in range(2))
    code = low.set(fb.number(node.args[0])) + high.set(fb.number(node.args[1]))
    return after(code + spend_range(fb, node, low, high), lists.numbers(fb.mb).call(low, high))


def _join(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    one, other, at = fb.fn.local(), fb.fn.local(), fb.fn.local()
    code = one.set(args[0]) + other.set(args[1]) + at.set(lists.join(fb.mb).call(one, other))
    return after(code + fb.spend(list_length(at)) + fb.check(), at)


def _item(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    if is_there(node):
        return (args[0] + (args[1].wrap() << 3)).load()
    (at, before), (index, code) = fb.reusable(args[0]), fb.reusable(args[1])
    inside, more = fb.reusable((index - 1).ltu(at.load()))
    return after(before + code + more, select((at + cell_if(inside, index)).load(), long(NONE), inside))


def _list_end(of: Callable[[Term], Term]) -> Builtin:
    def emit(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
        at, code = fb.reusable(args[0])
        return after(code, of(at))

    return emit


def _is_none(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    if is_list(node.args[0].type):
        return args[0].eq(0)
    return args[0].eq(NONE) if args[0].type == I64 else after(args[0].drop(), const(0))


Special = Callable[[FunctionBuilder, ir.Apply], Term]
"""Emits a builtin that emits its arguments itself, for not all of them are needed as they are."""

_SPECIAL: dict[str, Special] = {
    "and": joined,
    "or": joined,
    "else": _else,
    "equal": _equal,
    "in": _in,
    "range": _range,
    "cards_of": _cards_of,
    "zone_size": zone_size,
    "zone_empty": zone_empty,
    "top": _zone_end(first_of, _top_of),
    "bottom": _zone_end(last_of, _bottom_of),
    "only": _zone_end(only_of, _only_in),
}

_PLAIN: dict[str, Builtin] = {
    "add": arithmetic,
    "subtract": arithmetic,
    "multiply": arithmetic,
    "negate": negate,
    "div": div,
    "mod": mod,
    "less": lambda fb, node, args: args[0].lt(args[1]),
    "less_equal": lambda fb, node, args: args[0].le(args[1]),
    "is_none": _is_none,
    "not": lambda fb, node, args: as_boolean(args[0]).not_(),
    "without": _through(lambda fb, node, args: lists.without(fb.mb).call(*args)),
    "alike": _through(lambda fb, node, args: lists.alike(fb.mb).call(*args)),
    "join": _join,
    "item": _item,
    "size": lambda fb, node, args: list_length(args[0]).wide(),
    "member": member,
    "total": total,
    "largest": lambda fb, node, args: lists.extreme(fb.mb, "largest").call(*args),
    "smallest": lambda fb, node, args: lists.extreme(fb.mb, "smallest").call(*args),
    "larger": either("gt"),
    "smaller": either("lt"),
    "abs": absolute,
    "first_of": _list_end(first_of),
    "last_of": _list_end(last_of),
    "reverse": _through(lambda fb, node, args: lists.reverse(fb.mb).call(*args)),
    "most_common": _through(lambda fb, node, args: lists.most_common(fb.mb).call(*args)),
    "distinct": _through(lambda fb, node, args: lists.distinct(fb.mb).call(*args)),
    **{op: lambda fb, node, args: emit_parts(fb, node.op, args) for op, row in ROWS.items() if row.steps == "groups"},
    "players_from": seat_table("players_from", players_from, lists=True),
    "distance": distance,
    "symbol_place": lambda fb, node, args: args[0] + 1,
    "card_place": _card_place,
    "list_only": _list_end(only_of),
    "list_top": _list_end(first_of),
    "list_empty": lambda fb, node, args: list_length(args[0]).not_(),
    "kind": _kind_row,
    "next": neighbour(1),
    "previous": neighbour(-1),
    "team": seat_table("team", lambda mb: list(mb.layout.teams), lists=False),
    "rivals": seat_table("rivals", rivals, lists=True),
    "members": seat_table("members", lambda mb: [mb.list(seats) for seats in mb.code.members], lists=True),
    "team_rivals": seat_table("team_rivals", team_rivals, lists=True),
    "zone_of": _zone_of,
    "players": lambda fb, node, args: const(fb.mb.list(range(fb.mb.layout.players))),
    "teams": lambda fb, node, args: const(fb.mb.list(range(fb.mb.layout.team_count))),
}
