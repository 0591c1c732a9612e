"""The page on trust has the attacks as they are recorded, with the commands that make them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def _figures() -> Any:
    spec = importlib.util.spec_from_file_location("figures", ROOT / "benchmarks" / "figures.py")
    assert spec is not None and spec.loader is not None
    figures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figures)
    return figures


FIGURES = _figures()


def test_the_table_is_up_to_date() -> None:
    text = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    assert FIGURES.page(text) == text, "python benchmarks/figures.py page"


def test_attacks_are_recorded() -> None:
    """Each with its command and commit: without any the table would be up to date, and empty."""
    attacks = [one for one in FIGURES.figures() if one["kind"] == "attack"]
    assert attacks and all(one["value"] > 0 and one["found"] >= 0 for one in attacks)
    assert all(one["command"] and one["commit"] for one in attacks)


def test_a_folder_of_tests_that_the_page_names_exists() -> None:
    text = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    named = [word for word in text.split("`") if word.startswith("tests/")]
    assert named and all((ROOT / word).exists() for word in named)
