"""The page about the command line has a section for each verb."""

from __future__ import annotations

import re
from pathlib import Path

from cardwright.commands.verbs import VERBS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def test_every_verb_has_its_section() -> None:
    assert re.findall(r"^### `(.*)`$", PAGE, re.MULTILINE) == list(VERBS)


def test_a_section_begins_with_its_verb() -> None:
    for verb, text in re.findall(r"^### `(.*)`\n\n(.*)$", PAGE, re.MULTILINE):
        assert text.startswith(f"`cardwright {verb}")
