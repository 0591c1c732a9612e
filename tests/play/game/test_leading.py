"""Where a move brings the cards that it names, as far as the rules say so: for pages on which cards are dragged."""

from __future__ import annotations

import random

import pytest

from cardwright import load_game
from cardwright.engines.program.nodes import AskBlock
from cardwright.play.game.table import leads_to
from cardwright.source.merge.catalogue import find_games


@pytest.mark.thorough
def test_zones_of_moves() -> None:
    """Through named effects and branches; a move that takes a certain card leads there, too."""
    state, luck = load_game("mille-bornes").initial_state(seed=4), random.Random(2)
    found: dict[str, list[str] | None] = {}
    for _ in range(60):
        for move in state.table(state.current_seat)["moves"]:
            found.setdefault(move["text"].partition("(")[0], move.get("to"))
        state.apply(luck.choice(state.legal_moves))
    del found["attack"]
    assert found == {"advance": ["road"], "discard": ["discard"], "go": ["battle"], "safety": ["safeties"]}


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", [game.name for game in find_games().games])
def test_they_are_zones_of_the_game(name: str) -> None:
    game = load_game(name)
    asks = [block.end for block in game.program.blocks if isinstance(block.end, AskBlock)]
    led = {zone for end in asks for zones in leads_to(game.code, end).values() for zone in zones}
    assert led <= set(game.layout.families)
