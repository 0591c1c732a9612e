"""Mistakes in rules that mean something else then: operators, numbers, clauses, conditions, arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from cardwright.diagnostics.span import Span
from cardwright.language.spec import nodes as spec
from cardwright.language.syntax import nodes as syn

from .edit import Edit, at_word
from .page import Page

OPERATORS = {
    "<": ("<=", ">"),
    "<=": ("<",),
    ">": (">=", "<"),
    ">=": (">",),
    "==": ("!=", "="),
    "!=": ("==",),
    "=": ("+=", "=="),
    "+=": ("-=", "="),
    "-=": ("+=",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "and": ("or",),
    "or": ("and",),
    "div": ("mod",),
    "mod": ("div",),
}

WORDS = {
    "any": ("all",),
    "all": ("any",),
    "min": ("max",),
    "max": ("min",),
    "first": ("last",),
    "last": ("first",),
    "top": ("bottom",),
    "bottom": ("top",),
    "next": ("previous",),
    "previous": ("next",),
    "sum": ("max", "min"),
    "largest": ("smallest",),
    "smallest": ("largest",),
    "true": ("false",),
    "false": ("true",),
    "best": ("worst",),
    "player": ("team",),
    "players": ("teams",),
    "owner": ("all", "none"),
    "count": ("all", "none"),
    "stack": ("row",),
    "random": ("distinct random",),
    "shuffled": ("listed",),
    "listed": ("shuffled",),
    "once": ("reverse",),
    "start": ("finish",),
    "finish": ("start",),
}
"""Words of the language of which each can stand where another stands."""

ALIKE = ("min", "max", "abs", "say")
"""Functions to which the order of their arguments means nothing."""


def operators(page: Page, luck: Random) -> Iterator[Edit]:
    """`<` for `<=`, `+` for `-`, `and` for `or`"""
    for word in page.words:
        if word.text in OPERATORS and not (word.text == "-" and word.before in ("", "(", ",", "by", "==")):
            yield at_word(page, word.start, word.end, luck.choice(OPERATORS[word.text]))


def other_words(page: Page, luck: Random) -> Iterator[Edit]:
    """`all` for `any`, `top` for `bottom`, `shows: all` for `shows: owner`"""
    for word in page.words:
        if word.text in WORDS and (word.start, word.end) not in page.uses and not (word.text == "count" == word.after):
            if word.text in ("owner", "player", "count") and word.after == "(":
                continue
            yield at_word(page, word.start, word.end, luck.choice(WORDS[word.text]))
    inside = {word.start for word in page.words}
    for stop in page.stops:
        one = stop.scalar
        if one is not None and one.text in WORDS and one.span.start not in inside and not stop.language:
            yield at_word(page, one.span.start, one.span.end, luck.choice(WORDS[one.text]))


def numbers(page: Page, luck: Random) -> Iterator[Edit]:
    """A number that is one too large or too small."""
    places = {(word.start, word.end) for word in page.words if word.text.isdigit()}
    places |= {(one.span.start, one.span.end) for _, one in page.scalars() if one.text.isdigit()}
    for start, end in sorted(places):
        if page.text[start:end].isdigit():
            number = int(page.text[start:end])
            yield at_word(page, start, end, str(luck.choice((number + 1, number - 1 if number else 1))))


def arguments(page: Page, luck: Random) -> Iterator[Edit]:
    """Two arguments exchanged, two attributes of a card, or where cards come from and where they go."""
    for node in page.nodes:
        match node:
            case syn.CallExpression(args=args) if len(args) > 1 and node.name.text not in ALIKE:
                at = luck.randrange(len(args) - 1)
                yield from _exchanged(page, args[at].span, args[at + 1].span)
            case syn.Draw():
                yield from _exchanged(page, node.source.span, node.target.span)
            case syn.MoveStatement():
                yield from _exchanged(page, node.cards.span, node.place.zone.span)
            case syn.Conditional():
                yield from _exchanged(page, node.yes.span, node.no.span)
            case syn.Binary(operator="-" | "div" | "mod" | ".." | "in"):
                yield from _exchanged(page, node.left.span, node.right.span)


def _exchanged(page: Page, one: Span, other: Span) -> Iterator[Edit]:
    text = page.text
    a, b = text[one.start : one.end], text[other.start : other.end]
    if a != b and one.end <= other.start and page.here(one) and page.here(other):
        yield at_word(page, one.start, other.end, b + text[one.end : other.start] + a)


def clauses(page: Page, luck: Random) -> Iterator[Edit]:
    """A part of `and` or `or` left out."""
    for node in page.nodes:
        if isinstance(node, syn.Binary) and node.operator in ("and", "or"):
            kept = luck.choice((node.left, node.right)).span
            if _whole(page, node.span):
                yield at_word(page, node.span.start, node.span.end, page.text[kept.start : kept.end])


def conditions(page: Page, luck: Random) -> Iterator[Edit]:
    """A condition that is asked the other way round."""
    for test in _conditions(page.nodes):
        start, end = test.span.start, test.span.end
        if not page.here(test.span) or not _whole(page, test.span):
            continue
        if isinstance(test, syn.Unary) and test.operator == "not":
            yield at_word(page, start, end, page.text[test.operand.span.start : end])
        else:
            yield at_word(page, start, end, f"not ({page.text[start:end]})")


def _conditions(nodes: Sequence[object]) -> Iterator[syn.Expr]:
    for node in nodes:
        match node:
            case syn.IfStatement():
                yield from (test for test, _ in node.branches)
            case syn.Conditional() | syn.While():
                yield node.test
            case spec.TurnsSpec():
                yield from (one.test for one in node.skip)
            case syn.Comprehension():
                yield from (one.test for one in node.loops if one.test is not None)
            case syn.Choose():
                yield from (one.where for one in node.picks if one.where is not None)
            case _:
                continue


def _whole(page: Page, span: Span) -> bool:
    """Whether all brackets of a text are closed in it: else its place is not what it seems."""
    text = page.text[span.start : span.end]
    return text.count("(") == text.count(")") and text.count("[") == text.count("]")
