"""The parts of the package: what they do in small games, and that a game with parts is the game written out.

Each folder of `parts/` has a game and scenarios. What games of the shelf use is held by their own scenarios too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.language.merge.assemble import assemble
from cardwright.language.merge.catalogue import shipped_folders
from cardwright.language.merge.to_yaml import to_yaml
from cardwright.play.game.load import load_rules

FOLDERS = sorted(path.parent for path in (Path(__file__).parent / "parts").glob("*/game.yaml"))
USERS = sorted(
    path
    for folder in (*shipped_folders(), Path(__file__).parent / "parts")
    for path in folder.glob("*/game.yaml")
    if "\nuses:" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_scenarios(folder: Path) -> None:
    assert answer(CommandLine(("test", str(folder)))) == 0


@pytest.mark.parametrize("path", USERS, ids=lambda path: path.parent.name)
def test_written_out_it_is_the_same_game(path: Path, tmp_path: Path) -> None:
    report = Report()
    game = assemble(str(path), (), (), report)
    assert game is not None, render(report)
    written = tmp_path / "game.yaml"
    written.write_text(to_yaml(game.tree), encoding="utf-8")
    again = load_rules(str(written), (), (), report)
    assert again is not None, render(report)
    assert again.assembled.digest == game.digest and "uses" not in written.read_text(encoding="utf-8")
    in_vain = "W611" in [one.code for one in report.diagnostics]
    assert not in_vain or "examples" not in path.parts, render(report)


def test_there_are_users() -> None:
    assert len(USERS) >= 8


def test_every_part_is_used_or_has_a_game_of_its_own() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in USERS)
    parts = [path.stem for folder in shipped_folders() for path in (folder / "parts").glob("*.yaml")]
    assert parts and all(name in texts for name in parts)
