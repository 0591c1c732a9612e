"""Several processes run each test once, and what becomes of it is told as if there were one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")

TESTS = """\
import os, signal, sys, time, warnings
from pathlib import Path
import pytest

FIRST = os.getpid()  # when the tests are collected

def other():
    if os.getpid() == FIRST:
        time.sleep(0.05)  # so that each process has some of them
    return os.getpid() != FIRST

@pytest.mark.parametrize("number", range(40))
def test_each(number, tmp_path):
    with open("begun", "a") as file:
        file.write(f"{number} {other()}\\n")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine").touch()
    if number == 38:
        warnings.warn("this is told")
    assert number != 39, "thirty-nine"
    if number == 37:
        pytest.skip("not today")

def test_in_the_end():
    if os.environ.get("DIES") and other():
        os.kill(os.getpid(), signal.SIGKILL)

@pytest.mark.parametrize("number", range(3))
def test_after(number):
    pass
"""


def run(folder: Path, *flags: str, **env: str) -> tuple[int, str, list[list[str]]]:
    """Exit code, what pytest says, and which of the forty tests were begun, each in another process or not."""
    (folder / "test_some.py").write_text(TESTS)
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {Path(__file__).parent}\n")
    (folder / "conftest.py").write_text('pytest_plugins = ["side_by_side"]\n')
    words = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *flags)
    done = subprocess.run(words, cwd=folder, env={**os.environ, **env}, capture_output=True, text=True, timeout=120)
    begun = folder / "begun"
    return done.returncode, done.stdout + done.stderr, [one.split() for one in begun.read_text().splitlines()]


def test_each_test_is_run_once(tmp_path: Path) -> None:
    code, said, begun = run(tmp_path, "--processes", "3")
    assert code == 1
    assert sorted(int(number) for number, _ in begun) == list(range(40))
    assert len({other for _, other in begun}) == 2, "both in the first process and in others"
    assert "1 failed, 42 passed, 1 skipped, 1 warning" in said
    assert "assert 39 != 39" in said and "thirty-nine" in said and "UserWarning: this is told" in said
    assert "[100%]" in said


def test_the_first_failure_stops_all(tmp_path: Path) -> None:
    code, said, _ = run(tmp_path, "--processes", "2", "-x", "-k", "39 or after")
    assert code == 1
    assert "1 failed" in said and "stopping after 1 failures" in said


def test_a_test_whose_process_dies_has_failed(tmp_path: Path) -> None:
    code, said, begun = run(tmp_path, "--processes", "2", DIES="yes")
    assert code == 1
    assert len(begun) == 40
    assert "its process ended before it: -9" in said and "2 failed, 41 passed, 1 skipped" in said
