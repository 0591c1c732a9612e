"""The corrections that messages offer, as quick fixes: the same as those of `cardwright fix`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types as lsp

from ..commands.corrections import Correction, corrections
from ..diagnostics.diagnostic import Diagnostic
from .analysis import Analysis
from .desk import Desk
from .findings import findings
from .positions import Lines

FIX_ALL = "source.fixAll.cardwright"


def code_actions(desk: Desk, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """What can be done about the mistakes in a range; and all that is beyond doubt, at once."""
    uri = params.text_document.uri
    analysis = desk.analysis(uri)
    if analysis is None:
        return []
    lines, only = desk.lines(uri), params.context.only
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    found = list(_corrections(analysis))
    actions = []
    if _wanted(lsp.CodeActionKind.QuickFix, only):
        near = [one for one in found if one.span.start <= end and start <= one.span.end]
        actions += [_action(one, uri, desk, lines) for one in near]
        actions += list(_allowing(desk, analysis, uri, start, end)) if not near else []
    safe = [one for one in found if one.safe]
    if safe and _wanted(FIX_ALL, only):
        actions.append(_all(safe, uri, lines))
    return actions


def _wanted(kind: str, only: Sequence[lsp.CodeActionKind | str] | None) -> bool:
    return not only or any(kind == one or kind.startswith(f"{_text(one)}.") for one in only)


def _text(kind: lsp.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, lsp.CodeActionKind) else kind


def _corrections(analysis: Analysis) -> Iterator[Correction]:
    yield from corrections(analysis.report.diagnostics, analysis.source.name)


def _action(one: Correction, uri: str, desk: Desk, lines: Lines) -> lsp.CodeAction:
    edit = lsp.TextEdit(lines.range(one.span.start, one.span.end), one.text)
    return lsp.CodeAction(
        title=f"write `{one.text}` instead of `{one.span.text}`",
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=_of(one.about, uri, desk),
        is_preferred=True,
        edit=lsp.WorkspaceEdit(changes={uri: [edit]}),
    )


def _all(found: list[Correction], uri: str, lines: Lines) -> lsp.CodeAction:
    edits = [lsp.TextEdit(lines.range(one.span.start, one.span.end), one.text) for one in found]
    return lsp.CodeAction(
        title="write all words of other languages in this one",
        kind=FIX_ALL,
        edit=lsp.WorkspaceEdit(changes={uri: edits}),
    )


def _of(about: Diagnostic, uri: str, desk: Desk) -> list[lsp.Diagnostic]:
    """The diagnostic that an action is about, as it was shown."""
    analysis = desk.analysis(uri)
    shown = findings(analysis, desk.places) if analysis is not None else []
    return [one for one in shown if one.code == about.code and one.message.startswith(about.message)][:1]


def _allowing(desk: Desk, analysis: Analysis, uri: str, start: int, end: int) -> Iterator[lsp.CodeAction]:
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
                diagnostics=_of(one, uri, desk),
                edit=lsp.WorkspaceEdit(changes={uri: [edit]}),
            )
