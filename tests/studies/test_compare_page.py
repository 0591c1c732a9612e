"""The page of a comparison says what the terminal says, and draws each difference."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from tests.studies.closed_pages import Reader

HAND = "mille-bornes@single_hand"


def paged(tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, str]:
    """What `compare` prints, and the page that it writes; all of the page is closed, and nothing is fetched."""
    file = tmp_path / "page.html"
    assert answer(CommandLine(("compare", *words, "--html", str(file)))) == 0
    page = file.read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    return capsys.readouterr().out, page


def said(page: str) -> str:
    """The words of a page, without its marks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", page)))


def test_two_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told, page = paged(tmp_path, capsys, "course-folle", "course-folle,edges=printed", "-n", "60")
    sentences = [line for line in told.split("\n") if line.endswith(".")]
    assert sentences
    for line in sentences:
        assert line.replace("`", "") in said(page)
    assert page.count("<svg") == 4, "two plots, each at two widths"
    assert "Games are" in page or "decisions a game" in page


def test_two_bots_are_called_by_their_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, page = paged(tmp_path, capsys, "kuhn-poker", "--seats", "random", "--against", "first", "-n", "40")
    assert "<br>B: first<br>" in page
    assert ">first wins</text>" in page and "whoever begins" not in page


def test_who_is_ahead_is_ahead_by_more_than_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Whichever of two bots is named first: by how much the better one is ahead has the same sign and size."""
    told = []
    for one, other in (("random", "first"), ("first", "random")):
        words = ("compare", "kuhn-poker", "--seats", one, "--against", other, "-n", "40")
        assert answer(CommandLine(words)) == 0
        told.append(re.findall(r"^random .* than first: .*, by (.*)\.$", capsys.readouterr().out, re.MULTILINE))
    assert told[0] == told[1] and len(told[0]) == 2
    assert all(by.startswith("+") and "-" not in by for by in told[0])


def test_returns_that_are_0_on_average_are_drawn_in_their_own_unit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a game for the same sum A's mean is B's with another sign, and a part of it says nothing."""
    _, page = paged(tmp_path, capsys, "kuhn-poker", "--seats", "random", "--against", "first", "-n", "40")
    titles = re.findall(r"<h2>([^<]+)</h2>", page)
    assert titles == ["More in B, in points", "Return: more in B"]
    ticks = [float(one) for one in re.findall(r'class="tick"[^>]*>([^<]+)</text>', page.partition("Return: more")[2])]
    assert ticks and max(map(abs, ticks)) <= 4, "two chips a game at most, to either side"


def test_what_was_watched_is_drawn_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, page = paged(tmp_path, capsys, HAND, HAND.replace("@", "+parker@"), "-n", "40")
    points, _, percent = page.partition("<h2>More in B, in % of A</h2>")
    assert ">decisions with a choice</text>" in points
    plots = percent.partition("</section>")[0]
    assert ">decisions a game</text>" in plots and ">score of a side</text>" in plots


def test_names_of_two_lines_on_telephones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No name of a plot is cut off where two lines have room for it."""
    _, page = paged(tmp_path, capsys, HAND, HAND.replace("@", "+parker@"), "-n", "40")
    labels = re.findall(r'text-anchor="end">(.*?)</text>', page)
    assert {"decisions a game", "decisions a<tspan"} <= {label.partition(" x=")[0] for label in labels}
    assert not any("…" in label for label in labels), labels


def test_what_holds_together_is_said_of_the_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of what was watched are corrected for their own number, questions for theirs, A and B for neither."""
    among = "hold for all lines together (of what happens in the course of the games, among themselves)"
    told, _ = paged(tmp_path, capsys, HAND, HAND.replace("@", "+parker@"), "-n", "20")
    assert f"those of the differences {among}" in " ".join(told.split())
    told, _ = paged(tmp_path, capsys, "kuhn-poker", "--seats", "random", "--against", "first", "-n", "20")
    assert "those of the differences hold for all lines together; ?" in " ".join(told.split())


def test_a_single_pair_has_no_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, page = paged(tmp_path, capsys, "kuhn-poker", "--seats", "random", "--against", "first", "-n", "1")
    assert "a comparison" in page and "<section>" in page
