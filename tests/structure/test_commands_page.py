"""The page about the command line has a section for each verb, and tables with each bot and each law of play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from cardwright.commands.verbs import VERBS
from cardwright.play.hunting.laws import LAWS, Name
from cardwright.play.players.registry import EXTERNAL, PLAYERS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE, PLAYERS_PAGE = ((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("commands", "players"))


def test_every_verb_has_its_section() -> None:
    assert re.findall(r"^### `(.*)`$", PAGE, re.MULTILINE) == list(VERBS)


def test_a_section_begins_with_its_verb() -> None:
    for verb, text in re.findall(r"^### `(.*)`\n\n(.*)$", PAGE, re.MULTILINE):
        assert text.startswith(f"`cardwright {verb}")


def first_words(page: str, title: str) -> set[str]:
    """What the first column of the table behind a line of a page names: in code, up to a colon."""
    table = page.partition(f"\n{title}\n")[2].partition("\n\n")[0]
    return {
        word.partition(":")[0] for row in table.splitlines()[1:] for word in re.findall(r"`([^`]+)`", row.split("|")[1])
    }


def test_every_bot_is_in_the_tables() -> None:
    for page in (PAGE, PLAYERS_PAGE):
        assert first_words(page, "| bot | |") == {*PLAYERS, EXTERNAL}


def test_every_law_of_play_is_in_the_table() -> None:
    """The interpreter holds one as it plays, and what somebody asks for another."""
    assert first_words(PAGE, "| law | what must hold |") == {*LAWS, "always", "interpreter"} == set(get_args(Name))
