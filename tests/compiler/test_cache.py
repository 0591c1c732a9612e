"""Compiled modules are cached on disk; a file that does not fit is replaced."""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest

from cardwright.compiler.runtime.hosts import COMPILED_FROM, compiler_version
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game
from tests.structure.python_files import PACKAGE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def played(**options: int) -> list[int]:
    """The lengths of some games, played by a freshly loaded game."""
    game = load_game("mille-bornes", players=2, preset="single_hand", options=options, engine="fast")
    return list(game.playouts(3, seed=1).lengths)


@pytest.mark.thorough
def test_cached_and_used(folder: Path) -> None:
    first = played()
    (kept,) = folder.glob("*.module")
    before = kept.stat().st_ino
    assert played() == first
    assert [kept] == list(folder.glob("*.module"))
    assert kept.stat().st_ino == before


@pytest.mark.thorough
def test_other_options_are_another_module(folder: Path) -> None:
    played()
    played(target=500)
    assert len(list(folder.glob("*.module"))) == 2


DAMAGES = {
    "shortened": lambda raw: raw[: len(raw) // 2],
    "changed": lambda raw: raw[:-100] + bytes([raw[-100] ^ 1]) + raw[-99:],
    "empty": lambda raw: b"",
    "foreign": lambda raw: b"something else\n",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_replaced(folder: Path, damage: object) -> None:
    first = played()
    (kept,) = folder.glob("*.module")
    sound = kept.read_bytes()
    kept.write_bytes(damage(sound))  # type: ignore[operator]
    assert played() == first
    assert kept.read_bytes().partition(b"\n")[0] == sound.partition(b"\n")[0]


@pytest.mark.thorough
def test_files_that_others_may_write_are_not_trusted(folder: Path) -> None:
    played()
    (kept,) = folder.glob("*.module")
    kept.chmod(0o666)
    before = kept.stat().st_ino
    played()
    assert kept.stat().st_ino != before


@pytest.mark.thorough
def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "file"))
    assert played()


@pytest.mark.thorough
def test_threads_at_the_same_time(folder: Path) -> None:
    found: list[list[int]] = []
    threads = [threading.Thread(target=lambda: found.append(played())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(one == found[0] for one in found)
    assert len([*folder.glob("*.module")]) == 1
    assert {path.suffix for path in folder.iterdir()} <= {".module", ".rules"}  # and no spare file


def test_nothing_in_the_module_but_numbers() -> None:
    """No name or text of the author's is in a compiled module."""
    from cardwright.compiler.compile import compile_program

    game: Game = load_game("mille-bornes", players=2)
    raw = compile_program(game.program, "watched")
    words = (
        {zone.name for zone in game.layout.zones} | {kind.id for kind in game.layout.kinds} | set(game.layout.variables)
    )
    assert [word for word in words if len(word) > 4 and word.encode() in raw] == []


@pytest.mark.thorough
def test_processes_at_the_same_time(folder: Path) -> None:
    """Processes that start together with an empty cache play the same, and leave one sound file behind."""
    words = (
        "import sys; from cardwright.play.game.loading.load import load_game; "
        "game = load_game('mille-bornes', players=2, preset='single_hand', engine='fast'); print('ready', flush=True); "
        "sys.stdin.readline(); print(list(game.playouts(3, seed=1).lengths))"
    )
    racers = [
        subprocess.Popen([sys.executable, "-c", words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for racer in racers:
        assert racer.stdout is not None and racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("\n")
        racer.stdin.flush()
    said = [racer.communicate(timeout=120)[0] for racer in racers]
    assert said[0] == said[1]
    (kept,) = folder.glob("*.module")
    before = kept.stat().st_ino
    assert said[0] == f"{played()}\n"
    assert kept.stat().st_ino == before


def test_the_version_follows_from_the_sources(tmp_path: Path) -> None:
    """In a folder and in an archive it is the same; with another source, or with bytecode alone, it is another."""
    for folder in COMPILED_FROM:
        shutil.copytree(PACKAGE / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    first = compiler_version(tmp_path)
    assert first == compiler_version(PACKAGE)
    with zipfile.ZipFile(shutil.make_archive(str(tmp_path), "zip", tmp_path)) as archive:
        assert compiler_version(zipfile.Path(archive)) == first
    row = tmp_path / "language" / "builtins" / "row.py"
    row.write_text(row.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    second = compiler_version(tmp_path)
    compileall.compile_file(row, legacy=True, quiet=1)
    os.remove(row)
    assert len({first, second, compiler_version(tmp_path)}) == 3


@pytest.mark.thorough
def test_games_are_compiled_from_an_archive_and_from_bytecode(folder: Path, tmp_path: Path) -> None:
    """The compiled engine finds its version without files of source."""
    ask = "from cardwright.compiler.runtime.hosts import _maker; print(_maker()[-1])"
    package = shutil.copytree(PACKAGE, tmp_path / "plain" / "cardwright")
    archive = shutil.make_archive(str(tmp_path / "archive"), "zip", package.parent)
    compileall.compile_dir(package, legacy=True, quiet=1)
    for source in package.rglob("*.py"):
        source.unlink()
    said = [
        subprocess.run(
            [sys.executable, "-c", ask], env={**os.environ, "PYTHONPATH": path}, capture_output=True, check=True
        )
        for path in (archive, str(package.parent))
    ]
    assert said[0].stdout.decode().strip() == compiler_version(PACKAGE) != said[1].stdout.decode().strip()
