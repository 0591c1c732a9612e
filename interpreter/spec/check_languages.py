"""Warns about a text that people of one language would miss."""

from __future__ import annotations

from ..diagnostics.diagnostic import Report
from ..text.tree import Mapping


def check_languages(texts: list[tuple[Mapping, str]], report: Report) -> None:
    """W620 for each text that lacks a language in which others are written. A text without a language is for all."""
    languages = list(dict.fromkeys(key for found, _ in texts for key, _ in found))
    for found, path in texts:
        missing = [language for language in languages if found.get(language) is None]
        if missing:
            message = f"this text is not given in {' and '.join(missing)}, as others are"
            report.add("W620", message, found.span, path=path)
