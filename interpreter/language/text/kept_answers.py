"""What was worked out from files is kept on disk, so that the next command need not do so again.

A kept value is looked up by the words that it belongs to, the current folder, and the state of this package. With it
lie all questions that were asked of the disk on the way, with the answers (`disk.py`). It counts only if every question
still has the same answer, down to the content of every file that was looked at.
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
from typing import Any

from . import cache_folder, disk
from .head import head_now
from .open_texts import all_open

LIBRARIES = ("lark", "yaml", "jsonschema")
"""What else decides what a text means."""


MOST_HELD = 16
"""So many values that never change are held in memory as well; the oldest is let go first."""

_held: dict[bytes, Any] = {}


def recall(kind: str, words: Sequence[str], lately: disk.Answers | None = None, *, hold: bool = False) -> Any:
    """The value that was kept for some words, or None; `kind` is the ending of its file.

    With `hold`, for what never changes, whoever asks again for what is kept gets the very same value.

    `lately` are answers that were given a moment ago, by which a question need not be asked again; what is asked now
    is added. The questions count as asked by whoever calls this.
    """
    made_for = _made_for(words)
    body = None if made_for is None else cache_folder.read(made_for, kind)
    if body is None:
        return None
    try:
        parts = io.BytesIO(body)
        answers: disk.Answers = pickle.load(parts)
        if not disk.still(answers, {} if lately is None else lately, head_now):
            return None
        value = _held.get(body) if hold else None
        if value is None:
            with _without_a_look_for_garbage():
                value = pickle.load(parts)
        if hold:
            _hold(body, value)
    except Exception:  # a file of ours that cannot be read is no reason to fail: all is worked out again
        return None
    disk.note(answers)
    return value


def _hold(body: bytes, value: Any) -> None:
    if body not in _held and len(_held) >= MOST_HELD:
        _held.pop(next(iter(_held)), None)
    _held[body] = value


def keep(kind: str, words: Sequence[str], value: Any, answers: disk.Answers) -> None:
    """Keep a value that depends on these words and answers, on this package, and on nothing else."""
    made_for = _made_for(words)
    if made_for is not None:
        cache_folder.keep(made_for, kind, pickle.dumps(answers, 5) + pickle.dumps(value, 5))


def _made_for(words: Sequence[str]) -> list[str] | None:
    """All that decides what is found, but for the answers; None if nothing is kept.

    Nothing is while texts are open in an editor, which count instead of what is on the disk.
    """
    if not cache_folder.is_used() or all_open():
        return None
    try:
        here = os.getcwd()
    except OSError:  # it was deleted
        return None
    return [*maker(), here, *words]


@cache
def maker() -> tuple[str, ...]:
    """What tells one reader from another: Python, this package, and the libraries that read for it.

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
