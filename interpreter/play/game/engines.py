"""The engines: their names, and which of them can play here. Loading this module loads none of them.

All engines play alike; the fast one is about a thousand times faster. It needs a host (`engines.host`), mostly the
package `wasmtime`, which has wheels for the usual platforms and comes with the extra `fast`.
"""

from __future__ import annotations

from typing import Literal, get_args

from ...diagnostics.text import install_hint
from ...engines.host import available
from .arguments import one_of

Engine = Literal["fast", "reference"]
"""The name of an engine."""

ENGINES: tuple[Engine, ...] = get_args(Engine)
"""All engines, the fastest first."""


def can_compile() -> bool:
    """Whether something runs compiled games here, which the fast engine needs."""
    return available()


def check_engine(engine: str | None) -> None:
    """Raise ValueError if the engine is unknown or not installed; None stands for the best one."""
    if engine is not None:
        one_of("engine", engine, ENGINES)
    if engine == "fast" and not can_compile():
        raise ValueError(f"the fast engine needs wasmtime: {install_hint('fast')}")


def best_engine() -> Engine:
    """The fastest engine that is installed."""
    return "fast" if can_compile() else "reference"
