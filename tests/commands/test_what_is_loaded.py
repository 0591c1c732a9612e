"""Short commands load little: what they do not use would take most of their time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOMS = r"""
import sys
from cardwright.commands.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
names = {name for name in sys.modules if name.startswith("cardwright.")}
rooms = {".".join(name.split(".")[1:3]) for name in names if name.count(".") > 2}
rooms -= {room for room in rooms if room.startswith(("commands.", "studies.", "compiler."))}
rooms |= {"engines.compiled"} if "cardwright.compiler" in names else set()
others = {"lark", "yaml", "jsonschema", "wasmtime", "multiprocessing", "numpy"} & set(sys.modules)
print(*sorted(rooms | others), *(["compiler"] if "cardwright.compiler.compile" in names else []), file=sys.stderr)
"""

ENGINES = {"engines.compiled", "engines.program", "engines.reference"}
LANGUAGE = {"language.builtins", "language.ir", "source.merge", "language.spec", "language.syntax", "source.text"}
LOADING = {"source.shape", "language.typing", "lark", "yaml"}
"""What is loaded only when a game is loaded for the first time."""


def loaded(words: str, cache: Path) -> set[str]:
    """The rooms and libraries that a command line loads."""
    env = {"CARDWRIGHT_CACHE": str(cache), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", ROOMS, *words.split()], capture_output=True, text=True, env=env)
    return set(done.stderr.splitlines()[-1].split())


def test_listing(tmp_path: Path) -> None:
    assert loaded("list", tmp_path / "cache") == {
        "source.merge",
        "source.text",
        "play.game",
        "play.players",
        "yaml",
    }


@pytest.mark.thorough
@pytest.mark.parametrize("words", ["run hearts --seed 7", "simulate hearts -n 2"])
def test_playing_what_was_played_before(words: str, tmp_path: Path) -> None:
    first, again = (loaded(words, tmp_path / "cache") for _ in range(2))
    compiled = {"compiler"} if words.startswith("simulate") else set()
    assert first >= LOADING | compiled and not again & (LOADING | compiled)
    assert again <= {*ENGINES, *LANGUAGE, "play.game", "play.players", "wasmtime", "multiprocessing"}
    assert "multiprocessing" not in again or words.startswith("simulate")


@pytest.mark.thorough
def test_nothing_is_compiled_for_a_game_that_is_told(tmp_path: Path) -> None:
    words = "run kuhn-poker --seed 7"
    assert not loaded(words, tmp_path / "cache") & {"compiler", "engines.compiled", "wasmtime"}
    assert "compiler" in loaded(f"{words} --seats greedy", tmp_path / "other")


@pytest.mark.thorough
def test_a_spec_without_mistakes(tmp_path: Path) -> None:
    """Neither jsonschema nor the compiled engine has anything to do with it."""
    words = "validate examples/kuhn-poker/game.yaml --play 0.01"
    assert not loaded(words, tmp_path / "cache") & {"jsonschema", "compiler", "engines.compiled", "wasmtime"}


def test_pages_are_loaded_only_where_one_is_written(tmp_path: Path) -> None:
    code = (
        "import sys; from cardwright.commands.main import answer; from cardwright.commands.outcome import CommandLine; "
    )
    code += "answer(CommandLine(tuple(sys.argv[1:]))); print({'cardwright.documents.html', 'html'} & set(sys.modules))"
    env = {"CARDWRIGHT_CACHE": str(tmp_path / "cache"), "PATH": ""}
    words = ("study", "kuhn-poker", "-n", "2", "--course", "0")
    for more, expected in (((), "set()"), (("--html", str(tmp_path / "page.html")), "html")):
        command = [sys.executable, "-c", code, *words, *more]
        done = subprocess.run(command, capture_output=True, text=True, env=env)
        assert expected in done.stdout.splitlines()[-1]
