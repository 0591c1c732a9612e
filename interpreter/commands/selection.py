"""Selects the files to check or run below some paths, and names those of a game's folder that nothing looks at."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Literal

import click

from ..diagnostics.diagnostic import Report
from ..diagnostics.record import dataclass
from ..diagnostics.span import Source, Span
from ..diagnostics.suggest import did_you_mean, suggest
from ..language.spec.drawings import LARGEST
from ..source.merge.catalogue import ENDINGS, GAME_FILE, find_games, is_path
from ..source.text.disk import leads_out, similar_path
from ..source.text.files import compose_cached, head_of, load, read_source
from ..source.text.tree import Mapping
from .outcome import FINE, Outcome, put_json

Kind = Literal["spec", "variant", "part", "scenarios", "clauses", "trace", ""]

KEYS: dict[str, Kind] = {
    "variant": "variant",
    "extends": "variant",
    "part": "part",
    "scenarios": "scenarios",
    "clauses": "clauses",
    "spec": "spec",
    "game": "spec",
}
"""The kind of a YAML file, by the first of these keys that it has."""

Kinds = dict[str, Kind]
"""The kinds of texts, by their digests."""

_kind_cache: ContextVar[tuple[Kinds, Kinds] | None] = ContextVar("_kinds", default=None)
"""The kinds that are known, and those that were asked for."""

SCENARIOS = "scenarios"
"""The folder beside a game in which its scenarios lie."""

SOURCE_ENDINGS = (".yaml", ".yml", ".jsonl")
ICON_ENDINGS = tuple(LARGEST)


@dataclass(frozen=True, slots=True)
class Selected:
    """A file and its kind; "" is a YAML file of no known kind."""

    path: str
    kind: Kind


def select(paths: Sequence[str], report: Report) -> tuple[Selected, ...]:
    """Find the files of some paths, each once; a path that does not exist is reported (E100).

    In folders, files of no known kind are skipped; a file that is named is always taken.
    """
    found: dict[Path, Selected] = {}
    for path in paths:
        for file, named in _files(path, report):
            kind = kind_of(file)
            if kind or named:
                found.setdefault(file.resolve(), Selected(str(file), kind))
    return tuple(found.values())


def ignore_unknown_flag(function: Callable[..., int]) -> Callable[..., int]:
    """Give a verb that takes files the flag `--ignore-unknown`, for hooks that name whatever YAML is committed."""

    @click.option("--ignore-unknown", is_flag=True, help="Leave out files that are of no known kind.")
    @wraps(function)
    def chosen(outcome: Outcome, *, paths: tuple[str, ...], ignore_unknown: bool, **others: object) -> int:
        if ignore_unknown:
            paths = tuple(one for one in paths if not Path(one).is_file() or kind_of(Path(one)))
            if not paths:
                if outcome.json:
                    put_json({})
                return FINE
        return function(outcome, paths=paths, **others)

    return chosen


def with_folders(path: Sequence[str], paths: Sequence[str]) -> tuple[str, ...]:
    """The folders after `--path`, and those that are checked or run: what lies in one knows what is beside it."""
    return (*path, *(one for one in paths if Path(one).is_dir()))


def kind_of(file: Path) -> Kind:
    """The kind of a file, by its ending and its first keys."""
    if file.suffix == ".jsonl":
        return "trace"
    source = read_source(file, Report())
    if source is None:
        return ""
    kind = kind_of_source(source)
    if kind in ("", "spec") and file.parent.name == SCENARIOS:
        # A file that does not say what it is, but lies where scenarios do: else it would be passed over in silence.
        return kind if re.search(r"^[\"']?spec[\"']?\s*:", source.text, re.MULTILINE) else "scenarios"
    return kind


@contextmanager
def cached_kinds(known: Kinds) -> Iterator[Kinds]:
    """Within this, these kinds are known already; those that were asked for are what it returns."""
    used: Kinds = {}
    before = _kind_cache.set((known, used))
    try:
        yield used
    finally:
        _kind_cache.reset(before)


def kind_of_source(source: Source) -> Kind:
    """The kind of a YAML text, by its first keys."""
    kinds = _kind_cache.get()
    if kinds is None:
        return _kind_of_source(source)
    known, used = kinds
    digest = sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
    used[digest] = known[digest] if digest in known else _kind_of_source(source)
    return used[digest]


def _kind_of_source(source: Source) -> Kind:
    mistakes = Report()
    tree = compose_cached(source, mistakes)
    head = head_of(source, tuple(KEYS)) if tree is None or mistakes.diagnostics else dict(tree)
    kind: Kind = next((kind for key, kind in KEYS.items() if key in head), "")
    if kind == "spec" and "spec" not in head:  # it says of which game it is: is one of its keys nearly `scenarios`?
        tree = compose_cached(source, Report())
        keys = [key for key, _ in tree] if isinstance(tree, Mapping) else []
        return "scenarios" if any(suggest(key, ["scenarios"]) for key in keys) else kind
    return kind


def _files(path: str, report: Report) -> Iterator[tuple[Path, bool]]:
    """The files of a path, and for each whether it was named itself."""
    place = Path(path)
    if place.is_dir():
        yield from ((file, False) for file in sorted(_files_below(place, report)))
    elif place.is_file() and place.suffix not in SOURCE_ENDINGS:
        helps = (f"if it is a spec, a variant or scenarios, rename it to '{place.with_suffix('.yaml').name}'",)
        message = f"'{path}' is skipped: its name does not end in {', '.join(SOURCE_ENDINGS)}"
        report.add("E100", message, Span.of_file(path), helps=helps)
    elif place.exists():
        yield place, True
    else:
        games = () if is_path(path) else find_games().games_called(path)
        near = tuple(f"the game '{path}' is in '{game.folder}'" for game in games) or similar_path(path)
        report.add("E100", f"no such file or folder: '{path}'", Span.of_file(path), helps=near)


def visible_files(
    folder: Path | str, onerror: Callable[[OSError], object] | None = None
) -> Iterator[tuple[list[str], list[Path]]]:
    """Of a folder and each below it, the folders in it, of which some may be taken out, and the files; none hidden."""
    for place, folders, files in os.walk(folder, onerror=onerror):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield folders, [Path(place, name) for name in sorted(files) if not name.startswith(".")]


def _files_below(folder: Path, report: Report) -> Iterator[Path]:
    """The files in a folder and its subfolders, without hidden ones such as a virtual environment or a repository."""

    def closed(error: OSError) -> None:
        name, helps = str(Path(error.filename)), ("change the permissions of the folder",)
        report.add("E100", f"'{name}' cannot be read: permission denied", Span.of_file(name), helps=helps)

    for _, paths in visible_files(folder, closed):
        for path in paths:
            if path.suffix not in SOURCE_ENDINGS or not path.is_file():
                continue
            if leads_out(path, folder):
                helps = ("if it is meant, name the file itself",)
                message = f"'{path}' is skipped: it is a link that leads out of '{folder}'"
                report.add("W104", message, Span.of_file(str(path)), helps=helps)
            else:
                yield path


# Files that nothing looks at: of no known kind, or not where their kind is looked for -----------

EXPECTED_LOCATIONS: dict[Kind, tuple[str, ...]] = {
    "variant": ("variants/{}", "{}"),
    "part": ("parts/{}", "{}"),
    "clauses": ("clauses.yaml",),
}
"""Where files of a kind are looked for, in the folder of the game; `{}` is the name of the file."""

DOCUMENT_NAMES = ("readme", "license", "notice", "changelog")
"""How the names of files begin that are about the game, for people: they may lie there."""


def check_stray_files(paths: Sequence[str], report: Report) -> None:
    """Look through the folders of games among the paths, and report what has no business there (E106, W102, W103)."""
    for folder in dict.fromkeys(folder for path in paths for folder in _games(path)):
        files = sorted(_folder_files(folder))
        icons = _icons_named(files)
        for file in files:
            _check_location(file, folder, icons, report)


def _games(path: str) -> Iterator[Path]:
    """The folders of games in a path; a game in the folder of another is a part of it."""
    for folders, files in visible_files(path):
        if (game := next((one for one in files if one.name == GAME_FILE), None)) is not None:
            folders.clear()
            yield game.parent


def _folder_files(folder: Path) -> Iterator[Path]:
    for folders, files in visible_files(folder):
        folders[:] = [name for name in folders if not name.startswith("__")]
        yield from (path for path in files if not leads_out(path, folder))


def _check_location(file: Path, game: Path, icons: Set[str], report: Report) -> None:
    kind = kind_of(file) if file.suffix in (*ENDINGS, ".jsonl") else ""
    if file.suffix in ENDINGS and not kind:
        report_unknown(file, report)
    elif not kind and not file.name.lower().startswith(DOCUMENT_NAMES) and file.name not in icons:
        there = "YAML files, the icons that they name, traces (.jsonl), and what is about the game: README"
        notes = (f"in the folder of a game there are {there}",)
        report.add("W102", f"nothing looks at '{file}'", Span.of_file(str(file)), notes=notes)
    expected = EXPECTED_LOCATIONS.get(kind, ())
    if expected and file.relative_to(game).as_posix() not in (one.format(file.name) for one in expected):
        notes = (f"in the folder of a game, files of this kind are looked for in '{expected[0].format('')}'",)
        report.add("W103", f"'{file}' would not be found here", Span.of_file(str(file)), notes=notes)


_ICON = re.compile(r"[^/\\\"'\n:,{}\[\]]+\.(?:svg|png|jpe?g)")
"""The name of a file with an icon, as a spec has it."""


def _icons_named(files: Sequence[Path]) -> set[str]:
    """The names of files with icons in the files of a game; none is looked for where there is no such file."""
    if not any(one.suffix in ICON_ENDINGS for one in files):
        return set()
    sources = (read_source(one, Report()) for one in files if one.suffix in ENDINGS)
    return {name.strip() for source in sources if source is not None for name in _ICON.findall(source.text)}


def report_unknown(file: Path, report: Report) -> None:
    """Report a YAML file without a key that tells its kind, or why it cannot be read as YAML."""
    own = Report()
    tree = load(file, own)
    report.diagnostics += own.diagnostics
    if tree is None or own.errors:
        return
    span = tree.entries[0].key.span if tree.entries else tree.span
    near = next((found for key, _ in tree if (found := did_you_mean(key, KEYS))), ())
    label = "the keys of a file tell its kind"
    notes = ("`spec` or `game`: a game; `variant` or `extends`: a variant; `part`; `scenarios`; `clauses`",)
    report.add("E106", f"'{file}' is of no known kind", span, label=label, notes=notes, helps=near)
