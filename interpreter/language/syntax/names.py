"""Checks names: lowercase letters, digits and `_`, starting with a letter, and not a reserved word."""

from __future__ import annotations

import re

from .finding import Finding, Mistake

RESERVED = frozenset(
    ("and", "or", "not", "if", "else", "for", "in", "is", "none", "true", "false", "div", "mod", "may", "by")
)
"""The words that are never names; the terminal NAME of the grammar excludes the same ones."""

NAME = re.compile(r"[a-z][a-z0-9_]*+")


_PROPERTIES = {"is_empty": "empty"}
"""Names from other languages, and what they are here."""


def check_name(text: str, start: int) -> None:
    """Raise `Mistake` if a word, which begins at offset `start` of a text, cannot be a name."""
    finding = wrong_name(text, start)
    if finding:
        raise Mistake(finding)


def wrong_name(text: str, start: int) -> Finding | None:
    """What is wrong with a word as a name; None if it can be one."""
    end = start + len(text)
    if text in RESERVED:
        message = f"`{text}` is a reserved word and cannot be a name"
        return Finding("E305", message, start, end, helps=(f"choose another name, such as `{text}_`",))
    if NAME.fullmatch(text):
        return None
    helps: tuple[str, ...] = ("a name consists of lowercase letters (a to z), digits and `_`, starting with a letter",)
    better = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
    better = _PROPERTIES.get(better, better)
    if NAME.fullmatch(better) and better not in RESERVED:
        helps = (f"write `{better}`",)
    return Finding("E304", f"`{text}` cannot be a name", start, end, helps=helps)
