"""Functions over a comprehension: `sum(c.number for c in me.hand)`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoldRow:
    """A fold: `body` is the type its body must have (T: any), `result` what comes out; `keys` says that `by` is
    needed.
    """

    op: str
    body: str
    result: str
    about: str
    keys: bool = False
    examples: tuple[tuple[str, str], ...] = ()


FOLDS: dict[str, FoldRow] = {
    row.op: row
    for row in (
        FoldRow(
            "list", "T", "list of T", "The list of the elements.", examples=(("sum([2 * n for n in 1..3])", "12"),)
        ),
        FoldRow(
            "count", "T", "integer", "How many elements.", examples=(("count(n for n in 1..9 if n mod 2 == 0)", "4"),)
        ),
        FoldRow("any", "boolean", "boolean", "True if one holds.", examples=(("any(n > 2 for n in 1..3)", "true"),)),
        FoldRow("all", "boolean", "boolean", "True if none fails.", examples=(("all(n > 2 for n in 1..3)", "false"),)),
        FoldRow("sum", "integer", "integer", "All together; 0 of nothing.", examples=(("sum(n for n in 1..3)", "6"),)),
        FoldRow(
            "max",
            "integer",
            "integer or none",
            "The largest; none of nothing.",
            examples=(("max(n for n in 1..3)", "3"),),
        ),
        FoldRow(
            "min",
            "integer",
            "integer or none",
            "The smallest; none of nothing.",
            examples=(("min(n for n in 1..3)", "1"),),
        ),
        FoldRow(
            "first",
            "T",
            "T or none",
            "The first; none of nothing.",
            examples=(("first(n for n in 1..9 if n > 4)", "5"),),
        ),
        FoldRow(
            "last", "T", "T or none", "The last; none of nothing.", examples=(("last(n for n in 1..9 if n < 4)", "3"),)
        ),
        FoldRow(
            "best",
            "T",
            "list of T",
            "All elements with the largest key, in their order; of several keys the first decides, then the next.",
            True,
            (("best(n for n in [3, 1, 2] by -n).only", "1"), ("count(best(n for n in [3, 1, 4] by n mod 2))", "2")),
        ),
        FoldRow(
            "sort",
            "T",
            "list of T",
            "Smallest key first; equal ones keep their order.",
            True,
            (("first(sort(n for n in [3, 1, 2] by n))", "1"),),
        ),
    )
}
