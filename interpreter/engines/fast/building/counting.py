"""How many cards lie in a zone: a row says it, the bits of a heap are counted (see `zones`)."""

from __future__ import annotations

from typing import Literal, get_args

from ...program.compact import CELL, COUNT
from ..wasm.control import if_, loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, give, long
from .module_builder import ModuleBuilder

Form = Literal["heap", "row"]
"""How a zone lies in memory."""

FORMS: tuple[Form, ...] = get_args(Form)

FEW = 4
"""Heaps of no more words than this are counted and emptied without a loop."""


def in_row(at: Term) -> Term:
    """How many cards lie in a row: 32 bits. A heap must not be asked: there is the set itself."""
    return at.load_few(COUNT)


def in_heap(mb: ModuleBuilder, at: Term) -> Term:
    """How many cards lie in a heap: 32 bits. The address is computed once for each word."""
    if mb.compact.words > FEW:
        return _count_heap(mb).call(at)
    many: Term = long(0)
    for word in range(mb.compact.words):
        bits = at.load(CELL * word).bit_count()
        many = many + bits if word else bits
    return many.wrap()


def _count_heap(mb: ModuleBuilder) -> Fn:
    """`count_heap(at)`: how many cards lie in a heap of many words."""

    def emit(fn: Fn) -> Instructions:
        at, many, end = fn.param(0), fn.local(I64), fn.local()
        turn = many.up(at.load().bit_count()) + at.up(CELL)
        return end.set(at + CELL * mb.compact.words) + loop_until(at.eq(end), do=turn) + many.wrap().code

    return mb.helper("count_heap", (I32,), I32, emit)


def many_in(mb: ModuleBuilder, form: Form, at: Term) -> Term:
    """How many cards lie in a zone of a known form: 32 bits."""
    return in_heap(mb, at) if form == "heap" else in_row(at)


def is_empty(mb: ModuleBuilder, form: Form, at: Term) -> Term:
    """Whether no card lies in a zone of a known form."""
    if form == "row" or not 0 < mb.compact.words <= FEW:
        return many_in(mb, form, at).not_()
    some = at.load()
    for word in range(1, mb.compact.words):
        some = some | at.load(CELL * word)
    return some.eq(0)


def how_many(mb: ModuleBuilder) -> Fn:
    """`how_many(zone, at)`: how many cards lie in a zone of any form."""

    def emit(fn: Fn) -> Instructions:
        zone, at = fn.param(0), fn.param(1)
        return if_(mb.is_heap(zone), give(in_heap(mb, at))) + in_row(at).code

    return mb.helper("how_many", (I32, I32), I32, emit)
