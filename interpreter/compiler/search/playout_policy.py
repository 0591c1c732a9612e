"""The playout policy behind the tree: a random move, or the best of a few by what a position is worth.

Playing a move to the next decision is what the function does that all this is a part of. So a move is tried by taking
it, and whoever comes to a decision, or to the end of the game, asks first whether a move is being tried:

    at a decision, with legal moves:
        if a move is being tried:          judge it;  go on from the position that is there then
        if the next one is to be tried:    take it
        else:  if the dive has gone far enough: stop
               pick moves;  if they differ: keep the position;  take the first

    judge:   the best so far?  keep this position, unless it is the last
             is there another?  put the position back that was there before;  the next one is to be tried
             else put the best one there
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from ...engines.engine import MOST_PICKS
from ...engines.program.bounds import CELL
from ...engines.program.derived_values import VALUE
from ...engines.program.layout import PC, RUNNING, STATUS
from ...engines.program.nodes import AskBlock, Block
from ...engines.reference.uct import OVER
from ...language.builtins.intervals import Known, between
from ..builder.function_builder import Binding, FunctionBuilder
from ..builder.module_builder import helper
from ..builder.tree_map import GO_ON, TRIED, Head, TreeMap
from ..cards.serialisation import from_cells
from ..cards.transfer import forget_bags
from ..rules.move_application import begin_steps
from ..rules.results import forget_result, returns_at, winners_at
from ..wasm.module import Fn
from ..wasm.statements import copy, give, if_, loop, loop_until
from ..wasm.terms import F64, I32, I64, NOTHING, Instructions, JumpLabel, Term, Var, choose, const, fraction, long

NONE_YET = fraction(float("-inf"))
"""Less than any position is worth."""


class PlayoutPolicy:
    """Emits what tries moves."""

    def __init__(self, fb: FunctionBuilder) -> None:
        self.fb, self.mb, self.map = fb, fb.mb, fb.mb.tree_map
        self.head = const(self.map.head)
        self.is_possible = fb.mb.searching and VALUE in fb.mb.program.functions

    def around(self, play: Instructions, resume: Callable[[JumpLabel], Instructions]) -> Instructions:
        """Play; where a move that is being tried ends the game, judge it, and go on from the position that is there."""
        if not self.is_possible:
            return play
        again = JumpLabel()
        back = if_(self.mb.read(STATUS).eq(RUNNING), begin_steps(self.fb) + resume(again))
        return loop(again, play + if_(self.head.load32(Head.TRYING), self.judged().call().drop() + back))

    def judge(self, one: Block, resume: Instructions, stop: Instructions) -> Instructions:
        """At a decision: judge the move that is being tried."""
        if not self.is_possible:
            return NOTHING
        back = if_(self.mb.read(STATUS).ne(RUNNING), stop) + begin_steps(self.fb) + resume
        judged = self.mb.write(PC, one.number) + if_(self.judged().call(), back)
        return if_(self.head.load32(Head.TRYING).eq(TRIED), judged)

    def pick(
        self, one: Block, end: AskBlock, moves: tuple[Var, Var], far: Instructions, draw: Instructions
    ) -> Instructions:
        """Of `moves`, so many and the number of the one to take, set the second, which `draw` lets be any. `far` stops
        where the dive has gone far enough.
        """
        if not self.is_possible or end.secret is not None:
            return far + draw
        count, which = moves
        head, n, places = self.head, self.fb.fn.local(), const(self.places)
        more = places.store(which.wide()) + head.store(1, Head.MANY) + n.set(1)
        more += loop_until(n.ge(head.load32(Head.PICKS)), do=draw + self.noted().run(which.wide()) + n.up())
        keep = self.mb.write(PC, one.number) + self.note_try().run(self.mb.read(end.who.address))
        first = _as(places.load(), which)
        more += which.set(first) + if_(head.load32(Head.MANY).ne(1), keep)
        following = head.store(TRIED, Head.TRYING)
        following += which.set(_as(((head.load32(Head.NUMBER) << 3) + self.places).load(), which))
        fresh = far + draw + if_(head.load32(Head.PICKS), if_(count.ne(1), more))
        return if_(head.load32(Head.TRYING), following, fresh)

    # Where it lies ------------------------------------------------------------------------

    @property
    def places(self) -> int:
        """The numbers of the moves that were picked."""
        return self.mb.tried

    @property
    def _room(self) -> int:
        """The bytes of a position that is kept, behind whether a card of it is pinned."""
        return self.mb.compact.size + 2 * CELL & -CELL

    @property
    def _before(self) -> int:
        """The position before they are tried."""
        return self.places + CELL * MOST_PICKS

    @property
    def _best(self) -> int:
        """The position after the best of them so far."""
        return self._before + self._room

    @property
    def _result(self) -> int:
        """The winners and the returns, if the game ended with it."""
        return self._best + self._room

    def _keep_result(self) -> Instructions:
        """Keep the winners and the returns."""
        mb, kept = self.mb, const(self._result)
        return kept.store(winners_at(mb).load()) + copy(kept + CELL, returns_at(mb), CELL * mb.layout.players)

    def _put_result(self) -> Instructions:
        """Put them back."""
        mb, kept = self.mb, const(self._result)
        return winners_at(mb).store(kept.load()) + copy(returns_at(mb), kept + CELL, CELL * mb.layout.players)

    # Functions ----------------------------------------------------------------------------

    @helper("noted_to_try", (I64,))
    def noted(self, fn: Fn) -> Instructions:
        """`noted(which)`: a move that was picked, unless it was before."""
        which, at, end, head = fn.param(0), fn.local(), fn.local(), self.head
        begin = at.set(self.places) + end.set((head.load32(Head.MANY) << 3) + self.places)
        seek = loop_until(at.eq(end), at.load().eq(which), do=at.up(CELL))
        return begin + seek + if_(at.eq(end), at.store(which) + head.store(head.load(Head.MANY) + 1, Head.MANY))

    @helper("begun_to_try", (I64,))
    def note_try(self, fn: Fn) -> Instructions:
        """`begun(seat)`: keep the position, from which moves are tried now for a seat."""
        head = self.head
        start = head.store(fn.param(0), Head.TRIER) + head.store(0, Head.NUMBER) + head.store(TRIED, Head.TRYING)
        return start + head.store(NONE_YET, Head.BEST) + self._keep(self._before)

    @helper("judged_try", (), I32)
    def judged(self, fn: Fn) -> Instructions:
        """`judged()`: a move has been tried; returns whether another position is there now.

        found = what the position is worth to the seat, or if the game is over its lead × OVER
        if found > best:  best = found, with the number of this move;  keep the position, unless the move is the last
        if there is another one:  put the position before there;  return 1
        trying ends;  if the last one is the best: return 0
        put the best position there;  return 1
        """
        mb, head, found, over, last = self.mb, self.head, fn.local(F64), fn.local(), fn.local()
        seat = head.load(Head.TRIER)
        begin = over.set(mb.read(STATUS).ne(RUNNING)) + last.set(
            (head.load32(Head.NUMBER) + 1).eq(head.load32(Head.MANY))
        )
        lead = self._lead().call(seat).op("mul", fraction(OVER))
        valued = found.set(choose(over, lead, worth(self.fb).call(seat)))
        keep = self._keep(self._best) + if_(over, self._keep_result())
        better = head.store(found, Head.BEST) + head.store(head.load(Head.NUMBER), Head.BEST_NUMBER)
        better += if_(last.not_(), keep)
        better = if_(found.op("gt", head.load_fraction(Head.BEST)), better)
        wipe = if_(over, forget_result(mb))
        following = head.store(head.load(Head.NUMBER) + 1, Head.NUMBER) + head.store(GO_ON, Head.TRYING)
        following += wipe + self._put(self._before) + give(1)
        done = head.store(0, Head.TRYING) + if_(head.load32(Head.BEST_NUMBER).eq(head.load32(Head.NUMBER)), give(0))
        done += wipe + self._put(self._best)
        done += if_(mb.read(STATUS).ne(RUNNING), self._put_result())
        return begin + valued + better + if_(last.not_(), following) + done + const(1).code

    @helper("lead_at_end", (I64,), F64)
    def _lead(self, fn: Fn) -> Instructions:
        """`lead(seat)`: how far its return is above the greatest of another side, where the game is over."""
        mb = self.mb
        sides = mb.layout.teams or range(mb.layout.players)
        seat, own, mine, most = fn.param(0), fn.local(F64), fn.local(), fn.local(F64)
        returns = [returns_at(mb).load_fraction(CELL * number) for number in range(len(sides))]
        code = most.set(NONE_YET)
        for number, one in enumerate(returns):
            code += if_(seat.eq(number), own.set(one) + mine.set(sides[number]))
        for side, one in zip(sides, returns, strict=True):
            code += if_(mine.ne(side), most.set(most.most(one)))
        return code + own.op("sub", most).code

    def _keep(self, at: int) -> Instructions:
        """Keep the position."""
        mb = self.mb
        pinned = NOTHING if mb.pinned is None else const(at).store(mb.pinned.get.wide())
        return pinned + copy(const(at + CELL), const(mb.memory.state), mb.compact.size)

    def _put(self, at: int) -> Instructions:
        """Put a position there; nothing is remembered of the one before."""
        mb = self.mb
        pinned = NOTHING if mb.pinned is None else mb.pinned.set(const(at).load32())
        forgotten = mb.keeper.forget() + forget_bags(mb) + mb.top.set(mb.arena.get)
        return pinned + copy(const(mb.memory.state), const(at + CELL), mb.compact.size) + forgotten


def _as(value: Term, var: Var) -> Term:
    """A number of 64 bits as the local holds it."""
    return value if var.type == I64 else value.wrap()


# What a position lets each seat hope for, where a dive is cut off: `reference.uct`, step by step the same.
#
# Bots that look one move ahead ask what a position is worth, as a number (`worths`).

ZERO, ONE = fraction(0.0), fraction(1.0)


def appraise(fb: FunctionBuilder, map: TreeMap) -> Instructions:
    """`appraise()`: what each seat may hope for goes to the result, as if the game were over.

    leads()
    for each seat: its return = 1 / (1 + the odds of all other sides)
    """
    mb = fb.mb
    sides = mb.layout.teams or range(mb.layout.players)

    def emit(fn: Fn) -> Instructions:
        mean, behind, total, head = (*(fn.local(F64) for _ in range(3)), const(map.head))
        code, values, greatest = _values(fb, fn)
        code = (
            _leads(fb, map).run() + code + mean.set(head.load_fraction(Head.APART) / head.load(Head.APPRAISED).float())
        )
        for seat, value in enumerate(values):
            code += total.set(ONE)
            for side, best in greatest.items():
                if side != sides[seat]:
                    code += behind.set(best.op("sub", value)) + total.set(total.op("add", _odds(behind, mean)))
            code += returns_at(mb).store(ONE / total, CELL * seat)
        return code

    return mb.helper("appraise", (), None, emit).run()


def export_worths(fb: FunctionBuilder) -> None:
    """The body of `worths()`: what the position in `cells` is worth to each seat goes to the results, as whole numbers.
    Trap if that took more steps than the limit.
    """
    mb, seats = fb.mb, range(fb.mb.layout.players)
    value = mb.program.functions[VALUE]
    inner = _valuing(fb, fb.fn, len(seats), between(0, len(seats) - 1))
    code = from_cells(mb).run() + mb.keeper.forget() + forget_bags(mb)
    code += mb.top.set(mb.arena.get) + mb.spent.set(0)
    for seat in seats:
        inner.names = {value.parameters[0].number: Binding(long(seat), between(seat, seat))}
        code += const(mb.memory.returns).store(inner.number(value.body), CELL * seat)
    fb.fn.body = code + inner.check()


def worth(fb: FunctionBuilder) -> Fn:
    """`worth(seat)`: what the position is worth to a seat. Trap if that took more steps than the limit; these steps
    count for nothing else.
    """
    mb = fb.mb

    def emit(fn: Fn) -> Instructions:
        value, known = mb.program.functions[VALUE], between(0, mb.layout.players - 1)
        inner, code, found = _valuing(fb, fn, 1, known), NOTHING, fn.local(F64)
        before = fn.local(I64)
        inner.names = {value.parameters[0].number: Binding(fn.param(0), known)}
        code += before.set(mb.spent.get) + mb.spent.set(0) + found.set(inner.number(value.body).float())
        return code + inner.check() + mb.spent.set(before) + found.code

    return mb.helper("worth", (I64,), F64, emit)


def _valuing(fb: FunctionBuilder, fn: Fn, seats: int, known: Known) -> FunctionBuilder:
    """What emits the values of so many seats."""
    value = fb.mb.program.functions[VALUE]
    steps = seats * fb.mb.facts.steps(value.body, {value.parameters[0].number: known})
    return fb.another(fn, counting=steps > fb.mb.program.steps_limit)


def _values(fb: FunctionBuilder, fn: Fn) -> tuple[Instructions, list[Var], dict[int, Var]]:
    """The values of all seats, and the greatest of each side, from where they lie."""
    mb = fb.mb
    seats, sides = range(mb.layout.players), mb.layout.teams or range(mb.layout.players)
    values, greatest, code = (
        [fn.local(F64) for _ in seats],
        {side: fn.local(F64) for side in sorted(set(sides))},
        NOTHING,
    )
    for seat, value in enumerate(values):
        code += value.set(const(mb.worths).load_fraction(CELL * seat))
    for side, best in greatest.items():
        code += best.set(_most([values[seat] for seat in seats if sides[seat] == side]))
    return code, values, greatest


def _leads(fb: FunctionBuilder, map: TreeMap) -> Fn:
    """`leads()`: the value for each seat goes to its place. Trap if that took more steps than the limit;
    these steps count for nothing else.

    for each seat: lead = value - the greatest value of other sides;  apart += |lead|;  appraised += 1
    """
    mb = fb.mb
    seats, sides = range(mb.layout.players), mb.layout.teams or range(mb.layout.players)

    def emit(fn: Fn) -> Instructions:
        inner = _valuing(fb, fn, len(seats), between(0, len(seats) - 1))
        before, value, head, apart, lead = fn.local(I64), fn.local(F64), const(map.head), fn.local(F64), fn.local(F64)
        code = before.set(mb.spent.get) + mb.spent.set(0)
        for seat in seats:
            code += _value(inner, seat, value) + const(mb.worths).store(value, CELL * seat)
        code += inner.check() + mb.spent.set(before) + apart.set(head.load_fraction(Head.APART))
        found, values, greatest = _values(fb, fn)
        code += found
        for seat in seats:
            rival = _most([best for side, best in greatest.items() if side != sides[seat]])
            code += lead.set(values[seat].op("sub", rival)) + apart.set(apart.op("add", _size(lead)))
        return code + head.store(apart, Head.APART) + head.store(head.load(Head.APPRAISED) + len(seats), Head.APPRAISED)

    return mb.helper("leads", (), None, emit)


def _value(fb: FunctionBuilder, seat: int, to: Var) -> Instructions:
    """`to` becomes the value for a seat."""
    value = fb.mb.program.functions[VALUE]
    fb.names = {value.parameters[0].number: Binding(long(seat), between(seat, seat))}
    return to.set(fb.number(value.body).float())


def _most(values: Sequence[Term]) -> Term:
    """The greatest of some fractions."""
    return reduce(lambda one, other: one.most(other), values)


def _odds(behind: Var, mean: Var) -> Term:
    """`(mean + (|behind| + behind)) / (mean + (|behind| - behind))`, or 1 where all were equal so far."""
    above = mean.op("add", _size(behind).op("add", behind))
    below = mean.op("add", _size(behind).op("sub", behind))
    return choose(mean.op("gt", ZERO), above / below, ONE)


def _size(number: Var) -> Term:
    """A number without its sign."""
    return number.most(ZERO.op("sub", number))
