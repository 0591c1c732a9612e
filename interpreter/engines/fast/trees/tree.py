"""Looking ahead inside a compiled game, as `reference.tree` says, step by step the same.

at a decision, while the dive is in the tree:
    let all hear of the moves before
    note how the seat hears of each legal move
    place = picked(n, seat);  if that is -1: stop
    the move waits to be heard
"""

from __future__ import annotations

from ...program.appraised import VALUE
from ...program.nodes import AskBlock, Block
from ...reference.tree import DEEPEST, MOST_MOVES
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL, DONE, stride
from ..building.tree_map import (
    DELAY,
    DEPTH,
    FEW,
    FIRST,
    FIRSTS,
    GUESS,
    KEY,
    LEAST,
    LEFT,
    LISTED,
    LOOKS,
    MADE,
    MEAN,
    MOST,
    OPEN,
    REACH,
    ROW,
    SHORT,
    SIZE,
    SLOTS,
    TAKEN,
    TALLY,
    TOTAL,
    TRYING,
    USED,
    USUAL,
)
from ..cards.telling import mixed
from ..moves.countable import Countable
from ..rules.results import returns_at
from ..rules.waiting import note_record, record_at
from ..wasm.bulk import copy_cells
from ..wasm.control import block, br_if, do_while, if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label, sequence
from ..wasm.module import Fn
from ..wasm.term import F64, I32, I64, Term, Var, choose, const, fraction, give, select
from .appraising import appraise
from .branches import Branches
from .hearing import hear_all, heard_as, is_at_once, let_hear, made_at, waits_on
from .hearing_sets import hear_sets
from .slots import find, widen

Counting = tuple[Block, AskBlock, list[Countable]]
"""A decision, and the sets in which its moves are counted."""


class TreeCode(Branches):
    """Emits what looks ahead."""

    @property
    def is_open(self) -> Term:
        """Whether a dive is in the tree: 32 bits."""
        return self.head.load32(OPEN)

    @property
    def turn(self) -> Term:
        """The number of the dive; where first moves are tried in turn all of them have the same, once round."""
        done, many = const(0).load(DONE), self.head.load(FIRSTS)
        return choose(many.eq(0), done, done.op("divu", many))

    # Around a dive ------------------------------------------------------------------------

    def begin(self, fn: Fn) -> Instructions:
        """A dive begins where the tree does.

        if a quarter of the slots is in use:  widen, unless there are as many as can be
        if first moves are tried in turn:  first = the next of them
        """
        head = self.head
        many = head.load32(SIZE)
        room = if_((head.load32(USED) << 2).ge(many), if_(many.ne(SLOTS), widen(self.mb, self.map).run()))
        fresh = room + head.store(1, OPEN) + head.store(0, DEPTH) + head.store(0, MADE)
        fresh += head.store(0, TRYING)
        usual = head.load_fraction(LEAST).op("eq", fraction(0.0)) & head.load_fraction(MOST).op("eq", fraction(1.0))
        fresh += head.store(select(head.load(SHORT), const(0, I64), usual), USUAL)
        fresh += head.store(head.load(REACH), LEFT)
        place = (const(0).load(DONE).op("remu", head.load(FIRSTS)).wrap() << 3) + self.map.firsts
        fresh += head.store(-1, FIRST) + if_(head.load32(FIRSTS), head.store(place.load(), FIRST))
        return fresh + copy_cells(fn, const(self.map.keys), const(self.map.roots), self.mb.layout.players)

    def back_up(self) -> Fn:
        """`back_up()`: the returns go to all branches that were taken.

        if the branches are not only told of:
            for each seat: least, most = the least and the greatest of them and its return
            for each branch of the path: taken += 1; total += the return of its seat; mean = total / taken
        """

        def emit(fn: Fn) -> Instructions:
            head, at, end, slot, taken, result = self.head, *(fn.local() for _ in range(5))
            total, least, most = (fn.local(F64) for _ in range(3))
            returns = [result.load_fraction(CELL * n) for n in range(self.mb.layout.players)]
            bounds = result.set(returns_at(self.mb))
            bounds += least.set(head.load_fraction(LEAST)) + most.set(head.load_fraction(MOST))
            bounds += sequence(
                if_(one.op("lt", least), least.set(one) + head.store(one, LEAST))
                + if_(one.op("gt", most), most.set(one) + head.store(one, MOST))
                for one in returns
            )
            whose = result + (at.load32(CELL) << 3)
            one = slot.set(at.load32()) + taken.set(slot.load32(TAKEN) + 1) + slot.store32(taken, TAKEN)
            one += total.set(slot.load_fraction(TOTAL).op("add", whose.load_fraction()))
            one += slot.store(total, TOTAL) + slot.store(total / taken.wide().float(), MEAN) + at.up(2 * CELL)
            path = at.set(self.map.path) + end.set((head.load32(DEPTH) << 4) + self.map.path)
            added = bounds + path + do_while(skip=at.eq(end), do=one, again=at.ne(end))
            return if_(head.load32(TALLY).not_(), added)

        return self.mb.helper("back_up", (), None, emit)

    # At a decision ------------------------------------------------------------------------

    def decide(self, fn: Fn, one: Block, end: AskBlock, n: Var, place: Var, stop: Instructions) -> Instructions:
        """`place` is the move to look at next of n that are listed, the only one if there are no more; or `stop`."""
        mb, to = self.mb, fn.local()
        row = place * (CELL * stride(end)) + mb.memory.moves
        hear = if_(n.op("leu", MOST_MOVES), hear_all(mb, self.map, one, end).run(n, mb.read(end.who.address)))
        waits = self._wait(fn, one, end, to) + copy_cells(fn, to, row, stride(end))
        return self._choose(one, end, (n, place), (hear, stride(end)), stop) + waits

    def decide_counted(
        self, fb: FunctionBuilder, asked: Counting, moves: tuple[Var, Var, Var], stop: Instructions
    ) -> Instructions:
        """The same for moves that are counted as sets: how many, the number of the one, and where it is to be noted."""
        (one, end, sets), (n, number, to), place = asked, moves, fb.fn.local()
        hear = hear_sets(fb, self.map, one, end, sets).run(self.mb.read(end.who.address))
        chosen = self._choose(one, end, (n, place), (hear, 1), stop) + number.set(place.wide())
        return chosen + self._wait(fb.fn, one, end, to)

    def _choose(
        self, one: Block, end: AskBlock, moves: tuple[Var, Var], heard: tuple[Instructions, int], stop: Instructions
    ) -> Instructions:
        """Of `moves`, so many and the place of one, set the second, once all have heard what they may; `heard` hears of
        the moves, and in how many cells each of them lies.
        """
        mb, head, (n, place), (hear, row) = self.mb, self.head, moves, heard
        rows = head.store(CELL * row if len(end.choices) > 1 else 0, ROW)
        pick = hear + rows + place.set(self.picked().call(n, mb.read(end.who.address))) + if_(place.eq(-1), stop)
        return let_hear(mb, self.map, one, end) + if_((n ^ 1) | head.load32(TALLY), pick, place.set(0))

    def _wait(self, fn: Fn, one: Block, end: AskBlock, to: Var) -> Instructions:
        """A move waits to be heard; it goes `to` there."""
        mb, head, many = self.mb, self.head, fn.local()
        wait = to.set(self.map.made) + head.store(1, MADE)
        if waits_on(mb, end):
            wait = many.set(head.load32(MADE)) + to.set(made_at(self.map, many)) + head.store((many + 1).wide(), MADE)
        wait += to.store(heard_as(one, end)) + to.store(mb.read(end.who.address), CELL) + to.up(2 * CELL)
        if end.secret is not None:
            wait += note_record(mb, record_at(mb, end.secret.pending, end.secret.index))
        elif is_at_once(mb, end):
            wait += note_record(mb, const(mb.table((1,))))
        return wait

    def cut_off(self, fb: FunctionBuilder, stop: Instructions) -> Instructions:
        """Behind the tree, at a decision: appraise the position and stop, if the dive has gone far enough."""
        if VALUE not in self.mb.program.functions:
            return NOTHING
        left = self.head.load(LEFT)
        return if_(left.eq(0), appraise(fb, self.map) + stop) + self.head.store(left - 1, LEFT)

    def picked(self) -> Fn:
        """`picked(n, seat)`: the place of the move to look at next, of several; -1 if the branches are only told.

        unless the path is short and all is as mostly:  return rarely_picked(n, seat)
        if there are too many moves:                    leave the tree;  return below(n)
        key = the key of the seat
        if the tree is full, and key is not in it:      leave the tree;  return below(n)
        looks of the slot of the key += 1
        if it was not, or there are many:               return carefully(n, seat, key, looks)
        scan the branches
        """

        def emit(fn: Fn) -> Instructions:
            head, n, seat, key, looks, leave = self.head, fn.param(0), fn.param(1), fn.local(I64), fn.local(), Label()
            rare = if_(head.load32(DEPTH).ge(head.load32(USUAL)), give(self.rarely().call(n, seat)))
            look = (
                br_if(n.gtu(MOST_MOVES), leave)
                + key.set(self._key(seat))
                + self._look(fn, (n, seat, key, looks), leave)
            )
            many = if_((looks.wide() * n.wide()).op("geu", FEW), give(self.carefully().call(n, seat, key, looks)))
            return rare + block(leave, look + many + self.scan(fn, (n, seat, key, looks))) + self.leaving(n)

        return self.mb.helper("picked", (I32, I64), I32, emit)

    def rarely(self) -> Fn:
        """`rarely_picked(n, seat)`: the same where anything may be.

        key = the key of the seat
        if told:                                    told(n, key);  return -1
        if the path is too long:                    leave the tree;  return below(n)
        if the path is as long as the delay:        key = mixed(key, guess)
        if there are too many moves:                leave the tree;  return below(n)
        if the tree is full, and key is not in it:  leave the tree;  return below(n)
        looks of the slot of the key += 1
        return carefully(n, seat, key, looks)
        """

        def emit(fn: Fn) -> Instructions:
            head, n, seat, key, looks, leave = self.head, fn.param(0), fn.param(1), fn.local(I64), fn.local(), Label()
            told = key.set(self._key(seat)) + if_(head.load32(TALLY), self.told().run(n, key) + give(-1))
            delayed = if_(head.load(DEPTH).ge(head.load(DELAY)), key.set(mixed(key, head.load(GUESS))))
            look = br_if(head.load32(DEPTH).ge(DEEPEST), leave) + delayed + br_if(n.gtu(MOST_MOVES), leave)
            look += self._look(fn, (n, seat, key, looks), leave) + give(self.carefully().call(n, seat, key, looks))
            return told + block(leave, look) + self.leaving(n)

        return self.mb.helper("rarely_picked", (I32, I64), I32, emit)

    def _key(self, seat: Var) -> Term:
        """What a seat has heard in this dive, as a number."""
        return (seat.wrap() << 3).load(self.map.keys)

    def _look(self, fn: Fn, asked: tuple[Var, Var, Var, Var], leave: Label) -> Instructions:
        """Look once more at the position with a key; `looks` says how often that was. Return the place of a move at the
        first look; leave the tree where there is no room for the position.
        """
        head, (n, seat, key, looks), slot = self.head, asked, fn.local()
        new = br_if(self.is_full, leave) + slot.store(key + 1, KEY) + head.store(head.load(USED) + 1, USED)
        new += slot.store32(1, LOOKS) + give(self.carefully().call(n, seat, key, const(1)))
        found = slot.set(find(self.mb, self.map).call(key + 1)) + if_(slot.load().eq(0), new)
        return found + looks.set(slot.load32(LOOKS) + 1) + slot.store32(looks, LOOKS)

    def told(self) -> Fn:
        """`told(n, key)`: in the place of each move, how often its branch was taken; n is noted, or 0 for too many."""

        def emit(fn: Fn) -> Instructions:
            n, key, at, end = fn.param(0), fn.param(1), fn.local(), fn.local()
            one = at.store(find(self.mb, self.map).call(mixed(key, at.load())).load32(TAKEN)) + at.up(CELL)
            begin = at.set(self.map.heard) + end.set((n << 3) + self.map.heard)
            few = if_(n.gtu(MOST_MOVES), n.set(0))
            return few + self.head.store(n.wide(), LISTED) + begin + loop_until(at.eq(end), do=one)

        return self.mb.helper("told", (I32, I64), None, emit)
