"""A game may be one word with its variants, preset and options, wherever a verb takes a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

SAME = [
    ("cards mille-bornes+parker --players 6", "cards mille-bornes --variant parker --players 6"),
    ("options on-the-trail+solo", "options on-the-trail --variant solo"),
    ("resolve neko-racing+beginners", "resolve neko-racing --variant beginners"),
    (
        "run mille-bornes+no-early-attack@single_hand,target=500 --seed 1",
        "run mille-bornes --variant no-early-attack --preset single_hand --set target=500 --seed 1",
    ),
    ("placeholders on-the-trail+new-cards", "placeholders on-the-trail --variant new-cards"),
]


def printed(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = answer(CommandLine(tuple(line.split())))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("word", "flags"), SAME, ids=[word.split()[0] for word, _ in SAME])
def test_a_word_says_the_same_as_flags(word: str, flags: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(word, capsys) == printed(flags, capsys)


def test_a_path_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answer(CommandLine(("new", "game", "odd"))) == 0
    Path("odd").rename("a+b@c,d")
    capsys.readouterr()
    assert printed("options a+b@c,d", capsys)[0] == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("run mille-bornes+", "'mille-bornes+' is not GAME+VARIANT@PRESET,OPTION=VALUE"),
        ("explain mille-bornes@single_hand actions", "'mille-bornes@single_hand' is not GAME+VARIANT"),
        ("resolve hearts,target=50", "the option 'target=50' has no effect here"),
        ("clauses mille-bornes+parker", "write `mille-bornes`: this is about the game without variants"),
    ],
)
def test_what_does_not_fit_is_refused(line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = printed(line, capsys)
    assert code == 2 and told in err
