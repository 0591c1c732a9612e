"""Types expressions: from the syntax tree to the IR."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from ...ir import nodes as ir
from ...ir.types import BOOLEAN, Type
from ...syntax import nodes as syn
from ...syntax.write import write
from ..names.scope import Scope
from .calls import call, list_node, may
from .indexing import index
from .matching import none, number
from .names import name
from .operators import binary, conditional, is_none, or_else, unary
from .properties import attribute


def expression(node: syn.Expr, scope: Scope, expect: Type | None = None) -> ir.Expr:
    """The typed form of an expression. Mistakes go to the report; what has one gets a type that fits everywhere.

    `expect` is the type that is needed here, if known: it decides which symbol a word
    is. It is not checked here, see `matching.fit`.
    """
    match node:
        case syn.Name():
            return _known(name(node, scope, expect), node, scope)
        case syn.Integer():
            return number(node.value, node.span)
        case syn.Boolean():
            return ir.Const(int(node.value), BOOLEAN, node.span)
        case syn.Nothing():
            return none(node.span)
        case syn.Attribute():
            return attribute(node, scope)
        case syn.Call():
            return _known(call(node, scope, expect), node, scope)
        case syn.Index():
            return _known(index(node, scope), node, scope)
        case syn.ListOf():
            return list_node(node, scope, expect)
        case syn.Binary():
            return binary(node, scope, expect)
        case syn.Unary(operator="may"):
            return may(node, scope)
        case syn.Unary():
            return unary(node, scope)
        case syn.IsNone():
            return is_none(node, scope)
        case syn.Conditional():
            return conditional(node, scope, expect)
        case syn.OrElse():
            return or_else(node, scope, expect)
        case _:
            assert_never(node)


def _known(value: ir.Expr, node: syn.Expr, scope: Scope) -> ir.Expr:
    """The value without none in its type, where a condition has ruled none out."""
    if value.type.optional and scope.facts and write(node) in scope.facts:
        return replace(value, type=value.type.sure())
    return value
