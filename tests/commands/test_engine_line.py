"""Without wasmtime the reference engine plays, and one line on standard error says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands import match_setup
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.play.game import engines
from cardwright.play.game.loading import load

ROOT = Path(__file__).parents[2]
GAME = ("mille-bornes", "--preset", "single_hand", "--seed", "7")
BOTS = ("--seats", "random,random")

CASES = [
    (("run", *GAME, *BOTS), 1),
    (("simulate", *GAME, *BOTS, "--games", "1"), 1),
    (("simulate", *GAME, *BOTS, "--games", "2", "--jobs", "2"), 1),
    (("run", *GAME, *BOTS, "--engine", "reference"), 0),
    (("run", *GAME, *BOTS, "--format", "json"), 0),
    (("options", "mille-bornes"), 0),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words, lines", CASES, ids=[" ".join(words[:1] + words[-2:]) for words, _ in CASES])
def test_one_line(
    words: tuple[str, ...], lines: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for module in (match_setup, load):
        monkeypatch.setattr(module, "best_engine", lambda: "reference")
    monkeypatch.setattr(engines, "can_compile", lambda: False)
    assert answer(CommandLine(words)) == 0
    out, err = capfd.readouterr()
    assert err.count("wasmtime is not installed") == lines
    assert "wasmtime" not in out


def test_nothing_is_printed_if_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(match_setup, "best_engine", lambda: "fast")
    answer(CommandLine(("run", *GAME, *BOTS)))
    assert "wasmtime" not in capfd.readouterr().err
