"""Chance by a secret: both engines draw the same, all outcomes as often as they should come, and none a second time."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.chance import SecretChance, new_secret, reseeded_copy, resume_with_seed
from cardwright.play.game.decider import EVERYTHING
from cardwright.play.game.engines import ENGINES, Engine
from cardwright.play.game.game import State
from cardwright.play.players.registry import maker

GAMES = ("love-letter", "blackjack", "liars-dice", "mille-bornes")

DRAWING = """
spec: 1
game: drawing
title: "Drawing"
players: 1
cards: {main: {list: {ace: {copies: 20}, two: {copies: 20}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  stock: {holds: main, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables: {die: {type: integer, range: [0, 6], start: 0, shows: all}}
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [take, other, mix, roll]}
actions:
  take: {do: draw 1 from pile to me.hand}
  other: {do: draw 1 from pile to stock}
  mix: {do: shuffle pile}
  roll:
    do: |
      random face in 1..6
      die = face
"""


def begun(name: str, secret: int, engine: Engine | None = None) -> tuple[State, SecretChance]:
    """A game by a secret, at its first decision."""
    chance = SecretChance(secret)
    state = load_game(name, engine=engine).initial_state(chance="explicit")
    chance.settle(state)
    return state, chance


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", GAMES)
def test_both_engines_play_the_same_game_by_a_secret(name: str) -> None:
    """And another one by another secret."""
    ends = []
    secrets: tuple[tuple[int, Engine], ...] = ((7, "reference"), (7, ENGINES[0]), (8, ENGINES[0]))
    for secret, engine in secrets:
        (state, chance), luck = begun(name, secret, engine), random.Random(3)
        while not state.is_terminal and state.decisions < 40:
            state.apply(luck.choice(state.legal_moves))
            chance.settle(state)
        ends.append([state.fingerprint(), *(one.to_json() for one in state.events(EVERYTHING))])
    assert ends[0] == ends[1] != ends[2]


def test_all_outcomes_come_as_often_as_they_should() -> None:
    """Kuhn poker has six deals; the limit is that of chi-squared with 5 degrees of freedom for one in 10,000."""
    game, counts = load_game("kuhn-poker"), Counter[str]()
    for secret in range(1200):
        state = game.initial_state(chance="explicit")
        SecretChance(secret).settle(state)
        counts[str([state.view(seat)["zones"][f"p{seat + 1}.hand"] for seat in range(2)])] += 1
    assert len(counts) == 6 and sum((many - 200) ** 2 / 200 for many in counts.values()) < 25.7


def test_nobody_gets_another_card_by_taking_moves_back(tmp_path: Path) -> None:
    """Whatever else is thrown or drawn first; but what was mixed again lies in another order."""
    file = tmp_path / "drawing.yaml"
    file.write_text(DRAWING, encoding="utf-8")
    drawn = Counter[tuple[bool, bool]]()
    for secret in range(40):
        hands = []
        for moves in (["take"], ["roll", "roll", "take"], ["mix", "take"]):
            state, chance = begun(str(file), secret)
            for move in moves:
                state.apply(move)
                chance.settle(state)
            hands.append(str(state.view(0)["zones"]["p1.hand"]))
        drawn[hands[0] == hands[1], hands[0] == hands[2]] += 1
    assert set(drawn) == {(True, True), (True, False)}


def test_secrets_are_large_and_new() -> None:
    secrets = {new_secret() for _ in range(50)}
    assert len(secrets) == 50 and max(secrets).bit_length() > 240


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["love-letter", "blackjack"])
def test_bots_think_on_a_copy_like_any_other(name: str) -> None:
    """It is the position from which a game goes on that was played again, with the same guesses of hidden cards."""
    (state, chance), luck = begun(name, 9), random.Random(2)
    for _ in range(7):
        twin, again = reseeded_copy(state, 5), resume_with_seed(state, 5)
        seat = state.current_seat
        assert twin == again and twin.view(seat) == state.view(seat)
        assert twin.resample(seat, 3) == again.resample(seat, 3)
        chosen = [maker("greedy")(seat, 9).choose(one, one.legal_moves).text for one in (twin, again)]
        assert chosen[0] == chosen[1]
        state.apply(luck.choice(state.legal_moves))
        chance.settle(state)
