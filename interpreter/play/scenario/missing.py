"""Steps that may be missing in a scenario: what could be played first, so that a line could be played as it is written.

    - p1: lay(two)
    - p1: take            p2 decides here: a step may be missing before it, such as `- p2: take`

It is looked for by trying: each legal move, then each move after it, with what chance does in between.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ..game.state import State
from ..game.wording import key_of
from ..players.player import Luck

MOST = 60
"""So many moves are tried at most."""

DEEP = 2
"""So many steps may be missing in a row before the move of somebody else; before one's own it is one."""

Step = tuple[str, str]
"""Who decides, and the move."""


def settle(state: State, luck: Luck) -> None:
    """Let chance decide until a player does."""
    while state.decider.kind == "chance":
        outcomes = state.chance_outcomes
        at = luck.number(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            at -= weight
            if at < 0:
                state.apply(outcome)
                break


def steps_before(state: State, who: str, wanted: Hashable) -> tuple[str, ...]:
    """A help that names steps after which `who` can make a move (its key), or chance come to an outcome; else nothing.

    `wanted` is a text for chance.
    """
    steps = next(_found(state, who, wanted, 1 if who == str(state.decider) else DEEP), None)
    if steps is None:
        return ()
    lines = ", ".join(f"`- {seat}: {move}`" for seat, move in steps)
    some = "a step" if len(steps) == 1 else "steps"
    return (f"{some} may be missing before it, such as {lines}",)


def _found(state: State, who: str, wanted: Hashable, deep: int) -> Iterator[list[Step]]:
    """The shortest rows of steps first; chance decides the same each time."""
    rows: list[tuple[State, list[Step]]] = [(state, [])]
    tried = 0
    for _ in range(deep):
        further: list[tuple[State, list[Step]]] = []
        for before, steps in rows:
            for move in before.legal_moves:
                tried += 1
                if tried > MOST:
                    return
                after = before.clone()
                after.apply(move)
                row = [*steps, (str(before.decider), move.text)]
                if who == "chance" and _is_drawn(after, wanted):
                    yield row
                settle(after, Luck(0, 0))
                if str(after.decider) == who and wanted in {key_of(one.text) for one in after.legal_moves}:
                    yield row
                further.append((after, row))
        rows = further


def _is_drawn(state: State, wanted: Hashable) -> bool:
    return state.decider.kind == "chance" and wanted in {outcome.text for outcome, _ in state.chance_outcomes}
