"""Finds the files to check or run: paths and folders become specs, variants, scenario files and traces."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
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
from ..diagnostics.suggest import suggest
from ..language.merge.catalogue import find_games, is_path
from ..language.text.disk import leads_out
from ..language.text.head import head_of
from ..language.text.known import compose_known
from ..language.text.load import read_source
from ..language.text.similar import similar_path
from ..language.text.tree import Mapping
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

_kinds: ContextVar[tuple[Kinds, Kinds] | None] = ContextVar("_kinds", default=None)
"""The kinds that are known, and those that were asked for."""

SCENARIOS = "scenarios"
"""The folder beside a game in which its scenarios lie."""

ENDINGS = (".yaml", ".yml", ".jsonl")


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


def hookable(function: Callable[..., int]) -> Callable[..., int]:
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
    kind = "" if source is None else kind_of_source(source)
    return "scenarios" if source is not None and kind in ("", "spec") and _is_meant_for_test(file, source) else kind


def _is_meant_for_test(file: Path, source: Source) -> bool:
    """Whether a file that does not say what it is lies where scenarios do: it would be missed in silence otherwise."""
    return file.parent.name == SCENARIOS and re.search(r"^[\"']?spec[\"']?\s*:", source.text, re.MULTILINE) is None


@contextmanager
def kinds_known(known: Kinds) -> Iterator[Kinds]:
    """Within this, these kinds are known already; those that were asked for are what it returns."""
    used: Kinds = {}
    before = _kinds.set((known, used))
    try:
        yield used
    finally:
        _kinds.reset(before)


def kind_of_source(source: Source) -> Kind:
    """The kind of a YAML text, by its first keys."""
    kinds = _kinds.get()
    if kinds is None:
        return _kind_of_source(source)
    known, used = kinds
    digest = sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
    used[digest] = known[digest] if digest in known else _kind_of_source(source)
    return used[digest]


def _kind_of_source(source: Source) -> Kind:
    mistakes = Report()
    tree = compose_known(source, mistakes)
    head = head_of(source, tuple(KEYS)) if tree is None or mistakes.diagnostics else dict(tree)
    kind: Kind = next((kind for key, kind in KEYS.items() if key in head), "")
    return "scenarios" if kind == "spec" and "spec" not in head and _names_scenarios(source) else kind


def _names_scenarios(source: Source) -> bool:
    """Whether a file that says of which game it is has a key that is nearly `scenarios`."""
    tree = compose_known(source, Report())
    return isinstance(tree, Mapping) and any(suggest(key, ["scenarios"]) for key, _ in tree)


def _files(path: str, report: Report) -> Iterator[tuple[Path, bool]]:
    """The files of a path, and for each whether it was named itself."""
    place = Path(path)
    if place.is_dir():
        yield from ((file, False) for file in sorted(_within(place, report)))
    elif place.is_file() and place.suffix not in ENDINGS:
        helps = (f"if it is a spec, a variant or scenarios, rename it to '{place.with_suffix('.yaml').name}'",)
        report.add(
            "E100",
            f"'{path}' is skipped: its name does not end in {', '.join(ENDINGS)}",
            Span(Source(path, ""), 0, 0),
            helps=helps,
        )
    elif place.exists():
        yield place, True
    else:
        near = _game_called(path) or similar_path(path)
        report.add("E100", f"no such file or folder: '{path}'", Span(Source(path, ""), 0, 0), helps=near)


def _game_called(name: str) -> tuple[str, ...]:
    """Where the game is whose name was given instead of a path."""
    found = () if is_path(name) else find_games().games_called(name)
    return tuple(f"the game '{name}' is in '{game.folder}'" for game in found)


def _within(folder: Path, report: Report) -> Iterator[Path]:
    """The files in a folder and its subfolders, without hidden ones such as a virtual environment or a repository."""

    def closed(error: OSError) -> None:
        name = str(Path(error.filename))
        report.add(
            "E100",
            f"'{name}' cannot be read: permission denied",
            Span(Source(name, ""), 0, 0),
            helps=("change the permissions of the folder",),
        )

    for place, folders, files in os.walk(folder, onerror=closed):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(place, name) for name in sorted(files) if not name.startswith(".")):
            if path.suffix not in ENDINGS or not path.is_file():
                continue
            if leads_out(path, folder):
                helps = ("if it is meant, name the file itself",)
                message = f"'{path}' is skipped: it is a link that leads out of '{folder}'"
                report.add("W104", message, Span(Source(str(path), ""), 0, 0), helps=helps)
            else:
                yield path
