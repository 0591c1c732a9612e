"""The folder of what is cached stays small."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright.language.text import cache_folder, storage
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


def test_a_disk_that_fails_costs_nothing_but_the_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever step fails, and however much was written: what is read is what was cached before, or nothing."""
    monkeypatch.setenv(cache_folder.FOLDER, str(tmp_path / "cache"))
    cache_folder.keep(["one"], "text", b"old")
    taken = list[str]()
    for at in range(1, 9):
        taken.clear()

        def failing(call: Callable[..., Any], *args: Any, at: int = at, **options: Any) -> Any:
            taken.append(call.__name__)
            if len(taken) != at:
                return call(*args, **options)
            if call is os.write:
                os.write(args[0], bytes(args[1])[:9])
            raise OSError(errno.ENOSPC, "full")

        with monkeypatch.context() as patch:
            patch.setattr(storage, "system", failing)
            cache_folder.keep(["one"], "text", b"new")
        assert cache_folder.read(["one"], "text") == (b"old" if at <= 3 else b"new")
    assert taken[:3] == ["open", "write", "replace"]
    (entry,) = [path for path in (tmp_path / "cache").iterdir() if path.suffix == ".text"]
    data = entry.read_bytes()
    for at in range(len(data)):
        for changed in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            entry.write_bytes(changed)
            assert cache_folder.read(["one"], "text") is None
