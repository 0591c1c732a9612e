"""Chance that nobody can work out: it follows from a secret number of 256 bits, by a keyed hash.

Where people play against each other, nothing that they see may tell what they do not: neither hidden cards nor what
will be drawn. The random numbers of a position (`engines.reference.stream`) are made for speed and for studies, and
whoever tries all small seeds on his own hand knows the deck. So chance is explicit there, and decides by BLAKE2b with a
secret key. The record says what it gave, and needs no key.

An outcome follows from its source (a zone, or what `random` calls by a name), from how often that was shuffled, and
from how many outcomes it has given since, as in `stream`. So after a move was taken back the same is drawn as before,
also if something else was done meanwhile: nobody gets another card by taking moves back.
"""

from __future__ import annotations

import secrets
from collections import deque
from hashlib import blake2b

from ...engines.program.nodes import PickOne, SettleTop
from ...engines.reference.chance import compile_spot
from .state import State


def new_secret() -> int:
    """A number of 256 bits from the randomness of the system."""
    return secrets.randbits(256)


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
        zone, _ = code.once(compile_spot, end)(m, {})
    about = [one.what for one in events if one.what in ("shuffled", "settled") and one.data[0] == zone]
    shuffles = about.count("shuffled")
    since = about[::-1].index("shuffled") if shuffles else len(about)
    return f"zone {code.sources[zone].name}", shuffles, since


def _picks(end: object, name: str) -> bool:
    return isinstance(end, PickOne) and end.slot.name == name
