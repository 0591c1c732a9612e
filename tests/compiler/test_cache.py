"""Compiled modules are cached on disk; a file that does not fit is replaced."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game


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
