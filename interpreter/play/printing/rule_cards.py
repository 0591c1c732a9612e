"""The cards in a rulebook: each by itself with its text, or those that say the same together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...language.spec.nodes import Spec
from ..game.phrases import phrase
from ..game.texts import Wordings
from .entries import Entry
from .printed import Printed

FEW = 3
"""So many cards of one pattern are told one by one."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")


def card_entries(cards: Sequence[Printed], spec: Spec, words: Wordings) -> Iterator[Entry]:
    """The cards in the order of the spec; those whose texts follow one pattern are one entry, with a list."""
    told: set[tuple[str, str]] = set()
    patterns = {one.card: _pattern(one, spec, words) for one in cards}
    for one in cards:
        key = patterns[one.card]
        alike = [card for card in cards if patterns[card.card] == key]
        if len(alike) <= FEW or not key[1]:
            told_of = phrase(words.language, "semicolon").join(
                f"{name}{_colon(words.language)} {value}" for name, value in one.untold
            )
            yield Entry(f"cards.{one.card}", _copied(one), one.text or told_of)
        elif key not in told:
            told.add(key)
            yield _together(alike, key, words)


def _pattern(one: Printed, spec: Spec, words: Wordings) -> tuple[str, str]:
    """The deck of a card, and its text as it is written, with braces; a card without one is told by its attributes.

    A text that only few cards have is no pattern.
    """
    kinds = spec.decks[one.deck].kinds
    texts = {kind.id.text: words.texts(kind.about.text, "") if kind.about.text else "" for kind in kinds}
    text = texts[one.card]
    if not text:
        return one.deck, "|".join(name for name, _ in one.untold) or "-"
    return one.deck, text if "{" in text or [*texts.values()].count(text) > FEW else ""


def _together(cards: Sequence[Printed], key: tuple[str, str], words: Wordings) -> Entry:
    """Cards of one pattern: what holds of all of them, and a list of those that say the same otherwise."""
    pattern = _SENTENCE.split(key[1]) if cards[0].text else []
    by_text: dict[str, list[str]] = {}
    for one in cards:
        by_text.setdefault(_own(one, pattern, words.language), []).append(_copied(one))
    items = (f"{', '.join(names)}{_colon(words.language)} {told}" for told, names in by_text.items())
    if list(by_text) == [""]:
        items = (", ".join(names) for names in by_text.values())
    title = phrase(words.language, "cards", n=sum(one.copies for one in cards))
    return Entry(
        key=f"cards.{cards[0].deck}.{cards[0].card}",
        title=title,
        text=" ".join(sentence for sentence in pattern if "{" not in sentence),
        items=tuple(items),
    )


def _own(one: Printed, pattern: Sequence[str], language: str) -> str:
    """What a card says that others of its pattern do not: the sentences with braces, or its attributes."""
    if not one.text:
        return phrase(language, "semicolon").join(f"{name}{_colon(language)} {value}" for name, value in one.untold)
    sentences = _SENTENCE.split(one.text)
    if len(sentences) != len(pattern):
        return one.text
    return " ".join(said for said, written in zip(sentences, pattern, strict=True) if "{" in written)


def _copied(one: Printed) -> str:
    """A card with its copies, if there are several."""
    return one.label if one.copies == 1 else f"{one.label} × {one.copies}"


def _colon(language: str) -> str:
    return " :" if language == "fr" else ":"
