"""Where a name is declared, and where it is used: in the game, its variants and its scenarios."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from lsprotocol import types as lsp

from ..diagnostics.span import Source, Span
from ..language.merge.catalogue import find_games
from ..language.text.tree import Mapping, Scalar
from .analysis import Analysis
from .cursor import spot_at
from .desk import Desk
from .game_files import files_of, game_file
from .names import Symbol


class Pointing(Protocol):
    """What an editor asks about a place in a document."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


def named(desk: Desk, params: Pointing) -> tuple[Analysis, Span, Symbol] | None:
    """The name at a position of a document, and what it stands for."""
    uri = params.text_document.uri
    analysis = desk.analysis(uri)
    if analysis is None or analysis.tree is None:
        return None
    found = desk.index(analysis).at(analysis.source.file, desk.lines(uri).offset(params.position))
    return None if found is None else (analysis, *found)


def definition(desk: Desk, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """Where the name at a position is declared; for the name of a game, a variant or a part, its file."""
    found = named(desk, params)
    if found is None:
        return [_start(file) for file in _file_named(desk, params)]
    analysis, _, symbol = found
    declared = declaration(desk, analysis, symbol)
    return [] if declared is None else [desk.places.location(declared)]


def declaration(desk: Desk, analysis: Analysis, symbol: Symbol) -> Span | None:
    """Where a name is declared: what the game itself says counts before what a variant makes of it."""
    game = game_file(analysis)
    if game is not None and symbol.what != "local" and analysis.kind != "spec":
        base = desk.index(desk.look_at(game)).declared.get(symbol)
        if base is not None:
            return base
    return desk.index(analysis).declared.get(symbol)


def references(desk: Desk, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """All places where the name at a position stands."""
    found = named(desk, params)
    if found is None:
        return []
    analysis, _, symbol = found
    declared = declaration(desk, analysis, symbol)
    places = [span for _, span in all_uses(desk, analysis, symbol)]
    if not params.context.include_declaration and declared is not None:
        places = [span for span in places if not _same(span, declared)]
    return [desk.places.location(span) for span in places]


def all_uses(desk: Desk, analysis: Analysis, symbol: Symbol) -> Iterator[tuple[Analysis, Span]]:
    """The places where a name stands in all files of its game, each once."""
    files = [analysis] if symbol.what == "local" else desk.whole_game(analysis)
    seen: set[tuple[str, int, int]] = set()
    for one in files:
        for (file, start, end), (span, other) in desk.index(one).uses.items():
            if other == symbol and (file, start, end) not in seen:
                seen.add((file, start, end))
                yield one, span


def highlights(desk: Desk, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """The places of the name at a position in the same document."""
    found = named(desk, params)
    if found is None:
        return []
    analysis, _, symbol = found
    uses = desk.index(analysis).uses.values()
    spans = [span for span, other in uses if other == symbol and span.source.file == analysis.source.file]
    return [lsp.DocumentHighlight(desk.places.range(span), lsp.DocumentHighlightKind.Text) for span in spans]


def _same(one: Span, other: Span) -> bool:
    return (one.source.file, one.start) == (other.source.file, other.start)


def _start(file: str) -> lsp.Location:
    nowhere = lsp.Position(0, 0)
    return lsp.Location(Path(os.path.realpath(file)).as_uri(), lsp.Range(nowhere, nowhere))


def _file_named(desk: Desk, params: Pointing) -> Iterator[str]:
    """The file of the game, the variant or the part whose name stands at a position."""
    uri = params.text_document.uri
    analysis = desk.analysis(uri)
    spot = None
    if analysis is not None and analysis.tree is not None:
        spot = spot_at(analysis.tree, desk.lines(uri).offset(params.position))
    if analysis is None or spot is None:
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


def keys_of(tree: Mapping | None, key: str) -> str:
    """The text below a top-level key; empty if there is none."""
    value = tree.get(key) if tree is not None else None
    return value.text if isinstance(value, Scalar) else ""
