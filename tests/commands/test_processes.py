"""The command as a process: killed, interrupted, without a home, on a full disk, and beside another one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAY = (sys.executable, "cli.py")
SIMULATE = ("simulate", "mille-bornes", "--preset", "single_hand")

posix = pytest.mark.skipif(os.name != "posix", reason="signals of this kind are those of POSIX")


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{process}/task/{process}/children")
    if not found.exists():
        pytest.skip("there is no list of child processes here")
    return [int(word) for word in found.read_text().split()]


def lives(process: int) -> bool:
    """Whether a process still runs; one that has ended and was not buried does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(happens: object, seconds: float = 30) -> bool:
    """Wait until a test holds, at most so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if callable(happens) and happens():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.sampled(3)
@posix
@pytest.mark.usefixtures("signals_act")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], ids=lambda how: how.name)
def test_workers_end_with_the_process_that_started_them(how: signal.Signals) -> None:
    line = (*SAY, *SIMULATE, "--seats", "first", "--games", "1000000", "--jobs", "2")
    done = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert until(lambda: len(children(done.pid)) >= 2)
        workers = children(done.pid)
    finally:
        done.send_signal(how)
        done.wait()
    assert until(lambda: not any(map(lives, workers))), "the workers still run"


@pytest.mark.thorough
@posix
@pytest.mark.usefixtures("signals_act")
@pytest.mark.parametrize("verb", [("list",), (*SIMULATE, "--seats", "first", "--games", "1000000")], ids=lambda v: v[0])
def test_an_interruption_at_any_time(verb: tuple[str, ...]) -> None:
    """From the moment when the first module of the command is there."""
    script = "from cardwright.commands.start import main; import os; os.write(1, b'!'); main()"
    for delay in (0.0, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8, 1.6):
        line = (sys.executable, "-c", script, *verb)
        done = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        assert done.stdout is not None and done.stdout.read(1) == b"!"
        time.sleep(delay)
        done.send_signal(signal.SIGINT)
        _, said = done.communicate(timeout=60)
        assert b"Traceback" not in said and b"internal error" not in said, said.decode()
        # `list` may have ended; while Python itself ends, the signal ends it, which shells call 130 too.
        codes = (130, 0, -signal.SIGINT) if verb == ("list",) else (130,)
        assert done.returncode in codes, (delay, done.returncode, said)


@posix
@pytest.mark.usefixtures("signals_act")
def test_an_interruption_that_python_drops() -> None:
    """Exceptions are lost in what is called when something is cleared away, such as the lock of an import."""
    script = (
        "import signal, time, weakref\n"
        "from cardwright.commands import main, start\n"
        "class Thing: pass\n"
        "def work():\n"
        "    thing = Thing()\n"
        "    press = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))\n"
        "    del thing\n"
        "    time.sleep(60)\n"
        "main.main = work\n"
        "start.main()"
    )
    done = subprocess.run((sys.executable, "-c", script), cwd=ROOT, capture_output=True, timeout=30)
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.thorough
@posix
@pytest.mark.parametrize("env", [{}, {"CARDWRIGHT_CACHE": "/proc/nothing"}, {"HOME": "/proc"}, {"HOME": ""}], ids=str)
def test_without_a_home_or_a_line_in_the_list_of_users(env: dict[str, str]) -> None:
    """Nor, in some cases, a folder where anything could be written."""
    script = "import pwd; pwd.getpwuid = lambda number: {}[number]\nfrom cardwright.commands.start import main; main()"
    line = (sys.executable, "-c", script, *SIMULATE, "--games", "2", "--format", "json")
    done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 2


@pytest.mark.thorough
def test_two_at_once(tmp_path: Path) -> None:
    """Both begin with an empty cache, and both write to it."""
    line = (*SAY, *SIMULATE, "--games", "300", "--format", "json")
    env = {**os.environ, "CARDWRIGHT_CACHE": str(tmp_path / "cache")}
    running = [
        subprocess.Popen(line, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)
    ]
    told = [one.communicate() for one in running]
    assert [(one.returncode, said) for one, (_, said) in zip(running, told, strict=True)] == [(0, b"")] * 2
    results = [json.loads(shown) for shown, _ in told]
    assert results[0]["seats"] == results[1]["seats"]
