"""The fast executor plays every game as the reference executor does: cells, legal moves, chance, errors, events."""

from __future__ import annotations

import pytest

from cardwright.compiler.values import builtins, comprehensions
from cardwright.engines.program.make import make_program
from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import ROWS
from cardwright.language.ir import game as decl
from tests.compiler.lockstep import Pair, play_both
from tests.engines.program.small_games import GAMES
from tests.laws.law_games import Case, cases


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_game(case: Case) -> None:
    pair = Pair(case.game.program)
    play_both(pair, 1, decisions=90)
    play_both(pair, 3, explicit=True, decisions=60)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_games_written_by_hand(game: decl.TypedGame, players: int) -> None:
    pair = Pair(make_program(game, players=players, options={}))
    for seed in range(10):
        play_both(pair, seed, explicit=seed % 2 == 1)


def test_all_builtins_are_compiled() -> None:
    assert ROWS.keys() == builtins._PLAIN.keys() | builtins._SPECIAL.keys()
    assert FOLDS.keys() == comprehensions._FOLDS.keys()
