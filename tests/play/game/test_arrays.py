"""Results and positions played together are the same in arrays of NumPy and in those of the standard library."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest

from cardwright import load_game
from cardwright.play.game import game as games
from cardwright.play.game import results
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import Game

numpy = pytest.importorskip("numpy")


def both(monkeypatch: pytest.MonkeyPatch, made: Callable[[], Any]) -> tuple[Any, Any]:
    """The same, made where NumPy is installed and where it is not."""
    with_it = made()
    with monkeypatch.context() as without:
        without.setattr(games, "numpy_or_none", lambda: None)
        without.setattr(results, "numpy_or_none", lambda: None)
        return with_it, made()


def game_of(name: str, engine: Engine) -> Game:
    return load_game(name, engine=engine)


@pytest.mark.parametrize(("name", "engine", "n"), [("kuhn-poker", "fast", 1025), ("course-folle", "reference", 3)])
def test_results(name: str, engine: Engine, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(name, engine)
    ours, plain = both(monkeypatch, lambda: game.playouts(n, seed=7))
    assert isinstance(ours.returns, numpy.ndarray) and isinstance(plain.returns, array)
    assert ours.returns.shape == (n, game.players) and ours.returns.dtype == "f8"
    assert ours.returns.ravel().tolist() == plain.returns.tolist()
    for column in ("lengths", "ends"):
        assert getattr(ours, column).tolist() == list(getattr(plain, column))
    assert (ours.winners, ours.statuses, ours.ended()) == (plain.winners, plain.statuses, plain.ended())
    one_by_one = [game.playouts(1, seed=7 + k) for k in (0, n - 1)]
    assert [one.returns.tolist() for one in one_by_one] == [ours.returns[[k]].tolist() for k in (0, n - 1)]


def test_no_games() -> None:
    found = load_game("kuhn-poker", engine="fast").playouts(0)
    assert found.returns.shape == (0, 2) and found.lengths.tolist() == [] and found.winners == ()


@pytest.mark.parametrize("kind", ["i8", "i4", "u2", "u1"])
def test_positions_played_together(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("kuhn-poker", "fast")
    ours, plain = both(monkeypatch, lambda: game.batch(5, seed=3))
    dealt = 0
    for step in range(12):
        for column in ("counts", "seats", "ends", "lengths", "seeds"):
            told = getattr(ours, column)
            assert isinstance(told, numpy.ndarray) and told.dtype == "i8" and not told.flags.writeable
            assert told.tolist() == getattr(plain, column).tolist()
        assert ours.returns.shape == (5, 2) and ours.returns.ravel().tolist() == plain.returns.tolist()
        assert (ours.running, ours.statuses) == (plain.running, plain.statuses)
        chosen = (step % 2 * (ours.counts > 1)).astype(kind)
        ours.step(chosen)
        plain.step(chosen.tolist())
        over = numpy.flatnonzero(ours.ends)
        assert ours.deal(over) == plain.deal(over.tolist()) == tuple(over)
        dealt += len(over)
        assert ours.state(2) == plain.state(2)
    assert dealt > 5


def test_what_is_no_row_of_integers_is_refused() -> None:
    together = load_game("kuhn-poker", engine="fast").batch(3, seed=3)
    for chosen in (numpy.zeros(3), numpy.zeros(3, bool)):
        with pytest.raises(TypeError, match="^chosen must be integers, not (float64|bool)$"):
            together.step(chosen)
    with pytest.raises(ValueError, match="^chosen must have one row, not 2$"):
        together.step(numpy.zeros((3, 1), int))
    with pytest.raises(ValueError, match="^chosen must have an integer for each of 3 places, not 4$"):
        together.step(numpy.zeros(4, int))
    with pytest.raises(ValueError, match="^place 1: legal moves are numbered from 0 to 1, not "):
        together.step(numpy.array([0, 2**64 - 1, 0], "u8"))
    assert together.lengths.tolist() == [0, 0, 0]
