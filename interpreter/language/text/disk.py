"""What is asked of the disk to find and read the files of a game, so that it can be asked again.

Whoever finds the files of a game asks only by the functions here (`tests/language/text/test_disk.py` looks for others).
While `recorded`, each question is noted with its answer. If all of them have the same answers later, reading the game
again would lead to the same; that is how rules are kept between runs (`play/game/kept_rules.py`).
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeVar

Unfit = Literal["folder", "special", "large"]
"""Why something is not read: it is a folder; neither a folder nor a file; larger than what is wanted."""

Question = tuple[str, str, int]
"""What was asked, of which path, and a number that belongs to the question."""

Answers = dict[Question, str]
"""What was answered to each question: in words, for a file the digest of its content."""

T = TypeVar("T")

_recorded: ContextVar[Answers | None] = ContextVar("_recorded", default=None)


@contextmanager
def recorded() -> Iterator[Answers]:
    """Note all questions that are asked in a block, with their answers; the block around it gets them, too.

    >>> with recorded() as answers:
    ...     _ = is_folder("specs")
    >>> answers
    {('folder', 'specs', 0): 'True'}
    """
    answers: Answers = {}
    before = _recorded.set(answers)
    try:
        yield answers
    finally:
        _recorded.reset(before)
        note(answers)


def still(answers: Answers) -> bool:
    """Whether all questions have these answers now. Whatever is the answer to a question that is unknown: no."""
    ask = {"file": _is_file, "folder": _is_folder, "entries": _entries, "place": _place, "content": _content}
    return all(
        what in ask and _answer(ask[what], path, most)[0] == said for (what, path, most), said in answers.items()
    )


def note(answers: Answers) -> None:
    """Note answers in the block around this, if there is one. Of two that differ none is true for certain."""
    noted = _recorded.get()
    if noted is not None:
        for question, said in answers.items():
            noted[question] = said if noted.get(question, said) == said else "has changed meanwhile"


def is_file(path: str | Path) -> bool:
    """Whether there is a regular file, links followed."""
    return _ask("file", _is_file, path)


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder, links followed."""
    return _ask("folder", _is_folder, path)


def files_in(folder: str | Path) -> list[Path]:
    """The files directly in a folder, sorted by name; none if it is no folder. Raises OSError."""
    return [Path(folder, name) for name, kind in _ask("entries", _entries, folder) if kind == "file"]


def folders_in(folder: str | Path) -> list[Path]:
    """The folders directly in a folder, sorted by name; none if it is no folder. Raises OSError."""
    return [Path(folder, name) for name, kind in _ask("entries", _entries, folder) if kind == "folder"]


def place(path: str | Path) -> Path:
    """The full path, links followed. Raises OSError for links that go round."""
    return Path(_ask("place", _place, path))


def content(path: str, most: int) -> bytes | Unfit:
    """The bytes of a file that has at most so many. Raises OSError and ValueError."""
    return _ask("content", _content, path, most)


def _ask(what: str, ask: Callable[[str, int], T], path: str | Path, most: int = 0) -> T:
    """Ask, and note the answer."""
    if _recorded.get() is None:
        return ask(os.fspath(path), most)
    question = (what, os.fspath(path), most)
    said, result, error = _answer(ask, *question[1:])
    note({question: said})
    if error is not None:
        raise error
    return result[0]


def _answer(ask: Callable[[str, int], T], path: str, most: int) -> tuple[str, list[T], Exception | None]:
    """An answer in words, with the answer itself or why there is none."""
    try:
        found = ask(path, most)
    except (OSError, ValueError) as error:
        return f"{type(error).__name__} {getattr(error, 'errno', '')}", [], error
    return sha256(found).hexdigest() if isinstance(found, bytes) else repr(found), [found], None


def _is_file(path: str, _: int) -> bool:
    return Path(path).is_file()


def _is_folder(path: str, _: int) -> bool:
    return Path(path).is_dir()


def _entries(path: str, _: int) -> tuple[tuple[str, str], ...]:
    if not Path(path).is_dir():
        return ()
    with os.scandir(path) as found:
        return tuple(sorted((one.name, _kind(one)) for one in found))


def _kind(entry: os.DirEntry[str]) -> str:
    try:
        return "folder" if entry.is_dir() else "file" if entry.is_file() else ""
    except OSError as error:
        if error.errno != errno.ELOOP:  # a link that goes round leads nowhere
            raise
        return ""


def _place(path: str, _: int) -> str:
    return str(Path(path).resolve())


def _content(path: str, most: int) -> bytes | Unfit:
    about = os.stat(path)
    if stat.S_ISDIR(about.st_mode):
        return "folder"
    if not stat.S_ISREG(about.st_mode):
        return "special"
    if about.st_size > most:
        return "large"
    with open(path, "rb") as file:
        data = file.read(about.st_size + 1)
        if len(data) > about.st_size:  # it has grown since it was measured
            data += file.read(most + 1 - len(data))
    return data if len(data) <= most else "large"
