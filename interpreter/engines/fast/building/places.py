"""Where a zone lies in memory."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr
from ..wasm.instructions import Instructions
from ..wasm.term import Term, Var, after, const, select
from .function_builder import FunctionBuilder


def zone_address(fb: FunctionBuilder, node: Expr) -> Term:
    """The address of a zone; that of an empty zone for none.

    The zones of a family (one a player, say) usually lie one behind the other, all of one size: then the address is
    computed from the owner, without a table.
    """
    mb = fb.mb
    if not isinstance(node, ir.ZoneOf):
        return _by_number(fb, node)
    family = [mb.memory.state + mb.compact.zones[zone] for zone in mb.layout.families[node.name]]
    if node.owner is None:
        return const(family[0])
    if isinstance(node.owner, ir.Const) and isinstance(node.owner.value, int) and node.owner.value != NONE:
        return const(family[node.owner.value])
    size = family[1] - family[0] if len(family) > 1 else 0
    if any(at != family[0] + n * size for n, at in enumerate(family)):
        return _by_number(fb, node)
    owner, code = fb.reusable(fb.number(node.owner))
    found = owner.wrap() * size + family[0]
    if mb.facts.may_be_none(node.owner, fb.known()):
        found = select(found, const(mb.memory.nothing), owner.ne(NONE))
    return after(code, found)


def place_of_zone(fb: FunctionBuilder, node: Expr) -> tuple[Term, Var, Instructions]:
    """The number and the address of a zone, and the code that computes them; its steps are counted once."""
    number, code = fb.reusable(fb.number(node))
    at = fb.fn.local()
    free = isinstance(node, ir.ZoneOf) and fb.mb.facts.steps(node, fb.known()) == 0
    return number, at, code + at.set(zone_address(fb, node) if free else fb.mb.address_of(number))


def _by_number(fb: FunctionBuilder, node: Expr) -> Term:
    number, code = fb.reusable(fb.number(node))
    return after(code, fb.mb.address_of(number))
