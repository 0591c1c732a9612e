"""The private folder in which results that took long to compute are cached between runs.

A file is a line of JSON, which says what the content was made for and its digest, then the content. Compiled modules
lie here, which are native code: so nothing is read from a folder or a file that somebody else owns or may write, nor
through a link, nor where another content was put under this name. What is checked is the folder and the file that have
been opened, not what their names meant a moment before. If there is no such folder (no home, a full disk, another
owner), everything works without it.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from .storage import SPARE, make_folder, system, whole_entry

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


def is_used() -> bool:
    """Whether anything is cached at all."""
    return _folder() is not None


def read(made_for: list[str], kind: str) -> bytes | None:
    """The content that was cached for all this, or None. `kind` is the ending of the file's name."""
    folder = _folder()
    found = None if folder is None else _read(folder, _name(made_for, kind))
    head, _, body = (found or b"").partition(b"\n")
    return body if found is not None and head == _head(made_for, body) else None


def keep(made_for: list[str], kind: str, body: bytes) -> None:
    """Cache a content that depends on all this and on nothing else; do nothing where that is impossible."""
    folder = _folder()
    if folder is not None:
        _write(folder, _name(made_for, kind), _head(made_for, body) + b"\n" + body)


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


def _read(folder: Path, name: str) -> bytes | None:
    with contextlib.suppress(OSError), _opened(folder) as at:
        file = os.open(name, _OPENING | _NO_LINKS | _NO_WAITING, dir_fd=at)
        with os.fdopen(file, "rb") as stream:
            about = os.fstat(stream.fileno())
            if not stat.S_ISREG(about.st_mode) or not _private(about) or about.st_size > MOST_BYTES:
                return None
            with contextlib.suppress(OSError):
                os.utime(stream.fileno())  # used now: others are deleted first
            return stream.read(MOST_BYTES + 1)
    return None


def _write(folder: Path, name: str, content: bytes) -> None:
    """Put a file there, whole or not at all.

    It is written under another name first and then renamed, so two processes may write it at once.
    """
    with contextlib.suppress(OSError):
        make_folder(folder, 0o700)
        with _opened(folder) as at:
            with whole_entry(name, at) as file:
                file.write(content)
            _tidy(at)


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


def _tidy(at: int) -> None:
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
