"""Finds what is written correctly and hardly meant: quotation marks that belong to a text, a deck without a card."""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.diagnostic import Report
from ..syntax.nodes import Integer
from ..text.tree import Node
from .braces import texts_of
from .nodes import Deck, Spec

CURLY = ("“”", "„“", "„”", "‘’", "‚‘")
"""Pairs of quotation marks that keyboards and other programs put in place of straight ones."""


def check_quotes(told: Sequence[tuple[Node, str]], report: Report) -> None:
    """Warn of texts in curly quotation marks (W646): for YAML these do not end where the text ends, but belong to it.

    Between straight ones they are meant.
    """
    for node, path in told:
        for text in texts_of(node):
            if text.style == "plain" and len(text.text) > 1 and text.text[0] + text.text[-1] in CURLY:
                inside = text.text[1:-1]
                report.add(
                    "W646",
                    f"the quotation marks {text.text[0]} {text.text[-1]} are part of this text",
                    text.span,
                    helps=(f'write straight ones: `"{inside}"`', f'or, if people are to read them: `"{text.text}"`'),
                    path=path,
                )


def check_empty_decks(spec: Spec, report: Report) -> None:
    """Warn of a deck of which there is never a card (W647).

    A single kind without copies is fine: a variant may take cards out like that, and an option bring them back.
    """
    for deck in spec.decks.values():
        if deck.kinds and all(_none(deck, kind.copies) for kind in deck.kinds):
            report.add(
                "W647",
                f"there is never a card in the deck '{deck.name.text}'",
                deck.name.span,
                label="each kind has 0 copies",
                helps=("`copies` says how many of each kind there are; left out, it is 1",),
                path=deck.path,
            )


def _none(deck: Deck, copies: object) -> bool:
    number = deck.copies if copies is None else copies
    return isinstance(number, Integer) and number.value == 0
