"""Runs the tests in several processes (`--processes N`): they are collected once, then the process forks.

The tests are cut into as many stretches as there are processes. Each goes through its own, block by block, and then
helps with those of the others. The numbers of the blocks of a stretch lie in a pipe: whoever reads one has the block.
What becomes of a test is told in a file, which the first process reads between its own tests, and reports as its own.
A test whose process dies has failed; those that nobody has begun then are run by the first process.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

WIDE = 4
"""How many bytes the number of a block has."""

PAUSE = 0.02
"""How long the first process sleeps before it looks again whether the others have come to an end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The number of processes."""
    parser.addoption("--processes", type=int, default=1, metavar="N", help="run the tests in N processes, by forks")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run all tests, if several processes are wanted and this machine can fork; else pytest does it as usual."""
    many = session.config.option.processes
    if many < 2 or session.config.option.collectonly or session.testsfailed or not hasattr(os, "fork"):
        return None
    Run(session, many).all()
    return True


class Run:
    """One run in the first process: the pipes with the blocks, and the other processes."""

    def __init__(self, session: pytest.Session, many: int) -> None:
        self.session, self.items = session, session.items
        self.block = max(4, len(self.items) // 1000)
        self.pipes = [_filled(blocks) for blocks in _stretches(len(self.items), self.block, many)]
        session.config._tmp_path_factory.getbasetemp()  # one folder for all of them, which pytest takes away again
        self.begun: set[str] = set()
        self.others: list[Other] = []

    def all(self) -> None:
        try:
            for number in range(1, len(self.pipes)):
                self.others.append(Other(self, number))
            self.run(self.claimed(0), look=self.listen)
            while any(other.is_going_on() for other in self.others):
                self.listen()
                time.sleep(PAUSE)
            self.listen()
            for other in self.others:
                other.tell_of_its_end()
            self.run(iter([item for item in self.items if item.nodeid not in self.begun]), look=self.listen)
        finally:
            for other in self.others:
                other.stop()

    def claimed(self, number: int) -> Iterator[pytest.Item]:
        """The tests of a process: those of its own stretch first. Whoever asks for one has it."""
        for pipe in (*self.pipes[number:], *self.pipes[:number]):
            while found := os.read(pipe, WIDE):
                first = int.from_bytes(found, "big") * self.block
                yield from self.items[first : first + self.block]

    def run(self, items: Iterator[pytest.Item], look: Any = lambda: None) -> None:
        """Run tests one after the other, as pytest does."""
        item = next(items, None)
        while item is not None:
            following = next(items, None)
            self.begun.add(item.nodeid)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            look()
            if self.session.shouldfail:
                raise self.session.Failed(self.session.shouldfail)
            if self.session.shouldstop:
                raise self.session.Interrupted(self.session.shouldstop)
            item = following

    def listen(self) -> None:
        """Report what the other processes have told."""
        for other in self.others:
            for kind, told in other.news():
                getattr(other, kind)(**told)


class Other:
    """Another process, as the first one sees it."""

    def __init__(self, run: Run, number: int) -> None:
        self.hook, self.run = run.session.config.hook, run
        self.file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 (it is closed in `stop`)
        self.read = 0
        self.now: tuple[str, Any] | None = None
        self.status: int | None = None
        self.pid = os.fork()
        if not self.pid:
            _work(run, number, self.file)

    def news(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What was told since the last time; a message that is half written is left for the next."""
        there = io.BytesIO(os.pread(self.file.fileno(), os.fstat(self.file.fileno()).st_size - self.read, self.read))
        while len(size := there.read(WIDE)) == WIDE:
            message = there.read(int.from_bytes(size, "big"))
            if len(message) < int.from_bytes(size, "big"):
                break
            self.read += WIDE + len(message)
            yield pickle.loads(message)

    def begins(self, nodeid: str, location: Any) -> None:
        self.run.begun.add(nodeid)
        self.now = nodeid, location
        self.hook.pytest_runtest_logstart(nodeid=nodeid, location=location)

    def reports(self, data: Any) -> None:
        config = self.run.session.config
        report = config.hook.pytest_report_from_serializable(config=config, data=data)
        self.hook.pytest_runtest_logreport(report=report)

    def ends(self, nodeid: str, location: Any) -> None:
        self.now = None
        self.hook.pytest_runtest_logfinish(nodeid=nodeid, location=location)

    def warns(self, **warning: Any) -> None:
        self.hook.pytest_warning_recorded.call_historic(kwargs=warning)

    def is_going_on(self) -> bool:
        if self.status is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # a test has waited for whatever ends
                pid, status = self.pid, 0
            self.status = status if pid else None
        return self.status is None

    def breaks(self, told: str) -> None:
        raise RuntimeError(told)

    def tell_of_its_end(self) -> None:
        """The test that it had begun, and that did not come to an end, has failed."""
        if self.now:
            nodeid, location = self.now
            told = f"its process ended before it: {os.waitstatus_to_exitcode(self.status or 0)}"
            self.hook.pytest_runtest_logreport(
                report=pytest.TestReport(nodeid, location, {}, "failed", told, "call", duration=0.0)
            )
            self.ends(nodeid, location)

    def stop(self) -> None:
        """See that it is gone: it is interrupted if it still runs tests."""
        if self.is_going_on():
            os.kill(self.pid, signal.SIGINT)
            while self.is_going_on():
                time.sleep(PAUSE)
        self.file.close()


class Teller:
    """In another process: tells the first one what becomes of each test, and shows nothing."""

    def __init__(self, config: pytest.Config, file: Any) -> None:
        self.config, self.file = config, file

    def tell(self, kind: str, **told: Any) -> None:
        message = pickle.dumps((kind, told))
        self.file.write(len(message).to_bytes(WIDE, "big") + message)

    def pytest_runtest_logstart(self, nodeid: str, location: Any) -> None:
        self.tell("begins", nodeid=nodeid, location=location)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        self.tell("reports", data=data)

    def pytest_runtest_logfinish(self, nodeid: str, location: Any) -> None:
        self.tell("ends", nodeid=nodeid, location=location)

    def pytest_warning_recorded(self, warning_message: Any, when: str, nodeid: str, location: Any) -> None:
        self.tell("warns", warning_message=warning_message, when=when, nodeid=nodeid, location=location)


def _work(run: Run, number: int, file: Any) -> None:
    """What another process does. It never comes back."""
    plugins, teller = run.session.config.pluginmanager, Teller(run.session.config, file)
    try:
        plugins.unregister(name="terminalreporter")
        plugins.register(teller)
        capture = plugins.get_plugin("capturemanager")
        capture.stop_global_capturing()
        capture.start_global_capturing()  # of its own: it had that of the first process
        try:
            run.run(run.claimed(number))
        except (KeyboardInterrupt, run.session.Failed, run.session.Interrupted):
            run.session._setupstate.teardown_exact(None)
    except BaseException:
        teller.tell("breaks", told=traceback.format_exc())
    finally:
        os._exit(0)


def _stretches(tests: int, block: int, many: int) -> Iterator[range]:
    """The blocks of each process, about as many for each."""
    blocks = -(-tests // block)
    for number in range(many):
        yield range(blocks * number // many, blocks * (number + 1) // many)


def _filled(blocks: Iterable[int]) -> int:
    """The end of a pipe from which the numbers of some blocks can be read."""
    read, write = os.pipe()
    with open(write, "wb") as file:
        file.write(b"".join(block.to_bytes(WIDE, "big") for block in blocks))
    return read
