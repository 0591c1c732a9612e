"""A move picked at random: any action of which there are moves, then any move of it. As `reference.tree.any_kind`."""

from __future__ import annotations

from ...program.nodes import AskBlock
from ..building.memory import CELL, stride
from ..building.module_builder import ModuleBuilder
from ..building.tree_map import LISTED, ROW, TreeMap
from ..cards.chance import below
from ..wasm.control import if_, loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, Term, Var, const, give


def any_kind(mb: ModuleBuilder, end: AskBlock, n: Var) -> Term:
    """The place of one of n moves that are listed: any action of which there are moves, then any move of it."""
    if len(end.choices) == 1:
        return below(mb).call(n.wide()).wrap()
    return _any_kind(mb, CELL * stride(end)).call(n)


def _any_kind(mb: ModuleBuilder, row: int) -> Fn:
    """`any_kind(n)`: rows of one action lie together.

    count the rows that begin an action;  if that is 1: return below(n)
    left = below(that) + 1
    go on to the row that begins the action with this number;  first = its place
    go on to the row that begins the next, or the end
    return first + below(as many as lie between)
    """

    def emit(fn: Fn) -> Instructions:
        n, i, at, last, kinds = fn.param(0), *(fn.local() for _ in range(4))
        first = fn.local()
        here, draw = const(mb.memory.moves), below(mb)
        begins = at.load32().ne(last)
        again = at.set(here) + last.set(-1) + i.set(0)
        step = last.set(at.load32()) + at.up(row) + i.up()
        count = again + loop_until(i.eq(n), do=if_(begins, kinds.up()) + step)
        alone = if_(kinds.eq(1), give(draw.call(n.wide()).wrap()))
        left = kinds.set(draw.call(kinds.wide()).wrap() + 1)
        seek = again + loop_until(kinds.eq(0), do=if_(begins, kinds.up(-1) + first.set(i)) + step)
        size = loop_until(i.eq(n), at.load32().ne(last), do=step)
        return count + alone + left + seek + size + (first + draw.call((i - first).wide()).wrap()).code

    return mb.helper(("any_kind", row), (I32,), I32, emit)


def any_new(mb: ModuleBuilder, tree: TreeMap) -> Fn:
    """`any_new(n)`: the place of one of the n moves that have no branch yet: as `any_kind` picks among them.

    if all moves are of one action:  return nth_new(below(n), all)
    kinds = how many actions these moves are of, which lie together
    if kinds is 1:  return nth_new(below(n), all)
    kind = below(kinds);  count the new moves of that kind
    return nth_new(below(as many), kind)
    """

    def emit(fn: Fn) -> Instructions:
        n, i, at, last, kinds, many, kind = fn.param(0), *(fn.local() for _ in range(6))
        head, draw, nth = const(tree.head), below(mb), nth_new(mb, tree)
        is_new = ((i << 3) + tree.found).load32().eq(0)
        begin = at.set(mb.memory.moves) + i.set(0) + last.set(-1) + kinds.set(0)
        another = if_(at.load32().ne(last), kinds.up() + last.set(at.load32()))
        on = i.up() + at.up(head.load32(ROW))
        until = loop_until(i.ge(head.load32(LISTED)), do=if_(is_new, another) + on)
        any_of_all = give(nth.call(draw.call(n.wide()).wrap(), const(0)))
        single, alone = if_(head.load32(ROW).eq(0), any_of_all), if_(kinds.eq(1), any_of_all)
        counted = another + if_(kinds.eq(kind), many.up())
        count = begin + loop_until(i.ge(head.load32(LISTED)), do=if_(is_new, counted) + on)
        which = kind.set(draw.call(kinds.wide()).wrap() + 1)
        return single + begin + until + alone + which + count + nth.call(draw.call(many.wide()).wrap(), kind).code

    return mb.helper("any_new", (I32,), I32, emit)


def nth_new(mb: ModuleBuilder, tree: TreeMap) -> Fn:
    """`nth_new(r, kind)`: the place of the move with number r, from 0, of those that have no branch yet and
    whose action is the one with this number, from 1, of those that such moves are of; 0 is for any.
    """

    def emit(fn: Fn) -> Instructions:
        left, kind, place, at, last, kinds, done = fn.param(0), fn.param(1), *(fn.local() for _ in range(5))
        is_new = ((place << 3) + tree.found).load32().eq(0)
        another = if_(at.load32().ne(last), kinds.up() + last.set(at.load32()))
        fits = kind.eq(0) | kinds.eq(kind)
        one = another + if_(fits, if_(left.eq(0), done.set(1)) + left.up(-1))
        on = if_(done.not_(), place.up() + at.up(const(tree.head).load32(ROW)))
        begin = at.set(mb.memory.moves) + last.set(-1)
        return begin + loop_until(done, do=if_(is_new, one) + on) + place.code

    return mb.helper("nth_new", (I32, I32), I32, emit)
