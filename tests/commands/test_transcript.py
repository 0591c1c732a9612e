"""Who has won is told in a sentence; what happens by itself is told with the one who did it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import Engine, load_game
from cardwright.commands.transcript import Transcript, standings, verdict
from cardwright.engines.program.derived_values import Sides
from cardwright.play.game.game import Game, State
from cardwright.play.game.texts import Wordings
from cardwright.play.players.registry import make_players

ENGLISH = Path(__file__).parents[1] / "laws/specs/heard.yaml"


@pytest.mark.parametrize(
    ("winners", "english", "french"),
    [
        ((), "Nobody wins.", "Personne ne gagne."),
        (((),), "Nobody wins.", "Personne ne gagne."),
        (((1,),), "Player 2 wins.", "Le joueur 2 gagne."),
        (((0, 2),), "Players 1 and 3 win.", "Les joueurs 1 et 3 gagnent."),
        (((0,), (1,)), "Players 1 and 2 share the victory.", "Les joueurs 1 et 2 se partagent la victoire."),
        (((0,), ()), "Player 1 shares the victory.", "Le joueur 1 partage la victoire."),
        (
            ((0, 2), (1, 3)),
            "Players 1, 2, 3 and 4 share the victory.",
            "Les joueurs 1, 2, 3 et 4 se partagent la victoire.",
        ),
    ],
)
def test_the_verdict(winners: Sides, english: str, french: str) -> None:
    assert verdict(winners, Wordings(None, "en")) == english
    assert verdict(winners, Wordings(None, "fr")) == french


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "variants", "lang", "called"),
    [
        ("mille-bornes", [], "en", "player 1  points:"),
        ("neko-racing", [], "en", "player 1  column:"),
        ("neko-racing", [], "fr", "joueur 1  colonne\N{NO-BREAK SPACE}:"),
        ("neko-racing", ["fewest-tricks"], "en", "player 1  tricks won:"),
        ("neko-racing", ["partnership"], "fr", "joueur 1  meilleure colonne\N{NO-BREAK SPACE}:"),
    ],
)
def test_the_score_is_called_what_it_counts(name: str, variants: list[str], lang: str, called: str) -> None:
    state = load_game(name, variants=variants).initial_state(seed=1)
    first, *_ = standings(state, Wordings(state.game.spec, lang))
    assert first == f"{called} 0"


def test_a_score_that_counts_against_its_player_is_told_without_its_sign() -> None:
    state = load_game("neko-racing", variants=["fewest-tricks"], options={"races": 1}).initial_state(seed=1)
    while not state.is_terminal:
        state.apply(state.random_move())
    assert min(state.scores) < 0
    points = [line.rpartition(":")[2].strip() for line in standings(state, Wordings(state.game.spec, "en"))]
    assert points == [str(-score) for score in state.scores]


def test_a_game_may_say_who_wins_where_no_player_does() -> None:
    spec = load_game("on-the-trail", variants=["solo"]).spec
    assert verdict(((),), Wordings(spec, "en")) == "The bot runner wins."
    assert verdict(((),), Wordings(spec, "fr")) == "Le coureur virtuel gagne."


@pytest.mark.parametrize(("lang", "told"), [("en", False), ("fr", True)])
def test_a_game_without_texts_in_the_language_says_so_once(lang: str, told: bool) -> None:
    state = load_game(str(ENGLISH)).initial_state(seed=1)
    lines = list(Transcript(state, lang).first(state.game, ("random",) * state.game.players, 1))
    assert ("(Ce jeu n’a pas de texte en français.)" in lines) == told


def test_the_sides_of_a_score_sheet_have_names_where_there_is_room() -> None:
    for players, head in ((2, "joueur 1  joueur 2"), (7, "p1    p2")):
        game = load_game("course-folle", players=players)
        lines = _played(game.initial_state(seed=2), "fr", players)
        assert any(head in line for line in lines)
        assert all(len(line) <= 80 for line in lines)


SEEDS = range(12, 18)
"""Among these games are two in which the second player's reaction happens by itself."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "player 2: Coup fourré against "),
        ("fr", "joueur 2\N{NO-BREAK SPACE}: Coup fourré contre «\N{NO-BREAK SPACE}"),
    ],
)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_a_reaction_that_happens_by_itself_is_told(lang: str, told: str, engine: Engine) -> None:
    game = load_game("mille-bornes", players=2, preset="single_hand", engine=engine)
    lines = [line.strip() for seed in SEEDS for line in _played(game.initial_state(seed=seed), lang)]
    places = [n for n, line in enumerate(lines) if line.startswith(told)]
    assert places
    # a long move has its words in the line below
    assert all("  p1  attack(" in lines[n - 1] + lines[n - 2] for n in places)


def test_teams_are_told_where_players_share_them() -> None:
    first = {n: list(Transcript(game.initial_state(), "en").first(game, ("random",) * n, 0)) for n, game in _tables()}
    assert first[2] == ["Mille Bornes, 2 players, seed 0", "p1: random  p2: random"]
    assert first[4][2:] == ["t1: p1, p3  t2: p2, p4"]
    assert all(len(line) <= 80 for lines in first.values() for line in lines)


def _tables() -> list[tuple[int, Game]]:
    return [(n, load_game("mille-bornes", players=n)) for n in (2, 4, 6)]


def _played(state: State, lang: str, players: int = 2) -> list[str]:
    bots, transcript = make_players(["random"] * players, state.seed), Transcript(state, lang)
    while not state.is_terminal:
        state.apply(bots[state.current_seat].choose(state, state.legal_moves))
    return list(transcript.lines(state))


def test_a_trick_and_passed_cards_are_told() -> None:
    """Who takes the cards of a trick, and that others pass on theirs, without saying which."""
    game = load_game("hearts", players=4)
    state = game.initial_state(seed=3)
    transcript, told = Transcript(state, "en"), list[str]()
    for _ in range(12):
        told += transcript.lines(state)
        state.apply(state.random_move())
    told += transcript.lines(state)
    asides = [line.strip() for line in told if line.startswith(" ") and ":" in line]
    assert asides[:4] == [f"player {n}: takes 3 cards" for n in (2, 3, 4, 1)]
    tricks = [line for line in asides[4:] if "takes" in line]
    assert len(tricks) == 2
    assert all(line.count(",") == 3 for line in tricks)


def test_a_card_that_is_laid_by_the_move_is_not_told_again() -> None:
    game = load_game("mille-bornes")
    state = game.initial_state(seed=3)
    transcript, told = Transcript(state, "en"), list[str]()
    while not state.is_terminal and state.decisions < 200:
        told += transcript.lines(state)
        state.apply(state.random_move())
    assert any("attack(" in line for line in told)
    assert not [line for line in told if "takes" in line]


TWICE_IN_TURN = """
spec: 1
game: bids-and-plays
title: "Bids and plays"
players: 2
cards: {main: {list: {one: {copies: 4}}}}
zones: {hand: {of: player, holds: main, shows: all}, pile: {holds: main, start: shuffled, shows: count}}
begin: match
phases:
  match: {steps: [bidding, playing], times: 2}
  bidding: {turns: {until: round.number == 3 and round.complete}, offer: [bid]}
  playing: {turns: {once: true}, offer: [play]}
actions:
  bid: {}
  play: {do: draw 1 from pile to me.hand}
result: {winners: best(p for p in players by count(p.hand))}
"""


def test_a_round_is_numbered_beside_its_moves_and_not_beside_those_of_the_next_phase(tmp_path: Path) -> None:
    file = tmp_path / "bids-and-plays.yaml"
    file.write_text(TWICE_IN_TURN)
    state = load_game(str(file)).initial_state(seed=1)
    told = Transcript(state, "en")
    lines = [*told.lines(state)]
    while not state.is_terminal:
        state.apply(0)
        lines += told.lines(state)
    hand = ["1 p1 bid", "1 p2 bid", "2 p1 bid", "2 p2 bid", "3 p1 bid", "3 p2 bid", "p1 play", "p2 play"]
    assert [" ".join(line.split()[:-1]) for line in lines if line.endswith(("bid", "play"))] == 2 * hand
