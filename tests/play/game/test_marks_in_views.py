"""What a view says of variables of cards: of equal cards that differ which values there are, not which has which."""

from __future__ import annotations

from pathlib import Path

from cardwright import load_game

SPEC = """\
spec: 1
game: lamps
title: "Lamps"
players: 1
cards: {main: {list: {lamp: {copies: 3}, star: {copies: 2}}, variables: {lit: {type: boolean, start: false}}}}
zones: {table: {holds: main, start: listed, shows: all, order: row}}
begin: play
phases: {play: {turns: {}, until: "count(c for c in table if c.lit) == 2", offer: [light]}}
actions: {light: {choose: {c: "[c for c in table if not c.lit and c.kind == lamp]"}, do: c.lit = true}}
result: {winners: players}
"""


def test_equal_cards_that_differ(tmp_path: Path) -> None:
    (tmp_path / "lamps.yaml").write_text(SPEC, encoding="utf-8")
    state = load_game(str(tmp_path / "lamps.yaml"), engine="reference").initial_state(seed=1)
    assert state.view(0)["cards"] == {"lit": {"lamp": False, "star": False}}
    state.apply(0)
    assert state.view(0)["cards"] == {"lit": {"lamp": [False, False, True], "star": False}}
