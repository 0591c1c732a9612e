"""Values as other languages write them, `2-4` or `shows: self`, and how they are written here."""

from __future__ import annotations

import re

from ..text.tree import Node, Scalar

_RANGE = re.compile(r"(-?\d+)\s*(?:\.\.+|-|–|to|à|,)\s*(-?\d+)")
_NAME = re.compile(r"[a-z][a-z0-9_]*")

SEEN = {
    **dict.fromkeys(("self", "me", "private", "player", "mine", "own"), "owner"),
    **dict.fromkeys(("public", "everyone", "everybody", "open", "face_up", "visible", "players"), "all"),
    **dict.fromkeys(("nobody", "secret", "invisible", "no_one"), "none"),
    **dict.fromkeys(("face_down", "back", "backs", "size", "number", "hidden"), "count"),
}
"""What authors may call it, and what `shows` has for it."""


def meant_value(title: str, node: Node) -> tuple[str, ...]:
    """What to write instead of a value, as helps; none if it is not known.

    `title` is what is needed.
    """
    if not isinstance(node, Scalar):
        return ()
    between = _RANGE.fullmatch(node.text.strip())
    if between and title == "a range":
        return (f"write `[{between[1]}, {between[2]}]`",)
    if between and title == "the number of players":
        return (f"write `{between[1]}..{between[2]}`",)
    if title.startswith("a list of ") and _NAME.fullmatch(node.text):
        return (f"write `[{node.text}]`",)
    if title.startswith("the visibility of") and node.text in SEEN:
        return (f"did you mean '{SEEN[node.text]}'?",)
    return ()
