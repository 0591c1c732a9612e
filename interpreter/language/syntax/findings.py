"""Mistakes in a text of the effect language: by offsets, wrong names, too deep nesting, where parsing stopped."""

from __future__ import annotations

import re
from dataclasses import KW_ONLY
from functools import cached_property
from typing import Any, Literal

from lark import Token, Tree
from lark.exceptions import UnexpectedToken

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import as_name, instead
from ...source.text.tree import Scalar
from ..builtins.table import EFFECTS
from .lexer import PIECE
from .table import parser


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake in a text. Locations are offsets in the text; an empty range means just after a character.

    `code`, `message`, `label`, `notes` and `helps` are those of a diagnostic; `others` are further locations, as
    `(start, end, words)`; `at` is the main location, if that is outside the text. `misplaced` says that
    this is an effect where a value is needed, or the other way round.
    """

    code: str
    message: str
    start: int
    end: int
    _: KW_ONLY
    label: str = ""
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    others: tuple[tuple[int, int, str], ...] = ()
    misplaced: str = ""
    at: Span | None = None

    def add_to(self, report: Report, scalar: Scalar, path: str) -> None:
        """Add the mistake to a report, with its locations in the author's file."""
        others = tuple(Label(span_of(scalar, start, end), text) for start, end, text in self.others)
        report.add(
            self.code,
            self.message,
            self.at or span_of(scalar, self.start, self.end),
            label=self.label,
            others=others,
            notes=self.notes,
            helps=self.helps,
            path=path,
        )


class SemanticMistake(Exception):
    """Raised if a text follows the grammar but makes no sense; carries the finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def span_of(scalar: Scalar, start: int, end: int) -> Span:
    """The source span of `text[start:end]`; an empty one is just after the character before it.

    The character before may be far from the next one in the source, on the line above for instance.
    """
    if end > start:
        return scalar.at(start, end)
    if start == 0:
        return Span(scalar.span.source, scalar.offsets[0], scalar.offsets[0])
    after = scalar.at(start - 1, start).end
    return Span(scalar.span.source, after, after)


# Checks names: lowercase letters, digits and `_`, starting with a letter, and not a reserved word.

RESERVED = frozenset(
    ("and", "or", "not", "if", "else", "for", "in", "is", "none", "true", "false", "div", "mod", "may", "by")
)
"""The words that are never names; the terminal NAME of the grammar excludes the same ones."""

HEADS = ("if", "elif", "else", "for", "repeat", "while", "choose", "together")
"""The words that begin a block."""

CALLED = tuple(verb for verb, row in EFFECTS.items() if row.form.startswith(f"{verb}("))
"""The effects that are written like functions."""

VERBS = tuple(verb for verb in EFFECTS if verb not in (*HEADS, *CALLED))
"""The words that begin a line."""

# fmt: off
SOFT_WORDS = (
    "where", "from", "to", "of", "turn", "alike", "except", "top", "bottom", "position", "at", "most", "when",
    "some", "optional", "any", "secretly", "forbid", "allow",
)
# fmt: on
"""The words within lines that can be names, too."""

ALL_WORDS = tuple(dict.fromkeys((*sorted(RESERVED), *HEADS, *EFFECTS, *SOFT_WORDS)))
"""All words of the language; those that can be names come last."""

NAME = re.compile(r"[a-z][a-z0-9_]*+")


def check_name(text: str, start: int) -> None:
    """Raise `SemanticMistake` if a word, which begins at offset `start` of a text, cannot be a name."""
    finding = wrong_name(text, start)
    if finding:
        raise SemanticMistake(finding)


def wrong_name(text: str, start: int) -> Finding | None:
    """What is wrong with a word as a name; None if it can be one."""
    end = start + len(text)
    if text in RESERVED:
        message = f"`{text}` is a reserved word and cannot be a name"
        return Finding("E305", message, start, end, helps=(f"choose another name, such as `{text}_`",))
    if NAME.fullmatch(text):
        return None
    helps: tuple[str, ...] = ("a name consists of lowercase letters (a to z), digits and `_`, starting with a letter",)
    better = as_name(text)
    better = next(iter((*instead("property", better), *instead("type", better))), better)
    if NAME.fullmatch(better) and better not in RESERVED:
        helps = (f"write `{better}`",)
    return Finding("E304", f"`{text}` cannot be a name", start, end, helps=helps)


# Limits how deeply a text is nested: no author meets the limit, and later stages may recurse safely.

DEEPEST = 100
SHORT = 150
"""A text of at most this many characters is never nested too deeply, which saves walking most trees."""
_CHAINS = ("sum_", "prod", "and_", "or_")


def check_depth(tree: Tree[Token], text: str) -> None:
    """Raise `SemanticMistake` if values or blocks are nested more than 100 levels deep.

    Each two parts of a sum or another chain count as a level, because the tree of a chain leans to the left.
    """
    if len(text) <= SHORT:
        return
    todo: list[tuple[Any, int]] = [(tree, 0)]
    while todo:
        node, depth = todo.pop()
        if isinstance(node, Tree):
            depth += len(node.children) // 2 if node.data in _CHAINS else 1
            todo.extend((child, depth) for child in reversed(node.children))
        elif depth > DEEPEST:
            start: int = node.start_pos or 0
            advice = ("give names to parts of it, with `let` or as functions",)
            raise SemanticMistake(Finding("E301", "this is nested too deeply", start, start + len(node), helps=advice))


# Where parsing one line or one value stopped: the words around that point, and what could follow there.
#
# Everything that explains a mistake looks at a `ParseFailure` and at nothing else. Offsets count from the start of the
# line.

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "is")
PAIRS = {"(": ")", "[": "]"}
_NOT_A_KEYWORD = re.compile(r"[.\[] | [ \t]*[-+]?=(?!=)", re.VERBOSE)


Entry = Literal["line", "head", "expression", "modifier", "source"]
"""What is parsed: a line of an effect, the head of a block, or a whole text of another kind."""

PieceKind = Literal["word", "number", "sign", "strange", "end"]
"""`strange` is not part of the language; `end` is the empty piece after the last one."""

_KINDS: dict[str | None, PieceKind] = {"NAME": "word", "INT": "number", "sign": "sign", "strange": "strange"}


@dataclass(frozen=True, slots=True)
class SourceToken:
    """A word, a number or a sign."""

    kind: PieceKind
    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset after it."""
        return self.start + len(self.text)

    @property
    def is_value(self) -> bool:
        """Whether a value can begin with it."""
        if self.kind == "word":
            return self.text not in RESERVED or self.text in ("none", "true", "false", "not", "may")
        return self.kind in ("number", "strange") or self.text in PAIRS

    @property
    def ends_value(self) -> bool:
        """Whether a value can end with it."""
        if self.kind == "word":
            return self.text not in RESERVED or self.text in ("none", "true", "false")
        return self.kind in ("number", "strange") or self.text in (")", "]")


@dataclass(frozen=True)
class ParseFailure:
    """Parsing stopped before `pieces[at]`, where the grammar allows the terminals `accepts`.

    choose c from me.hand:
             ^^^^              here: `from`; before: `c`; after: `me`; accepts: {"IN"}
    """

    entry: Entry
    text: str
    pieces: tuple[SourceToken, ...]
    at: int
    accepts: frozenset[str]

    @property
    def here(self) -> SourceToken:
        """The piece that does not fit."""
        return self.pieces[self.at]

    @property
    def before(self) -> SourceToken | None:
        """The piece before it."""
        return self.pieces[self.at - 1] if self.at else None

    @property
    def after(self) -> SourceToken | None:
        """The piece after it."""
        return self.pieces[self.at + 1] if self.at + 1 < len(self.pieces) else None

    @property
    def first(self) -> str:
        """The text of the first piece."""
        return self.pieces[0].text

    @property
    def at_end(self) -> bool:
        """Whether the text ends too early."""
        return self.here.kind == "end"

    @cached_property
    def open(self) -> tuple[SourceToken, ...]:
        """The brackets that are open there, outermost first."""
        stack: list[SourceToken] = []
        for piece in self.pieces[: self.at]:
            if piece.text in PAIRS:
                stack.append(piece)
            elif piece.text in PAIRS.values() and stack:
                stack.pop()
        return tuple(stack)

    @property
    def in_effect(self) -> bool:
        """Whether a line of an effect is parsed."""
        return self.entry in ("line", "head")

    @property
    def wants_value(self) -> bool:
        """Whether a value is possible here."""
        return "INT" in self.accepts

    @property
    def wants_name(self) -> bool:
        """Whether a name is possible here, but no other value."""
        return "NAME" in self.accepts and "INT" not in self.accepts


def tokens_of(text: str) -> tuple[SourceToken, ...]:
    """The words, numbers and signs of a text, and a last piece of kind `end` just after them."""
    pieces: list[SourceToken] = []
    for match in PIECE.finditer(text):
        group = match.lastgroup
        if group in _KINDS:
            pieces.append(SourceToken(_KINDS[group], match[group or 0], match.start(group or 0)))
    return (*pieces, SourceToken("end", "", pieces[-1].end if pieces else 0))


def is_head(pieces: tuple[SourceToken, ...], text: str) -> bool:
    """Whether a line is the head of a block, by its first word."""
    first = pieces[0]
    return first.text in HEADS and (first.text in RESERVED or not _NOT_A_KEYWORD.match(text, first.end))


def parse_frame(text: str, entry: Entry) -> tuple[str, str]:
    """What to put before and after a line of an effect so that it can be parsed alone."""
    if entry == "line":
        return "", "\n"
    if entry == "head":
        before = "if x:\n  end x\n" if text.lstrip().startswith(("elif", "else")) else ""
        return before, "\n  end x\n"
    return "", ""


def find_failure(text: str, entry: Entry) -> ParseFailure | None:
    """Parse a text, and return where that fails; None if it succeeds."""
    before, after = parse_frame(text, entry)
    try:
        parser().parse(before + text + after, start="effect" if entry in ("line", "head") else entry)
    except UnexpectedToken as error:
        pieces = tokens_of(text)
        stop = len(text) if error.token.type == "$END" else (error.token.start_pos or 0) - len(before)
        at = next((i for i, piece in enumerate(pieces) if piece.start >= stop), len(pieces) - 1)
        if error.token.type == "_NL":
            at = len(pieces) - 1
        return ParseFailure(entry, text, pieces, at, frozenset(error.accepts or ()))
    return None
