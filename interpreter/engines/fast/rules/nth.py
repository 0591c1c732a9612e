"""The card with a certain number in a set, as code."""

from __future__ import annotations

from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.control import loop_until
from ..wasm.instructions import Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Var, long, select
from .alive import bits_in

SURE_TURNS = 6
"""So many of the lower cards are passed over without a jump; further ones by a loop."""


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


def _pass_over(left: Var, rank: Var) -> Instructions:
    """Remove so many of the lowest bits."""
    fewer = left & (left - 1)
    code = sequence(left.set(select(fewer, left, rank.gt(turn))) for turn in range(SURE_TURNS))
    return code + loop_until(rank.le(SURE_TURNS), do=left.set(fewer) + rank.up(-1))
