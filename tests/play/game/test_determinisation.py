"""Determinisations of small games: what they must know, and what they must not."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright import CHANCE, Game, State, load_game
from cardwright.engines.program.nodes import AskBlock
from cardwright.play.game.determinisation import simulator
from cardwright.play.game.determinisation.information_flow import (
    legality_depends_on_hidden,
    outcome_depends_on_hidden,
)
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import Chance
from cardwright.play.game.history import History
from cardwright.play.game.serialisation import _sum

SMALL = Path(__file__).parents[2] / "laws" / "specs"


def small(name: str, players: int = 2) -> Game:
    return load_game(str(SMALL / f"{name}.yaml"), players=players, engine="reference")


@pytest.mark.thorough
def test_backs_that_are_not_seen_are_drawn_too() -> None:
    state = small("guess_a_back").initial_state(seed=3)
    seat = state.current_seat
    drawn: Counter[bool] = Counter()
    for seed in range(400):
        sample = state.resample(seat, seed)
        sample.apply("guess(red, 1)")
        drawn[sample.view(seat)["variables"][f"p{seat + 1}.won"]] += 1
    assert 150 < drawn[True] < 250


def test_a_hand_that_was_laid_down_in_order() -> None:
    """Each card of a hand that goes to a pile lies at a place of its own there, and may be drawn again from it."""
    state, luck = load_game("hamlet", players=3).initial_state(seed=1), Random(1)
    for _ in range(9):
        state.apply(luck.randrange(len(state.legal_moves)))
    sample = state.resample(0, 3)
    assert sample.sampling is not None and not sample.sampling.fallback
    assert sample.events(0) == state.events(0)


def test_a_guess_takes_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hardly any way fits, it is given up, and what the seat sees now is all that is held."""
    state = load_game("liars-dice").initial_state(seed=1)
    for _ in range(2):
        state.apply(0)
    monkeypatch.setattr(simulator, "WORK", 3)
    sample = state.resample(0, 3)
    assert sample.sampling is not None and sample.sampling.way == "view" and sample.sampling.attempts < 40
    assert sample.view(0) == state.view(0)


def test_seats_that_there_are_not() -> None:
    state = small("void").initial_state()
    for seat in (-1, 2, 99):
        with pytest.raises(ValueError, match="seat must be from 0 to 1"):
            state.resample(seat)


@pytest.mark.thorough
def test_a_shown_void_stays_a_void() -> None:
    """Who threw a heart on a club held no club, and holds none now."""
    found = 0
    for seed in range(24):
        state = small("void").initial_state(seed=seed)
        first = state.legal_moves[0].arguments[0]
        state.apply(0)
        second = state.legal_moves[0].arguments[0]
        if first.split("_")[0] == second.split("_")[0]:
            continue
        found += 1
        state.apply(0)
        for number in range(8):
            sample = state.resample(0, number)
            assert not any(card.startswith(first.split("_")[0]) for card in sample.view(1)["zones"]["p2.hand"]["cards"])
    assert found > 3


@pytest.mark.thorough
def test_a_history_is_shared_saved_and_copied() -> None:
    state = small("handed_on", 3).initial_state(seed=5)
    for _ in range(4):
        state.apply(0)
    twin = state.clone()
    assert twin.history is state.history and copy.deepcopy(state.history) is state.history
    twin.apply(0)
    assert (twin.history.length, state.history.length) == (5, 4)
    again = pickle.loads(pickle.dumps(state.history))
    assert isinstance(again, History) and again.to_json() == state.history.to_json()
    loaded = State.from_bytes(state.game, state.to_bytes())
    assert all(loaded.resample(seat, 7) == state.resample(seat, 7) for seat in range(3))


SPOILT = [7, -1, 0, None, "x", [], [0, 99], [0, -1], [9], [0, [1, 2]], 2**70, True, {"a": 1}]
"""What is put into saved histories."""


def spoilt(saved: bytes, luck: Random) -> bytes:
    """A saved position in whose history one thing is another; its checksum fits."""
    kept = json.loads(saved)
    del kept["sum"]
    history = kept["history"]
    entry = luck.choice(history["entries"])
    where: Any
    where, key = luck.choice(
        [(entry, 0), (entry, 1), (entry, 2), (history["begin"], "seed"), (history["begin"], "told")]
    )
    if luck.random() < 0.2:
        history["entries"].remove(entry)
    else:
        where[key] = luck.choice([*SPOILT, "luck", "pick", "decide", "play"])
    return json.dumps({**kept, "sum": _sum(kept)}).encode()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_a_spoilt_history_is_refused_or_leads_to_the_same_position(engine: Engine, chance: Chance) -> None:
    """At the latest when somebody asks for a determinisation, with a ValueError."""
    game = load_game(str(SMALL / "handed_on.yaml"), players=3, engine=engine)
    state, luck = game.initial_state(seed=5, chance=chance), Random(f"{engine} {chance}")
    for _ in range(9):
        state.apply(luck.randrange(len(state.legal_moves)))
    refused = 0
    for _ in range(150):
        try:
            other = State.from_bytes(game, spoilt(state.to_bytes(), luck))
            assert other == state and other.resample(0, 1).view(0) == state.view(0)
        except ValueError as error:
            assert "saved position" in str(error)
            refused += 1
    assert refused > 75


def test_a_position_without_a_history_is_determinised_from_what_is_seen() -> None:
    state = small("handed_on", 3).initial_state(seed=5)
    state.apply(0)
    bare = State(state.game, state.machine.clone())
    for seat in range(3):
        samples = [bare.resample(seat, seed) for seed in range(12)]
        assert all(sample.view(seat) == state.view(seat) for sample in samples)
        assert len({sample.fingerprint() for sample in samples}) > 1
        assert samples[0].resample(seat, 3) == bare.resample(seat, 3)


@pytest.mark.thorough
def test_hidden_throws_go_by_their_weights_and_shown_ones_are_kept() -> None:
    """Each hidden die shows each face as often, whatever lies under the other cups; the throws shown at a doubt are
    the true ones in every history."""
    path = Path(__file__).parents[3] / "examples" / "liars-dice" / "game.yaml"
    state = load_game(str(path), players=2).initial_state(seed=4)
    pairs = 0
    for seed in range(600):
        dice = state.resample(0, seed).view(1)["zones"]["p2.cup"]["cards"]
        pairs += sum(one == two for number, one in enumerate(dice) for two in dice[:number])
    assert abs(pairs / 6000 - 1 / 6) < 0.02
    for _ in range(12):
        state.apply(0 if len(state.legal_moves) % 2 == 0 else len(state.legal_moves) - 1)  # a bid, then a doubt
        sample = state.resample(0, 1)
        assert sample.sampling is not None and not sample.sampling.fallback
        assert sample.events(0) == state.events(0)


SHUFFLED_AWAY = """
spec: 1
game: shuffled-away
title: "Shuffled away"
players: 3
cards:
  main:
    attributes: {number: integer}
    list: {one: {number: 1}, two: {number: 2, copies: 4}, three: {number: 3, copies: 5}}
zones:
  pile: {holds: main, start: shuffled}
  hand: {of: player, holds: main}
begin: match
phases:
  match: {steps: [deal, vote], times: 2}
  deal:
    do: |
      gather main to pile
      shuffle pile
      for p in players:
        draw 3 from pile to p.hand
  vote: {together: players, offer: [keep]}
actions:
  keep:
    choose: {c: 2 of me.hand}
    do: |
      gather main to pile
      shuffle pile
      for p in players:
        draw 3 from pile to p.hand
result: {winners: players}
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_ones_own_secret_choice_stays_when_its_cards_are_shuffled_away(tmp_path: Path, engine: Engine) -> None:
    """The first choice that takes effect shuffles all cards; the others still wait, and their players know them."""
    path = tmp_path / "game.yaml"
    path.write_text(SHUFFLED_AWAY)
    state = load_game(str(path), players=3, engine=engine).initial_state(seed=2, chance="explicit")
    luck, looked_at = Random(2), 0
    for _ in range(30):
        if state.is_terminal:
            break
        bare = State(state.game, state.machine.clone())
        for seat in range(3):
            looked_at += "keep" in state.view(seat).get("chosen", {}).get(f"p{seat + 1}", "")
            samples = [bare.resample(seat, seed) for seed in range(4)]
            assert all(sample.view(seat) == state.view(seat) for sample in samples)
            assert samples[0].resample(seat, 3) == bare.resample(seat, 3)
        state.apply(luck.randrange(len(state.legal_moves)))
    assert looked_at > 20


def test_how_much_others_have_picked_does_not_show_when_it_is_shuffled_away(tmp_path: Path) -> None:
    """While the first choice takes effect the hands are empty: what the second player picked fits no hand any more."""
    path = tmp_path / "game.yaml"
    path.write_text(SHUFFLED_AWAY.replace("c: 2 of", "c: 1..3 of"))
    game, samples = load_game(str(path), players=3, engine="reference"), []
    for many in (1, 3):
        state = game.initial_state(seed=2, chance="explicit")
        while state.current_seat == CHANCE:
            state.apply(0)
        for size in (1, many, 2):
            state.apply(next(n for n, move in enumerate(state.legal_moves) if len(move.raw[1]) == size))
        bare = State(game, state.machine.clone())
        samples.append([bare.resample(0, seed).fingerprint() for seed in range(6)])
    assert samples[0] == samples[1] and len(set(samples[0])) > 1


def test_both_engines_determinise_alike() -> None:
    one, two = small("handed_on", 3), load_game(str(SMALL / "handed_on.yaml"), players=3)
    states = [game.initial_state(seed=9) for game in (one, two)]
    for _ in range(3):
        for state in states:
            state.apply(0)
    for seat in range(3):
        samples = [state.resample(seat, 4) for state in states]
        assert samples[0].fingerprint() == samples[1].fingerprint() and samples[0].seed == samples[1].seed
        assert samples[0].events(1) == samples[1].events(1)
        for sample in samples:
            sample.apply(0)
        assert samples[0].events(1) == samples[1].events(1) and samples[0].fingerprint() == samples[1].fingerprint()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "decisions"), [("liars-dice", 9), ("hearts", 7)])
def test_both_engines_tell_the_same_history(name: str, decisions: int) -> None:
    """Where something is thrown or picked secretly, too; the compiled engine draws it by itself."""
    path = str(Path(__file__).parents[3] / "examples" / name / "game.yaml")
    states = [load_game(path, players=4, engine=engine).initial_state(seed=2) for engine in ("reference", "fast")]
    luck = Random(3)
    for _ in range(decisions):
        place = luck.randrange(len(states[0].legal_moves))
        for state in states:
            state.apply(place)
    for seat in (0, 2):
        one, two = (state.resample(seat, 7) for state in states)
        assert one.history.to_json() == two.history.to_json() and one.fingerprint() == two.fingerprint()
        assert one.history.length == len(one.history.entries()) - 1 == two.history.length
        assert [one.events(other) for other in range(4)] == [two.events(other) for other in range(4)]


THROWN_AGAIN = """
spec: 1
game: thrown-again
title: "Thrown again"
players: 2
cards: {main: {attributes: {suit: [s], n: integer}, each: {suit: suit, n: 1..30}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables:
  high: {of: player, type: boolean}
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [throw]}
actions:
  throw:
    do: |
      random n in 1..6
      draw 1 from pile to me.hand
      me.high = n > 5
"""


@pytest.mark.thorough
def test_where_a_step_is_tried_again_the_whole_pile_is_there_again(tmp_path: Path) -> None:
    """What shows at the end of the step is not what was seen, and by then a card has left the pile.

    The compiled engine tries the step again with another throw. Where the pile has two cards left, it must know that
    each of them may still be the one that was drawn.
    """
    (tmp_path / "game.yaml").write_text(THROWN_AGAIN)
    reference, compiled = (load_game(tmp_path, engine=engine) for engine in ("reference", "fast"))
    for seed in range(3):
        states = [game.initial_state(seed=seed) for game in (reference, compiled)]
        for state in states:
            for _ in range(29):
                state.apply("throw")
        for guess in range(6):
            one, two = (state.resample(1, guess) for state in states)
            assert one.history.to_json() == two.history.to_json() and one.fingerprint() == two.fingerprint()
            assert one.sampling is not None and two.sampling is not None
            assert one.sampling.attempts == two.sampling.attempts


def test_a_report_says_how_a_determinisation_was_found() -> None:
    report = small("void").initial_state(seed=1).resample(0).sampling
    assert report is not None
    assert (report.exact, report.fallback, report.attempts, report.rejected) == (True, False, 1, 0)
    assert report.seconds > 0


def test_only_moves_that_hang_on_hidden_cards_can_tell_of_them() -> None:
    """To discard any card of a hand tells nothing of the others; to lay a green light says that one was held."""
    state = load_game("mille-bornes", players=2).initial_state(seed=1)
    code = state.machine.code
    ask = code.block(state.machine.numbers).end
    assert isinstance(ask, AskBlock)
    told = {choice.name: legality_depends_on_hidden(code, choice, 1) for choice in ask.choices}
    assert told["go"] and told["end_of_limit"]
    assert not any(told[name] for name in ("discard", "safety", "advance", "remedy", "attack"))


PROBES = """\
spec: 1
game: probes
title: "Probes"
players: 2
cards: {main: {list: {ace: {}, two: {copies: 3}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables:
  found: {of: player, type: integer, range: [0, 9]}
effects:
  look(player p): |
    for q in p.rivals:
      if any(c == ace for c in q.hand):
        p.found += 1
begin: whole
phases:
  whole: {steps: [deal, play]}
  deal:
    do: |
      for p in players:
        draw 2 from pile to p.hand
  play: {turns: {}, until: round.number == 3, offer: [named, straight, rest]}
actions:
  named: {do: look(me)}
  straight:
    do: |
      if any(c == ace for c in me.next.hand):
        me.found += 1
  rest: {do: end turn}
result: {score: it.found}
"""


def test_what_a_named_effect_asks_tells_as_much_as_what_an_action_asks(tmp_path: Path) -> None:
    """Both actions add a point if the other player holds the ace; one of them by an effect with a name."""
    (tmp_path / "probes.yaml").write_text(PROBES, encoding="utf-8")
    state = load_game(str(tmp_path / "probes.yaml")).initial_state(seed=1)
    code = state.machine.code
    ask = code.block(state.machine.numbers).end
    assert isinstance(ask, AskBlock)
    assert {one.name: outcome_depends_on_hidden(code, one, 0) for one in ask.choices} == {
        "named": True,
        "straight": True,
        "rest": False,
    }


@pytest.mark.thorough
def test_what_was_asked_before_changes_no_determinisation() -> None:
    """What histories that failed have told of a move serves all that are drawn later; it is the same for all."""
    game, found = load_game("go-fish", players=2), []
    for seeds in (range(4), range(3, -1, -1)):
        state, luck, drawn = game.initial_state(seed=1), Random(1), {}
        for _ in range(24):
            state.apply(luck.choice(state.legal_moves))
        for seed in seeds:
            one = state.resample(1, seed)
            assert one.sampling is not None
            drawn[seed] = (one.fingerprint(), one.sampling.attempts)
        found.append(drawn)
    assert found[0] == found[1]
    assert {attempts > 4 for _, attempts in found[0].values()} == {True, False}


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_a_secret_choice_that_came_out_is_what_was_heard(engine: Engine) -> None:
    """The other has chosen no card, and that was told; nothing else tells it yet, since a number is asked for first."""
    state = load_game(str(SMALL / "announced.yaml"), players=2, engine=engine).initial_state(seed=4)
    luck = Random(4)
    for _ in range(12):
        state.apply(luck.randrange(len(state.legal_moves)))
    assert state.events(0)[-1].text == "c=none"
    for seed in range(8):
        sample = state.resample(0, seed)
        assert sample.sampling is not None and sample.sampling.exact
        assert sample.events(0) == state.events(0)
