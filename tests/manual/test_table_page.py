"""The page about the table is correct: its game loads, and its picture and its JSON are what the game shows."""

from __future__ import annotations

import json
import re
from pathlib import Path

from cardwright import State, load_game
from cardwright.play.game.texts import Wordings
from cardwright.play.players.screen import Screen
from cardwright.play.players.terminal import table_lines

PAGE = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The only block of the page in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def example(folder: Path) -> State:
    """The position of the page: each player has climbed once."""
    path = folder / "hill-race.yaml"
    path.write_text(block("yaml"), encoding="utf-8")
    state = load_game(path).initial_state(seed=75)
    state.apply(state.legal_moves[0])
    state.apply(state.legal_moves[0])
    return state


def test_the_description_is_that_of_the_page(tmp_path: Path) -> None:
    assert example(tmp_path).table(0) == json.loads(block("json"))


def test_the_screen_is_that_of_the_page(tmp_path: Path) -> None:
    state = example(tmp_path)
    assert table_lines(state.table(0), Screen(), Wordings(state.game.spec)) == block("text").splitlines()


def test_every_key_is_on_the_page(tmp_path: Path) -> None:
    """Each key of the description is named in the tables of the page."""

    def keys(value: object) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*(keys(one) for one in value.values()))
        return set().union(*(keys(one) for one in value)) if isinstance(value, list) else set()

    table = example(tmp_path).table(0)
    found = keys({key: value for key, value in table.items() if key != "cards"})
    found |= keys([*table["cards"].values()]) | {"cards"}
    text = " ".join(re.findall(r"`[^`]+`", PAGE.partition("## Its keys")[2]))
    assert sorted(key for key in found if not re.search(rf"\b{key}\b", text)) == []
