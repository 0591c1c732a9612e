"""Tree search (UCT) inside a compiled game, as `reference.uct` says, step by step the same.

at a decision, while the dive is in the tree:
    let all hear of the moves before
    note how the seat hears of each legal move
    place = picked(n, seat);  or stop, if only the branches are asked for
    the move waits to be heard
"""

from __future__ import annotations

from math import inf, sqrt
from struct import pack, unpack

from ...engines.engine import DEEPEST
from ...engines.program.bounds import CELL
from ...engines.program.derived_values import VALUE
from ...engines.program.nodes import AskBlock, Block
from ...engines.reference.uct import FEWEST, LOG_STEP, MOST_MOVES, ONE
from ..builder.function_builder import FunctionBuilder
from ..builder.memory_map import Control, stride
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.tree_map import FEW, FULL, SLOTS, Head, TreeMap, TreeSlot
from ..cards.chance import below
from ..cards.disclosure import hash_step
from ..moves.random_moves import random_untried
from ..rules.results import returns_at
from ..rules.state_slots import note_record, record_at
from ..wasm.module import Fn
from ..wasm.statements import (
    RETURN,
    TRAP,
    block,
    br,
    br_if,
    clear,
    copy_cells,
    do_while,
    give,
    if_,
    loop,
    loop_until,
    sequence,
)
from ..wasm.terms import (
    F64,
    I32,
    I64,
    NOTHING,
    Instructions,
    JumpLabel,
    Term,
    Var,
    choose,
    const,
    fraction,
)
from .move_hash import (
    canonical_block,
    hash_all_moves,
    hash_pending_moves,
    is_sequenced,
    pending_move_at,
    waits_on,
)
from .playout_policy import appraise

# Which branch of a position a dive takes, and how branches are made: `reference.uct`, step by step the same.

INVERSE_ROOTS = tuple(unpack("<q", pack("<d", 1.0 / sqrt(max(1, number))))[0] for number in range(FEW))
"""The bits of one divided by the roots of small numbers: the processor would have to wait for a root."""


class Branches:
    """Emits what picks among branches; `head` is where the numbers of the tree lie."""

    def __init__(self, mb: ModuleBuilder) -> None:
        self.mb, self.map = mb, mb.tree_map
        self.head = const(self.map.head)

    @property
    def is_full(self) -> Term:
        """Whether there is no room for another branch: 32 bits."""
        head = self.head
        return head.load32(Head.BRANCHES).ge(head.load32(Head.ROOM)) | head.load32(Head.USED).ge(FULL)

    def leave(self, n: Var) -> Instructions:
        """The dive leaves the tree, and the function returns any of n moves."""
        return self.leaving(n) + RETURN

    def leaving(self, n: Var) -> Instructions:
        """The dive leaves the tree, with any of n moves."""
        return self.head.store(0, Head.OPEN) + below(self.mb).call(n.wide()).wrap().code

    @helper("picked", (I32, I64), I32)
    def picked(self, fn: Fn) -> Instructions:
        """`picked(n, seat)`: the place of the move to look at next, of several.

        if the path is too long, or there are too many moves:  leave the tree;  return below(n)
        key = the key of the seat;  if the path is as long as the delay: key = mixed(key, guess)
        if the tree is full, and key is not in it:             leave the tree;  return below(n)
        looks of the slot of the key += 1
        if the first move is given:  return given(n, seat, key)
        if it is the first look:     there are no branches;  all are new
        from the last move to the first: if it has a branch: available += 1; note it; keep the best; else: new += 1
        if there are new ones:       return grow(n, seat, key, looks, new, best)
        the branch of the best one goes to the path;  return its place
        """
        head, n, seat, leave, key, looks = self.head, fn.param(0), fn.param(1), JumpLabel(), fn.local(I64), fn.local()
        begin = br_if(n.gtu(MOST_MOVES), leave) + br_if(head.load32(Head.DEPTH).ge(DEEPEST), leave)
        begin += key.set((seat.wrap() << 3).load(self.map.keys))
        begin += if_(head.load(Head.DEPTH).ge(head.load(Head.DELAY)), key.set(hash_step(key, head.load(Head.GUESS))))
        begin += self._look(fn, key, looks, leave)
        begin += if_(head.load32(Head.FIRST).ne(-1), give(self.given().call(n, seat, key)))
        return block(leave, begin + self._scan(fn, n, seat, key, looks)) + self.leaving(n)

    def _look(self, fn: Fn, key: Var, looks: Var, leave: JumpLabel) -> Instructions:
        """Look once more at the position with a key; `looks` says how often that was. Leave the tree where there is no
        room for the position.
        """
        head, slot = self.head, fn.local()
        new = br_if(self.is_full, leave) + slot.store(key + 1, TreeSlot.KEY)
        new += head.store(head.load(Head.USED) + 1, Head.USED)
        found = slot.set(find(self.mb).call(key + 1)) + if_(slot.load().eq(0), new)
        return found + looks.set(slot.load32(TreeSlot.LOOKS) + 1) + slot.store32(looks, TreeSlot.LOOKS)

    def _scan(self, fn: Fn, n: Var, seat: Var, key: Var, looks: Var) -> Instructions:
        """Return the best of the branches that are there, or a new one."""
        at, slot, new, place = (fn.local() for _ in range(4))
        own, best, promise, least, spread = fn.local(I64), *(fn.local(F64) for _ in range(4))
        slots, heard, branch = TreeSlots(self.map, fn), self.map.heard - CELL, self.map.found - CELL
        known = slot.store32(slot.load32(TreeSlot.AVAILABLE) + 1, TreeSlot.AVAILABLE) + at.store32(slot, branch)
        known += promise.set(self.promise(slot, least, spread))
        known += if_(promise.op("ge", best), best.set(promise) + place.set(at))
        free = new.up() + at.store32(0, branch)
        one = own.set(hash_step(key, at.load(heard))) + slots.seek(own, slot, found=known, free=free) + at.up(-CELL)
        first, last = at.set(n << 3), at.ne(0)
        begin = least.set(self.head.load_fraction(Head.LEAST)) + best.set(fraction(-inf)) + slots.begin()
        begin += spread.set(self.head.load_fraction(Head.MOST).op("sub", least))
        scanned = begin + first + do_while(skip=const(0), do=one, again=last)
        none = new.set(n) + clear(const(self.map.found), n << 3)
        grow = give(self.grow().call(n, seat, key, looks, new, place))
        return if_(looks.eq(1), none, scanned) + if_(new, grow) + self.best(fn, place, seat)

    def best(self, fn: Fn, at: Var, seat: Var) -> Instructions:
        """Return the place of the move that ends so many bytes behind `heard`; its branch goes to the path."""
        branch = fn.local()
        path = branch.set(at.load32(self.map.found - CELL)) + self.taken(fn, branch, seat)
        return path + give((at >> 3) - 1)

    @helper("grow", (I32, I64, I64, I32, I32, I32), I32)
    def grow(self, fn: Fn) -> Instructions:
        """`grow(n, seat, key, looks, new, best)`: the place of a move with a new branch, or of the best move.

        if there are few others, and room:  make the branch of a new one;  leave the tree;  it goes to the path
        else if there is no best move:      leave the tree;  return below(n)
        """
        head, (n, seat, key, looks, new, best) = self.head, (fn.param(place) for place in range(6))
        place, branch = fn.local(), fn.local()
        wide = fraction(FEWEST).most(head.load_fraction(Head.WIDTH).op("mul", looks.wide().float().root()))
        narrow = (n - new).wide().float().op("lt", wide)
        any_of_all = looks.eq(1) & head.load32(Head.ROW).eq(0)
        draw = choose(any_of_all, below(self.mb).call(n.wide()).wrap(), random_untried(self.mb).call(new))
        heard = (place << 3).load(self.map.heard)
        fresh = head.store(n.wide(), Head.LISTED) + place.set(draw)
        fresh += branch.set(slot_of(self.mb).call(hash_step(key, heard))) + self.grown(branch)
        there = if_(best.not_(), self.leave(n)) + self.best(fn, best, seat)
        grown = if_(narrow, if_(self.is_full.not_(), fresh + self.taken(fn, branch, seat) + give(place)))
        return grown + there + TRAP

    @helper("given_first", (I32, I64, I64), I32)
    def given(self, fn: Fn) -> Instructions:
        """`given(n, seat, key)`: the place of the first move, which is given; its branch, which may be new.

        place = first;  first = none
        if there is none in this place: leave the tree;  return below(n)
        if its branch is new:  if the tree is full: leave the tree;  return below(n)
                               make it;  leave the tree
        else:  available += 1
        the branch goes to the path
        return place
        """
        head, n, seat, key = self.head, *(fn.param(p) for p in range(3))
        place, branch, at = fn.local(), fn.local(), fn.local()
        begin = place.set(head.load32(Head.FIRST)) + head.store(-1, Head.FIRST) + if_(place.op("geu", n), self.leave(n))
        whose = fn.local(I64)
        look = whose.set(hash_step(key, ((place << 3) + self.map.heard).load())) + at.set(find(self.mb).call(whose))
        fresh = if_(self.is_full, self.leave(n)) + branch.set(slot_of(self.mb).call(whose))
        fresh += self.grown(branch)
        known = branch.set(at) + branch.store32(branch.load32(TreeSlot.AVAILABLE) + 1, TreeSlot.AVAILABLE)
        code = begin + look + if_(at.load32(TreeSlot.AVAILABLE), known, fresh) + self.taken(fn, branch, seat)
        return code + place.code

    def grown(self, branch: Var) -> Instructions:
        """The tree has a new branch, and the dive leaves it."""
        head = self.head
        code = branch.store32(1, TreeSlot.AVAILABLE) + head.store(head.load(Head.BRANCHES) + 1, Head.BRANCHES)
        return code + head.store(0, Head.OPEN)

    def taken(self, fn: Fn, branch: Var, seat: Var) -> Instructions:
        """The branch goes to the path."""
        head, many, to, path = self.head, fn.local(), fn.local(), self.map.path
        begin = many.set(head.load32(Head.DEPTH)) + to.set(many << 4) + to.store(branch.wide(), path)
        return begin + to.store(seat, path + CELL) + head.store((many + 1).wide(), Head.DEPTH)

    def promise(self, slot: Var, least: Term, spread: Term) -> Term:
        """What speaks for a branch, which has been available at least as often as taken.

        share = (mean - least) / spread if spread > 0 else 1/2
        share + (curiosity × root(log(available))) × (1 / root(taken))
        """
        above = slot.load_fraction(TreeSlot.MEAN).op("sub", least)
        apart = choose(spread.op("gt", fraction(0.0)), above / spread, fraction(0.5))
        share = choose(spread.op("eq", fraction(1.0)), above, apart)
        available, taken = slot.load32(TreeSlot.AVAILABLE), slot.load32(TreeSlot.TAKEN)
        few = (available << 3).load_fraction(self.map.wishes)
        few = few.op("mul", (taken << 3).load_fraction(self.mb.table(INVERSE_ROOTS)))
        log = (available.wide().float().bits() - ONE).float().op("mul", fraction(LOG_STEP))
        wish = self.head.load_fraction(Head.CURIOSITY).op("mul", log.root())
        many = wish.op("mul", fraction(1.0) / taken.wide().float().root())
        return share.op("add", choose(available.ltu(FEW), few, many))


# The slots of a tree, found by their keys (`builder.tree_map`).


class TreeSlots:
    """Emits what finds slots in a function: `last` is how far behind the first of them the last one lies.

    They begin at as many bytes behind `map.slots` as they take, so that nothing else has to be known.
    """

    def __init__(self, tree: TreeMap, fn: Fn) -> None:
        self.map, self.last = tree, fn.local()

    @property
    def _base(self) -> Term:
        """Where the first of them lies."""
        return self.last + (self.map.slots + TreeSlot.BYTES)

    def begin(self) -> Instructions:
        """Work out where they lie."""
        return self.last.set((const(self.map.head).load32(Head.SIZE) << TreeSlot.BITS) - TreeSlot.BYTES)

    def find(self, key: Var, slot: Var) -> Instructions:
        """`slot` becomes the address of the slot of a key, or of the free one that would be its slot.

        slot = as far as the upper bits of the key say
        until the slot is free or has this key: to the next one, round the table
        """
        return self._first(key, slot) + loop_until(slot.load().eq(key), slot.load().eq(0), do=self._following(slot))

    def seek(self, key: Var, slot: Var, *, found: Instructions, free: Instructions) -> Instructions:
        """The same, and do one thing or the other, whether the slot has the key or is free."""
        done, again = JumpLabel(), JumpLabel()
        turn = if_(slot.load().eq(key), found + br(done))
        turn += if_(slot.load().ne(0), self._following(slot) + br(again)) + free
        return self._first(key, slot) + block(done, loop(again, turn))

    def _first(self, key: Var, slot: Var) -> Instructions:
        return slot.set(((key >> (40 - TreeSlot.BITS)).wrap() & self.last) + self._base)

    def _following(self, slot: Var) -> Instructions:
        return slot.set(((slot - self._base + TreeSlot.BYTES) & self.last) + self._base)


@helper("find", (I64,), I32)
def find(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`find(key)`: the address of its slot, or of the free one that would be its slot."""
    key, slot, slots = fn.param(0), fn.local(), TreeSlots(mb.tree_map, fn)
    return slots.begin() + slots.find(key, slot) + slot.code


@helper("slot", (I64,), I32)
def slot_of(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`slot(key)`: the address of its slot, which is in use from now on."""
    key, slot, head = fn.param(0), fn.local(), const(mb.tree_map.head)
    claim = slot.store(key, TreeSlot.KEY) + head.store(head.load(Head.USED) + 1, Head.USED)
    return slot.set(find(mb).call(key)) + if_(slot.load().eq(0), claim) + slot.code


@helper("widen")
def widen(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`widen()`: what is in the slots goes to twice as many behind them."""
    head, many, at, end, to = const(mb.tree_map.head), fn.local(), fn.local(), fn.local(), fn.local()
    twice = (many << TreeSlot.BITS + 1) + mb.tree_map.slots
    begin = many.set(head.load32(Head.SIZE)) + at.set((many << TreeSlot.BITS) + mb.tree_map.slots) + end.set(twice)
    begin += clear(end, many << TreeSlot.BITS + 1) + head.store((many << 1).wide(), Head.SIZE)
    one = to.set(find(mb).call(at.load())) + to.move16(at, 0, 0) + to.move16(at, 16, 16)
    return begin + loop_until(at.eq(end), do=if_(at.load().ne(0), one) + at.up(TreeSlot.BYTES))


class TreeCode(Branches):
    """Emits what looks ahead."""

    @property
    def is_open(self) -> Term:
        """Whether a dive is in the tree: 32 bits."""
        return self.head.load32(Head.OPEN)

    @property
    def turn(self) -> Term:
        """The number of the dive; where first moves are tried in turn all of them have the same, once round."""
        done, many = const(0).load(Control.DONE), self.head.load(Head.FIRSTS)
        return choose(many.eq(0), done, done.op("divu", many))

    # Around a dive ------------------------------------------------------------------------

    def begin(self, fn: Fn) -> Instructions:
        """A dive begins where the tree does.

        if a quarter of the slots is in use:  widen, unless there are as many as can be
        if first moves are tried in turn:  first = the next of them
        """
        head = self.head
        many = head.load32(Head.SIZE)
        room = if_((head.load32(Head.USED) << 2).ge(many), if_(many.ne(SLOTS), widen(self.mb).run()))
        fresh = room + head.store(1, Head.OPEN) + head.store(0, Head.DEPTH) + head.store(0, Head.MADE)
        fresh += head.store(0, Head.TRYING)
        fresh += head.store(head.load(Head.REACH), Head.LEFT)
        place = (const(0).load(Control.DONE).op("remu", head.load(Head.FIRSTS)).wrap() << 3) + self.map.firsts
        fresh += head.store(-1, Head.FIRST) + if_(head.load32(Head.FIRSTS), head.store(place.load(), Head.FIRST))
        return fresh + copy_cells(fn, const(self.map.keys), const(self.map.roots), self.mb.layout.players)

    @helper("back_up")
    def back_up(self, fn: Fn) -> Instructions:
        """`back_up()`: the returns go to all branches that were taken.

        if the branches are not only told of:
            for each seat: least, most = the least and the greatest of them and its return
            for each branch of the path: taken += 1; total += the return of its seat; mean = total / taken
        """
        head, at, end, slot, taken, result = self.head, *(fn.local() for _ in range(5))
        total, least, most = (fn.local(F64) for _ in range(3))
        returns = [result.load_fraction(CELL * n) for n in range(self.mb.layout.players)]
        bounds = result.set(returns_at(self.mb))
        bounds += least.set(head.load_fraction(Head.LEAST)) + most.set(head.load_fraction(Head.MOST))
        bounds += sequence(
            if_(one.op("lt", least), least.set(one) + head.store(one, Head.LEAST))
            + if_(one.op("gt", most), most.set(one) + head.store(one, Head.MOST))
            for one in returns
        )
        whose = result + (at.load32(CELL) << 3)
        one = slot.set(at.load32()) + taken.set(slot.load32(TreeSlot.TAKEN) + 1) + slot.store32(taken, TreeSlot.TAKEN)
        one += total.set(slot.load_fraction(TreeSlot.TOTAL).op("add", whose.load_fraction()))
        one += slot.store(total, TreeSlot.TOTAL) + slot.store(total / taken.wide().float(), TreeSlot.MEAN)
        one += at.up(2 * CELL)
        path = at.set(self.map.path) + end.set((head.load32(Head.DEPTH) << 4) + self.map.path)
        added = bounds + path + do_while(skip=at.eq(end), do=one, again=at.ne(end))
        return if_(head.load32(Head.TALLY).not_(), added)

    # At a decision ------------------------------------------------------------------------

    def decide(self, fn: Fn, one: Block, end: AskBlock, n: Var, place: Var, stop: Instructions) -> Instructions:
        """`place` is the move to look at next of n that are listed, once all have heard what they may, the only one if
        there are no more; or `stop`."""
        mb, head, to, row = self.mb, self.head, fn.local(), CELL * stride(end)
        seat = mb.read(end.who.address)
        hear = if_(n.op("leu", MOST_MOVES), hash_all_moves(mb, one, end).run(n, seat))
        rows = head.store(row if len(end.choices) > 1 else 0, Head.ROW)
        told = if_(head.load32(Head.TALLY), self.visit_counts().run(n, seat) + stop)
        pick = hear + rows + told + place.set(self.picked().call(n, seat))
        chosen = if_((n ^ 1) | head.load32(Head.TALLY), pick, place.set(0))
        noted = self._wait(fn, one, end, to) + copy_cells(fn, to, place * row + mb.rows, stride(end))
        return hash_pending_moves(mb, one, end) + chosen + noted

    def _wait(self, fn: Fn, one: Block, end: AskBlock, to: Var) -> Instructions:
        """A move waits to be heard; it goes `to` there."""
        mb, head, many = self.mb, self.head, fn.local()
        wait = to.set(self.map.made) + head.store(1, Head.MADE)
        if waits_on(mb, end):
            wait = many.set(head.load32(Head.MADE)) + to.set(pending_move_at(self.map, many))
            wait += head.store((many + 1).wide(), Head.MADE)
        wait += to.store(canonical_block(one, end)) + to.store(mb.read(end.who.address), CELL) + to.up(2 * CELL)
        if end.secret is not None:
            wait += note_record(mb, record_at(mb, end.secret.pending, end.secret.index))
        elif is_sequenced(mb, end):
            wait += note_record(mb, const(mb.table((1,))))
        return wait

    def cut_off(self, fb: FunctionBuilder, stop: Instructions) -> Instructions:
        """Behind the tree, at a decision: appraise the position and stop, if the dive has gone far enough."""
        if VALUE not in self.mb.program.functions:
            return NOTHING
        left = self.head.load(Head.LEFT)
        return if_(left.eq(0), appraise(fb, self.map) + stop) + self.head.store(left - 1, Head.LEFT)

    @helper("told", (I32, I64))
    def visit_counts(self, fn: Fn) -> Instructions:
        """`told(n, seat)`: in the place of each move, how often its branch was taken; n is noted, or 0 for too many."""
        n, key, at, end = fn.param(0), fn.local(I64), fn.local(), fn.local()
        one = at.store(find(self.mb).call(hash_step(key, at.load())).load32(TreeSlot.TAKEN)) + at.up(CELL)
        begin = key.set((fn.param(1).wrap() << 3).load(self.map.keys))
        begin += at.set(self.map.heard) + end.set((n << 3) + self.map.heard)
        few = if_(n.gtu(MOST_MOVES), n.set(0))
        return few + self.head.store(n.wide(), Head.LISTED) + begin + loop_until(at.eq(end), do=one)
