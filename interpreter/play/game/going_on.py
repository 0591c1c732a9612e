"""Goes on with a game that was played again from its record.

A record says what chance decided, so it is played with chance as a player of its own. Whoever plays on wants the seed
to decide again. So the same history is told once more: what chance decided is now told beside the move before it, as
for any position that came about in another way than by its seed, and a new stream of random numbers begins.
"""

from __future__ import annotations

from random import Random

from ...engines.reference.machine import RawMove
from .history import Beginning, History
from .state import State

LARGEST = 2**32
"""Seeds are below this, so that they are short enough to type."""


def going_on(state: State, seed: int) -> State:
    """The same position with the same past, in which chance falls by a seed from here on.

    `state` is a position of a game with explicit chance, where a seat decides or nobody does. Neither its past nor what
    a seat knows is any other, so bots guess hidden cards as before.

    >>> state = load_game("kuhn-poker").initial_state(chance="explicit")
    >>> for card in ("king", "jack"):
    ...     state.apply(card)
    >>> str(going_on(state, 7).decider)
    'p1'
    """
    code, history = state.machine.code, _told(state.history, seed)
    table = history.beginning.table(code)
    for entry in history.entries(1):
        entry.play_again(table)
    return State(state.game, state.game.executor.receive(table), history)


def _told(explicit: History, seed: int) -> History:
    """A history in which what chance decided is told beside the move before it, and then a new stream begins."""
    dealt: list[int] = []
    moves: list[tuple[RawMove, list[int]]] = []
    for entry in explicit.entries(1):
        if entry.what == "play":
            moves.append((entry.given, []))
        elif entry.what == "decide":
            (moves[-1][1] if moves else dealt).append(entry.given)
    begun = explicit.beginning
    history = History.begun(Beginning(begun.seed, False, cells=begun.cells, steps=begun.steps, told=tuple(dealt)))
    for move, told in moves:
        history = history.then("play", move, tuple(told))
    return history.then("luck", seed)


def to_think_with(state: State, seed: int) -> State:
    """A copy in which chance falls by a seed from here on, for a bot; it keeps no record of what happens on it.

    A seat knows there what it knows here, and has the same past. Unlike `going_on` it plays nothing again.
    """
    m, history = state.machine, state.history.then("luck", seed)
    twin = State(
        state.game, state.game.executor.resume(list(m.state), explicit=False, steps=m.steps, record=False), history
    )
    twin.machine.reseed(seed)
    return twin


def settled(state: State, seed: int) -> State:
    """The position after chance has decided whatever it decides now, each outcome as likely as the rules say."""
    luck, state = Random(f"chance of {seed}"), state.clone()
    while state.decider.kind == "chance":
        moves, weights = zip(*state.chance_outcomes, strict=True)
        state.apply(luck.choices(moves, weights)[0])
    return state


def stream_after(seed: int, line: int) -> int:
    """The seed of the random numbers of a game that is taken up after a line of its record.

    It is another one than that of the game, so that the same numbers do not come twice; the same game taken up at the
    same place goes on alike.
    """
    return Random(f"seed {seed} after line {line}").randrange(LARGEST)
