"""Whether games can be compiled here: this needs the package `wasmtime`, which has wheels for the usual platforms."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


@cache
def available() -> bool:
    """Whether `wasmtime` is installed."""
    return find_spec("wasmtime") is not None
