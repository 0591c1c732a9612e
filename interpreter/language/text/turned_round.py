"""`a ? b : c` of other languages, turned round: in a text it breaks YAML before anybody can read the rule."""

from __future__ import annotations

import re

_CHOICE = re.compile(r"(?P<test>[^?:{}]+?)\s*\?\s*(?P<yes>[^?:{}]+?)\s*:\s*(?P<no>[^?:,{}]+)")


def turned_round(text: str) -> tuple[str, ...]:
    """How a value by a condition is written here, as helps; none where the text has no such value.

    >>> turned_round("large ? 4 : 0}")
    ('write `4 if large else 0`: the value first, then its condition',)
    """
    found = _CHOICE.match(text.strip())
    if found is None:
        return ()
    value = f"{found['yes']} if {found['test']} else {found['no'].strip()}"
    return (f"write `{value}`: the value first, then its condition",)
