"""What an editor has open: the documents, the analysis of each, and the files of the game that it belongs to.

The texts of the editor count instead of the files. Whatever is asked for is answered from the analysis of the text as
it is now; it is made once for each change. If a text is no YAML for the moment, what it was before helps.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

from lsprotocol import types as lsp

from ..commands.selection import Kind, Selected, kind_of_source
from ..commands.sources.checks import check_file, check_further, check_rules
from ..diagnostics.diagnostic import Report
from ..diagnostics.record import dataclass
from ..diagnostics.span import Source
from ..diagnostics.suggest import limit_comparisons
from ..language.spec.nodes import Spec
from ..language.spec.read import read_spec
from ..language.typing.names.scope import TypedExpression, recorded_expressions
from ..language.typing.names.world import World
from ..play.game.loading.front_end import type_rules
from ..play.game.loading.load import rules_of
from ..play.game.loading.rules import Rules
from ..play.scenario.initial_state import GameCache
from ..source.merge.assembly import Assembled, assemble
from ..source.merge.catalogue import GAME_FILE, games_around, read_game, variants_in
from ..source.shape.first_version import modern
from ..source.text.files import close_text, compose_cached, editor_texts, open_text, read_source
from ..source.text.tree import Mapping
from .paths import uses_in_game, uses_in_scenarios
from .positions import LineIndex, LocationConverter, line_index_of, path_of_uri
from .symbols import SymbolIndex, build_index


@dataclass(slots=True)
class PendingDiagnostic:
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
    pending: list[PendingDiagnostic] = field(default_factory=list)


@dataclass(slots=True)
class Workspace:
    """The open documents, and their analyses. `paths` are folders with more games."""

    paths: tuple[str, ...] = ()
    places: LocationConverter = field(default_factory=LocationConverter)
    documents: dict[str, Document] = field(default_factory=dict)
    _games: GameCache = field(default_factory=lambda: GameCache(engine="reference"))
    _made: dict[str, Analysis] = field(default_factory=dict)
    _sound: dict[str, Analysis] = field(default_factory=dict)
    _seen: dict[str, Analysis] = field(default_factory=dict)
    _looked: dict[str, Analysis] = field(default_factory=dict)
    _indexes: dict[int, tuple[Analysis, SymbolIndex]] = field(default_factory=dict)

    # What is open

    def open(self, uri: str, text: str, version: int | None) -> None:
        """Take a text from the editor: a new one, or one that has changed."""
        path = path_of_uri(uri)
        before = self.documents.get(uri)
        self.documents[uri] = Document(uri, path, text, version, before.pending if before is not None else [])
        self.places.uris[os.path.realpath(path)] = uri
        open_text(path, text.removeprefix("\ufeff"))
        # Nothing refers to scenarios, so that their analysis is the only one that a change of them touches.
        made = self._made.get(uri) or self._sound.get(uri)
        alone = before is not None and made is not None and made.kind in ("scenarios", "clauses")
        self.forget(uri if alone else None)

    def change(self, uri: str, changes: Sequence[lsp.TextDocumentContentChangeEvent], version: int | None) -> None:
        """Take changes of a text from the editor, in their order; those of one that was never opened do not count."""
        document = self.documents.get(uri)
        if document is None:
            return
        text = document.text
        for change in changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                lines = LineIndex(text, self.places.encoding)
                start, end = lines.offset(change.range.start), lines.offset(change.range.end)
                text = text[:start] + change.text + text[max(start, end) :]
                self._keep(document, start, max(start, end), len(change.text))
            else:
                text = change.text
                self._keep(document, 0, len(text), 0)
        self.open(uri, text, version)

    @staticmethod
    def _keep(document: Document, start: int, end: int, put: int) -> None:
        """Move what is pending beyond a change, and forget what the change is in."""
        document.pending = [one for one in document.pending if one.end < start or end < one.start]
        for one in document.pending:
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
        self._games = self.new_cache()

    # What is known

    def analysis(self, uri: str) -> Analysis | None:
        """What is known of a document as it is now; None if it is not open."""
        document = self.documents.get(uri)
        return None if document is None else self._made.get(uri) or self._analysed(document, quick=True)

    def first_look(self, uri: str) -> Analysis | None:
        """What is wrong with a document at first sight."""
        document = self.documents.get(uri)
        if document is None:
            return None
        self._seen[uri] = seen = analyse_syntax(document.path, self.paths)
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
            self._looked[file] = analyse(path, self.paths, self._games)
        return self._looked[file]

    def whole_game(self, analysis: Analysis) -> list[Analysis]:
        """All files of the game that a file is about: the game first, then its variants and scenarios."""
        game = game_file(analysis)
        if game is None:
            return [analysis]
        variants, scenarios = files_of(game)
        found = [self.look_at(path) for path in (game, *variants, *scenarios)]
        return found if any(one.source.file == analysis.source.file for one in found) else [*found, analysis]

    def index(self, analysis: Analysis) -> SymbolIndex:
        """The names of the game that a file is about, and where they stand in this file."""
        known = self._indexes.get(id(analysis))
        if known is None or known[0] is not analysis:
            known = (analysis, self._index(analysis))
            if len(self._indexes) >= _MOST_INDEXES:
                del self._indexes[next(iter(self._indexes))]
            self._indexes[id(analysis)] = known
        return known[1]

    def _index(self, analysis: Analysis) -> SymbolIndex:
        spec, game = analysis.spec, game_file(analysis)
        if spec is None and game is not None and analysis.kind != "spec":
            spec = self.look_at(game).spec
        if spec is None:
            return SymbolIndex()
        index = build_index(spec, analysis.notes)
        tree = analysis.tree
        if tree is not None:
            uses = uses_in_scenarios if analysis.kind == "scenarios" else uses_in_game
            for span, symbol in uses(tree, index):
                index.use(symbol, span)
        return index

    def lines(self, uri: str) -> LineIndex:
        """The lines of a document."""
        return line_index_of(self.documents[uri].text, self.places.encoding)

    def _analysed(self, document: Document, *, quick: bool, seconds: float = 0) -> Analysis:
        seen = self._seen.pop(document.uri, None) if quick else None
        made = analyse_further(seen) if seen is not None else None
        made = made or analyse(document.path, self.paths, self._games, quick=quick, seconds=seconds)
        self._made[document.uri] = made
        known = self._sound.get(document.uri)
        if made.rules is not None or (made.spec is not None and (known is None or known.rules is None)):
            self._sound[document.uri] = made
        return made

    def new_cache(self) -> GameCache:
        """A place for games that are read apart from what is known."""
        return GameCache(self.paths, engine="reference")

    def use_folders(self, folders: Sequence[str]) -> None:
        """Look for games and variants in these folders, too."""
        self.paths = tuple(dict.fromkeys((*self.paths, *(one for one in folders if os.path.isdir(one)))))
        self.forget()


def rarely_collect() -> None:
    """Keep Python from looking through all that is remembered while somebody types: collect when nobody does."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 1_000_000)


_MOST_INDEXES = 64
"""How many indexes are remembered."""


# What is known of one file: its kind, its tree, what is wrong with it, and what its rules mean -
#
# All of this is made again when a text has changed that it was read from. `Analysis.notes` are all expressions that
# were typed for it, from which definitions, types and names in scope are taken.


@dataclass(kw_only=True, slots=True)
class Analysis:
    """What was found out about a file. `rules` are None if they have errors, `tree` if the text is not YAML.

    `assembled` and `read` are what the first look has made of a spec or a variant, as far as it could.
    """

    path: str
    kind: Kind
    source: Source
    tree: Mapping | None
    report: Report
    notes: list[TypedExpression] = field(default_factory=list)
    rules: Rules | None = None
    assembled: Assembled | None = None
    read: Spec | None = None

    @property
    def world(self) -> World | None:
        """All declarations, as far as they could be read; None if nothing was typed."""
        return self.notes[-1].scope.world if self.notes else None

    @property
    def spec(self) -> Spec | None:
        """The records of the game, as far as they could be read."""
        if self.rules is not None:
            return self.rules.spec
        return self.world.spec if self.world is not None else self.read


def analyse_syntax(path: str, paths: Sequence[str]) -> Analysis:
    """What is wrong with a file before names and types are looked at: its YAML, its keys, the grammar of its rules.

    It takes a third of the time of all of it.
    """
    made = _unchecked_analysis(path)
    if made.kind in ("spec", "variant") and not made.report.errors:
        made.assembled = assemble(path, (), paths, made.report)
        if made.assembled is not None:
            made.read = read_spec(made.assembled.tree, made.report)
    made.report = made.report.once()
    return made


MODERN = {"spec": "spec", "part": "part", "scenarios": "scenario"}
"""Kinds of files that are looked at in the words of today; what a variant says depends on its game."""


def _unchecked_analysis(path: str) -> Analysis:
    report = Report()
    source = read_source(path, report) or Source(path, "")
    tree, kind = compose_cached(source, Report()), kind_of_source(source)
    if tree is not None and kind in MODERN:
        tree = modern(tree, MODERN[kind], Report())
    return Analysis(path=path, kind=kind, source=source, tree=tree, report=report)


def analyse_further(seen: Analysis) -> Analysis | None:
    """What `analyse` finds if it is quick, from the first look; None if that could not put the game together."""
    if seen.assembled is None:
        return None
    report = Report([*seen.report.diagnostics])
    made = Analysis(path=seen.path, kind=seen.kind, source=seen.source, tree=seen.tree, report=report)
    with recorded_expressions() as made.notes, limit_comparisons():
        loaded = type_rules(seen.assembled, seen.read, seen.report.diagnostics, report)
        made.rules = rules_of(loaded) if loaded is not None else None
        check_further(made.rules, seen.path, report, quick=True)
    made.report = report.once()
    return made


def analyse(path: str, paths: Sequence[str], games: GameCache, *, seconds: float = 0, quick: bool = True) -> Analysis:
    """Check a file as `validate` does; what is `quick` leaves out options, numbers of players and trial play."""
    made = _unchecked_analysis(path)
    report, kind = made.report, made.kind
    if report.errors:
        return made
    with recorded_expressions() as made.notes:
        if kind in ("spec", "variant"):
            made.rules = check_rules(path, paths, report, seconds, quick=quick)
        else:
            check_file(Selected(path, kind), paths, games, report, quick=quick)
    made.report = report.once()
    return made


# The files of one game: the game itself, its variants, its scenarios, open or not ---------------


def game_file(analysis: Analysis) -> str | None:
    """The path of the game that a file is about; None if it is not near the file."""
    if analysis.kind == "spec":
        return analysis.path
    if analysis.rules is not None:
        return analysis.rules.assembled.base_path
    around = Path(analysis.path).resolve().parent.parent / GAME_FILE
    if analysis.kind in ("scenarios", "clauses") and around.is_file():
        return str(around)
    if analysis.kind == "variant":
        return next((one.path for one in games_around(analysis.path)), None)
    return None


def files_of(game: str) -> tuple[list[str], list[str]]:
    """The variants and the scenario files in the folder of a game."""
    found = read_game(Path(game))
    if found is None:
        return [], []
    folder = Path(found.folder)
    single = Path(game).name == GAME_FILE  # in a folder with several games only what extends this one belongs to it
    own = [one.path for one in variants_in(folder) if single or one.extends == (found.name,)]
    variants = {str(Path(path).resolve()): path for path in own}
    scenarios = [path for path in found.scenarios if Path(path).suffix in (".yaml", ".yml")]
    for path in editor_texts():
        if Path(path).parent == folder.resolve() / "variants" and path not in variants:
            variants[path] = path
    return list(variants.values()), scenarios
