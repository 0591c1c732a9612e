"""What a browser may send, read strictly: one JSON object of a known type, with its keys and no others.

    {"type": "hello", "table": "3f…", "have": 12}             the first message: how many frames there are already
    {"type": "move", "at": 13, "move": "discard(km_25)"}       a move, by whoever has seen so many frames
    {"type": "why", "at": 13, "card": "km_25"}                 why this card cannot be played

The answers are `{"type": "frames", "from": 12, "frames": [...]}`, also without being asked; `{"type": "told", "text":
...}`; and `{"type": "again"}` to whoever has the page of another server and has to load it again.
"""

from __future__ import annotations

import json
from typing import Any, Literal

Kind = Literal["hello", "move", "why"]

LONGEST = 4096
"""The most bytes of a message."""

KEYS: dict[Kind, dict[str, type]] = {
    "hello": {"table": str, "have": int},
    "move": {"at": int, "move": str},
    "why": {"at": int, "card": str},
}
"""The keys of each type of message, with the types of their values."""


class BadMessage(Exception):
    """Raised for anything else; whoever sends it is not our page."""


def read_message(text: str) -> tuple[Kind, dict[str, Any]]:
    """The type of a message and what it says. Raises BadMessage."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise BadMessage
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage from None
    kind = message.pop("type", None) if isinstance(message, dict) else None
    for known, keys in KEYS.items():
        if kind == known and {key: type(value) for key, value in message.items()} == keys:
            return known, message
    raise BadMessage
