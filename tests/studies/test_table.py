"""Tables and sentences on screens of any width: nothing is wider than the screen, and nothing is lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.text import display_width
from cardwright.documents.document import Document, Part, Table
from cardwright.documents.terminal import to_text

PARTS: list[Part] = [
    "decisions a game: mean 99.38 (98.59 to 100.16), 5% 87 (72–98)",
    Table([("option", "value", "p1 wins", "p2 wins"), ("characters", "dealt", "14% (13–15)", "15% (14–16)")], 2),
]


def laid_out(parts: Sequence[Part], wide: int | None = None) -> str:
    """A section as text."""
    return to_text(Document(title="", lead=(), sections=[parts]), wide)


@pytest.mark.parametrize("wide", [30, 40, 80])
def test_nothing_is_wider_than_the_screen_and_nothing_is_lost(wide: int) -> None:
    told = laid_out(PARTS, wide)
    assert max(map(display_width, told.split("\n"))) <= wide
    assert set(laid_out(PARTS).split()) == set(told.split())


def test_a_table_that_does_not_fit_is_laid_out_in_two_lines_a_row_or_in_several_tables() -> None:
    assert laid_out(PARTS[1:], 30).split("\n") == [
        *("option      value", "      p1 wins      p2 wins", "characters  dealt", "  14% (13–15)  15% (14–16)"),
    ]
    table = Table([("seat", "first", "second"), ("p1", "12", "3")])
    assert laid_out([table], 12).split("\n") == ["seat  first", "p1       12", "", "seat  second", "p1         3"]


ROWS = Table(
    [
        ("not settled", "A", "more in B", "more games"),
        ("p1, who begins, wins", "53% (27–80)", "0.0 points (-9.0 to +9.0)", "4600"),
        ("no sole winner", "1% (0–4)", "too few", ""),
    ]
)


def test_first_heads_are_broken_then_names_then_intervals_stand_below_their_numbers() -> None:
    assert laid_out([ROWS], 67).split("\n") == [
        "                                                               more",
        "not settled                     A                  more in B  games",
        "p1, who begins, wins  53% (27–80)  0.0 points (-9.0 to +9.0)   4600",
        "no sole winner           1% (0–4)                    too few",
    ]
    assert laid_out([ROWS], 63).split("\n") == [
        "                                                           more",
        "not settled                 A                  more in B  games",
        "p1, who begins,   53% (27–80)  0.0 points (-9.0 to +9.0)   4600",
        "  wins",
        "no sole winner       1% (0–4)                    too few",
    ]
    assert laid_out([ROWS], 56).split("\n") == [
        "                                                    more",
        "not settled                     A       more in B  games",
        "p1, who begins, wins  53% (27–80)      0.0 points   4600",
        "                                   (-9.0 to +9.0)",
        "no sole winner           1% (0–4)         too few",
    ]


@pytest.mark.parametrize("wide", range(47, 90))
def test_a_table_of_any_width_fits_and_says_the_same(wide: int) -> None:
    lines = laid_out([ROWS], wide).split("\n")
    assert max(map(display_width, lines)) <= wide
    said = set(" ".join(lines).split())
    assert said >= {word for row in ROWS.rows for cell in row for word in cell.split()}


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
        assert max(map(display_width, lines)) <= 80, words
