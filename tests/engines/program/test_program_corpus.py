"""Specs that are right but for some options or numbers of players, and what `validate` says of them.

For each `corpus/NAME.yaml` the exact text is in `NAME.txt`. What takes thousands of lines to go wrong is made here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.yaml"))

SMALL = """\
spec: 1
game: many
title: "Many"
players: 2
OPTIONS
cards:
  main: {list: {ace: {copies: 9}}}
zones:
  pile: {holds: main, start: listed, shows: all}
variables:
  v: {type: integer}
begin: play
phases:
  play: {turns: {once: true}, offer: [take]}
actions:
  take: {do: DO}
"""


def said_of(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `validate` says of a file in the working directory."""
    answer(CommandLine(("validate", name)))
    return capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_message(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS)
    assert said_of(f"{name}.yaml", capsys) == (CORPUS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_too_many_options_to_try_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred options of six symbols have 716,400 pairs of values, far more than are tried."""
    monkeypatch.chdir(tmp_path)
    options = "\n".join(f"  o{i}: {{type: [a, b, c, d, e, f], default: a}}" for i in range(200))
    do = " + ".join(f"(1 if o{i} == b else 0)" for i in range(20))
    text = SMALL.replace("OPTIONS", f"options:\n{options}").replace("DO", f"v = {do}")
    Path("many.yaml").write_text(text)
    found = [part for part in said_of("many.yaml", capsys).split("\n\n") if part.startswith("warning[W772]")]
    assert len(found) == 1
    head, *rest = found[0].splitlines()
    assert head == "warning[W772]: there are too many combinations of options to check them all"
    assert any("configurations were tried" in line or "pairs of values were not tried" in line for line in rest)
    assert rest[-3:] == [
        "  = help: write scenarios with the options that you play with:",
        "          `options: {NAME: VALUE}`",
        "  = help: or make the game with them: `cardwright run GAME --set NAME=VALUE`",
    ]


@pytest.mark.thorough
def test_too_many_mistakes_for_suggestions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    functions = "".join(f"  points_{i}: pointz_{i}\n" for i in range(700))
    text = SMALL.replace("OPTIONS", "options: {}").replace("begin:", f"functions:\n{functions}begin:")
    Path("many.yaml").write_text(text.replace("DO", "v = 1"))
    said = said_of("many.yaml", capsys)
    assert "did you mean" in said
    assert "more mistakes have no suggestion, for there are too many\n" in said
    assert "[W773]" in said
