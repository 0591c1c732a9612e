"""Which branch of a position a dive takes, and how branches are made: `reference.tree`, step by step the same."""

from __future__ import annotations

from math import inf, sqrt
from struct import pack, unpack

from ...reference.tree import FEWEST, LOG_STEP, ONE
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..building.tree_map import (
    AVAILABLE,
    BRANCHES,
    CURIOSITY,
    DEPTH,
    FEW,
    FIRST,
    FULL,
    LEAST,
    LISTED,
    MEAN,
    MOST,
    OPEN,
    ROOM,
    ROW,
    TAKEN,
    USED,
    WIDTH,
)
from ..cards.chance import below
from ..cards.telling import mixed
from ..moves.any_move import any_new
from ..wasm.bulk import as_fraction
from ..wasm.control import do_while, if_
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import F64, I32, I64, RETURN, TRAP, Term, Var, choose, const, fraction, give, long, select
from .slots import Slots, find, slot_of

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
        return head.load32(BRANCHES).ge(head.load32(ROOM)) | head.load32(USED).ge(FULL)

    def leave(self, n: Var) -> Instructions:
        """The dive leaves the tree, and the function returns any of n moves."""
        return self.leaving(n) + RETURN

    def leaving(self, n: Var) -> Instructions:
        """The dive leaves the tree, with any of n moves."""
        return self.head.store(0, OPEN) + below(self.mb).call(n.wide()).wrap().code

    def carefully(self) -> Fn:
        """`carefully(n, seat, key, looks)`: the place of the move, where the first one may be given, the numbers may be
        large, or nobody has looked before.
        """

        def emit(fn: Fn) -> Instructions:
            head, (n, seat, key, looks) = self.head, (fn.param(place) for place in range(4))
            least, spread = fn.local(F64), fn.local(F64)
            begin = least.set(head.load_fraction(LEAST)) + spread.set(head.load_fraction(MOST).op("sub", least))
            begin += if_(head.load32(FIRST).ne(-1), give(self.given().call(n, seat, key)))
            return begin + self.scan(fn, (n, seat, key, looks), (least, spread)) + TRAP

        return self.mb.helper("carefully", (I32, I64, I64, I32), I32, emit)

    def scan(self, fn: Fn, asked: tuple[Var, Var, Var, Var], returns: tuple[Var, Var] | None = None) -> Instructions:
        """Return the best of the branches that are there, or a new one. Without `returns`, the least and how far
        they are apart, all is as mostly: what speaks for a branch is never below 0, so that bits tell which is more.

        if it is the first look:  there are no branches;  all are new
        from the last move to the first: if it has a branch: available += 1; note it; keep the best; else: new += 1
        if there are new ones:  return grow(n, seat, key, looks, new, best)
        the branch of the best one goes to the path;  return its place
        """
        n, seat, key, looks = asked
        at, slot, new, place, often, taken, is_better = (fn.local() for _ in range(7))
        own, best, promise, slots = fn.local(I64), fn.local(I64), fn.local(I64), Slots(self.map, fn)
        heard, branch = self.map.heard - CELL, self.map.found - CELL
        more = as_fraction(promise).op("ge", as_fraction(best))
        known = (
            often.set(slot.load32(AVAILABLE) + 1)
            + slot.store32(often, AVAILABLE)
            + at.store32(slot, branch)
            + taken.set(slot.load32(TAKEN))
            + promise.set(self.promise(slot, often, taken, returns).bits())
            + is_better.set(promise.ge(best) if returns is None else more)
            + best.set(select(promise, best, is_better))
            + place.set(select(at, place, is_better))
        )
        free = new.up() + at.store32(0, branch)
        one = own.set(mixed(key, at.load(heard))) + slots.seek(own, slot, found=known, free=free) + at.up(-CELL)
        first, last = at.set(n << 3), at.ne(0)
        none_yet = long(-1) if returns is None else fraction(-inf).bits()
        scanned = first + slots.begin() + best.set(none_yet) + do_while(skip=const(0), do=one, again=last)
        if returns is not None:
            none = new.set(n) + first + do_while(skip=const(0), do=at.store32(0, branch) + at.up(-CELL), again=last)
            scanned = if_(looks.eq(1), none, scanned)
        grow = give(self.grow().call(n, seat, key, looks, new, place))
        return scanned + if_(new, grow) + self.best(fn, place, seat)

    def best(self, fn: Fn, at: Var, seat: Var) -> Instructions:
        """Return the place of the move that ends so many bytes behind `heard`; its branch goes to the path."""
        branch = fn.local()
        path = branch.set(at.load32(self.map.found - CELL)) + self.taken(fn, branch, seat)
        return path + give((at >> 3) - 1)

    def grow(self) -> Fn:
        """`grow(n, seat, key, looks, new, best)`: the place of a move with a new branch, or of the best move.

        if there are few others, and room:  make the branch of a new one;  leave the tree;  it goes to the path
        else if there is no best move:      leave the tree;  return below(n)
        """

        def emit(fn: Fn) -> Instructions:
            head, (n, seat, key, looks, new, best) = self.head, (fn.param(place) for place in range(6))
            place, branch = fn.local(), fn.local()
            wide = fraction(FEWEST).most(head.load_fraction(WIDTH).op("mul", looks.wide().float().root()))
            narrow = (n - new).wide().float().op("lt", wide)
            any_of_all = looks.eq(1) & head.load32(ROW).eq(0)
            draw = choose(any_of_all, below(self.mb).call(n.wide()).wrap(), any_new(self.mb, self.map).call(new))
            heard = (place << 3).load(self.map.heard)
            fresh = head.store(n.wide(), LISTED) + place.set(draw)
            fresh += branch.set(slot_of(self.mb, self.map).call(mixed(key, heard))) + self.grown(branch)
            there = if_(best.not_(), self.leave(n)) + self.best(fn, best, seat)
            grown = if_(narrow, if_(self.is_full.not_(), fresh + self.taken(fn, branch, seat) + give(place)))
            return grown + there + TRAP

        return self.mb.helper("grow", (I32, I64, I64, I32, I32, I32), I32, emit)

    def given(self) -> Fn:
        """`given(n, seat, key)`: the place of the first move, which is given; its branch, which may be new.

        place = first;  first = none
        if there is none in this place: leave the tree;  return below(n)
        if its branch is new:  if the tree is full: leave the tree;  return below(n)
                               make it;  leave the tree
        else:  available += 1
        the branch goes to the path
        return place
        """

        def emit(fn: Fn) -> Instructions:
            head, n, seat, key = self.head, *(fn.param(p) for p in range(3))
            place, branch, at = fn.local(), fn.local(), fn.local()
            begin = place.set(head.load32(FIRST)) + head.store(-1, FIRST) + if_(place.op("geu", n), self.leave(n))
            whose = fn.local(I64)
            look = whose.set(mixed(key, ((place << 3) + self.map.heard).load())) + at.set(
                find(self.mb, self.map).call(whose)
            )
            fresh = (
                if_(self.is_full, self.leave(n))
                + branch.set(slot_of(self.mb, self.map).call(whose))
                + self.grown(branch)
            )
            known = branch.set(at) + branch.store32(branch.load32(AVAILABLE) + 1, AVAILABLE)
            return begin + look + if_(at.load32(AVAILABLE), known, fresh) + self.taken(fn, branch, seat) + place.code

        return self.mb.helper("given_first", (I32, I64, I64), I32, emit)

    def grown(self, branch: Var) -> Instructions:
        """The tree has a new branch, and the dive leaves it."""
        head = self.head
        return branch.store32(1, AVAILABLE) + head.store(head.load(BRANCHES) + 1, BRANCHES) + head.store(0, OPEN)

    def taken(self, fn: Fn, branch: Var, seat: Var) -> Instructions:
        """The branch goes to the path."""
        head, many, to, path = self.head, fn.local(), fn.local(), self.map.path
        begin = many.set(head.load32(DEPTH)) + to.set(many << 4) + to.store(branch.wide(), path)
        return begin + to.store(seat, path + CELL) + head.store((many + 1).wide(), DEPTH)

    def promise(self, slot: Var, available: Var, taken: Var, returns: tuple[Var, Var] | None) -> Term:
        """What speaks for a branch. Without `returns`, the least is 0, the most is 1, and both numbers are small.

        share = (mean - least) / (most - least) if most > least else 1/2
        share + (curiosity × root(log(available))) × (1 / root(taken))
        """
        head, mean = self.head, slot.load_fraction(MEAN)
        few_wishes = (available << 3).load_fraction(self.map.wishes)
        inverse = (taken << 3).load_fraction(self.mb.table(INVERSE_ROOTS))
        if returns is None:
            return mean.op("add", few_wishes.op("mul", inverse))
        least, spread = returns
        above = mean.op("sub", least)
        apart = choose(spread.op("gt", fraction(0.0)), above / spread, fraction(0.5))
        share = choose(spread.op("eq", fraction(1.0)), above, apart)
        often = available.wide().float()
        log = (often.bits() - ONE).float().op("mul", fraction(LOG_STEP))
        wish = head.load_fraction(CURIOSITY).op("mul", log.root())
        wish = choose(available.ltu(FEW), few_wishes, wish)
        inverse = choose(taken.ltu(FEW), inverse, fraction(1.0) / taken.wide().float().root())
        return share.op("add", wish.op("mul", inverse))
