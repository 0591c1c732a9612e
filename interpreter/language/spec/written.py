"""What is printed on a card, attribute by attribute, as the file says it."""

from __future__ import annotations

from .nodes import Deck, Kind


def written(deck: Deck, kind: Kind) -> dict[str, str]:
    """The attributes of a kind of card as text: those written on it, those of `each`, then tables and defaults.

    An attribute that has no value anywhere is left out; so is one whose text is `none`.
    """
    texts = {word.text: " ".join(expr.span.text.split()) for word, expr in kind.attributes}
    texts = {word.text: text for word, text in kind.generated} | texts
    for attribute in deck.attributes:
        name = attribute.name.text
        if name in texts:
            continue
        if attribute.by is not None and attribute.by.text in texts:
            by = texts[attribute.by.text]
            texts.update((name, expr.span.text) for key, expr in attribute.values if key.text == by)
        elif attribute.default is not None:
            texts[name] = " ".join(attribute.default.span.text.split())
    return {name: text for name, text in texts.items() if text != "none"}
