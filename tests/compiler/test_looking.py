"""What a seat sees of a position, as the compiled engine compares it: all that it sees counts, and nothing else."""

from __future__ import annotations

from pathlib import Path

from cardwright import Engine, load_game
from cardwright.play.game.game import State
from tests.compiler.lockstep import pair_of

SPEC = """\
spec: 1
game: hidden-families
title: "Hidden families"
players: 4
teams: {number: 2}
types: {colour: [red, blue, green]}
cards: {main: {list: {ace: {copies: 2}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables:
  die: {of: [player, 1..2], type: integer, range: [1, 6], shows: owner}
  flag: {of: [team, colour], type: integer, range: [1, 4], shows: owner}
  open: {of: colour, type: integer, range: [1, 6]}
begin: play
phases:
  play: {turns: {}, until: round.number == 3, offer: [throw]}
actions:
  throw:
    do: |
      for k in 1..2:
        random one in 1..6
        me.die[k] = one
      for c in colour:
        random two in 1..4
        me.team.flag[c] = two
        open[c] = two + me.die[1] div 4
"""


def test_members_of_a_family_are_seen_by_their_owner_and_by_nobody_else(tmp_path: Path) -> None:
    """Guesses of both engines are the same; they keep what the seat sees, and vary in what it does not see."""
    path = tmp_path / "game.yaml"
    path.write_text(SPEC)
    states = [_played(path, "reference"), _played(path, "fast")]
    for seat in range(4):
        found = [[state.resample(seat, seed) for seed in range(4)] for state in states]
        assert [one.canonical() for one in found[0]] == [one.canonical() for one in found[1]]
        assert all(one.view(seat) == states[0].view(seat) for one in found[0])
        other = (seat + 1) % 4
        assert len({str(one.view(other)["variables"]) for one in found[0]}) > 1


def _played(path: Path, engine: Engine) -> State:
    state = load_game(path, engine=engine).initial_state(seed=3)
    for _ in range(4):
        state.apply(0)
    return state


COUNTED = """\
spec: 1
game: counted-openly
title: "Counted openly"
players: 2
cards: {main: {list: {king: {}, queen: {}, jack: {}, ten: {}, ace: {copies: 4}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables:
  rolled: {of: player, type: list of integer, range: [0, 999], room: 2}
  aces: {of: player, type: integer}
begin: play
phases:
  play: {turns: {}, until: round.number == 4, offer: [draw_two, wait]}
actions:
  draw_two:
    do: |
      draw 2 from pile to me.hand
      me.aces = count(c for c in me.hand if c == ace)
  wait: {do: "me.rolled = [round.number]"}
"""


def test_what_is_counted_behind_a_list_is_seen(tmp_path: Path) -> None:
    """Both take 2 bytes a number, but lie apart: the count is looked at, and no card that lies behind the list."""
    pair = pair_of(tmp_path, COUNTED)
    aces = pair.program.layout.variables["aces"]
    found = set[tuple[int, int]]()
    for seed in range(20):
        table = pair.fast.start(seed, explicit=False, record=False)
        table.watch(1)
        for move in (0, 1):
            table.play((move,))
        assert table.seen is not None
        found.add((table.state[aces.at(0)], table.seen[0]))
    many = {many for many, _ in found}
    assert len(found) == len(many) == len({look for _, look in found}) > 1
