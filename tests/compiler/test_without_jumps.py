"""What is emitted without jumps means the same: both engines play alike where it could differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.lockstep import Pair, pair_of, play_both, same_playouts

HEAPS = """
spec: 1
game: heaps
title: "Large hands of many kinds, a row of which one card at most passes, numbers above 64 and below 0"
players: 2..5
types: {vehicle: [train, car, boat, plane]}
cards:
  rank_card: {attributes: {vehicle: vehicle or none}, list: {
    low: {vehicle: train}, mid: {vehicle: car}, high: {vehicle: boat}, odd: {}}}
  main: {attributes: {vehicle: vehicle or none, n: integer}, list: {
    KINDS}}
zones:
  order: {holds: rank_card, start: listed, order: row, shows: all}
  aside: {holds: rank_card, order: row, shows: all}
  pile: {holds: main, start: shuffled, order: stack, shows: count}
  hand: {of: player, holds: main, shows: owner}
  gone: {holds: main, shows: all}
variables:
  total: {of: player, type: integer, start: 0}
  wish: {type: vehicle or none, start: none}
  met: {type: list of integer, room: 64, start: []}
functions:
  rank(vehicle or none v): min(place(r) for r in order if r.vehicle == v) else 9
  marks(player p): distinct([c.n * 37 mod 150 - 20 for c in p.hand])
  worth(player p): "sum(rank(v) * count(c for c in p.hand if c.vehicle == v) for v in [train, car, boat, plane])"
begin: play
phases:
  play:
    turns: {}
    until: round.number > 9
    steps: [more, choice]
  more: {do: draw 6 from pile to me.hand}
  choice: {offer: [keep, lift, lower, away, back]}
actions:
  keep:
    choose: {c: me.hand}
    do: |
      wish = c.vehicle
      met = marks(me)
      me.total = me.total + worth(me) + count(met) + (met[c.n mod 9] else 0) + (gone.only.n else 0)
      move c to gone
  lift:
    choose: {c: me.hand}
    when: {there: any(r.vehicle == c.vehicle for r in order)}
    do: |
      for r in [x for x in order if x.vehicle == c.vehicle]:
        move r to top of order
      move c to gone
  lower:
    when: {wished: any(r.vehicle == wish for r in order)}
    do: move first(r for r in order if r.vehicle == wish) to bottom of order
  away: {when: {several: count(order) > 2}, do: move order.top to aside}
  back: {when: {some: not aside.empty}, do: move aside to order}
result:
  winners: best(p for p in players by p.total)
"""

KINDS = 68


def _pair(tmp_path: Path, players: int) -> Pair:
    vehicles = ("vehicle: train, ", "vehicle: car, ", "vehicle: boat, ", "vehicle: plane, ", "")
    kinds = (f"k{n}: {{{vehicles[n % 5]}n: {n}}}" for n in range(1, KINDS + 1))
    return pair_of(tmp_path, HEAPS, players=players, kinds=",\n    ".join(kinds))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("players", [2, 5])
def test_both_engines_play_it_alike(tmp_path: Path, players: int) -> None:
    """With two players loops through them are emitted turn by turn, with five they are not."""
    pair = _pair(tmp_path, players)
    play_both(pair, 1, decisions=16)
    same_playouts(pair, 5, 12)


NOBODY = """
spec: 2
game: nobody
title: "Who took the card is asked for their team only where somebody has taken it"
players: 4
teams: 2
cards: {main: {list: {one: {copies: 8}}}}
zones:
  pile: {holds: main, start: listed}
variables:
  taker: {type: player or none}
  points: {of: team, type: integer, range: 0..9999}
functions:
  bonus(team t): 20 if taker is not none and taker.team == t else 0
begin: play
phases:
  play: {turns: {}, offer: [take, leave], repeat: {until: round.number > 4}}
actions:
  take: {do: taker = me}
  leave:
    do: |
      for t in teams:
        t.points += bonus(t.rival)
result: {winners: best(t for t in teams by t.points)}
"""


@pytest.mark.parametrize("seed", range(3))
def test_nobody_has_a_team(seed: int, tmp_path: Path) -> None:
    """The parts of a condition change places only where none of them needs another before it."""
    play_both(pair_of(tmp_path, NOBODY), seed)
