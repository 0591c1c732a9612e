"""Compiled modules are cached on disk, under a name made of all that they depend on.

What lies in the cache folder is the module as `wasmtime` saves it. It is run as it is, so only files that are certainly
our own are read (`cache_folder.py`). Those that are damaged or stale are replaced.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from ....language.text import cache_folder
from ...program.nodes import Program
from ..compile import VERSION

if TYPE_CHECKING:
    import wasmtime


def cached_module(
    engine: wasmtime.Engine, program: Program, watched: bool, compile: Callable[[], bytes]
) -> wasmtime.Module:
    """The module of a program: from disk, else made by `compile` and cached."""
    import wasmtime

    name = _file(program, watched)
    cached = None if name is None else _load(engine, name)
    if cached is not None:
        return cached
    module = wasmtime.Module(engine, compile())
    if name is not None:
        cache_folder.keep(name, bytes(module.serialize()))
    return module


def _file(program: Program, watched: bool) -> str | None:
    """The name of the file with the module; None for programs without a digest of their own."""
    if len(program.digest) < 16:
        return None
    parts = (VERSION, _maker(), platform.machine(), platform.system(), program.digest, watched)
    return f"{sha256(repr(parts).encode()).hexdigest()[:32]}.module"


@cache
def _maker() -> tuple[object, ...]:
    """What tells one compiler from another: versions, and when the files of this package were last changed."""
    changed = max(path.stat().st_mtime_ns for path in Path(__file__).parents[3].rglob("*.py"))
    return version("wasmtime"), platform.python_version(), changed


def _load(engine: wasmtime.Engine, name: str) -> wasmtime.Module | None:
    import wasmtime

    body = cache_folder.read(name)
    try:
        return None if body is None else wasmtime.Module.deserialize(engine, body)
    except wasmtime.WasmtimeError:
        return None
