"""Texts that are open in an editor: they count instead of what is saved in their files.

Every stage reads files by `load.read_source`, which asks here first. Outside of an editor nothing is open.
"""

from __future__ import annotations

import os

_open: dict[str, str] = {}


def open_text(path: str, text: str) -> None:
    """From now on a file counts as this text."""
    _open[os.path.realpath(path)] = text


def close_text(path: str) -> None:
    """From now on a file counts as what is saved in it."""
    _open.pop(os.path.realpath(path), None)


def opened(path: str) -> str | None:
    """The text of a file that is open, if it is."""
    if not _open or "\0" in path:
        return None
    return _open.get(os.path.realpath(path))


def all_open() -> dict[str, str]:
    """The texts that are open, by the full paths of their files."""
    return dict(_open)
