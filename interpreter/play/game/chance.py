"""Chance from a given position on: by a new seed, or by a secret number that nobody can guess.

Where people play against each other, nothing that they see may tell what they do not: neither hidden cards nor what
will be drawn. The random numbers of a position (`engines.cells`) are made for speed and for studies, and
whoever tries all small seeds on his own hand knows the deck. So chance is explicit there, and decides by BLAKE2b with a
secret key. The record says what it gave, and needs no key.

An outcome follows from its source (a zone, or what `random` calls by a name), from how often that was shuffled, and
from how many outcomes it has given since, as there. So after a move was taken back the same is drawn as before,
also if something else was done meanwhile: nobody gets another card by taking moves back.
"""

from __future__ import annotations

import os
from collections import deque
from hashlib import blake2b
from random import Random

from ...engines.position import RawMove
from ...engines.program.nodes import PickOne, SettleTop
from .game import State
from .history import Beginning, History


def new_secret() -> int:
    """A number of 256 bits from the randomness of the system."""
    return int.from_bytes(os.urandom(32), "big")


class SecretChance:
    """Decides where chance is a player of its own; `secret` is what all its outcomes follow from.

    >>> state = load_game("kuhn-poker").initial_state(chance="explicit")
    >>> SecretChance(new_secret()).settle(state)
    >>> str(state.decider)
    'p1'
    """

    def __init__(self, secret: int) -> None:
        self.secret = secret
        self._key = secret.to_bytes(32, "big")

    def number(self, size: int, *about: object) -> int:
        """A number from 0 to `size` - 1 for whatever `about` names; nothing follows from it about any other."""
        digest = blake2b(repr(about).encode(), key=self._key).digest()
        share = int.from_bytes(digest, "big")  # of 2**512, so that all numbers are equally likely but for 2**-400,
        return share * size >> 512  # and one card more or less in a pile hardly changes which of them is drawn

    def settle(self, state: State, told: deque[str] | None = None) -> None:
        """Decide until a seat decides or the game is over: first as it was `told`, of which it takes what it uses.

        Nothing is done where the seed of a position decides. Raises IllegalMove for what chance cannot give.
        """
        while state.decider.kind == "chance":
            if told:
                state.apply(told.popleft())
                continue
            outcomes = state.chance_outcomes
            left = self.number(sum(weight for _, weight in outcomes), *_source(state))
            for move, weight in outcomes:
                left -= weight
                if left < 0:
                    state.apply(move)
                    break


def _source(state: State) -> tuple[str, int, int]:
    """What decides here: its name, how often it has been shuffled, and how many outcomes it has given since."""
    m = state.machine
    code, end, events = m.code, m.code.block(m.numbers).end, m.events or ()
    if isinstance(end, PickOne):
        picks = {block.number for block in code.program.blocks if _picks(block.end, end.slot.name)}
        return f"random {end.slot.name}", 0, sum(one.what == "picked" and one.data[0] in picks for one in events)
    assert isinstance(end, SettleTop)
    with m.aside():
        zone, _ = m.spot(end)
    about = [one.what for one in events if one.what in ("shuffled", "settled") and one.data[0] == zone]
    shuffles = about.count("shuffled")
    since = about[::-1].index("shuffled") if shuffles else len(about)
    return f"zone {code.sources[zone].name}", shuffles, since


def _picks(end: object, name: str) -> bool:
    return isinstance(end, PickOne) and end.slot.name == name


# Goes on with a game that was played again from its record.
#
# A record says what chance decided, so it is played with chance as a player of its own. Whoever plays on wants the seed
# to decide again. So the same history is told once more: what chance decided is now told beside the move before it, as
# for any position that came about in another way than by its seed, and a new stream of random numbers begins.


def resume_with_seed(state: State, seed: int) -> State:
    """The same position with the same past, in which chance falls by a seed from here on.

    `state` is a position of a game with explicit chance, where a seat decides or nobody does. Neither its past nor what
    a seat knows is any other, so bots guess hidden cards as before.

    >>> state = load_game("kuhn-poker").initial_state(chance="explicit")
    >>> for card in ("king", "jack"):
    ...     state.apply(card)
    >>> str(resume_with_seed(state, 7).decider)
    'p1'
    """
    code, history = state.machine.code, _with_recorded_chance(state.history, seed)
    table = history.beginning.table(code)
    for entry in history.entries(1):
        entry.play_again(table)
    return State(state.game, state.game.executor.receive(table), history)


def _with_recorded_chance(explicit: History, seed: int) -> History:
    """A history in which what chance decided is told beside the move before it, and then a new stream begins."""
    dealt: list[int] = []
    moves: list[tuple[RawMove, list[int]]] = []
    for entry in explicit.entries(1):
        if entry.what == "play":
            moves.append((entry.given, []))
        elif entry.what == "decide":
            (moves[-1][1] if moves else dealt).append(entry.given)
    begun = explicit.beginning
    history = History.start(Beginning(begun.seed, False, cells=begun.cells, steps=begun.steps, told=tuple(dealt)))
    for move, told in moves:
        history = history.then("play", move, tuple(told))
    return history.then("luck", seed)


def reseeded_copy(state: State, seed: int) -> State:
    """A copy in which chance falls by a seed from here on, for a bot; it keeps no record of what happens on it.

    A seat knows there what it knows here, and has the same past. Unlike `resume_with_seed` it plays nothing again.
    """
    m, history = state.machine, state.history.then("luck", seed)
    twin = State(
        state.game, state.game.executor.resume(list(m.state), explicit=False, steps=m.steps, record=False), history
    )
    twin.machine.reseed(seed)
    return twin


def settle_chance(state: State, seed: int) -> State:
    """The position after chance has decided whatever it decides now, each outcome as likely as the rules say."""
    luck, state = Random(f"chance of {seed}"), state.clone()
    while state.decider.kind == "chance":
        moves, weights = zip(*state.chance_outcomes, strict=True)
        state.apply(luck.choices(moves, weights)[0])
    return state


def seed_after_line(seed: int, line: int) -> int:
    """The seed of the random numbers of a game that is taken up after a line of its record.

    It is another one than that of the game, so that the same numbers do not come twice; the same game taken up at the
    same place goes on alike.
    """
    # Seeds are below this, so that they are short enough to type
    return Random(f"seed {seed} after line {line}").randrange(2**32)
