"""Questions about how many cards lie in a zone."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ..building.counting import Form, how_many, is_empty, many_in
from ..building.function_builder import FunctionBuilder
from ..building.places import place_of_zone, zone_address
from ..building.zones import form_of
from ..wasm.term import Term, after


def zone_size(fb: FunctionBuilder, node: ir.Apply) -> Term:
    """How many cards lie there: 64 bits."""
    return _counted(fb, node.args[0], lambda form, at: many_in(fb.mb, form, at)).wide()


def zone_empty(fb: FunctionBuilder, node: ir.Apply) -> Term:
    """Whether no card lies there."""
    return _counted(fb, node.args[0], lambda form, at: is_empty(fb.mb, form, at), empty=True)


def _counted(fb: FunctionBuilder, zone: ir.Expr, of: Callable[[Form, Term], Term], *, empty: bool = False) -> Term:
    """What is asked `of` a zone, if its form is known; else how many cards lie there, or whether it is empty."""
    form = form_of(fb.mb, zone)
    if form is None:
        number, there, code = place_of_zone(fb, zone)
        many = how_many(fb.mb).call(number.wrap(), there)
        return after(code, many.not_() if empty else many)
    at, code = fb.reusable(zone_address(fb, zone))
    return after(code, of(form, at))
