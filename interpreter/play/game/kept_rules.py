"""Rules that were loaded in full are kept on disk, so that the next command need not do so again.

A kept file is looked up by the words with which a game is named, the current folder, and the state of this package. In
it are all questions that were asked of the disk to find and read the game, with the answers (`language/text/disk.py`),
the warnings, and what is needed to play. It counts only if every question still has the same answer, down to the
content of every file that was looked at. Nothing is told less often than without it: warnings are told again, and what
has errors is never kept.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, Report
from ...language.text import cache_folder
from ...language.text.disk import Answers, note, still
from ...language.text.open_texts import all_open
from .rules import Playable

RULES = "rules"
"""The ending of a file of kept rules."""

LIBRARIES = ("lark", "yaml", "jsonschema")
"""What else decides what a text means."""

NEVER_KEPT = ("W773",)
"""Warnings that depend on what was loaded before."""

Named = tuple[str, Sequence[str], Sequence[str]]
"""How a game is named: its name, variants, and folders with more games."""


def kept_rules(named: Named, report: Report) -> Playable | None:
    """The rules of a game if they are kept and nothing has changed since; their warnings go to the report."""
    made_for = _made_for(named)
    body = None if made_for is None else cache_folder.read(made_for, RULES)
    if body is None:
        return None
    try:
        parts = io.BytesIO(body)
        answers: Answers = pickle.load(parts)
        if not still(answers):
            return None
        with _without_a_look_for_garbage():
            warnings: list[Diagnostic]
            playable: Playable
            warnings, playable = pickle.load(parts)
    except Exception:  # a file of ours that cannot be read is no reason to fail: all is loaded in full
        return None
    note(answers)
    report.diagnostics += warnings
    return playable


def keep_rules(named: Named, playable: Playable, warnings: Sequence[Diagnostic], answers: Answers) -> None:
    """Keep rules without errors for the next time."""
    made_for = _made_for(named)
    if made_for is None or any(one.severity == "error" or one.code in NEVER_KEPT for one in warnings):
        return
    cache_folder.keep(made_for, RULES, pickle.dumps(answers, 5) + pickle.dumps(([*warnings], playable), 5))


def _made_for(named: Named) -> list[str] | None:
    """All that decides what is found, but for the answers; None if nothing is kept.

    Nothing is while texts are open in an editor, which count instead of what is on the disk.
    """
    if not cache_folder.is_used() or all_open():
        return None
    try:
        here = os.getcwd()
    except OSError:  # it was deleted
        return None
    name, variants, paths = named
    return [*_maker(), here, name, str(len(variants)), *variants, *paths]


@cache
def _maker() -> tuple[str, ...]:
    """What tells one loader from another: Python, this package, and the libraries that read for it.

    Of each file the size and the time of its last change, by which Python knows what it has to compile again.
    """
    package = Path(__file__).resolve().parents[2]
    origins = [spec.origin or "" for name in LIBRARIES if (spec := find_spec(name)) is not None]
    files = [*_files(str(package)), *_files(str(package.parent / "grammar")), *map(_stamp, origins)]
    return (sys.version, sys.platform, repr(sorted(files)))


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (_stamp(os.path.join(place, name)) for name in names)


def _stamp(path: str) -> tuple[str, int, int]:
    try:
        about = os.stat(path)
    except OSError:
        return path, 0, 0
    return path, about.st_size, about.st_mtime_ns


@contextmanager
def _without_a_look_for_garbage() -> Iterator[None]:
    """All that is read stays; to look for garbage in it again and again would take a third of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
