"""Groups of cards: `subsets`, `stretches`, `sets` and `runs` as functions of the module, and the best disjoint groups.

The groups are made one behind the other at the end of the arena, and then a list of their addresses:

    │ 2 │ a │ b │ 1 │ c │ 3 │ a │ b │ c │ 3 │ at ─ │ at ─ │ at ─ │
    ↑ start                             ↑ the list of lists

Each group takes 1 step and its length, which is counted and checked as it is made.
"""

from __future__ import annotations

from ...engines.program.bounds import CELL
from ..builder.function_builder import FunctionBuilder
from ..builder.module_builder import ModuleBuilder, helper
from ..wasm.module import Fn
from ..wasm.statements import RETURN, TRAP, br, copy_cells, give, if_, loop_until
from ..wasm.terms import I32, I64, NOTHING, Instructions, JumpLabel, Term, Var, after, const, long, select
from .arithmetic import checked
from .lists import for_each, list_length, numbers


def spend_here(mb: ModuleBuilder, steps: Term | int, *, counting: bool) -> Instructions:
    """Count steps inside a function of the module, and trap where there were too many."""
    if not counting:
        return NOTHING
    more = steps.wide() if isinstance(steps, Term) else const(steps, I64)
    return mb.spent.set(mb.spent.get + more) + if_(mb.spent.get.gt(mb.program.steps_limit), TRAP)


@helper("listed", (I32,), I32)
def collect_lists(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`collect_lists(start)`: the list of the lists that lie between `start` and the end of the arena.

    end = top;  n = 0
    for at from start to end, list by list: n += 1
    out = new_list(n)
    for at from start to end, list by list: out[…] = at
    """
    start, at, end, n, out, to = fn.param(0), *(fn.local() for _ in range(5))
    onward = at.up((list_length(at) << 3) + CELL)
    code = end.set(mb.top.get) + at.set(start) + loop_until(at.eq(end), do=n.up() + onward)
    code += out.set(mb.new_list.call(n)) + to.set(out + CELL) + at.set(start)
    return code + loop_until(at.eq(end), do=to.store(at) + to.up(CELL) + onward) + out.code


@helper("groups: subsets", (I32, I32), I32)
def subsets(mb: ModuleBuilder, fn: Fn, *, counting: bool) -> Instructions:
    """`subsets(list, sizes)`: the sub-lists of these sizes; of each size, in the order of their places.

    start = top, behind room for the places of one sub-list
    for k in sizes:
        if 0 <= k <= size(list):
            at = 0, 1, … k - 1
            until there is no next: make [list[i] for i in at]; at = next places
    return listed(start)
    """
    of, start, at, n, k = fn.param(0), *(fn.local() for _ in range(4))
    i, out = fn.local(), fn.local()

    def place(which: Term) -> Term:
        return (at + (which << 3)).load32(CELL)

    def put(which: Term, value: Term) -> Instructions:
        return (at + (which << 3)).store(value, CELL)

    make = spend_here(mb, k + 1, counting=counting) + out.set(mb.new_list.call(k)) + i.set(0)
    element = (of + (place(i) << 3)).load(CELL)
    make += loop_until(i.eq(k), do=(out + (i << 3)).store(element, CELL) + i.up())
    done, moved = JumpLabel(), JumpLabel()
    follow = loop_until(i.eq(k), do=put(i, place(i - 1) + 1) + i.up())
    move = if_(place(i).lt(n - k + i), put(i, place(i) + 1) + i.up() + follow + br(moved))
    advance = i.set(k) + loop_until(do=if_(i.eq(0), br(done)) + i.up(-1) + move, done=moved)
    first = i.set(0) + loop_until(i.eq(k), do=put(i, i) + i.up())
    every = first + loop_until(do=make + advance, done=done)
    code = n.set(list_length(of)) + at.set(mb.new_list.call(n)) + start.set(mb.top.get)
    code += for_each(fn, fn.param(1), lambda x: if_(x.ltu((n + 1).wide()), k.set(x.wrap()) + every))
    return code + collect_lists(mb).call(start).code


@helper("groups: stretches", (I32, I32), I32)
def stretches(mb: ModuleBuilder, fn: Fn, *, counting: bool) -> Instructions:
    """`stretches(list, sizes)`: the parts of these sizes that have no gap, from the beginning on.

    start = top
    for k in sizes:
        if 1 <= k <= size(list):
            for i from 0 to size(list) - k: make list[i : i + k]
    return listed(start)
    """
    of, start, n, k, i, out = fn.param(0), *(fn.local() for _ in range(5))
    make = spend_here(mb, k + 1, counting=counting) + out.set(mb.new_list.call(k))
    make += copy_cells(fn, out + CELL, of + CELL + (i << 3), k) + i.up()
    every = i.set(0) + loop_until(i.gt(n - k), do=make)
    code = n.set(list_length(of)) + start.set(mb.top.get)
    code += for_each(fn, fn.param(1), lambda x: if_((x - 1).ltu(n.wide()), k.set(x.wrap()) + every))
    return code + collect_lists(mb).call(start).code


def emit_parts(fb: FunctionBuilder, op: str, args: list[Term]) -> Term:
    """The code of `subsets` and `stretches`; without sizes, of all that there are."""
    make = (subsets if op.endswith("subsets") else stretches)(fb.mb, counting=fb.counting)
    of, code = fb.reusable(args[0])
    every = numbers(fb.mb).call(const(int(op == "all_stretches"), I64), list_length(of).wide())
    sizes = args[1] if len(args) > 1 else every
    out = fb.fn.local()
    return after(code + out.set(make.call(of, sizes)) + fb.check(), out)


# Elements behind their keys ---------------------------------------------------------------


@helper("alike cells", (I32, I32, I32), I32)
def alike(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`alike(one, other, keys)`: whether so many cells at two addresses are equal.

    for k from 0 to keys - 1: if one[k] != other[k]: return 0
    return 1
    """
    one, other, left = fn.param(0), fn.param(1), fn.param(2)
    differ = if_(one.load().ne(other.load()), give(0))
    onward = one.up(CELL) + other.up(CELL) + left.up(-1)
    return loop_until(left.eq(0), do=differ + onward) + const(1).code


@helper("groups: sets", (I32, I32, I32), I32)
def sets(mb: ModuleBuilder, fn: Fn, *, counting: bool) -> Instructions:
    """`sets(rows, n, width)`: the elements of sorted rows with equal keys together.

    start = top;  end = row n
    for at from row 0 to end, row by row:
        if at is the first row or its keys are not those of the row before: out = a new list without elements
        append its element to out
    return listed(start)
    """
    rows, n, width = fn.param(0), fn.param(1), fn.param(2)
    start, at, end, out, row = (fn.local() for _ in range(5))
    same = alike(mb)
    new = spend_here(mb, 1, counting=counting) + out.set(mb.new_list.call(const(0)))
    push = mb.top.get.store((at + row - CELL).load()) + mb.top.set(mb.top.get + CELL) + out.store(list_length(out) + 1)
    turn = if_(at.eq(rows), new, if_(same.call(at, at - row, width - 1).not_(), new))
    turn += spend_here(mb, 1, counting=counting) + if_(mb.top.get.gtu(mb.limit.get), mb.widen.run())
    turn += push + at.up(row)
    code = row.set(width << 3) + start.set(mb.top.get) + at.set(rows) + end.set(rows + n * row)
    return code + loop_until(at.eq(end), do=turn) + collect_lists(mb).call(start).code


@helper("groups: runs", (I32, I32, I32), I32)
def runs(mb: ModuleBuilder, fn: Fn, *, counting: bool) -> Instructions:
    """`runs(rows, n, width)`: the longest runs in sorted rows; where several rows fit, one run with each.

    at = first row
    while at is not the end:
        stop = the first row that neither equals the row before it nor follows it
        pick = the first row of each place of the run that lies between
        until there is no next: make [element of row for row in pick]; pick = next rows
        at = stop
    return listed(start)
    """
    rows, n, width = fn.param(0), fn.param(1), fn.param(2)
    start, at, end, row, pick = (fn.local() for _ in range(5))
    stop = fn.local()
    code = row.set(width << 3) + pick.set(mb.new_list.call(n)) + start.set(mb.top.get) + at.set(rows)
    code += end.set(rows + n * row)
    code += loop_until(
        at.eq(end), do=_one_run(mb, fn, (at, stop, end, row, pick), width, counting=counting) + at.set(stop)
    )
    return code + collect_lists(mb).call(start).code


def _one_run(
    mb: ModuleBuilder, fn: Fn, names: tuple[Var, Var, Var, Var, Var], width: Var, *, counting: bool
) -> Instructions:
    """Find the rows from `at` to `stop`, pick the first ones of each place, and make the runs."""
    at, stop, end, row, pick = names
    places, i, out = fn.local(), fn.local(), fn.local()
    same, keys = alike(mb), width - 1
    over = JumpLabel()
    last, before = (stop + row - 2 * CELL).load(), (stop - 2 * CELL).load()
    follows = same.call(stop, stop - row, keys - 1) & last.eq(before + 1)
    place = _cell(pick, places).store(stop) + places.up()
    more = if_(same.call(stop, stop - row, keys).not_(), if_(follows, place, br(over)))
    find = _cell(pick, const(0)).store(at) + places.set(1) + stop.set(at + row)
    find += loop_until(stop.eq(end), do=more + stop.up(row), done=over)
    picked = _cell(pick, i).load32()
    element = (picked + row - CELL).load()
    make = spend_here(mb, places + 1, counting=counting) + out.set(mb.new_list.call(places)) + i.set(0)
    make += loop_until(i.eq(places), do=_cell(out, i).store(element) + i.up())
    done, moved = JumpLabel(), JumpLabel()
    is_there = (picked + row).ne(stop) & same.call(picked, picked + row, keys)
    back = loop_until(
        picked.eq(at), same.call(picked, picked - row, keys).not_(), do=_cell(pick, i).store(picked - row)
    )
    step = if_(is_there, _cell(pick, i).store(picked + row) + br(moved)) + back
    advance = i.set(places) + loop_until(do=if_(i.eq(0), br(done)) + i.up(-1) + step, done=moved)
    return find + loop_until(do=make + advance, done=done)


@helper("groups: joined", (I32,), I32)
def joined(mb: ModuleBuilder, fn: Fn, *, counting: bool) -> Instructions:
    """`joined(groups)`: of each list of lists the elements of its lists, one after the other.

    start = top
    for group in groups:
        out = a new list without elements
        for part in group: append the elements of part to out
    return listed(start)
    """
    start, out, n = fn.local(), fn.local(), fn.local()

    def add(part: Var) -> Instructions:
        one = n.set(list_length(part.wrap())) + mb.top.set(mb.new_list.call(n))  # which makes room behind `out`
        return one + copy_cells(fn, mb.top.get, part.wrap() + CELL, n) + mb.top.set(mb.top.get + (n << 3))

    def join(group: Var) -> Instructions:
        filled = for_each(fn, group.wrap(), add) + n.set(((mb.top.get - out) >> 3) - 1) + out.store(n.wide())
        return out.set(mb.new_list.call(const(0))) + filled + spend_here(mb, n + 1, counting=counting)

    return start.set(mb.top.get) + for_each(fn, fn.param(0), join) + collect_lists(mb).call(start).code


def _cell(of: Term, place: Term) -> Term:
    """The address of an element of a list, from 0."""
    return of + (place << 3) + CELL


# What groups of cards are worth that lie apart: the search of `language.builtins.reference_implementations`, step for
# step.
#
# Cards get bits in the order in which groups name them, so that a set of cards is a word. The table of the search:
#
#     │ size │ best │ cards │ card 0 │ share 0 │ first group │ last group │ card 1 │ …
#
# and each group is a list of three, in a chain with the others whose first card is the same:
#
#     │ 3 │ mask │ worth │ next group or 0 │

CARDS = 63
"""More cards than this are left to the reference engine: a word has no more bits above none."""

_BEST, _COUNT, _FIRST = CELL, 2 * CELL, 3 * CELL
_CARD, _SHARE, _HEAD, _TAIL = (_FIRST + CELL * n for n in range(4))
_MASK, _WORTH, _NEXT = (CELL * n for n in (1, 2, 3))
_WIDTH = 4


@helper("apart", (I32, I32), I64)
def best_disjoint(mb: ModuleBuilder, fn: Fn, *, counting: bool) -> Instructions:
    """`best_disjoint(rows, n)`: the most that groups can be worth together; a row is a group's address and its worth.

    table = no card, best 0
    for each row: count 1 and its length; if it is worth something: add it
    left = the sum of all shares
    look(table, 0, no card used, 0, left)
    return best, with the arena as it was before
    """
    rows, n, start, table, group = fn.param(0), fn.param(1), *(fn.local() for _ in range(3))
    worth, total, left, place = fn.local(I64), fn.local(I64), fn.local(I64), fn.local()
    more = checked(mb, "add")
    weighed = total.set(more.call(more.call(total, worth), list_length(group).wide()))
    turn = group.set(rows.load32()) + worth.set(rows.load(CELL))
    turn += spend_here(mb, list_length(group) + 1, counting=counting)
    turn += if_(worth.gt(0) & list_length(group).ne(0), weighed + _add(mb).run(table, group, worth))
    turn += rows.up(2 * CELL) + n.up(-1)
    summed = left.set(left + _block(table, place).load(_SHARE)) + place.up()
    code = start.set(mb.top.get) + table.set(mb.new_list.call(const(2 + _WIDTH * CARDS))) + table.store(0, _BEST)
    code += table.store(0, _COUNT) + loop_until(n.eq(0), do=turn)
    code += loop_until(place.eq(table.load32(_COUNT)), do=summed)
    code += _look(mb, counting=counting).run(table, const(0), long(0), long(0), left) + mb.top.set(start)
    return code + table.load(_BEST).code


def _block(table: Term, place: Term) -> Term:
    """What stands in the table about the card of this bit, `_CARD` and the others behind it."""
    return table + (place << 5)


def _each_bit(mask: Var, place: Var, body: Instructions) -> Instructions:
    """`for place in mask: body`; the mask is empty afterwards."""
    turn = place.set(mask.trailing_zeros().wrap()) + body + mask.set(mask & (mask - 1))
    return loop_until(mask.not_(), do=turn)


@helper("apart: add", (I32, I32, I64))
def _add(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`add(table, group, worth)`: a group that is worth something takes its place in the chain of its first card.

    for card in group: mask |= 1 << the bit of the card
    share = worth / number of cards, rounded up
    for place in mask: its share = the larger of its share and this one
    append [mask, worth, 0] to the chain of the lowest place
    """
    table, group, worth = fn.param(0), fn.param(1), fn.param(2)
    mask, rest, share, place = fn.local(I64), fn.local(I64), fn.local(I64), fn.local()
    node, block = fn.local(), fn.local()
    bit = _bit(mb)
    gather = for_each(fn, group, lambda card: mask.set(mask | (long(1) << bit.call(table, card).wide())))
    known = _block(table, place).load(_SHARE)
    widen = _block(table, place).store(select(share, known, share.gt(known)), _SHARE)
    many = mask.bit_count()
    return (
        gather
        + share.set((worth + many - 1).op("divu", many))
        + rest.set(mask)
        + _each_bit(rest, place, widen)
        + node.set(mb.new_list.call(const(3)))
        + node.store(mask, _MASK)
        + node.store(worth, _WORTH)
        + node.store(0, _NEXT)
        + block.set(_block(table, mask.trailing_zeros().wrap()))
        + if_(block.load32(_HEAD), block.load32(_TAIL).store(node, _NEXT), block.store(node, _HEAD))
        + block.store(node, _TAIL)
    )


@helper("apart: bit", (I32, I64), I32)
def _bit(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`bit(table, card)`: the number of the bit of a card, which gets the next one where it has none yet.

    for place from 0 to cards - 1: if card of place == card: return place
    if there are too many: give up
    cards += 1; card of place = card; its share, first and last group = 0
    return place
    """
    table, card, place, block = fn.param(0), fn.param(1), fn.local(), fn.local()
    found, there = JumpLabel(), place.eq(table.load32(_COUNT))
    seek = if_(_block(table, place).load(_CARD).eq(card), br(found)) + place.up()
    new = if_(place.eq(CARDS), mb.give_up()) + table.store(place + 1, _COUNT) + block.set(_block(table, place))
    new += block.store(card, _CARD) + block.store(0, _SHARE) + block.store(0, _HEAD) + block.store(0, _TAIL)
    # behind the loop the place is either that of the card, or behind the last one
    return loop_until(there, do=seek, done=found) + if_(there, new) + place.code


@helper("apart: look", (I32, I32, I64, I64, I64))
def _look(mb: ModuleBuilder, fn: Fn, *, counting: bool) -> Instructions:
    """`look(table, place, used, worth, left)`: decide about the first card from `place` on that no group holds yet.

    count 1
    while place is used: place += 1
    if worth + left <= best: return
    if place is behind the last card: best = worth; return
    for group in the chain of place:
        count 1
        if none of its cards is used:
            look(table, place + 1, used and its cards, worth and its worth, left without their shares)
    look(table, place + 1, used, worth, left without the share of place)
    """
    table, place, used, worth, left = (fn.param(n) for n in range(5))
    node, one, rest, gone = fn.local(), fn.local(), fn.local(I64), fn.local(I64)
    look = _look(mb, counting=counting)
    take = rest.set(node.load(_MASK)) + gone.set(0)
    take += _each_bit(rest, one, gone.set(gone + _block(table, one).load(_SHARE)))
    take += look.run(table, place + 1, used | node.load(_MASK), worth + node.load(_WORTH), left - gone)
    each = spend_here(mb, 1, counting=counting) + if_((node.load(_MASK) & used).not_(), take)
    code = spend_here(mb, 1, counting=counting) + loop_until(((used >> place.wide()) & 1).not_(), do=place.up())
    code += if_((worth + left).le(table.load(_BEST)), RETURN)
    code += if_(place.eq(table.load32(_COUNT)), table.store(worth, _BEST) + RETURN)
    code += node.set(_block(table, place).load32(_HEAD))
    code += loop_until(node.eq(0), do=each + node.set(node.load32(_NEXT)))
    return code + look.run(table, place + 1, used, worth, left - _block(table, place).load(_SHARE))
