"""What a builtin costs in steps: the length of the list that it goes through, in every engine alike.

| builtin                                                   | steps                                   |
|-----------------------------------------------------------|-----------------------------------------|
| `x in L`, for a list that was computed                    | the length of L                         |
| `reverse(L)`, `distinct(L)`, `move … except`, `N alike of L` | the length of L                      |
| `a..b`, `L + M`                                           | the length of the result                |
| `subsets`, `stretches`, `sets`, `runs`                    | for each list that is made 1 and its length |
| `apart`                                                   | for each group 1 and its length, and 1 for each look |

`in` takes none where the spec itself says how long the list is: a list in brackets, an attribute of a card, a zone.
"""

from __future__ import annotations

from ...language.ir import nodes as ir

_GONE_THROUGH = {"reverse": 0, "distinct": 0, "without": 0, "alike": 1, "in": 1}
"""Which argument a builtin goes through from one end to the other."""


def gone_through(node: ir.Apply) -> int | None:
    """The position of the argument whose length a builtin takes in steps; None if it takes none."""
    place = _GONE_THROUGH.get(node.op)
    if place is None or (node.op == "in" and _is_short(node.args[place])):
        return None
    return place


def _is_short(where: ir.Expr) -> bool:
    match where:
        case ir.Const() | ir.AttributeOf() | ir.ListOf() | ir.Apply(op="cards_of"):
            return True
        case _:
            return False
