"""Both engines grow the same tree: every branch is taken as often."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from cardwright import load_game
from cardwright.compiler.builder.tree_map import FEW
from cardwright.diagnostics.diagnostic import SpecError
from cardwright.engines.engine import TreeSettings
from cardwright.engines.program.layout import RUNNING, STATUS
from cardwright.engines.program.make import make_program
from cardwright.play.game.game import Game, State
from tests.compiler.lockstep import Pair
from tests.compiler.random_games import Maker

BIDDING = """
spec: 1
game: bidding
title: "Bidding"
players: 3
cards: {main: {list: {ace: {copies: 1}}}}
zones: {box: {holds: main, start: listed, shows: all}}
variables:
  won: {of: player, type: integer, range: [0, 60], start: 0}
  rounds: {type: integer, range: [0, 60], start: 0}
begin: play
phases:
  play: {together: players, until: rounds >= 9, offer: [up, down, more], otherwise: rounds += 1}
actions:
  up: {when: "rounds mod 4 != 3 or me.won == 0", do: "me.won += 1\\nrounds += 1"}
  down: {when: me.won > 1, do: "rounds += 1\\nme.won -= 1"}
  more: {when: "rounds mod 4 != 3 or me.won == 0", choose: {n: "1..3"}, do: "rounds += n"}
result:
  winners: best(p for p in players by p.won)
"""
"""All choose secretly, again and again, and nothing is decided in between; not always all of them can."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "moves", "dives"),
    [
        ("kuhn-poker", 1, 40),
        ("course-folle", 0, 12),  # secret choices, which come out together
        ("on-the-trail", 14, 3),  # moves with several cards
        ("mille-bornes", 9, 2),  # more moves than are tried at once
    ],
)
def test_both_engines_grow_the_same_tree(name: str, moves: int, dives: int) -> None:
    preset = "single_hand" if name == "mille-bornes" else None
    games = [load_game(name, preset=preset, engine=engine) for engine in ("fast", "reference")]
    state = games[0].initial_state(seed=5)
    for number in range(moves):
        state.apply(number % len(state.legal_moves))
    same_trees(games, state, dives)


@pytest.mark.thorough
def test_rounds_of_secret_choices_are_heard_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "bidding.yaml").write_text(BIDDING)
    games = [load_game(str(tmp_path / "bidding.yaml"), engine=engine) for engine in ("fast", "reference")]
    same_trees(games, games[0].initial_state(seed=5), 40)


LAYING = """
spec: 1
game: laying
title: "Laying"
players: 3
cards: {main: {attributes: {worth: integer}, list: {low: {worth: 1, copies: 5}, high: {worth: 2, copies: 4}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: {all: count, owner: all}}
  open: {of: player, holds: main, shows: all}
  down: {of: player, holds: main, shows: {all: count, owner: all}}
begin: race
phases:
  race:
    start: |
      for p in players:
        draw 3 from pile to p.hand
    steps: [laying]
  laying: {turns: {}, until: "all(p.hand.empty for p in players)", offer: [lay, hide, either, wait]}
actions:
  lay: {choose: {c: me.hand}, do: move c to me.open}
  hide: {choose: {c: me.hand}, do: move c to me.down}
  either: {choose: {c: optional me.hand, n: "1..2"}, when: "count(me.open) < n", do: "move c to me.open"}
  wait: {when: count(me.hand) < 2, do: "move me.hand to me.down"}
result:
  winners: best(p for p in players by sum(c.worth for c in p.open) - sum(c.worth for c in p.down))
"""
"""A card is laid for all to see, or for nobody else, or none at all; and there are moves without a card."""


def test_of_a_card_those_hear_who_see_it(tmp_path: Path) -> None:
    (tmp_path / "laying.yaml").write_text(LAYING)
    games = [load_game(str(tmp_path / "laying.yaml"), engine=engine) for engine in ("fast", "reference")]
    same_trees(games, games[0].initial_state(seed=5), 60)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("curiosity", [0.7, 0.0, -3.0])
@pytest.mark.parametrize("least", [0, -1, 5])
def test_whatever_a_game_brings(tmp_path: Path, curiosity: float, least: int) -> None:
    """The best brings one more than the least; what speaks for a branch may be nothing, or below 0."""
    returns = f"  returns: {least} + (1 if sum(c.worth for c in it.open) > 2 else 0)\n"
    (tmp_path / "laying.yaml").write_text(LAYING + returns)
    games = [load_game(str(tmp_path / "laying.yaml"), engine=engine) for engine in ("fast", "reference")]
    same_trees(games, games[0].initial_state(seed=5), 60, curiosity)


def test_of_two_cards_those_hear_of_one_who_see_only_that(tmp_path: Path) -> None:
    """One of the two is laid for all to see, the other for nobody else."""
    two = 'lay: {choose: {cs: "2 of me.hand"}, do: "move cs[1] to me.open\\nmove cs[2] to me.down"}'
    (tmp_path / "laying.yaml").write_text(LAYING.replace("lay: {choose: {c: me.hand}, do: move c to me.open}", two))
    games = [load_game(str(tmp_path / "laying.yaml"), engine=engine) for engine in ("fast", "reference")]
    same_trees(games, games[0].initial_state(seed=5), 60)


def test_branches_that_were_looked_at_often() -> None:
    """The roots of large numbers are in no table."""
    found = []
    for engine in ("fast", "reference"):
        state = load_game("kuhn-poker", engine=engine).initial_state(seed=1)
        tree = state.game.executor.tree(TreeSettings(players=2, curiosity=0.7, width=3.0))
        tree.simulate(state.machine.state, 2 * FEW + 100, 0, 0)
        found.append(tree.tally(state.machine.state))
        tree.close()
    assert found[0] == found[1]
    assert max(found[0]) > FEW


FAULTY = """
spec: 1
game: faulty
title: "Faulty"
players: 2
cards: {main: {list: {ace: {copies: 1}}}}
zones: {box: {holds: main, start: listed, shows: all}}
variables:
  n: {type: integer, range: [0, 20], start: 0}
  turns: {type: integer, range: [0, 20], start: 0}
begin: play
phases:
  play: {turns: {}, until: turns > 1, offer: [one, two, fail]}
actions:
  one: {do: "n += 1\\nturns += 1"}
  two: {do: "n += 2\\nturns += 1"}
  fail: {do: "n += 1000"}
result:
  winners: "[p for p in players if n mod 2 == 0]"
"""
"""A rule that fails."""


def test_a_full_tree_goes_on_learning() -> None:
    state = load_game("kuhn-poker").initial_state(seed=1)
    tree = state.game.executor.tree(TreeSettings(players=2, curiosity=0.7, width=3.0, room=3))
    tree.simulate(state.machine.state, 100, 0, 0)
    assert sum(tree.tally(state.machine.state)) == 100
    tree.close()


def test_what_fails_does_not_keep_the_search_busy(tmp_path: Path) -> None:
    (tmp_path / "faulty.yaml").write_text(FAULTY)
    games = [load_game(str(tmp_path / "faulty.yaml"), engine=engine) for engine in ("fast", "reference")]
    state = games[0].initial_state()
    same_trees(games, state, 40)
    tree = games[0].executor.tree(TreeSettings(players=2, curiosity=0.7, width=3.0))
    tree.simulate(state.machine.state, 200, 0, 0)
    one, two, fail = tree.tally(state.machine.state)
    tree.close()
    assert one + two > 2 * fail > 0


def test_of_a_position_without_moves_nothing_is_told_and_nothing_learnt(tmp_path: Path) -> None:
    """At the end of the game, where a rule has failed, and where one fails while moves are listed."""
    spec = FAULTY.replace('do: "n += 1000"', 'when: "n * 4611686018427387904 >= 0", do: "n += 1000"')
    (tmp_path / "faulty.yaml").write_text(spec)
    games = [load_game(str(tmp_path / "faulty.yaml"), engine=engine) for engine in ("fast", "reference")]
    begun, ended, failed = [games[0].initial_state() for _ in range(3)]
    ended.apply("one")
    ended.apply("one")
    failed.apply("fail")
    cells = list(begun.machine.state)
    unlisted = [*cells]
    unlisted[games[0].program.layout.variables["n"].address] = 2
    for game in games:
        tree = game.executor.tree(TreeSettings(players=2, curiosity=0.7, width=3.0))
        tree.simulate(cells, 20, 0, 0)
        before = tree.tally(cells)
        assert [tree.tally(one) for one in (ended.machine.state, failed.machine.state, unlisted)] == [()] * 3
        assert tree.tally(cells) == before
        tree.close()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "players"), [("mille-bornes", 4), ("neko-racing", 3)])
def test_both_engines_cut_off_at_the_same_hopes(name: str, players: int) -> None:
    """What a position is worth is computed in both, for teams and for players each alone."""
    games = [load_game(name, players=players, engine=engine) for engine in ("fast", "reference")]
    state = games[0].initial_state(seed=3)
    for number in range(6):
        state.apply(number % len(state.legal_moves))
    cells, seat, found = state.machine.state, state.current_seat, []
    for game in games:
        tree = game.executor.tree(TreeSettings(players=players, curiosity=0.7, width=3.0, reach=1))
        brought = [tree.each(cells, range(len(state.legal_moves)), 2, seat, 10 * guess, guess) for guess in range(2)]
        tree.simulate(cells, 12, 50, 2)
        found.append((brought, tree.tally(cells)))
        tree.close()
    assert found[0] == found[1]
    assert any(0 < share % 1 < 1 for share in brought[1])


def same_trees(games: Sequence[Game], state: State, dives: int, curiosity: float = 0.7) -> None:
    """Grow a tree with each engine, from three guesses of a position, and compare."""
    for delay, room, reach in ((None, 1000, None), (1, 1000, 2), (None, 5, 0)):
        settings = TreeSettings(
            players=games[0].players, curiosity=curiosity, width=3.0, delay=delay, room=room, reach=reach
        )
        trees = [game.executor.tree(settings) for game in games]
        guesses = [state.resample(state.current_seat, seed) for seed in range(3)]
        for number, guess in enumerate(guesses):
            brought = []
            for tree in trees:
                tree.simulate(guess.machine.state, dives, 100 * number, number)
                brought.append(tree.each(guess.machine.state, [1, 0], 2, 0, 100 * number + 50, number))
            assert brought[0] == brought[1]
        found = [tree.tally(guesses[0].machine.state) for tree in trees]
        for tree in trees:
            tree.close()
        assert found[0] == found[1]
        taken = dict(zip((move.text for move in state.legal_moves), found[0], strict=True))  # alike: one branch
        assert sum(taken.values()) <= 3 * (dives + 4)
        assert sum(taken.values()) > dives or delay


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(6))
def test_trees_of_random_games(seed: int) -> None:
    players = 2 + seed % 2
    try:
        pair = Pair(make_program(Maker(Random(seed)).game(), players=players, options={}))
    except SpecError:
        return
    m, luck, knows = pair.slow.start(seed, explicit=False, record=False), Random(seed), (None, [7] * players)
    for turn in range(2):
        if m.state[STATUS] != RUNNING or not m.moves:
            return
        found = []
        for executor in (pair.slow, pair.fast):
            settings = TreeSettings(players=players, curiosity=0.7, width=1.0, delay=turn or None)
            tree = executor.tree(settings)
            for guess in range(2):
                tree.simulate(list(m.state), 12, 50 * guess, guess, knows[turn])
            found.append(tree.tally(list(m.state), knows[turn]))
            tree.close()
        assert found[0] == found[1]
        m.play(luck.choice(m.moves))


STEPPING = """
spec: 1
game: stepping
title: "Numbers that grow out of a set"
players: 2
cards: {main: {list: {ace: {copies: 1}}}}
zones: {box: {holds: main, start: listed, shows: all}}
variables:
  near: {type: list of integer, room: 9, start: [0]}
  won: {of: player, type: integer}
begin: play
phases:
  play: {turns: {}, until: round.number > 9, offer: [step, look]}
actions:
  step: {choose: {d: 1..9}, do: "near = distinct([n + d for n in near])"}
  look: {do: "me.won += 1 if any(n > 12 for n in near) else 2"}
result:
  winners: best(p for p in players by p.won)
"""
"""A list that serves as a set; late in the game its numbers may be 64 and more."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("often", [1, 2, 3, 1024])
def test_a_number_that_does_not_fit_in_a_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, often: int) -> None:
    """A module without sets grows the same tree, from the copies that were made on the way, or from the beginning."""
    monkeypatch.setattr("cardwright.compiler.runtime.tree_search.ASKED", often)
    (tmp_path / "stepping.yaml").write_text(STEPPING)
    pair = Pair(load_game(str(tmp_path / "stepping.yaml")).program)
    cells, found, built = list(pair.slow.start(5, explicit=False, record=False).state), [], []
    for executor in (pair.slow, pair.fast):
        tree = executor.tree(TreeSettings(players=2, curiosity=0.7, width=3.0))
        brought = []
        for number in range(6):
            tree.simulate(cells, 4, 100 * number, number)
            brought.append(tree.each(cells, [0, 3], 2, 1, 100 * number + 50, number))
            built.append(pair.fast.compiled.looking_ahead.build)
        found.append((brought, tree.tally(cells)))
        tree.close()
    assert found[0] == found[1]
    assert built[-6:] == sorted(built[-6:])
    assert (built[-6], built[-1]) == ("searching", "searching plainly")


def test_a_tree_takes_what_wins() -> None:
    """Kuhn poker: whoever holds the king and is bet against calls nearly always."""
    state = load_game("kuhn-poker").initial_state(seed=0)
    state.apply("bet")
    while state.view(1)["zones"]["p2.hand"]["cards"] != ["king"]:
        state = load_game("kuhn-poker").initial_state(seed=state.seed + 1)
        state.apply("bet")
    tree = state.game.executor.tree(TreeSettings(players=2, curiosity=0.7, width=3.0))
    for seed in range(4):
        guess = state.resample(1, seed)
        tree.simulate(guess.machine.state, 50, seed, seed)
    taken = dict(zip((move.text for move in guess.legal_moves), tree.tally(guess.machine.state), strict=True))
    tree.close()
    assert taken["call"] > 10 * taken["fold"] > 0
