"""Splits an effect or an expression into tokens, and finds where blocks begin and end.

The words and signs of the language come from `grammar/effect.lark`. Three things are decided here because a grammar
cannot express them well: newlines and indentation (they count in effects outside of brackets, and are spaces
everywhere else); whether `top` or `draw` is meant as a keyword or as a name; and what is not a word of the language at
all. The latter becomes a token that the grammar does not know, so that all mistakes are reported in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lark.common import LexerConf
from lark.lexer import Lexer, Token

PIECE = re.compile(
    r"""(?: (?P<NAME>    [a-z][a-z0-9_]*+ (?!\w) )
        |   (?P<INT>     [0-9]++ (?! \w | \.[0-9] ) )
        |   (?P<sign>    \.\. | [-+=!<>]= | [-+*=<>.,:()\[\]] )
        |   (?P<line>    (?: \r?\n [ \t]*+ (?: \#[^\n]* )? )++ )
        |   (?P<comment> (?<![^\s]) \#[^\n]* )
        |   (?P<blank>   [ \t\r]+ )
        |   (?P<strange> \w[\w]*+ (?: \.[0-9]\w*+ )? | "[^"\n]*" | '[^'\n]*' | && | \|\| | // | . )
        ) [ \t\r]*+""",
    re.VERBOSE | re.DOTALL,
)
"""Every piece that a text can consist of, including the blanks after it; it matches at every offset."""

_ALWAYS_A_NAME = r"[.\[] | [ \t]*[-+]?=(?!=)"
SOFT = {
    "TOP": re.compile(r"[ \t]+of\b"),
    "BOTTOM": re.compile(r"[ \t]+of\b"),
    "ANY": re.compile(r"[ \t]+of\b"),
    "OPTIONAL": re.compile(r"[ \t]+[a-z0-9(\[]"),
    "POSITION": re.compile(r"[ \t]+[^\n]*\bof\b"),
    "SECRETLY": re.compile(r"[ \t]+(?!in\b)[a-z0-9(\[]"),
    "WHILE": re.compile(r"[ \t(][^\n]*\bat[ \t]+most\b"),
    "SOME": re.compile(r"[ \t]+[a-z_][a-z0-9_]*[ \t]+in\b"),
    "FORBID": re.compile(r"(?! [.\[] | [ \t]*[-+=] )", re.VERBOSE),
    "ALLOW": re.compile(r"(?! [.\[] | [ \t]*[-+=] )", re.VERBOSE),
}
"""Where a name is possible too, a word is this keyword only if this follows it."""
VERB = re.compile(rf"(?! {_ALWAYS_A_NAME} )", re.VERBOSE)
"""The same for all other keywords: `draw = 3`, `draw.x` and `draw[1]` are about something named draw."""

OPENING = {"LPAR", "LSQB"}
CLOSING = {"RPAR", "RSQB"}
TAB, STRAY, STRANGE = "TAB", "STRAY", "STRANGE"
"""Tokens that are not in the grammar: a tab in the indentation, an indentation that matches no line above, and
characters that are not part of the language."""


class EffectLexer(Lexer):
    """Gives lark the tokens of a text. It has no state, so one object serves all texts."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: LexerConf) -> None:
        literal = {t.pattern.value: t.name for t in lexer_conf.terminals if t.pattern.type == "str"}
        name = re.compile(lexer_conf.terminals_by_name["NAME"].pattern.to_regexp())
        self.signs = {text: kind for text, kind in literal.items() if not text.isalpha()}
        self.reserved = {t: k for t, k in literal.items() if t.isalpha() and not name.fullmatch(t)}
        self.soft = {t: k for t, k in literal.items() if t.isalpha() and t not in self.reserved}

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """The tokens of a text, one by one, as the parser asks for them.

        Whether a word is a keyword depends on the state of the parser, so tokens must not be read ahead.
        """
        text: str = getattr(lexer_state.text, "text", lexer_state.text)
        in_lines = parser_state.parse_conf.start == "effect"
        rows, stack = parser_state.parse_conf.states, parser_state.state_stack
        signs, reserved, soft = self.signs, self.reserved, self.soft
        brackets = 0
        indents: list[int] = []
        for match in PIECE.finditer(text):
            kind = match.lastgroup
            if kind == "NAME":
                word = match["NAME"]
                if word in reserved:
                    kind = reserved[word]
                elif word in soft and _is_keyword(soft[word], rows[stack[-1]], text, match.end("NAME")):
                    kind = soft[word]
                token = Token(kind, word, match.start())
            elif kind == "INT":
                token = Token(kind, match[kind], match.start())
            elif kind == "sign" and (kind := signs.get(match["sign"])):
                if kind in OPENING:
                    brackets += 1
                elif kind in CLOSING and brackets:
                    brackets -= 1
                token = Token(kind, match["sign"], match.start())
            elif kind == "line":
                if in_lines and not brackets and indents:
                    yield from _new_line(match, indents)
                continue
            elif kind == "comment" or kind == "blank":
                continue
            else:
                token = Token(STRANGE, match[0].rstrip(" \t\r"), match.start())
            if in_lines and not indents:
                indents.append(_indentation(text, match.start()))
            yield token


def _is_keyword(kind: str, row: dict[str, Any], text: str, end: int) -> bool:
    """Whether a word that can be a keyword or a name is the keyword, in this state of the parser."""
    return kind in row and ("NAME" not in row or SOFT.get(kind, VERB).match(text, end) is not None)


def _indentation(text: str, start: int) -> int:
    """The indentation of the line whose first word is at `start`."""
    return start - (text.rfind("\n", 0, start) + 1)


def _new_line(match: re.Match[str], indents: list[int]) -> Iterator[Token]:
    """The tokens for the end of a line, and for the blocks that begin or end with the next one."""
    text, end = match.string, match.end()
    yield Token("_NL", "\n", match.start())
    if end == len(text):
        yield from (Token("_DEDENT", "", end) for _ in indents[1:])
        return
    start = text.rfind("\n", 0, end) + 1
    if "\t" in text[start:end]:
        yield Token(TAB, "\t", text.index("\t", start))
    if end - start > indents[-1]:
        indents.append(end - start)
        yield Token("_INDENT", "", end)
        return
    while len(indents) > 1 and end - start < indents[-1]:
        indents.pop()
        if end - start > indents[-1]:
            yield Token(STRAY, text[start:end], end)
        yield Token("_DEDENT", "", end)
    if end - start < indents[0]:
        yield Token(STRAY, text[start:end], end)
