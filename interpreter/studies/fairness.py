"""Which of two games is fairer: by how much the side that is furthest from an even share of the victories is off.

Whoever begins counts as a side where a lot decides who that is: no seat has an advantage then, but the lot may give
one. The intervals of all shares hold together, so the largest of their bounds bound the largest distance. Where the
same side is surely furthest off in both games, the paired difference of its share decides, which is known better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ..diagnostics.record import dataclass
from .intervals import Estimate

Fairer = Literal["more", "less", "same", "open"]
"""Whether the side that is furthest off is further off in B, less far, about as far, or whether that is open."""


@dataclass(frozen=True, slots=True)
class Share:
    """What somebody has of the victories in A and in B, and by how much more in B."""

    who: str
    a: Estimate
    b: Estimate
    difference: Estimate


def fairness(shares: Sequence[Share], sides: int, smallest: float) -> dict[str, Any] | None:
    """As an object of JSON: who is how far off in `a` and `b`, and the `verdict`; None for a single side.

    >>> p1 = Share("p1", Estimate(0.6, 0.58, 0.62, 9), Estimate(0.7, 0.68, 0.72, 9), Estimate(0.1, 0.08, 0.12, 9))
    >>> fairness([p1], 2, 0.01)["verdict"]
    'more'
    """
    if sides < 2 or not shares:
        return None
    even = 1 / sides
    a, b = (_furthest([(one.who, _off(found, even)) for one, found in side]) for side in _sides(shares))
    return {
        "even": round(even, 6),
        "a": {"who": a[0], **a[1].to_json()},
        "b": {"who": b[0], **b[1].to_json()},
        "verdict": _verdict(shares, even, a, b, smallest),
    }


def _sides(shares: Sequence[Share]) -> tuple[list[tuple[Share, Estimate]], list[tuple[Share, Estimate]]]:
    return [(one, one.a) for one in shares], [(one, one.b) for one in shares]


def _off(found: Estimate, even: float) -> Estimate:
    """How far a share is from an even one, to either side."""
    if found.low is None or found.high is None:
        return Estimate(abs(found.value - even), None, None, found.n)
    least, most = max(0.0, found.low - even, even - found.high), max(even - found.low, found.high - even)
    return Estimate(abs(found.value - even), least, most, found.n)


def _furthest(off: Sequence[tuple[str, Estimate]]) -> tuple[str, Estimate]:
    who, found = max(off, key=lambda one: one[1].value)
    lows, highs = [one.low for _, one in off], [one.high for _, one in off]
    low = max((x for x in lows if x is not None), default=None)
    high = None if None in highs else max(x for x in highs if x is not None)
    return who, Estimate(found.value, low, high, found.n)


def _verdict(
    shares: Sequence[Share], even: float, a: tuple[str, Estimate], b: tuple[str, Estimate], smallest: float
) -> Fairer:
    (who_a, off_a), (who_b, off_b) = a, b
    if off_a.low is None or off_a.high is None or off_b.low is None or off_b.high is None:
        return "open"
    if max(off_a.high, off_b.high) < smallest or all(_hardly_differs(one.difference, smallest) for one in shares):
        return "same"  # no distance changes by more than its share does
    if off_a.high < off_b.low:
        return "more"
    if off_b.high < off_a.low:
        return "less"
    if who_a != who_b or any(_may_be_further(shares, who_a, even)):
        return "open"
    (one,) = (share for share in shares if share.who == who_a)
    above = {found.value > even for found in (one.a, one.b)}
    if len(above) > 1 or not off_a.low or not off_b.low or one.difference.low is None or one.difference.high is None:
        return "open"
    if one.difference.settled:
        return "more" if (one.difference.settled > 0) == above.pop() else "less"
    return "same" if max(-one.difference.low, one.difference.high) < smallest else "open"


def _hardly_differs(found: Estimate, smallest: float) -> bool:
    return found.low is not None and found.high is not None and max(-found.low, found.high) < smallest


def _may_be_further(shares: Sequence[Share], who: str, even: float) -> list[bool]:
    """Whether each other side may be further off than this one, in either game."""
    found = []
    for side in _sides(shares):
        own = next(_off(estimate, even).low or 0.0 for one, estimate in side if one.who == who)
        others = [_off(estimate, even).high for one, estimate in side if one.who != who]
        found += [high is None or high >= own for high in others]
    return found
