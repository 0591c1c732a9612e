"""Laws of play for every game: cards stay, moves have texts and can be made, positions can be copied, games end."""

from __future__ import annotations

import pytest

from cardwright.diagnostics.diagnostic import SpecError
from cardwright.engines.cells import first_state
from cardwright.play.game.decider import EVERYTHING
from cardwright.play.game.determinisation.deal_sampling import replace_cards
from cardwright.play.game.game import State
from cardwright.play.game.move import IllegalMove, key_of
from cardwright.play.scenario.position import lay_out
from tests.laws.cell_laws import faults
from tests.laws.law_games import Case, broken, cases, each_game, rules_of
from tests.laws.law_walks import luck_of, positions, step, walk

MOST_MOVES = 8
"""The number of legal moves to try in a position."""

every_game = pytest.mark.parametrize("case", cases(), ids=str)


@pytest.mark.parametrize("case", broken(), ids=str)
def test_is_a_game(case: Case) -> None:
    """A spec that cannot be loaded fails here, with its errors."""
    try:
        rules_of(case.path, case.variants)
    except SpecError as error:
        pytest.fail(str(error))


@each_game
def test_no_card_is_lost(case: Case) -> None:
    for state in walk(case.game, 3, luck_of(case, "cards")):
        assert faults(state) == []


@each_game
def test_moves(case: Case) -> None:
    """A seat that decides has a move; each move has a unique text that is read as that move; each can be made, and is
    told by this very text to its player, and to whoever records the game.
    """
    luck = luck_of(case, "moves")
    for state in positions(case):
        moves = state.legal_moves
        assert bool(moves) != state.is_terminal
        assert (state.current_seat >= 0) != state.is_terminal
        texts = [str(move) for move in moves]
        assert len({key_of(text) for text in texts}) == len(texts)
        for move in moves if len(moves) <= MOST_MOVES else luck.sample(moves, MOST_MOVES):
            by_move, by_text, by_place = state.clone(), state.clone(), state.clone()
            by_move.apply(move)
            by_text.apply(f" {move} ".replace(",", " , "))
            by_place.apply(moves.index(move))
            assert by_move == by_text == by_place != state
            assert by_move.status != "error", by_move.error
            assert faults(by_move) == []
            happened = len(state.machine.events or ())
            told = [first_told(by_move, seat, happened) for seat in (state.current_seat, EVERYTHING)]
            assert told == [str(move), str(move)]


def first_told(state: State, seat: int, since: int) -> str:
    """The first move that a seat is told after so many events."""
    return next(one.text for one in state.events(seat, since) if one.what in ("move", "chosen"))


@each_game
def test_illegal_moves_change_nothing(case: Case) -> None:
    for state in positions(case):
        before = state.to_bytes()
        others = {str(move) for other in positions(case)[:10] for move in other.legal_moves}
        for wrong in ("no_such_move(at_all)", "", "(", "x=", *sorted(others - set(map(str, state.legal_moves)))[:4]):
            with pytest.raises(IllegalMove) as raised:
                state.apply(wrong)
            assert str(raised.value)
        with pytest.raises(IllegalMove):
            state.apply(len(state.legal_moves))
        assert state.to_bytes() == before


@each_game
def test_copies(case: Case) -> None:
    """A clone, or a state that was saved and loaded, is equal and independent, and plays on in the same way."""
    for number, state in enumerate(positions(case)):
        before, views = state.to_bytes(), _views(state)
        twin, loaded = state.clone(), State.from_bytes(case.game, state.to_bytes())
        for copy in (twin, loaded):
            assert copy == state and hash(copy) == hash(state) and copy.fingerprint() == state.fingerprint()
            assert list(map(str, copy.legal_moves)) == list(map(str, state.legal_moves))
            assert _views(copy) == views
            luck = luck_of(case, "copies", number)
            for _ in range(4):
                if not copy.is_terminal:
                    step(copy, luck)
        assert twin == loaded and hash(twin) == hash(loaded) and _views(twin) == _views(loaded)
        assert twin.to_bytes() == loaded.to_bytes()
        assert state.to_bytes() == before and _views(state) == views


@each_game
def test_identical_cards_are_one(case: Case) -> None:
    """If identical cards change places, the position is the same, and stays the same."""
    for number, state in enumerate(positions(case)):
        luck = luck_of(case, "twins", number)
        machine = state.machine.clone()
        replace_cards(machine, _twins_exchanged(state, luck))
        other = State.from_bytes(case.game, State(case.game, machine).to_bytes())
        assert faults(other) == []
        assert other == state and hash(other) == hash(state)
        assert list(map(str, other.legal_moves)) == list(map(str, state.legal_moves))
        assert _views(other) == _views(state)
        twin = state.clone()
        for _ in range(4):
            if not twin.is_terminal:
                other.apply(step(twin, luck))
                assert other == twin and hash(other) == hash(twin) and _views(other) == _views(twin)


def _twins_exchanged(state: State, luck: object) -> list[int]:
    """For each card, the card to put in its place: any of those that are identical to the rules."""
    import random

    assert isinstance(luck, random.Random)
    layout, code = state.game.layout, state.machine.code
    now = list(range(len(layout.kind_of)))
    groups: dict[tuple[int, int], list[int]] = {}
    for card, kind in enumerate(layout.kind_of):
        if code.has_twins[card]:
            groups.setdefault((kind, layout.home[card]), []).append(card)
    for cards in groups.values():
        mixed = cards.copy()
        luck.shuffle(mixed)
        for card, other in zip(cards, mixed, strict=True):
            now[card] = other
    return now


def _views(state: State) -> list[object]:
    return [state.view(seat) for seat in range(state.game.players)]


@pytest.mark.sampled(10)
@every_game
def test_every_game_ends(case: Case) -> None:
    """However a game is played, it ends by its rules or at its limit, and then has returns."""
    luck = luck_of(case, "ends")
    state = case.compiled.initial_state(seed=4, record=False)
    while not state.is_terminal:
        step(state, luck)
        assert state.decisions <= case.game.program.decisions_limit
    assert state.status in ("finished", "limit", "loop"), state.error
    assert len(state.returns) == len(state.scores) == case.players
    assert state.legal_moves == () and faults(state) == []


@each_game
def test_equal_moves_from_equal_positions(case: Case) -> None:
    """The same seed and the same moves give the same game."""
    one = walk(case.game, 6, luck_of(case, "same"))
    two = walk(case.game, 6, luck_of(case, "same"))
    for first, second in zip(one, two, strict=True):
        assert first == second and hash(first) == hash(second)
        assert first.machine.state == second.machine.state
    assert first.fingerprint() == second.fingerprint()
    assert [first.events(seat) for seat in range(case.players)] == [second.events(seat) for seat in range(case.players)]


@every_game
def test_a_position_in_which_nothing_is_given_is_the_start(case: Case) -> None:
    """Cards that a scenario does not list lie as they lie before anything has happened, known to the same seats."""
    code = case.game.code
    cells = first_state(code, 0)
    lay_out(case.game.layout, cells, {}, {})
    assert cells == first_state(code, 0)
