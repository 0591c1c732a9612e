"""In the tables of a study everything that can be done is called by its label, in each language of the game."""

from __future__ import annotations

import pytest

from cardwright import load_game
from cardwright.engines.program.nodes import AskBlock
from cardwright.play.game.texts import Wordings, spaced
from cardwright.studies.report.wording import names_of

GAMES = [("mille-bornes", 2), ("on-the-trail", 2), ("course-folle", 3), ("neko-racing", 3)]


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_whatever_can_be_chosen_has_a_name(name: str, players: int, language: str) -> None:
    """A label may happen to be the id; but an id with an English word in it is no French label."""
    game = load_game(name, players=players)
    words = Wordings(game.spec, language)
    asked = [block.end for block in game.program.blocks if isinstance(block.end, AskBlock)]
    ids = {choice.name for end in asked for choice in end.choices if choice.name}
    told = names_of(ids, "actions", words)
    without = {one for one, text in told.items() if text == spaced(one)}
    assert not without


def test_a_choice_inside_an_effect() -> None:
    words = Wordings(load_game("mille-bornes").spec, "fr")
    assert names_of(["extend"], "actions", words) == {"extend": "Demander l’allonge ou non"}
