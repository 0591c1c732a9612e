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

    >>> with whole_file("study.html") as new:
    ...     _ = new.write_text(page)
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        yield target
        return
    new = target.with_name(f"{target.name}.new")
    try:
        yield new
        with suppress(FileNotFoundError):
            os.chmod(new, target.stat().st_mode & 0o7777)
        os.replace(new, target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
