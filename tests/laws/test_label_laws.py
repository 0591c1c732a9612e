"""What texts name in braces is only told: a label that is corrected leaves saved positions readable.

Games whose names are equal are equal; a game with another label has a name of its own, but the same positions.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.game import State

GAME = """\
spec: 1
game: labels
title: "Labels"
players: 2
cards: {main: {attributes: {colour: [red, black], number: integer}, each: {colour: colour, number: 1..6}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  laid: {holds: main, order: row, shows: all}
  hand: {of: player, holds: main, shows: owner}
functions:
  weight: sum(c.number for c in laid)
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [draw, lay]}
actions:
  draw: {label: "Draw%s", when: {few: {that: count(me.hand) < 3, en: "no more%s"}}, do: draw 1 from pile to me.hand}
  lay: {label: "Lay {c}%s", choose: {c: me.hand}, do: move c to laid}
"""

NAMED = ["", " ({count(pile)} left)", " ({weight})"]


@pytest.mark.parametrize("named", NAMED[1:])
def test_saved_positions_survive_a_corrected_label(named: str, tmp_path: Path) -> None:
    games = []
    for number, one in enumerate((NAMED[0], named)):
        path = tmp_path / f"{number}.yaml"
        path.write_text(GAME.replace("%s", one), encoding="utf-8")
        games.append(load_game(str(path)))
    before, after = games
    assert before != after and before.fingerprint != after.fingerprint
    state = before.initial_state(seed=5)
    for number in range(6):
        there = State.from_bytes(after, state.to_bytes())
        assert there.fingerprint() == state.fingerprint() and there.view(0) == state.view(0)
        assert [move.text for move in there.legal_moves] == [move.text for move in state.legal_moves]
        state.apply(number % len(state.legal_moves))


def test_other_rules_have_other_positions(tmp_path: Path) -> None:
    for name, limit in (("three", "3"), ("four", "4")):
        text = GAME.replace("%s", "").replace("< 3", f"< {limit}")
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    three, four = (load_game(str(tmp_path / f"{name}.yaml")) for name in ("three", "four"))
    with pytest.raises(ValueError, match="saved with other rules"):
        State.from_bytes(four, three.initial_state(seed=1).to_bytes())
