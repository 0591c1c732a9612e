"""A game on disk: its trace, line by line, and beside it the keys of its seats. So it survives a restart.

The trace says everything about the game, and whoever has a key may play its seat: both files are for their owner only.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source
from ..game.game import Game
from ..game.trace import Line, first_line, line_text
from ..game.trace_lines import read_trace

KEYS = ".keys"
"""The ending of the file with the keys, after the name of the trace."""


class NotResumed(Exception):
    """Raised if a game cannot be taken up again; the text says why."""


@dataclass(frozen=True, slots=True)
class Past:
    """A game that was stopped: its seed, and the moves that were made."""

    seed: int
    moves: tuple[str, ...]
    lines: tuple[Line, ...]


class KeptGame:
    """Writes the record of a game to a file, or only remembers it if there is none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.lines: list[Line] = []
        self._live = False

    def __call__(self, lines: Sequence[Line]) -> None:
        """Write down some lines; each call is on disk before anybody is told of it."""
        self.lines += lines
        if self._live and self.path is not None and lines:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write("".join(f"{line_text(line)}\n" for line in lines))
                file.flush()
                os.fsync(file.fileno())

    def go_live(self) -> None:
        """Write all lines so far, in the place of what was there, and from now on each as it comes."""
        self._live = True
        if self.path is not None:
            write_private(self.path, "".join(f"{line_text(line)}\n" for line in self.lines))


def past_of(path: Path, game: Game, report: Report) -> Past | None:
    """The game in a file; None if there is none, or if the report says what is wrong with the file.

    A last line that was not finished when the game was stopped is left out. Raises NotResumed for another game.
    """
    if not path.exists():
        return None
    data = path.read_bytes()
    try:
        text = data[: data.rfind(b"\n") + 1].decode("utf-8")
    except UnicodeDecodeError:
        raise NotResumed("it is not a text in UTF-8") from None
    lines = read_trace(Source(str(path), text), report)
    if lines is None:
        return None
    first, now = lines[0], first_line(game, None)
    for key in ("game", "players", "variants", "options", "digest"):
        if first[key] != now[key]:
            raise NotResumed("its rules are not those of the game that is served: `" + key + "` differs")
    if first["seed"] is None:
        raise NotResumed("it does not say by which seed it was played")
    return Past(first["seed"], tuple(str(line["move"]) for line in lines if "move" in line), tuple(lines))


def check_same(past: Past, lines: Sequence[Line]) -> None:
    """Make sure that the game played again is the one in the file. Raises NotResumed."""
    for number, (then, now) in enumerate(zip(past.lines, lines, strict=False), start=1):
        if "event" not in then and {**then, "legal": None} != {**now, "legal": None}:
            raise NotResumed(f"played again, line {number} differs: {line_text(now)}")


def keys_of(path: Path | None, seats: Sequence[int]) -> dict[int, str]:
    """A key for each seat: those in the file beside the trace, else new ones, which are written there."""
    keys = {f"p{seat + 1}": secrets.token_urlsafe(18) for seat in seats}
    if path is not None:
        file = path.with_name(path.name + KEYS)
        known = _known_keys(file) if path.exists() else {}
        keys |= {seat: key for seat, key in known.items() if seat in keys}
        write_private(file, json.dumps(known | keys))
    return {int(seat[1:]) - 1: key for seat, key in keys.items()}


def _known_keys(file: Path) -> dict[str, str]:
    """The keys in a file, as far as they are any; none if there is no such file."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {seat: key for seat, key in pairs if isinstance(key, str) and re.fullmatch(r"[\w-]{16,64}", key, re.ASCII)}


def write_private(path: Path, text: str) -> None:
    """Write a file at once or not at all, which only its owner can read. Raises OSError for a device or the like."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
