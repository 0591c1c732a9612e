"""A disk that fails, or on which the process is killed, at one of the steps that a command takes to write."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, Literal

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.source.text import storage

Fault = Literal["short", "kill", "full", "ENOSPC", "EDQUOT", "EIO", "EROFS", "EACCES"]

FAULTS: tuple[Fault, ...] = ("short", "kill", "full", "ENOSPC", "EDQUOT", "EIO", "EROFS", "EACCES")
"""`short` writes half and is no error; `full` lasts; all others happen once. Before an error half has been written."""

KILLED = 77
"""The exit code of a process that ended without any farewell."""

MADE = (os.write, os.open, os.fsync)
"""What needs room on a disk; to shorten and to remove needs none."""


class Disk:
    """Stands for the operating system (`storage.system`): the step with the number `at`, from 1, does not succeed."""

    def __init__(self, at: int = 0, fault: Fault = "ENOSPC") -> None:
        self.at, self.fault, self.steps, self.failed = at, fault, list[str](), False

    def __call__(self, call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Do a step, or fail to."""
        if options.get("dir_fd") is not None or options.get("src_dir_fd") is not None:
            return call(*args, **options)  # the cache, without which everything works
        self.steps.append(call.__name__)
        lasting = self.fault == "full" and self.failed and call in MADE
        if len(self.steps) != self.at and not lasting:
            return call(*args, **options)
        self.failed = True
        if call is os.write and len(args[1]) > 1 and not lasting:
            done = os.write(args[0], bytes(args[1])[: len(args[1]) // 2])
            if self.fault == "short":
                return done
        if self.fault == "short":
            return call(*args, **options)
        if self.fault == "kill":
            os._exit(KILLED)
        number = errno.ENOSPC if self.fault == "full" else getattr(errno, self.fault)
        raise OSError(number, os.strerror(number))

    @contextmanager
    def here(self) -> Iterator[Disk]:
        """Have all be written to this disk."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(storage, "system", self)
            yield self


def said(disk: Disk, words: tuple[str, ...], told: os.PathLike[str]) -> tuple[int, str]:
    """The exit code of a command in a process that writes to a disk, and what it says on standard error."""
    child = os.fork()
    if not child:
        code = 99
        try:
            with (
                open(told, "w", encoding="utf-8") as file,
                open(os.devnull, "w", encoding="utf-8") as nowhere,
                redirect_stdout(nowhere),
                redirect_stderr(file),
                disk.here(),
            ):
                code = answer(CommandLine(words))
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(told, encoding="utf-8") as file:
        return code, " ".join(file.read().split())


def steps(words: tuple[str, ...]) -> list[str]:
    """The steps that a command takes to write, on a disk that does not fail."""
    with Disk().here() as disk, open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        assert answer(CommandLine(words)) in (0, 1, 3)
    return disk.steps
