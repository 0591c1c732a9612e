"""What a spec says of winning and scoring in so simple a way that it can be told in words without a text."""

from __future__ import annotations

from ..syntax import nodes as syn
from .nodes import Category, Spec, Variable


def most_wins(spec: Spec) -> tuple[Variable, bool] | None:
    """The variable of which whoever has most wins, and whether it is least instead; None if it is not that simple."""
    match spec.result.winners if spec.result else None:
        case syn.Call(name=syn.Word(text="best"), comprehension=syn.Comprehension(by=(by, *_))):
            least = isinstance(by, syn.Unary) and by.operator == "-"
            value = by.operand if isinstance(by, syn.Unary) and least else by
            if isinstance(value, syn.Attribute) and value.name.text in spec.variables:
                return spec.variables[value.name.text], least
    return None


def fixed_points(category: Category) -> int | None:
    """The points of a category that always counts the same; None if they are computed."""
    return category.points.value if isinstance(category.points, syn.Integer) else None
