"""All ways to choose several cards at once, in the order of `reference.moves`: the smaller ones first, more of an
early group first.
"""

from __future__ import annotations

from ...reference.moves import MOST_SUBSETS
from ..building.making import Making
from ..building.room import CELL
from ..values import lists
from ..values.lists import size
from ..wasm.module import Fn
from ..wasm.term import I32, I64, RETURN, TRAP, Term, Var, block, br, br_if, const, if_, loop

SEVERAL = MOST_SUBSETS + 1


def subsets(m: Making, keys: list[int] | None) -> Fn:
    """`subsets(list, low, high)`: the sub-lists of these sizes, as a list of addresses.

    `keys` tell cards apart; of cards that are the same the first ones are taken. Without them elements are told apart
    by themselves.
    """

    def write(fn: Fn) -> bytes:
        of, low, high = fn.param(0), fn.param(1), fn.param(2)
        found, chosen, groups = fn.local(), fn.local(), fn.local()
        source = lists.distinct(m).call(of) if keys is not None else of
        ways = some(m).run(groups, const(0), low.wrap(), chosen, found) + low.up() + br(0)
        return (
            groups.set(grouped(m, keys).call(source))
            + found.set(m.room_for.call(const(SEVERAL)))
            + found.store(0)
            + chosen.set(m.room_for.call(size(of)))
            + chosen.store(0)
            + block(loop(br_if(low.gt(high), 1) + ways))
            + found.code
        )

    return m.helper(("subsets", keys is not None), (I32, I64, I64), I32, write)


def grouped(m: Making, keys: list[int] | None) -> Fn:
    """`grouped(list)`: a list of lists, those that are the same together, in the order of their first ones.

    An element is the address of the list and, in the upper half, how many elements there are from this list on.
    """

    def key(value: Term) -> Term:
        return value if keys is None else m.look(keys, value)

    def write(fn: Fn) -> bytes:
        of, groups, n, at, left = fn.param(0), fn.local(), fn.local(), fn.local(), fn.local(I64)

        def place(x: Var) -> bytes:
            group = (groups + (n << 3)).load32(CELL)
            find = n.set(0) + block(
                loop(br_if(n.eq(size(groups)), 1) + br_if(key(group.load(CELL)).eq(key(x)), 1) + n.up() + br(0))
            )
            start = at.set(m.room_for.call(size(of))) + at.store(0)
            new = start + (groups + (n << 3)).store(at, CELL) + groups.store(size(groups) + 1)
            return (
                find
                + if_(n.eq(size(groups)), new, at.set(group))
                + (at.store(size(at) + 1) + (at + (size(at) << 3)).store(x))
            )

        entry = groups + (n << 3)
        total = left.set(left + entry.load32().load()) + entry.store(entry.load32().wide() | (left << 32))
        return (
            groups.set(m.room_for.call(size(of)))
            + groups.store(0)
            + lists.through(fn, of, place)
            + n.set(size(groups))
            + left.set(0)
            + block(loop(br_if(n.eq(0), 1) + total + n.up(-1) + br(0)))
            + groups.code
        )

    return m.helper(("grouped", keys is not None), (I32,), I32, write)


def some(m: Making) -> Fn:
    """`some(groups, n, many, chosen, found)`: add to `found` what `chosen` becomes with so many more, from group n
    (from 0) on.
    """

    def write(fn: Fn) -> bytes:
        groups, n, many, chosen, found = (fn.param(p) for p in range(5))
        group, take = fn.local(), fn.local()
        entry = groups + (n << 3)
        complete = (
            if_(size(found).ge(MOST_SUBSETS), TRAP)
            + found.store(size(found) + 1)
            + (found + (size(found) << 3)).store(lists.kept(m).call(chosen).wide())
        )
        more = chosen + (size(chosen) << 3)
        push = chosen.store(size(chosen) + 1) + more.store((group + (take << 3)).load(CELL)) + take.up()
        return (
            if_(many.eq(0), complete + RETURN)
            + if_(n.eq(size(groups)), RETURN)
            + if_((entry.load(CELL) >> 32).wrap().lt(many), RETURN)
            + group.set(entry.load32(CELL))
            + block(loop(br_if(take.eq(many), 1) + br_if(take.eq(size(group)), 1) + push + br(0)))
            + block(
                loop(
                    fn.run(groups, n + 1, many - take, chosen, found)
                    + br_if(take.eq(0), 1)
                    + chosen.store(size(chosen) - 1)
                    + take.up(-1)
                    + br(0)
                )
            )
        )

    return m.helper("some", (I32, I32, I32, I32, I32), None, write)


__all__ = ["MOST_SUBSETS", "subsets"]
