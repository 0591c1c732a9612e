"""The value of a comprehension over known numbers: `sum`, `best`, `sort` and the others."""

from __future__ import annotations

from collections.abc import Sequence

from ...language.builtins.operators import bounded
from ...language.ir.types import NONE

Value = int | tuple[int, ...]


def folded(op: str, items: Sequence[int], keys: Sequence[tuple[int, ...]]) -> Value:
    """The value of a comprehension whose elements are `items`, each with its keys.

    Raises `Overflow` where a sum leaves the integers of the language.

    >>> folded("best", [1, 2, 3], [(1,), (5,), (5,)])
    (2, 3)
    """
    match op:
        case "list":
            return tuple(items)
        case "count":
            return len(items)
        case "any":
            return int(any(items))
        case "all":
            return int(all(items))
        case "sum":
            total = 0
            for item in items:
                total = bounded(total + item)
            return total
        case "max":
            return max(items, default=NONE)
        case "min":
            return min(items, default=NONE)
        case "first":
            return items[0] if items else NONE
        case "last":
            return items[-1] if items else NONE
        case "best":
            most = max(keys, default=())
            return tuple(item for item, key in zip(items, keys, strict=True) if key == most)
        case "top":
            most = max(keys, default=())
            return next((item for item, key in zip(items, keys, strict=True) if key == most), NONE)
        case "sort":
            order = sorted(range(len(items)), key=lambda i: keys[i])
            return tuple(items[i] for i in order)
        case "sets" | "runs":
            assert not items, "lists of lists are made in play"
            return ()
        case "apart":
            assert not items, "groups of cards are made in play"
            return 0
        case _:
            raise ValueError(f"unknown comprehension {op}")
