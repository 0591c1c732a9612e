"""What is wrong with a file, as an editor shows it: each mistake in the file whose author sees it, and its quick fixes.

A mistake of a variant may show in a rule of the game that it changes, one of a scenario in the game that it plays. In
the editor it then stands in the variant or the scenario, at the word that leads to that file, with the real place
beside it. What is wrong with the game alone is shown once there, however many mistakes it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from lsprotocol import types as lsp

from ..commands.selection import Kind
from ..commands.sources.fix import Correction, corrections
from ..diagnostics.codes import codes
from ..diagnostics.diagnostic import Diagnostic, Label
from ..diagnostics.span import Span
from ..diagnostics.suppression import without_suppressed
from ..source.text.tree import Mapping
from .positions import LineIndex, LocationConverter
from .workspace import Analysis, PendingDiagnostic, Workspace

SOURCE = "cardwright"

DOCUMENTATION = "https://example.org/cardwright/docs/codes.html"
"""Where the codes are explained, unless the page lies beside the package, as in a checkout."""

_REFERENCE_KEYS: dict[Kind, tuple[str, ...]] = {
    "variant": ("extends", "variant"),
    "scenarios": ("game",),
    "spec": ("uses",),
}
"""The keys by which a file leads to others."""


QUICK_CODES = ("E1", "E30", "W1", "W4", "E4")
"""The beginnings of the codes of what is seen at first sight."""


def first_findings(desk: Workspace, uri: str) -> list[lsp.Diagnostic] | None:
    """What is wrong with a document at first sight, and what else was wrong with the rest of it before; None if it is
    not open.
    """
    document, analysis = desk.documents.get(uri), desk.first_look(uri)
    if document is None or analysis is None:
        return None
    lines, found = desk.lines(uri), lsp_diagnostics(analysis, desk.places)
    known = {(one.code, one.message) for one in found}
    for one in document.pending:
        one.found.range = lines.range(one.start, one.end)
    return found + [one.found for one in document.pending if (one.found.code, one.found.message) not in known]


def all_findings(desk: Workspace, uri: str) -> list[lsp.Diagnostic] | None:
    """All that is wrong with a document; None if it is not open. What is not seen at first sight is remembered."""
    document, analysis = desk.documents.get(uri), desk.analysis(uri)
    if document is None or analysis is None:
        return None
    lines, found = desk.lines(uri), lsp_diagnostics(analysis, desk.places)
    document.pending = [
        PendingDiagnostic(lines.offset(one.range.start), lines.offset(one.range.end), one)
        for one in found
        if not str(one.code).startswith(QUICK_CODES)
    ]
    return found


def lsp_diagnostics(analysis: Analysis, places: LocationConverter) -> list[lsp.Diagnostic]:
    """All that is wrong with a file and what it leads to, in the file itself."""
    here, outside = [], []
    for one in without_suppressed(analysis.report).diagnostics:
        spans = [one.span, *(other.span for other in one.others)]
        own = next((span for span in spans if span is not None and span.source.file == analysis.source.file), None)
        if own is not None:
            here.append(_lsp_diagnostic(one, own, places))
        elif one.severity == "error":
            outside.append(one)
    return [*here, _of_others(outside, analysis, places)] if outside else here


def _of_others(found: list[Diagnostic], analysis: Analysis, places: LocationConverter) -> lsp.Diagnostic:
    """The mistakes of other files as one, with the places of the first few."""
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    labels = tuple(Label(one.span, one.message) for one in found[:5] if one.span is not None)
    shown = _lsp_diagnostic(found[0], _reference_span(analysis), places)
    if found[0].span is not None:
        shown.message = f"in {Path(found[0].span.source.name).name}: {found[0].message}{more}"
    shown.related_information = [*_related(labels, places)]
    return shown


def _reference_span(analysis: Analysis) -> Span:
    """The word of a file that leads to another one."""
    keys = _REFERENCE_KEYS.get(analysis.kind, ()) if analysis.tree is not None else ()
    for entry in (analysis.tree.entry(key) for key in keys if analysis.tree is not None):
        if entry is not None:
            return entry.key.span if isinstance(entry.value, Mapping) else entry.value.span
    return Span(analysis.source, 0, 0)


def _lsp_diagnostic(found: Diagnostic, at: Span, places: LocationConverter) -> lsp.Diagnostic:
    others = tuple(one for one in found.others if one.span != at)
    moved = () if at is found.span or found.span is None else (Label(found.span, found.label or "here"),)
    label = [f"({found.label})"] if found.label else []
    notes, helps = (f"note: {note}" for note in found.remarks), (f"help: {help}" for help in found.helps)
    return lsp.Diagnostic(
        range=places.range(at),
        message="\n".join([found.message, *label, *notes, *helps]),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        code_description=lsp.CodeDescription(_page(found.code)),
        source=SOURCE,
        related_information=[*_related((*moved, *others), places)] or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if codes()[found.code].title.startswith("unused") else None,
    )


_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}


def _related(labels: tuple[Label, ...], places: LocationConverter) -> Iterator[lsp.DiagnosticRelatedInformation]:
    for label in labels:
        yield lsp.DiagnosticRelatedInformation(places.location(label.span), label.text)


@cache
def _page(code: str) -> str:
    """The address where a code is explained."""
    beside = Path(__file__).resolve().parents[2] / "docs" / "codes.md"
    page = beside.as_uri() if beside.is_file() else DOCUMENTATION
    heading = f"{code}: {codes()[code].title}".lower()
    return f"{page}#{re.sub(r'[^a-z0-9_-]', '', heading.replace(' ', '-'))}"


# Quick fixes: the corrections that messages offer, the same as those of `cardwright fix` --------

FIX_ALL = "source.fixAll.cardwright"


def code_actions(desk: Workspace, analysis: Analysis, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """What can be done about the mistakes in a range; and all that is beyond doubt, in one step."""
    uri = params.text_document.uri
    lines, only = desk.lines(uri), params.context.only
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    found = list(corrections(analysis.report.diagnostics, analysis.source.name))
    actions = []
    if _is_requested(lsp.CodeActionKind.QuickFix, only):
        near = [one for one in found if one.span.start <= end and start <= one.span.end]
        for one in near:
            action = lsp.CodeAction(f"write `{one.text}` instead of `{one.span.text}`", lsp.CodeActionKind.QuickFix)
            action.diagnostics, action.is_preferred = _shown_diagnostics(one.about, uri, desk), True
            action.edit = _edit(uri, lines, [one])
            actions.append(action)
        actions += list(_suppression_actions(desk, analysis, uri, start, end)) if not near else []
    safe = [one for one in found if one.safe]
    if safe and _is_requested(FIX_ALL, only):
        title = "write all words of other languages in this one"
        actions.append(lsp.CodeAction(title, FIX_ALL, edit=_edit(uri, lines, safe)))
    return actions


def _is_requested(kind: str, only: Sequence[lsp.CodeActionKind | str] | None) -> bool:
    texts = [one.value if isinstance(one, lsp.CodeActionKind) else one for one in only or ()]
    return not texts or any(kind == one or kind.startswith(f"{one}.") for one in texts)


def _edit(uri: str, lines: LineIndex, found: list[Correction]) -> lsp.WorkspaceEdit:
    edits = [lsp.TextEdit(lines.range(one.span.start, one.span.end), one.text) for one in found]
    return lsp.WorkspaceEdit(changes={uri: edits})


def _shown_diagnostics(about: Diagnostic, uri: str, desk: Workspace) -> list[lsp.Diagnostic]:
    """The diagnostic that an action is about, as it was shown."""
    analysis = desk.analysis(uri)
    shown = lsp_diagnostics(analysis, desk.places) if analysis is not None else []
    return [one for one in shown if one.code == about.code and one.message.startswith(about.message)][:1]


def _suppression_actions(
    desk: Workspace, analysis: Analysis, uri: str, start: int, end: int
) -> Iterator[lsp.CodeAction]:
    """Allowing a warning, with a comment above its line in which the reason is still to be written."""
    lines = desk.lines(uri)
    for one in analysis.report.diagnostics:
        span = one.span
        if one.severity != "warning" or span is None or span.source.file != analysis.source.file:
            continue
        if span.start <= end and start <= span.end:
            at = lsp.Position(lines.position(span.start).line, 0)
            text = lines.line(at.line)
            indent = text[: len(text) - len(text.lstrip(" "))]
            edit = lsp.TextEdit(lsp.Range(at, at), f"{indent}# allow {one.code}: REASON\n")
            action = lsp.CodeAction(f"allow {one.code} here, with a reason", lsp.CodeActionKind.QuickFix)
            action.diagnostics = _shown_diagnostics(one, uri, desk)
            action.edit = lsp.WorkspaceEdit(changes={uri: [edit]})
            yield action
