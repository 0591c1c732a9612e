"""The course of a game is played again once for all seats, and only from where positions part."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest

from cardwright import CHANCE, State, load_game
from cardwright.play.game.determinisation.simulator import Simulator
from cardwright.play.game.determinisation.trajectories import Trajectories
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import Chance
from cardwright.play.game.history import History

EXAMPLES = Path(__file__).parents[3] / "examples"

Way = tuple[tuple[int, int], ...]
"""How a position was reached: with each seed so many times something was decided at random."""

TRUNK: Way = ((1, 14),)
BRANCH: Way = (*TRUNK, (2, 7))
TWIG: Way = (*BRANCH, (3, 5))
OTHER: Way = (*TRUNK, (4, 9))


def begun(engine: Engine, chance: Chance) -> State:
    game = load_game(str(EXAMPLES / "love-letter" / "game.yaml"), players=3, engine=engine)
    return game.initial_state(seed=5, chance=chance)


def grown(state: State, way: Way) -> State:
    """A position that goes on from another."""
    twin = state.clone()
    for seed, many in way:
        luck = Random(seed)
        for _ in range(many):
            if twin.current_seat == CHANCE:
                twin.apply(luck.choice(twin.chance_outcomes)[0])
            else:
                twin.apply(luck.choice(twin.legal_moves))
    return twin


def drawn(state: State, seat: int) -> tuple[str, int]:
    one = state.resample(seat, 3)
    assert one.sampling is not None
    return one.fingerprint(), one.sampling.attempts


@pytest.mark.sampled(2)
@pytest.mark.thorough
@pytest.mark.parametrize("engine", ["reference", "fast"])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_whoever_asks_from_whatever_position_gets_the_same(engine: Engine, chance: Chance) -> None:
    """Steps forward, back and across, for seats in turn and for one that comes late: as if nobody else had asked."""
    trunk = grown(begun(engine, chance), TRUNK)
    ways = {way: grown(trunk, way[1:]) for way in (TRUNK, BRANCH, TWIG, OTHER)}
    order = [(BRANCH, 0), (OTHER, 1), (BRANCH, 1), (TRUNK, 0), (TWIG, 0), (OTHER, 2), (TRUNK, 1), (OTHER, 0), (TWIG, 2)]
    found = {(way, seat): drawn(ways[way], seat) for way, seat in order}
    alone = {(way, seat): drawn(grown(begun(engine, chance), way), seat) for way, seat in order}
    assert found == alone
    assert len(set(found.values())) > len(ways)


def test_each_entry_is_played_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played, again = list[int](), History.play_again

    def counted(self: History, m: object) -> None:
        played.append(self.length)
        again(self, m)  # type: ignore[arg-type]

    monkeypatch.setattr(History, "play_again", counted)
    trunk = grown(begun("fast", "sampled"), TRUNK)
    branch, other = grown(trunk, BRANCH[1:]), grown(trunk, OTHER[1:])
    for state in (trunk, branch):
        for seat in range(3):
            state.resample(seat, 0)
    assert played == list(range(1, 22))
    played.clear()
    other.resample(2, 0)
    assert played == list(range(15, 24))


@pytest.mark.thorough
@pytest.mark.parametrize("when", [3, 20])
@pytest.mark.parametrize(("what", "how"), [(History, "play_again"), (Simulator, "watched"), (Trajectories, "follow")])
def test_what_was_broken_off_is_begun_anew(what: type, how: str, when: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a step, which has then been done in part."""
    state, done, calls = grown(begun("fast", "sampled"), BRANCH), getattr(what, how), count(1)

    def broken_off(*given: object) -> object:
        found = done(*given)
        if next(calls) == when:
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(what, how, broken_off)
    with pytest.raises(KeyboardInterrupt):
        for seat in range(3):
            drawn(state, seat)
    found = [drawn(state, seat) for seat in range(3)]
    assert found == [drawn(grown(begun("fast", "sampled"), BRANCH), seat) for seat in range(3)]
