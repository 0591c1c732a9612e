"""Random specs in the shape of what the compiled engine plays in a way of its own, played by both engines."""

from __future__ import annotations

from random import Random

from cardwright.play.game.decider import CHANCE
from cardwright.play.game.game import Chance, Game
from tests.fuzz.choices import Choices
from tests.fuzz.families import Families
from tests.fuzz.fuzz_limits import MemoryIsUp, TimeIsUp
from tests.fuzz.fuzz_lockstep import (
    both,
    same_batches,
    same_choice,
    same_from_here,
    same_playouts,
    same_trees,
    same_worths,
)
from tests.fuzz.fuzz_programs import SPEC, loaded
from tests.fuzz.fuzz_trial import Outcome, Trial
from tests.fuzz.rounds import Rounds
from tests.fuzz.shapes import Writer
from tests.fuzz.values import Values

GAMES = 12
"""How many whole games are compared."""

FAR = 25
"""From so many positions of a game, one after the other, some games are played on."""

OFTEN = 0.4
"""The share of those positions from which they are."""

SELDOM = 0.05
"""The share of those positions from which trees are grown, and of those where a bot looks one move ahead."""


MANY = 10
"""Of fewer moves than this, a bot that looks one move ahead tries out each in both engines."""


class Shapes:
    """Specs of these shapes, in whole games: only there the compiled engine plays in these ways."""

    def make(self, luck: Random) -> Trial:
        """A spec, with the seed of the games."""
        text = luck.choice((Writer, Rounds, Choices, Values, Families))(Random(luck.randrange(2**31))).spec()
        return Trial(kind="shapes", files={SPEC: text.encode()}, shrinks=SPEC, more={"seed": luck.randrange(2**31)})

    def run(self, trial: Trial) -> Outcome:
        """Load it, and play."""
        luck = Random(trial.more["seed"])
        game = loaded(luck)
        if game is None:
            return "refused"
        try:
            one, other = both(game)
            same_playouts(one, other, luck.randrange(2**31), GAMES)
            same_batches(one, other, luck)
            _played_on(one, other, luck)
        except (TimeIsUp, MemoryIsUp):
            return "too long"
        return "played"


def _played_on(one: Game, other: Game, luck: Random) -> None:
    """Compare games that go on from positions in the midst of one, where chance decides, too."""
    seed = luck.randrange(2**31)
    chance: Chance = luck.choice(("sampled", "explicit"))
    state, twin = one.initial_state(seed, chance), other.initial_state(seed, chance)
    for _ in range(FAR):
        same_worths(state, twin)
        if luck.random() < OFTEN:
            same_from_here(state, other, luck.randrange(2**31))
        if luck.random() < SELDOM and state.legal_moves and state.current_seat != CHANCE:
            same_trees(state, other, luck)
        if luck.random() < SELDOM and 1 < len(state.legal_moves) < MANY and state.current_seat != CHANCE:
            same_choice(state, twin, luck.randrange(2**31))
        if state.is_terminal:
            break
        move = luck.randrange(len(state.legal_moves))
        state.apply(move)
        twin.apply(move)
