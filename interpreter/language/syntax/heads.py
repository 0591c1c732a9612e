"""Parses the short texts around effects: a name, a type, and the head of a function or a named effect.

    integer | team or none | list of colour            a type
    ranking | safe(team t, colour k)                   a head

They are not in the grammar: parsed by hand, they need no table, and a mistake can be explained where it is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...diagnostics.suggest import suggest
from ..text.tree import Scalar
from .finding import Finding, Mistake
from .names import check_name
from .nodes import Parameter, Signature, TypeName, Word

PIECE = re.compile(r"\s*(?P<piece>\w+|[(),]|$|\S)")
A_NAME = "a name consists of lowercase letters, digits and `_`: `second_pile`"
A_TYPE = "a type is, for example, `integer`, `team or none` or `list of colour`"
A_HEAD = "a head is a name, followed by parameters in parentheses: `safe(team t, colour k)`"


class Pieces:
    """The words and signs of a short text, read from left to right."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar
        self._pieces = list(_pieces(scalar.text))
        self._at = 0

    @property
    def text(self) -> str:
        """The next piece; empty at the end."""
        return self._pieces[self._at][0]

    @property
    def start(self) -> int:
        """The offset of the next piece."""
        return self._pieces[self._at][1]

    @property
    def end(self) -> int:
        """The offset where the piece before the next one ends."""
        text, start = self._pieces[max(self._at - 1, 0)]
        return start + len(text)

    def follows(self, *wanted: str) -> bool:
        """Whether these words come next."""
        return tuple(text for text, _ in self._pieces[self._at : self._at + len(wanted)]) == wanted

    def take(self, *wanted: str) -> bool:
        """Skip these words and return true, if they come next."""
        follows = self.follows(*wanted)
        self._at += len(wanted) if follows else 0
        return follows

    def after(self) -> Pieces:
        """The same text, read on from behind the next piece."""
        other = Pieces(self.scalar)
        other._at = self._at + 1
        return other

    def name(self, what: str, help_text: str) -> Word:
        """Take the next piece, which must be the name of `what`; raises `Mistake` if it is not a name."""
        text, start = self.text, self.start
        if not re.fullmatch(r"\w+", text):
            raise self.wrong(f"the name of {what} is missing", help_text)
        check_name(text, start)
        self._at += 1
        return Word(text, self.scalar.at(start, start + len(text)))

    def wrong(self, message: str, help_text: str) -> Mistake:
        """A mistake (E306) at the next piece, or after the last one at the end."""
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
    """Parse a single name; raises `Mistake`."""
    pieces = Pieces(scalar)
    if not pieces.text:
        raise pieces.wrong("a name is missing", A_NAME)
    word = pieces.name("something", A_NAME)
    if pieces.text:
        better = re.sub(r"\W+", "_", scalar.text.strip())
        raise pieces.wrong("a single name is needed here", f"join the words of a name with `_`: `{better}`")
    return word


def read_type(scalar: Scalar) -> TypeName:
    """Parse a type; raises `Mistake`."""
    pieces = Pieces(scalar)
    type_name = _type(pieces)
    if pieces.text == "of" and suggest(type_name.word.text, ["list"]):
        raise Pieces(scalar).wrong(f"expected `list`, but got `{type_name.word.text}`", "did you mean 'list'?")
    if suggest(pieces.text, ["or"]):
        raise pieces.wrong(f"expected `or`, but got `{pieces.text}`", "did you mean 'or'?")
    if pieces.text in ("[", "("):
        inside = pieces.after()
        item = inside.text if type_name.word.text in ("list", "set", "array") else type_name.word.text
        raise pieces.wrong(f"unexpected `{pieces.text}` in a type", f"a list is written with `of`: `list of {item}`")
    if pieces.text:
        raise pieces.wrong(f"unexpected `{pieces.text}` in a type", A_TYPE)
    return type_name


def _type(pieces: Pieces) -> TypeName:
    start = pieces.start
    is_list = pieces.take("list", "of")
    if pieces.text == "[":
        inside = pieces.after()
        symbols = "symbols are declared under `types`, and the type is their name: `types: {colour: [red, green]}`"
        several = inside.after().text == ","
        raise pieces.wrong(
            "unexpected `[` in a type", symbols if several else f"a list is written with `of`: `list of {inside.text}`"
        )
    word = pieces.name("a type", A_TYPE)
    if pieces.text == "or" and is_list:
        raise pieces.wrong("a list is never `none`", f"leave `or none` out: `list of {word.text}` may be empty")
    if pieces.text == "or" and not pieces.follows("or", "none"):
        after = pieces.after()
        if suggest(after.text, ["none"]):
            raise after.wrong("only `none` can follow `or`", "did you mean 'none'?")
        raise pieces.wrong("only `none` can follow `or`", A_TYPE)
    optional = pieces.take("or", "none")
    return TypeName(word, is_list, optional, pieces.scalar.at(start, pieces.end))


def read_signature(scalar: Scalar) -> Signature:
    """Parse the head of a function or a named effect; raises `Mistake`."""
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
        raise pieces.wrong(f"unexpected `{pieces.text}` in a head", A_HEAD)
    return Signature(name, tuple(parameters), scalar.at(start, pieces.end))


def _parameter(pieces: Pieces) -> Parameter:
    if pieces.text in (")", ""):
        raise pieces.wrong("a parameter is missing here", f"{A_HEAD}; without parameters, leave the parentheses out")
    type_name = _type(pieces)
    if pieces.text in (",", ")", ""):
        advice = f"write the type before the name: `team {type_name.word.text}`"
        raise pieces.wrong("a parameter needs a type and a name", advice)
    return Parameter(type_name, pieces.name("the parameter", A_HEAD))
