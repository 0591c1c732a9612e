"""States of a compiled game hold few bytes; a position that is none of the game is held as its cells."""

from __future__ import annotations

from pathlib import Path

from cardwright import load_game
from cardwright.compiler.runtime.compiled_program import CellPosition
from cardwright.compiler.runtime.machine import FastMachine
from cardwright.play.game.game import Game, State
from tests.compiler.lockstep import pair_of, play_both

MARKED = """
spec: 1
game: marked
title: "Marked"
players: 2
cards:
  main:
    variables:
      bold: {type: boolean}
      mark: {type: integer or none, range: [0, 254]}
      debt: {type: integer, range: [-3, 300], start: -3}
    list: {ace: {}, king: {}, queen: {}, jack: {}, ten: {}, nine: {}, eight: {}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  row: {holds: main, order: row, shows: all}
begin: play
phases: {play: {turns: {}, until: round.number > 8, offer: [take, put, rest]}}
actions:
  take: {when: not pile.empty, do: draw 1 from pile to me.hand}
  put:
    choose: {c: me.hand}
    do: |
      c.bold = not c.bold
      c.mark = 254 - 127 * min(count(row), 2)
      c.debt = 300 - count(row)
      move c to row
  rest: {do: shuffle pile}
result: {winners: players, score: count(row) + sum(c.debt for c in it.hand)}
"""


def table_of(state: State) -> FastMachine:
    assert isinstance(state.machine, FastMachine)
    return state.machine


def test_variables_of_cards_are_held_whole(tmp_path: Path) -> None:
    pair = pair_of(tmp_path, MARKED)
    for seed in range(3):
        play_both(pair, seed, decisions=16)
    fast, plain = (Game(pair.program, engine=engine).initial_state(seed=3) for engine in ("fast", "reference"))
    while not fast.is_terminal:
        assert fast.scores == plain.scores  # which follow from cards
        place = fast.decisions % len(fast.legal_moves)
        fast.apply(place)
        plain.apply(place)
    assert table_of(fast).referred == 0


def test_a_clone_holds_the_same_bytes_until_it_is_played_on() -> None:
    state = load_game("mille-bornes", players=2, engine="fast").initial_state(seed=5)
    before = list(state.machine.state)
    clone = state.clone()
    assert table_of(clone).position is table_of(state).position
    clone.apply(0)
    assert list(state.machine.state) == before != list(clone.machine.state)
    assert 12 * len(table_of(state).position) < 8 * len(before)


def test_what_is_no_position_is_held_as_its_cells() -> None:
    games = [load_game("course-folle", engine=engine) for engine in ("fast", "reference")]
    fast, plain = (_doubled(game) for game in games)
    assert isinstance(table_of(fast).position, CellPosition)
    assert list(fast.machine.state) == list(plain.machine.state)
    for state in (fast, plain):
        state.apply(state.legal_moves[0].text)
    assert table_of(fast).referred == 1
    assert list(fast.machine.state) == list(plain.machine.state)


def _doubled(game: Game) -> State:
    """A position in which the first card lies twice, though no zone has room for so many."""
    state = game.initial_state(seed=1)
    cells, layout = list(state.machine.state), game.layout
    zone = next(zone for zone in layout.zones if zone.order == "heap" and cells[zone.address])
    cells[zone.address] += 1
    cells[zone.address + 1 : zone.address + 1 + cells[zone.address]] = [
        cells[zone.address + 1],
        *cells[zone.address + 1 : zone.address + cells[zone.address]],
    ]
    state.machine.state = cells
    return state
