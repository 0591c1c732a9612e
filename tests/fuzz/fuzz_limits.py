"""Bounds of a trial: processor time and memory. What exceeds them is stopped where it stands.

The clock is an alarm of the operating system, which counts only the time that this process works. It also looks at the
memory. Code that does not return to Python cannot be stopped in this way; whoever waits for the process ends it then.
"""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

TICK = 0.25
"""Seconds between two looks at the clock and the memory."""

MOST_MEMORY = 2_500_000_000
"""Bytes that the process may use while a trial runs."""

MOST_DATA = 20_000_000_000
"""Bytes that the process may ask for at all; beyond, Python raises a MemoryError. A compiled game that is kept asks for
some 70 MB, of which it uses little, and all kinds of trials together may keep more than a hundred.
"""


class TimeIsUp(BaseException):
    """Raised in a trial that takes too long."""


class MemoryIsUp(BaseException):
    """Raised in a trial that uses too much memory."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so many seconds of processor time, or when it uses too much memory."""
    left = [seconds]

    def tick(number: int, frame: FrameType | None) -> None:
        left[0] -= TICK
        if left[0] <= 0:
            raise TimeIsUp(f"more than {seconds:g} s of processor time")
        if memory() > MOST_MEMORY:
            raise MemoryIsUp(f"more than {MOST_MEMORY / 1e9:g} GB of memory")

    before = signal.signal(signal.SIGPROF, tick)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def memory() -> int:
    """The bytes of memory that this process uses."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def bound_memory() -> None:
    """Let no single request for memory be larger than the machine can bear."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_DATA, MOST_DATA))
