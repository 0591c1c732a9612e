"""The private folder in which results that took long to compute are cached between runs.

A file is a line with the digest of what follows, then the content. It is written under another name and then renamed,
so that two processes may write it at once. What is damaged, or may come from somebody else, is not read: compiled
code lies here. If the folder cannot be used, everything works without it.
"""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256
from pathlib import Path

FOLDER = "CARDWRIGHT_CACHE"
"""The environment variable that names another folder; if it is empty, nothing is cached."""


def read(name: str) -> bytes | None:
    """The content that was last cached under a file name, or None."""
    folder = _folder()
    if folder is None:
        return None
    path = folder / name
    try:
        if hasattr(os, "getuid"):
            about = path.stat()
            if about.st_uid != os.getuid() or about.st_mode & 0o022:
                return None
        digest, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return body if digest.decode("ascii", "replace") == sha256(body).hexdigest() else None


def keep(name: str, body: bytes) -> None:
    """Cache a content under a file name, unless the folder cannot be written."""
    folder = _folder()
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, spare = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(sha256(body).hexdigest().encode() + b"\n" + body)
        os.replace(spare, folder / name)
    except OSError:
        return


def _folder() -> Path | None:
    """The folder, whether it exists or not; None if nothing is to be cached."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "cardwright"
    except RuntimeError:  # a user without a home
        return None
