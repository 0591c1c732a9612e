"""Wrong specs, and what their authors are told: beside `NAME.yaml` stands `NAME.txt`, the exact text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from mistakes import careless, told, typed

from cardwright.diagnostics.codes import TYPING

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.yaml"))
RIGHT = [HERE.parents[2] / "specs/mille-bornes/game.yaml", *sorted(HERE.glob("games/*/game.yaml"))]


@pytest.mark.parametrize("name", NAMES)
def test_message(name: str) -> None:
    text = (CORPUS / f"{name}.yaml").read_text(encoding="utf-8")
    assert told(f"{name}.yaml", text) == (CORPUS / f"{name}.txt").read_text(encoding="utf-8")


def test_nothing_is_left_over() -> None:
    assert sorted(path.stem for path in CORPUS.glob("*.txt")) == NAMES


def test_every_code_is_shown() -> None:
    """Each row of the table of codes has an example in the corpus."""
    texts = "".join(path.read_text(encoding="utf-8") for path in CORPUS.glob("*.txt"))
    assert [code for code in TYPING if f"[{code}]" not in texts] == []


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.parent.name)
def test_careless_authors_get_diagnostics(path: Path) -> None:
    """Whatever words are changed in a spec, there is a game or a diagnostic, never an exception."""
    text = path.read_text(encoding="utf-8")
    for seed in range(60):
        name = f"seed {seed}"
        made, report = typed(name, careless(text, random.Random(seed)))
        assert (made is None) == bool(report.errors), name
