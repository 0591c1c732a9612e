"""Whole programs: their text, their invariants for every number of players, and what happens when they are played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.diagnostics.span import Source
from cardwright.engines.cells import first_state
from cardwright.engines.program.bounds import MOST_LISTED as LISTED
from cardwright.engines.program.configuration_invariants import find_invariants
from cardwright.engines.program.layout import FINISHED, HEADER, STATUS
from cardwright.engines.program.make import check_program, make_program
from cardwright.engines.program.nodes import AskBlock, Program
from cardwright.engines.program.printer import show_program
from cardwright.engines.reference.position import ReferenceCode, ReferencePosition
from cardwright.language.ir import game as decl
from cardwright.language.ir.types import BOOLEAN, INTEGER, LEAST, MOST, NONE, PLAYER, TEAM
from cardwright.language.spec.read import read_spec
from cardwright.language.typing.check import type_spec
from cardwright.source.text.composer import compose
from tests.engines.program import small_games as g
from tests.engines.program.small_games import GAMES
from tests.engines.program.verifier import verify

GOLDEN = Path(__file__).parent / "golden"
"""These texts were read and found right; a change of one is a change of the program."""


def made(game: decl.TypedGame, players: int = 2, **options: int) -> Program:
    program = make_program(game, players=players, options=options)
    assert verify(program) == ()
    return program


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_text(game: decl.TypedGame) -> None:
    assert show_program(made(game)) == (GOLDEN / f"{game.name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_invariants(game: decl.TypedGame, players: int) -> None:
    assert show_program(made(game, players)) == show_program(made(game, players))


# Played -----------------------------------------------------------------------------------


def start(program: Program, seed: int = 1) -> ReferencePosition:
    code = ReferenceCode(program)
    machine = ReferencePosition(code, first_state(code, seed))
    machine.go()
    return machine


def moves(machine: ReferencePosition, *wanted: Any) -> None:
    """Play moves, each the name of a choice and its arguments."""
    for name, *args in wanted:
        assert machine.moves is not None and machine.error is None
        ask = machine.code.block(machine.state).end
        assert isinstance(ask, AskBlock)
        machine.play(next(m for m in machine.moves if ask.choices[m[0]].name == name and list(m[1:]) == args))


def points(machine: ReferencePosition) -> list[int]:
    cell = machine.code.layout.variables["points"]
    return machine.state[cell.address : cell.address + cell.cells]


def test_turns_go_round_and_a_nested_exit_ends_the_game() -> None:
    machine = start(made(g.turns()))
    moves(machine, ("take", 3), ("take", 3), ("stop",))  # p1 has 6
    moves(machine, ("take", 1), ("stop",), ("take", 2))  # p2 has 1, p1 has 8
    assert machine.moves == ((0, 1), (0, 2), (1,))  # a third would go past 10
    moves(machine, ("take", 2))
    assert (points(machine), machine.state[STATUS]) == ([10, 1], FINISHED)


def test_secret_choices_take_effect_in_order_once_all_have_chosen() -> None:
    machine = start(made(g.secret(), 3))
    moves(machine, ("pass",))  # p2, who is asked first
    assert points(machine) == [0, 0, 0]
    assert machine.moves is not None
    machine.play(machine.moves[0])  # p3
    assert points(machine) == [0, 0, 0]
    card = machine.moves[0][1]
    machine.play(machine.moves[0])  # p1 lays this card
    rank = machine.code.layout.kinds[machine.kind_of[card]].attributes["cards.rank"]
    assert points(machine)[0] == 1 + int(str(rank))  # a card left, and what the one is worth
    assert points(machine)[1] == 2 + 1  # both cards left, and one for passing
    assert machine.state[STATUS] == FINISHED


def test_triggers_run_from_the_turn_player_clockwise_and_may_set_off_others() -> None:
    machine = start(made(g.applause(), 3))
    moves(machine, ("clap", 1))
    assert points(machine) == [1, 0, 0]
    moves(machine, ("clap", 2))  # p2; the bow waits, since p2 comes before p3
    assert points(machine) == [1, 10, 0]  # 2, and 3 times 2, and 1 times 2
    moves(machine, ("clap", 1))
    assert points(machine) == [101, 110, 101]


def test_every_card_is_played_once() -> None:
    machine = start(made(g.war(), 2))
    layout = machine.code.layout
    won = sum(machine.state[layout.zones[zone].address] for zone in layout.families["won"])
    assert (won, sum(points(machine)) % 2, machine.state[STATUS]) == (8, 0, FINISHED)


# Effects and functions --------------------------------------------------------------------


def test_effects_that_cannot_stop_are_called_and_unused_ones_are_dropped() -> None:
    x = g.local(7, "x", INTEGER)
    p = g.local(9, "p", PLAYER)
    game = g.game(
        g.each(p, g.op("players"), g.run("gain", p, g.option("some"))),
        effects=(
            g.effect("gain", (p, x), g.run("inner", p, g.call("twice", x))),
            g.effect("inner", (p, x), g.scope("a", g.add("points", x, p))),
            g.effect("unused", (), g.leave("nowhere")),
        ),
        functions=(
            g.function("twice", (x,), g.op("multiply", x, g.var("factor"))),
            g.function("lonely", (), g.number(1)),
        ),
        variables=(g.variable("points", owner="player"), g.variable("factor", low=2, high=2)),
    )
    program = made(game, some=4)
    assert (list(program.effects), list(program.functions)) == (["gain", "inner"], ["twice"])
    assert [p.number for p in program.effects["gain"].parameters] == [0, 1]
    assert points(start(program)) == [8, 8]


def test_an_argument_is_computed_once() -> None:
    """The effect is inlined, since a player decides in it; its argument keeps the value it had."""
    p, me, x = g.local(0, "p", PLAYER), g.local(1, "me", PLAYER), g.local(2, "x", INTEGER)
    n = g.local(3, "n", INTEGER)
    game = g.game(
        g.run("double", g.const(0, PLAYER), g.op("add", g.var("points", g.const(0, PLAYER)), g.number(1))),
        g.run("double", g.const(1, PLAYER), g.number(5)),
        effects=(
            g.effect(
                "double",
                (p, x),
                g.add("points", x, p),
                g.ask(me, p, g.choice("more", g.pick(n, g.op("range", g.number(1), x)), do=(g.add("points", x, p),))),
                g.add("points", x, p),
            ),
        ),
    )
    machine = start(made(game))
    moves(machine, ("more", 1), ("more", 4))
    assert points(machine) == [3, 15]


# Layout -----------------------------------------------------------------------------------


def test_layout() -> None:
    game = g.game(
        teams={4: 2},
        zones=(
            g.a_zone("supply", "player", order="stack", shows="none", start="listed"),
            g.a_zone("goal", "team", shows="owner"),
        ),
        decks={g.DECK: g.deck({"one": (1, g.option("ones")), "two": (2, 1)}, start="supply", back=("rank",))},
        variables=(
            g.variable("score", owner="team", low=0, high=9),
            g.variable("lead", TEAM.maybe()),
            g.variable("first", g.KIND.maybe()),
            g.variable("sum"),
            g.variable("used", BOOLEAN, owner="card", deck=g.DECK),
        ),
        winners=None,
        score=None,
    )
    layout = made(game, 4, ones=2).layout
    cells = {name: (c.address - HEADER, c.cells, c.low, c.high) for name, c in layout.variables.items()}
    assert cells == {"score": (0, 2, 0, 9), "lead": (2, 1, 0, 1), "first": (3, 1, 0, 1), "sum": (4, 1, LEAST, MOST)}
    assert layout.teams == (0, 1, 0, 1)
    # Two ones for each of four owners, then one two for each.
    assert layout.kind_of == (0,) * 8 + (1,) * 4
    assert layout.home == (0, 0, 1, 1, 2, 2, 3, 3, 0, 1, 2, 3)
    assert layout.families == {"supply": (0, 1, 2, 3), "goal": (4, 5)}
    assert layout.zones[5].sees == ("count", "all", "count", "all")
    assert {zone.capacity for zone in layout.zones} == {12}
    assert layout.backs == {g.DECK: ("cards.rank",)}
    assert layout.kinds[1].attributes == {"cards.rank": 2}
    assert layout.shuffled == (False,) * 6
    assert layout.card_variables["cards.used"].high == 1


ROW_4 = g.op("member", g.number(0), g.number(4), g.number(1), g.number(3))

MISTAKES: tuple[tuple[str, decl.TypedGame, int], ...] = (
    ("E571", g.game(decks={g.DECK: g.deck({"one": (1, g.op("div", g.number(1), g.option("zero")))})}), 2),
    ("E571", g.game(decisions_limit=g.op("add", g.number(MOST), g.number(1))), 2),
    ("E572", g.game(decks={g.DECK: g.deck({"one": (1, g.op("subtract", g.option("zero"), g.number(1)))})}), 2),
    ("E572", g.game(decks={g.DECK: g.deck({"one": (1, 10**6)})}), 2),
    ("E573", g.game(variables=(g.variable("points", owner="player", low=1, high=0),)), 2),
    ("E573", g.game(zones=(*g.ZONES, g.a_zone("row", along=((3, 2),)))), 2),
    ("E577", g.game(zones=(*g.ZONES, g.a_zone("row", along=((1, 100), (1, 41))))), 2),
    ("E576", g.game(g.add("row", g.number(1), ROW_4), variables=(g.variable("row", along=((1, 3),)),)), 2),
)


@pytest.mark.parametrize(("code", "game", "players"), MISTAKES)
def test_mistakes_of_a_configuration(code: str, game: decl.TypedGame, players: int) -> None:
    """Checking a configuration finds the same, whatever was foreseen of the rules."""
    with pytest.raises(SpecError) as caught:
        make_program(game, players=players, options={"zero": 0})
    assert [found.code for found in caught.value.report.diagnostics] == [code]
    with pytest.raises(SpecError) as checked:
        check_program(game, players=players, options={"zero": 0}, foreseen=find_invariants(game, players))
    assert checked.value.report == caught.value.report


@pytest.mark.thorough
def test_effects_that_expand_too_far_are_an_error() -> None:
    me = g.local(0, "me", PLAYER)
    last = g.effect("e20", (), g.ask(me, g.const(0, PLAYER), g.choice("go")))
    chain = [g.effect(f"e{n}", (), g.run(f"e{n + 1}"), g.run(f"e{n + 1}")) for n in range(20)]
    with pytest.raises(SpecError) as caught:
        make_program(g.game(g.run("e0"), effects=(*chain, last)), players=2, options={})
    assert caught.value.report.diagnostics[0].code == "E771"
    assert find_invariants(g.game(g.run("e0"), effects=(*chain, last)), 2) is None


def test_none_is_below_every_range() -> None:
    assert NONE < LEAST


# The specs in the package -------------------------------------------------------


SPECS = sorted((Path(__file__).parents[3] / "specs").glob("*/game.yaml"))


@pytest.mark.sampled(4)
@pytest.mark.thorough
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_every_spec(path: Path) -> None:
    """Every number of players, with the defaults and with the bounds or symbols of each option."""
    report = Report()
    tree = compose(Source(path.name, path.read_text(encoding="utf-8")), report, mapping=True)
    assert tree is not None
    read = read_spec(tree, report)
    typed = None if read is None else type_spec(read, report)
    assert typed is not None, report.diagnostics
    game = typed.game
    foreseen = find_invariants(game, max(game.players))
    assert foreseen is not None
    room = foreseen.room
    for players in game.players:
        defaults = {o.name: o.default.get(players, o.default.get(None, 0)) for o in game.options.values()}
        fits(made(game, players, **defaults), room)
        for o in game.options.values():
            for value in (o.low, o.high) if o.type == INTEGER else range(_symbols(game, o)):
                fits(made(game, players, **{**defaults, o.name: value}), room)


def fits(program: Program, room: int) -> None:
    """What was foreseen of the rules holds for a program, and its limits leave room."""
    assert program.layout.locals_size <= room or len(program.layout.kind_of) > LISTED


def _symbols(game: decl.TypedGame, option: decl.OptionDecl) -> int:
    return 2 if option.type == BOOLEAN else len(game.enumerations[option.type.name])


def test_what_is_written_inside_of_a_branch_is_printed_like_the_rest(tmp_path: Path) -> None:
    """`n` outlives the draw, so it lies in a cell of the state."""
    spec = """\
spec: 1
game: changing
title: "Changing"
players: 2
cards: {main: {list: {ace: {copies: 12}}}}
zones: {pile: {holds: main, start: shuffled, shows: count}, hand: {of: player, holds: main, shows: all}}
variables: {kept: {type: integer}}
begin: play
phases: {play: {turns: {}, until: pile.empty, offer: [take]}}
actions: {take: {do: "let n = 0\\nif kept == 2:\\n  n = 7\\ndraw 1 from pile to me.hand\\nkept = n"}}
"""
    (tmp_path / "game.yaml").write_text(spec, encoding="utf-8")
    lines = show_program(load_game(str(tmp_path), engine="reference").program).splitlines()
    branch = next(number for number, line in enumerate(lines) if line.strip().startswith("if equal(kept"))
    assert re.fullmatch(r" +n@\d+ = 7", lines[branch + 1])
