"""The card with a certain number in a set, as code."""

from __future__ import annotations

from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.control import block, br_if, loop_until
from ..wasm.instructions import Instructions, Label, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Var, long, select
from .alive import bits_in

SURE_TURNS = 6
"""So many of the lower cards are passed over without a jump; further ones by a loop."""

FEW_TURNS = 2
"""So many in a set that is often no larger, and whose size is mostly what it was before."""


def nth(mb: ModuleBuilder, many: int) -> Fn:
    """`nth(at, rank)`: the card with this number in the set of so many words at an address; the number has gone down by
    the size of the set.

    rank += the size of the set
    go to the word with this card; remove so many of its bits; the lowest is it

    The number is random, so whatever jumps by it is foreseen wrongly by the processor, which costs more than a few
    turns for nothing.
    """

    def emit(fn: Fn) -> Instructions:
        at, rank, left, base = fn.param(0), fn.param(1), fn.local(I64), fn.local(I64)
        words = [at.load(CELL * word) for word in range(many)]
        code = rank.set(rank + bits_in(words)) + left.set(words[0])
        behind, on = fn.local(I64), fn.local()
        for word in range(1, len(words)):
            code += behind.set(rank - left.bit_count()) + on.set(behind.ge(0)) + rank.set(select(behind, rank, on))
            code += left.set(select(words[word], left, on)) + base.set(select(long(64 * word), base, on))
        return code + _pass_over(left, rank) + (left.trailing_zeros() + base).code

    return mb.helper(("nth", many), (I32, I64), I64, emit)


def nth_of(mb: ModuleBuilder) -> Fn:
    """`nth_of(set, rank)`: the number with this rank, from 0, in a set of one word."""

    def emit(fn: Fn) -> Instructions:
        left, rank = fn.param(0), fn.param(1)
        return _pass_over(left, rank) + left.trailing_zeros().code

    return mb.helper("nth_of", (I64, I64), I64, emit)


def nth_of_whole(mb: ModuleBuilder) -> Fn:
    """`nth_of_whole(set, rank)`: the same for all cards of a heap. The number has gone down by the size of the set.

    How many cards lie in a heap follows from how far the game is: a jump by that is foreseen.
    """

    def emit(fn: Fn) -> Instructions:
        left, rank, many, done = fn.param(0), fn.param(1), fn.local(I64), Label()
        code = many.set(left.bit_count()) + rank.set(rank + many)
        code += _turns(left, rank, range(FEW_TURNS))
        code += block(done, br_if(many.le(FEW_TURNS + 1), done) + _pass_over(left, rank, FEW_TURNS))
        return code + left.trailing_zeros().code

    return mb.helper("nth_of_whole", (I64, I64), I64, emit)


def _pass_over(left: Var, rank: Var, done: int = 0) -> Instructions:
    """Remove so many of the lowest bits, of which some are `done`."""
    further = loop_until(rank.le(SURE_TURNS), do=left.set(left & (left - 1)) + rank.up(-1))
    return _turns(left, rank, range(done, SURE_TURNS)) + further


def _turns(left: Var, rank: Var, turns: range) -> Instructions:
    """Remove the lowest bit in each turn whose number is below the rank."""
    return sequence(left.set(select(left & (left - 1), left, rank.gt(turn))) for turn in turns)
