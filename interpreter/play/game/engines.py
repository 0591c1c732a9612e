"""Which engines there are, and which one plays: all play alike, the fast one a thousand times faster.

The fast engine needs the package `wasmtime`, which `pip install cardwright[fast]` brings along.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engines.fast.running.available import available
from ...engines.fast.running.executor import FastExecutor
from ...engines.program.nodes import Program
from ...engines.reference.executor import Executor, ReferenceExecutor
from ...engines.reference.machine import Code
from .engine_names import ENGINES


def check_engine(engine: str | None) -> None:
    """Raises ValueError for an engine that there is not, or not here."""
    if engine is not None and engine not in ENGINES:
        raise ValueError(f"there is no engine {engine!r}; there are: {', '.join(ENGINES)}")
    if engine == "fast" and not available():
        raise ValueError("the fast engine needs wasmtime: pip install cardwright[fast]")


def best_engine() -> str:
    """The fastest engine that there is here."""
    return "fast" if available() else "reference"


def make_executor(engine: str, program: Program, code: Callable[[], Code]) -> Executor:
    """An executor for a program; `code` makes it ready for the reference executor where that is needed."""
    check_engine(engine)
    return FastExecutor(program, code) if engine == "fast" else ReferenceExecutor(code)
