"""The page of `test --html` has what failed and why, what passed, and the coverage; it needs nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

SCENARIOS = """
game: small
scenarios:
  "Five cards < six": {players: 2, when: [p1: take], then: count(pile) == 5}
  "Wrong & told": {players: 2, when: [p1: take], then: count(pile) == 6}
"""


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text(
        'spec: 1\ngame: small\ntitle: "Small"\nplayers: 2\n'
        "cards: {main: {list: {ace: {copies: 2}, two: {}, six: {}, nine: {}, ten: {}}}}\n"
        "zones: {pile: {holds: main, start: shuffled, shows: count}, hand: {of: player, holds: main, shows: owner}}\n"
        "begin: play\nphases: {play: {turns: {}, until: pile.empty, offer: [take, rest]}}\n"
        "actions: {take: {do: draw 1 from pile to me.hand}, rest: {when: pile.empty}}\n"
    )
    (tmp_path / "some.yaml").write_text(SCENARIOS)
    assert answer(CommandLine(("test", "some.yaml", "--html", "page.html", "--path", "."))) == 1
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "1 failed, 1 passed" in page and "Wrong &amp; told" in page and "Five cards &lt; six" in page
    assert "E850" in page and "Coverage: " in page and "rest" in page
    # Cards of one line are told together: of five kinds one is drawn.
    assert page.count("no scenario names") == 1 and "line 5: no scenario names 4 of the cards: &#x27;" in page
    assert "http" not in page and "src=" not in page
    assert "coverage" not in capsys.readouterr().out  # only where it is asked for


def test_it_is_no_pdf(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("rules", "hearts", "--out", "rules.pdf"))) == 2
    assert "write 'rules.html'" in capsys.readouterr().err
