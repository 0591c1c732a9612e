"""What is printed on a card, attribute by attribute, as the file says it."""

from __future__ import annotations

from ..syntax.nodes import Expr, ListOf
from .nodes import Deck, Kind


def written(deck: Deck, kind: Kind) -> dict[str, str]:
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


def unusual(deck: Deck, kind: Kind) -> dict[str, str]:
    """The attributes of a kind of card as text, without those that have the default of the deck, or are false."""
    usual = {a.name.text: _source(a.default) for a in deck.attributes if a.default is not None}
    return {name: text for name, text in written(deck, kind).items() if text not in ("false", usual.get(name))}


def _source(expr: Expr) -> str:
    if isinstance(expr, ListOf):
        return f"[{', '.join(_source(item) for item in expr.items)}]"
    return " ".join(expr.span.written.split())
