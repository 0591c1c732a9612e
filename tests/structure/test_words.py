"""No game's words in Python, nor in its docstrings: the names of cards, zones and rules are in specs only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.language.builtins.table import ROWS
from cardwright.source.merge.catalogue import shipped_folders
from tests.structure.python_files import PACKAGE, python_files
from tests.structure.words_in_python import Word, docstring_words, words

HERE = Path(__file__).parent
TEXTS = (PACKAGE / "diagnostics" / "codes.json", *sorted((PACKAGE / "languages").glob("*.json")))
"""Texts of the package that are looked at like those in its Python."""

NAMED = ("zones", "phases", "actions", "reactions", "types", "cards")


@cache
def plain(file: str) -> frozenset[str]:
    """The words of a list; what follows `#` says why one is there."""
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return frozenset(line.split("#")[0].strip() for line in lines) - {""}


@cache
def words_of_games() -> frozenset[str]:
    """The names in the large specs of the package, without the words of the language and plain English. (The shelf of
    small games uses hardly any other words.)
    """
    found = {
        word
        for path in shipped_folders()[0].glob("*/game.yaml")
        for word in names(yaml.safe_load(path.read_text(encoding="utf-8")))
    }
    return frozenset(found - plain("plain_words.txt") - set(ROWS))


def names(spec: dict[str, Any]) -> Iterator[str]:
    """The names of cards and their attributes, zones, phases and actions of a spec."""
    for section in NAMED:
        for name, body in (spec.get(section) or {}).items():
            yield name
            if section == "types":
                yield from map(str, body)
            if isinstance(body, dict):
                yield from _inside(body)


def _inside(body: dict[str, Any]) -> Iterator[str]:
    """Attributes of a deck and their symbols, kinds of cards."""
    for key in ("attributes", "list"):
        if isinstance(body.get(key), dict):
            yield from body[key]
    for values in (body.get("attributes") or {}).values():
        if isinstance(values, list):
            yield from map(str, values)


def test_there_are_words_to_look_for() -> None:
    assert len(words_of_games()) > 50


@pytest.mark.parametrize("folder", ["languages", *sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))])
def test_no_words_of_games(folder: str) -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {word}"
        for path in (
            *sorted((PACKAGE / folder).rglob("*.py")),
            *(one for one in TEXTS if one.is_relative_to(PACKAGE / folder)),
        )
        for word, line in words(path)
        if word in words_of_games()
    ]
    assert found == []


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")))
def test_no_words_of_games_in_docstrings(folder: str) -> None:
    """Examples are of no game in particular; words of plain English are listed."""
    unexcused = words_of_games() - plain("plain_in_docstrings.txt")
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {word}"
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        for word, line in docstring_words(path)
        if word in unexcused
    ]
    assert found == []


@pytest.mark.parametrize(("file", "of"), [("plain_words.txt", words), ("plain_in_docstrings.txt", docstring_words)])
def test_every_excused_word_is_used(file: str, of: Callable[[Path], Iterable[Word]]) -> None:
    """A word that Python no longer uses needs no excuse."""
    used = {word for path in (*python_files(), *(TEXTS if of is words else ())) for word, _ in of(path)}
    assert plain(file) - used == set()
