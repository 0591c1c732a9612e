"""Puts other words into the rules of a part: the arguments for its parameters, the names that a game gives it.

Words are replaced where they stand for something: in rules everywhere but in comments, in texts for people only within
braces. Each character of the new text keeps a place in the file of the part, so that messages can point at it, and the
source of the part remembers which places stand for which argument.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Put, Span
from ..text.plain_rule import COMMENT
from ..text.tree import Scalar

Thing = Literal[
    "number",
    "boolean",
    "expression",
    "deck",
    "zone",
    "variable",
    "type",
    "attribute",
    "symbol",
    "option",
    "function",
    "effect",
    "phase",
    "action",
    "symbols",
    "phases",
    "actions",
    "quantity",
    "permission",
    "reaction",
    "sheet",
    "text",
    "word",
]
"""What a replaced word stands for: a kind of argument, or of what a part brings; a word is one of a few.

A text is what effects say, or what `words` say of something that effects choose."""

OWNED: frozenset[Thing] = frozenset(("zone", "variable", "attribute", "quantity", "permission", "action", "word"))
"""What is written after a dot: `me.hand`, `may me.play`."""

NOT_IN_TEXTS: frozenset[Thing] = frozenset(("type", "phase"))
"""What the braces of a text cannot mean: there `{rank}` is an attribute, even where an enumeration is called so."""

WORD = re.compile(r"[^\W\d]\w*")
"""A word of a rule: a name, or a word of the language."""

_KEYWORD = re.compile(
    r"^[ \t]*(?P<first>move|draw|gather|shuffle|swap|show|random|offer|end|next|let|choose|together|repeat|while)"
    r"(?=[ \t]+[\w(\[])(?![ \t]+(?:if|else|and|or|in|not|is|div|mod|by|for)\b)"
    r"|\b(?P<place>top|bottom)(?=\s+of\b)|\bto\s+(?P<position>position)(?=\s+[\w(-])|\bat\s+(?P<most>most)\b",
    re.MULTILINE,
)
"""A word of the language where it says what an effect does, though something may be called so: `draw 1 from stock`."""

_BRACES = re.compile(r"\{[^{}]*\}")
_SIMPLE = re.compile(r"-?\d+|[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Instead:
    """What is written instead of a word: a text, and, for an argument of the game, where that is written."""

    thing: Thing
    text: str
    given: Span | None = None


Words = Mapping[str, Instead]


@dataclass(slots=True)
class Room:
    """How many characters may still be put in; once there is none left, nothing is. `told` if that was reported."""

    left: int
    told: bool = False

    @property
    def full(self) -> bool:
        """Whether there was too much."""
        return self.left < 0

    def take(self, characters: int) -> bool:
        """Use some of it; false if it was not enough, now or before."""
        self.left -= 0 if self.full else characters
        return not self.full


def a(thing: Thing) -> str:
    """A sort of thing with its article.

    >>> a("zone"), a("option")
    ('a zone', 'an option')
    """
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def in_rule(scalar: Scalar, words: Words, room: Room) -> Scalar:
    """A rule, or the name of something, with other words."""
    comments = [match.span() for match in COMMENT.finditer(scalar.text)]
    return _changed(scalar, [one for one in _found(scalar.text, words) if not _within(one[0], comments)], room)


def in_text(scalar: Scalar, words: Words, room: Room) -> Scalar:
    """A text for people with other words in its braces."""
    braces = [match.span() for match in _BRACES.finditer(scalar.text)]
    found = [one for one in _found(scalar.text, words) if _within(one[0], braces)]
    return _changed(scalar, [one for one in found if one[2].thing not in NOT_IN_TEXTS], room)


def _within(at: int, places: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in places)


def _found(text: str, words: Words) -> Iterator[tuple[int, int, Instead]]:
    """The words of a text that stand for something else, from left to right."""
    said = {match.start(match.lastgroup or 0) for match in _KEYWORD.finditer(text)}
    for match in WORD.finditer(text):
        instead = words.get(match[0])
        if instead is None or match.start() in said:
            continue
        before = text[: match.start()]
        after_dot = before.endswith(".") and not before.endswith("..")
        if instead.thing in OWNED if after_dot else instead.thing != "attribute":
            yield match.start(), match.end(), instead


def _changed(scalar: Scalar, found: list[tuple[int, int, Instead]], room: Room) -> Scalar:
    """A scalar with some of its characters replaced."""
    if not found or not room.take(sum(len(instead.text) for _, _, instead in found)):
        return scalar
    texts: list[str] = []
    offsets: list[int] = []
    at = 0
    for start, end, instead in found:
        alone = not scalar.text[:start].strip() and not scalar.text[end:].strip()
        text = instead.text if alone or _SIMPLE.fullmatch(instead.text) else f"({instead.text})"
        first, last = scalar.offsets[start], scalar.offsets[end - 1]
        texts += [scalar.text[at:start], text]
        offsets += [*scalar.offsets[at:start], first, *(last for _ in text[1:])]
        at = end
        scalar.span.source.put[first, last + 1] = Put(text, instead.given)
    texts.append(scalar.text[at:])
    return Scalar("".join(texts), scalar.span, scalar.style, (*offsets, *scalar.offsets[at:]))
