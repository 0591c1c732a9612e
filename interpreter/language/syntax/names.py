"""What may be a name: small letters, digits and `_`, a letter first, and no word that the language keeps."""

from __future__ import annotations

import re

from .finding import Finding, Mistake

RESERVED = frozenset(
    ("and", "or", "not", "if", "else", "for", "in", "is", "none", "true", "false", "div", "mod", "may", "by")
)
"""The words that are never names; the rule NAME of the grammar excludes the same."""

NAME = re.compile(r"[a-z][a-z0-9_]*+")


def check_name(text: str, start: int) -> None:
    """Raise `Mistake` if a word, which begins at `start` of a text, cannot be a name."""
    found = wrong_name(text, start)
    if found:
        raise Mistake(found)


def wrong_name(text: str, start: int) -> Finding | None:
    """What is wrong with a word as a name; None if nothing is."""
    end = start + len(text)
    if text in RESERVED:
        message = f"`{text}` is a word of the language and cannot be a name"
        return Finding("E305", message, start, end, helps=(f"choose another name, such as `{text}_`",))
    if NAME.fullmatch(text):
        return None
    helps: tuple[str, ...] = ("a name consists of small letters (a to z), digits and `_`, a letter first",)
    better = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
    if NAME.fullmatch(better) and better not in RESERVED:
        helps = (f"write `{better}`",)
    return Finding("E304", f"`{text}` cannot be a name", start, end, helps=helps)
