"""Where the system allows a process little memory, games are played as ever, or it is said that it is too little."""

from __future__ import annotations

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource", reason="this system does not limit the memory of a process")
pytest.importorskip("wasmtime", reason="wasmtime is not installed; it is in the extra `fast`")

LIMITED = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2); sys.argv[1:2] = []\n"
RUN = f"{LIMITED}from cardwright.__main__ import main; main()"
SIMULATED = ("simulate", "kuhn-poker", "--games", "20", "--jobs", "1", "--format", "json")
SEARCHED = (
    "simulate",
    "kuhn-poker",
    "--games",
    "2",
    "--jobs",
    "1",
    "--seats",
    "search:playouts=20",
    "--format",
    "json",
)
MEGABYTES = (100, 200, 400, 800, 1600, 4000, 20_000)


def played(megabytes: int, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-c", RUN, str(megabytes << 20), *words)
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "megabytes",
    [*(pytest.param(size, marks=pytest.mark.thorough) for size in MEGABYTES if size not in (400, 1600)), 400, 1600],
)
def test_said_or_survived(megabytes: int) -> None:
    for words in (SIMULATED, SEARCHED):
        done = played(megabytes, words)
        said = done.stdout + done.stderr
        assert done.returncode == 0 or (done.returncode == 2 and "E014" in said) or megabytes <= 200, said
        assert "E090" not in said and (megabytes <= 200 or "Traceback" not in said), said
        assert done.returncode == 0 or megabytes < 1600, said
