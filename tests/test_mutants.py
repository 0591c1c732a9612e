"""The tool that makes mutants: mistakes are made and judged as they should be. `make mutants` tries thousands."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PATH = "examples/kuhn-poker/game.yaml"


@pytest.fixture(scope="module")
def tool() -> Any:
    """A function that gives the modules of the tool, which is no part of the package."""
    sys.path.append(str(ROOT))
    yield lambda name: import_module(f"benchmarks.mutants.{name}")
    sys.path.remove(str(ROOT))


@pytest.fixture(scope="module")
def page(tool: Any) -> Any:
    """A small game."""
    return tool("page").page_of(next(one for one in tool("shipped").shipped() if one.path == PATH))


@pytest.fixture(scope="module")
def bench(tool: Any, page: Any) -> Any:
    """Where its mutants are tried."""
    return tool("trying").Bench(page)


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool counts paths from the folder of the project."""
    monkeypatch.chdir(ROOT)


def test_all_files_are_played_by_scenarios(tool: Any) -> None:
    files = tool("shipped").shipped()
    assert {Path(one.path).parts[0] for one in files} == {"specs", "examples"}
    assert [one.path for one in files if not one.scenarios] == []


def test_a_game_of_ones_own_is_mutated_with_its_variants(tool: Any, tmp_path: Path) -> None:
    for name in ("game.yaml", "variants/short.yaml", "scenarios/all.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("variant: short\n" if "variants" in name else "spec: 1\n", encoding="utf-8")
    found = tool("shipped").own(str(tmp_path))
    assert [(one.kind, one.variant, Path(one.path).is_absolute()) for one in found] == [
        ("spec", "", True),
        ("variant", "short", True),
    ]
    assert {one.scenarios for one in found} == {(str(tmp_path / "scenarios/all.yaml"),)}
    with pytest.raises(FileNotFoundError):
        tool("shipped").own(str(tmp_path / "nowhere"))


@pytest.mark.parametrize("text", [None, "spec: 1\nplayers: [\n", "spec: 1\ngame: bad\n"])
def test_a_game_that_is_wrong_already_ends_in_a_sentence(
    text: str | None, tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    if text is not None:
        Path("game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match="there is no spec" if text is None else "has mistakes already"):
        tool("command").main(["--game", str(tmp_path), "--many", "5"])


def test_mutants_are_the_same_by_the_same_seed_and_of_all_kinds(tool: Any, page: Any) -> None:
    making = tool("making")
    made = making.mutants([page], 100, 1)
    assert made == making.mutants([page], 100, 1) != making.mutants([page], 100, 2)
    assert len(made) > 80 and len({one.kind for one in made}) >= 20
    assert all(one.edit.applied(page.text) != page.text for one in made)


@pytest.mark.parametrize(
    ("old", "new", "fate", "where", "help"),
    [
        ("draw 1", "darw 1", "error", "column", "right"),
        ("holds", "hodls", "error", "column", "right"),
        ("integer", "intger", "error", "column", "right"),
        ("# ", "#  ", "same", "", ""),
        ("checks == 2", "checks == 1", "scenario", "", ""),
        ("me.stake = 2", "me.stake = 1", "scenario", "", ""),
    ],
)
def test_what_becomes_of_a_mistake(
    tool: Any, page: Any, bench: Any, old: str, new: str, fate: str, where: str, help: str
) -> None:
    start = page.text.index(old)
    edit = tool("edit").at_word(page, start, start + len(old), new, exact=True, hopes=(old.split()[0],))
    found = bench.try_out(tool("making").Mutant(name="by hand", kind="by hand", path=PATH, edit=edit))
    judgement = found.judgement
    assert (found.fate, judgement.where if judgement else "", judgement.help if judgement else "") == (
        fate,
        where,
        help,
    )
