"""Warns about a text that people of one language would miss, or that tells them something else."""

from __future__ import annotations

import re

from ...diagnostics.diagnostic import Report
from ..text.tree import Mapping
from .reading import scalar

PLACEHOLDER = re.compile(r"\{(\w+)\}")


def check_languages(texts: list[tuple[Mapping, str]], report: Report) -> None:
    """Compare each text with the others, and its languages with each other.

    W620: it lacks a language in which others are written (a text without a language is for all).
    W621: one language names something in `{ }` that another one does not.
    """
    languages = list(dict.fromkeys(key for found, _ in texts for key, _ in found))
    for found, path in texts:
        missing = [language for language in languages if found.get(language) is None]
        if missing:
            message = f"this text is not given in {' and '.join(missing)}, as others are"
            report.add("W620", message, found.span, path=path)
        _compare(found, path, report)


def _compare(found: Mapping, path: str, report: Report) -> None:
    named = {entry.key.text: set(PLACEHOLDER.findall(scalar(entry.value).text)) for entry in found.entries}
    all_names = sorted(set().union(*named.values()))
    for entry in found.entries:
        missing = [f"{{{name}}}" for name in all_names if name not in named[entry.key.text]]
        if missing:
            message = f"the text in {entry.key.text} lacks {' and '.join(missing)}, which another language has"
            report.add("W621", message, entry.value.span, path=path)
