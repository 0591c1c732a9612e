"""Reads `of`: who or what has one each of a zone or a variable.

    of: player              one for each player              me.hand
    of: 1..rows             one for each of these numbers    row[2]
    of: suit                one for each symbol              pile[hearts]
    of: [player, 1..5]      a pair: five for each player     me.slot[3]

The player or team that comes first owns the thing, and is written before the dot; everything else is written in
brackets. Whether a name is an enumeration is decided when names are looked up (`typing/names/declare.py`).
"""

from __future__ import annotations

from ..syntax.nodes import Binary, Expr, Name
from ..text.tree import Mapping, Scalar, Sequence
from .nodes import Owner
from .reading import OWNERS, Reading, literal, owner, scalar

Family = tuple[Owner | None, tuple[Expr, ...]]
"""The player or team that owns each, and what else there is one for each of."""

NOBODY: Family = (None, ())


def read_family(reading: Reading, tree: Mapping, path: str) -> Family:
    """The family below `of` (E625 where it is none); nobody, and along nothing, where there is no `of`."""
    node = tree.get("of")
    if node is None:
        return NOBODY
    items = [scalar(item) for item in node.items] if isinstance(node, Sequence) else [scalar(node)]
    path = f"{path}.of"
    owned = owner(items[0]) if items[0].text in OWNERS else None
    rest = items[1:] if owned else items
    along = tuple(one for item in rest if (one := _axis(reading, item, owned, path)) is not None)
    return owned, along if len(along) == len(rest) else ()


def _axis(reading: Reading, text: Scalar, owned: Owner | None, path: str) -> Expr | None:
    """One enumeration or range, or a second player or team."""
    errors = reading.report.errors
    axis = reading.expression(text, path)
    if reading.report.errors > errors:
        return None
    match axis:
        case Name(id=name) if name in OWNERS and owned is None:
            helps = (f"write it first: `of: [{name}, …]`; then the {name} owns it",)
            message = f"the {name} comes first in a pair"
            reading.report.add("E625", message, text.span, helps=helps, path=path)
            return None
        case Name():
            return axis
        case Binary(operator="..", left=low, right=high):
            least, most = literal(low), literal(high)
            if least is not None and most is not None and least > most:
                message = f"the range {least} to {most} is empty"
                helps = ("the smaller number comes first",)
                reading.report.add("E625", message, text.span, helps=helps, path=path)
                return None
            return axis
        case _:
            message = f"'{text.text}' is not something of which there can be one each"
            helps = ("write player, team, an enumeration, or a range such as `1..4`",)
            reading.report.add("E625", message, text.span, helps=helps, path=path)
            return None
