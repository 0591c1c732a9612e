"""Writes files so that a full disk, a kill or a power cut leaves nothing half written; whoever writes does so here.

- `whole_file` and `write` put a content in the place of another, at once or not at all: it is written beside it,
  brought to the disk, and renamed.
- `Record` grows by whole lines. What was added is with the kernel, so a kill loses nothing of it; `sync` brings it to
  the disk itself. Where a line cannot be written whole, what there is of it is taken away again, if not at once, then
  before the next.
- `Lock` says that one process alone writes a file.

Whatever changes the disk passes `system`, so a test can have each single step fail, or kill the process there.
"""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, cast
from weakref import WeakSet

Name = str | Path

_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)

SPARE = ".new"
"""The ending of a file that is not whole yet; one that a killed process has left may be removed."""

LOCK, KEYS = ".lock", ".keys"
"""The endings of what lies beside a file: its lock, and the keys of the game that is kept in it."""

HOST_KEY = "host.key"
"""The file in a folder of tables whose lock is that of all games in it."""

FAR = 1 << 30
"""Where the locked byte of a lock is: on Windows nobody else could read what lies there."""


class NotWritten(OSError):
    """Raised where a file cannot be written: `filename` is the one that was named, `strerror` says why."""


class FileInUse(NotWritten):
    """Raised for a file that another process writes; `strerror` tells its number, if that is known."""

    def __init__(self, process: int | None, path: Name) -> None:
        why = f"process {process} is writing it" if process else "another process is writing it"
        super().__init__(errno.EBUSY, why, str(path))


def system(call: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """Have the operating system do something to the disk."""
    return call(*args, **options)


@contextmanager
def _about(path: Name) -> Iterator[None]:
    """Say of an error which file it is about; a reader that stopped reading is none."""
    try:
        yield
    except (NotWritten, BrokenPipeError):
        raise
    except OSError as error:
        raise NotWritten(error.errno or 0, error.strerror or str(error), str(path)) from error


class _Raw(io.FileIO):
    """An open file whose every write passes `system`; errors name this path."""

    path: Name = ""

    def write(self, data: Any) -> int:
        with _about(self.path):
            return cast(int, system(os.write, self.fileno(), data))


def _raw(path: Name, name: Name, flags: int, mode: int = 0o666, folder: int | None = None) -> _Raw:
    """Open the file of a name, to write what belongs into `path`."""
    with _about(path):
        raw = _Raw(system(os.open, name, os.O_WRONLY | flags | _PLAIN, mode, dir_fd=folder), "wb")
    raw.path = path
    return raw


# Whole files -------------------------------------------------------------------------------------


@contextmanager
def whole_file(path: Name, *, private: bool = False) -> Iterator[BinaryIO]:
    """Where to write what shall stand in a file once the block has ended; after an error the file stays as it was.

    A link is followed, and permissions stay; a `private` file is for its owner only. What is no file, such as
    `/dev/null` or a pipe, is never replaced: it is written to itself, unless it should be private. Raises NotWritten,
    and InUse where another process writes it.

    >>> with whole_file("/dev/null") as file:
    ...     _ = file.write(b"all or nothing")
    """
    check_free(path)
    target, mode = _target(path)
    if mode is not None and not stat.S_ISREG(mode):
        if private:
            raise NotWritten(errno.EINVAL, "not a regular file", str(path))
        with io.BufferedWriter(_raw(path, target, 0)) as special:
            yield cast(BinaryIO, special)
        return
    with _replaced(path, str(target), 0o600 if private else mode, None) as file:
        yield file
    _sync_folder(target.parent)


@contextmanager
def whole_entry(name: str, folder: int) -> Iterator[BinaryIO]:
    """The same for a private file of an open folder, by its descriptor; it is not brought to the disk at once."""
    with _replaced(name, name, 0o600, folder) as file:
        yield file


def write(path: Name, content: str | bytes, *, private: bool = False) -> None:
    """Write a file, in UTF-8, at once or not at all (`whole_file`). Raises NotWritten."""
    with whole_file(path, private=private) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


def write_new(path: Name, content: str) -> None:
    """Write a file that does not exist yet, with its folder. Raises NotWritten, with EEXIST if it does."""
    if os.path.lexists(path):
        raise NotWritten(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    make_folder(Path(path).parent)
    write(path, content)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder, if there is none, with those above it. Raises NotWritten."""
    with _about(path):
        if not path.is_dir():
            system(path.mkdir, mode, parents=True, exist_ok=True)


def remove(path: Name) -> None:
    """Remove a file, if it is there and that is possible."""
    with suppress(OSError):
        system(os.unlink, path)


def try_file(path: Name) -> None:
    """Raise NotWritten if `whole_file` could not write there; the file stays as it was."""
    with suppress(KeyError), whole_file(path):
        raise KeyError


def _target(path: Name) -> tuple[Path, int | None]:
    """The file itself, at the end of all links, and its kind and permissions, None if there is none."""
    target = Path(os.path.realpath(path))
    with _about(path), suppress(FileNotFoundError):
        return target, target.stat().st_mode
    return target, None


def _spare(name: str) -> str:
    """A name beside a file which nobody else has; not longer than names may be."""
    folder, own = os.path.split(name)
    return os.path.join(folder, f"{own[:40]}.{os.urandom(4).hex()}{SPARE}")


@contextmanager
def _replaced(path: Name, target: str, mode: int | None, folder: int | None) -> Iterator[BinaryIO]:
    """A new file that takes the place of the target at the end of the block; it has this `mode`, or a usual one."""
    spare, mode = _spare(target), None if mode is None else stat.S_IMODE(mode)
    raw = _raw(path, spare, os.O_CREAT | os.O_EXCL | _NO_LINKS, 0o666 if mode is None else mode & 0o666, folder)
    try:
        file = io.BufferedWriter(raw)
        yield cast(BinaryIO, file)
        file.flush()
        with _about(path):
            if folder is None:
                if mode is not None:
                    system(os.chmod, spare, mode)
                system(os.fsync, raw.fileno())
            raw.close()
            system(os.replace, spare, target, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        raw.close()
        with suppress(OSError):
            system(os.unlink, spare, dir_fd=folder)
        raise


def _sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where folders can be opened; what stands in it is whole in any case."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            system(os.fsync, file)
        finally:
            os.close(file)


# Records -----------------------------------------------------------------------------------------


class Record:
    """A file to which whole lines are added. It is written where it is, so links and permissions stay.

    One that was begun before goes on after its last whole line.
    """

    def __init__(self, path: Name, *, begin: bool = False) -> None:
        """Open it; with `begin` it is emptied, and made if there is none. Raises NotWritten."""
        self.path = path
        self._file = _raw(path, path, os.O_APPEND | (os.O_CREAT | os.O_TRUNC if begin else 0))
        about = os.fstat(self._file.fileno())
        self._regular = stat.S_ISREG(about.st_mode)
        self._end = whole_lines(path) if self._regular and about.st_size else 0
        self._torn = self._regular and self._end < about.st_size

    def add(self, lines: bytes) -> int:
        """Add lines; where they begin. Raises NotWritten, and then there is nothing of them in the file."""
        self._mend()
        rest = memoryview(lines)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except BaseException:
            self._torn = self._regular
            with suppress(OSError):
                self._mend()
            raise
        self._end += len(lines)
        return self._end - len(lines)

    def _mend(self) -> None:
        """Take away what follows the last whole line."""
        if self._torn:
            with _about(self.path):
                system(os.ftruncate, self._file.fileno(), self._end)
            self._torn = False

    def sync(self) -> None:
        """Bring all of it to the disk. Raises NotWritten."""
        if self._regular:
            with _about(self.path):
                system(os.fsync, self._file.fileno())

    def close(self) -> None:
        """Add no more."""
        self._file.close()


def whole_lines(path: Name) -> int:
    """How many bytes of a file are whole lines: what a killed process has left of another one does not count."""
    with open(path, "rb") as file:
        at = file.seek(0, os.SEEK_END)
        while at:
            begin = max(0, at - (1 << 16))
            file.seek(begin)
            found = file.read(at - begin).rfind(b"\n")
            if found >= 0:
                return begin + found + 1
            at = begin
    return 0


# Locks -------------------------------------------------------------------------------------------

_held: WeakSet[Lock] = WeakSet()

TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What the system says of a lock that another process has."""


class Lock:
    """Held by the one process that writes a file; it ends with the process, however that ends.

    It is a file beside the other one, `FILE.lock`, with the number of the process. Where nothing can be locked, as in
    some folders of a network, it is not `held`, and all goes on without.
    """

    def __init__(self, path: Name) -> None:
        """Raises InUse if another process has it, NotWritten if there cannot be such a file."""
        self.path, self.held = os.path.realpath(path) + LOCK, True
        with _about(path):
            while True:
                self._file = system(os.open, self.path, os.O_RDWR | os.O_CREAT | _NO_LINKS | _PLAIN, 0o666)
                try:
                    _lock(self._file)
                except OSError as error:
                    if error.errno in TAKEN:
                        try:
                            raise FileInUse(_process(self._file), path) from None
                        finally:
                            os.close(self._file)
                    self.held = False
                except ImportError:
                    self.held = False
                with suppress(FileNotFoundError):
                    if not self.held or os.path.samestat(os.fstat(self._file), os.stat(self.path)):
                        break
                os.close(self._file)  # whoever had it has removed it meanwhile
        with suppress(OSError):
            system(os.ftruncate, self._file, 0)
            system(os.write, self._file, str(os.getpid()).encode())
        _held.add(self)

    def close(self) -> None:
        """Let others write the file."""
        _held.discard(self)
        file, self._file = self._file, -1
        if file >= 0:
            if os.name != "nt":
                remove(self.path)  # while nobody else can have it; on Windows no open file can be removed
            os.close(file)
            if os.name == "nt":
                remove(self.path)


def check_free(path: Name) -> None:
    """Raise InUse if another process has the lock of a file, or of a folder of tables that a game in it belongs to.

    What lies beside a game goes with it.
    """
    real, own = os.path.realpath(path), {one.path for one in _held}
    base, ending = os.path.splitext(real)
    guards = [real, base] if ending in (LOCK, KEYS) else [real]
    if ending in (".jsonl", KEYS):
        guards.append(os.path.join(os.path.dirname(real), HOST_KEY))
    locks = [guard + LOCK for guard in guards]
    for lock in () if own.intersection(locks) else filter(os.path.isfile, locks):
        try:
            file = os.open(lock, os.O_RDONLY | _NO_LINKS | _PLAIN)
        except OSError:
            continue  # it has gone, or is none of ours
        try:
            _lock(file)
        except ImportError:
            return
        except OSError as error:
            if error.errno in TAKEN:
                raise FileInUse(_process(file), path) from None
        finally:
            os.close(file)


def _process(file: int) -> int | None:
    """The process that has an open lock, as far as that is known."""
    try:
        return int(os.read(file, 20))
    except (OSError, ValueError):
        return None


def _lock(file: int) -> None:
    """Lock an open file without waiting. Raises OSError, or ImportError where there are no locks."""
    if os.name == "nt":
        windows = import_module("msvcrt")
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            windows.locking(file, windows.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)  # where the number of the process is
    else:
        unix = import_module("fcntl")
        unix.flock(file, unix.LOCK_EX | unix.LOCK_NB)


def _forked() -> None:
    """In a process that was forked: it writes nothing, so its end must not be waited for by those who want to."""
    for one in list(_held):
        os.close(one._file)
        one._file = -1
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
