"""Random specs in the shape of what the compiled engine plays in a way of its own, played by both engines."""

from __future__ import annotations

from random import Random

from fuzz_limits import MemoryIsUp, TimeIsUp
from fuzz_lockstep import both, same_playouts
from fuzz_programs import SPEC, loaded
from fuzz_trial import Outcome, Trial
from shapes import Writer

GAMES = 12
"""How many whole games are compared."""


class Shapes:
    """Specs of these shapes, in whole games: only there the compiled engine plays in these ways."""

    def make(self, luck: Random) -> Trial:
        """A spec, with the seed of the games."""
        text = Writer(Random(luck.randrange(2**31))).spec()
        return Trial(kind="shapes", files={SPEC: text.encode()}, shrinks=SPEC, more={"seed": luck.randrange(2**31)})

    def run(self, trial: Trial) -> Outcome:
        """Load it, and play."""
        luck = Random(trial.more["seed"])
        game = loaded(luck)
        if game is None:
            return "refused"
        try:
            same_playouts(*both(game), luck.randrange(2**31), GAMES)
        except (TimeIsUp, MemoryIsUp):
            return "too long"
        return "played"
