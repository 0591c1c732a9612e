"""What a fuzz tries: trials as plain data, so that each can be stored, made smaller, and tried again."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Literal, Protocol, get_args

import cardwright

KindName = Literal["files", "programs", "shapes", "caches", "states", "traces", "commands"]
"""What is attacked."""

KINDS: tuple[KindName, ...] = get_args(KindName)

Outcome = str
"""How a trial went where nothing is wrong, in a word or two: `refused`, `played`, `exit 0`."""

PACKAGE = Path(cardwright.__file__).parent

DATA, INPUT = "trial.json", "input"
"""Where a trial is stored in its folder: what is not a file, and the folder of its files."""


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One input: the files of the folder it is tried in, the words of a command line, and what else it needs.

    `shrinks` names the file that may lose lines as long as the same thing goes wrong; `more` holds what JSON can hold.
    """

    kind: KindName
    files: Mapping[str, bytes]
    words: tuple[str, ...] = ()
    shrinks: str = ""
    more: Mapping[str, Any]

    def lay_out(self, folder: Path) -> None:
        """Write the files of the trial."""
        for name, content in self.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def store(self, folder: Path) -> None:
        """Write the trial, so that `stored` reads it back."""
        folder.mkdir(parents=True, exist_ok=True)
        self.lay_out(folder / INPUT)
        told = {"kind": self.kind, "words": self.words, "shrinks": self.shrinks, "more": self.more}
        (folder / DATA).write_text(json.dumps(told, indent=2) + "\n")

    def with_file(self, name: str, content: bytes) -> Trial:
        """The same trial with another content of a file."""
        return replace(self, files={**self.files, name: content})


def stored(folder: Path) -> Trial:
    """The trial that was stored in a folder."""
    told = json.loads((folder / DATA).read_text())
    files = {
        path.relative_to(folder / INPUT).as_posix(): path.read_bytes()
        for path in sorted((folder / INPUT).rglob("*"))
        if path.is_file()
    }
    return Trial(**{**told, "files": files, "words": tuple(told["words"])})


class Fault(Exception):
    """Something that must not be. `sort` is the same for all inputs that show the same fault."""

    def __init__(self, sort: str, text: str = "") -> None:
        super().__init__(f"{sort}\n{text}" if text else sort)
        self.sort = sort


class Kind(Protocol):
    """A way to attack: makes trials, and tries them."""

    def make(self, luck: Random) -> Trial:
        """A new trial, which depends on nothing but the luck and the tree."""

    def run(self, trial: Trial) -> Outcome:
        """Try it in the current folder, where its files lie. Raises `Fault`, or whatever goes wrong."""


def sort_of(error: BaseException) -> str:
    """One name for all errors that come from the same place: their type, and the innermost function of the package."""
    if isinstance(error, Fault):
        return error.sort
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(PACKAGE)
    ]
    where = f"{Path(frames[-1].filename).relative_to(PACKAGE).as_posix()} {frames[-1].name}" if frames else "the fuzz"
    return f"{type(error).__name__} in {where}"
