"""Texts for people, in their language, and what the score is called."""

from __future__ import annotations

from ..syntax.nodes import Attribute, Name, Unary
from .nodes import Spec, Texts, Variable


def said(texts: Texts, language: str, otherwise: str = "") -> str:
    """The text in a language; if there is none, the one without a language, then the English one, then the first.

    >>> said({"en": "Draw", "fr": "Piocher"}, "fr"), said({"": "Draw"}, "fr"), said({}, "fr", "draw")
    ('Piocher', 'Draw', 'draw')
    """
    for wanted in (language, "", "en"):
        if wanted in texts:
            return texts[wanted]
    return next(iter(texts.values()), otherwise)


def reported(spec: Spec) -> Variable | None:
    """The variable that is reported as the score, as it is or with a minus; None where the score is computed, or not
    reported at all.
    """
    score = spec.result.score if spec.result else None
    if isinstance(score, Unary) and score.operator == "-":
        score = score.operand
    return spec.variables.get(score.name.text) if isinstance(score, Attribute) else None


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
