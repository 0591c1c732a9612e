"""What the language functions of the editor answer, as objects of JSON."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from ..diagnostics.codes import codes
from ..diagnostics.diagnostic import Report
from ..editor.completion import completions
from ..editor.document_features import LEGEND, formatting, outline, tokens
from ..editor.findings import all_findings, code_actions, first_findings
from ..editor.hover import hover, signature
from ..editor.positions import path_of_uri
from ..editor.references import RenameRefused, definition, references, rename
from ..editor.workspace import Analysis, Workspace

Json = dict[str, Any]

MOST_FIXED = 20
"""For so many mistakes of a file the quick fixes are told with them."""

TRIAL_SECONDS = 0.1
"""For how many seconds a game is played at random when all of its file is checked."""


class LanguageHelp:
    """Answers for the documents of a workspace. `name_of` gives the name of a file by its path."""

    def __init__(self, desk: Workspace, name_of: Callable[[Path], str]) -> None:
        self._desk, self._name_of = desk, name_of

    def change(self, uri: str, text: str) -> lsp.TextDocumentContentChangePartial:
        """What is different in a document if this is its text."""
        before = self._desk.documents[uri].text
        start = _alike(before, text, lambda many, one: one[:many])
        end = _alike(before[start:], text[start:], lambda many, one: one[len(one) - many :])
        range = self._desk.lines(uri).range(start, len(before) - end)
        return lsp.TextDocumentContentChangePartial(range, text[start : len(text) - end])

    def diagnose(self, uri: str, part: str) -> Json:
        """What is wrong with a document: at first sight (`first`), with names and types (`all`), with all options and
        numbers of players, and a moment of random play (`further`).
        """
        if part == "first":
            found = first_findings(self._desk, uri)
        else:
            if part == "further":
                self._desk.check_all(uri, TRIAL_SECONDS)
                gc.collect()  # nobody types
            found = all_findings(self._desk, uri)
        shown = [self._finding(one) for one in found or ()]
        if part != "first":
            for one, asked in list(zip(shown, found or (), strict=True))[:MOST_FIXED]:
                one["fixes"] = list(self._fixes(uri, asked))
        return {"found": shown}

    def _finding(self, one: lsp.Diagnostic) -> Json:
        others = [{**self._location(other.location), "text": other.message} for other in one.related_information or ()]
        code = str(one.code)
        about = codes()[code].title if code in codes() else ""
        severity = "error" if one.severity == lsp.DiagnosticSeverity.Error else "warning"
        told = {"severity": severity, "code": code, "title": about, "message": one.message, "others": others}
        return {**_range(one.range), **told}

    def _fixes(self, uri: str, found: lsp.Diagnostic) -> Iterator[Json]:
        params = lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), found.range, lsp.CodeActionContext([], [lsp.CodeActionKind.QuickFix])
        )
        analysis = self._desk.analysis(uri)
        for action in code_actions(self._desk, analysis, params) if analysis is not None else ():
            about = action.diagnostics or ()
            if action.edit is not None and any(one.message == found.message for one in about):
                yield {"title": action.title, "edits": self._edits(action.edit)}

    def complete(self, uri: str, at: lsp.Position, analysis: Analysis) -> Json:
        """What may be written at a place; `from` is where the word begins that it stands in for."""
        found = completions(self._desk, analysis, lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), at))
        items, seen = list[Json](), set[str]()
        for one in found.items:
            if one.label in seen:  # as a key and as a name
                continue
            seen.add(one.label)
            edit, about = one.text_edit, one.documentation
            assert isinstance(edit, lsp.TextEdit)
            kind = lsp.CompletionItemKind(one.kind).name.lower() if one.kind else "text"
            text = about.value if isinstance(about, lsp.MarkupContent) else about or ""
            told = {"label": one.label, "kind": kind, "detail": one.detail or "", "about": text}
            items.append({**told, "text": edit.new_text, "from": _place(edit.range.start)})
        return {"items": items, "more": found.is_incomplete}

    def hover(self, uri: str, at: lsp.Position, analysis: Analysis) -> Json:
        """What there is to say about the word at a place, in Markdown; `text` is empty where there is nothing."""
        found = hover(self._desk, analysis, lsp.HoverParams(lsp.TextDocumentIdentifier(uri), at))
        if found is None or not isinstance(found.contents, lsp.MarkupContent) or found.range is None:
            return {"text": ""}
        return {"text": found.contents.value, **_range(found.range)}

    def define(self, uri: str, at: lsp.Position, analysis: Analysis) -> Json:
        """Where the name at a place is declared."""
        found = definition(self._desk, analysis, lsp.DefinitionParams(lsp.TextDocumentIdentifier(uri), at))
        return {"places": [self._location(one) for one in found]}

    def uses(self, uri: str, at: lsp.Position, analysis: Analysis) -> Json:
        """All places where the name at a place stands, in their order."""
        asked = lsp.ReferenceParams(lsp.ReferenceContext(True), lsp.TextDocumentIdentifier(uri), at)
        found = [self._location(one) for one in references(self._desk, analysis, asked)]
        return {"places": sorted(found, key=lambda one: (one["file"], one["from"]))}

    def give_name(self, uri: str, at: lsp.Position, analysis: Analysis, new: str) -> Json:
        """The changes of texts that give what is named at a place another name, or why that cannot be (`error`)."""
        try:
            found = rename(self._desk, analysis, lsp.RenameParams(lsp.TextDocumentIdentifier(uri), at, new))
        except RenameRefused as why:
            return {"error": str(why)}
        return {"edits": self._edits(found)}

    def signature(self, uri: str, at: lsp.Position, analysis: Analysis) -> Json:
        """How the function around a place is called, and the number of the argument that is written."""
        found = signature(self._desk, analysis, lsp.SignatureHelpParams(lsp.TextDocumentIdentifier(uri), at))
        ways = [one.label for one in found.signatures] if found is not None else []
        return {"ways": ways, "argument": (found.active_parameter or 0) if found is not None else 0}

    def format(self, uri: str, analysis: Analysis) -> Json:
        """The changes that lay a document out."""
        options = lsp.FormattingOptions(2, True)
        found = formatting(self._desk, analysis, lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(uri), options))
        return {"edits": {self._name(uri): [_edit(one) for one in found]} if found else {}}

    def colours(self, uri: str, analysis: Analysis) -> Json:
        """What the words of a document are: line, character, length and kind of each, as four numbers in a row."""
        found = tokens(self._desk, analysis, lsp.SemanticTokensParams(lsp.TextDocumentIdentifier(uri))).data
        placed, line, character = [], 0, 0
        for at in range(0, len(found), 5):
            line, character = line + found[at], found[at + 1] + (0 if found[at] else character)
            placed += [line, character, found[at + 2], found[at + 3]]
        return {"kinds": LEGEND.token_types, "words": placed}

    def outline(self, uri: str, analysis: Analysis) -> Json:
        """The sections of a document, and the names that they declare."""
        found = outline(self._desk, analysis, lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri)))
        return {
            "sections": [
                {"name": one.name, **_range(one.selection_range)}
                | {"names": [{"name": sub.name, **_range(sub.selection_range)} for sub in one.children or ()]}
                for one in found
            ]
        }

    def _name(self, uri: str) -> str:
        return self._name_of(Path(path_of_uri(uri)))

    def _location(self, at: lsp.Location) -> Json:
        return {"file": self._name(at.uri), **_range(at.range)}

    def _edits(self, edit: lsp.WorkspaceEdit) -> Json:
        return {self._name(uri): [_edit(one) for one in some] for uri, some in (edit.changes or {}).items()}


def place_of(at: list[Any]) -> lsp.Position | None:
    """A place as it is sent; None if it is none."""
    is_place = len(at) == 2 and all(type(one) is int and 0 <= one < 2**31 for one in at)
    return lsp.Position(at[0], at[1]) if is_place else None


def _place(at: lsp.Position) -> list[int]:
    return [at.line, at.character]


def _range(range: lsp.Range) -> Json:
    return {"from": _place(range.start), "to": _place(range.end)}


def _edit(edit: lsp.TextEdit) -> Json:
    return {**_range(edit.range), "text": edit.new_text}


def mistakes(report: Report) -> list[str]:
    """The errors of a report, each as a line with its place."""
    told = []
    for one in report.diagnostics:
        if one.severity == "error":
            where = f"{Path(one.span.source.name).name}:{one.span.line}: " if one.span else ""
            told.append(f"{where}{one.message}")
    return told


def _alike(one: str, other: str, part: Callable[[int, str], str]) -> int:
    """How many characters of two texts are alike, of the `part` that has so many."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if part(middle, one) == part(middle, other) else (low, middle - 1)
    return low
