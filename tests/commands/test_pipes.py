"""Standard output may be closed, full, or read only in part; that is never reported as an internal error."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAY = f"{sys.executable} cli.py"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("list | true", 0),
        ("resolve mille-bornes | head -n 1 > /dev/null", 0),
        ("run mille-bornes --preset single_hand --format json | head -n 1 > /dev/null", 0),
        ("validate tests/commands/cases/wrong.yaml 2>&1 | true", 1),
        ("validate tests/commands/cases/wrong.yaml --format json | true", 1),
        ("validate tests/commands/cases/wrong.yaml --format github | true", 1),
        ("validate nothing.yaml --format json | true", 2),
        ("test tests/commands/cases/failing.yaml | true", 1),
        ("test tests/commands/cases/failing.yaml --format json | true", 1),
        ("test docs 2>&1 | true", 5),
        ("validate tests/commands/cases/wrong.yaml 2> /dev/full", 2),
        ("run mille-bornes --preset single_hand --trace /dev/full > /dev/null", 2),
        ("list > /dev/full", 2),
        ("list --format json > /dev/full", 2),
        ("run mille-bornes --preset single_hand --format json > /dev/full", 2),
        ("--help > /dev/full", 2),
        ("run --help > /dev/full", 2),
        ("lsit --format json > /dev/full", 2),
        ("lsit 2> /dev/full", 2),
        ("run mille-bornes --seed x 2> /dev/full", 2),
        ("play mille-bornes --format json > /dev/full", 2),
        ("play mille-bornes --format json | true", 2),
        ("play nothing 2>&1 | true", 2),
        ("lsit --format json | true", 2),
        ("list >&-", 0),
        ("run nothing 2>&-", 2),
        ("play mille-bornes --seed 1 <&- > /dev/null", 0),
    ],
)
def test_an_output_that_cannot_be_written(line: str, code: int) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("there is no full device here")
    shell = shutil.which("bash")
    if shell is None:
        pytest.skip("there is no bash here")
    done = subprocess.run([shell, "-c", f"set -o pipefail; {SAY} {line}"], cwd=ROOT, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    assert done.returncode == code
    assert done.stderr.count("[E017]") == ("/dev/full" in line and "2> /dev/full" not in line)
