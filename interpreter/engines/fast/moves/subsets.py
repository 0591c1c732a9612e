"""All ways to choose several cards at once, in the order of `reference.moves`: the smaller ones first, more of an
early group first.

Equal cards form a group; of a group the first ones are always taken. With the hand a a b, from 1 to 2 cards:

    [a]  [b]  [a a]  [a b]

What `grouped` makes of the hand is a list with one cell a group, whose halves are the address of the list of its cards
and the number of cards from this group on (so that `some` can stop where there are too few):

    groups    │ 2 │ at ─┐, 3 │ at ─┐, 1 │
                        │          └──────────► │ 1 │ b │
                        └─────► │ 2 │ a │ a │
"""

from __future__ import annotations

from ....language.ir.types import NONE
from ...reference.moves import MOST_SUBSETS
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..values import lists
from ..values.lists import size
from ..wasm.control import block, br, br_if, if_, loop, loop_until
from ..wasm.instructions import Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import I32, I64, RETURN, TRAP, Term, Var, const, long, select


def subsets(mb: ModuleBuilder, keys: list[int] | None, *, adjacent: bool = False) -> Fn:
    """`subsets(list, low, high)`: the sub-lists of low to high elements, as a list of addresses.

    `keys` give each card what it is told apart by. Without them elements are told apart by themselves. `adjacent` says
    that no card is there twice, and that equal ones are neighbours.

    groups = grouped(list), of cards without duplicates
    found = [];  chosen = []
    for low from low to high: some(groups, 0, low, chosen, found)
    return found
    """

    def emit(fn: Fn) -> Instructions:
        of, low, high = fn.param(0), fn.param(1), fn.param(2)
        found, chosen, groups = fn.local(), fn.local(), fn.local()
        source = lists.distinct(mb).call(of) if keys is not None and not adjacent else of
        ways = some(mb).run(groups, const(0), low.wrap(), chosen, found) + low.up()
        return (
            groups.set(grouped(mb, keys, adjacent=adjacent).call(source))
            + found.set(mb.new_list.call(const(MOST_SUBSETS + 1)))
            + found.store(0)
            + chosen.set(mb.new_list.call(size(of)))
            + chosen.store(0)
            + loop_until(low.gt(high), do=ways)
            + found.code
        )

    return mb.helper(("subsets", keys is not None, adjacent), (I32, I64, I64), I32, emit)


def grouped(mb: ModuleBuilder, keys: list[int] | None, *, adjacent: bool) -> Fn:
    """`grouped(list)`: a list of lists, equal elements together, in the order of their first ones.

    groups = []
    for x in list:
        n = 0; until n == size(groups) or the key of groups[n][0] is that of x: n += 1        (adjacent: n = the last)
        if n == size(groups): append an empty list to groups
        append x to groups[n]
    left = 0
    for n from size(groups) - 1 down to 0:
        left += size(groups[n])
        upper half of groups[n] = left
    return groups
    """

    def key(value: Term) -> Term:
        found = value if keys is None else mb.lookup(keys, value)
        return found if keys is None or adjacent else select(found, long(NONE), value.ne(NONE))

    def emit(fn: Fn) -> Instructions:
        of, groups, n, at, left = fn.param(0), fn.local(), fn.local(), fn.local(), fn.local(I64)

        def place(x: Var) -> Instructions:
            group, previous = (groups + (n << 3)).load32(CELL), (groups + (n << 3)).load32()
            last = n.set(size(groups)) + if_(n, if_(key(previous.load(CELL)).eq(key(x)), n.up(-1)))
            find = (
                last
                if adjacent
                else n.set(0) + loop_until(n.eq(size(groups)), key(group.load(CELL)).eq(key(x)), do=n.up())
            )
            start = at.set(mb.new_list.call(size(of))) + at.store(0)
            new = start + (groups + (n << 3)).store(at, CELL) + groups.store(size(groups) + 1)
            push = at.store(size(at) + 1) + (at + (size(at) << 3)).store(x)
            return find + if_(n.eq(size(groups)), new, at.set(group)) + push

        entry = groups + (n << 3)
        total = left.set(left + entry.load32().load()) + entry.store(entry.load32().wide() | (left << 32))
        return (
            groups.set(mb.new_list.call(size(of)))
            + groups.store(0)
            + lists.for_each(fn, of, place)
            + n.set(size(groups))
            + left.set(0)
            + loop_until(n.eq(0), do=total + n.up(-1))
            + groups.code
        )

    return mb.helper(("grouped", keys is not None, adjacent), (I32,), I32, emit)


def some(mb: ModuleBuilder) -> Fn:
    """`some(groups, n, many, chosen, found)`: add to `found` each way to extend `chosen` by `many` elements.

    They are taken from group n (from 0) on. `chosen` is as before at the end.

    if many is 0: trap if there are too many ways; append a copy of chosen to found; return
    if n == size(groups), or fewer than many elements are left: return
    group = groups[n];  take = 0
    until take == many or take == size(group): append group[take] to chosen; take += 1
    repeat:
        some(groups, n + 1, many - take, chosen, found)
        if take is 0: stop
        remove the last of chosen;  take -= 1
    """

    def emit(fn: Fn) -> Instructions:
        groups, n, many, chosen, found = (fn.param(p) for p in range(5))
        group, take = fn.local(), fn.local()
        entry = groups + (n << 3)
        complete = (
            if_(size(found).ge(MOST_SUBSETS), TRAP)
            + found.store(size(found) + 1)
            + (found + (size(found) << 3)).store(lists.copied(mb).call(chosen).wide())
        )
        end = chosen + (size(chosen) << 3)
        push = chosen.store(size(chosen) + 1) + end.store((group + (take << 3)).load(CELL)) + take.up()
        deeper = fn.run(groups, n + 1, many - take, chosen, found)
        pop = chosen.store(size(chosen) - 1) + take.up(-1)
        done, again = Label(), Label()
        return (
            if_(many.eq(0), complete + RETURN)
            + if_(n.eq(size(groups)), RETURN)
            + if_((entry.load(CELL) >> 32).wrap().lt(many), RETURN)
            + group.set(entry.load32(CELL))
            + loop_until(take.eq(many), take.eq(size(group)), do=push)
            + block(done, loop(again, deeper + br_if(take.eq(0), done) + pop + br(again)))
        )

    return mb.helper("some", (I32, I32, I32, I32, I32), None, emit)
