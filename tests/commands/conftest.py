"""What tests of the command as a process need."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from tests.commands.forked import Forks


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """Processes of the command that begin at once."""
    if not hasattr(os, "fork"):
        pytest.skip("processes are not forked here")
    found = Forks()
    yield found
    found.end()


@pytest.fixture
def signals_act() -> Iterator[None]:
    """Processes that the test starts heed signals, even if the tests themselves were started by `nohup` or with `&`.

    A signal that a process ignores is ignored by those that it starts, too.
    """
    usual: dict[str, Callable[[int, FrameType | None], object] | signal.Handlers] = {
        "SIGINT": signal.default_int_handler,
        "SIGHUP": signal.SIG_DFL,
    }
    heeded = {getattr(signal, name): action for name, action in usual.items() if hasattr(signal, name)}
    ignored = [one for one in heeded if signal.getsignal(one) is signal.SIG_IGN]
    for one in ignored:
        signal.signal(one, heeded[one])
    yield
    for one in ignored:
        signal.signal(one, signal.SIG_IGN)
