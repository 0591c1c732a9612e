"""What studies write has the ending that it should have, and what they are given is told as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.output_file import ENDINGS

HAND = ("mille-bornes", "--preset", "single_hand", "--over", "target=700,800", "-n", "2")


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that does not begin."""
    capsys.readouterr()
    assert answer(CommandLine(words)) == 2
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".jsonl.gz"])
def test_lines_of_json_have_no_other_ending(tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str) -> None:
    file = tmp_path / f"found{ending}"
    for words in (("sweep", *HAND, "--out", str(file)), ("solve", "kuhn-poker", "--strategy", str(file))):
        assert "E012" in (told := refused(capsys, *words)) and "writes lines of JSON" in told
        assert not file.exists()


@pytest.mark.parametrize(
    ("flag", "form", "verbs"),
    [
        ("--html", "a page of HTML", ("study kuhn-poker", "compare kuhn-poker leduc-poker", "run kuhn-poker")),
        ("--csv", "rows of CSV", ("study kuhn-poker",)),
        ("--trace", "lines of JSON", ("run kuhn-poker", "find kuhn-poker --that true", "fuzz kuhn-poker")),
    ],
)
@pytest.mark.parametrize("ending", [".md", ".PARQUET", ".jsonl.gz"])
def test_no_file_has_the_ending_of_another_form(
    flag: str, form: str, verbs: tuple[str, ...], ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"found{ending}"
    for verb in verbs:
        told = refused(capsys, *verb.split(), flag, str(file))
        assert "E012" in told and f"this flag writes {form}" in told
        assert f"found{ENDINGS[form][0]}'" in told
        assert not file.exists()


def test_scenarios_are_not_played_for_a_page_with_another_ending(capsys: pytest.CaptureFixture[str]) -> None:
    assert "write 'all.html'" in refused(capsys, "test", "specs/on-the-trail", "--html", "all.csv")


def test_a_sweep_resumes_only_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sweep.jsonl"
    assert "E018" in (told := refused(capsys, "sweep", *HAND, "--out", str(file), "--resume"))
    assert "has nothing to resume" in told and not file.exists()


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".jsonl", ".jsonl.gz"])
def test_rows_are_not_games(tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str) -> None:
    file = tmp_path / f"rows{ending}"
    assert answer(CommandLine(("simulate", "kuhn-poker", "-n", "3", "--out", str(file)))) == 0
    told = refused(capsys, "study", str(file))
    assert "E872" in told and "holds a row for each game" in told and "cardwright merge" in told


def test_which_of_two_games_is_not_for_so_many(capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(capsys, "compare", "on-the-trail", "on-the-trail+three-players", "--players", "2", "-n", "20")
    assert "E510" in told and "this is B: on-the-trail+three-players" in told
    told = refused(capsys, "compare", "on-the-trail", "on-the-trail+three-players", "--players", "3", "-n", "20")
    assert "E510" in told and "this is A: on-the-trail" in told


def test_no_number_without_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("compare", "kuhn-poker", "kuhn-poker", "-n", "30"))) == 0
    (line,) = [one for one in capsys.readouterr().out.splitlines() if one.startswith("p1, who begins, wins")]
    assert line.count("(") == 3, "A, B and the difference"


def test_advice_names_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("study", "kuhn-poker", "-n", "30"))) == 0
    told = capsys.readouterr().out
    assert "Try first" in told and "cardwright compare kuhn-poker --players 2 --seats" in told


def test_a_game_for_one_alone_is_not_told_to_have_more_players(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("compare", "golf-patience", "--against", "greedy"), ("study", "golf-patience", "--without", "play")):
        told = refused(capsys, *words)
        assert "no seat for a second bot" in told and "`simulate --seats KIND`" in told and "--players" not in told
    told = refused(capsys, "compare", "blackjack", "--players", "1", "--against", "greedy")
    assert "no seat for a second bot" in told and "`--players 2`" in told
