"""Laws of hidden information for every game: players see only what they can know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence

import pytest

from cardwright.commands.transcript import Transcript
from cardwright.diagnostics.text import LANGUAGES
from cardwright.play.game.decider import CHANCE
from cardwright.play.game.game import State
from cardwright.play.game.move import IllegalMove, key_of
from cardwright.play.game.texts import Wordings
from cardwright.play.players.human import Human, PlayerLeft
from cardwright.play.players.prompt import PickedMove, understand
from cardwright.play.players.screen import Screen
from cardwright.play.players.terminal import table_lines
from tests.laws.cell_laws import cards_of, faults
from tests.laws.exchange import exchanged
from tests.laws.law_games import Case, cases, each_game
from tests.laws.law_walks import compiled_positions, luck_of, positions, step

PAIRS = 2
"""The number of pairs of games for each seat."""

SEATS = 2
"""At most so many seats have pairs of games."""

TEXTS = 8
"""How many moves to ask about in each position."""

POSITIONS = 4
"""Among so many positions at the beginning determinisations are told, of every third one."""

NONSENSE = ("nothing", "x=1")

every_game = pytest.mark.parametrize("case", cases(), ids=str)


def seat_at(state: State, number: int) -> int:
    """The seat that looks at a position: now whoever decides, now another one."""
    others = number // 2 + 1 if number % 2 else 0
    return (max(state.current_seat, 0) + others) % state.game.players


def shown(state: State, seat: int) -> str:
    """Everything that a seat sees: its view, its legal moves if it decides, what has happened, and its table."""
    table = state.table(seat)
    del table["since"][:-200]
    return json.dumps([state.view(seat), [one.to_json() for one in state.events(seat)[-200:]], table])


@each_game
def test_all_that_a_seat_is_told_follows_from_what_it_sees(case: Case) -> None:
    """With hidden cards exchanged by hand a seat is told the same, byte for byte.

    That is its view and its events; the transcript of the game; its table in words; and where it decides, all that it
    reads at the terminal when it asks why moves are not legal that it has seen elsewhere, and what errors say of them.
    """
    for state, seat, texts, luck in _asked(case, positions(case)):
        by_hand = exchanged(state, seat, luck)
        assert by_hand is None or (faults(by_hand) == [] and _told(by_hand, seat, texts) == _told(state, seat, texts))


@pytest.mark.sampled(2)
@each_game
def test_in_a_determinisation_a_seat_is_told_the_same(case: Case) -> None:
    """All of that, byte for byte, where a determinisation has exchanged the hidden cards.

    It is a valid position, can be played on, is the same for the same seed, and leaves the true one as it is.
    """
    for state, seat, texts, luck in _asked(case, compiled_positions(case)[:POSITIONS]):
        before, seed = state.to_bytes(), luck.randrange(4)
        sample = state.resample(seat, seed)
        assert _told(sample, seat, texts) == _told(state, seat, texts)
        assert sample == state.resample(seat, seed) and faults(sample) == []
        assert bool(sample.legal_moves) == (not sample.is_terminal) and sample.current_seat == state.current_seat
        for _ in range(5):
            if not sample.is_terminal:
                step(sample, luck)
        assert sample.status != "error" and faults(sample) == []
        assert state.to_bytes() == before


def _asked(case: Case, among: Sequence[State]) -> Iterator[tuple[State, int, list[str], random.Random]]:
    """Some positions, each with a seat and with moves that were legal before; and luck."""
    tried: list[str] = []
    for number, state in enumerate(among[::3][:3]):
        luck = luck_of(case, "told", number)
        yield state, seat_at(state, number), luck.sample(tried, min(TEXTS, len(tried))), luck
        tried = sorted({*tried, *map(str, state.legal_moves), *NONSENSE})


def _told(state: State, seat: int, texts: list[str]) -> list[str]:
    words = Wordings(state.game.spec, LANGUAGES[seat % len(LANGUAGES)])
    told = [
        shown(state, seat),
        *table_lines(state.table(seat, words.language), Screen(), words),
        *Transcript(state, words.language).lines(state),
    ]
    if seat == state.current_seat:
        told += [*_at_the_terminal(state, seat, texts, words), *_refused(state, texts)]
    return told


def _at_the_terminal(state: State, seat: int, texts: list[str], words: Wordings) -> list[str]:
    """What a person reads who sits on this seat, and asks for help, for cards and for reasons."""
    ids = [row.id for row in state.game.layout.kinds]
    typed = iter([f"why {text}" for text in texts] + [f"{text[:-2]}x" for text in texts] + [f"card {ids[0]}", "help"])
    written: list[str] = []

    def read(prompt: str) -> str:
        line = next((line for line in typed if not isinstance(understand(line, moves), PickedMove)), None)
        if line is None:
            raise EOFError
        return line

    moves = [move.text for move in state.legal_moves]
    with pytest.raises(PlayerLeft):
        Human(seat, words, read, written.append).choose(state, state.legal_moves)
    return written


def _refused(state: State, texts: list[str]) -> list[str]:
    """The errors for moves that are not legal, as callers from Python read them."""
    legal = {key_of(move.text) for move in state.legal_moves}
    found = []
    for text in texts:
        if key_of(text) not in legal:
            with pytest.raises(IllegalMove) as refused:
                state.clone().apply(text)
            found.append(f"{refused.value} {refused.value.refusal}")
    return found


@pytest.mark.sampled(6)
@every_game
def test_no_hidden_card_in_a_view(case: Case) -> None:
    """A seat sees no more cards of a kind in a zone than it was shown there or can see there."""
    for state in positions(case):
        for seat in range(case.players):
            view = state.view(seat)
            for zone in state.game.layout.zones:
                cards = view["zones"].get(zone.full_name, {}).get("cards", [])
                assert all(isinstance(card, str | dict) for card in cards)
                if zone.sees[seat] == "all" and zone.order == "heap":
                    assert sorted(cards) == sorted(_id(state, card) for card in cards_of(state, zone))


def _id(state: State, card: int) -> str:
    layout = state.game.layout
    return layout.kinds[layout.kind_of[card]].id


@each_game
def test_equal_observations_give_equal_views(case: Case) -> None:
    """Two games that a seat cannot tell apart look the same to it as long as moves and outcomes do, too.

    As long as the events of the seat are equal, its views must be equal at every decision.
    """
    for seat in range(min(case.players, SEATS)):
        for number in range(PAIRS):
            luck = luck_of(case, f"pairs {number}", seat)
            one = _somewhere(case, luck)
            _play_pair(one, one.resample(seat, number), seat, luck)


def _somewhere(case: Case, luck: random.Random) -> State:
    """A position early in a game that is not over."""
    state = last = case.compiled.initial_state(seed=luck.randrange(100), chance="explicit")
    for _ in range(luck.randrange(50)):
        step(state, luck)
        if state.is_terminal:
            break
        if state.current_seat != CHANCE:
            last = state.clone()
    return last


def _play_pair(one: State, two: State, seat: int, luck: random.Random) -> None:
    """Play both alike while the seat sees the same."""
    for _ in range(40):
        assert one.current_seat == two.current_seat
        if one.is_terminal:
            break
        assert one.view(seat) == two.view(seat)
        others = {str(move) for move in two.legal_moves}
        both = [str(move) for move in one.legal_moves if str(move) in others]
        if one.current_seat == seat:
            assert len(both) == len(one.legal_moves) == len(others)
        if not both:
            break
        first, second = len(one.machine.events or ()), len(two.machine.events or ())
        move = luck.choice(both)
        one.apply(move)
        two.apply(move)
        if one.events(seat, first) != two.events(seat, second):
            break
