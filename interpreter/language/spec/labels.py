"""What people are told about a thing, in their language."""

from __future__ import annotations

from ..syntax.nodes import Attribute
from .nodes import Spec, Texts, Variable


def said(texts: Texts, language: str, otherwise: str = "") -> str:
    """The text in a language; else the one without a language, the English one, or the first there is.

    >>> said({"en": "Draw", "fr": "Piocher"}, "fr"), said({"": "Draw"}, "fr"), said({}, "fr", "draw")
    ('Piocher', 'Draw', 'draw')
    """
    for wanted in (language, "", "en"):
        if wanted in texts:
            return texts[wanted]
    return next(iter(texts.values()), otherwise)


def reported(spec: Spec) -> Variable | None:
    """The variable that is reported as the score; None where the score is worked out, or not told at all."""
    score = spec.result.score if spec.result else None
    return spec.variables.get(score.name.text) if isinstance(score, Attribute) else None
