"""Names for values: the lines `let x = …` of effects, and those before the value of a function.

The IR has no `let` in expressions. A function whose value has names becomes several functions, and each name is a
parameter of the one in which it holds, so it is computed once:

    f(p):                       f(p)      = f.1(p, A)
      let a = A          ->     f.1(p, a) = f.2(p, a, B)
      let b = B                 f.2(p, a, b) = V
      V
"""

from __future__ import annotations

from dataclasses import replace

from ...ir import nodes as ir
from ...syntax import nodes as syn
from ..names.scope import Frame, Scope
from .matching import cards_of, unknown


def let_value(stmt: syn.Let, scope: Scope) -> ir.Expr:
    """The value that a name is given: anything but none itself (E310); of a zone, its cards."""
    value = scope.typed(stmt.value)
    if value.type.base == "zone":
        return cards_of(value, scope)
    if value.type.base == "none":
        scope.world.report.add(
            "E310",
            "a name needs a value, but this is always none",
            stmt.value.span,
            label="always none",
            path=scope.path,
        )
        return unknown(stmt.value.span)
    return value


def with_lets(
    lets: tuple[syn.Let, ...], body: syn.Expr, key: str, locals: tuple[ir.Local, ...], scope: Scope
) -> ir.Expr:
    """The value of the function `key`, which has these locals; a function is generated for what follows each name."""
    if not lets:
        return scope.typed(body)
    first, *others = lets
    value = let_value(first, scope)
    scope.check_new_name(first.name)
    inner, given = replace(scope, frame=Frame()), []
    for local in locals:
        given.append(inner.frame.local(local.name, local.type, local.span))
        inner = inner.bound(local.name, given[-1])
    given.append(inner.frame.local(first.name.text, value.type, first.name.span))
    inner = inner.bound(first.name.text, given[-1])
    rest = f"{key.split('.')[0]}.{len(locals) + 1}"
    scope.world.enter(2, first.span, scope.path)
    result = with_lets(tuple(others), body, rest, tuple(given), inner)
    scope.world.depth -= 2
    scope.world.functions[rest] = ir.Function(rest, tuple(given), result, first.span)
    scope.world.results[rest] = result.type
    return ir.Call(rest, (*locals, value), result.type, body.span)
