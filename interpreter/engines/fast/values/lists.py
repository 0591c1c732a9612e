"""Lists: what the builtins make of them, each a function of the module. A list is the address of its length.

No list is ever changed once it is made, so a part of the state may stand for a list as long as nothing is done to it.
"""

from __future__ import annotations

from ....language.ir.types import NONE
from ..building.making import Making
from ..building.room import CELL
from ..wasm.module import Fn
from ..wasm.term import I32, I64, RETURN, Term, Var, block, br, br_if, copy, if_, long, loop, select


def size(of: Term) -> Term:
    """The length of a list, in 32 bits."""
    return of.load32()


def through(fn: Fn, of: Term, body: object) -> bytes:
    """`for x in of: body(x)`; `body` is a function from the element to an effect, two levels deep."""
    at, end, x = fn.local(), fn.local(), fn.local(I64)
    made = body(x)  # type: ignore[operator]
    return (
        at.set(of + CELL)
        + end.set(at + (size(at - CELL) << 3))
        + block(br_if(at.eq(end), 0) + loop(x.set(at.load()) + made + at.up(CELL) + br_if(at.ne(end), 0)))
    )


def begun(m: Making, at: Var, most: Term) -> bytes:
    """`at` becomes a new list without elements, with room for `most` of them."""
    return at.set(m.room_for.call(most)) + at.store(0) + m.top.set(at + CELL)


def added(m: Making, at: Var, value: Term) -> bytes:
    """Put a value behind the list `at`, which is the topmost of all."""
    return m.top.get.store(value) + m.top.set(m.top.get + CELL) + at.store(size(at) + 1)


def contains(m: Making) -> Fn:
    """`contains(x, list)`"""

    def write(fn: Fn) -> bytes:
        x = Var(0, I64)
        return through(fn, fn.param(1), lambda y: if_(y.eq(x), b"\x41\x01" + RETURN)) + b"\x41\x00"

    return m.helper("contains", (I64, I32), I32, write)


def has_kind(m: Making) -> Fn:
    """`has_kind(kind, cards)`: whether one of the cards, all of which are there, is of this kind."""

    def write(fn: Fn) -> bytes:
        kind = Var(0, I64)
        return through(fn, fn.param(1), lambda c: if_(m.kind(c).eq(kind), b"\x41\x01" + RETURN)) + b"\x41\x00"

    return m.helper("has_kind", (I64, I32), I32, write)


def same(m: Making) -> Fn:
    """`same(list, list)`: whether two lists are equal."""

    def write(fn: Fn) -> bytes:
        one, other, n = fn.param(0), fn.param(1), fn.local()
        return (
            n.set(size(one))
            + if_(n.ne(size(other)), b"\x41\x00" + RETURN)
            + block(
                loop(
                    br_if(n.eq(0), 1)
                    + if_((one + (n << 3)).load().ne((other + (n << 3)).load()), b"\x41\x00" + RETURN)
                    + n.up(-1)
                    + br(0)
                )
            )
            + b"\x41\x01"
        )

    return m.helper("same", (I32, I32), I32, write)


def kinds(m: Making) -> Fn:
    """`kinds(list)`: the kinds of the cards of a list, none of none."""

    def write(fn: Fn) -> bytes:
        at = fn.local()
        return (
            begun(m, at, size(fn.param(0)))
            + through(fn, fn.param(0), lambda c: added(m, at, select(m.kind(c), long(NONE), c.ne(NONE))))
            + at.code
        )

    return m.helper("kinds", (I32,), I32, write)


def kept(m: Making) -> Fn:
    """`kept(list)`: a list of its own, for one that may lie in the state."""

    def write(fn: Fn) -> bytes:
        at = fn.local()
        return (
            at.set(m.room_for.call(size(fn.param(0))))
            + copy(at + CELL, fn.param(0) + CELL, size(fn.param(0)) << 3)
            + at.code
        )

    return m.helper("kept", (I32,), I32, write)


def join(m: Making) -> Fn:
    """`join(list, list)`: one after the other."""

    def write(fn: Fn) -> bytes:
        one, other, at = fn.param(0), fn.param(1), fn.local()
        return (
            at.set(m.room_for.call(size(one) + size(other)))
            + copy(at + CELL, one + CELL, size(one) << 3)
            + copy(at + CELL + (size(one) << 3), other + CELL, size(other) << 3)
            + at.code
        )

    return m.helper("join", (I32, I32), I32, write)


def reverse(m: Making) -> Fn:
    """`reverse(list)`"""

    def write(fn: Fn) -> bytes:
        at, to = fn.local(), fn.local()
        return (
            at.set(m.room_for.call(size(fn.param(0))))
            + to.set(m.top.get)
            + through(fn, fn.param(0), lambda x: to.up(-CELL) + to.store(x))
            + at.code
        )

    return m.helper("reverse", (I32,), I32, write)


def distinct(m: Making) -> Fn:
    """`distinct(list)`: each once, where it stands first."""

    def write(fn: Fn) -> bytes:
        at, found = fn.local(), contains(m)
        return (
            begun(m, at, size(fn.param(0)))
            + through(fn, fn.param(0), lambda x: if_(found.call(x, at).not_(), added(m, at, x)))
            + at.code
        )

    return m.helper("distinct", (I32,), I32, write)


def without(m: Making) -> Fn:
    """`without(list, list)`: the elements of the first that are not in the second."""

    def write(fn: Fn) -> bytes:
        at, found = fn.local(), contains(m)
        return (
            begun(m, at, size(fn.param(0)))
            + through(fn, fn.param(0), lambda x: if_(found.call(x, fn.param(1)).not_(), added(m, at, x)))
            + at.code
        )

    return m.helper("without", (I32, I32), I32, write)


def alike(m: Making) -> Fn:
    """`alike(n, cards)`: the first n cards of the first kind of which there are so many."""

    def write(fn: Fn) -> bytes:
        n, cards, at, many = fn.param(0), fn.param(1), fn.local(), fn.local(I64)

        def of_kind(card: Term) -> bytes:
            take = if_(m.kind(y).eq(m.kind(card)) & many.lt(n), added(m, at, y) + many.up())
            return (
                m.top.set(at + CELL)
                + at.store(0)
                + many.set(0)
                + through_more(cards, take)
                + if_(many.eq(n), at.code + RETURN)
            )

        y = fn.local(I64)

        def through_more(of: Term, body: bytes) -> bytes:
            return through(fn, of, lambda x: y.set(x) + body)

        return (
            begun(m, at, size(cards))
            + if_(n.gt(0), through(fn, cards, of_kind))
            + m.top.set(at + CELL)
            + at.store(0)
            + at.code
        )

    return m.helper("alike", (I64, I32), I32, write)


def numbers(m: Making) -> Fn:
    """`numbers(a, b)`: from a to b; the steps are counted by whoever calls."""

    def write(fn: Fn) -> bytes:
        low, high = fn.param(0), fn.param(1)
        at, n, to = fn.local(), fn.local(I64), fn.local()
        return (
            n.set(select(high - low + 1, long(0), high.ge(low)))
            + if_(n.op("gtu", 1 << 24), m.bound())
            + at.set(m.room_for.call(n.wrap()))
            + to.set(at + CELL)
            + block(loop(br_if(to.eq(m.top.get), 1) + to.store(low) + to.up(CELL) + low.up() + br(0)))
            + at.code
        )

    return m.helper("numbers", (I64, I64), I32, write)


def extreme(m: Making, which: str) -> Fn:
    """`largest(list)` or `smallest(list)`; none of nothing."""

    def write(fn: Fn) -> bytes:
        best, any_ = fn.local(I64), fn.local()
        test = "gt" if which == "largest" else "lt"
        return (
            best.set(NONE)
            + through(fn, fn.param(0), lambda x: if_(any_.not_() | x.op(test, best), best.set(x)) + any_.set(1))
            + best.code
        )

    return m.helper(which, (I32,), I64, write)
