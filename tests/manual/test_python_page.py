"""The page about Python is correct: its blocks run one after the other, and print what their comments say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PROGRAM = re.findall(r"^```py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^ *print\(.*\)  # (.*)$", re.MULTILINE)


@pytest.mark.thorough
def test_the_blocks_print_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in BLOCKS:
        exec(compile(block, "python.md", "exec", dont_inherit=True), names)
        assert capsys.readouterr().out.splitlines() == PRINTED.findall(block), block


@pytest.mark.thorough
def test_the_program_with_processes(tmp_path: Path) -> None:
    (program,) = PROGRAM
    script = tmp_path / "program.py"
    script.write_text("from cardwright import load_game\ngame = load_game('mille-bornes')\n" + program)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr == "" and done.stdout.count("(") == 100


def test_every_public_name_is_on_the_page() -> None:
    code = " ".join(re.findall(r"`[^`]+`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))) + " ".join(BLOCKS)
    missing = [name for name in cardwright.__all__ if not re.search(rf"\b{name}\b", code)]
    assert missing == []


@pytest.mark.thorough
def test_users_can_check_their_types(tmp_path: Path) -> None:
    """All blocks as one program, checked by mypy as strictly as it can: no name and no annotation is missing."""
    (tmp_path / "cardwright").symlink_to(Path(cardwright.__file__).parent)
    assert (tmp_path / "cardwright" / "py.typed").is_file()
    (tmp_path / "program.py").write_text("\n".join(BLOCKS))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--follow-imports=silent",
            f"--config-file={os.devnull}",
            "program.py",
        ],
        env={**os.environ, "MYPYPATH": "."},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stdout
