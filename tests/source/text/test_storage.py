"""Files are written at once or not at all, where they are; what is no file is never replaced by one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardwright.source.text.storage import whole_file


def test_a_file_is_replaced_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    with whole_file(path) as new:
        new.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["a.txt"]


def test_after_an_error_it_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(KeyError), whole_file(path) as new:
        new.write(b"half")
        raise KeyError
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "far" / "a.txt")
    with whole_file(link) as new:
        new.write(b"new")
    assert link.is_symlink()
    assert (tmp_path / "far" / "a.txt").read_text() == "new"


@pytest.mark.parametrize("name", [os.devnull, "pipe"])
def test_what_is_no_file_is_written_to_itself(tmp_path: Path, name: str) -> None:
    """Else `--html /dev/null` would put a file in the place of the device, for whoever may do so."""
    path = tmp_path / name  # an absolute name stays what it is
    if name == "pipe":
        os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with whole_file(path) as new:
        new.write(b"new")
    assert not path.is_file()
    assert os.read(reader, 9) == (b"new" if name == "pipe" else b"")
    os.close(reader)
