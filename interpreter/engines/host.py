"""Hosts: what runs the WebAssembly of compiled games, and what the compiled engine asks of it.

A module (`compiler.compile`) imports nothing. Its functions take nothing and return nothing: all that goes in or comes
out lies in its memory. A host compiles a module and starts it (`Host.start`); what it gives is `Running`:

- `front`, the first bytes of the memory, to be read and written: what Python has written there is there when a function
  begins, and what the function has written is there when it has ended. Where Python shares the memory it is a view of
  it; elsewhere a copy of a few thousand bytes, which goes across at each call.
- `memory`, all of it in cells of 64 bits: `memory[a:b]` is read and `memory[a:b] = cells` written now, and no more than
  that is copied. Whoever writes holds cells of type `q`. Where Python shares the memory it is a memoryview.
- `call` runs a function, and says whether it has come to its end; else it has trapped.
- `size` says how many bytes it has, and `grow` lets it have more pages of 64 kB. A module may do so by itself.

It need not be safe for threads: whoever calls has a lock. Hosts that are known stand in `compiler.runtime.hosts`: the
package `wasmtime`, and the JavaScript around a Python that runs in a browser (Pyodide). `use_host` puts in another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

from ..diagnostics.record import dataclass


class Memory(Protocol):
    """The memory of a module that runs, in cells."""

    def __getitem__(self, where: slice, /) -> memoryview[int]:
        """Cells as they are now."""

    def __setitem__(self, where: slice, cells: memoryview[int], /) -> None:
        """Write so many cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A module that runs in a memory of its own: the front, all of it; what calls a function by name, how many bytes
    there are, what adds pages if there are so many, and what frees all when nobody uses it any more.
    """

    front: memoryview[int]
    memory: Memory
    call: Callable[[str], bool]
    size: Callable[[], int]
    grow: Callable[[int], bool]
    close: Callable[[], object]


class Host(Protocol):
    """What runs modules."""

    def start(self, compile: Callable[[], bytes], key: Sequence[str], *, front: int, work: int) -> Running:
        """Start the module that `compile` makes. Raises MemoryError where there is not enough memory.

        Equal keys stand for the same module, as long as this package is the same, so a host may keep what it has made
        of it. `front` says how many bytes the front has; `work` bounds the instructions of one call where a host can
        bound them: a second net, 0 for none.
        """


IN_WEBASSEMBLY = sys.platform == "emscripten"
"""Whether Python itself runs in WebAssembly (Pyodide)."""


def free_chain(holder: object, name: str, before: Callable[[Any], Any]) -> None:
    """Free the chain whose last entry an attribute holds, entry by entry, as far as nobody else holds them.

    Each entry holds the one `before` it, so to free the last one frees all, each within the next. Python's guard
    against too deep a recursion does not hold where it runs in WebAssembly: some 3,000 entries would be its end there.
    """
    chain = [getattr(holder, name)]
    setattr(holder, name, None)
    while chain[0] is not None and sys.getrefcount(chain[0]) <= _ALONE:
        chain.append(before(chain[0]))
        del chain[0]


_lone = [object()]
_ALONE = sys.getrefcount(_lone[0])
"""What is counted for something that only a list holds."""

_chosen: Host | None = None


def use_host(host: Host | None) -> None:
    """From now on let this host run compiled games; None for the usual one. What is compiled stays with its own."""
    global _chosen
    _chosen = host


def chosen_host() -> Host | None:
    """The host that was put in."""
    return _chosen


def available() -> bool:
    """Whether there is a host."""
    return _chosen is not None or _usual_host_is_here()


@cache
def _usual_host_is_here() -> bool:
    return IN_WEBASSEMBLY or find_spec("wasmtime") is not None
