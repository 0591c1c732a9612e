"""Rules that fail only in play end the game with an error that has a code and points at the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import SpecError, State, load_game

SPEC = """
spec: 1
game: wrong
title: "Wrong"
players: 2
begin: match
types: {{colour: [red, blue]}}
cards:
  main:
    attributes: {{colour: colour, worth: integer}}
    each: {{colour: colour, worth: 1..8}}
zones:
  pile: {{holds: main, start: listed, order: stack, shows: all}}
  hand: {{of: player, holds: main, shows: all}}
  small: {{holds: main, capacity: 2, shows: all}}
variables:
  n: {{type: integer, range: [0, 5], start: 0}}
  big: {{type: integer, start: 1}}
phases:
  match: {{steps: [work, play]}}
  work:
    do: |
{effects}
  play:
    turns: {{}}
    until: {{never: n == 5}}
    offer: [go, wait]
    {otherwise}
actions:
  go:
    choose: {choose}
    when: {{allowed: {allowed}}}
    do: n = 0
  wait:
    when: {{never: n == 5}}
limits: {{decisions: 20, steps: {steps}}}
"""


def play(
    tmp_path: Path,
    effects: str,
    *,
    choose: str = "{c: 1..2}",
    allowed: str = "c > 0",
    otherwise: str = "",
    steps: int = 500,
) -> State:
    lines = "\n".join("      " + line for line in effects.splitlines())
    file = tmp_path / "game.yaml"
    text = SPEC.format(effects=lines, choose=choose, allowed=allowed, otherwise=otherwise, steps=steps)
    file.write_text(text, encoding="utf-8")
    try:
        state = load_game(str(file)).initial_state()
    except SpecError as error:
        pytest.fail("\n".join(f"{d.span} {d.code} {d.message}" for d in error.report.diagnostics))
    while not state.is_terminal:
        state.apply(0)
    return state


EFFECTS = [
    ("R700", "repeat 1000000:\n  n = 1", "1000000"),
    ("R700", "big = count(a for a in 1..100 for b in 1..100)", "count(a for"),
    ("R700", "big = count(1..1000000000)", "1..1000000000"),
    ("R701", "n = n + 1\nn += 5", "n += 5"),
    ("R701", "n -= 1", "n -= 1"),
    ("R702", "repeat 64:\n  big = big * 2", "big * 2"),
    ("R702", "big = 9223372036854775807\nbig = sum([big, 1, -1])", "sum([big, 1, -1])"),
    ("R703", "draw 3 from pile to small", "draw 3 from pile to small"),
    ("R703", "move pile to small", "move pile to small"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("code", "effects", "at"), EFFECTS, ids=[f"{row[0]}-{row[2]}" for row in EFFECTS])
def test_an_effect_goes_wrong(tmp_path: Path, code: str, effects: str, at: str) -> None:
    state = play(tmp_path, effects)
    assert (state.status, state.returns) == ("error", (0.0, 0.0))
    assert state.error is not None and state.error.span is not None
    assert state.error.code == code
    assert state.error.span.text.startswith(at), state.error.span.text


def test_a_player_without_a_legal_move(tmp_path: Path) -> None:
    state = play(tmp_path, "n = 1", allowed="n > 1 and c > 0")
    assert state.error is not None and state.error.code == "R704"


DEALT = "for p in players:\n  draw 13 from pile to p.hand"


@pytest.mark.parametrize(
    ("allowed", "steps", "code"),
    [
        ("count(c) >= 0", 100_000, "R705"),
        ("count(c) == 13 or count(me.hand) < 13", 100_000, None),
        ("count(c) == 13", 500, "R700"),
    ],
)
def test_too_many_ways_to_choose(tmp_path: Path, allowed: str, steps: int, code: str | None) -> None:
    """Of 8,192 selections only those that are offered are too many; each that is tried takes a step."""
    state = play(tmp_path, DEALT, choose="{c: any of me.hand}", allowed=allowed, steps=steps)
    assert (state.error and state.error.code) == code


def test_the_limit_of_decisions(tmp_path: Path) -> None:
    state = play(tmp_path, "n = 1")
    assert (state.status, state.decisions, state.returns, state.error) == ("limit", 20, (0.0, 0.0), None)
