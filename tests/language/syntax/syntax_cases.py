"""Reads the corpus: cases of a title, a text and the expected outcome.

    === effect: a misspelt word
    mvoe c to z
    ---
    mvoe c to z
    ^^^^ E301 unknown effect `mvoe`
         help: did you mean 'move'?

The word before the colon says what is parsed: effect, value, rule, source, head, type or name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardwright.diagnostics.diagnostic import Diagnostic, Report
from cardwright.diagnostics.span import Source, Span
from cardwright.language.syntax import parse
from cardwright.source.text.tree import Scalar

READ: dict[str, Callable[[Scalar, Report], Any]] = {
    "effect": parse.parse_effect,
    "value": parse.parse_expression,
    "rule": parse.parse_modifier,
    "source": parse.parse_source,
    "head": parse.parse_signature,
    "type": parse.parse_type,
    "name": parse.parse_word,
}
CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True)
class Case:
    """One case of the corpus."""

    file: str
    kind: str
    title: str
    text: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}: {self.kind}: {self.title}"


def cases(file: str) -> Iterator[Case]:
    """The cases of a file of the corpus."""
    whole = (CORPUS / file).read_text(encoding="utf-8")
    for part in re.split(r"^=== ", whole, flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("\n")
        kind, _, title = head.partition(": ")
        text, _, expected = rest.partition("---\n")
        yield Case(file, kind, title, text.removesuffix("\n").replace("<TAB>", "\t"), expected.strip("\n"))


def scalar_of(text: str) -> Scalar:
    """A text as if it were alone in a file."""
    return Scalar(text, Span(Source("text", text), 0, len(text)), "plain", range(len(text) + 1))


def read(kind: str, text: str) -> tuple[Any, list[Diagnostic]]:
    """What is read from a text, and what is reported."""
    report = Report()
    return READ[kind](scalar_of(text), report), report.diagnostics


def shown(found: Diagnostic) -> str:
    """A diagnostic below its line, with carets; an empty span has one caret too."""
    assert found.span is not None
    span = found.span
    line = span.source.line(span.line)
    carets = "^" * max(min(span.end - span.start, len(line) - span.column + 1), 1)
    before = " " * (span.column - 1)
    rows = [line.replace("\t", " "), f"{before}{carets} {found.code} {found.message}"]
    indent = before + " " * (len(carets) + 1)
    if found.label:
        rows.append(f"{indent}label: {found.label}")
    rows += [f"{indent}also {other.span.line}:{other.span.column}: {other.text}" for other in found.others]
    rows += [f"{indent}note: {text}" for text in found.notes]
    rows += [f"{indent}help: {text}" for text in found.helps]
    return "\n".join(rows)
