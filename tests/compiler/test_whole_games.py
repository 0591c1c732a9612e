"""What whole games do in another way than games that somebody watches: they are the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.cards.transfer import stays_within
from cardwright.compiler.compile import compile_program
from cardwright.compiler.passes.jump_threading import thread_null_tests
from cardwright.compiler.passes.loop_unrolling import unroll_rounds
from cardwright.compiler.passes.sequential_choices import sequence_choices
from cardwright.compiler.passes.value_ranges import slot_ranges
from cardwright.compiler.rules import effects, idiom_recognition
from cardwright.compiler.rules.draws import pick_untaken
from cardwright.compiler.values import loop_specialisation
from cardwright.compiler.values.expressions import emit_expr
from cardwright.compiler.wasm.terms import Instructions
from cardwright.engines.program.layout import FINISHED
from cardwright.engines.program.nodes import AskBlock, PickOne, Program
from cardwright.language.ir import nodes as ir
from tests.compiler.lockstep import pair_of, play_both, same_playouts

GAME = """
spec: 1
game: whole
title: "Whole games"
players: 2..5
types: {colour: [red, orange, yellow, green, blue]}
cards:
  main: {attributes: {colour: colour or none, worth: integer}, list: {
    ant: {copies: 4, colour: red, worth: 1}, bee: {copies: 5, colour: blue, worth: 2}, cat: {copies: 7, worth: 3}}}
  sign: {attributes: {colour: colour}, list: {r: {colour: red}, o: {colour: orange}, y: {colour: yellow},
    g: {colour: green}, b: {colour: blue}}}
zones:
  box: {holds: main, start: listed, shows: all}
  pile: {holds: main, order: stack, shows: count}
  hand: {of: player, holds: main, shows: all}
  signs: {holds: sign, start: listed, order: row, shows: all}
variables:
  own: {of: player, type: colour, start: distinct random}
  starter: {type: player, start: random}
  score: {of: player, type: integer, range: [0, 100000], start: 0}
  seen: {type: integer, range: [0, 100000], start: 0}
functions:
  by_score: "sort(p for p in players by p.score, distance(starter, p))"
  lowest: reverse(by_score)
  behind: "[p for n in 1..2 for p in players if lowest[n] == p]"
begin: play
phases:
  play:
    start: |
      move [c for c in box if c.colour is none] to pile
      shuffle pile
    turns: {}
    until: round.number > 6
    offer: [top, bottom, place, catch_up, gather, guess, pull]
    otherwise: seen += 1
actions:
  top:
    choose: {k: colour}
    do: |
      for s in [s for s in signs if s.colour == k]:
        move s to top of signs
      seen = (seen * 6 + sum(place(s) * (2 if s.colour == red else 3) for s in signs)) mod 10007
  bottom:
    choose: {s: signs}
    do: |
      move s to bottom of signs
      me.score += place(s)
  place:
    choose: {s: signs, n: 0..6}
    do: |
      move s to position n of signs
      seen = (seen * 6 + n + 7 * place(s)) mod 10007
  catch_up:
    do: |
      for p in behind:
        p.score += 1 + count(signs) + (2 if p == starter else 0)
      for p in [p for p in players if p.score < seen mod 9]:
        p.score += 2
        seen += p.score mod 5
        starter = p
  gather:
    do: |
      move [c for c in box if c.worth < 3] to pile
      shuffle pile
  guess:
    do: |
      random lot in [k for k in colour if not any(p.own == k for p in players)]
      seen = (seen + 1 + 3 * (count(k for k in colour if k == lot))) mod 10007
      me.own = lot else me.own
      random none_left in [k for k in colour if not any(s.colour == k for s in signs)]
      seen += 1 if none_left is none else 5
  pull:
    when: {some: not pile.empty}
    do: |
      draw 2 from pile to me.hand
      me.score += sum(c.worth for c in me.hand)
      move [c for c in me.hand if c.worth == 2] to box
result: {winners: "best(p for p in players by p.score)", returns: seen + 7 * it.score + sum(c.worth for c in it.hand)}
limits: {decisions: 300, steps: STEPS}
"""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("players", "steps"), [(2, 100_000), (3, 100_000), (4, 100_000), (3, 150)])
def test_games_are_the_same(players: int, steps: int, tmp_path: Path) -> None:
    """Where too few steps are allowed for a bound to show that they suffice, they are counted."""
    pair = pair_of(tmp_path, GAME, players=players, steps=steps)
    assert (ModuleBuilder(pair.program, "playouts").budget is None) is (steps == 150)
    play_both(pair, 1)
    assert FINISHED in same_playouts(pair, 1, n=60)


def test_what_is_done_in_another_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs stay within their row, no other cards do; both lists of players are bits; all that is random is a set."""
    program = pair_of(tmp_path, GAME, players=3, steps=100_000).program
    mb = ModuleBuilder(program, "playouts")
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr, counting=False)
    within = [zone.name for zone in program.layout.zones if stays_within(mb, (zone.number,), (zone.number,))]
    assert within == ["signs"] and not mb.pins and mb.code.pins
    picks = [block.end for block in program.blocks if isinstance(block.end, PickOne)]
    assert len(picks) == 4 and all(pick_untaken(fb, pick) is not None for pick in picks)
    each_chosen, found = loop_specialisation.each_chosen, list[bool]()

    def spy(fb: FunctionBuilder, source: ir.Expr, *rest: object) -> object:
        code = each_chosen(fb, source, *rest)  # type: ignore[arg-type]
        found.append(code is not None)
        return code

    monkeypatch.setattr("cardwright.compiler.values.loops.each_chosen", spy)
    compile_program(program, "playouts")
    assert found.count(True) == 2


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("players", "kept"), [(3, False), (5, True)])
def test_what_is_made_anew_from_a_kept_list(players: int, kept: bool, tmp_path: Path) -> None:
    """A short list is held in locals while a loop asks for it; a longer one is kept, so that it is made once."""
    longer = GAME.replace("by p.score, distance", "by p.score, sum(c.worth for q in players for c in q.hand), distance")
    pair = pair_of(tmp_path, longer, players=players, steps=100_000)
    functions = ModuleBuilder(pair.program, "playouts").keeper.functions
    assert "by_score" in functions and ("lowest" in functions) is kept and "behind" not in functions
    same_playouts(pair, 1, n=20)


TOGETHER = """
spec: 1
game: together
title: "Together"
players: 3
TWELVE
  played: {of: player, holds: main, shows: all}
  spent: {holds: main, shows: all}
variables:
  score: {of: player, type: integer, start: 0}
  late: {of: player, type: boolean, start: false}
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 4 from pile to p.hand
    steps: [choice, count]
    repeat: {until: "all(p.hand.empty for p in players)"}
  choice:
    together: "[p for p in players if not p.late]"
    offer: [put, keep]
  count:
    do: |
      for p in players:
        p.score += sum(c.worth for c in p.played)
        p.late = p.score mod 4 == 3 and not p.late
        move p.played to spent
actions:
  put: {choose: {c: "SOURCE"}, WHEN do: "PUT"}
  keep: {choose: {d: me.hand}, do: "KEEP"}
result: {winners: "best(p for p in players by p.score)", returns: it.score}
limits: {decisions: 60}
"""
FORM = {"SOURCE": "me.hand", "WHEN": "", "PUT": "move c to me.played", "KEEP": "move d to me.played"}


def _asked(program: Program) -> list[AskBlock]:
    return [block.end for block in program.blocks if isinstance(block.end, AskBlock)]


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    ("change", "at_once"),
    [
        ({}, True),
        ({"SOURCE": "[c for c in me.hand if c.worth > 2]"}, True),
        ({"WHEN": "when: {more: count(me.played) + count(pile) < 9},"}, True),
        ({"WHEN": "when: {more: 'count(x for p in players for x in p.played) < 2'},"}, False),
        ({"WHEN": "when: {first: 'all(p.played.empty for p in players)'},"}, False),
        ({"decisions: 60": "decisions: 60, steps: 120"}, True),
        ({"KEEP": "me.score += d.worth; move d to me.played"}, False),
        ({"PUT": "move c to spent"}, False),
        ({"PUT": "move c to me.next.played"}, False),
    ],
)
def test_choices_made_together(change: dict[str, str], at_once: bool, tmp_path: Path) -> None:
    """They are played at once if nobody else asks for what they change; games from where one waits are the same."""
    text = TOGETHER
    for name, form in {**FORM, **change}.items():
        text = text.replace(name, form)
    pair = pair_of(tmp_path, text.replace("; ", "\\n"))
    secret = [one.secret is not None for one in _asked(sequence_choices(pair.program))]
    assert secret == [not at_once] and _asked(pair.program)[0].secret is not None
    same_playouts(pair, 1, n=40)
    table = pair.slow.start(3, explicit=False, record=False)
    for _ in range(5):
        found = [one.playouts(list(table.state), 20, 7) for one in (pair.slow, pair.fast)]
        assert found[0].returns == found[1].returns and found[0].lengths == found[1].lengths
        table.play((table.moves or ())[-1])


TURNS = """
spec: 1
game: turns
title: "Turns"
players: 2..5
TWELVE
  spent: {holds: main, shows: all}
variables:
  score: {of: player, type: integer, range: [0, 1000], start: 0}
  leader: {type: player or none, start: none}
  lucky: {type: player, start: random}
begin: play
phases:
  play:
    steps: [deal, ahead, round_of_turns]
    repeat: {until: "pile.empty or round.number > 8"}
  deal:
    do: |
      for p in players_from(lucky):
        draw 1 from pile to p.hand
      for p in players_from(lucky):
        if p.score mod 2 == 0:
          choose more in [true, false] by p:
            p.score += 1 if more else 0
  ahead:
    do: |
      for p in [q for q in players_from(lucky) if q.score < 20]:
        random bonus in 1..3
        p.score += bonus
        if leader is none:
          leader = p
      if leader is not none:
        lucky = leader
        leader = none
      if leader is none:
        lucky.score += 1
  round_of_turns:
    turns: {order: "sort(p for p in players by p.score)", once: true}
    offer: [put, again, lead]
    otherwise: me.score += 3
actions:
  put: {choose: {c: me.hand}, do: "move c to spent"}
  again: {choose: {c: me.hand}, when: {red: c.colour == red}, do: "move c to spent\\nnext turn me"}
  lead: {when: {few: me.score < 9}, do: "leader = me\\nme.score += 2"}
result: {winners: "best(p for p in players by p.score)", returns: it.score}
limits: {decisions: 90}
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (4, 2), (5, 0)])
def test_rounds_turn_by_turn(players: int, rounds: int, tmp_path: Path) -> None:
    """Rounds through up to four players are laid out, but not those of draws, nor with turns that somebody has again.
    From a decision in the midst of one games are the same, too."""
    pair = pair_of(tmp_path, TURNS, players=players)
    program, assumed = thread_null_tests(pair.program, slot_ranges(pair.program))
    first, last = pair.program.blocks, unroll_rounds(program).blocks
    assert program != pair.program and len(last) >= len(first) + 2 * players * rounds and assumed
    assert (len(last) > len(first)) is (rounds > 0)
    same_playouts(pair, 1, n=40)
    table = pair.slow.start(3, explicit=False, record=False)
    for number in range(12):
        cells = list(table.state)
        if number % 3 == 2:  # no play leads to this: somebody leads while a decision is made
            cells[pair.code.layout.variables["leader"].address] = 0
        found = [one.playouts(cells, 10, 7) for one in (pair.slow, pair.fast)]
        assert found[0].returns == found[1].returns and found[0].lengths == found[1].lengths
        table.play((table.moves or ())[-1])


def test_cards_are_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first effect of a move knows where its card lies; the second does not, for it lies elsewhere by then."""
    pair = pair_of(
        tmp_path, TURNS.replace("move c to spent\\nnext", "move c to spent\\nmove c to me.hand\\nnext"), players=3
    )
    pass_on, found = idiom_recognition.forward_card, set[tuple[str, bool]]()

    def spy(fb: FunctionBuilder, stmt: ir.MoveCards) -> Instructions | None:
        code = pass_on(fb, stmt)
        assert isinstance(stmt.zone, ir.ZoneOf)
        found.add((stmt.zone.name, code is not None))
        return code

    monkeypatch.setattr(effects, "forward_card", spy)
    compile_program(pair.program, "playouts")
    assert found == {("spent", True), ("hand", False)}
    same_playouts(pair, 1, n=40)


def test_cards_passed_on_again_and_again(tmp_path: Path) -> None:
    """In a loop a card lies where it was chosen only in the first turn."""
    loop = "for n in 1..(me.score mod 3 + 1):\\n  move c to spent"
    pair = pair_of(tmp_path, TURNS.replace("move c to spent\\nnext turn me", loop), players=3)
    same_playouts(pair, 1, n=40)
