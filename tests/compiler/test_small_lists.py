"""Elements of lists that are kept take as few bytes as their range allows, and mean the same at its ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.compile import compile_program
from cardwright.compiler.runtime.compiled_program import CellPosition
from cardwright.compiler.runtime.machine import FastMachine
from cardwright.engines.invariants import invariant_violation, without_dead_cells
from cardwright.engines.program.bounds import CELL
from cardwright.engines.program.compact_layout import compact_of
from cardwright.engines.program.layout import ERROR, FINISHED, SEED
from tests.compiler.lockstep import Pair, pair_of, play_both, same_playouts
from tests.compiler.test_fuel import calls_of

SPEC = """\
spec: 1
game: ends
title: "The ends of ranges"
players: 2
types: {colour: [red, blue]}
cards: {main: {list: {ace: {}, king: {}, queen: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables:
  low: {type: list of integer, range: [LOW, HIGH], room: 5, start: [LOW, HIGH]}
  own: {of: [player, 1..2], type: list of integer, range: [LOW, HIGH], room: 3, shows: owner}
  laps: {of: player, type: integer}
  seen: {of: colour, type: list of player, room: 3}
  bold: {of: player, type: list of boolean, room: 2, shows: none}
  laid: {type: list of main, room: 3}
  hues: {of: 1..3, type: list of colour, room: 2}
  sum: {type: integer}
  luck: {of: player, type: integer, range: [0, 9], start: random}
functions:
  from_both(integer k): "[n for p in players for n in p.own[k]]"
  nth(integer k): players[k]
begin: play
phases: {play: {turns: {}, until: round.number > 9, offer: [add, widen, swap, tell, drop, look, ask]}}
actions:
  add:
    choose: {k: 1..2, n: "[LOW, LOW + 1, HIGH - 1, HIGH]"}
    when: count(me.own[k]) < 3
    do: me.own[k] += [n]
  widen:
    choose: {k: 1..1, n: "[LOW - 1, HIGH + 1]"}
    when: round.number == 8 and count(me.own[k]) < 3
    do: me.own[k] = [n] + me.own[k]
  swap: {do: "low = [n for n in reverse(me.own[1]) if n in low or n > 0]"}
  tell:
    choose: {c: colour}
    do: |
      seen[c] = distinct(seen[c] + [me])
      me.bold = [me in seen[red], me in seen[blue]]
      hues[count(seen[c])] = [red] if me.bold == [true, true] else [c, blue]
  drop:
    choose: {c: pile}
    when: count(laid) < 3
    do: |
      laid = laid + [c]
      me.laps = count(laid) + 1
      for n in me.own[2]:
        me.own[2] -= [n]
        sum = (sum + n mod 7) mod 1000
  look:
    do: |
      let before = me.own[1]
      me.own[1] = [low[1] else HIGH]
      sum = count(n for k in 1..2 for n in from_both(k) if n < 0) + count(before)
      sum += count(n for k in 0..3 for n in (nth(k) else me).own[1] if n == HIGH)
      low = from_both(1)[1..5]
  ask:
    do: |
      sum = count(k for k in 0..4 if (nth(k) else me).own[2][k] == HIGH) + count(k for k in -1..6 if low[k] == LOW)
      sum += count(k for k in 0..3 if LOW in (nth(k) else me).own[1])
      sum += count(k for k in 0..3 if (HIGH + 1) in (nth(k) else me).own[1])
      sum += count(k for k in 0..3 if first((nth(k) else me).own[1]) == HIGH) + (4 if last(low) == HIGH else 0)
      sum += count(k for k in 0..3 if (nth(k) else me).own[2].empty) + (1 if low.top == LOW else 0)
      sum += count(k for k in 1..3 if me.bold[k] == true) + (1 if last(me.bold) == true else 0)
result:
  winners: best(p for p in players by count(p.own[1]), max(n for n in p.own[2]) else 0)
  score: count(n for n in low if n == LOW) + count(laid) + it.laps + it.luck + count(n for n in it.own[2] if n == HIGH)
limits: {decisions: 40}
"""


def ends(folder: Path, low: int, high: int) -> Pair:
    return pair_of(folder, SPEC, low=low, high=high)


def bytes_of(pair: Pair, name: str) -> int:
    """The bytes of an element."""
    return compact_of(pair.program).number_bytes[pair.program.layout.variables[name].address + 1]


RANGES = [
    (0, 255, 1),
    (0, 256, 2),
    (-1, 127, 1),
    (-1, 128, 2),
    (-128, 0, 1),
    (-129, 0, 2),
    (0, 65535, 2),
    (0, 65536, 4),
    (-32768, 32767, 2),
    (-32769, 32767, 4),
    (0, 4294967295, 4),
    (0, 4294967296, 8),
    (-2147483648, 2147483647, 4),
    (-2147483649, 2147483647, 8),
    (1000, 1001, 2),
    (-(2**63) + 2, 2**63 - 2, 8),
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("low", "high", "bytes"), RANGES)
def test_the_ends_of_a_range(tmp_path: Path, low: int, high: int, bytes: int) -> None:
    pair = ends(tmp_path, low, high)
    assert bytes_of(pair, "low") == bytes_of(pair, "own") == bytes
    errors = sum(play_both(pair, seed, explicit=seed % 2 == 1) for seed in range(12))
    assert 0 < errors < 12
    assert same_playouts(pair, 5, 30) == {ERROR, FINISHED}


def test_what_has_few_values(tmp_path: Path) -> None:
    """Players, booleans, kinds of card and symbols take a byte; the length is a cell."""
    pair = ends(tmp_path, 0, 9)
    assert {bytes_of(pair, name) for name in ("seen", "bold", "laid", "hues")} == {1}
    lengths = (pair.program.layout.variables[name].address for name in ("seen", "bold", "laid", "hues"))
    assert {compact_of(pair.program).number_bytes[address] for address in lengths} == {CELL}


def test_a_list_of_any_integers(tmp_path: Path) -> None:
    """Where no range is declared each element takes a cell."""
    spec = SPEC.replace("range: [LOW, HIGH], room: 3", "room: 3").replace("LOW", "0").replace("HIGH", "9")
    pair = pair_of(tmp_path, spec)
    assert (bytes_of(pair, "low"), bytes_of(pair, "own")) == (1, CELL)
    assert sum(play_both(pair, seed) for seed in range(6)) == 0


def test_a_position_from_outside(tmp_path: Path) -> None:
    """Elements up to the ends of the range are held; one outside, or behind the last, is not, nor is it sound."""
    pair = ends(tmp_path, -1, 127)
    table = pair.fast.start(3, explicit=False, record=False)
    at = pair.program.layout.variables["own"].at(2)
    for elements, held in ((-1, 127), True), ((127,), True), ((-128, -1, 5), True), ((-129,), False), ((128, 0), False):
        cells = list(table.state)
        cells[at : at + 4] = [len(elements), *elements, *[0] * (3 - len(elements))]
        assert compact_of(pair.program).fits(cells) == held
        sound = invariant_violation(pair.code, without_dead_cells(pair.code, cells)) is None
        assert sound == all(-1 <= one <= 127 for one in elements)
        other = pair.fast.resume(cells, explicit=False, steps=0, record=False)
        assert isinstance(other, FastMachine)
        assert isinstance(other.position, CellPosition) != held
        assert list(other.state) == cells
        numbers = cells[: pair.program.layout.place_at]
        assert list(other.numbers[: len(numbers)]) == numbers == [other.numbers[at] for at in range(len(numbers))]
        assert other.scores() == other.plain().scores()


def test_another_seed(tmp_path: Path) -> None:
    """The header and the sources of chance are set, and nothing else of what is held."""
    pair = ends(tmp_path, 0, 256)
    table, layout = pair.fast.start(3, explicit=False, record=False), pair.program.layout
    assert any(table.numbers[layout.sources_at : layout.place_at])
    cells = list(table.state)
    cells[SEED], cells[layout.sources_at : layout.place_at] = 7, [0] * len(layout.sources)
    table.reseed(7)
    assert list(table.state) == cells


BOARD = """\
spec: 1
game: board
title: "Board"
players: 2
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables:
  board: {type: list of integer, range: [-9, 255], room: 500}
  sum: {type: integer}
begin: play
phases: {play: {turns: {}, until: round.number > 2, offer: [go, fill]}}
actions:
  go:
    do: |
      for k in 1..50:
        sum += count(board) + (board[k] else 0) + (last(board) else 0) + (board.top else 0)
  fill: {do: "board = [k mod 9 for k in 1..500]"}
"""


def test_what_is_asked_of_a_list_takes_no_longer_the_longer_it_is(tmp_path: Path) -> None:
    pair = pair_of(tmp_path, BOARD)
    assert play_both(pair, 1) == 0
    spent = []
    for begun in (0, 0), (1, 0):
        table = pair.fast.start(3, explicit=False, record=False)
        for move in (*begun, 0):
            store = calls_of(table)._store
            before = store.get_fuel()
            table.play((move,))
        spent.append(before - store.get_fuel())
    assert 0 < spent[1] < 2 * spent[0]


def test_large_lists_are_copied_as_a_whole(tmp_path: Path) -> None:
    """The code of a game grows hardly with the room of its lists, whatever an element takes."""
    rooms = (pair_of(tmp_path, BOARD.replace("room: 500", "room: ROOM"), room=room) for room in (600, 4000))
    small, large = (len(compile_program(pair.program, "watched")) for pair in rooms)
    assert small < large < 1.2 * small
