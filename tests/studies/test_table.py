"""Tables and sentences on screens of any width: nothing is wider than the screen, and nothing is lost."""

from __future__ import annotations

import pytest

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer
from cardwright.diagnostics.columns import cells
from cardwright.studies.table import Table, laid_out

PARTS = [
    "decisions a game: mean 99.38 (98.59 to 100.16), 5% 87 (72–98)",
    "",
    Table([("option", "value", "p1 wins", "p2 wins"), ("characters", "dealt", "14% (13–15)", "15% (14–16)")], 2),
]


@pytest.mark.parametrize("wide", [30, 40, 80])
def test_nothing_is_wider_than_the_screen_and_nothing_is_lost(wide: int) -> None:
    told = laid_out(PARTS, wide)
    assert max(map(cells, told.split("\n"))) <= wide
    assert set(laid_out(PARTS).split()) == set(told.split())


def test_a_table_that_does_not_fit_is_laid_out_in_two_lines_a_row_or_in_several_tables() -> None:
    assert laid_out(PARTS[2:], 30).split("\n") == [
        *("option      value", "      p1 wins      p2 wins", "characters  dealt", "  14% (13–15)  15% (14–16)"),
    ]
    table = Table([("seat", "first", "second"), ("p1", "12", "3")])
    assert laid_out([table], 12).split("\n") == ["seat  first", "p1       12", "", "seat  second", "p1         3"]


@pytest.mark.thorough
def test_what_studies_print_fits_in_french(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    game = "mille-bornes@single_hand"
    for words in (
        ("study", game, "-n", "8", "--course", "2", "--over", "extension=true", "--without", "attack"),
        ("simulate", game, "-n", "2", "--details", "--seats", "random,first"),
        ("compare", game, "--against", "first", "--luck", "-n", "1"),
        ("sweep", game, "--over", "target=400", "--want", "shortest", "-n", "20"),
    ):
        assert answer(CommandLine((*words, "--lang", "fr"))) == 0
        lines = capsys.readouterr().out.split("\n")
        assert max(map(cells, lines)) <= 80, words
