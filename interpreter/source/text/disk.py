"""What is asked of the disk to find and read the files of a game, so that it can be asked again.

Whoever finds the files of a game asks only by the functions here (`tests/source/text/test_disk.py` looks for others).
While `recorded`, each question is noted with its answer. If all of them have the same answers later, reading the game
again would lead to the same; that is how rules are kept between runs (`play/game/loading/rules.py`).
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from ...diagnostics.suggest import did_you_mean, suggest

Unfit = Literal["folder", "special", "large"]
"""Why something is not read: it is a folder; neither a folder nor a file; larger than what is wanted."""

Question = tuple[str, str, int]
"""What was asked, of which path, and a number that belongs to the question."""

Answers = dict[Question, str]
"""What was answered to each question: in words, for a file the digest of its content."""


PACKAGE = Path(os.path.abspath(__file__)).parents[2]
"""Where this package lies."""


def shipped(name: str) -> Path:
    """A folder with files of the package: inside of it, or beside it in a checkout.

    >>> (shipped("grammar") / "effect.lark").is_file()
    True
    """
    package = Path(__file__).resolve().parents[2]
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


HEAD = "head "
"""How a question begins about the top of a file; the keys that are looked for follow."""

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
        record_answers(answers)


def still_valid(answers: Answers, lately: Answers, head: Callable[[str, str], bytes]) -> bool:
    """Whether all questions have these answers now. To a question that is unknown nothing is the answer.

    What is in `lately` was answered just now, and is not asked again; answers that are given here are added to it.
    `head` says what the top of a file holds: of which keys, and of which file.
    """
    for question, said in answers.items():
        if question not in lately:
            what, path, most = question
            keys = what.removeprefix(HEAD)
            asked = (lambda path, _, keys=keys: head(keys, path)) if what.startswith(HEAD) else _QUESTIONS.get(what)
            lately[question] = "" if asked is None else _answer(asked, path, most)[0]
        if lately[question] != said or not said:
            return False
    return True


def record_head(path: str | Path, keys: str, found: str) -> None:
    """Note what the top of a file holds."""
    record_answers({(f"{HEAD}{keys}", os.fspath(path), 0): _said(found.encode("utf-8", "surrogatepass"))})


@contextmanager
def paused_recording() -> Iterator[None]:
    """Note nothing in a block, since less counts than what is asked there."""
    before = _recorded.set(None)
    try:
        yield
    finally:
        _recorded.reset(before)


def record_answers(answers: Answers) -> None:
    """Note answers in the block around this, if there is one. Of two that differ none is true for certain."""
    noted = _recorded.get()
    if noted is not None:
        for question, said in answers.items():
            noted[question] = said if noted.get(question, said) == said else "has changed meanwhile"


def is_file(path: str | Path) -> bool:
    """Whether there is a regular file, links followed."""
    return bool(_ask("file", path))


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder, links followed."""
    return bool(_ask("folder", path))


def is_link(path: str | Path) -> bool:
    """Whether a path is itself a link to something else."""
    return bool(_ask("link", path))


def files_in(folder: str | Path, endings: tuple[str, ...] = ("",)) -> list[Path]:
    """The files directly in a folder whose names end so, sorted by name; none if it is no folder. Raises OSError.

    Links that lead out of the folder are left out.
    """
    found = _ask("entries", folder)
    paths = (Path(folder, name) for name, kind in found if kind in ("file", "link") and name.endswith(endings))
    kinds = dict(found)
    return [path for path in paths if kinds[path.name] == "file" or not leads_out(path, folder)]


def folders_in(folder: str | Path) -> list[Path]:
    """The folders directly in a folder, sorted by name; none if it is no folder. Raises OSError."""
    return [Path(folder, name) for name, kind in _ask("entries", folder) if kind == "folder"]


def place(path: str | Path) -> Path:
    """The full path, links followed, as far as they lead anywhere."""
    return Path(_ask("place", path))


def places(paths: Iterable[str]) -> Iterator[str]:
    """The full paths of files, links followed; that of a folder is asked for once, whatever lies in it."""
    folders: dict[str, str] = {}
    for path in paths:
        folder, name = os.path.split(path)
        if is_link(path):
            yield str(place(path))
            continue
        if folder not in folders:
            folders[folder] = str(place(folder))
        yield os.path.join(folders[folder], name)


def lies_in(path: str | Path, folders: Iterable[str | Path]) -> bool:
    """Whether a file lies in one of these folders or below it, links followed."""
    real = place(path)
    return any(real.is_relative_to(place(folder)) for folder in folders)


def leads_out(path: str | Path, folder: str | Path) -> bool:
    """Whether a file in a folder is a link to somewhere else, which nobody who looks through the folder follows.

    Installers put the files of a package into place by links, too: those are followed.
    """
    return is_link(path) and not lies_in(path, (folder, PACKAGE)) and not _in_package(folder)


def content(path: str, most: int) -> bytes | Unfit:
    """The bytes of a file that has at most so many. Raises OSError and ValueError."""
    found: bytes | Unfit = _ask("content", path, most)
    return found


def _ask(what: str, path: str | Path, most: int = 0) -> Any:
    """Ask, and note the answer."""
    ask = _QUESTIONS[what]
    if _recorded.get() is None:
        return ask(os.fspath(path), most)
    question = (what, os.fspath(path), most)
    said, result, error = _answer(ask, *question[1:])
    record_answers({question: said})
    if error is not None:
        raise error
    return result[0]


def _answer(ask: Callable[[str, int], Any], path: str, most: int) -> tuple[str, list[Any], Exception | None]:
    """An answer in words, with the answer itself or why there is none."""
    try:
        found = ask(path, most)
    except (OSError, ValueError) as error:
        return f"{type(error).__name__} {getattr(error, 'errno', '')}", [], error
    return _said(found), [found], None


def _in_package(folder: str | Path) -> bool:
    return Path(os.path.abspath(folder)).is_relative_to(PACKAGE)


def _said(found: object) -> str:
    return sha256(found).hexdigest() if isinstance(found, bytes) else repr(found)


def _entries(path: str, _: int) -> tuple[tuple[str, str], ...]:
    if not Path(path).is_dir():
        return ()
    with os.scandir(path) as found:
        return tuple(sorted((one.name, _kind(one)) for one in found))


def _kind(entry: os.DirEntry[str]) -> str:
    try:
        return "folder" if entry.is_dir() else "" if not entry.is_file() else "link" if entry.is_symlink() else "file"
    except OSError as error:
        if error.errno != errno.ELOOP:  # a link that goes round leads nowhere
            raise
        return ""


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


_QUESTIONS: dict[str, Callable[[str, int], Any]] = {
    "file": lambda path, _: Path(path).is_file(),
    "folder": lambda path, _: Path(path).is_dir(),
    "link": lambda path, _: os.path.islink(path),
    "entries": _entries,
    "place": lambda path, _: os.path.realpath(path),
    "content": _content,
}


# Paths that lead nowhere: what was probably meant, by what lies where the path goes wrong.


def similar_path(path: str) -> tuple[str, ...]:
    """What a path that does not exist may have meant, as helps.

    The first folder on the way that is not there is compared with what lies in the folder before it; if the rest of the
    path is there, all of it is suggested.
    """
    before, missing, after = _split(path)
    try:
        names = sorted(os.listdir(before or "."))
    except OSError:
        return ()
    near = suggest(missing, names)
    below = [name for name in names if not after and os.path.exists(os.path.join(before, name, missing))]
    if below:
        return (f"did you mean '{os.path.join(before, below[0], missing)}'?",)
    if near is None:
        return (f"there is no folder '{os.path.join(before, missing)}' either",) if after else ()
    whole = os.path.join(before, near, after)
    return (f"did you mean '{whole}'?",) if after and os.path.exists(whole) else did_you_mean(missing, names)


def _split(path: str) -> tuple[str, str, str]:
    """What exists of a path, the first part that does not, and the rest.

    >>> _split("/nowhere/at/all")
    ('/', 'nowhere', 'at/all')
    """
    rest: list[str] = []
    before, missing = os.path.split(path.rstrip("/"))
    while before and not os.path.exists(before) and before != os.path.dirname(before):
        rest.insert(0, missing)
        before, missing = os.path.split(before)
    return before, missing, os.path.join("", *rest)
