"""Writes files at once or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """Where to write what shall stand in a file once the block has ended; after an error the file stays as it was.

    A link is followed. What is no file, such as `/dev/null` or a pipe, is never replaced: it is written to itself.

    >>> with whole_file("/dev/null") as new:
    ...     _ = new.write_text("all or nothing")
    """
    target, new = _places(path)
    if new == target:
        yield target
        return
    try:
        yield new
        with suppress(FileNotFoundError):
            os.chmod(new, target.stat().st_mode & 0o7777)
        os.replace(new, target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def try_file(path: str | Path) -> None:
    """Raise OSError if `whole_file` could not write there; the file stays as it was."""
    target, new = _places(path)
    with open(new, "a" if new == target else "w", encoding="utf-8"):
        pass
    if new != target:
        new.unlink()


def _places(path: str | Path) -> tuple[Path, Path]:
    """The file itself, and where it is written first; twice the same for what is no file, such as `/dev/null`."""
    target = Path(os.path.realpath(path))
    special = target.exists() and not target.is_file()
    return target, target if special else target.with_name(f"{target.name}.new")
