"""Wrong specs and what is reported about them: for each `NAME.yaml` the exact text is in `NAME.txt`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright.diagnostics.codes import stages
from tests.language.typing.mistakes import careless, reported, typed

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.yaml"))
RIGHT = [HERE.parents[2] / "specs/mille-bornes/game.yaml", *sorted(HERE.glob("games/*/game.yaml"))]


@pytest.mark.parametrize("name", NAMES)
def test_message(name: str) -> None:
    text = (CORPUS / f"{name}.yaml").read_text(encoding="utf-8")
    assert reported(f"{name}.yaml", text) == (CORPUS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_text_has_a_spec() -> None:
    assert sorted(path.stem for path in CORPUS.glob("*.txt")) == NAMES


def test_every_code_is_shown() -> None:
    """Each row of the table of codes has an example in the corpus."""
    texts = "".join(path.read_text(encoding="utf-8") for path in CORPUS.glob("*.txt"))
    assert [code for code in stages()["typing"] if f"[{code}]" not in texts] == []


@pytest.mark.sampled(18)
@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.parent.name)
def test_careless_specs_give_diagnostics(path: Path) -> None:
    """Whichever words of a spec are changed, the result is a game or a diagnostic, never an exception."""
    text = path.read_text(encoding="utf-8")
    for seed in range(25):
        name = f"seed {seed}"
        checked, report = typed(name, careless(text, random.Random(seed)))
        assert (checked is None) == bool(report.errors), name
