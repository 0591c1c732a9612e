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
from hashlib import blake2b

from ...diagnostics.record import dataclass
from ...engines.reference.machine import Machine
from ...engines.reference.tree import Tree, TreeSettings
from ..game.determinisation.glance import glance
from ..game.determinisation.lookalike import lookalike
from ..game.determinisation.pool import MANY as SETS
from ..game.move import Move
from ..game.state import State
from .endings import beaten
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


A_SECOND = 10_000
"""So many positions may be played out exactly for each second of a budget in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much is looked at for a decision: so many playouts, or so many seconds if that is not None.

    With a `delay` of n, what lies behind n decisions is searched as if nothing were hidden there. With a `redeal` of n,
    n more guesses follow each, in which the bot's own cards are dealt anew as the others may guess them.
    """

    playouts: int = PLAYOUTS
    seconds: float | None = None
    delay: int | None = None
    redeal: int = 0


class Search:
    """Looks ahead on determinisations, and plays on at random from there."""

    def __init__(self, seat: int, seed: int, budget: Budget) -> None:
        self._seat, self._luck, self._budget = seat, Luck(seed, seat), budget

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move that was taken most often, the first of equals; none that another beats in every guess."""
        if len(moves) == 1:
            return moves[0]
        began, guesses = time.monotonic(), _Guesses(state, self._seat, self._luck)
        worse = beaten(map(guesses.number, range(GUESSES)), self._seat, self._exactly(), self._luck)
        left = [move for place, move in enumerate(moves) if place not in worse]
        if len(left) == 1:
            return left[0]
        game, delay = state.game, self._budget.delay
        tree = game.executor.tree(TreeSettings(players=game.players, curiosity=CURIOSITY, width=WIDTH, delay=delay))
        try:
            taken = self._grown(tree, guesses, began)
        finally:
            tree.close()
        return max(left, key=lambda move: taken.get(move.text, -1))

    def _grown(self, tree: Tree, guesses: _Guesses, began: float) -> dict[str, int]:
        """How often each move was taken; a budget in time is counted from when the decision began."""
        guess, again = guesses.number(0), self._budget.redeal + 1
        for number, many in enumerate(self._portions(began)):
            guess = guesses.number(number // again)
            m = guess.machine if number % again == 0 else self._redealt(guess, number - number // again - 1)
            tree.dive(m.state, many, self._luck.seed(), number, self._knowing(m))
        texts = [move.text for move in guess.legal_moves]
        return dict(zip(texts, tree.tally(guess.machine.state, self._knowing(guess.machine)), strict=False))

    def _redealt(self, guess: State, number: int) -> Machine:
        """A guess as another seat may guess it, so that what this seat holds is dealt anew; each time the next one."""
        others = [seat for seat in range(guess.game.players) if seat != self._seat] or [self._seat]
        m = guess.game.executor.plain(guess.machine)
        try:
            return lookalike(m, others[number % len(others)], self._luck.seed())
        except ValueError:  # none was found
            return m

    def _knowing(self, m: Machine) -> Sequence[int] | None:
        """What each seat knows in a position, as numbers; only where hands are dealt anew, so that they matter."""
        if not self._budget.redeal:
            return None
        sights = (repr(glance(m, seat)).encode() for seat in range(m.players))
        return [int.from_bytes(blake2b(sight, digest_size=7).digest(), "big") for sight in sights]

    def _exactly(self) -> int:
        """A guess with more positions than this is not played out exactly."""
        seconds = self._budget.seconds
        return (self._budget.playouts // 2 if seconds is None else round(seconds * A_SECOND)) // GUESSES

    def _portions(self, began: float) -> Iterator[int]:
        """How often to look ahead from each guess, until the budget is used up."""
        if self._budget.seconds is not None:
            yield DIVES
            while time.monotonic() < began + self._budget.seconds:
                yield DIVES
            return
        left = self._budget.playouts
        size = max(1, min(DIVES, left // GUESSES))
        while left > 0:
            yield min(size, left)
            left -= size


class _Guesses:
    """The guesses of one decision, each made when it is first asked for. The first ones and the last one are kept.

    A guess follows one of a number of ways in which the cards may have gone, which is kept up from decision to
    decision. The first ones are used each time, so that few have to be kept up.
    """

    def __init__(self, state: State, seat: int, luck: Luck) -> None:
        self._state, self._seat, self._luck = state, seat, luck
        self._kept: dict[int, State] = {}

    def number(self, number: int) -> State:
        """The guess with this number, from 0."""
        if number not in self._kept:
            self._kept.pop(number - 1 if number > GUESSES else -1, None)
            self._kept[number] = self._state.resample(self._seat, self._luck.seed() * SETS + number % SETS)
        return self._kept[number]
