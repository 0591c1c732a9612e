"""Texts for people: their language, the names in braces, what is printed on a card, what needs no text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

from ...source.text.disk import shipped
from ...source.text.tree import Mapping, Node, Scalar
from ..syntax import nodes as syn
from ..syntax.nodes import AttributeAccess, Expr, ListExpression, Name, Unary
from .nodes import Category, DeckSpec, KindSpec, Spec, VariableSpec


def score_variable(spec: Spec) -> VariableSpec | None:
    """The variable that is reported as the score, as it is or with a minus; None where the score is computed, or not
    reported at all.
    """
    score = spec.result.score if spec.result else None
    if isinstance(score, Unary) and score.operator == "-":
        score = score.operand
    return spec.variables.get(score.name.text) if isinstance(score, AttributeAccess) else None


def counts_against(spec: Spec) -> bool:
    """Whether the score is written with a minus, so that less is better: people are told it without the sign.

    `score: -it.tricks` reports -3 for three tricks, and people read "tricks: 3".
    """
    score = spec.result.score if spec.result else None
    return isinstance(score, Unary) and score.operator == "-"


def chosen_symbols(spec: Spec, action: str) -> frozenset[str]:
    """The names of what is chosen for an action or reaction from an enumeration, `choose: {k: colour}`."""
    found = spec.actions.get(action) or spec.reactions.get(action)
    picks = found.choose if found else ()
    return frozenset(p.name.text for p in picks if isinstance(p.source, Name) and p.source.id in spec.types)


# What texts for people name in braces: `Play for {worth(t) + c.worth} of {target} points`.

BRACES = re.compile(r"\{([^{}]*)\}")
"""A value in braces."""


def texts_of(node: Node | None, leave: str = "") -> Iterator[Scalar]:
    """A text for people in each of its languages; what stands below the key `leave` is no text."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        yield from (e.value for e in node.entries if isinstance(e.value, Scalar) and e.key.text != leave)


# What is printed on a card, attribute by attribute, as the file says it.


def printed_attributes(deck: DeckSpec, kind: KindSpec) -> dict[str, str]:
    """The attributes of a kind of card as text: those written on it, those of `each`, then tables and defaults.

    A list is written `[a, b]`, however the file lays it out. An attribute that has no value anywhere is left out; so
    are one whose text is `none`, and an empty list.
    """
    texts = {word.text: _source(expr) for word, expr in kind.attributes}
    texts = {word.text: text for word, text in kind.generated} | texts
    for attribute in deck.attributes:
        name = attribute.name.text
        if name in texts:
            continue
        if attribute.by is not None and attribute.by.text in texts:
            by = texts[attribute.by.text]
            texts.update((name, _source(expr)) for key, expr in attribute.values if key.text == by)
        elif attribute.default is not None:
            texts[name] = _source(attribute.default)
    return {name: text for name, text in texts.items() if text not in ("none", "[]")}


def unusual(deck: DeckSpec, kind: KindSpec) -> dict[str, str]:
    """The attributes of a kind of card as text, without those that its deck sets alike or that are just false."""
    usual = {a.name.text: _source(a.default) for a in deck.attributes if a.default is not None}
    return {name: text for name, text in printed_attributes(deck, kind).items() if text != usual.get(name, "false")}


def _source(expr: Expr) -> str:
    if isinstance(expr, ListExpression):
        return f"[{', '.join(_source(item) for item in expr.items)}]"
    return " ".join(expr.span.written.split())


# What a spec says of winning and scoring in so simple a way that it can be told in words without a text.


def most_wins(spec: Spec) -> tuple[VariableSpec, bool] | None:
    """The variable of which whoever has most wins, and whether it is least instead; None if it is not that simple."""
    match spec.result.winners if spec.result else None:
        case syn.CallExpression(name=syn.Word(text="best"), comprehension=syn.Comprehension(by=(by, *_))):
            least = isinstance(by, syn.Unary) and by.operator == "-"
            value = by.operand if isinstance(by, syn.Unary) and least else by
            if isinstance(value, syn.AttributeAccess) and value.name.text in spec.variables:
                return spec.variables[value.name.text], least
    return None


def fixed_points(category: Category) -> int | None:
    """The points of a category that always counts the same; None if they are computed."""
    return category.points.value if isinstance(category.points, syn.Integer) else None


# What is drawn on cards: the parts of their faces, and the icons, which come with the language.

FACE = ("title", "corner", "sign", "line", "icon", "colour")
"""The parts of a face, which may name attributes."""


@cache
def icons() -> dict[str, str]:
    """The outline of each icon by its name: the data of a path of SVG in a square of 24 units, filled by the rule
    `evenodd`.

    >>> icons()["square"]
    'M3 3H21V21H3Z'
    """
    found: dict[str, str] = json.loads((shipped("grammar") / "icons.json").read_text(encoding="utf-8"))
    return found
