"""Functions over a comprehension: `sum(c.number for c in me.hand)`."""

from __future__ import annotations

from ...diagnostics.record import dataclass
from .row import Example


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldRow:
    """A fold: the type its body must have (T: any), the type of the result, and whether it needs keys after `by`."""

    op: str
    body: str
    result: str
    about: str
    examples: tuple[Example, ...]
    keys: bool


def _fold(op: str, body: str, result: str, about: str, *examples: Example, keys: bool = False) -> FoldRow:
    return FoldRow(op=op, body=body, result=result, about=about, examples=examples, keys=keys)


# fmt: off
_ROWS = (
    _fold("list", "T", "list of T", "The list of the elements.",
          ("sum([2 * n for n in 1..3])", "12")),
    _fold("count", "T", "integer", "How many elements there are.",
          ("count(n for n in 1..9 if n mod 2 == 0)", "4")),
    _fold("any", "boolean", "boolean", "Whether at least one holds.",
          ("any(n > 2 for n in 1..3)", "true")),
    _fold("all", "boolean", "boolean", "Whether all of them hold.",
          ("all(n > 2 for n in 1..3)", "false")),
    _fold("sum", "integer", "integer", "Their sum; 0 if there are none.",
          ("sum(n for n in 1..3)", "6")),
    _fold("max", "integer", "integer or none", "The largest; none if there are none.",
          ("max(n for n in 1..3)", "3")),
    _fold("min", "integer", "integer or none", "The smallest; none if there are none.",
          ("min(n for n in 1..3)", "1")),
    _fold("first", "T", "T or none", "The first; none if there are none.",
          ("first(n for n in 1..9 if n > 4)", "5")),
    _fold("last", "T", "T or none", "The last; none if there are none.",
          ("last(n for n in 1..9 if n < 4)", "3")),
    _fold("best", "T", "list of T",
          "All elements with the largest key, in their order; of several keys the first decides, then the next.",
          ("best(n for n in [3, 1, 2] by -n).only", "1"), ("count(best(n for n in [3, 1, 4] by n mod 2))", "2"),
          keys=True),
    _fold("top", "T", "T or none",
          "The element with the largest key, of several the first; none if there are none.",
          ("top(n for n in [3, 1, 2] by -n)", "1"), ("top(n for n in [3, 1, 4] by n mod 2)", "3"),
          keys=True),
    _fold("sort", "T", "list of T", "Smallest key first; elements with equal keys keep their order.",
          ("first(sort(n for n in [3, 1, 2] by n))", "1"), keys=True),
    _fold("sets", "T", "list of list of T",
          "The elements with equal keys together, smallest keys first.",
          ("max(count(s) for s in sets(n for n in [4, 7, 4] by n))", "2"), keys=True),
    _fold("runs", "T", "list of list of T",
          "The longest runs: the last key goes up by one from element to element, the keys before it are equal; "
          "where several elements fit, a run with each.",
          ("max(count(r) for r in runs(n for n in [6, 3, 9, 5, 4] by n))", "4"),
          ("count(r for r in runs(n for n in [3, 4, 4, 5] by n))", "2"), keys=True),
    _fold("apart", "integer", "integer",
          "What groups of cards are worth at most of which no two have a card in common; 0 if none is worth anything."),
)
# fmt: on

FOLDS: dict[str, FoldRow] = {row.op: row for row in _ROWS}
