"""Move generation: the legal moves of a decision, listed in memory in the order of `reference.legal_moves`.

A move is a row of `stride` cells: the number of its choice, then its arguments in order, a list as its length and its
elements. With one choice of a card (17) and another of a list of up to three cards:

    row 0    │ 0 │ 17 │  ?  │  ?  │  ?  │
    row 1    │ 1 │ 2  │ 4   │ 9   │  ?  │

A choice with two arguments is two loops. Each test is asked as soon as its arguments are there:

    if the tests without arguments hold:
        for x in what may be chosen first:
            if the tests of x hold:
                for y in what may be chosen second:
                    if the tests of x and y hold: add a row

Listing has a budget of steps of its own. Where the facts show that it cannot be exceeded no step is counted. A value
that does not depend on the arguments is computed once, where it is first needed; its steps count each time.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engines.program.bounds import CELL
from ...engines.program.nodes import AskBlock, AskChoice, Expr, MoveParameter, SlotList
from ...engines.program.traversal import tests_of
from ...engines.reference.legal_moves import MOST_SUBSETS
from ...language.builtins.intervals import Known, between
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder, as_type, is_boolean, is_card_list
from ..builder.memory_map import Control, stride, width
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.zones import distinguishing_numbers
from ..cards.disclosure import PRIME
from ..passes.partial_evaluation import KnownNames
from ..values import lists
from ..values.card_groups import collect_lists
from ..values.conditions import when
from ..values.lists import list_length
from ..values.loops import LoopBody, loop_over
from ..values.set_algebra import Cards, printed
from ..wasm.module import Fn
from ..wasm.statements import (
    RETURN,
    SHORT,
    TRAP,
    block,
    br,
    br_if,
    copy_cells,
    copy_short,
    if_,
    loop,
    loop_until,
    sequence,
)
from ..wasm.terms import I32, I64, NOTHING, Instructions, JumpLabel, Term, Var, after, const, long, select
from .heap_choices import each_kind, groups_of_heap, heap_of


def list_moves(fb: FunctionBuilder, block: int, ask: AskBlock) -> Fn:
    """`moves()`: list the moves of a decision; returns their number.

    to = moves
    list the moves of each choice
    trap if that took more steps than the limit; these steps count for nothing else
    return count
    """
    mb = fb.mb

    def emit(fn: Fn) -> Instructions:
        inner, start, end = counting_function(fb, fn, ask)
        to, count = fn.local(), fn.local()
        lister = Lister(inner, to, count, CELL * stride(ask))
        inner.memo = {}
        body = sequence(lister.choice(number, choice) for number, choice in enumerate(ask.choices))
        return to.set(mb.rows) + start + body + end + count.code

    return mb.helper(("moves", block), (), I32, emit)


def counting_function(fb: FunctionBuilder, fn: Fn, ask: AskBlock) -> tuple[FunctionBuilder, Instructions, Instructions]:
    """A function in which the steps of listing are counted, if need be; the code before and behind what it does."""
    mb = fb.mb
    counting = most_steps(mb, ask) > mb.program.steps_limit
    inner = fb.another(fn, counting=counting)
    if not counting:
        return inner, NOTHING, NOTHING
    before = fn.local(I64)
    return inner, before.set(mb.spent.get) + mb.spent.set(0), inner.check() + mb.spent.set(before)


class Lister:
    """Lists moves at `to`, which goes on by `size` bytes a move, and counts them."""

    def __init__(self, fb: FunctionBuilder, to: Var, count: Var, size: int) -> None:
        self.fb = fb
        self.to = to
        self.count = count
        self.size = size

    def choice(self, number: int, choice: AskChoice) -> Instructions:
        """All moves of one kind; the arena is emptied first."""
        fb = self.fb
        tests = tests_of(choice)
        with fb.scope():
            code = self._tested(tests[0], self._pick(number, choice, 0, tests))
        return fb.mb.top.set(fb.mb.arena.get) + code

    def _tested(self, tests: list[Expr], then: Instructions) -> Instructions:
        """`then`, if all tests hold; they are asked one after the other."""
        for test in reversed(tests):
            then = when(self.fb, test)(then)
        return then

    def _pick(self, number: int, choice: AskChoice, place: int, tests: list[list[Expr]]) -> Instructions:
        """Loop over what may be chosen for the argument at `place`, and inside over those that follow."""
        if place == len(choice.parameters):
            return self._put(number, choice)
        fb, parameter = self.fb, choice.parameters[place]
        top, offered, some = fb.fn.local(), fb.fn.local(), parameter.how == "some"
        rest = tests[place + 1]
        heap = heap_of(fb.mb, parameter.source) if parameter.how == "one" else None
        passing: Cards | None = None
        while heap is not None and rest:
            cards = printed(fb.mb, rest[0], parameter.local.number)
            if cards is None:
                break
            passing, rest = cards if passing is None else passing & cards, rest[1:]

        def one(value: Term, known: Known) -> Instructions:
            fb.bind(parameter.local, value, known)
            inner = self._pick(number, choice, place + 1, tests)
            plain = not rest and place + 1 == len(choice.parameters)
            give_back = NOTHING if plain else fb.mb.top.set(top)
            if some and rest:
                inner = offered.up() + if_(offered.gt(MOST_SUBSETS), TRAP) + inner
            return give_back + self._tested(rest, inner)

        if heap is not None:
            return top.set(fb.mb.top.get) + each_kind(fb, heap, passing, one) + fb.check()

        def counted(value: Term, known: Known) -> Instructions:
            return fb.spend(1) + one(value, known)

        last = place + 1 == len(choice.parameters)
        listed = values(fb, parameter, counted, top, last=last, most=MOST_TRIED if rest else MOST_SUBSETS)
        return (offered.set(0) if some and rest else NOTHING) + listed + fb.check()

    def _put(self, number: int, choice: AskChoice) -> Instructions:
        """Add one complete move; give up if it does not fit. There must be room for another."""
        fb, offset = self.fb, CELL
        code = self.to.store(number)
        for parameter in choice.parameters:
            value = fb.names[parameter.local.number].term
            if isinstance(parameter.slot, SlotList):
                too_long = value.load32().gtu(parameter.slot.capacity)
                code += if_(too_long, fb.mb.give_up()) + self._copy(value, offset, parameter.slot.capacity)
            else:
                code += self.to.store(value.wide(), offset)
            offset += CELL * width(parameter.slot)
        code += self.to.up(self.size) + self.count.up()
        no_room = (self.to + self.size).gtu(const(0).load32(Control.LISTED_END))
        return code + if_(no_room, self.to.set(fb.mb.more_rows.call(self.to)))

    def _copy(self, value: Term, offset: int, room: int) -> Instructions:
        """Copy a list into the row; where nobody sees it, with what lies behind it."""
        if self.fb.mb.unseen and room <= SHORT:
            return copy_short(self.to, value, room, offset)
        return copy_cells(self.fb.fn, self.to + offset, value, value.load32() + 1)


# What may be chosen for one argument of a move, each value once; see `reference.moves`.
#
# In the pseudo-code `one(x)` is what is done with a value: the tests, and the arguments that follow. `top` is the end
# of the lists that are needed until the last value; after each value the arena is given back down to there.


def values(
    fb: FunctionBuilder, parameter: MoveParameter, one: LoopBody, top: Var, *, last: bool, most: int
) -> Instructions:
    """`one` for each value that may be chosen; a trap where that are more than `most` sub-lists. Unless the argument is
    the `last`, `one` goes through others, which mark cards as well: then the values are listed first.
    """
    keep = top.set(fb.mb.top.get)
    source, how = parameter.source, parameter.how
    known = fb.mb.facts.known(source, fb.known())
    known = between(*known.range, known.longest)
    if how == "some":
        return _some(fb, parameter, one, known, keep, most)
    if how == "optional":
        found = fb.fn.local()
        listed, none = found.set(_distinct(fb, source)), lists.append(fb.mb, found, long(NONE))
        is_there = lists.contains(fb.mb).call(long(NONE), found)
        listed += if_(is_there.not_(), none) if known.range[0] < 0 else none
        maybe = between(NONE, known.range[1])
        return listed + keep + lists.for_each(fb.fn, found, lambda x: one(_as_parameter(x, parameter), maybe))
    if source.type.is_nested():
        return _one_list(fb, parameter, one, keep)
    if is_card_list(source) and last:
        cards = fb.fn.local()
        return cards.set(fb.expr(source)) + keep + _first_of_each(fb, cards, known, lambda x: one(x, known))
    if not is_card_list(source) and _all_different(source):
        return _plain(fb, parameter, one, known, keep)
    found = fb.fn.local()
    code = found.set(_distinct(fb, source)) + keep
    return code + lists.for_each(fb.fn, found, lambda x: one(_as_parameter(x, parameter), known))


def _as_parameter(x: Term, parameter: MoveParameter) -> Term:
    """An element of a list (64 bits) in the representation of the parameter."""
    return as_type(x, parameter.local.type) if is_boolean(parameter.local.type) else x


def _all_different(source: ir.Expr) -> bool:
    """Whether no element can occur twice."""
    match source:
        case ir.Const(tuple() as known):
            return len(set(known)) == len(known)
        case ir.Apply(op):
            return not ROWS[op].repeats
        case _:
            return False


def _plain(
    fb: FunctionBuilder, parameter: MoveParameter, one: LoopBody, known: Known, keep: Instructions
) -> Instructions:
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
    seen, keys, layout = fb.mb.memory.seen, distinguishing_numbers(fb.mb), fb.mb.layout

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
    known = between(*fb.mb.facts.range(source, fb.known()))
    code = listed.set(fb.expr(source)) + lists.begin_list(fb.mb, out, lists.list_length(listed))
    return after(code + _first_of_each(fb, listed, known, lambda x: lists.append(fb.mb, out, x)), out)


def _one_list(fb: FunctionBuilder, parameter: MoveParameter, one: LoopBody, keep: Instructions) -> Instructions:
    """`for x in source: one(x)`, where each element is a list, of those with equal elements the first."""
    mb, type, chosen, found = fb.mb, parameter.local.type, fb.fn.local(), fb.fn.local()
    keys = distinguishing_numbers(mb) if type.item is not None and type.item.base == "card" else None
    code = found.set(different_lists(mb, keys).call(fb.expr(parameter.source))) + keep
    known = mb.facts.element(parameter.source, fb.known())
    return code + lists.for_each(fb.fn, found, lambda x: chosen.set(x.wrap()) + one(chosen, known))


def different_lists(mb: ModuleBuilder, keys: list[int] | None) -> Fn:
    """`different_lists(lists)`: those of which none before has the same elements, by their `keys`, in any order.

    table = more than twice as many cells as there are lists, a power of two, all 0
    for x in lists:
        one = the keys of x, sorted;  at = a hash of them
        until table[at] is 0: if one equals table[at]: go on with the next x; at = the cell behind it, round the end
        table[at] = one;  append x to out
    return out
    """

    def emit(fn: Fn) -> Instructions:
        of, out, table, cells, at, one, to = fn.param(0), *(fn.local() for _ in range(6))
        h, k, same = fn.local(I64), fn.local(I64), lists.same(mb)
        cell, found = table + (at << 3), JumpLabel()

        def insert(value: Var) -> Instructions:
            key = value if keys is None else select(mb.lookup(keys, value), long(NONE), value.ne(NONE))
            make_room = to.store((to - CELL).load()) + to.up(-CELL)
            start = k.set(key) + to.set(one + CELL + (list_length(one) << 3)) + one.store(list_length(one) + 1)
            return start + loop_until(to.eq(one + CELL), (to - CELL).load().le(k), do=make_room) + to.store(k)

        def look(x: Var) -> Instructions:
            begin = one.set(mb.new_list.call(list_length(x.wrap()))) + one.store(0)
            begin += lists.for_each(fn, x.wrap(), insert) + h.set(0)
            begin += lists.for_each(fn, one, lambda key: h.set((h ^ key) * PRIME))
            again = if_(same.call(cell.load32(CELL), one), mb.top.set(one) + br(found)) + at.set((at + 1) & cells)
            new = cell.store(one.wide(), CELL) + (out + (list_length(out) << 3)).store(x, CELL)
            new += out.store(list_length(out) + 1)
            seek = at.set((h >> 32).wrap() & cells) + loop_until(cell.load(CELL).eq(0), do=again)
            return block(found, begin + seek + new)

        size = cells.set(1) + loop_until(cells.gt(list_length(of) << 1), do=cells.set(cells + cells + 1))
        code = out.set(mb.new_list.call(list_length(of))) + out.store(0) + size
        code += table.set(mb.new_list.call(cells + 1)) + at.set(0)
        code += loop_until(at.gt(cells), do=cell.store(0, CELL) + at.up())
        return code + lists.for_each(fn, of, look) + out.code

    return mb.helper(("different lists", keys is not None), (I32,), I32, emit)


def _some(
    fb: FunctionBuilder, parameter: MoveParameter, one: LoopBody, known: Known, keep: Instructions, most: int
) -> Instructions:
    """Sub-lists: all are made first, then looked at one after the other.

    low = at least 0;  high = at most the length
    for x in subsets(source, low, high): one(x)
    """
    listed, low, high, code = bounds_of(fb, parameter)
    found = fb.fn.local()
    keys = distinguishing_numbers(fb.mb) if is_card_list(parameter.source) else None
    code += found.set(
        subsets(fb.mb, keys, most, adjacent=heap_of(fb.mb, parameter.source) is not None).call(listed, low, high)
    )
    chosen = fb.fn.local()
    return code + keep + lists.for_each(fb.fn, found, lambda x: chosen.set(x.wrap()) + one(chosen, known))


def bounds_of(fb: FunctionBuilder, parameter: MoveParameter) -> tuple[Var, Var, Var, Instructions]:
    """The list from which several are chosen, how many at least (from 0) and at most (up to all); the code for them."""
    listed, low, high = fb.fn.local(), fb.fn.local(I64), fb.fn.local(I64)
    length = lists.list_length(listed).wide()
    code = listed.set(fb.expr(parameter.source))
    code += low.set(0 if parameter.low is None else fb.number(parameter.low))
    code += if_(low.lt(0), low.set(0))
    code += high.set(length if parameter.high is None else fb.number(parameter.high))
    return listed, low, high, code + if_(high.gt(length), high.set(length))


# All ways to choose several cards at once, in the order of `reference.moves`: the smaller ones first, more of an
# early group first.
#
# Equal cards form a group; of a group the first ones are always taken. With the hand a a b, from 1 to 2 cards:
#
#     [a]  [b]  [a a]  [a b]
#
# What `grouped` makes of the hand is a list with one cell a group, whose halves are the address of the list of its
# cards and the number of cards from this group on (so that `some` can stop where there are too few):
#
#     groups    │ 2 │ at ─┐, 3 │ at ─┐, 1 │
#                         │          └──────────► │ 1 │ b │
#                         └─────► │ 2 │ a │ a │


MOST_TRIED = 1 << 17
"""More sub-lists than this the reference engine tries, one after the other."""


def subsets(mb: ModuleBuilder, keys: list[int] | None, most: int, *, adjacent: bool = False) -> Fn:
    """`subsets(list, low, high)`: the sub-lists of low to high elements, `most` of them, as a list of addresses.

    `keys` give each card what it is told apart by. Without them elements are told apart by themselves. `adjacent` says
    that no card is there twice, and that equal ones are neighbours.

    groups = grouped(list), of cards without duplicates
    chosen = [];  ways = 0;  start = top
    for low from low to high: some(groups, 0, low, chosen, ways)
    return the lists from start on
    """

    def emit(fn: Fn) -> Instructions:
        of, low, high = fn.param(0), fn.param(1), fn.param(2)
        ways, chosen, groups, start = (fn.local() for _ in range(4))
        source = lists.distinct(mb).call(of) if keys is not None and not adjacent else of
        take = some(mb, most=most).run(groups, const(0), low.wrap(), chosen, ways) + low.up()
        code = groups.set(grouped(mb, keys, adjacent=adjacent).call(source))
        code += chosen.set(mb.new_list.call(list_length(of))) + chosen.store(0)
        code += ways.set(mb.new_list.call(const(0))) + start.set(mb.top.get) + loop_until(low.gt(high), do=take)
        return code + collect_lists(mb).call(start).code

    return mb.helper(("subsets", keys is not None, most, adjacent), (I32, I64, I64), I32, emit)


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
            last = n.set(list_length(groups)) + if_(n, if_(key(previous.load(CELL)).eq(key(x)), n.up(-1)))
            find = (
                last
                if adjacent
                else n.set(0) + loop_until(n.eq(list_length(groups)), key(group.load(CELL)).eq(key(x)), do=n.up())
            )
            start = at.set(mb.new_list.call(list_length(of))) + at.store(0)
            new = start + (groups + (n << 3)).store(at, CELL) + groups.store(list_length(groups) + 1)
            push = at.store(list_length(at) + 1) + (at + (list_length(at) << 3)).store(x)
            return find + if_(n.eq(list_length(groups)), new, at.set(group)) + push

        entry = groups + (n << 3)
        total = left.set(left + entry.load32().load()) + entry.store(entry.load32().wide() | (left << 32))
        code = groups.set(mb.new_list.call(list_length(of))) + groups.store(0) + lists.for_each(fn, of, place)
        return code + n.set(list_length(groups)) + left.set(0) + loop_until(n.eq(0), do=total + n.up(-1)) + groups.code

    return mb.helper(("grouped", keys is not None, adjacent), (I32,), I32, emit)


@helper("some", (I32, I32, I32, I32, I32))
def some(mb: ModuleBuilder, fn: Fn, *, most: int) -> Instructions:
    """`some(groups, n, many, chosen, ways)`: make each way to extend `chosen` by `many` elements a list, one behind the
    other at the end of the arena; their number is added to the cell `ways`.

    They are taken from group n (from 0) on. `chosen` is as before at the end.

    if many is 0: trap if there are too many ways; copy chosen; return
    if n == size(groups), or fewer than many elements are left: return
    group = groups[n];  take = 0
    until take == many or take == size(group): append group[take] to chosen; take += 1
    repeat:
        some(groups, n + 1, many - take, chosen, ways)
        if take is 0: stop
        remove the last of chosen;  take -= 1
    """
    groups, n, many, chosen, ways = (fn.param(p) for p in range(5))
    group, take = fn.local(), fn.local()
    entry = groups + (n << 3)
    complete = if_(ways.load32().ge(most), TRAP) + ways.store(ways.load() + 1) + lists.copied(mb).call(chosen).drop()
    end = chosen + (list_length(chosen) << 3)
    push = chosen.store(list_length(chosen) + 1) + end.store((group + (take << 3)).load(CELL)) + take.up()
    deeper = fn.run(groups, n + 1, many - take, chosen, ways)
    pop = chosen.store(list_length(chosen) - 1) + take.up(-1)
    done, again = JumpLabel(), JumpLabel()
    code = if_(many.eq(0), complete + RETURN) + if_(n.eq(list_length(groups)), RETURN)
    code += if_((entry.load(CELL) >> 32).wrap().lt(many), RETURN) + group.set(entry.load32(CELL))
    code += loop_until(take.eq(many), take.eq(list_length(group)), do=push)
    return code + block(done, loop(again, deeper + br_if(take.eq(0), done) + pop + br(again)))


# How many steps it takes at most to list the moves of a decision.
#
# Where that is no more than a decision may take, no step is counted while moves are listed.


def most_steps(mb: ModuleBuilder, ask: AskBlock) -> int:
    """The greatest number of steps that listing can take."""
    return sum(_choice_steps(mb, choice) for choice in ask.choices)


def _choice_steps(mb: ModuleBuilder, choice: AskChoice) -> int:
    """`ways` are the ways to choose the arguments so far: what is known of them, and how many ways there are."""
    facts, tests, env = mb.facts, tests_of(choice), dict[int, Known]()
    total = sum(facts.steps(test, env) for test in tests[0])
    ways: list[tuple[KnownNames, int]] = [({}, 1)]
    for place, parameter in enumerate(choice.parameters):
        parts = [e for e in (parameter.source, parameter.low, parameter.high) if e is not None]
        total += sum(many for _, many in ways) * sum(facts.steps(part, env) for part in parts)
        longest = facts.longest(parameter.source, env)
        low, high = facts.range(parameter.source, env)
        if parameter.how == "some":
            tried = MOST_TRIED if tests[place + 1] else MOST_SUBSETS
            ways = [(known, many * _subsets(mb, parameter, known, tried)) for known, many in ways]
            most = longest if parameter.high is None else max(0, min(longest, facts.range(parameter.high, env)[1]))
            env[parameter.local.number] = between(low, high, most)
        else:
            several = any(later.how == "some" for later in choice.parameters[place + 1 :])
            ways = _each(mb, parameter, longest, ways, by_kind=several)
            one = facts.element(parameter.source, env) if parameter.source.type.is_nested() else None
            env[parameter.local.number] = one or between(NONE if parameter.how == "optional" else low, high, longest)
        total += sum(many for _, many in ways) * (1 + sum(facts.steps(test, env) for test in tests[place + 1]))
    return total


def _each(
    mb: ModuleBuilder, parameter: MoveParameter, longest: int, ways: list[tuple[KnownNames, int]], *, by_kind: bool
) -> list[tuple[KnownNames, int]]:
    """The ways so far, each with one more argument; `by_kind` tells those apart that take cards of different kinds."""
    found = groups_of_heap(mb, parameter.source) if is_card_list(parameter.source) else None
    if found is None:
        many = 1 + len(set(distinguishing_numbers(mb))) if is_card_list(parameter.source) else longest
        return [(known, n * (min(longest, many) + (parameter.how == "optional"))) for known, n in ways]
    groups, local = found[1], parameter.local
    if not by_kind or parameter.how != "one" or len(ways) > 1:
        return [(known, n * (len(groups) + (parameter.how == "optional"))) for known, n in ways]
    one = ((known, ir.Const(group[0], local.type, local.span), n) for known, n in ways for group in groups)
    return [({**known, local.number: card}, n) for known, card, n in one]


def _subsets(mb: ModuleBuilder, parameter: MoveParameter, known: KnownNames, most: int) -> int:
    """How many sub-lists there are at most, where these arguments are known."""
    found = groups_of_heap(mb, parameter.source)
    if found is None:
        return most
    sizes = [len(group) for group in found[1]]
    low, high = size_in(mb, parameter.low, known, 0), size_in(mb, parameter.high, known, sum(sizes))
    if low is None or high is None:
        return most
    ways = [1] + [0] * max(0, min(high, sum(sizes)))
    for size in sizes:
        ways = [sum(ways[max(0, n - size) : n + 1]) for n in range(len(ways))]
    return min(most, sum(ways[max(low, 0) :]))


def size_in(mb: ModuleBuilder, size: Expr | None, known: KnownNames, otherwise: int) -> int | None:
    """How many are to be chosen, at least or at most; None if that does not follow from what is known."""
    if size is None:
        return otherwise
    left = mb.residual.left(size, known)
    return left.value if isinstance(left, ir.Const) and isinstance(left.value, int) else None
