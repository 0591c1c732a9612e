"""Compiled modules are cached on disk, each under a name made of all that it depends on.

A file begins with a line of JSON, which says what the module was made for (`_made_for`) and the digest of what follows;
then comes the module as `wasmtime` saves it. A file that is damaged, stale, or was made for something else, under
whatever name, is rebuilt. `private_folder` sees to it that nobody else can have put it there.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from ...program.fingerprint import fingerprint
from ...program.nodes import Program
from ..compile import VERSION
from . import private_folder

if TYPE_CHECKING:
    import wasmtime

FOLDER = "CARDWRIGHT_CACHE"
"""The environment variable that names another folder; empty: cache nothing."""


def cached_module(
    engine: wasmtime.Engine, program: Program, watched: bool, compile: Callable[[], bytes]
) -> wasmtime.Module:
    """The module of a program: from disk, or else made by `compile` and cached."""
    import wasmtime

    folder = _folder()
    if folder is None:
        return wasmtime.Module(engine, compile())
    made_for = _made_for(program, watched)
    name = f"{sha256(json.dumps(made_for).encode()).hexdigest()[:32]}.module"
    body = _body(private_folder.read(folder, name), made_for)
    if body is not None:
        try:
            return wasmtime.Module.deserialize(engine, body)
        except wasmtime.WasmtimeError:
            pass  # another build of wasmtime with the same version: rebuilt below
    module = wasmtime.Module(engine, compile())
    body = bytes(module.serialize())
    head = json.dumps({"for": made_for, "sha256": sha256(body).hexdigest()})
    private_folder.write(folder, name, head.encode() + b"\n" + body)
    return module


def _made_for(program: Program, watched: bool) -> list[str | int | bool]:
    """All that the content of a module depends on."""
    return [VERSION, *_maker(), platform.machine(), platform.system(), fingerprint(program), watched]


def _body(content: bytes | None, made_for: list[str | int | bool]) -> bytes | None:
    """The module in a file, if the file is whole and was made for this."""
    head, _, body = (content or b"").partition(b"\n")
    try:
        told = json.loads(head)
    except ValueError:
        return None
    return body if told == {"for": made_for, "sha256": sha256(body).hexdigest()} else None


@cache
def _maker() -> tuple[str | int, ...]:
    """What tells one compiler from another: versions, and when the files of this package were last changed."""
    changed = max(path.stat().st_mtime_ns for path in Path(__file__).parents[3].rglob("*.py"))
    return version("wasmtime"), platform.python_version(), changed


def _folder() -> Path | None:
    """Where modules are cached; None where they cannot or should not be."""
    given = os.environ.get(FOLDER)
    if given == "" or not hasattr(os, "getuid"):
        return None
    if given:
        return Path(given)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardwright"
    except RuntimeError:  # neither HOME nor an entry for the user
        return None
