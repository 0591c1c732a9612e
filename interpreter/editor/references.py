"""Where a name is declared, where it is used, and its new name in all those places."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from lsprotocol import types as lsp

from ..diagnostics.span import Source, Span
from ..language.syntax.findings import NAME, RESERVED
from ..source.merge.catalogue import find_games
from ..source.text.files import close_text, editor_texts, open_text
from .positions import scalar_at
from .symbols import Symbol
from .workspace import Analysis, Workspace, analyse, files_of, game_file


class PositionParams(Protocol):
    """What an editor asks about a place in a document."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


def symbol_under_cursor(desk: Workspace, analysis: Analysis, params: PositionParams) -> tuple[Span, Symbol] | None:
    """The name at a position of a document, and what it stands for."""
    if analysis.tree is None:
        return None
    offset = desk.lines(params.text_document.uri).offset(params.position)
    return desk.index(analysis).at(analysis.source.file, offset)


def definition(desk: Workspace, analysis: Analysis, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """Where the name at a position is declared; for the name of a game, a variant or a part, its file."""
    found = symbol_under_cursor(desk, analysis, params)
    if found is None:
        start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        files = map(os.path.realpath, _file_named(desk, analysis, params))
        return [lsp.Location(Path(file).as_uri(), start) for file in files]
    _, symbol = found
    declared = declaration(desk, analysis, symbol)
    return [] if declared is None else [desk.places.location(declared)]


def declaration(desk: Workspace, analysis: Analysis, symbol: Symbol) -> Span | None:
    """Where a name is declared: what the game itself says counts before what a variant makes of it."""
    game = game_file(analysis)
    if game is not None and symbol.what != "local" and analysis.kind != "spec":
        base = desk.index(desk.look_at(game)).declared.get(symbol)
        if base is not None:
            return base
    return desk.index(analysis).declared.get(symbol)


def references(desk: Workspace, analysis: Analysis, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """All places where the name at a position stands."""
    found = symbol_under_cursor(desk, analysis, params)
    if found is None:
        return []
    _, symbol = found
    declared = declaration(desk, analysis, symbol)
    places = [span for _, span in all_uses(desk, analysis, symbol)]
    if not params.context.include_declaration and declared is not None:
        where = (declared.source.file, declared.start)
        places = [span for span in places if (span.source.file, span.start) != where]
    return [desk.places.location(span) for span in places]


def all_uses(desk: Workspace, analysis: Analysis, symbol: Symbol) -> Iterator[tuple[Analysis, Span]]:
    """The places where a name stands in all files of its game, each once."""
    files = [analysis] if symbol.what == "local" else desk.whole_game(analysis)
    seen: set[tuple[str, int, int]] = set()
    for one in files:
        for (file, start, end), (span, other) in desk.index(one).uses.items():
            if other == symbol and (file, start, end) not in seen:
                seen.add((file, start, end))
                yield one, span


def highlights(desk: Workspace, analysis: Analysis, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """The places of the name at a position in the same document."""
    found = symbol_under_cursor(desk, analysis, params)
    if found is None:
        return []
    _, symbol = found
    uses = desk.index(analysis).uses.values()
    spans = [span for span, other in uses if other == symbol and span.source.file == analysis.source.file]
    return [lsp.DocumentHighlight(desk.places.range(span), lsp.DocumentHighlightKind.Text) for span in spans]


def _file_named(desk: Workspace, analysis: Analysis, params: PositionParams) -> Iterator[str]:
    """The file of the game, the variant or the part whose name stands at a position."""
    offset = desk.lines(params.text_document.uri).offset(params.position)
    spot = scalar_at(analysis.tree, offset) if analysis.tree is not None else None
    if spot is None:
        return
    word = spot.scalar.text
    path = Path(analysis.path).parent / word
    match spot.keys:
        case ("extends" | "game" | "after",) | ("scenarios", _, "variants") if path.is_file():
            yield str(path)
        case ("extends" | "game",) if analysis.kind != "spec" and (game := game_file(analysis)) is not None:
            variants, _ = files_of(game)
            own = [one for one in variants if Path(one).stem == word]
            yield own[0] if own else game
        case ("after" | "extends",) | ("scenarios", _, "variants"):
            catalogue = find_games(desk.paths)
            yield from [one.path for one in catalogue.variants if one.name == word][:1]
            yield from [one.path for one in catalogue.games if one.name == word][:1]
            game = game_file(analysis)
            yield from [one for one in files_of(game)[0] if Path(one).stem == word] if game is not None else []
        case ("uses", _) | ("uses", _, "part"):
            uses = analysis.rules.assembled.uses if analysis.rules is not None else ()
            yield from [one.part.span.source.name for one in uses if one.use.part.text == word][:1]


def file_of(source: Source) -> str:
    """The name of a file without its folder."""
    return Path(source.name).name


# Renaming in all files of a game, or why it cannot be done exactly -----------------------------
#
# The places come from the index of each file. Before anything is changed the new texts are checked, as if they had
# been typed: if one of them has a mistake that it did not have before, nothing is renamed, and the mistake is the
# reason.


class RenameRefused(Exception):
    """Raised where a name cannot be renamed, with the reason, which the editor shows."""


def prepare_rename(
    desk: Workspace, analysis: Analysis, params: lsp.PrepareRenameParams
) -> lsp.PrepareRenamePlaceholder:
    """The name at a position. Raises RenameRefused."""
    span, symbol = _rename_target(desk, analysis, params)
    return lsp.PrepareRenamePlaceholder(desk.places.range(span), symbol.name)


def rename(desk: Workspace, analysis: Analysis, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    """The changes that give another name to what is named at a position. Raises RenameRefused."""
    _, symbol = _rename_target(desk, analysis, params)
    new = params.new_name
    if new == symbol.name:
        return lsp.WorkspaceEdit()
    if not NAME.fullmatch(new) or new in RESERVED:
        why = "it is a word of the language" if new in RESERVED else "names are lower-case letters, digits and `_`"
        raise RenameRefused(f"'{new}' cannot be a name: {why}")
    places: dict[str, dict[tuple[int, int], Span]] = {}
    for _, span in all_uses(desk, analysis, symbol):
        places.setdefault(span.source.file, {})[span.start, span.end] = span
    for span in (span for spans in places.values() for span in spans.values()):
        if span.source.used is not None:
            raise RenameRefused(f"the part {file_of(span.source)} uses '{symbol.name}'; it is read by other games too")
        if span.text != symbol.name:
            raise RenameRefused(f"'{symbol.name}' is written '{span.text}' in {span}")
    _check_meaning(desk, analysis, symbol, new, places)
    changes = {
        desk.places.uri(file): [lsp.TextEdit(desk.places.range(span), new) for _, span in sorted(spans.items())]
        for file, spans in places.items()
    }
    return lsp.WorkspaceEdit(changes=changes)


def _rename_target(desk: Workspace, analysis: Analysis, params: PositionParams) -> tuple[Span, Symbol]:
    found = symbol_under_cursor(desk, analysis, params)
    if found is None:
        raise RenameRefused("this is not a name that a game declares")
    span, symbol = found
    if symbol.what == "local" and symbol not in desk.index(analysis).declared:
        raise RenameRefused(f"it is not known where '{symbol.name}' is named")
    declared = declaration(desk, analysis, symbol)
    if declared is None:
        raise RenameRefused(f"'{symbol.name}' is not declared by this game")
    if declared.source.used is not None:
        brought = f"'{symbol.name}' is brought in by the part {file_of(declared.source)}"
        raise RenameRefused(f"{brought}: rename it where the game uses that part")
    if span.text != symbol.name:
        raise RenameRefused(f"'{symbol.name}' is not written here as it is called")
    return span, symbol


def _check_meaning(
    desk: Workspace, analysis: Analysis, symbol: Symbol, new: str, places: dict[str, dict[tuple[int, int], Span]]
) -> None:
    """Make sure that no file of the game has another mistake once the name is changed."""
    files = [analysis] if symbol.what == "local" else desk.whole_game(analysis)
    texts = editor_texts()
    try:
        for file, spans in places.items():
            open_text(file, _changed(next(iter(spans.values())).source, spans, new))
        cache = desk.new_cache()
        for one in files:
            # Of any kind that was not there before, counted by codes: names may differ in the messages.
            after = analyse(one.path, desk.paths, cache).report.diagnostics
            more = Counter(found.code for found in after) - Counter(found.code for found in one.report.diagnostics)
            worse = next((found.message for found in after if found.code in more), "")
            if worse:
                raise RenameRefused(f"'{symbol.name}' cannot become '{new}': {file_of(one.source)}: {worse}")
    finally:
        for file in places:
            if file in texts:
                open_text(file, texts[file])
            else:
                close_text(file)


def _changed(source: Source, spans: dict[tuple[int, int], Span], new: str) -> str:
    text = source.text
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text
