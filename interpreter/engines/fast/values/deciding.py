"""Whether a test holds for any element, or for all: the first that decides it is the last that is looked at.

What the last of several loops says of the cards of a heap may be worked out at once (`sets`):

    any(t(q, c) for q in players for c in q.hand)        for q in players: if hand of q & t of q != 0: yes
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ....language.ir import nodes as ir
from ..building.function_builder import FunctionBuilder
from ..wasm.control import br, if_
from ..wasm.instructions import NOTHING, Instructions, Label
from ..wasm.term import I32, Term, after
from .conditions import when
from .loops import nested_loops
from .sets import emit_over_heap

FoldEmitter = Callable[[FunctionBuilder, ir.Fold], Term]
"""Emits the code of a comprehension."""


def decided_by(value: int) -> FoldEmitter:
    """`any` (by the first 1) and `all` (by the first 0)."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        found, needs = fb.fn.local(I32), node.body if value else None

        def inner(done: Label) -> Instructions:
            return decide(when(fb, node.body), done)

        def decide(test: Callable[..., Instructions], done: Label) -> Instructions:
            decided = found.set(value) + br(done)
            return test(decided) if value else test(NOTHING, decided)

        def last(done: Label) -> Instructions:
            over_heap = emit_over_heap(fb, replace(node, loops=node.loops[-1:]))
            if over_heap is not None:
                return decide(partial(if_, over_heap), done)
            return nested_loops(fb, node.loops[-1:], lambda _: inner(done), needs=needs)

        if len(node.loops) > 1:
            return after(found.set(1 - value) + nested_loops(fb, node.loops[:-1], last), found)
        return after(found.set(1 - value) + nested_loops(fb, node.loops, inner, needs=needs), found)

    return fold
