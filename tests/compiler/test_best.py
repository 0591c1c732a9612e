"""The best by several keys: where all keys fit in one number they are compared as one, with the same result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.lockstep import pair_of, same_playouts

SPEC = """\
spec: 1
game: scores
title: "Scores by several keys"
players: 4
cards: {main: {each: {colour: colour, worth: 1..3}, attributes: {colour: colour, worth: integer}, copies: 2}}
types: {colour: [red, blue]}
words: {red: {en: red}, blue: {en: blue}}
zones: {pile: {holds: main, start: shuffled, shows: count}, hand: {of: player, holds: main, shows: all}}
variables:
  low: {of: player, type: integer, range: [-3, 2]}
  high: {of: player, type: integer, range: [0, 1]}
  wide: {of: player, type: integer}
  chosen: {of: player, type: player or none, start: none}
  seen: {type: integer}
functions: {winning: "BEST"}
begin: play
phases:
  play:
    turns: {}
    until: round.number > 12
    offer: [one, other, far, choose, take]
actions:
  one:
    choose: {n: -3..2}
    do: |
      me.low = n
      seen = (seen + 3 * count(winning)) mod 1000
  other:
    do: |
      me.high = 1 - me.high
      for p in winning:
        p.wide += 1
  far: {choose: {n: 0..1}, do: me.wide += 5000000000000000000 * n - 4000000000000000000}
  choose: {choose: {p: players}, do: me.chosen = p}
  take: {when: {some: not pile.empty}, do: draw 1 from pile to me.hand}
result:
  winners: winning
  returns: it.low + 10 * count(winning) + seen
"""


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "best",
    [
        "best(p for p in players by p.low, p.high)",
        "best(p for p in players by 0 - p.low, p.high, count(p.hand))",
        "best(p for p in players if p.high == 1 by p.low)",
        "best(p for p in players by p.wide, p.high)",
        "best(p for p in players by 1 if p.chosen == p else 0 - p.high, p.low)",
        "best(p for p in players by p.low, 1 if p.chosen is none else 0)",
        "distinct(best(p for p in players for c in p.hand if c.colour == red by p.high, c.worth))",
        "[p for p in players if p == top(q for q in players by q.low, q.high)]",
        "distinct(best(p for p in players for q in players if p != q by p.low + q.low))",
    ],
)
def test_the_best_are_the_same(tmp_path: Path, best: str) -> None:
    same_playouts(pair_of(tmp_path, SPEC, best=best), 1, 40)


@pytest.mark.parametrize("value", ["high", "low", "wide"])
@pytest.mark.parametrize(
    "winners",
    [
        "best(p for p in players by p.VALUE)",
        "best(p for p in players by p.high, count(p.hand) mod 2, p.VALUE)",
        "best(p for p in players by 1 if p.chosen == p else 0 - p.VALUE, p.high)",
        "best(p for p in players by max(q.VALUE for q in players if q != p) else 0, p.low)",
    ],
)
def test_the_best_win(tmp_path: Path, winners: str, value: str) -> None:
    """Often several are equally good, and share."""
    spec = SPEC.replace("winners: winning", f'winners: "{winners}"').replace(
        "  returns: it.low + 10 *", "  score: it.low + 10 *"
    )
    pair = pair_of(tmp_path, spec.replace("VALUE", value), best="best(p for p in players by p.low)")
    same_playouts(pair, 1, 40)
