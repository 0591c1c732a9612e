"""Where a move brings the cards that it names, as far as the rules say so: for pages on which cards are dragged."""

from __future__ import annotations

import random
import re

import pytest

from cardwright import load_game
from cardwright.engines.program.nodes import AskBlock
from cardwright.play.game.table import leads_to
from cardwright.source.merge.catalogue import find_games


def test_zones_of_moves() -> None:
    """Through named effects and branches; a move that takes a certain card leads there, too."""
    state, luck = load_game("mille-bornes").initial_state(seed=4), random.Random(2)
    spare: set[str] = set()
    found: dict[str, list[str] | None] = {}
    for _ in range(60):
        for move in state.table(state.current_seat)["moves"]:
            found.setdefault(move["text"].partition("(")[0], move.get("to"))
            spare |= {move["text"].partition("(")[0]} if "spare" in move else set()
        state.apply(luck.choice(state.legal_moves))
    assert found.pop("attack") is None, "the other's pile is not one's own, nor does a reaction bring it where it goes"
    assert spare == {"discard"}, "any card will do"
    assert found == {"advance": ["road"], "discard": ["discard"], "go": ["battle"], "safety": ["safeties"]}


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", [game.name for game in find_games().games])
def test_they_are_zones_of_the_game(name: str) -> None:
    game = load_game(name)
    asks = [block.end for block in game.program.blocks if isinstance(block.end, AskBlock)]
    led = {zone for end in asks for zones in leads_to(game.code, end).values() for zone in zones}
    assert led <= set(game.layout.families)


@pytest.mark.parametrize("name", ["neko-racing", "on-the-trail"])
def test_spaces_of_moves(name: str) -> None:
    """Where a move says that its player goes to stand on a track, there they stand after it."""
    state, luck, led = load_game(name).initial_state(seed=4), random.Random(2), 0
    while not state.is_terminal and state.decisions < 60:
        seat = state.current_seat
        moves = [one for one in state.table(seat)["moves"] if "spaces" in one]
        for move in moves[:: max(1, len(moves) // 3)]:
            values = [int(one) for one in re.findall(r"\d+", move["text"])]
            after = state.clone()
            after.apply(move["text"])
            for track in after.table(seat)["tracks"]:
                if track["id"] in move["spaces"]:
                    runner = next(one for one in track["at"] if one["owner"] == f"p{seat + 1}")
                    assert [values[at] for at in move["spaces"][track["id"]]] == [runner["place"], runner["across"]]
                    led += 1
        state.apply(luck.choice(state.legal_moves))
    assert bool(led) is (name == "neko-racing")
