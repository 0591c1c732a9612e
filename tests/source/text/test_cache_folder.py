"""The folder of what is cached stays small."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright.source.text import disk_cache, storage
from cardwright.source.text.storage import SPARE


def test_of_too_many_files_those_that_were_not_used_for_longest_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tenth of them at once, so that not every file that is kept costs a look at all others."""
    monkeypatch.setenv(disk_cache.FOLDER, str(tmp_path / "cache"))
    monkeypatch.setattr(disk_cache, "MOST_FILES", 20)
    for number in range(20):
        disk_cache.write_entry([str(number)], "text", b"kept")
        newest = max((tmp_path / "cache").iterdir(), key=lambda path: path.stat().st_mtime)
        os.utime(newest, (number, number))
    assert disk_cache.read_entry(["1"], "text") == b"kept"
    disk_cache.write_entry(["another"], "text", b"kept")
    left = [number for number in range(20) if disk_cache.read_entry([str(number)], "text")]
    assert left == [1, *range(4, 20)]
    assert disk_cache.read_entry(["another"], "text") == b"kept"


def test_what_a_killed_writer_has_left_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cache"
    monkeypatch.setenv(disk_cache.FOLDER, str(folder))
    folder.mkdir(mode=0o700)
    left, fresh = folder / f"left{SPARE}", folder / f"fresh{SPARE}"
    left.touch()
    fresh.touch()
    os.utime(left, (0, 0))
    disk_cache.write_entry(["one"], "text", b"kept")
    assert not left.exists() and fresh.exists()


def test_a_disk_that_fails_costs_nothing_but_the_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever step fails, and however much was written: what is read is what was cached before, or nothing."""
    monkeypatch.setenv(disk_cache.FOLDER, str(tmp_path / "cache"))
    disk_cache.write_entry(["one"], "text", b"old")
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
            disk_cache.write_entry(["one"], "text", b"new")
        assert disk_cache.read_entry(["one"], "text") == (b"old" if at <= 3 else b"new")
    assert taken[:3] == ["open", "write", "replace"]
    (entry,) = [path for path in (tmp_path / "cache").iterdir() if path.suffix == ".text"]
    data = entry.read_bytes()
    for at in range(len(data)):
        for changed in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            entry.write_bytes(changed)
            assert disk_cache.read_entry(["one"], "text") is None
