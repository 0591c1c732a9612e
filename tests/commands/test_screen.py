"""Tables are as wide as the screen: 80 cells where there is none."""

from __future__ import annotations

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine


def options(capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert answer(CommandLine(("options", "mille-bornes"))) == 0
    return capsys.readouterr().out.splitlines()


def test_the_table_of_options_is_as_wide_as_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    usual = options(capsys)
    assert max(map(len, usual)) <= 80
    monkeypatch.setenv("COLUMNS", "140")
    wide = options(capsys)
    assert 80 < max(map(len, wide)) <= 140 and len(wide) < len(usual)
    for narrow in ("60", "nonsense", "0"):
        monkeypatch.setenv("COLUMNS", narrow)
        assert max(map(len, options(capsys))) <= 80
