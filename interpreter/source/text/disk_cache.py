"""The cache on disk: what was computed from files is found again by the next command.

A kept value is looked up by the words that it belongs to, the current folder, and the state of this package. With it
lie all questions that were asked of the disk on the way, with the answers (`disk.py`). It counts only if every question
still has the same answer, down to the content of every file that was looked at.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import pickle
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from . import disk
from .files import editor_texts, head_now
from .storage import SPARE, make_folder, system, whole_entry

LIBRARIES = ("lark", "yaml", "jsonschema")
"""What else decides what a text means."""


MEMORY_SIZE = 16
"""So many values that never change are held in memory as well; the oldest is let go first."""

_memory: dict[bytes, Any] = {}


def cached_value(kind: str, words: Sequence[str], lately: disk.Answers | None = None, *, hold: bool = False) -> Any:
    """The value that was kept for some words, or None; `kind` is the ending of its file.

    With `hold`, for what never changes, whoever asks again for what is kept gets the very same value.

    `lately` are answers that were given a moment ago, by which a question need not be asked again; what is asked now
    is added. The questions count as asked by whoever calls this.
    """
    made_for = _cache_key(words)
    body = None if made_for is None else read_entry(made_for, kind)
    if body is None:
        return None
    try:
        parts = io.BytesIO(body)
        answers: disk.Answers = pickle.load(parts)
        if not disk.still_valid(answers, {} if lately is None else lately, head_now):
            return None
        value = _memory.get(body) if hold else None
        if value is None:
            with _paused_garbage_collection():
                value = pickle.load(parts)
        if hold:
            if body not in _memory and len(_memory) >= MEMORY_SIZE:
                _memory.pop(next(iter(_memory)), None)
            _memory[body] = value
    except Exception:  # a file of ours that cannot be read is no reason to fail: all is worked out again
        return None
    disk.record_answers(answers)
    return value


def cache_value(kind: str, words: Sequence[str], value: Any, answers: disk.Answers) -> None:
    """Keep a value that depends on these words and answers, on this package, and on nothing else."""
    made_for = _cache_key(words)
    if made_for is not None:
        write_entry(made_for, kind, pickle.dumps(answers, 5) + pickle.dumps(value, 5))


def _cache_key(words: Sequence[str]) -> list[str] | None:
    """All that decides what is found, but for the answers; None if nothing is kept.

    Nothing is while texts are open in an editor, which count instead of what is on the disk.
    """
    if not is_enabled() or editor_texts():
        return None
    try:
        here = os.getcwd()
    except OSError:  # it was deleted
        return None
    return [*reader_version(), here, *words]


@cache
def reader_version() -> tuple[str, ...]:
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
def _paused_garbage_collection() -> Iterator[None]:
    """All that is read stays; to look for garbage in it again and again takes 20 ms for the rules of a large game."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


# The private folder in which results that took long to compute are cached between runs.
#
# A file is a line of JSON, which says what the content was made for and its digest, then the content. Compiled modules
# lie here, which are native code: so nothing is read from a folder or a file that somebody else owns or may write, nor
# through a link, nor where another content was put under this name. What is checked is the folder and the file that
# have been opened, not what their names meant a moment before. If there is no such folder (no home, a full disk,
# another owner), everything works without it.

FOLDER = "CARDWRIGHT_CACHE"
"""The environment variable that names another folder; if it is empty, nothing is cached."""

MOST_BYTES = 256 << 20
"""A file that is larger is not read."""

MOST_FILES = 1000
"""When there are more files than this, those that were not used for longest are deleted."""

STALE = 3600.0
"""Seconds after which an unfinished file is taken for one whose writer was killed."""

_OPENING = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)
"""A named pipe is opened at once, and then refused as what it is, instead of waiting for somebody to write to it."""


def is_enabled() -> bool:
    """Whether anything is cached at all."""
    return _folder() is not None


def read_entry(made_for: list[str], kind: str) -> bytes | None:
    """The content that was cached for all this, or None. `kind` is the ending of the file's name."""
    folder = _folder()
    found = None if folder is None else _read_file(folder, _name(made_for, kind))
    head, _, body = (found or b"").partition(b"\n")
    return body if found is not None and head == _head(made_for, body) else None


def write_entry(made_for: list[str], kind: str, body: bytes) -> None:
    """Cache a content that depends on all this and on nothing else; do nothing where that is impossible."""
    folder = _folder()
    if folder is not None:
        _write_file(folder, _name(made_for, kind), _head(made_for, body) + b"\n" + body)


def _name(made_for: list[str], kind: str) -> str:
    return f"{sha256(json.dumps(made_for).encode()).hexdigest()[:32]}.{kind}"


def _head(made_for: list[str], body: bytes) -> bytes:
    purpose = sha256(json.dumps(made_for).encode()).hexdigest()
    return json.dumps({"for": purpose, "sha256": sha256(body).hexdigest()}).encode()


def _folder() -> Path | None:
    """The folder, whether it exists or not; None if nothing is to be cached."""
    given = os.environ.get(FOLDER)
    if given == "" or not hasattr(os, "getuid"):
        return None
    if given:
        return Path(given)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardwright"
    except RuntimeError:  # neither HOME nor an entry for the user
        return None


def _read_file(folder: Path, name: str) -> bytes | None:
    with contextlib.suppress(OSError), _opened(folder) as at:
        file = os.open(name, _OPENING | _NO_LINKS | _NO_WAITING, dir_fd=at)
        with os.fdopen(file, "rb") as stream:
            about = os.fstat(stream.fileno())
            if not stat.S_ISREG(about.st_mode) or not _private(about) or about.st_size > MOST_BYTES:
                return None
            with contextlib.suppress(OSError):
                os.utime(stream.fileno())  # used now: others are deleted first
            return stream.read(about.st_size)
    return None


def _write_file(folder: Path, name: str, content: bytes) -> None:
    """Put a file there, whole or not at all.

    It is written under another name first and then renamed, so two processes may write it at once.
    """
    with contextlib.suppress(OSError):
        make_folder(folder, 0o700)
        with _opened(folder) as at:
            with whole_entry(name, at) as file:
                file.write(content)
            _evict(at)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """The open folder. Raises OSError where it is not a folder of the user's alone."""
    at = os.open(folder, _OPENING | _NO_LINKS | os.O_DIRECTORY)
    try:
        if not _private(os.fstat(at)):
            raise PermissionError(f"{folder} belongs to somebody else, or others may write there")
        yield at
    finally:
        os.close(at)


def _private(about: os.stat_result) -> bool:
    return about.st_uid == os.getuid() and not about.st_mode & 0o022


def _evict(at: int) -> None:
    """Delete what killed writers have left, and of too many files a tenth: those that were not used for longest."""
    names = os.listdir(at)
    if len(names) <= MOST_FILES and not any(name.endswith(SPARE) for name in names):
        return
    found: list[tuple[float, str]] = []
    for name in names:
        with contextlib.suppress(OSError):
            found.append((os.stat(name, dir_fd=at, follow_symlinks=False).st_mtime, name))
    now = time.time()
    old = [name for when, name in found if name.endswith(SPARE) and now - when > STALE]
    finished = sorted(pair for pair in found if not pair[1].endswith(SPARE))
    surplus = finished[: len(finished) - MOST_FILES * 9 // 10] if len(finished) > MOST_FILES else []
    for name in [*old, *(name for _, name in surplus)]:
        with contextlib.suppress(OSError):
            system(os.unlink, name, dir_fd=at)
