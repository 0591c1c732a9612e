"""The games that trials of states, traces and caches are about, each loaded once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from cardwright.engines.engine import Playouts
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game
from tests.fuzz.fuzz_corpus import ROOT
from tests.fuzz.fuzz_lockstep import both


@dataclass(frozen=True)
class Setting:
    """A game with its variants and players: `path` is the spec, relative to the root of the tree."""

    path: str
    players: int
    variants: tuple[str, ...] = ()


SETTINGS = (
    Setting("examples/hearts/game.yaml", 4),
    Setting("examples/limit-holdem/game.yaml", 3),
    Setting("examples/love-letter/game.yaml", 3),
    *(Setting(f"tests/laws/specs/{name}.yaml", 2) for name in ("announced", "backs", "ballot", "packets", "refill")),
    Setting("tests/laws/specs/deal.yaml", 1),
    Setting("tests/laws/specs/ripostes.yaml", 3),
    Setting("tests/laws/specs/rounds.yaml", 3),
    Setting("specs/mille-bornes/game.yaml", 2),
    Setting("specs/mille-bornes/game.yaml", 4, ("parker",)),
    Setting("specs/on-the-trail/game.yaml", 2),
    Setting("specs/on-the-trail/game.yaml", 1, ("solo",)),
    Setting("specs/course-folle/game.yaml", 3),
    Setting("specs/neko-racing/game.yaml", 4),
)


@cache
def pair(number: int) -> tuple[Game, Game]:
    """A game by both engines, the reference first."""
    one = SETTINGS[number]
    return both(load_game(ROOT / one.path, players=one.players, variants=one.variants))


@cache
def usual(number: int) -> object:
    """How some games go that nothing has disturbed; later games must go the same way."""
    return course(pair(number)[1])


def course(game: Game) -> object:
    """A game at random and two playouts, as what they come to."""
    state, luck = game.initial_state(seed=11), Random(11)
    for _ in range(60):
        if state.is_terminal:
            break
        state.apply(luck.randrange(len(state.legal_moves)))
    return state.canonical(), state.returns, told(game.at_random(2, seed=5))


def told(games: Playouts) -> object:
    """Playouts as plain values."""
    return list(games.lengths), list(games.returns), list(games.ends), list(games.winners)
