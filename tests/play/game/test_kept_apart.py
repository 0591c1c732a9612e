"""What is easily confused, and comes out right in most games all the same: each test holds one thing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright import EVERYTHING, Game, State, load_game
from cardwright.play.game.traces.recorder import Recorder

SPEC = """
spec: 1
game: kept-apart
title: "Kept apart"
players: 2
cards:
  main:
    attributes: {colour: [red, blue]}
    back: [colour]
    list:
      rose: {colour: red, copies: 6}
      iris: {colour: blue, copies: 2}
zones:
  pile: {holds: main, order: stack, start: shuffled, shows: none}
  hand: {of: player, holds: main, shows: {owner: colour}}
  line: {of: player, holds: main, order: row, shows: {owner: colour}}
  row: {holds: main, order: row, shows: {all: colour}}
  shown: {holds: main, shows: all}
variables:
  sum: {type: integer, range: [0, 9]}
begin: play
phases:
  play: {steps: [dealt, chosen, on]}
  dealt:
    do: |
      draw 1 from pile to shown
      for p in players:
        draw 1 from pile to p.hand
        draw 1 from pile to p.line
      draw 2 from pile to row
      shuffle row
  chosen: {together: players, offer: [some, one]}
  on: {turns: {}, until: sum >= 3, offer: [add]}
actions:
  some: {choose: {cards: 0..2 of shown}, do: sum += count(cards)}
  one: {choose: {n: 0..1}, do: sum += n}
  add: {choose: {n: 1..2}, do: sum += n}
triggers:
  told: {after: add, do: sum += add.n - 1}
result: {winners: players, score: sum}
"""


@pytest.fixture(params=["reference", "fast"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    """The game in each engine."""
    path = tmp_path / "game.yaml"
    path.write_text(SPEC)
    return load_game(path, engine=request.param)


def test_a_seat_sees_the_attributes_that_are_shown_to_it(game: Game) -> None:
    """The owner alone sees the colour, whichever seat that is."""
    state = game.initial_state(seed=3)
    for seat in (0, 1):
        zones = state.view(seat)["zones"]
        for zone in ("hand", "line"):
            assert zones[f"p{seat + 1}.{zone}"]["cards"] in ([{"colour": "red"}], [{"colour": "blue"}])
            assert "cards" not in zones[f"p{2 - seat}.{zone}"]


def test_of_no_card_that_was_shuffled_in_a_row_the_back_is_seen(game: Game) -> None:
    """Not of the first of them either, where they begin to be loose."""
    state = game.initial_state(seed=3)
    assert [state.view(seat)["zones"]["row"]["cards"] for seat in (0, 1)] == [["?"] * 2] * 2


def test_secret_choices_are_told_apart_behind_wider_ones(game: Game) -> None:
    """Among the choices of a player the one that was made has its place, however much room those before it take."""
    state = game.initial_state(seed=3)
    twins = [state.clone() for _ in range(2)]
    for number, twin in enumerate(twins):
        twin.apply(f"one({number})")
    assert twins[0].current_seat == twins[1].current_seat == 1, "nothing has taken effect yet"
    assert twins[0].fingerprint() != twins[1].fingerprint()


def test_a_copy_hears_for_itself(game: Game) -> None:
    """What is asked of a copy changes nothing in what the other has heard."""
    state, plain = game.initial_state(seed=3), game.initial_state(seed=3)
    state.events(EVERYTHING)
    twin = state.clone()
    twin.apply("one(0)")
    twin.apply("one(0)")
    twin.apply("add(2)")
    twin.events(EVERYTHING)
    for move in ("one(1)", "one(1)", "add(1)"):
        state.apply(move)
        plain.apply(move)
    assert state.events(EVERYTHING) == plain.events(EVERYTHING) != twin.events(EVERYTHING)


def test_returns_of_a_game_that_goes_on_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(SPEC.replace("winners: players", "returns: sum"))
    state = load_game(path).initial_state(seed=3)
    assert state.returns == (0, 0)
    for move in ("one(0)", "one(0)", "add(2)"):
        state.apply(move)
        _ = state.returns
    assert state.is_terminal and state.returns == (3, 3)


def test_a_saved_position_holds_the_steps_and_nothing_of_what_is_over(game: Game) -> None:
    """A trigger has run, so its arguments have been in the queue."""
    state = game.initial_state(seed=3)
    for move in ("one(0)", "one(0)", "add(1)"):
        state.apply(move)
    saved, layout = json.loads(state.to_bytes()), game.layout
    assert saved["steps"] == state.machine.steps > 0
    assert set(saved["cells"][layout.queue_at : layout.queue_at + layout.queue_size]) == {0}
    assert State.from_bytes(game, state.to_bytes()).machine.steps == state.machine.steps


def test_a_trace_tells_how_many_cards_of_the_kind_there_were(game: Game) -> None:
    """The first card that is drawn is one of eight, six of which are roses."""
    for seed in range(4):
        state = game.initial_state(seed=seed)
        line = next(line for line in Recorder(state).lines(state) if "chance" in line)
        assert (line["outcome"], line["weight"], line["of"]) in (("rose", 6, 8), ("iris", 2, 8))
