"""The short texts around effects: a name, a type, and the head of a function or a named effect.

    integer | team or none | list of colour            a type
    ranking | safe(team t, colour k)                   a head

They are too small for the grammar, and are read here by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..text.tree import Scalar
from .finding import Finding, Mistake
from .names import check_name
from .nodes import Parameter, Signature, TypeName, Word

PIECE = re.compile(r"\s*(?P<piece>\w+|[(),]|$|\S)")
A_TYPE = "a type is, for example, `integer`, `team or none` or `list of colour`"
A_HEAD = "a head is a name, and in brackets what it takes: `safe(team t, colour k)`"


class Pieces:
    """The words and signs of a short text, read from left to right."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar
        self._found = list(_pieces(scalar.text))
        self._at = 0

    @property
    def text(self) -> str:
        """The next piece; empty at the end."""
        return self._found[self._at][0]

    @property
    def start(self) -> int:
        """Where the next piece begins."""
        return self._found[self._at][1]

    @property
    def end(self) -> int:
        """Where the piece before the next one ends."""
        text, start = self._found[max(self._at - 1, 0)]
        return start + len(text)

    def follows(self, *wanted: str) -> bool:
        """Whether these words come next."""
        return tuple(text for text, _ in self._found[self._at : self._at + len(wanted)]) == wanted

    def take(self, *wanted: str) -> bool:
        """Go on behind these words if they come next."""
        found = self.follows(*wanted)
        self._at += len(wanted) if found else 0
        return found

    def name(self, what: str, help_text: str) -> Word:
        """The next piece, which must be a name; `what` says of what."""
        text, start = self.text, self.start
        if not re.fullmatch(r"\w+", text):
            raise self.wrong(f"the name of {what} is missing", help_text)
        check_name(text, start)
        self._at += 1
        return Word(text, self.scalar.at(start, start + len(text)))

    def wrong(self, message: str, help_text: str) -> Mistake:
        """A mistake at the next piece, or behind the last one at the end."""
        start = self.start if self.text else self.end
        return Mistake(Finding("E306", message, start, start + len(self.text), helps=(help_text,)))


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    at = 0
    while at <= len(text):
        match = PIECE.match(text, at)
        assert match is not None
        yield match["piece"], match.start("piece")
        if not match["piece"]:
            return
        at = match.end()


def read_word(scalar: Scalar) -> Word:
    """A single name."""
    pieces = Pieces(scalar)
    if not pieces.text:
        raise pieces.wrong("a name is missing", "a name consists of small letters, digits and `_`: `second_pile`")
    word = pieces.name("something", "a name consists of small letters, digits and `_`: `second_pile`")
    if pieces.text:
        better = re.sub(r"\W+", "_", scalar.text.strip())
        raise pieces.wrong("a single name is needed here", f"join the words of a name with `_`: `{better}`")
    return word


def read_type(scalar: Scalar) -> TypeName:
    """The text of a type."""
    pieces = Pieces(scalar)
    found = _type(pieces)
    if pieces.text:
        raise pieces.wrong(f"`{pieces.text}` does not belong to a type", A_TYPE)
    return found


def _type(pieces: Pieces) -> TypeName:
    start = pieces.start
    is_list = pieces.take("list", "of")
    word = pieces.name("a type", A_TYPE)
    if pieces.text == "or" and is_list:
        raise pieces.wrong("a list is never `none`", f"leave `or none` out: `list of {word.text}` may be empty")
    if pieces.text == "or" and not pieces.follows("or", "none"):
        raise pieces.wrong("only `none` can stand behind `or`", A_TYPE)
    optional = pieces.take("or", "none")
    return TypeName(word, is_list, optional, pieces.scalar.at(start, pieces.end))


def read_signature(scalar: Scalar) -> Signature:
    """The head of a function or a named effect."""
    pieces = Pieces(scalar)
    start = pieces.start
    name = pieces.name("the function or effect", A_HEAD)
    parameters: list[Parameter] = []
    if pieces.take("("):
        parameters.append(_parameter(pieces))
        while pieces.take(","):
            parameters.append(_parameter(pieces))
        if not pieces.take(")"):
            raise pieces.wrong("`,` or `)` is missing here", A_HEAD)
    if pieces.text:
        raise pieces.wrong(f"`{pieces.text}` does not belong to a head", A_HEAD)
    return Signature(name, tuple(parameters), scalar.at(start, pieces.end))


def _parameter(pieces: Pieces) -> Parameter:
    if pieces.text in (")", ""):
        raise pieces.wrong("a parameter is missing here", f"{A_HEAD}; without parameters leave the brackets out")
    type_name = _type(pieces)
    if pieces.text in (",", ")", ""):
        told = f"write the type before the name: `team {type_name.word.text}`"
        raise pieces.wrong("a parameter has a type and a name", told)
    return Parameter(type_name, pieces.name("the parameter", A_HEAD))
