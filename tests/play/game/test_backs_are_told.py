"""What stands on the back of a card that is passed on unseen is told to all who see it, and nothing else of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import Engine, load_game

GAME = """
spec: 1
game: passed-on
title: "Passed on"
players: 3
types: {colour: [red, blue]}
cards: {main: {attributes: {colour: colour, number: integer}, back: [colour], each: {colour: colour, number: 1..6}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: {all: colour, owner: all}}
  kept: {of: player, holds: main, shows: {all: colour, owner: all}}
begin: play
phases:
  play: {start: deal(), turns: {once: true}, offer: [keep], label: "Keep a card"}
effects:
  deal: |
    for p in players:
      draw 2 from pile to p.hand
actions:
  keep: {label: "Keep {c}", choose: {c: me.hand}, do: move c to me.kept}
reactions:
  stop:
    instead_of: keep
    asks: "[turn.player.next]"
    label: "Stop the {keep.c.colour} card"
    decline: "Let the {keep.c.colour} card lie"
    do: say(stopped)
words: {stopped: "a {keep.c.colour} card is stopped"}
result: {winners: best(p for p in players by count(p.kept))}
"""


@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_a_reaction_to_a_hidden_card_names_its_back(tmp_path: Path, engine: Engine) -> None:
    file = tmp_path / "passed-on.yaml"
    file.write_text(GAME)
    state = load_game(str(file), engine=engine).initial_state(seed=1)
    card = state.legal_moves[0].arguments[0]
    colour = card.partition("_")[0]
    state.apply(0)
    moves = {move["text"]: move["label"] for move in state.table(1, "en")["moves"]}
    assert moves == {"stop": f"Stop the {colour} card", "decline": f"Let the {colour} card lie"}
    assert card not in str(state.table(1, "en"))
    assert state.table(1, "en")["phase"] == {"id": "stop", "label": "Keep a card"}
    state.apply("stop")
    for seat in range(3):
        heard = state.events(seat)
        assert [one.told[0][1] for one in heard if one.what == "said"] == [colour]
        kept = next(one for one in heard if one.action == "keep")
        assert kept.arguments == ((card,) if seat == 0 else ("?",))
