"""Sessions at the terminal: files, commands, and exactly what these print, on both streams.

A session is a text in `sessions`. It begins with a sentence about what it shows. A line `--- FILE` begins a file,
`--- FILE = OTHER` a copy of another with changes, each on a line `OLD => NEW`. A line `$ cardwright …` is a command;
what it prints follows, and `[N]` if its exit code is N. `python -m tests.commands.test_sessions NAME…` writes what is
printed into sessions: to be read.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

SESSIONS = Path(__file__).parent / "sessions"
NAMES = sorted(path.stem for path in SESSIONS.glob("*.txt"))
_PART = re.compile(r"^(?=--- |\$ cardwright )", re.MULTILINE)


def parts_of(text: str) -> list[str]:
    """The introduction of a session, then each file and each command with what belongs to it."""
    return _PART.split(text)


def write(part: str, folder: Path) -> None:
    """Write the file that a part of a session gives."""
    head, _, body = part.partition("\n")
    name, _, base = head.removeprefix("--- ").partition(" = ")
    if base:
        changes = body.strip().splitlines()
        body = (folder / base).read_text(encoding="utf-8")
        for change in changes:
            old, new = (side.replace("\\n", "\n") for side in change.split(" => "))
            assert old in body, change
            body = body.replace(old, new, 1)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(body, encoding="utf-8")


def outcome(part: str) -> str:
    """What a command prints, and its exit code unless it is 0."""
    line = part.partition("\n")[0]
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard):
        code = answer(CommandLine.of(shlex.split(line.removeprefix("$ cardwright "))))
    said = "".join(f"{one.rstrip()}\n" for one in heard.getvalue().rstrip("\n").splitlines())
    return f"{line}\n{said}" + (f"[{code}]\n" if code else "")


def replayed(text: str, folder: Path) -> Iterator[str]:
    """The session as it is now, part by part."""
    intro, *parts = parts_of(text)
    yield intro
    for part in parts:
        if part.startswith("--- "):
            write(part, folder)
            yield part
        else:
            end = "\n" if part.endswith("\n\n") else ""
            yield outcome(part) + end


@pytest.mark.parametrize("name", NAMES)
def test_session(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    text = (SESSIONS / f"{name}.txt").read_text(encoding="utf-8")
    assert "".join(replayed(text, tmp_path)) == text


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    for asked in sys.argv[1:] or NAMES:
        file = (SESSIONS / f"{asked}.txt").resolve()
        with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
            file.write_text("".join(replayed(file.read_text(encoding="utf-8"), Path(place))), encoding="utf-8")
