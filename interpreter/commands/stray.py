"""Names the files in a game's folder that nothing looks at: of no known kind, or not where their kind is looked for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source, Span
from ..diagnostics.suggest import did_you_mean
from ..language.merge.catalogue import ENDINGS, GAME_FILE
from ..language.text.disk import leads_out
from ..language.text.load import load
from .selection import KEYS, Kind, kind_of

PLACES: dict[Kind, tuple[str, ...]] = {
    "variant": ("variants/{}", "{}"),
    "part": ("parts/{}", "{}"),
    "clauses": ("clauses.yaml",),
}
"""Where files of a kind are looked for, in the folder of the game; `{}` is the name of the file."""

ABOUT = ("readme", "license", "notice", "changelog")
"""How the names of files begin that are about the game, for people: they may lie there."""


def check_strays(paths: Sequence[str], report: Report) -> None:
    """Look through the folders of games among the paths, and report what has no business there (E106, W102, W103)."""
    for folder in dict.fromkeys(folder for path in paths for folder in _games(path)):
        for file in sorted(_files(folder)):
            _check(file, folder, report)


def _games(path: str) -> Iterator[Path]:
    """The folders of games in a path; a game in the folder of another is a part of it."""
    for place, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if GAME_FILE in files:
            folders.clear()
            yield Path(place)


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__"))]
        paths = (Path(place, name) for name in files if not name.startswith("."))
        yield from (path for path in paths if not leads_out(path, folder))


def _check(file: Path, game: Path, report: Report) -> None:
    kind = kind_of(file) if file.suffix in (*ENDINGS, ".jsonl") else ""
    if file.suffix in ENDINGS and not kind:
        report_unknown(file, report)
    elif not kind and not file.name.lower().startswith(ABOUT):
        report.add(
            "W102",
            f"nothing looks at '{file}'",
            Span(Source(str(file), ""), 0, 0),
            notes=(
                "in the folder of a game there are YAML files, traces (.jsonl), and what is about the game: README",
            ),
        )
    elif kind in PLACES and file.relative_to(game).as_posix() not in (one.format(file.name) for one in PLACES[kind]):
        place = PLACES[kind][0].format("")
        report.add(
            "W103",
            f"'{file}' would not be found here",
            Span(Source(str(file), ""), 0, 0),
            notes=(f"in the folder of a game, files of this kind are looked for in '{place}'",),
        )


def report_unknown(file: Path, report: Report) -> None:
    """Report a YAML file without a key that tells its kind, or why it cannot be read as YAML."""
    own = Report()
    tree = load(file, own)
    report.diagnostics += own.diagnostics
    if tree is None or own.errors:
        return
    keys = [key for key, _ in tree]
    span = tree.entries[0].key.span if tree.entries else tree.span
    near = next((found for key in keys if (found := did_you_mean(key, KEYS))), ())
    report.add(
        "E106",
        f"'{file}' is of no known kind",
        span,
        label="the keys of a file tell its kind",
        notes=("`spec` or `game`: a game; `variant` or `extends`: a variant; `part`; `scenarios`; `clauses`",),
        helps=near,
    )
