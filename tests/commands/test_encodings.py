"""What is no text in the encoding of the terminal is shown with escapes, and JSON stays JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.forked import Forks

ROOT = Path(__file__).parents[2]
SPEC = (ROOT / "tests/laws/specs/refill.yaml").read_bytes()
NAME = os.fsdecode(b"caf\xe9")
"""A name of a folder, written where names were in another encoding."""

TITLE = 'title: {en: "\u6c49 \u2264 \u00e9", fr: "\u00e9"}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game in a folder whose name is not UTF-8; its title is in no encoding of Western Europe."""
    try:
        (tmp_path / NAME).mkdir()
    except OSError:
        pytest.skip("file names are UTF-8 here")
    game = tmp_path / NAME / "game.yaml"
    game.write_bytes(SPEC.replace(b'title: "Refill"', TITLE.encode()))
    assert TITLE.encode() in game.read_bytes()
    (tmp_path / NAME / "wrong.yaml").write_bytes(SPEC.replace(b"begin:", b"beginn:"))
    return tmp_path


def said(folder: Path, forks: Forks | None, encoding: str, *words: str, typed: bytes = b"") -> tuple[int, bytes]:
    """The exit code and the answer of a process whose standard streams have an encoding that knows no mercy.

    It is a fork, or without `forks` a process that is really new.
    """
    env = {**os.environ, "PYTHONIOENCODING": f"{encoding}:strict", "PYTHONPATH": str(ROOT)}
    read, shown, told = (folder / name for name in ("stdin", "stdout", "stderr"))
    read.write_bytes(typed)
    with read.open("rb") as stdin, shown.open("wb") as stdout, told.open("wb") as stderr:
        if forks is None:
            line = (sys.executable, str(ROOT / "cli.py"), *words)
            code = subprocess.call(line, cwd=folder, env=env, stdin=stdin, stdout=stdout, stderr=stderr)
        else:
            forks.begin(words, folder, env, {0: stdin.fileno(), 1: stdout.fileno(), 2: stderr.fileno()})
            code = forks.wait()
    errors = told.read_bytes()
    assert b"Traceback" not in errors and b"E090" not in errors + shown.read_bytes(), errors.decode()
    return code, shown.read_bytes()


LINES = (
    (("validate", ".", "--format", "json"), 1),
    (("validate", ".", "--format", "github"), 1),
    (("list", "--path", ".", "--format", "json"), 0),
    (("resolve", NAME, "--origins"), 0),
    (("run", NAME, "--seed", "1", "--lang", "fr"), 0),
    (("run", NAME + "x", "--format", "json"), 2),
)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("words", "code", "encoding"),
    [(*line, "cp1252") for line in LINES] + [(*line, "utf-8") for line in LINES[1::2]],
    ids=ascii,
)
def test_names_that_are_no_text(folder: Path, forks: Forks, words: tuple[str, ...], code: int, encoding: str) -> None:
    check(folder, forks, words, code, encoding)


def check(folder: Path, forks: Forks | None, words: tuple[str, ...], code: int, encoding: str) -> None:
    """What is said has this exit code, is in this encoding, and is JSON if that was wanted."""
    ended, shown = said(folder, forks, encoding, *words)
    assert ended == code
    if "json" in words:
        json.loads(shown.decode(encoding))
    assert shown.decode(encoding)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("line", [LINES[0], LINES[3]], ids=ascii)
def test_the_same_with_a_new_process(folder: Path, line: tuple[tuple[str, ...], int]) -> None:
    check(folder, None, *line, "cp1252")


def test_json_keeps_the_name(folder: Path, forks: Forks) -> None:
    for encoding in ("utf-8", "cp1252"):
        _, shown = said(folder, forks, encoding, "list", "--path", ".", "--format", "json")
        told = json.loads(shown.decode(encoding))
        (game,) = [one for one in told["games"] if one["name"] == "refill"]
        assert (game["title"]["en"], game["path"]) == ("\u6c49 \u2264 \u00e9", f"{NAME}/game.yaml")


@pytest.mark.parametrize("encoding", ("utf-8", "ascii"))
def test_what_is_typed_may_be_anything(folder: Path, forks: Forks, encoding: str) -> None:
    code, _ = said(folder, forks, encoding, "play", NAME, "--seed", "1", typed=b"\xff\xfe\ncaf\xe9\nquit\n")
    assert code == 0
