"""What may be chosen for one argument of a move, each value once; see `reference.moves`.

In the pseudo-code `one(x)` is what is done with a value: the tests, and the arguments that follow. `top` is the end of
the lists that are needed until the last value; after each value the arena is given back down to there.
"""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Parameter
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder, as_type, is_boolean, is_card_list
from ..building.zones import told_apart_by, whole_zone
from ..values import lists
from ..values.loops import LoopBody, loop_over
from ..wasm.control import if_
from ..wasm.instructions import Instructions
from ..wasm.term import I64, Term, Var, after, long, select
from .subsets import subsets


def values(fb: FunctionBuilder, parameter: Parameter, one: LoopBody, top: Var, *, last: bool) -> Instructions:
    """`one` for each value that may be chosen. Unless the argument is the `last`, `one` goes through others, which mark
    cards as well: then the values are listed first.
    """
    keep = top.set(fb.mb.top.get)
    source, how = parameter.source, parameter.how
    known = Known(fb.mb.facts.range(source, fb.known()), fb.mb.facts.longest(source, fb.known()))
    if how == "some":
        return _some(fb, parameter, one, known, keep)
    if how == "optional":
        found = fb.fn.local()
        listed, none = found.set(_distinct(fb, source)), lists.append(fb.mb, found, long(NONE))
        is_there = lists.contains(fb.mb).call(long(NONE), found)
        listed += if_(is_there.not_(), none) if known.range[0] < 0 else none
        maybe = Known((NONE, known.range[1]))
        return listed + keep + lists.for_each(fb.fn, found, lambda x: one(_as_parameter(x, parameter), maybe))
    if is_card_list(source) and last:
        cards = fb.fn.local()
        return cards.set(fb.expr(source)) + keep + _first_of_each(fb, cards, known, lambda x: one(x, known))
    if not is_card_list(source) and _all_different(source):
        return _plain(fb, parameter, one, known, keep)
    found = fb.fn.local()
    code = found.set(_distinct(fb, source)) + keep
    return code + lists.for_each(fb.fn, found, lambda x: one(_as_parameter(x, parameter), known))


def _as_parameter(x: Term, parameter: Parameter) -> Term:
    """An element of a list (64 bits) in the representation of the parameter."""
    return as_type(x, parameter.local.type) if is_boolean(parameter.local.type) else x


def _all_different(source: ir.Expr) -> bool:
    """Whether no element can occur twice."""
    match source:
        case ir.Const(tuple() as known):
            return len(set(known)) == len(known)
        case ir.Apply(op):
            return op in ("players", "teams", "players_from", "rivals", "members", "team_rivals", "range", "distinct")
        case _:
            return False


def _plain(fb: FunctionBuilder, parameter: Parameter, one: LoopBody, known: Known, keep: Instructions) -> Instructions:
    """`for x in source: one(x)`"""
    source = parameter.source
    if isinstance(source, ir.Apply) and source.op == "range":
        return keep + loop_over(fb, source, lambda x, k: one(_as_parameter(x, parameter), k), changes_state=True)
    listed = fb.fn.local()
    code = listed.set(fb.expr(source)) + keep
    return code + lists.for_each(fb.fn, listed, lambda x: one(_as_parameter(x, parameter), known))


# Cards ------------------------------------------------------------------------------------


def _first_of_each(fb: FunctionBuilder, listed: Var, known: Known, one: Callable[[Var], Instructions]) -> Instructions:
    """`one` for the first of the cards that are the same to the rules. None has the last cell of `seen`.

    A new stamp marks what this listing has met, so that `seen` need never be cleared.

    the global stamp += 1;  stamp = the global one
    for x in listed:
        if seen[keys[x]] != stamp: seen[keys[x]] = stamp; one(x)
    """
    stamp, at = fb.fn.local(I64), fb.fn.local()
    start = fb.mb.stamp.set(fb.mb.stamp.get + 1) + stamp.set(fb.mb.stamp.get)
    seen, keys, layout = fb.mb.memory.seen, told_apart_by(fb.mb), fb.mb.layout

    def new(x: Var) -> Instructions:
        key = fb.mb.lookup(keys, x)
        if known.range[0] < 0:
            key = select(key, long(len(layout.kinds) + len(layout.kind_of)), x.ne(NONE))
        return at.set(key.wrap() << 3) + if_(at.load(seen).ne(stamp), at.store(stamp, seen) + one(x))

    return start + lists.for_each(fb.fn, listed, new)


def _distinct(fb: FunctionBuilder, source: ir.Expr) -> Term:
    """A new list of the different elements; of cards that are the same to the rules the first."""
    if not is_card_list(source):
        return lists.distinct(fb.mb).call(fb.expr(source))
    out, listed = fb.fn.local(), fb.fn.local()
    known = Known(fb.mb.facts.range(source, fb.known()))
    code = listed.set(fb.expr(source)) + lists.begin_list(fb.mb, out, lists.size(listed))
    return after(code + _first_of_each(fb, listed, known, lambda x: lists.append(fb.mb, out, x)), out)


def _some(fb: FunctionBuilder, parameter: Parameter, one: LoopBody, known: Known, keep: Instructions) -> Instructions:
    """Sub-lists: all are made first, then looked at one after the other.

    low = at least 0;  high = at most the length
    for x in subsets(source, low, high): one(x)
    """
    listed, low, high, code = bounds_of(fb, parameter)
    found = fb.fn.local()
    keys = told_apart_by(fb.mb) if is_card_list(parameter.source) else None
    code += found.set(subsets(fb.mb, keys, adjacent=_is_sorted(fb, parameter.source)).call(listed, low, high))
    chosen = fb.fn.local()
    return code + keep + lists.for_each(fb.fn, found, lambda x: chosen.set(x.wrap()) + one(chosen, known))


def _is_sorted(fb: FunctionBuilder, source: ir.Expr) -> bool:
    """Whether a list is that of the cards of a heap, by number, where those of a kind are neighbours."""
    zone, kind_of = whole_zone(fb.mb, source), list(fb.mb.layout.kind_of)
    return zone is not None and zone[1] == "heap" and kind_of == sorted(kind_of)


def bounds_of(fb: FunctionBuilder, parameter: Parameter) -> tuple[Var, Var, Var, Instructions]:
    """The list from which several are chosen, how many at least (from 0) and at most (up to all); the code for them."""
    listed, low, high = fb.fn.local(), fb.fn.local(I64), fb.fn.local(I64)
    length = lists.size(listed).wide()
    code = listed.set(fb.expr(parameter.source))
    code += low.set(0 if parameter.low is None else fb.number(parameter.low))
    code += if_(low.lt(0), low.set(0))
    code += high.set(length if parameter.high is None else fb.number(parameter.high))
    return listed, low, high, code + if_(high.gt(length), high.set(length))
