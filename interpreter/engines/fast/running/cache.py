"""Compiled modules are cached on disk, each under a name made of all that it depends on.

What is cached is the module as `wasmtime` saves it. It is run as it is, so only files that are certainly our own are
read (`cache_folder`). Those that are damaged, stale, or were made for something else are replaced.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ....language.text import cache_folder
from ...program.fingerprint import fingerprint
from ...program.nodes import Program
from ..building.memory import Build
from ..version import VERSION

if TYPE_CHECKING:
    import wasmtime

MODULE = "module"
"""The ending of a module's file."""


def cached_module(
    engine: wasmtime.Engine, program: Program, build: Build, compile: Callable[[], bytes]
) -> wasmtime.Module:
    """The module of a program: from disk, or else made by `compile` and cached."""
    import wasmtime

    made_for = _made_for(program, build)
    body = cache_folder.read(made_for, MODULE)
    if body is not None:
        try:
            return wasmtime.Module.deserialize(engine, body)
        except wasmtime.WasmtimeError:
            pass  # another build of wasmtime, or another limit of memory: rebuilt below
    module = wasmtime.Module(engine, compile())
    cache_folder.keep(made_for, MODULE, bytes(module.serialize()))
    return module


def _made_for(program: Program, build: Build) -> list[str]:
    """All that the content of a module depends on."""
    return [build, str(VERSION), *_maker(), platform.machine(), platform.system(), fingerprint(program)]


@cache
def _maker() -> tuple[str, ...]:
    """What tells one compiler from another: versions, and when the files of this package were last changed."""
    package = Path(__file__).parents[3]
    changed = max(
        os.stat(os.path.join(folder, name)).st_mtime_ns
        for folder, _, names in os.walk(package)
        for name in names
        if name.endswith(".py")
    )
    wasmtime = find_spec("wasmtime")  # its version is slow to find, and it looks at that itself
    origin = wasmtime.origin or "" if wasmtime else ""
    about = os.stat(origin)
    library = (origin, str(about.st_size), str(about.st_mtime_ns))
    return *library, platform.python_version(), str(changed)
