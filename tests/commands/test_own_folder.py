"""What is in a folder that is checked or run knows the games and variants beside it."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

SPECS = Path(__file__).parents[2] / "specs"

MILD = """\
variant: mild
extends: mille-bornes
title: "Mild"
override: {options.target.default: 500}
"""

RULES = """\
game: mille-bornes
scenarios:
  "The mild race is short":
    players: 2
    variants: [mild]
    then: target == 500
"""


def test_a_copy_of_a_game_brings_its_own_variants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where a variant extends another: those of the package, which have the same names, are not meant."""
    game = tmp_path / "neko-racing"
    copytree(SPECS / "neko-racing", game)
    (game / "variants/mine.yaml").write_text("variant: mine\nextends: beginners\ntitle: Mine\n", encoding="utf-8")
    words = ("resolve", "neko-racing", "--path", str(tmp_path), "--origins", "--variant")
    assert answer(CommandLine((*words, "mine"))) == 2
    assert "two games are called 'neko-racing'" in capsys.readouterr().err
    for name in ("beginners", "mine"):
        assert answer(CommandLine((words[0], str(game), *words[2:], name))) == 0
        shown = capsys.readouterr().out
        assert str(game / "variants/beginners.yaml") in shown and str(SPECS) not in shown


@pytest.mark.thorough
@pytest.mark.parametrize("verb", ["validate", "test"])
def test_a_variant_in_the_folder(verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my-rules").mkdir()
    (tmp_path / "my-rules/mild.yaml").write_text(MILD, encoding="utf-8")
    (tmp_path / "my-rules/scenarios.yaml").write_text(RULES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert answer(CommandLine((verb, "my-rules"))) == 0


def test_scenarios_among_the_variants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`validate` finds nothing wrong with them, so `list` says what they are."""
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants/rules.yaml").write_text(RULES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert answer(CommandLine(("list", "--path", "."))) == 0
    told = capsys.readouterr().err
    assert "'variants/rules.yaml' is among the variants, but holds scenarios" in told
    assert "`cardwright test variants/rules.yaml` runs them" in told and "validate" not in told
