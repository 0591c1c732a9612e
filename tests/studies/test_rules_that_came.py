"""A study counts the moves at which rules came to pass, each for the side whose rule it was."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from cardwright import load_game
from cardwright.play.players.registry import make_players
from cardwright.play.trial.coverage import cases_of
from cardwright.studies.measures.observation import watch

SPEC = """\
spec: 1
game: steps
title: "Steps"
players: 2
cards:
  main:
    active_in: charm
    list:
      shoe: {after: {step: "me.gone += 0"}}
zones:
  box: {holds: main, start: listed}
  charm: {of: player, holds: main}
variables:
  gone: {of: player, type: integer, start: 0, shows: all}
  passed: {type: integer, start: 0, shows: all}
begin: play
phases:
  play:
    turns: {}
    until: round.number == 3 and round.complete
    steps: [walk, look]
  walk: {offer: [step]}
  look:
    do: |
      if me.gone == 2:
        passed += 1
      if passed == 2:
        tidy()
actions:
  step:
    do: |
      me.gone += 1
      if me.gone == 1:
        if not box.empty:
          move box.only to me.charm
        else:
          passed += 0
      elif me.gone == 3:
        passed += 1
effects:
  tidy: |
    if passed > 1:
      passed += 0
triggers:
  applause: {after: step, when: me.gone == 3, do: passed += 0}
result:
  winners: best(p for p in players by p.gone)
"""

CAME = {
    # Three steps each; whoever steps for the first or the third time, and p1 has the shoe from then on.
    (0, "actions.step: if me.gone == 1"): 1,
    (1, "actions.step: if me.gone == 1"): 1,
    (0, "actions.step: if not box.empty"): 1,
    (1, "actions.step: unless not box.empty"): 1,
    (0, "actions.step: if me.gone == 3"): 1,
    (1, "actions.step: if me.gone == 3"): 1,
    (0, "triggers.applause"): 1,
    (1, "triggers.applause"): 1,
    # The second step of each, which is looked at before the next decision.
    (0, "phases.look: if me.gone == 2"): 1,
    (1, "phases.look: if me.gone == 2"): 1,
    # Passed is 2 only when p2 has made the second step; the third of p1 makes it 3.
    (-1, "phases.look: if passed == 2"): 1,
    (-1, "effects.tidy: if passed > 1"): 1,
    # After each step: the first of p1 brings the shoe to the table, and is over only then.
    (-1, "main.shoe: step"): 6,
}


def test_rules_that_come_to_pass(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(SPEC)
    game = load_game(str(tmp_path / "game.yaml"))
    assert game.spec is not None and {name for _, name in CAME} == {case.name for case in cases_of(game.spec)}
    kinds = ("first", "first")
    seen = watch(game, make_players(kinds, 0), kinds, seed=0, fully=True, rules=True)
    assert seen.watched is not None and seen.watched.rules == Counter(CAME)
