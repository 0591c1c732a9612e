"""Kinds of cards that the rules cannot tell apart where they look at hidden cards are tried as one sort."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import Game, load_game
from cardwright.engines.position import ProgramTables
from cardwright.engines.program.nodes import AskBlock, AskChoice
from cardwright.play.game.determinisation.equivalence_classes import by_legality, by_what_follows, by_what_may_be_done

SPEC = """
spec: 1
game: sorts
title: "Sorts"
about: "Cards are laid, and what others hold may matter."
players: 2
types:
  colour: [red, black]
cards:
  main:
    attributes: {colour: colour, rank: integer}
    each: {colour: colour, rank: 1..3}
zones:
  stock: {holds: main, order: stack, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  table: {holds: main, order: row, shows: all}
variables:
  points: {of: player, type: integer, start: 0}
functions:
  has(player p, integer n): any(c.rank == n for c in p.hand)
  reds(player p): "[c for c in p.hand if c.colour == red]"
begin: match
phases:
  match: {steps: [deal, play]}
  deal:
    do: |
      for p in players:
        draw 2 from stock to p.hand
  play: {turns: {}, offer: [lay], until: any(p.hand.empty for p in players)}
actions:
  lay:
    choose: {c: me.hand}
    when:
      lets_it: CONDITION
    do: |
      move c to table
      BODY
result: {winners: players}
limits: {decisions: 20}
"""

RED = "not any(d.colour == red for d in me.hand)"

HANDS = {
    "a colour": ("if any(d.colour == black for d in me.next.hand):\n        me.points += 1", 2),
    "a function": ("if has(me.next, c.rank):\n        me.points += 1", 3),
    "two attributes": ("if any(d.colour == red and d.rank == 1 for d in me.next.hand):\n        me.points += 1", 6),
    "a named kind": ("if any(d == red_1 for d in me.next.hand):\n        me.points += 1", 2),
    "what lies open": ("if any(d.rank == 2 for d in table):\n        me.points += 1", 1),
    "how many": ("if count(me.next.hand) > 1:\n        me.points += 1", 1),
    "a name": (
        "let d = first(e for e in me.next.hand if e.rank > 1)\n      if d is not none:\n        me.points += 1",
        0,
    ),
    "cards compared": ("if any(d == e for d in me.next.hand for e in me.hand):\n        me.points += 1", 0),
    "the first of a hand": ("if first(d.rank for d in me.next.hand) == 2:\n        me.points += 1", 6),
    "the last of a hand": (
        "let n = 0\n      for d in me.next.hand:\n        n = d.rank\n      if n == 3:\n        me.points += 1",
        6,
    ),
    "a name that changes": (
        "let x = c\n      for d in me.next.hand:\n        if x.colour == red:\n          me.points += 1\n        x = d",
        2,
    ),
    "the same card laid": ("for d in [e for e in me.next.hand if e.rank == 1]:\n        move d to table", 3),
}
"""What follows from a move, and how many sorts there are by it of six kinds; 0 where more than sorts may matter."""


def choice_of(game: Game, name: str) -> tuple[ProgramTables, AskChoice]:
    code = game.initial_state(seed=1).machine.plain().code
    asks = [block.end for block in code.program.blocks if isinstance(block.end, AskBlock)]
    return code, next(choice for ask in asks for choice in ask.choices if choice.name == name)


def game_with(folder: Path, body: str, when: str = "1 == 1") -> Game:
    """The small game with an effect of its move, or a condition."""
    path = folder / "game.yaml"
    path.write_text(SPEC.replace("CONDITION", when).replace("BODY", body))
    return load_game(str(path))


@pytest.mark.parametrize(("body", "many"), HANDS.values(), ids=HANDS.keys())
def test_sorts_by_what_follows(tmp_path: Path, body: str, many: int) -> None:
    code, choice = choice_of(game_with(tmp_path, body), "lay")
    sorts = by_what_follows(code, choice)
    assert (0 if sorts is None else len(set(sorts.first))) == many


def test_a_condition_counts_for_legality_and_a_body_does_not(tmp_path: Path) -> None:
    body = "if has(me.next, 1):\n        me.points += 1"
    code, choice = choice_of(game_with(tmp_path, body, RED), "lay")
    legal, later = by_legality(code, choice), by_what_follows(code, choice)
    assert legal is not None
    assert later is not None
    assert (len(set(legal.first)), len(set(later.first))) == (2, 6)


def test_members_are_all_kinds_of_a_sort(tmp_path: Path) -> None:
    code, choice = choice_of(game_with(tmp_path, "me.points += 1", RED), "lay")
    found = by_legality(code, choice)
    assert found is not None
    for number, row in enumerate(code.layout.kinds):
        same = {
            n
            for n, other in enumerate(code.layout.kinds)
            if other.attributes["main.colour"] == row.attributes["main.colour"]
        }
        assert found.members[number] == sum(1 << n for n in same)
        assert found.first[number] == min(same)


def test_what_the_next_player_may_do_is_asked_only_where_they_look(tmp_path: Path) -> None:
    """Their own hand lies open to them; what others hold does not."""
    code, choice = choice_of(game_with(tmp_path, "me.points += 1", "not any(d.rank == 1 for d in me.next.hand)"), "lay")
    follows, may = by_what_follows(code, choice), by_what_may_be_done(code, choice)
    assert follows is not None
    assert may is not None
    assert len(set(may.first)) == 3


@pytest.mark.parametrize(
    ("source", "when"),
    [("me.hand", "c.colour == red"), ("reds(me)", "")],
    ids=["by a condition", "by what there is to choose from"],
)
def test_who_is_passed_over_tells_of_their_own_cards(tmp_path: Path, source: str, when: str) -> None:
    """The one who decides next may have been passed over, or another before them."""
    path = tmp_path / "game.yaml"
    text = SPEC if when else SPEC.replace("    when:\n      lets_it: CONDITION\n", "")
    text = text.replace("me.hand}", f"{source}}}").replace("CONDITION", when).replace("BODY", "me.points += 1")
    text = text.replace("turns: {}", "turns: {}, otherwise: me.points += 2").replace(
        "[deal, play]", "[deal, open, play]"
    )
    text = text.replace("  deal:", "  open: {turns: {once: true}, offer: [wait]}\n  deal:")
    path.write_text(text.replace("actions:", "actions:\n  wait: {do: me.points += 1}"))
    code, choice = choice_of(load_game(str(path)), "wait")
    for sorts in (by_what_follows(code, choice), by_what_may_be_done(code, choice)):
        assert sorts is not None
        assert len(set(sorts.first)) == 2


def test_shipped_games() -> None:
    """An attack in Mille Bornes is answered by a card that covers it: four cards are sorts, all others are one."""
    code, choice = choice_of(load_game("mille-bornes", players=4), "attack")
    found = by_what_follows(code, choice)
    assert found is not None
    covering = {n for n, row in enumerate(code.layout.kinds) if row.attributes["main.covers"]}
    assert {found.members[n] for n in covering} == {1 << n for n in covering}
    assert len({found.first[n] for n in range(len(code.layout.kinds)) if n not in covering}) == 1
    assert len(covering) == 4
