"""The table of bounds in the manual says what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.commands.sources.checks import MOST_PROGRAMS
from cardwright.diagnostics.codes import codes as table_of_codes
from cardwright.engines.program import bounds, catalogue, inlining, make, storage_allocation
from cardwright.engines.reference.legal_moves import MOST_SUBSETS
from cardwright.language.spec import read_cards, read_options
from cardwright.language.syntax import findings
from cardwright.language.typing import components
from cardwright.language.typing.names import world
from cardwright.source.text import composer, files

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (.*?) \| (.*?) \| (.*?) \|$", PAGE.partition("### Limits")[2].partition("\n\nSteps")[0], re.M)

CODED = {
    "a file": files.LARGEST // 1_000_000,
    "lists and mappings": composer.DEEPEST,
    "one text": findings.DEEPEST,
    "rules, counting": world.DEEPEST,
    "the lines of effects": inlining.MOST_EFFECTS,
    "players": read_options.MOST_PLAYERS,
    "kinds of card": read_cards.MOST_KINDS,
    "cards of a game": catalogue.MOST_CARDS,
    "`room`": catalogue.MOST_CARDS,
    "numbers in a position": storage_allocation.MOST_CELLS,
    "decisions of a game": make.MOST,
    "steps between": make.MOST,
    "selections": MOST_SUBSETS,
    "elements of a list": bounds.MOST_LISTED,
    "triggers": storage_allocation.WAITING,
    "configurations": MOST_PROGRAMS,
}


@pytest.mark.parametrize("start", CODED)
def test_a_bound_is_that_of_the_code(start: str) -> None:
    (number,) = [most for what, most, _ in ROWS if what.startswith(start)]
    assert int(re.findall("[0-9]+", number)[0]) == CODED[start]


def test_the_usual_limits() -> None:
    assert f"decisions of a game: {components.DECISIONS}, " in PAGE
    assert f"steps between two decisions: {components.STEPS}, " in PAGE


def test_every_code_is_one() -> None:
    codes = {code for _, _, beyond in ROWS for code in re.findall(r"\b[ERW]\d{3}\b", beyond)}
    assert len(ROWS) > 15 and codes <= set(table_of_codes())
