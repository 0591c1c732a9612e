"""The folder of what is cached stays small."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardwright.language.text import cache_folder
from cardwright.language.text.storage import SPARE


def test_of_too_many_files_those_that_were_not_used_for_longest_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tenth of them at once, so that not every file that is kept costs a look at all others."""
    monkeypatch.setenv(cache_folder.FOLDER, str(tmp_path / "cache"))
    monkeypatch.setattr(cache_folder, "MOST_FILES", 20)
    for number in range(20):
        cache_folder.keep([str(number)], "text", b"kept")
        newest = max((tmp_path / "cache").iterdir(), key=lambda path: path.stat().st_mtime)
        os.utime(newest, (number, number))
    assert cache_folder.read(["1"], "text") == b"kept"
    cache_folder.keep(["another"], "text", b"kept")
    left = [number for number in range(20) if cache_folder.read([str(number)], "text")]
    assert left == [1, *range(4, 20)]
    assert cache_folder.read(["another"], "text") == b"kept"


def test_what_a_killed_writer_has_left_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cache"
    monkeypatch.setenv(cache_folder.FOLDER, str(folder))
    folder.mkdir(mode=0o700)
    left, fresh = folder / f"left{SPARE}", folder / f"fresh{SPARE}"
    left.touch()
    fresh.touch()
    os.utime(left, (0, 0))
    cache_folder.keep(["one"], "text", b"kept")
    assert not left.exists() and fresh.exists()
