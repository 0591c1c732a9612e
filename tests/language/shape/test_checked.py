"""A file without mistakes is checked once; nothing else is ever left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.language.shape import check
from cardwright.language.shape.check import check_scenarios, check_variant
from cardwright.language.text.compose import compose
from cardwright.language.text.tree import Mapping

RIGHT = "variant: short\nextends: race\ntitle: Short\nadd: {zones: {pile: {}}}\n"
WRONG = RIGHT.replace("title", "titel")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the schemas by which jsonschema was asked."""
    asked: list[str] = []
    errors_in = check.errors_in

    def counted(data: check.Data, name: str) -> object:
        asked.append(name)
        return errors_in(data, name)

    monkeypatch.setattr(check, "errors_in", counted)
    return asked


def codes(text: str, checker: object = check_variant) -> list[str]:
    report = Report()
    tree = compose(Source("case.yaml", text), report, mapping=True)
    assert isinstance(tree, Mapping) and callable(checker)
    checker(tree, report)
    return [found.code for found in report.diagnostics]


def test_checked_once(folder: Path, checks: list[str]) -> None:
    assert codes(RIGHT) == codes(f"# another layout\n{RIGHT}") == []
    assert checks == ["variant"]
    assert [path.suffix for path in folder.iterdir()] == [".checked"]


def test_mistakes_are_reported_each_time(folder: Path, checks: list[str]) -> None:
    assert codes(WRONG) == codes(WRONG) == ["E160"]
    assert checks == ["variant"] * 2
    assert not folder.exists()


def test_another_schema_is_another_check(folder: Path, checks: list[str]) -> None:
    assert codes(RIGHT) == []
    assert "E160" in codes(RIGHT, check_scenarios)
    assert checks == ["variant", "scenario"]


def test_what_jsonschema_does_not_check_is_checked_each_time(folder: Path) -> None:
    changes_nothing = RIGHT.replace("add: {zones: {pile: {}}}\n", "")
    assert codes(changes_nothing) == codes(changes_nothing) == ["W410"]


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(b"x"), lambda path: path.chmod(0o666)])
def test_what_may_come_from_others_does_not_count(folder: Path, checks: list[str], damage: object) -> None:
    codes(RIGHT)
    (path,) = folder.iterdir()
    assert callable(damage)
    damage(path)
    assert codes(RIGHT) == []
    assert checks == ["variant"] * 2


@pytest.mark.parametrize("named", ["", "a file"])
def test_without_a_folder(named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checks: list[str]) -> None:
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("CARDWRIGHT_CACHE", named and str(tmp_path / named))
    assert codes(RIGHT) == codes(RIGHT) == []
    assert checks == ["variant"] * 2


def test_a_known_game_is_loaded_without_jsonschema(folder: Path) -> None:
    code = (
        "import sys; from cardwright.play.game.load import load_rules; from cardwright.diagnostics.diagnostic import "
        "Report; load_rules('mille-bornes', ('asmodee-2014',), (), Report()); print('jsonschema' in sys.modules)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True) for _ in range(2)]
    assert [run.stdout.strip() for run in runs] == ["True", "False"], runs[0].stderr
