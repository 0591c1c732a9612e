"""The first module of the command to be loaded: from here on, Ctrl-C ends it without a traceback.

Loading everything else takes a few tenths of a second, in which nothing could handle an interruption otherwise. Only
the process of the command may load this module: doing so changes what Ctrl-C does.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C, as in `outcome`, which is not loaded yet."""


def leave(number: int, frame: FrameType | None) -> None:
    """End at once: there is nothing to tell, neither before the command begins nor after it has ended."""
    os._exit(INTERRUPTED)


def end_at_once(code: object) -> None:
    """End the process with this exit code; what it has in memory goes with it, rather than record by record.

    That takes Python as long as to load a spec. What was to happen at the end does happen, and everything was written
    before. Where other threads are left, nothing is done: Python waits for some of them.
    """
    if isinstance(code, int) and threading.active_count() == 1:
        atexit._run_exitfuncs()
        os._exit(code)


HEEDED = signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""Whether Ctrl-C is meant for us; else whoever started the command has it ignored."""

if HEEDED:
    signal.signal(signal.SIGINT, leave)


def main() -> None:
    """Run the command line of the process, and exit with its code."""
    from .main import main as run

    try:
        if HEEDED:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except SystemExit as end:
        if HEEDED:
            signal.signal(signal.SIGINT, leave)
        end_at_once(end.code)
        raise
    except KeyboardInterrupt:  # where nobody waits for it, such as between two steps of `run`
        os._exit(INTERRUPTED)
