"""Every public function × wrong values for each argument: an error of the right kind that names the argument."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright import CHANCE, EVERYTHING, NOBODY, Batch, Decider, Game, IllegalMove, SpecError, State, load_game

GAME = load_game("mille-bornes", engine="reference")
STATE = GAME.initial_state(seed=2)


class Nothing:
    """An object that is of no use anywhere."""

    def __repr__(self) -> str:
        return "<nothing>"


NOTHING = Nothing()
NUMBERS: list[Any] = [None, 1.5, float("nan"), True, "1", b"1", [1], {}, NOTHING, -7, 10**30, -(10**30)]
WORDS: list[Any] = [None, 0, 1.5, True, b"x", [], {}, NOTHING, "", "no such word", "\0", "é" * 5000]
PLACES: list[Any] = [0, 1.5, True, b"x", NOTHING, {"a": "b"}, ["\0"], [None], [0], [b"x"], ["no-such-name"], [["x"]]]

Call = Callable[[Any], object]
WRONG: dict[str, tuple[Call, list[Any]]] = {
    "load_game name": (lambda it: load_game(it), [*WORDS, "/nowhere/game.yaml", Path("nowhere")]),
    "load_game players": (lambda it: load_game("mille-bornes", players=it), [*NUMBERS[1:], 0, -1, 7]),
    "load_game options": (
        lambda it: load_game("mille-bornes", options=it),
        [[], 0, "x", True, {"tarjet": 7}, {1: 2}, {"target": 1.5}, {"target": None}, {"target": []}, {"target": "x"}],
    ),
    "load_game variants": (
        lambda it: load_game("mille-bornes", variants=it),
        [None, "parker", Path("parker"), *PLACES],
    ),
    "load_game preset": (lambda it: load_game("mille-bornes", preset=it), WORDS[1:]),
    "load_game paths": (lambda it: load_game("mille-bornes", paths=it), [None, "x", Path("x"), *PLACES[:-2]]),
    "load_game engine": (lambda it: load_game("mille-bornes", engine=it), WORDS[1:]),
    "Game.initial_state seed": (lambda it: GAME.initial_state(it), [*NUMBERS, 2**63, -1]),
    "Game.initial_state chance": (lambda it: GAME.initial_state(chance=it), WORDS),
    "Game.initial_state record": (lambda it: GAME.initial_state(record=it), [None, 0, 1, "yes", 1.5]),
    "Game.playouts n": (lambda it: GAME.playouts(it), [*NUMBERS[:10], -1]),
    "Game.playouts seed": (lambda it: GAME.playouts(1, it), [*NUMBERS, 2**63, 2**63 - 0, -1]),
    "Game.playouts policy": (lambda it: GAME.playouts(1, policy=it), WORDS),
    "Game.at_random n": (lambda it: GAME.at_random(it), [*NUMBERS[:10], -1]),
    "Game.at_random seed": (lambda it: GAME.at_random(1, it), [*NUMBERS, 2**63]),
    "Game.batch n": (lambda it: GAME.batch(it), [*NUMBERS, 0]),
    "Game.batch seed": (lambda it: GAME.batch(1, it), [*NUMBERS, 2**63]),
    "State.apply move": (lambda it: STATE.apply(it), [*NUMBERS, *(one for one in WORDS if one != 0)]),
    "State.why_not move": (lambda it: STATE.why_not(it), [one for one in WORDS if not isinstance(one, str)]),
    "State.why_not seeing_all": (lambda it: STATE.why_not("x", seeing_all=it), [None, 1, "yes"]),
    "State.view seat": (lambda it: STATE.view(it), [*NUMBERS, 2, 99, "p1", CHANCE, NOBODY, EVERYTHING]),
    "State.table seat": (lambda it: STATE.table(it), [*NUMBERS, 2, 99, "p1", CHANCE, NOBODY]),
    "State.table language": (lambda it: STATE.table(0, it), [*WORDS, "French", "xx"]),
    "State.table since": (lambda it: STATE.table(0, since=it), [one for one in (*NUMBERS[:10], -1) if one is not None]),
    "Game.words language": (lambda it: GAME.words(it), WORDS),
    "State.events seat": (lambda it: STATE.events(it), [*NUMBERS, 2, 99, "p1", CHANCE, NOBODY]),
    "State.events since": (lambda it: STATE.events(0, it), [*NUMBERS[:10], -1]),
    "State.resample seat": (lambda it: STATE.resample(it), [*NUMBERS, 2, 99, CHANCE, EVERYTHING]),
    "State.resample seed": (lambda it: STATE.resample(0, it), [*NUMBERS, -1, 2**63]),
    "State.from_bytes game": (lambda it: State.from_bytes(it, STATE.to_bytes()), [None, "mille-bornes", 1, STATE]),
    "State.from_bytes saved": (lambda it: State.from_bytes(GAME, it), [None, "x", 1, b"x", b"{}", [1], b"\0" * 99]),
    "Batch.step chosen": (
        lambda it: GAME.batch(2).step(it),
        [*NUMBERS, *WORDS, {0: 0, 1: 0}, {0, 1}, bytes(2), [0], [0, 0, 0], [[0, 0]], *([0, it] for it in NUMBERS)],
    ),
    "Batch.deal places": (
        lambda it: GAME.batch(2).deal(it),
        [
            *NUMBERS[1:6],
            *NUMBERS[7:],
            *(it for it in WORDS[1:] if it != []),
            {0: 0},
            bytes(1),
            [2],
            *([it] for it in NUMBERS),
        ],
    ),
    "Batch.legal_moves place": (lambda it: GAME.batch(2).legal_moves(it), [*NUMBERS, 2, -1]),
    "Batch.state place": (lambda it: GAME.batch(2).state(it), [*NUMBERS, 2, -1]),
    "Decider.of seat": (lambda it: Decider.of(it), [*(n for n in NUMBERS if n != 10**30), EVERYTHING]),
    "Decider kind": (lambda it: Decider(it), WORDS),
    "Decider seat": (lambda it: Decider("seat", it), [n for n in NUMBERS if n != 10**30]),
}
CASES = [
    pytest.param(what, given, id=f"{what}={ascii(given):.30}") for what, (_, wrong) in WRONG.items() for given in wrong
]
SAID_OTHERWISE = {
    "load_game name": "unknown game|there is no",
    "load_game variants": "unknown variant|variant",
    "load_game players": "for .* players",
    "load_game options": "option",
    "load_game preset": "preset",
    "State.apply move": "on offer|legal move",
    "State.from_bytes saved": "saved position",
    "Batch.step chosen": "legal moves are numbered from 0 to",
    "Batch.deal places": "place must be",
}
"""Where the value is of the right type, the message may name what was given instead of the argument."""


@pytest.mark.parametrize(("what", "given"), CASES)
def test_refused(what: str, given: Any) -> None:
    before = STATE.to_bytes()
    with pytest.raises((TypeError, ValueError, SpecError)) as caught:
        WRONG[what][0](given)
    error = caught.value
    assert type(error) in (TypeError, ValueError, IllegalMove, SpecError)
    name = what.split()[1]
    assert name in str(error) or re.search(SAID_OTHERWISE.get(what, name), str(error)), str(error)
    assert "command line" not in str(error)
    if type(error) is TypeError:
        assert "must" in str(error) and error.__traceback__ is not None
    assert STATE.to_bytes() == before


def test_every_public_function_is_in_the_table() -> None:
    """With each of its arguments."""
    public: dict[str, Callable[..., object]] = {"load_game": load_game, "Decider.of": Decider.of}
    for kind in (Game, State, Batch):
        found = inspect.getmembers(kind, callable)
        public |= {f"{kind.__name__}.{name}": it for name, it in found if inspect.isroutine(it)}
    arguments = {
        f"{name} {argument}"
        for name, it in public.items()
        if not name.split(".")[-1].startswith("_")
        for argument in inspect.signature(it).parameters
        if argument not in ("self", "cls")
    }
    assert arguments == {what for what in WRONG if not what.startswith("Decider ")}
    functions = {name for name in cardwright.__all__ if inspect.isfunction(getattr(cardwright, name))}
    assert functions == {"load_game"}


def test_a_bracket_too_few_or_too_many() -> None:
    """Every legal move, without one of its brackets or with one more, is no move."""
    state = load_game("mille-bornes").initial_state(seed=2)
    seen = 0
    while not state.is_terminal and seen < 200:
        for move in state.legal_moves:
            for wrong in with_wrong_brackets(move.text):
                refusal = state.why_not(wrong)
                assert refusal is not None, wrong
                seen += 1
        state.apply(state.random_move())
    assert seen >= 200


def with_wrong_brackets(text: str) -> list[str]:
    places = [i for i, char in enumerate(text) if char in "()[]"]
    return [
        *(text[:i] + text[i + 1 :] for i in places),
        *(text[:i] + text[i] + text[i:] for i in places),
        *(text + end for end in "([])" if end != ")" or places),
    ]


def test_a_move_without_its_bracket_is_suggested_with_it() -> None:
    text = next(move.text for move in STATE.legal_moves if move.arguments)
    refusal = STATE.why_not(text[:-1])
    assert refusal is not None and refusal.suggestion == text


@pytest.mark.parametrize("place", [None, 1.5, float("nan"), "0", b"0", [0], NOTHING])
def test_a_place_among_the_legal_moves_is_an_int(place: Any) -> None:
    with pytest.raises(TypeError, match="a place among the legal moves must be an int or a slice"):
        STATE.legal_moves[place]
    with pytest.raises(IndexError, match="legal moves are numbered from 0 to"):
        STATE.legal_moves[10**30]


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_a_move_is_one_of_its_seat(engine: Any) -> None:
    """An equal one may come from anywhere; one of the same text that another seat makes is no legal move."""
    state = load_game("kuhn-poker", engine=engine).initial_state(seed=1)
    check = state.clone().legal_moves[0]
    state.apply(check)
    assert check.text in [move.text for move in state.legal_moves]
    with pytest.raises(IllegalMove, match="a move of p1, and p2 decides here"):
        state.apply(check)
    with pytest.raises(IllegalMove, match="not on offer"):
        state.apply(STATE.legal_moves[0])
    state.apply(check.text)
    assert state.is_terminal


def test_the_numbers_that_stand_for_no_seat_differ() -> None:
    assert len({CHANCE, NOBODY, EVERYTHING}) == 3 and max(CHANCE, NOBODY, EVERYTHING) < 0
    assert len(STATE.events(EVERYTHING)) >= len(STATE.events(0))


def test_whatever_counts_as_an_int_is_one() -> None:
    class Three:
        def __index__(self) -> int:
            return 3

    assert GAME.initial_state(Three()) == GAME.initial_state(3)  # type: ignore[arg-type]
    assert load_game("mille-bornes", players=Three(), engine="reference").players == 3  # type: ignore[arg-type]


FAULTY = """
spec: 1
game: faulty
title: "Faulty"
players: 2
begin: play
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
phases: {play: {do: move plie to pile}}
"""


def test_an_error_of_a_file_says_where_what_and_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FAULTY)
    with pytest.raises(SpecError) as caught:
        load_game(tmp_path / "game.yaml")
    place, said = str(caught.value).split(": ", 1)
    assert place.endswith("game.yaml:9:26")
    assert said == "E201: unknown name 'plie'; did you mean the zone 'pile'?"
