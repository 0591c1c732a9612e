"""A mistake on the command line is shown at the word."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import NO_START, CommandLine
from cardwright.commands.verbs import VERBS


@pytest.mark.parametrize(
    ("words", "about", "shown", "column"),
    [
        (("run", "ches"), "ches", "ches", 16),
        (("run", "race", "--set", "hand_size=9"), "hand_size=9", "hand_size=9", 27),
        (("run", "race", "--set", "hand_size=9"), "9", "9", 37),
        (("run", "my games/race"), "race", "race", 26),
        (("--sed=1",), "--sed", "--sed", 12),
        (("run", "", "--seed", "1"), "", "''", 16),
    ],
)
def test_find(words: tuple[str, ...], about: str, shown: str, column: int) -> None:
    span = CommandLine(words).find(about)
    assert span is not None
    assert (span.text, span.line, span.column) == (shown, 1, column)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("run", "race", "--seed", "x"), "x"),
        (("run", "race", "--seed=x"), "x"),
        (("run", "race", "--seed", "1", "--seed", "x y"), "'x y'"),
        (("run", "race", "--seed="), "--seed="),
        (("run", "race"), None),
    ],
)
def test_after(words: tuple[str, ...], shown: str | None) -> None:
    span = CommandLine(words).after(["--seed"])
    assert (span and span.text) == shown


def test_a_missing_word_has_no_span() -> None:
    assert CommandLine(("run",)).find("race") is None


@pytest.mark.parametrize("verb", VERBS)
def test_no_word_holds_a_null_character(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ((verb, "a\0b"), (verb, "small", "--out", "\0"), (verb, "--html=\0")):
        assert answer(CommandLine.of(words)) == NO_START
        assert "error[E012]: no word of a command line can hold a null character" in capsys.readouterr().err


@pytest.mark.parametrize("verb", VERBS)
def test_no_word_is_empty(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Otherwise a variable of the shell that is not set would stand for the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text("spec:   1\n", encoding="utf-8")
    for words in ((verb, ""), (verb, "small", "--out", ""), (verb, "--path=")):
        assert answer(CommandLine.of(words)) == NO_START
        assert "error[E013]: an argument is empty" in capsys.readouterr().err
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8") == "spec:   1\n"
