"""What changes from one description of the table to the next, so that a page holds each card once and not once a move.

    [value]               the whole is now this value
    [at, many, items]     of a list: from place `at` on, `many` items are replaced by these
    [patch, patch]        one after the other
    {key: patch, …}       of an object or a list: what changes at these keys or places; 0 removes a key

`page/patch.js` does the same in the browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Patch = Any
"""One of the four forms above; an empty object changes nothing."""

REMOVED = 0


def difference(before: Any, after: Any) -> Patch:
    """The patch that makes one value of another.

    >>> difference({"pile": 3, "hand": ["a", "b"]}, {"pile": 2, "hand": ["a", "c", "b"]})
    {'pile': [2], 'hand': [1, 0, ['c']]}
    """
    if same(before, after):
        return {}
    if isinstance(before, dict) and isinstance(after, dict):
        found = {key: difference(before[key], after[key]) for key in after if key in before}
        found = {key: patch for key, patch in found.items() if patch != {}}
        found |= {key: [value] for key, value in after.items() if key not in before}
        return found | dict.fromkeys((key for key in before if key not in after), REMOVED)
    if isinstance(before, list) and isinstance(after, list) and before and after:
        return min(_of_lists(before, after), key=lambda patch: len(json.dumps(patch)))
    return [after]


def _of_lists(before: list[Any], after: list[Any]) -> list[Patch]:
    """The ways to tell what changes in a list.

    Place by place if it is as long as before; as a run of it; and where things come or go while others change, as a run
    of those with new ids, and then place by place.
    """
    found: list[Patch] = []
    if len(before) == len(after):
        found.append(_by_place(before, after))
    found.append(_run(before, after, same))
    moved = _run(before, after, _is_one)
    kept = patched(before, moved)
    return [*found, [moved, _by_place(kept, after)]] if moved[1] < len(before) and moved[1:] != [0, []] else found


def _by_place(before: list[Any], after: list[Any]) -> Patch:
    places = {str(at): difference(one, two) for at, (one, two) in enumerate(zip(before, after, strict=True))}
    return {at: patch for at, patch in places.items() if patch != {}}


def _run(before: list[Any], after: list[Any], alike: Callable[[Any, Any], bool]) -> list[Any]:
    """The run of a list between what is alike at its beginning and at its end."""
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if not alike(before[at], after[at])), shorter)
    room = shorter - first
    last = next((at for at in range(room) if not alike(before[-1 - at], after[-1 - at])), room)
    return [first, len(before) - first - last, after[first : len(after) - last]]


def _is_one(one: Any, two: Any) -> bool:
    """Whether two things are one, which may have changed."""
    return isinstance(one, dict) and isinstance(two, dict) and "id" in one and one["id"] == two.get("id")


def same(one: Any, two: Any) -> bool:
    """Whether two values are written alike as JSON; 1 and true are not."""
    return bool(one == two) and json.dumps(one) == json.dumps(two)


def patched(value: Any, patch: Patch) -> Any:
    """The value after a change; the one before stays as it is.

    >>> patched(["a", "b"], [1, 1, ["c", "d"]])
    ['a', 'c', 'd']
    """
    if patch == {}:
        return value
    match patch:
        case [whole]:
            return whole
        case [first, then]:
            return patched(patched(value, first), then)
        case [at, many, items]:
            return [*value[:at], *items, *value[at + many :]]
    if isinstance(value, list):
        return [patched(one, patch[str(at)]) if str(at) in patch else one for at, one in enumerate(value)]
    kept = {key: one for key, one in value.items() if patch.get(key, {}) != REMOVED}
    return kept | {key: patched(value.get(key), part) for key, part in patch.items() if part != REMOVED}
