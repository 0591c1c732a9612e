"""What is shown first, and then goes on, ends with what is found at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.editor.findings import lsp_diagnostics
from cardwright.editor.positions import LocationConverter
from cardwright.editor.workspace import Analysis, analyse, analyse_further, analyse_syntax
from cardwright.play.scenario.initial_state import GameCache
from cardwright.source.text.files import close_text, open_text
from tests.editor.editor_client import GAME, VARIANT, write_game

PUT = ("", "x", "me.", "(", "gain", "  ", ": ", "zz: 1\n", ",", " and ")


@pytest.fixture
def typed(tmp_path: Path) -> Iterator[list[str]]:
    """Paths of files that are open, each with its text changed a little."""
    folder = write_game(tmp_path)
    chance, paths = random.Random(3), []
    for number in range(12):
        name, text = (("game", GAME), ("variants/long-dash", VARIANT))[number % 2]
        at = chance.randrange(len(text))
        copy = folder / "dash" / f"{name}.yaml"
        paths.append(f"{copy}\0{text[:at]}{chance.choice(PUT)}{text[at + chance.choice((0, 1, 3)) :]}")
    yield paths
    for one in paths:
        close_text(one.partition("\0")[0])


def test_both_ways_find_the_same(typed: list[str]) -> None:
    for one in typed:
        path, _, text = one.partition("\0")
        open_text(path, text)
        further = analyse_further(analyse_syntax(path, ()))
        if further is not None:
            whole = analyse(path, (), GameCache())
            assert _told(further) == _told(whole)
            assert (further.rules is None) == (whole.rules is None)
        close_text(path)


def _told(analysis: Analysis) -> list[tuple[object, ...]]:
    found = lsp_diagnostics(analysis, LocationConverter())
    return sorted((str(one.code), one.range.start.line, one.range.start.character, one.message) for one in found)
