"""Locals get new numbers: fresh ones where a body replaces its call, or from 0 on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from itertools import count

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from .walk import with_parts, with_values


@dataclass(slots=True)
class Renamer:
    """Gives each local a new number from `numbers`, the same one each time it meets it."""

    numbers: Iterator[int]
    names: dict[int, int] = field(default_factory=dict)

    def local(self, local: ir.Local) -> ir.Local:
        """The local under its new number."""
        number = self.names.get(local.number)
        if number is None:
            number = self.names[local.number] = next(self.numbers)
        return local if number == local.number else ir.Local(number, local.name, local.type, local.span, local.changes)

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """The expression with its locals renamed."""
        if isinstance(expr, ir.Local):
            return self.local(expr)
        return with_parts(expr, self.expr, self.local)

    def body(self, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        """A block of effects with its locals renamed."""
        return tuple(with_values(stmt, self.expr, self.body, self.local) for stmt in body)


def from_zero() -> Renamer:
    """A renamer that numbers locals from 0, in the order in which it meets them."""
    return Renamer(count())


def flat(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """A block of effects without its `Scope`s. None may contain an `Exit`, so they have nothing left to say."""
    result: list[ir.Stmt] = []
    for stmt in body:
        if isinstance(stmt, ir.Scope):
            result.extend(flat(stmt.body))
        else:
            result.append(with_values(stmt, _same, flat, _same_local))
    return tuple(result)


def _same(expr: ir.Expr) -> ir.Expr:
    return expr


def _same_local(local: ir.Local) -> ir.Local:
    return local


def function_from_zero(function: ir.Function) -> ir.Function:
    """A function with its locals numbered from 0, parameters first."""
    names = from_zero()
    parameters = tuple(names.local(p) for p in function.parameters)
    return replace(function, parameters=parameters, body=names.expr(function.body))


def effect_from_zero(effect: ir.Effect) -> ir.Effect:
    """An effect with its locals numbered from 0, parameters first, and without scopes."""
    names = from_zero()
    parameters = tuple(names.local(p) for p in effect.parameters)
    return replace(effect, parameters=parameters, body=names.body(flat(effect.body)))


def lone_expr(bound: tuple[ir.Local, ir.Expr]) -> tuple[ir.Local, ir.Expr]:
    """An expression over one name, with its locals numbered from 0, that name first."""
    names = from_zero()
    return names.local(bound[0]), names.expr(bound[1])
