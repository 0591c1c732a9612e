"""The first module of the command to be loaded: from here on, Ctrl-C ends it without a traceback.

Loading everything else takes a few tenths of a second, in which nothing could handle an interruption otherwise. Only
the process of the command may load this module: doing so changes what Ctrl-C does.
"""

from __future__ import annotations

import os
import signal
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C, as in `outcome`, which is not loaded yet."""


def leave(number: int, frame: FrameType | None) -> None:
    """End at once: there is nothing to tell, neither before the command begins nor after it has ended."""
    os._exit(INTERRUPTED)


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
    except SystemExit:
        if HEEDED:
            signal.signal(signal.SIGINT, leave)
        raise
    except KeyboardInterrupt:  # where nobody waits for it, such as between two steps of `run`
        os._exit(INTERRUPTED)
