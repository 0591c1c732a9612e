"""The digest of a game covers its rules, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.source.merge.assembly import digests
from cardwright.source.shape.first_version import modern
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping

GAME = """
spec: 1
game: race
title: "Race"
options:
  goal: {type: integer, range: [0, 9], default: 5}
  ask: {type: boolean, default: false}
types: {perk: [fast, slow]}
cards:
  main: {source: rulebook, list: {one: {copies: 2}, two: {label: "Two"}}}
zones:
  label: {holds: main}
  hand: {of: player, holds: main}
variables: {a: {type: player}, b: {type: player}}
phases:
  play: {offer: [drive, rest]}
actions:
  drive:
    rule: "page 3"
    choose: {c: me.hand, d: me.hand}
    when: {ready: {that: "true", en: "not ready"}, near: c == d}
    do: |
      move c to label
  rest: {}
scoring:
  game: {per: player, categories: {road: {points: 5, label: "Road"}, hand: 1}}
"""

SAME = {
    "a title": ('title: "Race"', 'title: {en: "The Race", fr: "La Course"}\nabout: "Fast."'),
    "a label": ('{label: "Two"}', '{label: {en: "Number two"}, text: "A card.", rule: "page 4"}'),
    "a place in the rulebook": ('    rule: "page 3"\n', ""),
    "a source": ("source: rulebook, ", "source: placeholder, "),
    "a reason": ('{that: "true", en: "not ready"}', '"true"'),
    "a label of a category": ('{points: 5, label: "Road"}', "5"),
    "a comment": ("  rest: {}", "  rest: {}  # nothing happens"),
    "quotes": ("default: 5", "default: '5'"),
    "block form": ("  hand: {of: player, holds: main}", "  hand:\n    holds: main\n    of: player"),
    "the order of options": (
        "  goal: {type: integer, range: [0, 9], default: 5}\n  ask: {type: boolean, default: false}",
        "  ask: {type: boolean, default: false}\n  goal: {type: integer, range: [0, 9], default: 5}",
    ),
    "the order of conditions": (
        'ready: {that: "true", en: "not ready"}, near: c == d',
        "near: c == d, ready: {that: true}",
    ),
    "a comment in an effect": ("      move c to label", "      # away with it\n      move c to label  # there"),
    "blanks in a rule": ("near: c == d", "near: c  ==d"),
    "the way an effect is written": ("do: |\n      move c to label", "do: move c to label"),
}

DIFFERENT = {
    "a default": ("default: 5", "default: 6"),
    "a number of copies": ("copies: 2", "copies: 3"),
    "an effect": ("move c to label", "move d to label"),
    "the order of symbols": ("[fast, slow]", "[slow, fast]"),
    "the order of an offer": ("[drive, rest]", "[rest, drive]"),
    "the order of kinds": (
        '{one: {copies: 2}, two: {label: "Two"}}',
        '{two: {label: "Two"}, one: {copies: 2}}',
    ),
    "the order of what is chosen": ("c: me.hand, d: me.hand", "d: me.hand, c: me.hand"),
    "the order of categories": ('road: {points: 5, label: "Road"}, hand: 1', "hand: 1, road: 5"),
    "the order of variables, which is that of random starts": (
        "a: {type: player}, b: {type: player}",
        "b: {type: player}, a: {type: player}",
    ),
    "the name of the game": ("game: race", "game: race-2"),
    "a zone that is called label": ("  label: {holds: main}\n", ""),
    "a list that becomes a text": ("[drive, rest]", '"drive, rest"'),
}

GRAMMAR = Path(__file__).parents[3] / "grammar"

SIGNS = sorted({sign for one in GRAMMAR.glob("*.lark") for sign in re.findall(r'"([^\w\s"\\\\]+)"', one.read_text())})
"""All signs of the language that are no words."""


def of(text: str) -> str:
    tree = compose(Source("game.yaml", text), Report(), mapping=True)
    assert isinstance(tree, Mapping)
    return digests(modern(tree, "spec", Report()))[0]


@pytest.mark.parametrize("name", SAME)
def test_digest_ignores_what_is_not_a_rule(name: str) -> None:
    old, new = SAME[name]
    assert old in GAME
    assert of(GAME.replace(old, new)) == of(GAME)


@pytest.mark.parametrize("name", DIFFERENT)
def test_digest_covers_every_rule(name: str) -> None:
    old, new = DIFFERENT[name]
    assert old in GAME
    assert of(GAME.replace(old, new)) != of(GAME)


def test_layout_that_means_something() -> None:
    """Where a blank or an indentation makes another rule, the digest is another."""
    pairs = (
        ("draw [c][1]", "draw[c][1]"),
        ("if a:\n        end turn\n        end game", "if a:\n        end turn\n      end game"),
        ("end turn\n      end game", "end turn end game"),
        ("is not", "isnot"),
    )
    for one, other in pairs:
        assert of(GAME.replace("move c to label", one)) != of(GAME.replace("move c to label", other))


def test_each_sign_makes_another_rule() -> None:
    found = {of(GAME.replace("move c to label", f"a {sign} b")): sign for sign in (*SIGNS, "")}
    assert len(found) == len(SIGNS) + 1


def test_digest_is_64_hexadecimal_digits() -> None:
    assert len(of(GAME)) == 64 and set(of(GAME)) <= set("0123456789abcdef")
