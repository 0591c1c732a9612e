"""Games go the same whatever host runs them: Node, and one that does not share its memory with Python."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.compiler.runtime.hosts import Copied
from cardwright.engines.host import Host, available, use_host
from cardwright.play.game import engines
from tests.compiler.lockstep import Pair, pair_of, play_both, same_playouts
from tests.compiler.node_host import Apart, Node
from tests.compiler.test_memory import GAME, LONG_LISTS, MANY_MOVES, games_of
from tests.compiler.test_tree import same_trees

HOSTS: dict[str, Host] = {"apart": Apart(), "node": Node()}


@pytest.fixture(params=HOSTS)
def host(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each host in turn."""
    if request.param == "node" and shutil.which("node") is None:
        pytest.skip("Node is not installed")
    use_host(HOSTS[request.param])
    yield request.param
    use_host(None)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["kuhn-poker", "mille-bornes", "on-the-trail", "course-folle", "neko-racing"])
@pytest.mark.usefixtures("host")
def test_games_go_as_they_do_elsewhere(name: str) -> None:
    pair = Pair(load_game(name, engine="reference").program)
    play_both(pair, 1, decisions=60)
    play_both(pair, 2, explicit=True, decisions=60)
    same_playouts(pair, 3)
    assert isinstance(pair.fast.compiled.watched.memory, Copied)


@pytest.mark.usefixtures("host")
def test_trees_histories_and_batches_too(tmp_path: Path) -> None:
    games = [load_game("mille-bornes", preset="single_hand", engine=engine) for engine in engines.ENGINES]
    state = games[0].initial_state(seed=5)
    for number in range(9):
        state.apply(number % len(state.legal_moves))
    same_trees(games, state, 2)
    batches = [game.batch(3, seed=4) for game in games_of(tmp_path, MANY_MOVES)]
    for batch in batches:
        batch.step([5, 6, 7])
    assert list(batches[0].counts) == list(batches[1].counts)


@pytest.mark.parametrize("words", [MANY_MOVES, LONG_LISTS], ids=["moves", "lists"])
@pytest.mark.usefixtures("host")
def test_memory_grows(words: dict[str, object], tmp_path: Path) -> None:
    pair = pair_of(tmp_path, GAME, **words)  # type: ignore[arg-type]
    play_both(pair, 1, decisions=2)
    same_playouts(pair, 1, 2)


def test_a_host_from_outside_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.engines.host._usual_host_is_here", lambda: False)
    assert not available() and engines.best_engine() == "reference"
    with pytest.raises(ValueError, match="fast engine needs"):
        load_game("kuhn-poker", engine="fast")
    use_host(HOSTS["apart"])
    try:
        assert available() and engines.best_engine() == "fast"
        games = load_game("kuhn-poker"), load_game("kuhn-poker", engine="reference")
        lengths = [game.playouts(3, seed=1).lengths.tolist() for game in games]
        assert lengths[0] == lengths[1]
    finally:
        use_host(None)
