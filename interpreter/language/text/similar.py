"""Paths that lead nowhere: what was probably meant, by what lies where the path goes wrong."""

from __future__ import annotations

import os

from ...diagnostics.suggest import did_you_mean, suggest


def similar_path(path: str) -> tuple[str, ...]:
    """What a path that does not exist may have meant, as helps.

    The first folder on the way that is not there is compared with what lies in the folder before it; if the rest of the
    path is there, all of it is suggested.
    """
    before, missing, after = _split(path)
    try:
        names = sorted(os.listdir(before or "."))
    except OSError:
        return ()
    near = suggest(missing, names)
    if near is None:
        return (f"there is no folder '{os.path.join(before, missing)}' either",) if after else ()
    whole = os.path.join(before, near, after)
    return (f"did you mean '{whole}'?",) if after and os.path.exists(whole) else did_you_mean(missing, names)


def _split(path: str) -> tuple[str, str, str]:
    """What exists of a path, the first part that does not, and the rest.

    >>> _split("/nowhere/at/all")
    ('/', 'nowhere', 'at/all')
    """
    rest: list[str] = []
    before, missing = os.path.split(path.rstrip("/"))
    while before and not os.path.exists(before) and before != os.path.dirname(before):
        rest.insert(0, missing)
        before, missing = os.path.split(before)
    return before, missing, os.path.join("", *rest)
