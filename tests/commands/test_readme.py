"""The README shows what really happens."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_the_readme_fits_the_screen() -> None:
    assert all(len(line) <= 80 for line in README.split("\n"))


@pytest.mark.thorough
def test_the_demo_shows_what_the_readme_says(capsys: pytest.CaptureFixture[str]) -> None:
    typed, _, rest = README.split("$ cardwright run ")[1].partition("\n")
    assert answer(CommandLine(("run", *shlex.split(typed)))) == 0
    shown = capsys.readouterr().out
    first, last = rest.split("```")[0].split("  ...\n")
    assert shown.startswith(first)
    assert shown.endswith(last)


@pytest.mark.thorough
def test_the_house_rule_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = README.split("```yaml\n")[1].split("```")[0]
    (tmp_path / "gentle.yaml").write_text(rule)
    monkeypatch.chdir(tmp_path)
    assert answer(CommandLine(("validate", "gentle.yaml"))) == 0
    assert capsys.readouterr().out == "1 variant: no errors\n"
    monkeypatch.setattr("sys.stdin", (tmp_path / "typed").open("w+"))
    (tmp_path / "typed").write_text("attack(speed_limit, t2)\n")
    assert answer(CommandLine(("play", "mille-bornes", "--variant", "gentle.yaml", "--seed", "2"))) == 0
    told = README.split("p1> attack(speed_limit, t2)\n")[1].split("```")[0]
    assert told in capsys.readouterr().out


@pytest.mark.thorough
def test_the_mistake_looks_like_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    about, _, console = README.split("what a mistake looks like, here `")[1].partition("`:")
    rule = README.split("```yaml\n")[1].split("```")[0]
    assert rule.count("km(t) >= 200") == 1
    (tmp_path / "gentle.yaml").write_text(rule.replace("km(t) >= 200", about), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    wanted = console.split("$ cardwright validate gentle.yaml\n")[1].split("```")[0]
    assert answer(CommandLine(("validate", "gentle.yaml"))) == 1
    told = capsys.readouterr()
    assert told.err + told.out == wanted
