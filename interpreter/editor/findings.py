"""What is wrong with a file, as an editor shows it: each mistake in the file whose author sees it, and its quick fixes.

A mistake of a variant may show in a rule of the game that it changes, one of a scenario in the game that it plays. In
the editor it then stands in the variant or the scenario, at the word that leads to that file, with the real place
beside it. What is wrong with the game alone is told once there, however many mistakes it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from lsprotocol import types as lsp

from ..commands.selection import Kind
from ..commands.sources.fix import Correction, corrections
from ..diagnostics.codes import CODES
from ..diagnostics.diagnostic import Diagnostic, Label
from ..diagnostics.span import Span
from ..diagnostics.suppression import without_suppressed
from ..language.text.tree import Mapping
from .positions import LineIndex, LocationConverter
from .workspace import Analysis, Workspace

SOURCE = "cardwright"

DOCUMENTATION = "https://example.org/cardwright/docs/codes.html"
"""Where the codes are explained, unless the page lies beside the package, as in a checkout."""

_REFERENCE_KEYS: dict[Kind, tuple[str, ...]] = {
    "variant": ("extends", "variant"),
    "scenarios": ("game",),
    "spec": ("uses",),
}
"""The keys by which a file leads to others."""


def lsp_diagnostics(analysis: Analysis, places: LocationConverter) -> list[lsp.Diagnostic]:
    """All that is wrong with a file and what it leads to, in the file itself."""
    here, elsewhere = [], []
    for one in without_suppressed(analysis.report).diagnostics:
        own = _own_place(one, analysis.source.file)
        if own is not None:
            here.append(_lsp_diagnostic(one, own, places))
        elif one.severity == "error":
            elsewhere.append(one)
    return [*here, *_of_others(elsewhere, analysis, places)]


def _own_place(found: Diagnostic, file: str) -> Span | None:
    """The first place of a diagnostic that lies in a file."""
    spans = [found.span, *(other.span for other in found.others)]
    return next((span for span in spans if span is not None and span.source.file == file), None)


def _of_others(found: list[Diagnostic], analysis: Analysis, places: LocationConverter) -> Iterator[lsp.Diagnostic]:
    """The mistakes of other files as one, with the places of the first few."""
    if not found:
        return
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    labels = tuple(Label(one.span, one.message) for one in found[:5] if one.span is not None)
    shown = _lsp_diagnostic(found[0], _reference_span(analysis), places)
    name = Path(found[0].span.source.name).name if found[0].span is not None else ""
    shown.message = f"in {name}: {found[0].message}{more}" if name else shown.message
    shown.related_information = [*_related(labels, places)]
    yield shown


def _reference_span(analysis: Analysis) -> Span:
    """The word of a file that leads to another one."""
    tree = analysis.tree if isinstance(analysis.tree, Mapping) else None
    for key in _REFERENCE_KEYS.get(analysis.kind, ()) if tree is not None else ():
        entry = tree.entry(key) if tree is not None else None
        if entry is not None:
            return entry.key.span if isinstance(entry.value, Mapping) else entry.value.span
    return Span(analysis.source, 0, 0)


def _lsp_diagnostic(found: Diagnostic, at: Span, places: LocationConverter) -> lsp.Diagnostic:
    others = tuple(one for one in found.others if one.span != at)
    moved = () if at is found.span or found.span is None else (Label(found.span, found.label or "here"),)
    return lsp.Diagnostic(
        range=places.range(at),
        message="\n".join(_message_lines(found)),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        code_description=lsp.CodeDescription(_page(found.code)),
        source=SOURCE,
        related_information=[*_related((*moved, *others), places)] or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if found.code in _UNUSED else None,
    )


_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}

_UNUSED = tuple(code for code, row in CODES.items() if row.title.startswith("unused"))


def _message_lines(found: Diagnostic) -> Iterator[str]:
    yield found.message
    if found.label:
        yield f"({found.label})"
    yield from (f"note: {note}" for note in found.notes)
    yield from (f"help: {help}" for help in found.helps)


def _related(labels: tuple[Label, ...], places: LocationConverter) -> Iterator[lsp.DiagnosticRelatedInformation]:
    for label in labels:
        yield lsp.DiagnosticRelatedInformation(places.location(label.span), label.text)


@cache
def _page(code: str) -> str:
    """The address where a code is explained."""
    beside = Path(__file__).resolve().parents[2] / "docs" / "codes.md"
    page = beside.as_uri() if beside.is_file() else DOCUMENTATION
    heading = f"{code}: {CODES[code].title}".lower()
    return f"{page}#{re.sub(r'[^a-z0-9_-]', '', heading.replace(' ', '-'))}"


# The corrections that messages offer, as quick fixes: the same as those of `cardwright fix`.

FIX_ALL = "source.fixAll.cardwright"


def code_actions(desk: Workspace, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """What can be done about the mistakes in a range; and all that is beyond doubt, at once."""
    uri = params.text_document.uri
    analysis = desk.analysis(uri)
    if analysis is None:
        return []
    lines, only = desk.lines(uri), params.context.only
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    found = list(_corrections(analysis))
    actions = []
    if _is_requested(lsp.CodeActionKind.QuickFix, only):
        near = [one for one in found if one.span.start <= end and start <= one.span.end]
        actions += [_fix_action(one, uri, desk, lines) for one in near]
        actions += list(_suppression_actions(desk, analysis, uri, start, end)) if not near else []
    safe = [one for one in found if one.safe]
    if safe and _is_requested(FIX_ALL, only):
        actions.append(_fix_all_action(safe, uri, lines))
    return actions


def _is_requested(kind: str, only: Sequence[lsp.CodeActionKind | str] | None) -> bool:
    return not only or any(kind == one or kind.startswith(f"{_text(one)}.") for one in only)


def _text(kind: lsp.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, lsp.CodeActionKind) else kind


def _corrections(analysis: Analysis) -> Iterator[Correction]:
    yield from corrections(analysis.report.diagnostics, analysis.source.name)


def _fix_action(one: Correction, uri: str, desk: Workspace, lines: LineIndex) -> lsp.CodeAction:
    edit = lsp.TextEdit(lines.range(one.span.start, one.span.end), one.text)
    return lsp.CodeAction(
        title=f"write `{one.text}` instead of `{one.span.text}`",
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=_shown_diagnostics(one.about, uri, desk),
        is_preferred=True,
        edit=lsp.WorkspaceEdit(changes={uri: [edit]}),
    )


def _fix_all_action(found: list[Correction], uri: str, lines: LineIndex) -> lsp.CodeAction:
    edits = [lsp.TextEdit(lines.range(one.span.start, one.span.end), one.text) for one in found]
    return lsp.CodeAction(
        title="write all words of other languages in this one",
        kind=FIX_ALL,
        edit=lsp.WorkspaceEdit(changes={uri: edits}),
    )


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
            line = lines.position(span.start).line
            text = lines.line(line)
            indent = text[: len(text) - len(text.lstrip(" "))]
            at = lsp.Position(line, 0)
            edit = lsp.TextEdit(lsp.Range(at, at), f"{indent}# allow {one.code}: REASON\n")
            yield lsp.CodeAction(
                title=f"allow {one.code} here, with a reason",
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=_shown_diagnostics(one, uri, desk),
                edit=lsp.WorkspaceEdit(changes={uri: [edit]}),
            )
