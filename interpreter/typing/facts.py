"""What a condition that holds, or fails, tells about what is not none."""

from __future__ import annotations

from ..syntax import nodes as syn
from ..syntax.write import write


def if_true(test: syn.Expr) -> frozenset[str]:
    """The expressions that are not none where the test holds."""
    match test:
        case syn.IsNone(operand=operand, negated=True):
            return frozenset({write(operand)})
        case syn.Binary(operator="and"):
            return if_true(test.left) | if_true(test.right)
        case syn.Binary(operator="or"):
            return if_true(test.left) & if_true(test.right)
        case syn.Unary(operator="not"):
            return if_false(test.operand)
        case syn.Binary(operator="!=", right=syn.Nothing()):
            return frozenset({write(test.left)})
        case syn.Binary(operator="==", left=left, right=right):
            return _sure_sides(left, right)
        case _:
            return frozenset()


def if_false(test: syn.Expr) -> frozenset[str]:
    """The expressions that are not none where the test fails."""
    match test:
        case syn.IsNone(operand=operand, negated=False):
            return frozenset({write(operand)})
        case syn.Binary(operator="or"):
            return if_false(test.left) | if_false(test.right)
        case syn.Binary(operator="and"):
            return if_false(test.left) & if_false(test.right)
        case syn.Unary(operator="not"):
            return if_true(test.operand)
        case syn.Binary(operator="==", right=syn.Nothing()):
            return frozenset({write(test.left)})
        case _:
            return frozenset()


def _sure_sides(left: syn.Expr, right: syn.Expr) -> frozenset[str]:
    """`zone.empty == false` and the like tell nothing; a symbol or number on one side makes the other sure."""
    return frozenset({write(left)}) if isinstance(right, syn.Integer) else frozenset()
