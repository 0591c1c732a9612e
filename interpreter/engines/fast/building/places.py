"""Where a zone lies in memory."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr
from ..wasm.term import Term, Var, after, const, select
from .room import CELL, NOTHING
from .writer import Writer, number

Write = Callable[[Writer, Expr], Term]
"""Writes an expression; see `expressions.write_expr`."""


def again(w: Writer, term: Term) -> tuple[Term, bytes]:
    """A term that can be used twice, and what has to be done before."""
    if isinstance(term, Var) or term.fixed() is not None:
        return term, b""
    var = w.fn.local(term.type)
    return var, var.set(term)


def zone_address(w: Writer, node: Expr, write: Write) -> Term:
    """The address of a zone (of an empty one for none)."""
    m = w.m
    if not isinstance(node, ir.ZoneOf):
        which, code = again(w, number(write(w, node)))
        return after(code, m.address_of(which))
    family = [m.layout.zones[zone] for zone in m.layout.families[node.name]]
    start = m.room.state + CELL * family[0].address
    if node.owner is None:
        return const(start)
    if isinstance(node.owner, ir.Const) and isinstance(node.owner.value, int) and node.owner.value != NONE:
        return const(m.room.state + CELL * family[node.owner.value].address)
    size = CELL * (1 + family[0].capacity)
    if any(zone.address != family[0].address + n * (1 + zone.capacity) for n, zone in enumerate(family)):
        which, code = again(w, number(write(w, node)))
        return after(code, m.address_of(which))
    which, code = again(w, number(write(w, node.owner)))
    found = which.wrap() * size + start
    if m.facts.may_be_none(node.owner, w.known()):
        found = select(found, const(NOTHING), which.ne(NONE))
    return after(code, found)
