"""Whoever finds the files of a game asks the disk by `language.text.disk` alone, so that all questions are noted."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest

import cardwright
from cardwright.diagnostics.diagnostic import Report
from cardwright.play.game.loading.load import load_rules
from cardwright.source.text import disk
from cardwright.source.text.files import head_now

PACKAGE = Path(cardwright.__file__).parent

ASKING = {"exists", "is_file", "is_dir", "is_symlink", "iterdir", "glob", "rglob", "resolve", "stat", "lstat", "walk"}
ASKING |= {
    "listdir",
    "scandir",
    "realpath",
    "samefile",
    "open",
    "read_text",
    "read_bytes",
    "readlink",
    "isfile",
    "isdir",
}

SAID_OTHERWISE = {
    ("files.py", "open_text", "realpath"): "what an editor holds open counts instead of the disk",
    ("files.py", "close_text", "realpath"): "what an editor holds open counts instead of the disk",
    ("files.py", "editor_text", "realpath"): "what an editor holds open counts instead of the disk",
    ("merge.py", "add", "exists"): "a message about the tree",
    ("patch_errors.py", "brought_by", "glob"): "a message about the parts of the package",
    ("patch_errors.py", "brought_by", "read_text"): "a message about the parts of the package",
    ("texts.py", "icons", "read_text"): "what comes with the language",
    ("drawings.py", "elements", "read_text"): "what comes with the language",
}


@pytest.mark.thorough
def test_nobody_else_asks() -> None:
    """The files that read for a game; later stages only get what these have read."""
    rooms = [*(PACKAGE / "source/merge").glob("*.py")]
    rooms += [PACKAGE / "source/text/files.py", PACKAGE / "source/text/composer.py"]
    rooms += [path for room in ("spec", "typing") for path in (PACKAGE / "language" / room).rglob("*.py")]
    found = set()
    for path in rooms:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for node in ast.walk(function):
                if isinstance(node, ast.Call):
                    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                    by = node.func.value if isinstance(node.func, ast.Attribute) else None
                    if name in ASKING and not (isinstance(by, ast.Name) and by.id == "disk"):
                        found.add((path.name, function.name, name))
    assert found == set(SAID_OTHERWISE)


def test_all_that_is_opened_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python tells us which files and folders are opened while a game is loaded."""
    opened: set[str] = set()
    listening = True

    def hear(event: str, words: tuple[object, ...]) -> None:
        if listening and event in ("open", "os.listdir", "os.scandir") and isinstance(words[0], str):
            opened.add(os.path.abspath(words[0]))

    sys.addaudithook(hear)
    with disk.recorded() as answers:
        load_rules("mille-bornes", ("asmodee-2014",), (), Report(), in_full=True)
    listening = False
    asked = {os.path.abspath(path) for _, path, _ in answers}
    games = {
        path for path in opened if path.startswith((str(PACKAGE.parent / "specs"), str(PACKAGE.parent / "examples")))
    }
    assert len(games) > 20 and games <= asked


def test_answers(tmp_path: Path) -> None:
    file, folder, link = tmp_path / "a.yaml", tmp_path / "folder", tmp_path / "link"
    file.write_text("one")
    folder.mkdir()
    link.symlink_to(file)
    with disk.recorded() as answers:
        assert disk.is_file(link) and disk.is_folder(folder) and not disk.is_file(tmp_path / "none")
        assert disk.files_in(tmp_path) == [file, link] and disk.folders_in(tmp_path) == [folder]
        assert disk.content(str(file), 3) == b"one" and disk.content(str(file), 2) == "large"
        assert disk.place(link) == disk.place(file) and disk.files_in(tmp_path / "none") == []
        with pytest.raises(FileNotFoundError):
            disk.content(str(tmp_path / "none"), 3)
    assert disk.still_valid(answers, {}, head_now) and not disk.still_valid(
        {**answers, ("smell", str(file), 0): "True"}, {}, head_now
    )
    link.unlink()
    assert not disk.still_valid(answers, {}, head_now)


def test_two_answers_to_one_question_are_none(tmp_path: Path) -> None:
    """A file that changes while a game is read: nobody knows which of its contents counted."""
    file = tmp_path / "a.yaml"
    with disk.recorded() as answers:
        for text in ("one", "two", "one"):
            file.write_text(text)
            disk.content(str(file), 9)
    assert not disk.still_valid(answers, {}, head_now)
