"""Each code has an example that is wrong and raises exactly that code, and one that is right and raises none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.descriptions.explain import code_examples as shown
from cardwright.commands.descriptions.explain import code_json, code_page
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.codes import codes
from tests.diagnostics import trials

ALL: dict[str, tuple[str, dict[str, Any]]] = {
    code: (path.stem, entry)
    for path in sorted(trials.FOLDER.glob("*.yaml"))
    if path.stem != "frame"
    for code, entry in trials.read(path).items()
}
TRIED = [code for code, (stage, entry) in ALL.items() if trials.kind_of(entry, stage) != "words"]
TOLD = set(codes()) - set(TRIED)
"""Codes whose examples are only told: they need a full disk, a file of megabytes, hundreds of functions, a slow
machine, the record of a game, a package that is missing, or another version of a file."""


def test_every_code_has_an_example() -> None:
    assert set(ALL) == set(codes()) == set(shown())
    assert len(TOLD) <= 39


@pytest.mark.parametrize("code", TRIED)
def test_example(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    stage, entry = ALL[code]
    for name, expected in (("bad", {code}), ("good", set())):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        assert trials.tried(entry[name], entry, stage, folder, capsys) == expected, name


def test_what_is_shown_is_what_is_tried() -> None:
    for code, (stage, entry) in ALL.items():
        told = code_json(code)
        assert (told["wrong"], told["right"]) == (entry["bad"], entry["good"]), code
        assert shown()[code].kind == trials.kind_of(entry, stage), code


def test_the_page_is_fresh() -> None:
    """If not: `python cli.py explain --markdown > docs/codes.md`."""
    root = Path(__file__).resolve().parents[2]
    assert (root / "docs" / "codes.md").read_text(encoding="utf-8") == code_page()


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("explain", "e634"))) == 0
    assert capsys.readouterr().out == (
        "error[E634]: invalid refill\n\n"
        "A zone is refilled from another one with cards of the same deck, on the table or\nof the same owner.\n\n"
        "Wrong (in a spec):\n    zones:\n      pile: {refill: {from: hand}}\n\n"
        "Right (in a spec):\n    zones:\n      pile: {refill: {from: discard}}\n"
    )
    assert answer(CommandLine(("explain", "E999"))) == 2
    assert answer(CommandLine(("explain",))) == 2
