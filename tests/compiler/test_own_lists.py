"""What the compiled engine says a seat sees: all of its own, in each member of a family and of a list, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.compiler.runtime.executor import FastExecutor
from cardwright.play.game.game import Game

SPEC = """\
spec: 1
game: own
title: "Own"
players: 2
cards: {main: {list: {ace: {copies: 2}}}}
zones: {pile: {holds: main, start: listed, shows: count}}
variables:
  kept: {of: [player, 1..3], type: integer, shows: owner}
  notes: {of: [player, 1..2], type: list of integer, room: 3, shows: owner}
begin: play
phases: {play: {turns: {}, offer: [go, keep], until: pile.empty}}
actions:
  go: {}
  keep:
    choose: {k: 1..2}
    do: |
      me.kept[k + 1] += 1
      me.notes[k] += [k]
limits: {decisions: 6}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("own") / "own.yaml"
    path.write_text(SPEC, encoding="utf-8")
    return load_game(str(path))


def seen(game: Game, seat: int, changed: int | None = None) -> int:
    """What a seat sees after a move, where this cell was changed before it."""
    cells = list(game.initial_state().machine.state)
    if changed is not None:
        cells[changed] += 1
    executor = FastExecutor(game.program, lambda: game.code)
    table = executor.rehearse(game.code.at(cells), seat)
    table.play((0,))
    assert table.seen is not None
    return table.seen[0]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["kept", "notes"])
def test_each_cell_is_seen_by_its_owner_alone(game: Game, name: str) -> None:
    cell = game.layout.variables[name]
    each = (cell.end - cell.address) // 2
    for seat in (0, 1):
        own = range(cell.address + seat * each, cell.address + (seat + 1) * each)
        plain = seen(game, seat)
        for changed in range(cell.address, cell.end):
            assert (seen(game, seat, changed) != plain) == (changed in own), (seat, changed)
