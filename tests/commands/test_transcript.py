"""Who has won is told in a sentence; what happens by itself is told with the one who did it."""

from __future__ import annotations

import pytest

from cardwright import load_game
from cardwright.commands.transcript import Transcript, standings, verdict
from cardwright.play.game.game import Game
from cardwright.play.game.state import State
from cardwright.play.game.texts import Wordings
from cardwright.play.players.seats import make_players


@pytest.mark.parametrize(
    ("returns", "english", "french"),
    [
        ((0, 0), "No player wins.", "Aucun joueur ne gagne."),
        ((0, 1), "p2 wins.", "p2 gagne."),
        ((1, 0, 1, 0), "p1 and p3 win.", "p1 et p3 gagnent."),
        ((0.5, 0.5), "p1 and p2 share the victory.", "p1 et p2 se partagent la victoire."),
        ((0.5, 0), "p1 shares the victory.", "p1 partage la victoire."),
        (
            (0.25, 0.25, 0.25, 0.25),
            "p1, p2, p3 and p4 share the victory.",
            "p1, p2, p3 et p4 se partagent la victoire.",
        ),
    ],
)
def test_the_verdict(returns: tuple[float, ...], english: str, french: str) -> None:
    assert verdict(returns, Wordings(None, "en")) == english
    assert verdict(returns, Wordings(None, "fr")) == french


@pytest.mark.parametrize(
    ("name", "variants", "lang", "called"),
    [
        ("mille-bornes", [], "en", "points:"),
        ("neko-racing", [], "en", "column:"),
        ("neko-racing", [], "fr", "colonne\N{NO-BREAK SPACE}:"),
        ("neko-racing", ["fewest-tricks"], "en", "score:"),
    ],
)
def test_the_score_is_called_what_it_counts(name: str, variants: list[str], lang: str, called: str) -> None:
    state = load_game(name, variants=variants).initial_state(seed=1)
    first, *_ = standings(state, Wordings(state.game.spec, lang))
    assert first == f"p1  {called} 0"


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "p2: Coup fourré!"), ("fr", "p2\N{NO-BREAK SPACE}: Coup fourré\N{NARROW NO-BREAK SPACE}!")],
)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_a_reaction_that_happens_by_itself_is_told(lang: str, told: str, engine: str) -> None:
    game = load_game("mille-bornes", players=2, preset="single_hand", engine=engine)
    lines = [line.strip() for seed in range(40) for line in _played(game.initial_state(seed=seed), lang)]
    places = [n for n, line in enumerate(lines) if line == told]
    assert places
    assert all(lines[n - 1].partition("  ")[2].startswith("p1  attack(") for n in places)


def test_teams_are_told_where_players_share_them() -> None:
    first = {n: list(Transcript(game.initial_state(), "en").first(game, ("random",) * n, 0)) for n, game in _tables()}
    assert first[2] == ["Mille Bornes, 2 players, seed 0", "p1: random  p2: random"]
    assert first[4][2:] == ["t1: p1, p3  t2: p2, p4"]
    assert all(len(line) <= 80 for lines in first.values() for line in lines)


def _tables() -> list[tuple[int, Game]]:
    return [(n, load_game("mille-bornes", players=n)) for n in (2, 4, 6)]


def _played(state: State, lang: str) -> list[str]:
    players, transcript = make_players(["random", "random"], state.seed), Transcript(state, lang)
    while not state.is_terminal:
        state.apply(players[state.current_seat].choose(state, state.legal_moves))
    return list(transcript.lines(state))
