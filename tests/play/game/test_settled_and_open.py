"""What determinisations need not look for: moves that were legal for all to see, and what was before all lay open."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardwright import Game, State, load_game
from cardwright.engines.engine import HIDDEN
from cardwright.engines.program.nodes import AskBlock
from cardwright.play.game.determinisation.information_flow import limits_of_legality
from cardwright.play.game.determinisation.observations import AnnouncedMove, CardTravel
from cardwright.play.game.determinisation.regeneration import is_fully_visible
from cardwright.play.game.engines import Engine

VOID = Path(__file__).parents[2] / "laws" / "specs" / "void.yaml"

SECRET_NUMBER = """
spec: 1
game: secret-number
title: "Secret number"
about: "All cards lie open, but a number is thrown that nobody sees before it is guessed."
players: 2
cards:
  main:
    attributes: {colour: [red, black]}
    each: {colour: colour}
zones:
  row: {holds: main, order: row, start: listed}
variables:
  points: {of: player, type: integer, start: 0}
begin: match
phases:
  match: {steps: [play]}
  play: {turns: {}, offer: [guess], until: any(p.points >= 30 for p in players)}
actions:
  guess:
    choose: {bold: 2..3}
    do: |
      random n in 1..3
      choose x in 1..3:
        me.points += bold if x == n else 1
result: {winners: players}
limits: {decisions: 60}
"""


def settled(state: State, seat: int) -> bool:
    """Whether the first legal move is legal by what a seat sees."""
    m = state.machine.plain()
    end, move = m.code.block(m.numbers).end, state.legal_moves[0].raw
    assert isinstance(end, AskBlock)
    heard = AnnouncedMove(
        end.choices[move[0]].name, tuple(m.kind_of[card] for card in move[1:] if isinstance(card, int))
    )
    return limits_of_legality(m, move, heard, seat) == []


def tricks(game: Game, seat: int) -> list[tuple[bool, bool]]:
    """Whether each play of a card to a trick followed suit, and whether that was settled for a seat."""
    found = []
    for seed in range(6):
        state = game.initial_state(seed=seed)
        while not state.is_terminal:
            led = state.view(seat)["variables"]["led"]
            suit = state.legal_moves[0].text.removeprefix("play(").split("_")[0]
            if led is not None and state.current_seat != seat:
                found.append((suit == led, settled(state, seat)))
            state.apply(0)
    return found


def test_who_follows_suit_tells_nothing_and_who_does_not_tells_something() -> None:
    found = tricks(load_game(str(VOID), engine="reference"), 0)
    assert {True, False} == {follows for follows, _ in found}
    assert all(follows == plain for follows, plain in found)


def test_where_backs_show_the_suit_nobody_tells_anything(tmp_path: Path) -> None:
    path = tmp_path / "void.yaml"
    text = VOID.read_text().replace("shows: owner", "shows: {all: suit, owner: all}")
    path.write_text(text.replace("rank: integer}", "rank: integer}\n    back: [suit]"))
    found = tricks(load_game(str(path), engine="reference"), 0)
    assert {True, False} == {follows for follows, _ in found}
    assert all(plain for _, plain in found)


def test_an_argument_that_was_not_heard_settles_nothing() -> None:
    state = load_game(str(VOID), engine="reference").initial_state(seed=1)
    m = state.machine
    assert settled(state, 1)
    assert limits_of_legality(m, state.legal_moves[0].raw, AnnouncedMove("play", (HIDDEN,)), 1) is None


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_a_secret_number_stays_open_where_all_cards_lie_open(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "secret_number.yaml"
    path.write_text(SECRET_NUMBER)
    state, luck = load_game(str(path), engine=engine).initial_state(seed=1), Random(1)
    for number in range(12):
        thrown = number % 2 == 1  # and not yet guessed
        assert is_fully_visible(state.machine.plain()) != thrown
        samples = [state.resample(0, seed) for seed in range(16)]
        assert all(one.sampling is not None and one.sampling.exact for one in samples)
        if thrown:
            seat = state.current_seat
            for one in samples:
                one.apply(0)
            assert len({points_of(one, seat) for one in samples}) == 2
        state.apply(luck.randrange(len(state.legal_moves)))


def points_of(state: State, seat: int) -> int:
    return int(state.view(0)["variables"][f"p{seat + 1}.points"])


@pytest.mark.thorough
def test_what_was_before_all_lay_open_is_not_told_again() -> None:
    """In each round the cards that were chosen are shown; from then on few positions are possible again."""
    state, luck, ways = load_game("course-folle", players=4).initial_state(seed=1), Random(1), list[str]()
    while state.decisions < 24:
        report = state.resample(state.current_seat, 1).sampling
        assert report is not None and not report.fallback
        ways.append(report.way)
        assert state.resample(0, 3).events(0) == state.events(0)
        state.apply(luck.randrange(len(state.legal_moves)))
    assert ways.count("exact") > len(ways) * 3 // 4


def test_what_others_choose_meanwhile_is_drawn_and_not_kept_up() -> None:
    """However many choose together: the ways in which they may have chosen are more than are kept up."""
    state, luck, ways, others = load_game("course-folle", players=7).initial_state(seed=1), Random(1), list[str](), 1
    while state.decisions < 42:
        seat = state.current_seat
        samples = [state.resample(seat, seed) for seed in range(4)]
        ways += [one.sampling.way for one in samples if one.sampling is not None]
        assert all(one.view(seat) == state.view(seat) and one.legal_moves == state.legal_moves for one in samples)
        others = max(others, len({one.fingerprint() for one in samples}))
        state.apply(luck.randrange(len(state.legal_moves)))
    assert ways.count("exact") > len(ways) * 9 // 10
    assert others > 1


def test_who_lays_a_card_held_one() -> None:
    """A green light is laid from the hand: seen to leave it, it was there, unless another card came first."""
    game = load_game("mille-bornes", players=4)
    state = game.initial_state(seed=1)
    luck = Random(1)
    while not any(move.text == "go" for move in state.legal_moves):
        state.apply(luck.choice(state.legal_moves))
    m = state.machine.plain()
    move = next(one.raw for one in state.legal_moves if one.text == "go")
    zones = m.code.layout.zones
    hand, other = (
        next(one.number for one in zones if one.name == "hand" and one.owner == (state.current_seat + n) % 4)
        for n in (0, 1)
    )
    green = next(n for n, kind in enumerate(m.code.layout.kinds) if kind.id == "go")
    seat = (state.current_seat + 1) % 4

    def settles(*travels: CardTravel) -> bool:
        return limits_of_legality(m, move, AnnouncedMove("go", ()), seat, travels) == []

    def goes(source: int, target: int, kind: int) -> CardTravel:
        return CardTravel(source, 6, 0, target, 0, kind, False, ())

    assert not settles()
    assert settles(goes(hand, other, green))
    assert not settles(goes(other, hand, green))
    assert not settles(goes(hand, other, green + 1))
    assert not settles(goes(other, hand, -1), goes(hand, other, green))
