"""The page of a comparison says what the terminal says, and draws each difference."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from closed_pages import Reader

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer


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


def test_a_single_pair_has_no_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, page = paged(tmp_path, capsys, "kuhn-poker", "--seats", "random", "--against", "first", "-n", "1")
    assert "a comparison" in page and "<section>" in page
