"""What texts for people name in braces, told to the seat that watches.

It is no part of the play, so it takes no steps. A value that cannot be computed traps; then the reference engine plays
on, and leaves the value out.
"""

from __future__ import annotations

from ....language.ir.types import NONE
from ...program.nodes import Expr
from ..building.function_builder import FunctionBuilder, is_card, is_card_list, is_list
from ..cards.telling import VALUE, knows, tell
from ..values.lists import for_each, size
from ..wasm.control import if_
from ..wasm.instructions import Instructions
from ..wasm.term import I64, Term


def tell_value(fb: FunctionBuilder, value: Expr) -> Instructions:
    """A value in a text: a number; a list as its length and each element; a card by its kind, if the seat knows it."""
    aside = fb.another(fb.fn, counting=False)
    aside.names = fb.names
    if not is_list(value.type):
        one = fb.fn.local(I64)
        return one.set(aside.number(value)) + _tell_one(fb, one, is_card=is_card(value))
    items = fb.fn.local()
    each = for_each(fb.fn, items, lambda one: _tell_one(fb, one, is_card=is_card_list(value)))
    return items.set(aside.expr(value)) + tell(fb.mb, VALUE, size(items)) + each


def _tell_one(fb: FunctionBuilder, one: Term, *, is_card: bool) -> Instructions:
    if not is_card:
        return tell(fb.mb, VALUE, one)
    known = if_(knows(fb.mb, one), tell(fb.mb, VALUE, fb.mb.kind(one)), tell(fb.mb, VALUE, NONE))
    return if_(one.eq(NONE), tell(fb.mb, VALUE, NONE), known)
