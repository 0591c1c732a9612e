"""What operations do to numbers that are known while code is put together."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, eq, ge, gt, le, lt, mul, ne, sub

_KNOWN: dict[str, Callable[[int, int], int]] = {
    "add": add, "sub": sub, "mul": mul, "eq": eq, "ne": ne, "lt": lt, "le": le, "gt": gt, "ge": ge,
}  # fmt: skip


def worked_out(name: str, one: int, other: int, bits: int) -> int | None:
    """The result as it lies in so many bits, or whether a comparison holds; None for other operations."""
    operation = _KNOWN.get(name)
    if operation is None:
        return None
    found, sign = operation(one, other), 1 << bits - 1
    return found if isinstance(found, bool) else ((found + sign) & (2 * sign - 1)) - sign
