"""The words for a thing in the language of the people who play."""

from __future__ import annotations

from ..syntax.nodes import Attribute
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
    """The variable that is reported as the score; None if the score is computed, or not reported at all."""
    score = spec.result.score if spec.result else None
    return spec.variables.get(score.name.text) if isinstance(score, Attribute) else None
