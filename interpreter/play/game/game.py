"""A game that is loaded and can be played: its rules for one number of players and one set of options."""

from __future__ import annotations

from typing import Literal, get_args

from ...engines.cells import first_state
from ...engines.engine import Playouts
from .arguments import at_least, boolean, one_of, seed_of
from .batch import POLICIES, Batch, Policy, Results, as_arrays
from .history import Beginning, History
from .setup import Setup
from .state import State

Chance = Literal["sampled", "explicit"]
"""Who decides what chance decides: the seed, or whoever plays chance as a player of its own."""


class Game(Setup):
    """A game, set up and ready to be played. `load_game` makes one; see `Setup` for what it holds."""

    def initial_state(self, seed: int = 0, chance: Chance = "sampled", *, record: bool = True) -> State:
        """Deal, and stop where the first decision has to be made.

        With `chance="sampled"` the seed decides what chance decides; with `"explicit"` chance is a player of its own,
        whose moves are in `State.legal_moves`. `record` keeps what happens, for `State.events` and traces; without it
        play is faster. Raises ValueError for an unknown `chance` or a seed outside 0 to 2**63 - 1; TypeError for
        arguments of another type.
        """
        one_of("chance", chance, get_args(Chance))
        seed, explicit = seed_of(seed), chance == "explicit"
        machine = self.executor.start(seed, explicit=explicit, record=boolean("record", record))
        return State(self, machine, History.start(Beginning(seed, explicit)))

    def playouts(self, n: int, seed: int = 0, policy: Policy = "random") -> Results:
        """Play `n` whole games with the same policy for all seats; game k uses the seed `seed + k`.

        The policy `random` picks any legal move, each equally likely, with the random numbers of the game itself.
        Raises ValueError for an unknown policy, a negative `n`, or seeds that are out of range; TypeError for arguments
        of another type.

        >>> load_game("mille-bornes").playouts(1000).ended()
        {'finished': 1000}
        """
        one_of("policy", policy, POLICIES)
        return as_arrays(self.at_random(n, seed), self.program)

    def batch(self, n: int, seed: int = 0) -> Batch:
        """Deal `n` games that are played together, a decision in each at a time; game k has the seed `seed + k`.

        The fast engine plays them all in one call, so that a program that chooses moves by arrays gets at millions of
        decisions a second. Raises ValueError if `n` is not positive, or for seeds that are out of range; TypeError for
        arguments of another type.

        >>> len(load_game("mille-bornes").batch(4096))
        4096
        """
        return Batch(self, n, seed)

    def at_random(self, n: int, seed: int = 0) -> Playouts:
        """Play `n` whole games at random, into flat arrays of the standard library.

        `playouts` is made of it: there the results are arrays of NumPy where that is installed. The returns of all
        seats follow one another, game after game.
        """
        n = at_least("n", n, 0)
        return self.executor.playouts(first_state(self.code, 0), n, seed_of(seed, n))
