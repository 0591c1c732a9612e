"""Values in which nothing can go wrong: whoever does not need one may leave it out, or compute it all the same."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import LEAST, MOST, NONE
from ...program.nodes import Expr
from ...program.walk import parts
from ..building.facts import Facts, Locals
from ..building.ranges import Range
from .sets import PRINTED

SAFE = PRINTED | {"top", "team", "zone_size", "zone_empty"}
"""Builtins that nothing can go wrong in, and that take no time to speak of."""

SURE = SAFE | {
    "rivals", "players", "teams", "team_rivals", "members", "size", "item", "larger", "smaller", "card_place",
    "cards_of", "list_empty", "reverse", "distinct", "join", "without",
}  # fmt: skip
"""Builtins in which nothing can go wrong."""


def is_sure(facts: Facts, node: Expr, env: Locals) -> bool:
    """Whether nothing can go wrong in a value, however long it takes; what is left out of it is not missed."""
    if not all(is_sure(facts, part, env) for part in parts(node) if not isinstance(node, ir.Fold)):
        return False
    match node:
        case ir.Apply("add" | "subtract" as op, (one, other)):
            (a, b), (c, d) = facts.range(one, env), facts.range(other, env)
            return fits(a + c if op == "add" else a - d) and fits(b + d if op == "add" else b - c)
        case ir.Apply(op):
            return op in SURE
        case ir.Call(name, args):
            body, inner, key = facts.called(name, args, env)
            if key not in facts.sure:
                facts.sure[key] = is_sure(facts, body, inner)
            return facts.sure[key]
        case ir.Fold(op="any" | "all" | "count" | "sum" | "max" | "min" | "first" | "last" | "list", loops=loops):
            if node.op == "sum" and not is_bounded(facts.range(node, env)):
                return False
            inner = dict(env)
            for loop in loops:
                if not is_sure(facts, loop.source, inner):
                    return False
                inner[loop.local.number] = facts.element(loop.source, inner)
                if loop.test is not None and not is_sure(facts, loop.test, inner):
                    return False
            return all(is_sure(facts, part, inner) for part in (node.body, *node.keys))
        case ir.Fold():
            return False
        case _:
            return True


def fits(number: int) -> bool:
    """Whether a number is one of the language."""
    return NONE < number < 1 << 63


def is_bounded(range: Range) -> bool:
    """Whether more is known of a number than that it is one, so that a sum is not checked."""
    return range[0] > LEAST and range[1] < MOST
