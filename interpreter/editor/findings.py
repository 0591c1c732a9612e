"""What is wrong with a file, as an editor shows it: each mistake in the file whose author sees it.

A mistake of a variant may show in a rule of the game that it changes, one of a scenario in the game that it plays. In
the editor it then stands in the variant or the scenario, at the word that leads to that file, with the real place
beside it. What is wrong with the game alone is told once there, however many mistakes it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lsprotocol import types as lsp

from ..commands.selection import Kind
from ..diagnostics.allowing import without_allowed
from ..diagnostics.codes import CODES
from ..diagnostics.diagnostic import Diagnostic, Label
from ..diagnostics.span import Span
from ..language.text.tree import Mapping
from .analysis import Analysis
from .places import Places

SOURCE = "cardwright"

DOCUMENTATION = "https://example.org/cardwright/docs/codes.html"
"""Where the codes are explained, unless the page lies beside the package, as in a checkout."""

_LEADING: dict[Kind, tuple[str, ...]] = {"variant": ("extends", "variant"), "scenarios": ("game",), "spec": ("uses",)}
"""The keys by which a file leads to others."""


def findings(analysis: Analysis, places: Places) -> list[lsp.Diagnostic]:
    """All that is wrong with a file and what it leads to, in the file itself."""
    here, elsewhere = [], []
    for one in without_allowed(analysis.report).diagnostics:
        own = _own_place(one, analysis.source.file)
        if own is not None:
            here.append(_shown(one, own, places))
        elif one.severity == "error":
            elsewhere.append(one)
    return [*here, *_of_others(elsewhere, analysis, places)]


def _own_place(found: Diagnostic, file: str) -> Span | None:
    """The first place of a diagnostic that lies in a file."""
    spans = [found.span, *(other.span for other in found.others)]
    return next((span for span in spans if span is not None and span.source.file == file), None)


def _of_others(found: list[Diagnostic], analysis: Analysis, places: Places) -> Iterator[lsp.Diagnostic]:
    """The mistakes of other files as one, with the places of the first few."""
    if not found:
        return
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    labels = tuple(Label(one.span, one.message) for one in found[:5] if one.span is not None)
    shown = _shown(found[0], _leading(analysis), places)
    name = Path(found[0].span.source.name).name if found[0].span is not None else ""
    shown.message = f"in {name}: {found[0].message}{more}" if name else shown.message
    shown.related_information = [*_related(labels, places)]
    yield shown


def _leading(analysis: Analysis) -> Span:
    """The word of a file that leads to another one."""
    tree = analysis.tree if isinstance(analysis.tree, Mapping) else None
    for key in _LEADING.get(analysis.kind, ()) if tree is not None else ():
        entry = tree.entry(key) if tree is not None else None
        if entry is not None:
            return entry.key.span if isinstance(entry.value, Mapping) else entry.value.span
    return Span(analysis.source, 0, 0)


def _shown(found: Diagnostic, at: Span, places: Places) -> lsp.Diagnostic:
    others = tuple(one for one in found.others if one.span != at)
    moved = () if at is found.span or found.span is None else (Label(found.span, found.label or "here"),)
    return lsp.Diagnostic(
        range=places.range(at),
        message="\n".join(_told(found)),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        code_description=lsp.CodeDescription(_page(found.code)),
        source=SOURCE,
        related_information=[*_related((*moved, *others), places)] or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if found.code in _UNUSED else None,
    )


_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}

_UNUSED = tuple(code for code, row in CODES.items() if row.title.startswith("unused"))


def _told(found: Diagnostic) -> Iterator[str]:
    yield found.message
    if found.label:
        yield f"({found.label})"
    yield from (f"note: {note}" for note in found.notes)
    yield from (f"help: {help}" for help in found.helps)


def _related(labels: tuple[Label, ...], places: Places) -> Iterator[lsp.DiagnosticRelatedInformation]:
    for label in labels:
        yield lsp.DiagnosticRelatedInformation(places.location(label.span), label.text)


@cache
def _page(code: str) -> str:
    """The address where a code is explained."""
    beside = Path(__file__).resolve().parents[2] / "docs" / "codes.md"
    page = beside.as_uri() if beside.is_file() else DOCUMENTATION
    heading = f"{code}: {CODES[code].title}".lower()
    return f"{page}#{re.sub(r'[^a-z0-9_-]', '', heading.replace(' ', '-'))}"
