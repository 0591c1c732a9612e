"""A card that goes to one of two places of a row, as a test says, is moved once: playouts are the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.compile import compile_program
from cardwright.compiler.rules import effects
from cardwright.compiler.rules.effects import Placed, either_place
from cardwright.language.ir import nodes as ir
from tests.compiler.lockstep import Pair, pair_of, same_playouts

ROW = """
spec: 1
game: row
title: "Row"
players: 2
cards:
  main: {attributes: {worth: integer}, list: {ant: {worth: 1}, bee: {worth: 2}, cat: {worth: 3}, dog: {worth: 4}}}
zones:
  row: {holds: main, start: listed, order: row, shows: all}
  FURTHER
variables:
  chosen: {type: integer, range: [0, 9]}
  seen: {type: integer, range: [0, 40], start: 0}
begin: play
phases:
  play:
    turns: {}
    until: round.number > 9
    offer: [shift]
actions:
  shift:
    choose: {n: "[0, 1, 2, 3, 4, 7]", w: "[1, 2, 3, 4]"}
    do: |
      chosen = n
      for c in [r for r in row if r.worth == w]:
        if TEST:
          move c to ONE of row
        else:
          move c to OTHER of row
      seen = (3 * seen + sum(place(c) * c.worth for c in row)) mod 37
result: {winners: "best(p for p in players by seen if p == turn.player else 18)"}
"""

PLACES = [
    ("place(c) == 1", "bottom", "position place(c) - 1"),
    ("chosen > 2", "position chosen", "top"),
    ("place(c) < chosen", "position chosen - 2", "position place(c) + chosen"),
]


@pytest.mark.parametrize("further", ["", "aside: {holds: main, shows: all}"], ids=["alone", "among others"])
@pytest.mark.parametrize("test,one,other", PLACES)
def test_a_card_goes_to_the_place_that_the_test_says(
    test: str, one: str, other: str, further: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Places before the first and behind the last are among those to which the card is sent."""
    pair = pair_of(tmp_path, ROW, test=test, one=one, other=other, further=further)
    assert _at_once(pair, monkeypatch) == {True}
    same_playouts(pair, 1, n=30)


def test_a_place_that_takes_a_division_is_computed_only_where_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = pair_of(tmp_path, ROW, test="chosen == 0", one="top", other="position 4 div max(1, chosen)", further="")
    assert _at_once(pair, monkeypatch) == {False}
    same_playouts(pair, 1, n=20)


def _at_once(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> set[bool]:
    """Whether the places to which cards go are decided without a jump where whole games are played."""
    found = set[bool]()

    def noted(fb: FunctionBuilder, stmt: ir.When) -> tuple[ir.MoveCards, Placed] | None:
        either = either_place(fb, stmt)
        if isinstance(stmt.yes[0], ir.MoveCards):
            found.add(either is not None)
        return either

    with monkeypatch.context() as patched:
        patched.setattr(effects, "either_place", noted)
        compile_program(pair.program, "playouts")
    return found
