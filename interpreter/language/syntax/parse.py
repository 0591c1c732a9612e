"""Parses what authors write in the effect language: effects, values, rules on cards, heads, types and names.

Each function takes a text of the located tree and returns its syntax tree with exact locations, or reports every
mistake that it finds and returns None. `path` is the location by name, such as `actions.advance.do`, for the
diagnostics.

A text is parsed with lark. Only if that fails, or the outcome makes no sense (`SemanticMistake`), is the text examined
again, line by line, to find out why (`syntax_errors.py`): most texts are correct, and lark's own errors say little to
an author.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from lark.exceptions import UnexpectedInput

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import as_name, instead, suggest
from ...source.text.tree import Scalar
from . import ast_builder
from .findings import Finding, SemanticMistake, check_depth, check_name
from .nodes import ArgumentSource, Expr, Modifier, Signature, SignatureParameter, Stmt, TypeName, Word
from .syntax_errors import explain_effect, explain_value
from .table import parser

T = TypeVar("T")


def parse_effect(
    scalar: Scalar, report: Report, path: str = "", named: Set[str] = frozenset()
) -> tuple[Stmt, ...] | None:
    """Parse the lines of an effect.

    The text is one line (`do: move c to discard`) or a block of lines; nested blocks are indented. Errors: E30x, one
    for each line that has a mistake. `named` are the named effects of the spec, for these messages alone.
    """
    return _parsed(scalar, report, path, "effect", ast_builder.effect, lambda: explain_effect(scalar, named))


def parse_expression(scalar: Scalar, report: Report, path: str = "") -> Expr | None:
    """Parse a value or a condition; line breaks in it count as spaces. Errors: E30x."""
    return _parsed(scalar, report, path, "expression", _value, lambda: explain_value(scalar, "expression"))


def parse_modifier(scalar: Scalar, report: Report, path: str = "") -> Modifier | None:
    """Parse what a card changes, forbids or allows: `me.draws - 1`, `forbid me.pairing(green)`. Errors: E30x."""
    return _parsed(scalar, report, path, "modifier", ast_builder.modifier, lambda: explain_value(scalar, "modifier"))


def parse_source(scalar: Scalar, report: Report, path: str = "") -> ArgumentSource | None:
    """Parse what is chosen for an action: `me.hand`, `optional teams`, `1..3 of me.hand`. Errors: E30x."""
    return _parsed(scalar, report, path, "source", ast_builder.source, lambda: explain_value(scalar, "source"))


def parse_signature(key: Scalar, report: Report, path: str = "") -> Signature | None:
    """Parse the head of a function or a named effect: `safe(team t, suit s)`, `ranking`. Errors: E304 to E306."""
    return _try(key, report, path, lambda: read_signature(key), tuple)


def parse_type(scalar: Scalar, report: Report, path: str = "") -> TypeName | None:
    """Parse a type: `integer`, `team or none`, `list of colour`. Errors: E304 to E306."""
    return _try(scalar, report, path, lambda: read_type(scalar), tuple)


def parse_word(scalar: Scalar, report: Report, path: str = "") -> Word | None:
    """Parse a single name: lowercase letters, digits and `_`, but not a reserved word. Errors: E304 to E306."""
    return _try(scalar, report, path, lambda: read_word(scalar), tuple)


def _value(scalar: Scalar, tree: Any) -> Expr:
    return ast_builder.expression(scalar, tree.children[0])


@lru_cache(maxsize=4096)
def _tree_of(text: str, entry: str) -> Any:
    """Lark's tree of a text: wherever it stands, it is parsed once. Nobody changes the tree."""
    tree = parser().parse(text + "\n", start=entry)
    check_depth(tree, text)
    return tree


def _parsed(
    scalar: Scalar,
    report: Report,
    path: str,
    entry: str,
    build: Callable[[Scalar, Any], T],
    explain: Callable[[], tuple[Finding, ...]],
) -> T | None:
    return _try(scalar, report, path, lambda: build(scalar, _tree_of(scalar.text, entry)), explain)


def _try(
    scalar: Scalar, report: Report, path: str, read: Callable[[], T], explain: Callable[[], tuple[Finding, ...]]
) -> T | None:
    """Parse a text; if that fails, find out why, and report it."""
    try:
        return read()
    except SemanticMistake as mistake:
        findings = explain() or (mistake.finding,)
    except UnexpectedInput:
        findings = explain()
    for finding in findings:
        helps = _without_a_blank(scalar, finding) or _where_it_belongs(finding.misplaced, path) or finding.helps
        whole = path.startswith("functions.") and finding.misplaced == "effect" and scalar.style == "literal"
        at = Span(scalar.span.source, scalar.span.start, scalar.span.start + 1) if whole else finding.at
        replace(finding, helps=helps, at=at).add_to(report, scalar, path)
    return None


@lru_cache(maxsize=4)
def _words_of(text: str) -> frozenset[str]:
    """All words of a file: looked for once, however many names in it have blanks."""
    return frozenset(re.findall(r"\w+", text))


def _without_a_blank(scalar: Scalar, finding: Finding) -> tuple[str, ...]:
    """The name that two words in a row were to be, as a help, if the file has it: `top card`."""
    said = scalar.text[finding.start : finding.end]
    joined = said.replace(" ", "_")
    known = re.fullmatch(r"[a-z]\w* [a-z]\w*", said) and joined in _words_of(scalar.span.source.text)
    return (f"write `{joined}`: a name has no blank",) if known else ()


ENDS_BY_ITSELF = {"ends_when": "the phase", "until": "what is repeated"}
"""Keys of a condition, with what ends when it holds."""


def _where_it_belongs(misplaced: str, path: str) -> tuple[str, ...]:
    """Where an effect, or a value, belongs that stands at this path, as helps."""
    section, *names = path.split(".")
    last = names[-1] if names else ""
    if misplaced in ("effect", "chance") and section == "functions":
        return ("a function only computes: what changes, moves or decides something stands under `effects`",)
    if misplaced in ("effect", "set") and last == "do":
        return ("'do' is a key of an action, a phase or a trigger: start it in the column of their keys",)
    if misplaced == "effect" and section == "cards":
        return ("what a card does when it is used stands under `activate`",)
    if misplaced == "effect" and last in ENDS_BY_ITSELF:
        ends = f"when it holds, {ENDS_BY_ITSELF[last]} ends by itself"
        return (f"write the condition alone, such as `pile.empty`: {ends}; effects stand under `do`",)
    if misplaced == "effect" and path:
        return ("what a move does stands under `do`",) if "when" in names else ("effects stand under `do`",)
    return ("what only has a value stands under `functions`",) if misplaced and section == "effects" else ()


# Parses the short texts around effects: a name, a type, and the head of a function or a named effect.
#
#     integer | team or none | list of colour            a type
#     ranking | safe(team t, colour k)                   a head
#
# They are not in the grammar: parsed by hand, they need no table, and a mistake can be explained where it is found.

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
        """Take the next piece, which must be the name of `what`; raises `SemanticMistake` if it is not a name."""
        text, start = self.text, self.start
        if not re.fullmatch(r"\w+", text):
            raise self.wrong(f"the name of {what} is missing", help_text)
        if (joined := _HYPHENED.match(self.scalar.text, start)) is not None:
            advice = (f"join its words with `_`: `{joined[0].replace('-', '_').lower()}`",)
            raise SemanticMistake(Finding("E306", "a name has no hyphen", *joined.span(), helps=advice))
        check_name(text, start)
        self._at += 1
        return Word(text, self.scalar.at(start, start + len(text)))

    def wrong(self, message: str, help_text: str) -> SemanticMistake:
        """A mistake (E306) at the next piece, or after the last one at the end."""
        start = self.start if self.text else self.end
        return SemanticMistake(Finding("E306", message, start, start + len(self.text), helps=(help_text,)))


_HYPHENED = re.compile(r"[A-Za-z]\w*(?:-[A-Za-z]\w*)+")
"""Words that are joined by hyphens."""


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
    """Parse a single name; raises `SemanticMistake`."""
    pieces = Pieces(scalar)
    if not pieces.text:
        raise pieces.wrong("a name is missing", A_NAME)
    word = pieces.name("something", A_NAME)
    if pieces.text:
        raise pieces.wrong("a single name is needed here", _one_or_several(scalar))
    return word


_NAMES = re.compile(r"[a-z]\w*(?:\s*[,;/]\s*|\s+)(?:[a-z]\w*(?:\s*[,;/]\s*|\s+))*[a-z]\w*", re.ASCII)


def _one_or_several(scalar: Scalar) -> str:
    """What to write instead of a text that is more than a name: one without a comma, several names, or one of them."""
    text, file = scalar.text.strip(), scalar.span.source.text
    if re.fullmatch(r"\w+\s*[,;.]", text):
        return f"leave the `{text[-1]}` out: `{as_name(text)}`"
    if owned := re.fullmatch(r"[a-z]\w*\.([a-z]\w*)", text):
        return f"name it without what stands before the dot: `{owned[1]}`; a new name has `_`: `{as_name(text)}`"
    words = re.findall(r"\w+", text)
    if file[: scalar.span.start].rstrip()[-1:] == "[" and file[scalar.span.end :].lstrip()[:1] == "]":
        return f"write commas between them: `{', '.join(words)}`"
    known = all(re.search(rf"^\s*{word}\s*:", file, re.MULTILINE) for word in words)
    if _NAMES.fullmatch(text) and (known or re.search("[,;/]", text)):
        listed = file[: scalar.span.start].rstrip()[-1:] in ("[", ",")
        return f"write commas between them: `{', '.join(words)}`" if listed else "name only one of them"
    return f"join the words of a name with `_`: `{as_name(text)}`"


def read_type(scalar: Scalar) -> TypeName:
    """Parse a type; raises `SemanticMistake`."""
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
    """Parse the head of a function or a named effect; raises `SemanticMistake`."""
    pieces = Pieces(scalar)
    start = pieces.start
    name = pieces.name("the function or effect", A_HEAD)
    parameters: list[SignatureParameter] = []
    if pieces.take("("):
        parameters.append(_parameter(pieces))
        while pieces.take(","):
            parameters.append(_parameter(pieces))
        if not pieces.take(")"):
            raise pieces.wrong("`,` or `)` is missing here", A_HEAD)
    if pieces.text:
        advice = instead("word before a head", name.text)
        raise pieces.wrong(f"unexpected `{pieces.text}` in a head", advice[0] if advice else A_HEAD)
    return Signature(name, tuple(parameters), scalar.at(start, pieces.end))


def _parameter(pieces: Pieces) -> SignatureParameter:
    if pieces.text in (")", ""):
        raise pieces.wrong("a parameter is missing here", f"{A_HEAD}; without parameters, leave the parentheses out")
    type_name = _type(pieces)
    if pieces.text in ("<", "[", "(") and type_name.word.text in ("list", "set", "array"):
        item = pieces.after().text
        raise pieces.wrong(f"unexpected `{pieces.text}` in a type", f"a list is written with `of`: `list of {item}`")
    if pieces.text in (",", ")", ""):
        usual = next(iter(instead("type of a parameter", type_name.word.text)), "player")
        advice = f"write the type before the name: `{usual} {type_name.word.text}`"
        raise pieces.wrong("a parameter needs a type and a name", advice)
    return SignatureParameter(type_name, pieces.name("the parameter", A_HEAD))


# Splits the body of a function into lines that name parts of the value, and the value.
#
#     let cards = p.hand + shared
#     let pairs = groups(cards, 2)
#     count(pairs) > 1 or any(c.rank == ace for c in cards)
#
# A `let` ends before the next line that is not indented further. Only the lines are separated here; each is then parsed
# as a `let` of an effect, and the rest as a value.

_LET = re.compile(
    r"(?:[ \t]*(?:\#[^\n]*)?\n)*"
    r"(?P<let>(?P<margin>[ \t]*)let[ \t]+\w[^\n]*(?:\n(?:(?P=margin)[ \t][^\n]*|[ \t]*(?:\#[^\n]*)?(?=\n|\Z)))*\n?)"
)
"""A `let` behind blank lines and comments, with all that belongs to it."""


def split_lets(scalar: Scalar) -> tuple[tuple[Scalar, ...], Scalar]:
    """The texts of the `let` lines at the start, and the text after them."""
    lets: list[Scalar] = []
    at = 0
    while match := _LET.match(scalar.text, at):
        at = match.end()
        lets.append(scalar.part(match.start("let"), at))
    return tuple(lets), scalar.part(at, len(scalar.text)) if lets else scalar
