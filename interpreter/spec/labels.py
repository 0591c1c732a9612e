"""What people are told about a thing, in their language."""

from __future__ import annotations

from .nodes import Texts


def said(texts: Texts, language: str, otherwise: str = "") -> str:
    """The text in a language; else the one without a language, the English one, or the first there is.

    >>> said({"en": "Draw", "fr": "Piocher"}, "fr"), said({"": "Draw"}, "fr"), said({}, "fr", "draw")
    ('Piocher', 'Draw', 'draw')
    """
    for wanted in (language, "", "en"):
        if wanted in texts:
            return texts[wanted]
    return next(iter(texts.values()), otherwise)
