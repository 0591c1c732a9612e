"""Games of the shelf against OpenSpiel, move by move: the same legal moves for the same player, and the same results.

Runs where OpenSpiel is installed (`pip install open_spiel`), and is skipped elsewhere. Chance is drawn there; here it
is explicit, and given the same cards.
"""

import operator
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from cardwright import CHANCE, load_game
from cardwright.play.game.game import State
from tests.openspiel.rivals import EXAMPLES, NAMES, SUITS, card, ordered

pyspiel = pytest.importorskip("pyspiel")
FISH = dict(zip("bcdefghijklma", NAMES.split(), strict=True))


@dataclass(frozen=True, kw_only=True)
class Rival:
    """A game of theirs, and what it is called and set to here: how their cards are drawn here (all that were dealt
    since the last decision, in the order of ours), what each of their moves is called, what their returns are, and
    the seat that decides first here, where it is not the same seat there. `fewer` names moves that they lack, wrongly;
    `scores` reads the scores of their position, where these show, and `agrees` compares our result with theirs;
    `forced` is a move of theirs that is made by itself here, `opening` what chance settles here before their first
    card, and `seeds` how many games are played.
    """

    theirs: str
    ours: str
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    deal: Callable[[list[str], int, int], list[str]]
    move: Callable[[str, State], str]
    returns: Callable[[list[float]], list[float]] = list
    first: int | None = None
    fewer: str = ""
    forced: str = ""
    opening: tuple[str, ...] = ()
    scores: Callable[[str], list[int]] | None = None
    agrees: Callable[[list[float], list[float]], bool] = operator.eq
    seeds: int = 20

    def __str__(self) -> str:
        return self.ours


def by_hands(cards: list[str], players: int, shift: int) -> list[str]:
    """Their cards are dealt round the table, ours hand by hand, seats being shifted; a card that is left over comes
    last in both.
    """
    size = len(cards) // players
    hands = [cards[(seat - shift) % players : size * players : players] for seat in range(players)]
    return [one for hand in hands for one in hand] + cards[size * players :]


def play(rival: Rival, seed: int) -> None:
    """Play one hand in both at random, comparing the player, the legal moves and the result."""
    rng = random.Random(seed)
    game = load_game(EXAMPLES / rival.ours, players=rival.players, options=rival.options)
    state = game.initial_state(seed=seed, chance="explicit")
    other = pyspiel.load_game(rival.theirs).new_initial_state()
    draw(state, list(rival.opening))
    dealt: list[str] = []
    shift: int | None = None if rival.first is not None else 0
    while not other.is_terminal():
        if other.is_chance_node():
            action = rng.choice(other.legal_actions())
            dealt.append(other.action_to_string(pyspiel.PlayerId.CHANCE, action))
            other.apply_action(action)
            continue
        if other.action_to_string(other.legal_actions()[0]) == rival.forced:
            other.apply_action(other.legal_actions()[0])
            continue
        if shift is None:
            shift = (rival.first or 0) - other.current_player()
        draw(state, rival.deal(dealt, rival.players, shift))
        dealt.clear()
        assert rival.scores is None or rival.scores(str(other)) == list(state.scores)
        names = {rival.move(other.action_to_string(action), state): action for action in other.legal_actions()}
        assert state.current_seat == (other.current_player() + shift) % rival.players
        ours = {ordered(str(move)) for move in state.legal_moves}
        assert set(names) <= ours
        assert all(rival.fewer and move.startswith(rival.fewer) for move in ours - set(names))
        chosen = rng.choice(sorted(names))
        state.apply(chosen)
        other.apply_action(names[chosen])
    draw(state, rival.deal(dealt, rival.players, shift or 0))
    gains = list(state.returns if state.is_terminal and rival.first is None else state.scores)
    assert rival.agrees(gains[shift or 0 :] + gains[: shift or 0], rival.returns(other.returns()))


def draw(state: State, outcomes: list[str]) -> None:
    """Let chance draw these. The last card of a deck is sure, and not drawn."""
    for outcome in outcomes:
        if state.current_seat == CHANCE:
            state.apply(outcome)


def kuhn_deal(dealt: list[str], players: int, shift: int) -> list[str]:
    return [("jack", "queen", "king")[int(text.removeprefix("Deal:"))] for text in dealt]


def kuhn_move(text: str, state: State) -> str:
    facing = any(str(move) == "call" for move in state.legal_moves)
    return {"Pass": "fold" if facing else "check", "Bet": "call" if facing else "bet"}[text]


def leduc_deal(dealt: list[str], players: int, shift: int) -> list[str]:
    numbers = [int(text.removeprefix("Chance outcome:")) for text in dealt]
    return [f"{('jack', 'queen', 'king')[n // 2]}_{('hearts', 'spades')[n % 2]}" for n in numbers]


def trick_deal(dealt: list[str], players: int, shift: int) -> list[str]:
    """The cards of a trick game. What else chance settles there (the dealer, the size of the hands) is fixed."""
    return by_hands([card(text) for text in dealt if text[0] in SUITS or text[-1] in SUITS], players, shift)


def trick_move(text: str, state: State) -> str:
    if text == "Nil" or text.isdigit():
        return f"bid({'0' if text == 'Nil' else text})"
    return f"play({card(text)})"


def fish_deal(dealt: list[str], players: int, shift: int) -> list[str]:
    return [FISH[text] for text in dealt]


def fish_move(text: str, state: State) -> str:
    return f"ask(p{int(text[0]) + 1}, {FISH[text[1]]})"


def crib_deal(dealt: list[str], players: int, shift: int) -> list[str]:
    return [card(text.removeprefix("Deal ")) for text in dealt]


def crib_move(text: str, state: State) -> str:
    cards = [card(one) for one in text.split()[1:]]
    return ordered(f"lay_away([{', '.join(cards)}])") if len(cards) == 2 else f"play({cards[0]})"


def crib_scores(text: str) -> list[int]:
    return [int(number) for number in text.split("Scores:")[1].split()[:2]]


def crib_agrees(ours: list[float], theirs: list[float]) -> bool:
    """There both hands and the crib are counted before the game may end, so both may have 121 points or more. Here, as
    at the table, whoever gets there first in the order of counting wins, and what comes after is not counted.
    """
    same = [score >= 121 for score in theirs] == [score == 121 for score in ours]
    return (same or min(theirs) >= 121) and all(map(operator.le, ours, theirs))


def bridge_card(text: str) -> str:
    return card("CDHS"["♣♦♥♠".index(text[0])] + text[1:].replace("10", "T"))


def bridge_deal(dealt: list[str], players: int, shift: int) -> list[str]:
    return by_hands([bridge_card(text) for text in dealt], players, shift)


def bridge_move(text: str, state: State) -> str:
    if text in ("Pass", "Dbl", "RDbl"):
        return {"Pass": "pass", "Dbl": "double", "RDbl": "redouble"}[text]
    if text[0].isdigit():
        strains = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades", "NT": "no_trumps"}
        return f"bid({text[0]}, {strains[text[1:]]})"
    dummy = any(str(move).startswith("play_from_dummy") for move in state.legal_moves)
    return f"{'play_from_dummy' if dummy else 'play'}({bridge_card(text)})"


RIVALS = [
    Rival(theirs="kuhn_poker", ours="kuhn-poker", deal=kuhn_deal, move=kuhn_move),
    Rival(theirs="leduc_poker", ours="leduc-poker", deal=leduc_deal, move=lambda text, state: text.lower()),
    Rival(
        theirs="oh_hell(players=3,num_tricks_fixed=5)",
        ours="oh-hell",
        players=3,
        options={"first_size": 5},
        first=1,
        deal=trick_deal,
        move=trick_move,
        returns=lambda theirs: [gain if gain >= 10 else 0 for gain in theirs],  # there each trick counts one as well
    ),
    # There whoever breaks spades with the last card of a trick may not lead them to the next.
    Rival(theirs="spades", ours="spades", players=4, first=1, deal=trick_deal, move=trick_move, fewer="play(spades_"),
    Rival(
        theirs="hearts(pass_cards=false)",
        ours="hearts",
        players=4,
        options={"cards_passed": False, "queen_breaks": True},
        deal=trick_deal,
        move=trick_move,
        returns=lambda theirs: [26 - gain for gain in theirs],
    ),
    Rival(
        theirs="go_fish(players=3)",
        ours="go-fish",
        players=3,
        options={"hand_size": 5},
        deal=fish_deal,
        move=fish_move,
        returns=lambda theirs: [(gain == max(theirs)) / theirs.count(max(theirs)) for gain in theirs],
    ),
    Rival(
        theirs="bridge(use_double_dummy_result=false)",
        ours="contract-bridge",
        players=4,
        options={"deals": 1},
        deal=bridge_deal,
        move=bridge_move,
        returns=lambda theirs: [max(0, gain) for gain in theirs],
        first=0,
        seeds=6,
    ),
    Rival(
        theirs="cribbage",
        ours="cribbage",
        options={"crib_flush": True},
        opening=("p1",),
        deal=crib_deal,
        move=crib_move,
        forced="Pass",
        scores=crib_scores,
        returns=lambda theirs: [gain - 1000 if gain > 0 else gain + 1000 for gain in theirs],
        agrees=crib_agrees,
        first=0,
        seeds=3,
    ),
]


@pytest.mark.parametrize("rival", RIVALS, ids=str)
def test_openspiel_agrees(rival: Rival) -> None:
    for seed in range(rival.seeds):
        play(rival, seed)
