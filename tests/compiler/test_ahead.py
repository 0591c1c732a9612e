"""Divisions that stay the same in a loop are made before it: the games are the same, with their errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright.compiler.compile import compile_program
from cardwright.compiler.values import code_motion
from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import ERROR, FINISHED
from tests.compiler.lockstep import Pair, pair_of, same_playouts

SPEC = """\
spec: 1
game: rings
title: "Places on a ring"
players: 3
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables:
  place: {of: player, type: integer, range: [0, 60]}
  other: {of: player, type: player or none, start: none}
  far: {type: integer}
  seen: {type: integer, range: [0, 1000000]}
functions:
  ring(integer n, integer m): (n + m) mod 7
  meets(player p, integer n): any(ring(q.place, 2) == ring(n, 0) for q in players if q != p)
effects:
  note(integer n): seen = (seen + n) mod 1000
  LOOP
begin: play
phases: {play: {turns: {}, until: round.number > 9, offer: [drive, leap, chase, look]}}
actions:
  drive: {choose: {n: 0..20}, do: me.place = n}
  leap: {choose: {n: 0..1}, do: far += 5000000000000000000 * n - 2000000000000000000}
  chase: {choose: {p: players}, do: me.other = p}
  look: {choose: {n: 0..9}, do: "go_round(me, n)"}
result:
  winners: "[p for p in players if p.place mod 2 == 0]"
  returns: it.place + 100 * seen
limits: {steps: STEPS, decisions: 60}
"""


def _pair(tmp_path: Path, body: str, steps: int = 1000000) -> Pair:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return pair_of(tmp_path, SPEC, loop=f"go_round(player p, integer n): |\n{lines}", steps=steps)


LOOPS = {
    "in a function, for each player": """\
for i in n..n + 4:
  if meets(p, i):
    note(i)""",
    "in a loop in a loop": """\
for i in n..n + 3:
  for k in 1..6:
    if ring(p.place, n) == k and ring(n, i) != k:
      note(k)""",
    "of what is written": """\
for i in 0..8:
  if ring(p.place, i) != ring(p.place, 0):
    p.place = ring(p.place, n) + i""",
    "of what another player is given": """\
for i in 0..8:
  for q in players:
    if ring(p.place, n) > 2:
      q.place = ring(q.place, i)""",
    "of what an effect writes": """\
for i in 0..8:
  if ring(seen, n) < 4:
    note(i + 1)""",
    "of a name that changes": """\
let k = n
for i in 0..8:
  if ring(k, 1) < 5:
    k = k + ring(n, i)
    note(k)""",
    "of a name within": """\
for i in 0..8:
  let k = ring(i, n) + p.place
  if k mod 3 == 1:
    note(ring(k, n))""",
    "of nobody": """\
for i in 0..8:
  if p.other is not none and ring(p.other.place, 3) == i:
    note(i + ring(n, p.other.place))""",
    "that may become too large": """\
for i in 0..8:
  if i > 5 and (far * 2) mod 5 == 1:
    note(i)""",
    "that is not reached": """\
for i in n..4:
  if far > 0 and (far + far) mod 5 == 1:
    note(i)""",
}

AHEAD = {
    "in a function, for each player": [3],
    "in a loop in a loop": [1, 1],
    "of what is written": [],
    "of what another player is given": [],
    "of a name within": [0],
    "of nobody": [0],
    "that may become too large": [0],
}
"""In each loop with a division that may stay the same: how many are made ahead.

The inner loop of two makes one of its own.
"""


@pytest.mark.sampled(10)
@pytest.mark.parametrize("body", LOOPS.values(), ids=LOOPS)
@pytest.mark.parametrize("steps", [12, 40, 1000000])
def test_the_same_games(tmp_path: Path, body: str, steps: int) -> None:
    same_playouts(_pair(tmp_path, body, steps), 1, 40)


@pytest.mark.parametrize("name", ["that may become too large", "that is not reached"])
def test_some_become_too_large(tmp_path: Path, name: str) -> None:
    """And in some games they do not: so the test above sees if one is made that nobody asks for."""
    pair = _pair(tmp_path, LOOPS[name])
    assert set(pair.fast.playouts(list(first_state(pair.code, 0)), 60, 1).ends) == {FINISHED, ERROR}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "many"), AHEAD.items())
def test_which_are_made_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, many: list[int]) -> None:
    found, divisions = list[int](), code_motion.divisions

    def noted(*given: Any) -> Any:
        made = divisions(*given)
        found.append(len(made))
        return made

    monkeypatch.setattr(code_motion, "divisions", noted)
    compile_program(_pair(tmp_path, LOOPS[name]).program, "playouts")
    assert found == many
    found.clear()
    compile_program(_pair(tmp_path, LOOPS[name], steps=12).program, "playouts")
    assert not found, "where steps are counted none are"
