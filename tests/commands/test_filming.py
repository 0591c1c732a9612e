"""`--html`: a game as a page that opens from disk."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.table.page.film_encoding import FrameDecoder

RUN = ("run", "kuhn-poker", "--seed", "3")


def say(*words: str) -> int:
    """The exit code of a command."""
    return answer(CommandLine(words))


def data(file: Path) -> dict[str, Any]:
    """What stands in a page as JSON."""
    text = file.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="page">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def tables(file: Path) -> list[dict[str, Any]]:
    """All tables of a page."""
    found, together = list[dict[str, Any]](), FrameDecoder()
    for frame in data(file)["frames"]:
        together.add(frame)
        found.append(together.table)
    return found


def test_a_game_and_its_trace_make_the_same_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For one seat it has no cards of the others; from above it has all, in the language that was asked for."""
    trace, one, two, above = (str(tmp_path / name) for name in ("game.jsonl", "one.html", "two.html", "above.html"))
    assert say(*RUN, "--trace", trace, "--html", one, "--seat", "p2") == 0
    assert say("replay", trace, "--html", two, "--seat", "2") == 0
    assert say("replay", trace, "--html", above, "--lang", "fr", "--format", "json") == 0
    assert Path(one).read_bytes() == Path(two).read_bytes()
    assert capsys.readouterr().err == f"{one}: {len(tables(Path(one)))} steps\n{two}: {len(tables(Path(two)))} steps\n"
    hands = {
        name: [zone["cards"] for block in table["blocks"] for zone in block["zones"] if zone["id"] == "p1.hand"]
        for name, table in (("p2", tables(Path(one))[0]), ("above", tables(Path(above))[0]))
    }
    assert hands["p2"] == [None] and len(hands["above"][0]) == 1
    assert 'lang="fr"' in Path(above).read_text(encoding="utf-8")
    last = FrameDecoder(data(Path(one))["frames"]).log[-1]
    assert last["event"] == "result" and last["text"].startswith("Player ")


def test_a_page_does_not_tell_the_seed(tmp_path: Path) -> None:
    """By its seed the whole game could be played again."""
    file = tmp_path / "game.html"
    assert say("run", "kuhn-poker", "--seed", "987654321", "--html", str(file), "--seat", "p1") == 0
    assert "987654321" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*RUN, "--seat", "p5"), "error[E016]: unknown seat p5: the game has 2 players"),
        ((*RUN, "--html", "no/a.html"), "error[E012]: 'no/a.html' cannot be written: No such file or directory"),
        ((*RUN, "--html", "a.html", "--seat", "p5"), "error[E016]: unknown seat p5: the game has 2 players"),
        ((*RUN, "--html", "a.html", "--seat", "p01"), "error[E012]: --seat needs a seat, not 'p01'"),
        (("replay", "x", "--lang", "fr"), "error[E013]: --lang has no effect without --html or --seat"),
        (
            ("replay", "x", "--seat", "p1", "--onto", "y"),
            "error[E013]: --seat shows the game by the rules of the trace",
        ),
        (
            ("replay", "x", "--html", "a.html", "--onto", "hearts"),
            "error[E013]: --html shows the game by the rules of the trace",
        ),
    ],
)
def test_refusals(
    words: tuple[str, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing is written, not even an empty file."""
    monkeypatch.chdir(tmp_path)
    assert say(*words) == 2
    assert capsys.readouterr().err.splitlines()[0] == told
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_from_above(capsys: pytest.CaptureFixture[str]) -> None:
    assert say(*RUN, "--format", "json", "--seat", "p1") == 2
    told = json.loads(capsys.readouterr().out)["diagnostics"]
    assert [one["message"] for one in told] == ["--seat has no effect with --format json, which tells all"]
