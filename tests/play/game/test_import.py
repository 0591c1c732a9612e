"""`import cardwright` loads nothing; public names are loaded when they are first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardwright
from cardwright.engines.program import layout
from cardwright.engines.program.layout import STATUSES

LIGHT = """
import sys
import cardwright
assert not [name for name in sys.modules if name.startswith(("cardwright.", "lark", "yaml"))]
from cardwright import load_game
assert load_game("mille-bornes").players == 2
"""


@pytest.mark.thorough
def test_the_package_alone_is_light() -> None:
    subprocess.run([sys.executable, "-c", LIGHT], check=True)


def test_the_public_statuses_are_those_of_the_engines() -> None:
    assert STATUSES == layout.STATUSES


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'load_gmae'"):
        cardwright.load_gmae  # noqa: B018
    assert all(getattr(cardwright, name) for name in cardwright.__all__)
