"""What is no text in the encoding of the terminal is shown with escapes, and JSON stays JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def said(folder: Path, encoding: str, *words: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The answer of a process whose standard streams have an encoding that knows no mercy."""
    env = {**os.environ, "PYTHONIOENCODING": f"{encoding}:strict", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        (sys.executable, str(ROOT / "cli.py"), *words), cwd=folder, env=env, input=typed, capture_output=True
    )
    assert b"Traceback" not in done.stderr and b"E090" not in done.stderr + done.stdout, done.stderr.decode()
    return done


LINES = (
    (("validate", ".", "--format", "json"), 1),
    (("validate", ".", "--format", "github"), 1),
    (("list", "--path", ".", "--format", "json"), 0),
    (("resolve", NAME, "--origins"), 0),
    (("run", NAME, "--seed", "1", "--lang", "fr"), 0),
    (("run", NAME + "x", "--format", "json"), 2),
)


@pytest.mark.parametrize(
    ("words", "code", "encoding"),
    [(*line, "cp1252") for line in LINES] + [(*line, "utf-8") for line in LINES[1::2]],
    ids=ascii,
)
def test_names_that_are_no_text(folder: Path, words: tuple[str, ...], code: int, encoding: str) -> None:
    done = said(folder, encoding, *words)
    assert done.returncode == code
    shown = done.stdout.decode(encoding)
    if "json" in words:
        json.loads(shown)


def test_json_keeps_the_name(folder: Path) -> None:
    for encoding in ("utf-8", "cp1252"):
        told = json.loads(said(folder, encoding, "list", "--path", ".", "--format", "json").stdout.decode(encoding))
        (game,) = [one for one in told["games"] if one["name"] == "refill"]
        assert (game["title"]["en"], game["path"]) == ("\u6c49 \u2264 \u00e9", f"{NAME}/game.yaml")


@pytest.mark.parametrize("encoding", ("utf-8", "ascii"))
def test_what_is_typed_may_be_anything(folder: Path, encoding: str) -> None:
    done = said(folder, encoding, "play", NAME, "--seed", "1", typed=b"\xff\xfe\ncaf\xe9\nquit\n")
    assert done.returncode == 0
