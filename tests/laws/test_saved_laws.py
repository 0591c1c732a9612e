"""Saved positions: sound ones come back as they were, others are refused, and none can do harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright import load_game
from cardwright.engines.invariants import invariant_violation, without_dead_cells
from cardwright.engines.program.layout import DRAWN, PC
from cardwright.language.ir import nodes as ir
from cardwright.play.game.game import Game, State
from cardwright.play.game.serialisation import _sum
from tests.laws.cell_laws import faults
from tests.laws.law_games import Case, cases, each_game

USUAL = [case for case in cases() if case.how == "usual"]
TAMPERINGS = 3
"""How many cells are changed in a saved position, one at a time."""


def positions(game: Game, seed: int, explicit: bool) -> Iterator[State]:
    """Some positions of a random game, to its end."""
    state = game.initial_state(seed=seed, chance="explicit" if explicit else "sampled")
    luck, n = Random(seed), 0
    while True:
        if n % 9 == 0 or state.is_terminal:
            yield state
        if state.is_terminal or n > 150:
            return
        state.apply(luck.randrange(len(state.legal_moves)))
        n += 1


@each_game
def test_every_position_is_sound(case: Case) -> None:
    for explicit in (False, True):
        for state in positions(case.game, 3, explicit):
            clean = without_dead_cells(case.game.code, list(state.machine.state))
            assert invariant_violation(case.game.code, clean) is None
            assert State.from_bytes(case.game, state.to_bytes()) == state


def test_whoever_sees_a_card_knows_it() -> None:
    """Where a zone shows its cards to all, a save that says that somebody does not know one is refused."""
    (case,) = [case for case in USUAL if case.name == "packets" and case.players == 2]
    state = case.game.initial_state(seed=1)
    state.apply("take")
    kept = json.loads(state.to_bytes())
    zone = next(zone for zone in case.game.layout.zones if "all" in zone.sees and kept["cells"][zone.address])
    at = case.game.layout.know_at + kept["cells"][zone.address + 1]
    kept["cells"][at] = 0
    del kept["sum"]
    with pytest.raises(ValueError, match=r"card \d+ is not known to somebody who sees it"):
        State.from_bytes(case.game, json.dumps({**kept, "sum": _sum(kept)}).encode())


def test_a_count_that_would_overflow_is_refused() -> None:
    """The engines would disagree on the random numbers after it."""
    kept = json.loads(USUAL[0].game.initial_state(seed=1).to_bytes())
    kept["cells"][DRAWN] = 2**63 - 1
    del kept["sum"]
    with pytest.raises(ValueError, match="its random stream is out of range"):
        State.from_bytes(USUAL[0].game, json.dumps({**kept, "sum": _sum(kept)}).encode())


@pytest.mark.parametrize(
    ("moves", "taken", "refused"),
    [
        (0, (0, 1), (2, -1)),  # all vote secretly: the first or the second of two decides
        (2, (0, 1), (2, -5, 2**31)),  # they bid: the record of player 2**31 would lie where that of the first does
        (4, (0, 1, 2), (3, -1, 2**62)),  # each in turn says yes or no
    ],
)
def test_a_loop_makes_no_more_turns_than_it_has(moves: int, taken: tuple[int, ...], refused: tuple[int, ...]) -> None:
    (case,) = [case for case in USUAL if case.name == "ballot" and case.players == 2]
    state = case.game.initial_state(seed=1)
    for _ in range(moves):
        state.apply(0)
    kept = json.loads(state.to_bytes())
    del kept["sum"]
    turns = case.game.code.turns_of[state.machine.state[PC]]
    (counter,) = (at for at, many in turns.items() if not (isinstance(many, ir.Const) and many.value == 3))  # 3 rounds
    for value in (*taken, *refused):
        kept["cells"][counter] = value
        saved = json.dumps({**kept, "sum": _sum(kept)}).encode()
        if value in taken:
            State.from_bytes(case.game, saved)
        else:
            with pytest.raises(ValueError, match=f"a loop of 2 turns has made {value}"):
                State.from_bytes(case.game, saved)


ONCE = """
spec: 1
game: once
title: Once
players: [2, 4]
cards:
  main:
    list: {ant: {copies: 4}, bee: {copies: 4}}
    variables: {marked: {type: boolean, start: false, each: hand}}
zones:
  pile: {holds: main, order: stack, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
begin: match
phases:
  match: {steps: [deal, hand]}
  deal:
    do: |
      for p in players:
        draw 2 from pile to p.hand
  hand: {steps: [play], times: 1}
  play: {turns: {from: first(players)}, offer: [stop]}
actions: {stop: {do: end match}}
"""


@pytest.mark.parametrize("players", [2, 4])
def test_a_loop_of_one_turn_leaves_the_one_before_it_alone(players: int, tmp_path: Path) -> None:
    """Nothing leads back to its test, so its counter begins there, in the cell where that of the players was."""
    (tmp_path / "once.yaml").write_text(ONCE, encoding="utf-8")
    state = load_game(tmp_path / "once.yaml", players=players).initial_state(chance="explicit")
    while not state.is_terminal:
        assert State.from_bytes(state.game, state.to_bytes()) == state
        state.apply(0)


def tampered(saved: bytes, luck: Random) -> bytes:
    """A saved position with one cell changed and a checksum that fits."""
    kept = json.loads(saved)
    del kept["sum"]
    at = luck.randrange(len(kept["cells"]))
    old = kept["cells"][at]
    kept["cells"][at] = luck.choice([old + 1, old - 1, 0, 1, 7, 255, -1, 2**31, 2**62, -(2**63), luck.randrange(64)])
    return json.dumps({**kept, "sum": _sum(kept)}).encode()


@pytest.mark.sampled(3)
@each_game
def test_a_changed_cell_does_no_harm(case: Case) -> None:
    """It is refused, or is a position that can be played on; other games of the same `Game` end as before."""
    pytest.importorskip("wasmtime")
    game = case.compiled
    before, luck = played(game, 11), Random(str(case))
    for state in positions(game, 5, False):
        for _ in range(TAMPERINGS):
            try:
                other = State.from_bytes(game, tampered(state.to_bytes(), luck))
            except ValueError:
                continue
            assert other.status == "error" or faults(other) == []
            for _ in range(12):
                if other.is_terminal:
                    break
                other.apply(luck.randrange(len(other.legal_moves)))
    assert played(game, 11) == before


def played(game: Game, seed: int) -> Any:
    """How a random game goes and ends, and some playouts."""
    *_, last = positions(game, seed, False)
    return last.canonical(), last.returns, list(game.playouts(3, seed=seed).lengths)


@pytest.mark.parametrize("case", USUAL[:4], ids=str)
def test_a_damaged_save_is_refused(case: Case) -> None:
    saved = case.game.initial_state(seed=1).to_bytes()
    luck = Random(1)
    for _ in range(50):
        at = luck.randrange(len(saved))
        damaged = saved[:at] + bytes([saved[at] ^ (1 << luck.randrange(7))]) + saved[at + 1 :]
        with pytest.raises(ValueError, match="saved position|saved with other rules"):
            State.from_bytes(case.game, damaged)


WRONG: list[Any] = [None, 7, "text", b"", b"{", b"[]", b"null", b"[" * 100_000, json.dumps({"cells": []}).encode()]


@pytest.mark.parametrize("saved", WRONG, ids=range(len(WRONG)))
def test_what_is_no_position_is_refused(saved: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="saved position|saved must be bytes"):
        State.from_bytes(cases()[0].game, saved)
