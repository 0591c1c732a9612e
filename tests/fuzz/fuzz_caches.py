"""Tampered caches: whatever lies in the folder, games and checks go as without it, and nothing outside is touched.

Modules, kept rules, kept checks and kept kinds of texts lie there.
"""

from __future__ import annotations

import os
import shutil
from contextlib import chdir
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game
from cardwright.source.text.disk_cache import FOLDER
from tests.fuzz.fuzz_corpus import ROOT
from tests.fuzz.fuzz_games import SETTINGS, course, pair, usual
from tests.fuzz.fuzz_said import say
from tests.fuzz.fuzz_trial import Fault, Outcome, Trial

GAMES = tuple(i for i, one in enumerate(SETTINGS) if one.path.startswith("tests/laws/"))
WAYS = (
    *("flip", "flip", "flip", "head", "cut", "empty", "longer", "swap", "copy", "link", "hard link", "dangling"),
    *("pipe", "socket", "huge", "folder", "mode", "folder mode", "folder link", "folder file", "no folder"),
    "unfinished",
)
"""What is done to a file of the cache, or to the folder."""


HUGE = 1 << 40


class Caches:
    """Tampered caches."""

    def make(self, luck: Random) -> Trial:
        """Two games, and what is done to the folder between them."""
        ways = [[luck.choice(WAYS), luck.randrange(2**31)] for _ in range(luck.choice((1, 1, 2, 4)))]
        games, loads, checks = luck.sample(GAMES, 2), luck.random() < 0.4, luck.random() < 0.3
        return Trial(kind="caches", files={}, more={"games": games, "ways": ways, "loads": loads, "checks": checks})

    def run(self, trial: Trial) -> Outcome:
        """Fill the folder, tamper with it, and play both games twice."""
        folder, outside = Path("cache").absolute(), Path("outside").absolute()
        outside.mkdir()
        folder.mkdir(mode=0o700)
        first, second = trial.more["games"]
        checks = trial.more.get("checks", False)
        for name, content in _filled(first, second, checks).items():
            file = folder / name
            file.touch(mode=0o600)
            file.write_bytes(content)
        (outside / "kept").write_bytes(b"kept")
        for way, seed in trial.more["ways"]:
            _tamper(way, folder, outside, Random(seed))
        before = _all(outside)
        os.environ[FOLDER] = str(folder)
        try:
            for number, again in ((first, False), (second, trial.more["loads"]), (first, trial.more["loads"])):
                if _course(number, loads=again) != usual(number):
                    raise Fault("caches: another game", str(trial.more))
            for number in (first, first) if checks else ():
                if _checked(number) != _usually_checked(number):
                    raise Fault("caches: another check", str(trial.more))
        finally:
            os.environ[FOLDER] = ""
        if _all(outside) != before:
            raise Fault("caches: something outside of the folder has changed", f"{before}\n{_all(outside)}")
        return "played"


def _course(number: int, *, loads: bool) -> object:
    """How games go that read what is cached of their code, and, if they are loaded anew, of their files."""
    one = SETTINGS[number]
    if loads:
        with chdir(ROOT):  # what is kept of files belongs to the folder from which they were read
            return course(load_game(one.path, players=one.players, variants=one.variants, engine="fast"))
    return course(Game(pair(number)[1].program, engine="fast"))


def _checked(number: int) -> object:
    """What `validate` says of the file of a game: its exit code, and all that it prints."""
    with chdir(ROOT):
        said = say(("validate", SETTINGS[number].path))
    return said.code, said.out, said.err


@cache
def _usually_checked(number: int) -> object:
    """What `validate` says where nothing is cached."""
    before, os.environ[FOLDER] = os.environ.get(FOLDER, ""), ""
    try:
        return _checked(number)
    finally:
        os.environ[FOLDER] = before


@cache
def _filled(first: int, second: int, checks: bool) -> dict[str, bytes]:
    """The files of a cache after two games, one of which was also checked."""
    folder = Path("filled").absolute()
    os.environ[FOLDER] = str(folder)
    try:
        for number in (first, second):
            _course(number, loads=True)
        if checks:
            _checked(first)
    finally:
        os.environ[FOLDER] = ""
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    shutil.rmtree(folder)
    return files


def _all(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def _tamper(way: str, folder: Path, outside: Path, luck: Random) -> None:
    """Do one thing to the folder or to a file in it."""
    if not folder.is_dir() or folder.is_symlink():
        return
    plain = (path for path in sorted(folder.iterdir()) if path.is_file() and not path.is_symlink())
    files = [path for path in plain if path.stat().st_size < HUGE]
    if not files:
        return
    file, other = luck.choice(files), luck.choice(files)
    raw = file.read_bytes()
    match way:
        case "flip" | "head" | "cut" | "empty" | "longer" | "swap" | "copy":
            _write(way, file, other, raw, luck)
        case "mode":
            file.chmod(luck.choice((0o000, 0o400, 0o444, 0o606, 0o620, 0o666, 0o777)))
        case "folder mode":
            folder.chmod(luck.choice((0o000, 0o500, 0o720, 0o702, 0o777)))
        case "unfinished":
            (folder / f"{luck.randrange(99)}.unfinished").write_bytes(raw[:100])
        case "folder link":
            folder.rename(outside / "real")
            folder.symlink_to(outside / "real")
        case "no folder":
            shutil.rmtree(folder)
        case "folder file":
            shutil.rmtree(folder)
            folder.write_bytes(b"a file")
        case _:
            file.unlink()
            _instead(way, file, raw, outside)


def _write(way: str, file: Path, other: Path, raw: bytes, luck: Random) -> None:
    at = luck.randrange(max(1, len(raw) if way == "flip" else min(200, len(raw))))
    flipped = raw[:at] + bytes(one ^ (1 << luck.randrange(8)) for one in raw[at : at + 1]) + raw[at + 1 :]
    if way == "swap":
        twin = other.read_bytes()
        other.write_bytes(raw)
        file.write_bytes(twin)
        return
    new: dict[str, bytes] = {
        "cut": raw[:at],
        "empty": b"",
        "longer": raw + b"\0",
        "copy": other.read_bytes(),
    }
    file.write_bytes(new.get(way, flipped))


def _instead(way: str, file: Path, raw: bytes, outside: Path) -> None:
    """Something else where a file was."""
    made: Any = {
        "pipe": lambda: os.mkfifo(file, 0o600),
        "folder": lambda: file.mkdir(),
        "dangling": lambda: file.symlink_to(outside / "nothing"),
        "huge": lambda: os.truncate(_touched(file), HUGE),
        "socket": lambda: os.mknod(file, 0o140600),
    }
    if way in made:
        made[way]()
        return
    target = outside / f"a-{file.name}"
    target.write_bytes(raw)
    target.chmod(0o600)
    if way == "link":
        file.symlink_to(target)
    else:
        os.link(target, file)


def _touched(file: Path) -> Path:
    file.touch(mode=0o600)
    return file
