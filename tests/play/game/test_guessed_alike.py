"""Both engines make the same determinisations, also where what a move tells is found by trying."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cardwright import Engine, load_game
from cardwright.engines.program.layout import RUNNING, STATUS
from cardwright.play.game.determinisation.simulator import Simulator
from cardwright.source.merge.catalogue import find_games

EARLY = Path(__file__).parent / "specs" / "early.yaml"
"""A game that is mostly over before it begins."""

CHANCES = 120
"""So many decisions of chance and of players are looked at."""


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 1)])
def test_both_engines_guess_alike_who_asks_for_cards(players: int, seed: int) -> None:
    one, other = (load_game("go-fish", players=players, engine=engine) for engine in ("reference", "fast"))
    state, twin, luck = one.initial_state(seed), other.initial_state(seed), Random(seed)
    for decision in range(9):
        number = luck.randrange(len(state.legal_moves))
        state.apply(number)
        twin.apply(number)
        if decision % 3 == 2:
            seat = luck.randrange(players)
            guess, same = state.resample(seat, decision), twin.resample(seat, decision)
            assert guess.canonical() == same.canonical()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", [game.name for game in find_games().games])
def test_both_engines_give_up_the_same_guesses(name: str) -> None:
    """Where chance decides something else, and the seat is then told what it was not."""
    reference, fast = (list(_astray(name, engine)) for engine in ("reference", "fast"))
    assert reference == fast


def test_both_engines_go_on_with_a_guess_that_ends_the_game() -> None:
    """To where it is compared with what was seen."""
    test_both_engines_give_up_the_same_guesses(str(EARLY))


def _astray(name: str, engine: Engine) -> Iterator[list[bool]]:
    """In a game at random: of each two things that chance may decide whether the last seat is told other things."""
    game, luck = load_game(name, engine=engine), Random(name)
    stage = Simulator(game.executor, game.players - 1)
    before, move, told = game.initial_state(chance="explicit").machine, None, list[int]()
    m = stage.start(before)
    for _ in range(CHANCES):
        if m.numbers[STATUS] != RUNNING:
            return
        if not m.outcomes:
            before, move, told = m, luck.choice(sorted(m.moves or ())), []
            m = stage.after(before, move)
            continue
        values = [value for value, _ in m.outcomes]
        some = sorted(luck.sample(values, min(len(values), 3)))
        ways = [stage.watched(before, move, [*told, value])[1] for value in some]
        tables = [m.clone() for _ in some]
        for table, value in zip(tables, some, strict=True):
            table.decide(value)
        yield [stage.astray(table, heard) for table in tables for heard in ways]
        told.append(some[0])
        m = tables[0]
