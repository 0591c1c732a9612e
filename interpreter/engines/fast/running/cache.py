"""Compiled modules are kept on disk, under a name made of all that they depend on.

A file is a line with the digest of what follows, then the module as `wasmtime` saves it. It is written under another
name first and then renamed, so that two processes may write it at once. A file that is damaged, foreign or stale is
made anew. What lies there is run as it is, so files that belong to somebody else or that others may write are not
taken. Where nothing can be written nothing is kept.
"""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from ...program.nodes import Program
from ..compile import VERSION

if TYPE_CHECKING:
    import wasmtime

FOLDER = "CARDWRIGHT_CACHE"
"""The variable of the environment that names another folder; empty: keep nothing."""


def cached_module(
    engine: wasmtime.Engine, program: Program, watched: bool, compile: Callable[[], bytes]
) -> wasmtime.Module:
    """The module of a program: from disk, else made by `compile` and kept."""
    import wasmtime

    path = _path(program, watched)
    kept = None if path is None else _load(engine, path)
    if kept is not None:
        return kept
    module = wasmtime.Module(engine, compile())
    if path is not None:
        _keep(path, bytes(module.serialize()))
    return module


def _path(program: Program, watched: bool) -> Path | None:
    """Where the module lies; None for programs without a digest of their own, and where nothing is to be kept."""
    folder = os.environ.get(FOLDER)
    if folder == "" or len(program.digest) < 16:
        return None
    base = Path(folder) if folder else _home()
    parts = (VERSION, _maker(), platform.machine(), platform.system(), program.digest, watched)
    return base / f"{sha256(repr(parts).encode()).hexdigest()[:32]}.module"


@cache
def _maker() -> tuple[object, ...]:
    """What tells one compiler from another: versions, and when the files of this package were last changed."""
    changed = max(path.stat().st_mtime_ns for path in Path(__file__).parents[3].rglob("*.py"))
    return version("wasmtime"), platform.python_version(), changed


def _home() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "cardwright"


def _load(engine: wasmtime.Engine, path: Path) -> wasmtime.Module | None:
    import wasmtime

    try:
        if hasattr(os, "getuid"):
            about = path.stat()
            if about.st_uid != os.getuid() or about.st_mode & 0o022:
                return None
        digest, _, body = path.read_bytes().partition(b"\n")
        if digest.decode("ascii", "replace") != sha256(body).hexdigest():
            return None
        return wasmtime.Module.deserialize(engine, body)
    except (OSError, wasmtime.WasmtimeError):
        return None


def _keep(path: Path, body: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, spare = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(sha256(body).hexdigest().encode() + b"\n" + body)
        os.replace(spare, path)
    except OSError:
        return
