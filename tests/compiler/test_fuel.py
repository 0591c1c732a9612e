"""Fuel is a second net below the steps that the program counts: without it the reference executor plays on."""

from __future__ import annotations

from cardwright import load_game
from cardwright.compiler.runtime.hosts import Calls
from cardwright.compiler.runtime.machine import FastMachine


def calls_of(table: FastMachine) -> Calls:
    """What calls the functions of the module of a table."""
    calls = getattr(table.compiled.watched.call, "__self__", None)
    assert isinstance(calls, Calls)
    return calls


def test_without_fuel_the_reference_plays() -> None:
    fast, reference = (load_game("mille-bornes", players=2, engine=engine) for engine in ("fast", "reference"))
    one, other = fast.initial_state(seed=3), reference.initial_state(seed=3)
    table = one.machine
    assert isinstance(table, FastMachine)
    calls = calls_of(table)
    calls._fill(calls._context, 1)  # and it is not filled up before the next call
    calls._calls = 2
    for state in (one, other):
        state.apply(state.legal_moves[0])
    assert table.referred == 1
    assert one.fingerprint() == other.fingerprint()
    assert [str(move) for move in one.legal_moves] == [str(move) for move in other.legal_moves]
