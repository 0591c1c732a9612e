"""Two executors play the same moves; after each, everything must be the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from cardwright import load_game
from cardwright.compiler.runtime.executor import FastExecutor
from cardwright.compiler.runtime.machine import FastMachine
from cardwright.engines.cells import first_state
from cardwright.engines.invariants import canonical
from cardwright.engines.program.layout import RUNNING, STATUS
from cardwright.engines.program.nodes import Program
from cardwright.engines.reference.executor import ReferenceExecutor
from cardwright.engines.reference.position import ReferenceCode, ReferencePosition

TWELVE = """\
types: {colour: [red, blue]}
cards:
  main: {attributes: {colour: colour, worth: integer}, each: {colour: colour, worth: 1..6}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
"""
"""Twelve cards, in a pile and in hands: a part of a spec, behind which more zones may follow."""


class Pair:
    """A program with both executors."""

    def __init__(self, program: Program) -> None:
        code: ReferenceCode = ReferenceCode(program)
        self.program = program
        self.slow = ReferenceExecutor(lambda: code)
        self.fast = FastExecutor(program, lambda: code)
        self.code = code


def pair_of(folder: Path, spec: str, *, players: int | None = None, **values: object) -> Pair:
    """A spec, written into a folder: each name of `values` stands in it in capitals, and its value takes its place;
    `TWELVE` cards may stand in it, too.
    """
    spec = spec.replace("TWELVE\n", TWELVE)
    for name, value in values.items():
        assert name.upper() in spec, name
        spec = spec.replace(name.upper(), str(value))
    path = folder / "game.yaml"
    path.write_text(spec, encoding="utf-8")
    return Pair(load_game(str(path), players=players, engine="reference").program)


def play_both(pair: Pair, seed: int, *, explicit: bool = False, decisions: int = 100) -> int:
    """Play one random game with both, and compare them after each step.

    Returns how often the fast executor has let the other play, which it may do only where the game has an error.
    """
    luck = random.Random(f"{seed} {explicit}")
    one = pair.slow.start(seed, explicit=explicit, record=True)
    other = pair.fast.start(seed, explicit=explicit, record=True)
    compare(one, other, seed, 0)
    for number in range(1, decisions + 1):
        if one.state[STATUS] != RUNNING:
            break
        step(pair, one, other, luck)
        compare(one, other, seed, number)
    events = [[(e.what, e.seat, e.data, e.seen) for e in m.events or ()] for m in (one, other)]
    assert events[0] == events[1]
    assert one.winners() == other.winners()
    assert one.returns() == other.returns()
    assert one.scores() == other.scores()
    if one.error is None:  # an error may leave a card between two zones
        assert canonical(pair.code, one.state) == canonical(pair.code, other.state)
    referred = other.referred
    assert referred == int(one.error is not None), f"referred {referred} times"
    return referred


def step(pair: Pair, one: ReferencePosition, other: FastMachine, luck: random.Random) -> None:
    """One move, or one outcome of chance."""
    if one.moves:
        move = luck.choice(one.moves)
        one.play(move)
        other.play(move)
    else:
        values = [value for value, weight in one.outcomes or () for _ in range(weight)]
        value = luck.choice(values)
        one.decide(value)
        other.decide(value)


def compare(one: ReferencePosition, other: FastMachine, seed: int, number: int) -> None:
    """Both have the same cells, moves in the same order, outcomes, error and steps."""
    where = f"seed {seed}, decision {number}, {_place(one)}"
    assert list(_differences(one, other)) == [], where
    running = one.state[STATUS] == RUNNING
    assert (one.moves or ()) == (other.moves or ()), where
    assert one.error == other.error, where
    if running:
        assert (one.outcomes or ()) == (other.outcomes or ()), where
        assert one.steps == other.steps, where


def _differences(one: ReferencePosition, other: FastMachine) -> Iterator[str]:
    cells, others = list(one.state), list(other.state)
    if cells == others:
        return
    for address, (a, b) in enumerate(zip(cells, others, strict=True)):
        if a != b:
            yield f"cell {address} ({_name(one, address)}): {a} and {b}"


def _name(m: ReferencePosition, address: int) -> str:
    layout = m.code.layout
    for zone in layout.zones:
        if zone.address <= address <= zone.address + zone.capacity:
            return f"zone {zone.name}, place {address - zone.address}"
    for name, cell in layout.variables.items():
        if cell.address <= address < cell.end:
            return name
    if layout.know_at <= address < layout.know_at + len(layout.kind_of):
        return "what is known of a card"
    return "a header, a local or the place of a card"


def _place(m: ReferencePosition) -> str:
    block = m.code.block(m.state)
    span = getattr(block.end, "span", None)
    return f"block {block.number} at {span}"


def same_playouts(pair: Pair, seed: int, n: int = 3) -> set[int]:
    """Playouts in the module are the games that the reference executor plays; returns how they ended."""
    cells = first_state(pair.code, 0)
    one, other = (executor.playouts(cells, n, seed) for executor in (pair.slow, pair.fast))
    assert (one.winners, one.returns) == (other.winners, other.returns)
    assert (one.lengths, one.ends) == (other.lengths, other.ends)
    return set(one.ends)
