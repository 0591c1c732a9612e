"""One card more of many sorts, in many places at once: where a step goes on as it was seen all the same, none of these
sorts is forbidden at its place. So what a step does not tell is found in a few dealings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from .dealing import Dealing, Pairs
from .line import Line


def with_more(
    one: Dealing, wanted: Mapping[int, Sequence[int]], good: Callable[[Dealing | None], bool]
) -> Iterator[Dealing]:
    """Good dealings in which one card more of the kinds that are wanted lies in places, as far as some are found. Where
    one is not good, the places are halved.
    """
    for pairs in _rounds(one, wanted):
        waiting = [pairs]
        while waiting:
            parts = waiting.pop()
            dealing = one.exchanged([pair for part in parts for pair in part])
            if dealing is not None and good(dealing):
                yield dealing
            elif len(parts) > 1:
                half = len(parts) // 2
                waiting += [parts[half:], parts[:half]]


def _rounds(one: Dealing, wanted: Mapping[int, Sequence[int]]) -> Iterator[list[Pairs]]:
    """Cards to be exchanged in each place, until each kind has had its turn there; they come from other places. Kinds
    are begun with a different one in each place, since there may be one card of a kind only.
    """
    inside = {line for place in wanted for line in one.places[place]}
    away: dict[int, list[Line]] = {}
    for line in one.lines:
        if line not in inside and line.open:
            away.setdefault(one.sort(line), []).append(line)
    left = dict[int, Sequence[int]]()
    for number, (place, kinds) in enumerate(wanted.items()):
        first = number * len(kinds) // len(wanted)
        left[place] = [kind for kind in (*kinds[first:], *kinds[:first]) if kind in away]
    while any(left.values()):
        stock, found = {kind: lines.copy() for kind, lines in away.items()}, list[Pairs]()
        for place, kinds in left.items():
            pairs, left[place] = _more(one, place, kinds, stock)
            found += [pairs] if pairs else []
        if not found:
            return
        yield found


def _more(
    one: Dealing, place: int, wanted: Sequence[int], stock: Mapping[int, list[Line]]
) -> tuple[Pairs, Sequence[int]]:
    """As many of the wanted kinds as there is room for in a place, one card of each for a card of none of them; and the
    kinds that are left.
    """
    here = one.open[place].copy()
    pairs, come, gone, left = list[tuple[Line, Line]](), set[int](), set[int](), list[int]()
    for kind in wanted:
        come.add(kind)
        others = stock[kind] if kind not in gone else []
        able = (line for line in here if others and one.may_exchange(line, others[-1]))
        line = next((line for line in able if one.sort(line) not in come), None)
        if line is None:
            come.remove(kind)
            left.append(kind)
            continue
        pairs.append((line, others.pop()))
        gone.add(one.sort(line))
        here.remove(line)
    return pairs, left
