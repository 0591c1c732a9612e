"""What changes from one description of the table to the next, so that a page holds each card once and not once a move.

    [value]               the whole is now this value
    [at, many, items]     of a list: from place `at` on, `many` items are replaced by these
    {key: patch, …}       of an object or a list: what changes at these keys or places; 0 removes a key

`page/patch.js` does the same in the browser.
"""

from __future__ import annotations

import json
from typing import Any

Patch = Any
"""One of the three forms above; an empty object changes nothing."""

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
    """The ways to tell what changes in a list: place by place if it is as long as before, and a run of it."""
    found: list[Patch] = []
    if len(before) == len(after):
        places = {str(at): difference(one, two) for at, (one, two) in enumerate(zip(before, after, strict=True))}
        found.append({at: patch for at, patch in places.items() if patch != {}})
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if not same(before[at], after[at])), shorter)
    room = shorter - first
    last = next((at for at in range(room) if not same(before[-1 - at], after[-1 - at])), room)
    return [*found, [first, len(before) - first - last, after[first : len(after) - last]]]


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
    if isinstance(patch, list):
        if len(patch) == 1:
            return patch[0]
        at, many, items = patch
        return [*value[:at], *items, *value[at + many :]]
    if isinstance(value, list):
        return [patched(one, patch[str(at)]) if str(at) in patch else one for at, one in enumerate(value)]
    kept = {key: one for key, one in value.items() if patch.get(key, {}) != REMOVED}
    return kept | {key: patched(value.get(key), part) for key, part in patch.items() if part != REMOVED}
