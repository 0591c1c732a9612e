"""Every variant of a game is played to the end, alone and with others, for every number of players."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.source.merge.assembly import assemble

SPECS = Path(__file__).parents[2] / "specs"
VARIANTS = {"mille-bornes": ["asmodee-2014", "bsd-mille", "no-early-attack", "parker", "two-hand-700"]}
PLAYERS = {"mille-bornes": (2, 3, 4, 6)}
APART = {
    ("asmodee-2014", "bsd-mille"): "E405",
    ("asmodee-2014", "parker"): "E405",
    ("bsd-mille", "parker"): "E405",
}
"""Editions that exclude each other, with the code of the one sentence in which that is told."""


def play(game: str, variants: list[str], players: int, seed: int) -> int:
    """Play one game with moves that depend on the seed, and return the number of decisions."""
    state = load_game(game, players=players, variants=variants).initial_state(seed=seed)
    decisions, at = 0, seed
    while not state.is_terminal:
        moves = state.legal_moves
        at = (at * 1103515245 + 12345) % 2**31
        state.apply(moves[(at >> 16) % len(moves)])
        decisions += 1
    assert state.status == "finished"
    return decisions


@pytest.mark.parametrize("game", VARIANTS)
def test_all_are_here(game: str) -> None:
    assert sorted(p.stem for p in (SPECS / game / "variants").glob("*.yaml")) == VARIANTS[game]


@pytest.mark.sampled(20)
@pytest.mark.parametrize(
    ("game", "variant", "players"), [(g, v, n) for g in VARIANTS for v in VARIANTS[g] for n in PLAYERS[g]]
)
def test_it_ends(game: str, variant: str, players: int) -> None:
    assert play(game, [variant], players, seed=players) > 20


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("game", "pair"), [(g, pair) for g in VARIANTS for pair in combinations(VARIANTS[g], 2)])
def test_two_at_once(game: str, pair: tuple[str, str]) -> None:
    report = Report()
    assemble(game, pair, (), report)
    assert [d.code for d in report.diagnostics] == ([APART[pair]] if pair in APART else [])
    if pair in APART:
        with pytest.raises(SpecError):
            load_game(game, players=2, variants=list(pair))
    else:
        assert play(game, list(pair), 2, seed=5) > 20
