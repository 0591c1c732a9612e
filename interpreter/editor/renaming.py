"""Renames a name in all files of a game, or says why it cannot be done exactly.

The places come from the index of each file. Before anything is changed the new texts are checked, as if they had been
typed: if one of them has a mistake that it did not have before, nothing is renamed, and the mistake is the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from ..diagnostics.span import Source, Span
from ..language.syntax.names import NAME, RESERVED
from ..language.text.open_texts import all_open, close_text, open_text
from .analysis import Analysis, analyse
from .defining import Pointing, all_uses, declaration, file_of, named
from .desk import Desk
from .names import Symbol


class NotRenamed(JsonRpcException):
    """Raised where a name cannot be renamed; the editor shows why."""

    CODE = lsp.LSPErrorCodes.RequestFailed.value
    MESSAGE = "cannot be renamed"

    def __init__(self, why: str) -> None:
        super().__init__(message=why, code=self.CODE)


def prepare_rename(desk: Desk, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder:
    """The name at a position. Raises NotRenamed."""
    _, span, symbol = _wanted(desk, params)
    return lsp.PrepareRenamePlaceholder(desk.places.range(span), symbol.name)


def rename(desk: Desk, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    """The changes that give another name to what is named at a position. Raises NotRenamed."""
    analysis, _, symbol = _wanted(desk, params)
    new = params.new_name
    if new == symbol.name:
        return lsp.WorkspaceEdit()
    if not NAME.fullmatch(new) or new in RESERVED:
        why = "it is a word of the language" if new in RESERVED else "names are lower-case letters, digits and `_`"
        raise NotRenamed(f"'{new}' cannot be a name: {why}")
    places: dict[str, dict[tuple[int, int], Span]] = {}
    for _, span in all_uses(desk, analysis, symbol):
        places.setdefault(span.source.file, {})[span.start, span.end] = span
    _check_places(symbol, places)
    _check_meaning(desk, analysis, symbol, new, places)
    changes = {
        desk.places.uri(file): [lsp.TextEdit(desk.places.range(span), new) for _, span in sorted(spans.items())]
        for file, spans in places.items()
    }
    return lsp.WorkspaceEdit(changes=changes)


def _wanted(desk: Desk, params: Pointing) -> tuple[Analysis, Span, Symbol]:
    found = named(desk, params)
    if found is None:
        raise NotRenamed("this is not a name that a game declares")
    analysis, span, symbol = found
    if symbol.what == "local" and symbol not in desk.index(analysis).declared:
        raise NotRenamed(f"it is not known where '{symbol.name}' is named")
    declared = declaration(desk, analysis, symbol)
    if declared is None:
        raise NotRenamed(f"'{symbol.name}' is not declared by this game")
    if declared.source.used is not None:
        part = file_of(declared.source)
        raise NotRenamed(f"'{symbol.name}' is brought in by the part {part}: rename it where the game uses that part")
    if span.text != symbol.name:
        raise NotRenamed(f"'{symbol.name}' is not written here as it is called")
    return analysis, span, symbol


def _check_places(symbol: Symbol, places: dict[str, dict[tuple[int, int], Span]]) -> None:
    """Make sure that the name itself stands at each place, in a file of the game."""
    for spans in places.values():
        for span in spans.values():
            if span.source.used is not None:
                raise NotRenamed(f"the part {file_of(span.source)} uses '{symbol.name}'; it is read by other games too")
            if span.text != symbol.name:
                raise NotRenamed(f"'{symbol.name}' is written '{span.text}' in {span}")


def _check_meaning(
    desk: Desk, analysis: Analysis, symbol: Symbol, new: str, places: dict[str, dict[tuple[int, int], Span]]
) -> None:
    """Make sure that no file of the game has another mistake once the name is changed."""
    files = [analysis] if symbol.what == "local" else desk.whole_game(analysis)
    texts = all_open()
    try:
        for file, spans in places.items():
            open_text(file, _changed(next(iter(spans.values())).source, spans, new))
        shelf = desk.new_shelf()
        for one in files:
            worse = _new_mistake(one, analyse(one.path, desk.paths, shelf))
            if worse:
                raise NotRenamed(f"'{symbol.name}' cannot become '{new}': {file_of(one.source)}: {worse}")
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


def _new_mistake(before: Analysis, after: Analysis) -> str:
    """A mistake that was not there before, of any kind; names may differ in the messages."""
    known = Counter(_codes(before))
    more = Counter(_codes(after)) - known
    wrong = [one for one in after.report.diagnostics if one.code in more]
    return wrong[0].message if wrong else ""


def _codes(analysis: Analysis) -> Iterator[str]:
    yield from (one.code for one in analysis.report.diagnostics)
