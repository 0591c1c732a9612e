"""Behind the tree: a random move, or the best of a few; as `reference.picking`, step by step the same.

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

from collections.abc import Callable

from ...program.appraised import VALUE
from ...program.layout import PC, RUNNING, STATUS
from ...program.nodes import AskBlock, Block
from ...reference.picking import MOST_PICKS, OVER
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.tree_map import BEST, BEST_NUMBER, GO_ON, MANY, NUMBER, PICKS, TRIED, TRIER, TRYING
from ..cards.cards import forget_bags
from ..rules.results import forget_result, returns_at, winners_at
from ..rules.turns import begin_steps
from ..wasm.control import if_, loop, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import F64, I32, I64, Term, Var, choose, const, copy, fraction, give
from .appraising import worth

NONE_YET = fraction(float("-inf"))
"""Less than any position is worth."""


class Trying:
    """Emits what tries moves."""

    def __init__(self, fb: FunctionBuilder) -> None:
        self.fb, self.mb, self.map = fb, fb.mb, fb.mb.tree_map
        self.head = const(self.map.head)
        self.is_possible = fb.mb.searching and VALUE in fb.mb.program.functions

    def around(self, play: Instructions, resume: Callable[[Label], Instructions]) -> Instructions:
        """Play; where a move that is being tried ends the game, judge it, and go on from the position that is there."""
        if not self.is_possible:
            return play
        again = Label()
        back = if_(self.mb.read(STATUS).eq(RUNNING), begin_steps(self.fb) + resume(again))
        return loop(again, play + if_(self.head.load32(TRYING), self.judged().call().drop() + back))

    def judge(self, one: Block, resume: Instructions, stop: Instructions) -> Instructions:
        """At a decision: judge the move that is being tried."""
        if not self.is_possible:
            return NOTHING
        back = if_(self.mb.read(STATUS).ne(RUNNING), stop) + begin_steps(self.fb) + resume
        judged = self.mb.write(PC, one.number) + if_(self.judged().call(), back)
        return if_(self.head.load32(TRYING).eq(TRIED), judged)

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
        more = places.store(which.wide()) + head.store(1, MANY) + n.set(1)
        more += loop_until(n.ge(head.load32(PICKS)), do=draw + self.noted().run(which.wide()) + n.up())
        keep = self.mb.write(PC, one.number) + self.begun().run(self.mb.read(end.who.address))
        first = _as(places.load(), which)
        more += which.set(first) + if_(head.load32(MANY).ne(1), keep)
        following = head.store(TRIED, TRYING)
        following += which.set(_as(((head.load32(NUMBER) << 3) + self.places).load(), which))
        fresh = far + draw + if_(head.load32(PICKS), if_(count.ne(1), more))
        return if_(head.load32(TRYING), following, fresh)

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

    def noted(self) -> Fn:
        """`noted(which)`: a move that was picked, unless it was before."""

        def emit(fn: Fn) -> Instructions:
            which, at, end, head = fn.param(0), fn.local(), fn.local(), self.head
            begin = at.set(self.places) + end.set((head.load32(MANY) << 3) + self.places)
            seek = loop_until(at.eq(end), at.load().eq(which), do=at.up(CELL))
            return begin + seek + if_(at.eq(end), at.store(which) + head.store(head.load(MANY) + 1, MANY))

        return self.mb.helper("noted_to_try", (I64,), None, emit)

    def begun(self) -> Fn:
        """`begun(seat)`: keep the position, from which moves are tried now for a seat."""

        def emit(fn: Fn) -> Instructions:
            head = self.head
            start = head.store(fn.param(0), TRIER) + head.store(0, NUMBER) + head.store(TRIED, TRYING)
            return start + head.store(NONE_YET, BEST) + self._keep(self._before)

        return self.mb.helper("begun_to_try", (I64,), None, emit)

    def judged(self) -> Fn:
        """`judged()`: a move has been tried; returns whether another position is there now.

        found = what the position is worth to the seat, or if the game is over its lead × OVER
        if found > best:  best = found, with the number of this move;  keep the position, unless the move is the last
        if there is another one:  put the position before there;  return 1
        trying ends;  if the last one is the best: return 0
        put the best position there;  return 1
        """

        def emit(fn: Fn) -> Instructions:
            mb, head, found, over, last = self.mb, self.head, fn.local(F64), fn.local(), fn.local()
            seat = head.load(TRIER)
            begin = over.set(mb.read(STATUS).ne(RUNNING)) + last.set((head.load32(NUMBER) + 1).eq(head.load32(MANY)))
            lead = self._lead().call(seat).op("mul", fraction(OVER))
            valued = found.set(choose(over, lead, worth(self.fb).call(seat)))
            keep = self._keep(self._best) + if_(over, self._keep_result())
            better = head.store(found, BEST) + head.store(head.load(NUMBER), BEST_NUMBER) + if_(last.not_(), keep)
            better = if_(found.op("gt", head.load_fraction(BEST)), better)
            wipe = if_(over, forget_result(mb))
            following = head.store(head.load(NUMBER) + 1, NUMBER) + head.store(GO_ON, TRYING)
            following += wipe + self._put(self._before) + give(1)
            done = head.store(0, TRYING) + if_(head.load32(BEST_NUMBER).eq(head.load32(NUMBER)), give(0))
            done += wipe + self._put(self._best)
            done += if_(mb.read(STATUS).ne(RUNNING), self._put_result())
            return begin + valued + better + if_(last.not_(), following) + done + const(1).code

        return self.mb.helper("judged_try", (), I32, emit)

    def _lead(self) -> Fn:
        """`lead(seat)`: how far its return is above the greatest of another side, where the game is over."""
        mb = self.mb
        sides = mb.layout.teams or range(mb.layout.players)

        def emit(fn: Fn) -> Instructions:
            seat, own, mine, most = fn.param(0), fn.local(F64), fn.local(), fn.local(F64)
            returns = [returns_at(mb).load_fraction(CELL * number) for number in range(len(sides))]
            code = most.set(NONE_YET)
            for number, one in enumerate(returns):
                code += if_(seat.eq(number), own.set(one) + mine.set(sides[number]))
            for side, one in zip(sides, returns, strict=True):
                code += if_(mine.ne(side), most.set(most.most(one)))
            return code + own.op("sub", most).code

        return mb.helper("lead_at_end", (I64,), F64, emit)

    def _keep(self, at: int) -> Instructions:
        """Keep the position."""
        mb = self.mb
        pinned = NOTHING if mb.pinned is None else const(at).store(mb.pinned.get.wide())
        return pinned + copy(const(at + CELL), const(mb.memory.state), mb.compact.size)

    def _put(self, at: int) -> Instructions:
        """Put a position there; nothing is remembered of the one before."""
        mb = self.mb
        pinned = NOTHING if mb.pinned is None else mb.pinned.set(const(at).load32())
        forgotten = mb.keeper.forget() + forget_bags(mb) + mb.top.set(mb.memory.arena)
        return pinned + copy(const(mb.memory.state), const(at + CELL), mb.compact.size) + forgotten


def _as(value: Term, var: Var) -> Term:
    """A number of 64 bits as the local holds it."""
    return value if var.type == I64 else value.wrap()
