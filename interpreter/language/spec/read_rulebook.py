"""Reads the passages that a rulebook tells besides the texts beside each rule."""

from __future__ import annotations

from collections.abc import Mapping as Map
from typing import get_args

from ..text.tree import Entry, Mapping, Sequence
from .nodes import ChapterName, Passage
from .reading import Reading, entries, mapping, one_of

CHAPTERS: Map[str, ChapterName] = {word: word for word in get_args(ChapterName)}


def read_rulebook(reading: Reading, tree: Mapping) -> dict[str, Passage]:
    """The passages of a spec, in their order: `rulebook: {rows: {chapter: setup, text: "There are two rows."}}`."""
    return {entry.key.text: _passage(reading, entry) for entry in entries(tree, "rulebook")}


def _passage(reading: Reading, entry: Entry) -> Passage:
    path, tree = f"rulebook.{entry.key.text}", mapping(entry.value)
    steps = tree.get("steps")
    return Passage(
        name=reading.word(entry.key, path),
        chapter=one_of(tree, "chapter", CHAPTERS, "special"),
        about=reading.about(tree, path),
        steps=tuple(
            reading.texts(item, f"{path}.steps") for item in (steps.items if isinstance(steps, Sequence) else ())
        ),
    )
