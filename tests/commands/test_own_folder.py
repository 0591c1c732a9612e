"""What is in a folder that is checked or run knows the games and variants beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer

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


@pytest.mark.parametrize("verb", ["validate", "test"])
def test_a_variant_in_the_folder(verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my-rules").mkdir()
    (tmp_path / "my-rules/mild.yaml").write_text(MILD, encoding="utf-8")
    (tmp_path / "my-rules/scenarios.yaml").write_text(RULES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert answer(CommandLine((verb, "my-rules"))) == 0
