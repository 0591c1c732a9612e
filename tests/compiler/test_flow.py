"""How many cards can come together in a zone: no more than there is room for, by whatever way they come."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from cardwright import load_game
from cardwright.compiler.runtime.machine import FastMachine
from cardwright.engines.engine import TreeSettings
from cardwright.engines.invariants import invariant_violation
from cardwright.engines.program.compact_layout import compact_of
from cardwright.play.game.game import Game
from tests.compiler.lockstep import Pair, play_both, same_playouts

SPEC = """\
spec: 1
game: ways
title: "Ways"
players: 2
options:
  widely: {type: boolean, default: false, label: "Widely"}
cards:
  main:
    attributes: {colour: [red, blue], worth: {type: integer, default: 0}}
    variables: {mark: {type: boolean}}
    list:
      rose: {colour: red, worth: 1, copies: 4}
      ruby: {colour: red, worth: 5, copies: 3}
      sky: {colour: blue, worth: 2, copies: 6}
zones:
  pile: {holds: main, start: listed, order: stack, shows: all}
  hand: {of: player, holds: main, shows: owner}
  nook: {of: 1..2, holds: main, order: stack, shows: all}
  heard: {holds: main, order: row, shows: all}
ZONES
functions:
  is_red(main c): c.colour == red
  reds: "[c for c in pile if is_red(c)]"
effects:
  lay(main c): |
    move c to laid
begin: play
phases: {play: {turns: {}, until: round.number > 20, offer: [again, hear, NAMES]}}
actions:
  again: {do: gather main to pile}
  hear: {choose: {c: pile}, when: is_red(c), do: move c to me.hand}
ACTIONS
triggers:
  tell: {after: hear, do: move hear.c to heard}
result: {winners: best(p for p in players by count(p.hand)), value: 3 * count(it.hand) - count(laid)}
limits: {decisions: 60}
"""

ALL, RED, ROSES, RUBIES = 13, 7, 4, 3

WAYS: dict[str, tuple[int, str]] = {
    "whole": (ALL, "do: move pile to ROW"),
    "drawn": (ALL, "do: draw 1 from pile to ROW"),
    "gathered": (ALL, "do: gather main to ROW"),
    "chosen": (ALL, "choose: {c: pile}\ndo: move c to ROW"),
    "by_colour": (RED, "choose: {c: pile}\nwhen: c.colour == red\ndo: move c to ROW"),
    "by_function": (RED, "choose: {c: pile}\nwhen: is_red(c)\ndo: move c to ROW"),
    "by_kind": (RUBIES, "choose: {c: pile}\nwhen: c == ruby\ndo: move c to ROW"),
    "by_number": (RUBIES, "choose: {c: pile}\nwhen: c.worth > 2\ndo: move c to ROW"),
    "by_one_of_two": (ALL, "choose: {c: pile}\nwhen: c == ruby or count(pile) > 3\ndo: move c to ROW"),
    "not_blue": (RED, "choose: {c: pile}\nwhen: not c.colour == blue\ndo: move c to ROW"),
    "several": (ALL, "choose: {cs: 1..2 of pile}\ndo: move cs to ROW"),
    "perhaps": (ROSES, "choose: {c: 'optional [c for c in pile if c == rose]'}\ndo: move c to ROW"),
    "tested": (
        ROSES,
        "choose: {c: pile}\ndo: |\n  if c == rose:\n    move c to ROW\n  else:\n    move c to SIDE",
    ),
    "either_zone": (ROSES, "choose: {c: pile}\ndo: move c to (ROW if c == rose else SIDE)"),
    "each": (RED, "do: |\n  for c in reds:\n    move c to ROW"),
    "first": (RUBIES, "do: move first(c for c in pile if c == ruby) to ROW"),
    "through_a_zone": (RED, "do: |\n  move reds to SIDE\n  move SIDE to ROW"),
    "from_the_top": (RED, "do: |\n  move reds to SIDE\n  move SIDE.top to ROW"),
    "swapped": (RED, "do: |\n  move reds to SIDE\n  swap ROW, SIDE"),
    "changing": (
        ALL,
        "do: |\n  let c = first(c for c in pile if c == ruby)\n  for d in pile:\n    c = d\n  move c to ROW",
    ),
    "named": (RUBIES, "do: |\n  let c = first(c for c in pile if c == ruby)\n  move c to ROW"),
    "at_random": (RED, "do: |\n  random c in reds\n  move c to ROW"),
    "picked": (RED, "do: |\n  choose c in reds:\n    move c to ROW"),
    "secretly": (RED, "do: |\n  together p in players:\n    choose c in reds:\n      move c to ROW"),
    "by_members": (RED, "do: |\n  move reds to nook[1]\n  for n in 1..2:\n    move nook[n] to ROW"),
    "by_option": (ROSES, "choose: {c: pile}\nwhen: c == rose or widely\ndo: move c to ROW"),
    "marked": (ALL, "choose: {c: pile}\nwhen: c.mark\ndo: move c to ROW"),
    "best": (RUBIES, "do: move best(c for c in pile if c == ruby by c.worth) to ROW"),
    "of_either": (
        RED,
        "do: move (first(c for c in pile if c == rose) else first(c for c in pile if c == ruby)) to ROW",
    ),
    "by_effect": (RUBIES, "choose: {c: pile}\nwhen: c == ruby\ndo: lay(c)"),
}
"""For each way the most cards that can come together in its row, and the action that brings them there."""


SWAPPED = (ALL, "do: |\n  move reds to ROW\n  draw 1 from pile to SIDE\n  swap ROW.top, SIDE.top")
"""Two cards that change places go where the other lies, which may be any zone: no room is less than the deck."""


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("ways"), WAYS)


def written(folder: Path, ways: dict[str, tuple[int, str]]) -> Path:
    """A game with these ways, each with a row of its own and a pile beside it."""
    zones, actions = "", ""
    for way, (_, action) in ways.items():
        row, side = row_of(way), f"side_{way}"
        zones += f"  {row}: {{holds: main, order: row, shows: all}}\n"
        zones += f"  {side}: {{holds: main, order: stack, shows: all}}\n"
        actions += f"  {way}:\n" + indent(action.replace("ROW", row).replace("SIDE", side), "    ") + "\n"
    text = SPEC.replace("ZONES", zones).replace("ACTIONS", actions).replace("NAMES", ", ".join(ways))
    path = folder / "ways.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def row_of(way: str) -> str:
    return "laid" if way == "by_effect" else f"row_{way}"


def most(game: Game, zone: str) -> int:
    """The most cards for which a zone has room."""
    compact = compact_of(game.program)
    return max(compact.room(game.layout.zones[number]) for number in game.layout.families[zone])


def test_each_way(spec: Path) -> None:
    game = load_game(str(spec))
    found = {way: most(game, row_of(way)) for way in WAYS}
    assert found == {way: expected for way, (expected, _) in WAYS.items()}
    assert most(game, "heard") == RED


def test_swapped_cards(tmp_path: Path) -> None:
    ways = {name: WAYS[name] for name in ("by_kind", "by_effect")} | {"swapped_cards": SWAPPED}
    game = load_game(str(written(tmp_path, ways)))
    assert {most(game, row_of(way)) for way in ways} == {ALL}


def test_an_option_opens_a_way(spec: Path) -> None:
    assert most(load_game(str(spec), options={"widely": True}), "row_by_option") == ALL


@pytest.mark.thorough
def test_rooms_are_long_enough(spec: Path) -> None:
    """Play never brings more cards together than there is room for: then the reference executor would have to play."""
    pair = Pair(load_game(str(spec)).program)
    for seed in range(6):
        play_both(pair, seed, decisions=60)
    same_playouts(pair, 1, 20)


@pytest.mark.thorough
def test_a_position_from_outside(spec: Path) -> None:
    """More cards in a row than play can bring there: it is played as any other, by the reference executor."""
    fast, plain = (load_game(str(spec), engine=engine) for engine in ("fast", "reference"))
    cells = list(plain.initial_state(seed=1).machine.state)
    names = ("pile", "row_by_kind", "hand")
    pile, row, hand = (plain.layout.zones[plain.layout.families[name][0]] for name in names)
    held, *cards = cells[pile.address + 1 : pile.address + 1 + cells[pile.address]]
    cells[pile.address : pile.address + 2 + len(cards)] = [0] * (2 + len(cards))
    cells[hand.address : hand.address + 2] = [1, held]
    cells[plain.layout.place_at + held], cells[plain.layout.know_at + held] = hand.number, 1
    cells[row.address : row.address + 1 + len(cards)] = [len(cards), *cards]
    for card in cards:
        cells[plain.layout.place_at + card] = row.number
        cells[plain.layout.know_at + card] = 3
    assert invariant_violation(plain.code, cells) is None
    one, other = (game.executor.resume(list(cells), explicit=False, steps=0, record=False) for game in (plain, fast))
    assert isinstance(other, FastMachine)
    assert one.moves == other.moves
    for reach in (None, 2):
        settings = TreeSettings(players=2, curiosity=1.0, width=1.0, reach=reach)
        trees = [game.executor.tree(settings) for game in (plain, fast)]
        for tree in trees:
            tree.simulate(cells, 3, 1, 0)
        assert trees[0].tally(cells) == trees[1].tally(cells)
        assert trees[0].each(cells, [0, 1], 4, 0, 1, 0) == trees[1].each(cells, [0, 1], 4, 0, 1, 0)
        trees[1].close()
    assert fast.executor.playouts(cells, 2, 5).lengths == plain.executor.playouts(cells, 2, 5).lengths
    for referred in (2, 2):  # once all cards are gathered, there is room again
        move = (one.moves or ())[0]
        one.play(move)
        other.play(move)
        assert list(one.state) == list(other.state)
        assert other.referred == referred


def test_a_card_from_where_none_comes(tmp_path: Path) -> None:
    """Cards that lie where play never brings them, though there is room: from there they go where there is none."""
    ways = {"through_a_zone": (RED, "do: |\n  move reds to SIDE\n  move SIDE to ROW")}
    path = written(tmp_path, ways | {"by_effect": WAYS["by_effect"]})
    text = (
        path.read_text(encoding="utf-8")
        .replace("again, hear, ", "")
        .replace("side_through_a_zone: {holds: main, order: stack", "side_through_a_zone: {holds: main")
    )
    path.write_text(text, encoding="utf-8")
    fast, plain = (load_game(str(path), engine=engine) for engine in ("fast", "reference"))
    cells = list(plain.initial_state(seed=1).machine.state)
    pile, side = (plain.layout.zones[plain.layout.families[name][0]] for name in ("pile", "side_through_a_zone"))
    cards = sorted(cells[pile.address + 1 : pile.address + 1 + cells[pile.address]])
    cells[pile.address : pile.address + 1 + len(cards)] = [0] * (1 + len(cards))
    cells[side.address : side.address + 1 + len(cards)] = [len(cards), *cards]
    for card in cards:
        cells[plain.layout.place_at + card] = side.number
        cells[plain.layout.know_at + card] = 3
    assert invariant_violation(plain.code, cells) is None
    trees = [game.executor.tree(TreeSettings(players=2, curiosity=1.0, width=1.0)) for game in (plain, fast)]
    brought = [tree.each(cells, [0], 3, 0, 1, 0) for tree in trees]
    trees[1].close()
    assert brought[0] == brought[1]
