"""A bot that looks several moves ahead, for as many playouts or as long as it is told.

It guesses what it does not know (a determinisation), and from each guess looks ahead several times: down a tree of what
was tried, and on at random to the end of the game. The tree is grown by the engine (`engines.reference.tree` says how);
it is one for all guesses of a decision, and has branches for each seat by what that seat hears, so nobody in it acts on
what they do not know. The more guesses, the better the tree is averaged over them; the fewer, the more is looked ahead,
as a guess costs as much as several playouts.

It knows nothing of any game. With a budget in playouts its choice depends on the seed and on what the seat knows alone,
and is the same with every engine; with a budget in time it depends on the machine as well.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...engines.reference.tree import Tree, TreeSettings
from ..game.determinisation.pool import MANY as SETS
from ..game.move import Move
from ..game.state import State
from .player import Luck

PLAYOUTS = 1000
"""So many playouts are made for a decision if nothing else is said."""

DIVES = 32
"""So many times is looked ahead from a guess, as long as the budget has room for `GUESSES`."""

GUESSES = 8
"""So many guesses are made at least, if the budget has room for them."""

CURIOSITY = 0.7
"""How much what is seldom tried is preferred, where the best result counts 1 and the worst 0."""

WIDTH = 3.0
"""With n looks at a position, about `WIDTH` times the square root of n of its moves are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much is looked at for a decision: so many playouts, or so many seconds if that is not None.

    With a `delay` of n, what lies behind n decisions is searched as if nothing were hidden there.
    """

    playouts: int = PLAYOUTS
    seconds: float | None = None
    delay: int | None = None


class Search:
    """Looks ahead on determinisations, and plays on at random from there."""

    def __init__(self, seat: int, seed: int, budget: Budget) -> None:
        self._seat, self._luck, self._budget = seat, Luck(seed, seat), budget

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move that was taken most often; the first of equals."""
        if len(moves) == 1:
            return moves[0]
        game = state.game
        tree = game.executor.tree(
            TreeSettings(players=game.players, curiosity=CURIOSITY, width=WIDTH, delay=self._budget.delay)
        )
        try:
            taken = self._grown(tree, state)
        finally:
            tree.close()
        return max(moves, key=lambda move: taken.get(move.text, -1))

    def _grown(self, tree: Tree, state: State) -> dict[str, int]:
        """How often each move was taken.

        A guess follows one of a number of ways in which the cards may have gone, which is kept up from decision to
        decision. The first ones are used each time, so that few have to be kept up.
        """
        guess = state
        for number, many in enumerate(self._portions()):
            guess = state.resample(self._seat, self._luck.seed() * SETS + number % SETS)
            tree.dive(guess.machine.state, many, self._luck.seed(), number)
        texts = [move.text for move in guess.legal_moves]
        return dict(zip(texts, tree.tally(guess.machine.state), strict=False))

    def _portions(self) -> Iterator[int]:
        """How often to look ahead from each guess, until the budget is used up."""
        if self._budget.seconds is not None:
            until = time.monotonic() + self._budget.seconds
            yield DIVES
            while time.monotonic() < until:
                yield DIVES
            return
        left = self._budget.playouts
        size = max(1, min(DIVES, left // GUESSES))
        while left > 0:
            yield min(size, left)
            left -= size
