"""What an editor has open, and what is known of it.

The texts of the editor count instead of the files. Whatever is asked for is answered from the analysis of the text as
it is now; it is made once for each change. If a text is no YAML for the moment, what it was before helps.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import field

from lsprotocol import types as lsp

from ..diagnostics.record import dataclass
from ..language.text.open_texts import close_text, open_text
from ..play.scenario.begin import Shelf
from .analysis import Analysis, analyse, analyse_further, first_look
from .game_files import files_of, game_file
from .names import Index, index_of
from .paths import uses_in_game, uses_in_scenarios
from .places import Places, path_of
from .positions import Lines, lines_of


@dataclass(slots=True)
class Kept:
    """Something that was wrong when all of a text was checked last, and where that is in the text as it is now."""

    start: int
    end: int
    found: lsp.Diagnostic


@dataclass(slots=True)
class Document:
    """A text that is open."""

    uri: str
    path: str
    text: str
    version: int | None = None
    kept: list[Kept] = field(default_factory=list)


@dataclass(slots=True)
class Desk:
    """The open documents, and their analyses. `paths` are folders with more games."""

    paths: tuple[str, ...] = ()
    places: Places = field(default_factory=Places)
    documents: dict[str, Document] = field(default_factory=dict)
    _shelf: Shelf = field(default_factory=lambda: Shelf(engine="reference"))
    _made: dict[str, Analysis] = field(default_factory=dict)
    _sound: dict[str, Analysis] = field(default_factory=dict)
    _seen: dict[str, Analysis] = field(default_factory=dict)
    _looked: dict[str, Analysis] = field(default_factory=dict)
    _indexes: dict[int, tuple[Analysis, Index]] = field(default_factory=dict)

    # What is open

    def open(self, uri: str, text: str, version: int | None) -> None:
        """Take a text from the editor: a new one, or one that has changed."""
        path = path_of(uri)
        before = self.documents.get(uri)
        kept = before.kept if before is not None else []
        self.documents[uri] = Document(uri, path, text, version, kept)
        self.places.uris[os.path.realpath(path)] = uri
        open_text(path, text.removeprefix("\ufeff"))
        self.forget(uri if before is not None and self._only_itself(uri) else None)

    def change(self, uri: str, changes: Sequence[lsp.TextDocumentContentChangeEvent], version: int | None) -> None:
        """Take changes of a text from the editor, in their order; those of one that was never opened do not count."""
        document = self.documents.get(uri)
        if document is None:
            return
        text = document.text
        for change in changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                lines = Lines(text, self.places.encoding)
                start, end = lines.offset(change.range.start), lines.offset(change.range.end)
                text = text[:start] + change.text + text[max(start, end) :]
                self._keep(document, start, max(start, end), len(change.text))
            else:
                text = change.text
                self._keep(document, 0, len(text), 0)
        self.open(uri, text, version)

    @staticmethod
    def _keep(document: Document, start: int, end: int, put: int) -> None:
        """Move what is kept beyond a change, and forget what the change is in."""
        document.kept = [one for one in document.kept if one.end < start or end < one.start]
        for one in document.kept:
            if one.start > end:
                one.start, one.end = one.start + put - (end - start), one.end + put - (end - start)

    def close(self, uri: str) -> None:
        """From now on the file counts again."""
        document = self.documents.pop(uri, None)
        if document is not None:
            close_text(document.path)
            self.places.uris.pop(os.path.realpath(document.path), None)
            self._made.pop(uri, None)
            self._sound.pop(uri, None)
            self.forget()

    def forget(self, uri: str | None = None) -> None:
        """Something has changed: a single document that no other depends on, or anything."""
        if uri is not None:
            self._made.pop(uri, None)
            self._seen.pop(uri, None)
            return
        self._made.clear()
        self._seen.clear()
        self._looked.clear()
        self._shelf = self.new_shelf()

    def _only_itself(self, uri: str) -> bool:
        """Whether no other file is read together with a document: nothing refers to scenarios."""
        made = self._made.get(uri) or self._sound.get(uri)
        return made is not None and made.kind in ("scenarios", "clauses")

    # What is known

    def analysis(self, uri: str) -> Analysis | None:
        """What is known of a document as it is now; None if it is not open."""
        document = self.documents.get(uri)
        if document is None:
            return None
        made = self._made.get(uri)
        return made if made is not None else self._analysed(document, quick=True)

    def first_look(self, uri: str) -> Analysis | None:
        """What is wrong with a document at first sight."""
        document = self.documents.get(uri)
        if document is None:
            return None
        self._seen[uri] = seen = first_look(document.path, self.paths)
        return seen

    def check_all(self, uri: str, seconds: float) -> Analysis | None:
        """The same with all numbers of players and options; the game is also played for so many seconds."""
        document = self.documents.get(uri)
        return None if document is None else self._analysed(document, quick=False, seconds=seconds)

    def sound(self, uri: str) -> Analysis | None:
        """The last analysis of a document without errors in its rules; it may be of an older text."""
        now = self.analysis(uri)
        return now if now is not None and now.rules is not None else self._sound.get(uri, now)

    def sound_file(self, path: str) -> Analysis:
        """The same for any file, open or not."""
        now = self.look_at(path)
        uri = self.places.uris.get(now.source.file)
        return self._sound.get(uri, now) if uri is not None and now.rules is None else now

    def look_at(self, path: str) -> Analysis:
        """What is known of any file, open or not."""
        file = os.path.realpath(path)
        uri = self.places.uris.get(file)
        open_one = self.analysis(uri) if uri is not None else None
        if open_one is not None:
            return open_one
        if file not in self._looked:
            self._looked[file] = analyse(path, self.paths, self._shelf)
        return self._looked[file]

    def whole_game(self, analysis: Analysis) -> list[Analysis]:
        """All files of the game that a file is about: the game first, then its variants and scenarios."""
        game = game_file(analysis)
        if game is None:
            return [analysis]
        variants, scenarios = files_of(game)
        found = [self.look_at(path) for path in (game, *variants, *scenarios)]
        return found if any(one.source.file == analysis.source.file for one in found) else [*found, analysis]

    def index(self, analysis: Analysis) -> Index:
        """The names of the game that a file is about, and where they stand in this file."""
        known = self._indexes.get(id(analysis))
        if known is None or known[0] is not analysis:
            known = (analysis, self._index(analysis))
            if len(self._indexes) >= _MOST:
                del self._indexes[next(iter(self._indexes))]
            self._indexes[id(analysis)] = known
        return known[1]

    def _index(self, analysis: Analysis) -> Index:
        spec, game = analysis.spec, game_file(analysis)
        if spec is None and game is not None and analysis.kind != "spec":
            spec = self.look_at(game).spec
        if spec is None:
            return Index()
        index = index_of(spec, analysis.notes)
        tree = analysis.tree
        if tree is not None:
            uses = uses_in_scenarios if analysis.kind == "scenarios" else uses_in_game
            for span, symbol in uses(tree, index):
                index.use(symbol, span)
        return index

    def lines(self, uri: str) -> Lines:
        """The lines of a document."""
        return lines_of(self.documents[uri].text, self.places.encoding)

    def _analysed(self, document: Document, *, quick: bool, seconds: float = 0) -> Analysis:
        seen = self._seen.pop(document.uri, None) if quick else None
        made = analyse_further(seen) if seen is not None else None
        made = made or analyse(document.path, self.paths, self._shelf, quick=quick, seconds=seconds)
        self._made[document.uri] = made
        if made.rules is not None or (made.spec is not None and self._loose(document.uri)):
            self._sound[document.uri] = made
        return made

    def new_shelf(self) -> Shelf:
        """A place for games that are read apart from what is known."""
        return Shelf(self.paths, engine="reference")

    def _loose(self, uri: str) -> bool:
        """Whether nothing better is remembered of a document than rules with errors."""
        known = self._sound.get(uri)
        return known is None or known.rules is None

    def use_folders(self, folders: Sequence[str]) -> None:
        """Look for games and variants in these folders, too."""
        self.paths = tuple(dict.fromkeys((*self.paths, *(one for one in folders if os.path.isdir(one)))))
        self.forget()


_MOST = 64
"""How many indexes are remembered."""
