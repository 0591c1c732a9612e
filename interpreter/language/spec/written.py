"""What stands on a card, attribute by attribute, as the file says it."""

from __future__ import annotations

from .nodes import Deck, Kind


def written(deck: Deck, kind: Kind) -> dict[str, str]:
    """The attributes of a kind of card as text: those written on it, those of `each`, then tables and defaults of the
    deck.

    An attribute that has no value anywhere is left out; so is one whose text is `none`.
    """
    found = {word.text: " ".join(expr.span.text.split()) for word, expr in kind.attributes}
    found = {word.text: text for word, text in kind.generated} | found
    for attribute in deck.attributes:
        name = attribute.name.text
        if name in found:
            continue
        if attribute.by is not None and attribute.by.text in found:
            by = found[attribute.by.text]
            found.update((name, expr.span.text) for key, expr in attribute.values if key.text == by)
        elif attribute.default is not None:
            found[name] = " ".join(attribute.default.span.text.split())
    return {name: text for name, text in found.items() if text != "none"}
