"""The first module of the command to be loaded: from here on, Ctrl-C ends it without a traceback.

Loading everything else takes a few tenths of a second, in which nothing could handle an interruption otherwise. Only
the process of the command may load this module: doing so changes what Ctrl-C does.
"""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import threading
import time
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C, as in `outcome`, which is not loaded yet."""

RETRY_SECONDS = 0.01
"""After so many seconds Python has left the place where it drops exceptions."""


def exit_on_interrupt(number: int, frame: FrameType | None) -> None:
    """End at once: there is nothing to tell, neither before the command begins nor after it has ended."""
    os._exit(INTERRUPTED)


def exit_quickly(code: object) -> None:
    """End the process with this exit code; what it has in memory goes with it, rather than record by record.

    That takes Python as long as to load a spec: 0.07 to 0.13 s of processor time after `validate`. What was to happen
    at the end does happen, and everything was written before. Where other threads are left, nothing is done: Python
    waits for some of them. Nor in a browser, whose page would end.
    """
    if isinstance(code, int) and threading.active_count() == 1 and sys.platform != "emscripten":
        atexit._run_exitfuncs()
        os._exit(code)


def redeliver_interrupt(lost: sys.UnraisableHookArgs) -> None:
    """Where Python drops an exception, such as while it clears up behind an import: Ctrl-C is pressed once more."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        # In a thread: right here the signal would be dropped like the first one.
        _thread.start_new_thread(_press_again, ())
    else:
        sys.__unraisablehook__(lost)


def _press_again() -> None:
    time.sleep(RETRY_SECONDS)
    main_thread = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main_thread is not None:
        signal.pthread_kill(main_thread, signal.SIGINT)  # ends a wait, too
    else:
        _thread.interrupt_main()


HANDLES_INTERRUPT = signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""Whether Ctrl-C is meant for us; else whoever started the command has it ignored."""

if HANDLES_INTERRUPT:
    signal.signal(signal.SIGINT, exit_on_interrupt)
    sys.unraisablehook = redeliver_interrupt


def main() -> None:
    """Run the command line of the process, and exit with its code."""
    from .main import main as run

    try:
        if HANDLES_INTERRUPT:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except SystemExit as end:
        if HANDLES_INTERRUPT:
            signal.signal(signal.SIGINT, exit_on_interrupt)
        exit_quickly(end.code)
        raise
    except KeyboardInterrupt:  # where nobody waits for it, such as between two steps of `run`
        os._exit(INTERRUPTED)
