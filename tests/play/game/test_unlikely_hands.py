"""Who does not follow has nothing of the colour that was led, also where hardly any hand would have been like that."""

from __future__ import annotations

from pathlib import Path
from random import Random

from cardwright import load_game
from cardwright.play.game.determinisation.belief import SeatBelief

SPEC = """
spec: 1
game: following
title: "Following"
about: "One card is led, and the others lay one of its colour if they can."
players: 3
types: {colour: [red, green, blue]}
cards: {main: {attributes: {colour: colour, rank: integer}, each: {colour: colour, rank: 1..9}}}
zones:
  stock: {holds: main, order: stack, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  table: {holds: main, order: row, shows: all}
variables:
  led: {type: colour or none}
begin: match
phases:
  match: {steps: [deal, trick]}
  deal:
    do: |
      for p in players:
        draw 8 from stock to p.hand
  trick: {turns: {once: true}, offer: [lay]}
actions:
  lay:
    choose: {c: me.hand}
    when:
      follows: led is none or c.colour == led or not any(d.colour == led for d in me.hand)
    do: |
      led = c.colour if led is none else led
      move c to table
result: {winners: players}
"""


def test_who_does_not_follow_has_none(tmp_path: Path) -> None:
    """Cards dealt at random mostly let them follow; a hand without the colour is dealt on purpose, and looked at."""
    path, found = tmp_path / "game.yaml", 0
    path.write_text(SPEC)
    game = load_game(str(path))
    kinds = game.layout.kinds
    for seed in range(150):
        state, luck = game.initial_state(seed=seed), Random(seed)
        while not state.is_terminal:
            seat, number = state.current_seat, state.decisions + 1
            move = luck.choice(state.legal_moves)
            state.apply(move)
            led = state.view(0)["variables"]["led"]
            if led in move.text:
                continue
            watcher = (seat + 1) % 3
            guesses = [state.resample(watcher, k) for k in range(8)]
            assert [guess.sampling.rejected for guess in guesses if guess.sampling] == [0] * 8
            book = state.history.beginning.kept[watcher]
            assert isinstance(book, SeatBelief)
            (limit,) = book.limits[number]
            hand = game.layout.zones[limit.place]
            assert (hand.name, hand.owner, limit.most, limit.least) == ("hand", seat, 0, 0)
            none = {kinds[kind].id for kind in range(len(kinds)) if limit.kinds >> kind & 1}
            own, table = (state.view(watcher)["zones"][zone]["cards"] for zone in (f"p{watcher + 1}.hand", "table"))
            hidden = {row.id for row in kinds} - {*own, *table}
            assert none & hidden == {one for one in hidden if one.startswith(led)}
            found += 1
    assert found > 5
