"""What a browser may send, read strictly: one JSON object of a known type, with its keys and no others.

    {"type": "hello", "table": "3f…", "have": 12}             the first message: how many frames there are already
    {"type": "move", "at": 13, "move": "discard(ace)"}       a move, by whoever has seen so many frames
    {"type": "why", "at": 13, "card": "ace"}                 why this card cannot be played
    {"type": "undo"}                                           to take back one's last move
    {"type": "answer", "undo": 2, "agrees": true}              what one says to another's wish to do so

The answers are, also without being asked:

    {"type": "frames", "from": 12, "frames": […]}              the frames from number 12 on
    {"type": "told", "text": "…"}                              something to be shown
    {"type": "asked", "undo": 2, "text": "…", "yours": false}  somebody would like to take a move back; `undo` is 0 when
                                                               nobody does, or when one has answered
    {"type": "notice", "text": "…"}                            what keeps the table from going on, or an empty text
    {"type": "again"}                                          to whoever has the page of another server: load it again
"""

from __future__ import annotations

import json
from typing import Any, Literal

from ...diagnostics.record import dataclass
from ..page.seat_text import SeatText

Kind = Literal["hello", "move", "why", "undo", "answer"]

LONGEST = 4096
"""The most bytes of a message."""

KEYS: dict[Kind, dict[str, type]] = {
    "hello": {"table": str, "have": int},
    "move": {"at": int, "move": str},
    "why": {"at": int, "card": str},
    "undo": {},
    "answer": {"undo": int, "agrees": bool},
}
"""The keys of each type of message, with the types of their values."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a seat is sent besides its frames; `undo` and `yours` are about a question that was asked."""

    type: Literal["told", "asked", "notice", "again"]
    text: SeatText | None = None
    undo: int = 0
    yours: bool = False

    def to_json(self) -> dict[str, Any]:
        """The message as it is sent."""
        text = {} if self.type == "again" else {"text": str(self.text or "")}
        asked = {"undo": self.undo, "yours": self.yours} if self.type == "asked" else {}
        return {"type": self.type, **text, **asked}


class BadMessage(Exception):
    """Raised for anything else; whoever sends it is not our page."""


def read_message(text: str) -> tuple[Kind, dict[str, Any]]:
    """The type of a message and what it says. Raises BadMessage."""
    message = read_object(text, LONGEST)
    kind = message.pop("type", None)
    for known, keys in KEYS.items():
        if kind == known and {key: type(value) for key, value in message.items()} == keys:
            return known, message
    raise BadMessage


def read_object(text: str, longest: int) -> dict[str, Any]:
    """A JSON object of so many bytes at most, whose texts can be sent back. Raises BadMessage."""
    if len(text.encode("utf-8", "surrogatepass")) > longest:
        raise BadMessage
    try:
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # half a character, written as \\ud800, is no text
    except (ValueError, RecursionError):
        raise BadMessage from None
    if not isinstance(found, dict):
        raise BadMessage
    return found
