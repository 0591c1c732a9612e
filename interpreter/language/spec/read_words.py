"""What symbols and choices are called, for people."""

from __future__ import annotations

from ..text.tree import Mapping
from .nodes import Called
from .reading import Reading, entries


def read_words(reading: Reading, tree: Mapping) -> dict[str, Called]:
    """The words of a spec: `words: {red: {en: "red", fr: "rouge"}}`. Whether anything has the name is looked at
    later.
    """
    return {
        entry.key.text: Called(
            reading.word(entry.key, f"words.{entry.key.text}"), reading.texts(entry.value, f"words.{entry.key.text}")
        )
        for entry in entries(tree, "words")
    }
