"""Random games remember lists: of the table, of each player, of each player and some numbers; shown and hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.language.ir import game as decl
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import INTEGER, PLAYER, list_of
from tests.engines.program import small_games as g

if TYPE_CHECKING:
    from tests.compiler.random_games import Maker

NUMBERS, PLAYERS, KINDS = list_of(INTEGER), list_of(PLAYER), list_of(g.KIND)


def declared() -> tuple[decl.VariableDecl, ...]:
    """The variables that hold lists."""
    return (
        g.variable("heard", NUMBERS, low=-9, high=9, room=6),
        replace(g.variable("notes", NUMBERS, owner="player", room=7), shows="owner"),
        g.variable("queue", PLAYERS, room=4),
        replace(g.variable("kept", KINDS, owner="player", along=((1, 3),), room=3), shows="none"),
    )


def numbers(maker: Maker, deep: int) -> ir.Expr:
    """One of the lists of numbers; that of nobody is empty."""
    if maker.luck.random() < 0.5:
        return g.var("heard", type=NUMBERS)
    owner = ir.Apply("item", (g.op("players"), maker.number(0)), PLAYER.maybe(), g.AT)
    return g.var("notes", maker.player(deep) if maker.luck.random() < 0.8 else owner, NUMBERS)


def kinds(maker: Maker, deep: int) -> ir.Expr:
    """A list of kinds of card: one that is remembered, or those of some cards."""
    if maker.luck.random() < 0.6:
        return g.var("kept", maker.member(deep, maker.player(deep)), KINDS)
    c = maker.local(g.CARD)
    return g.fold("list", ir.Apply("kind", (c,), g.KIND, g.AT), (c, maker.cards(deep)), type=KINDS)


def boolean(maker: Maker, deep: int) -> ir.Expr:
    """Something about the lists."""
    luck = maker.luck
    match luck.randrange(4):
        case 0:
            return g.op("equal", kinds(maker, deep), kinds(maker, deep))
        case 1:
            return g.op("in", g.const(luck.randrange(4), g.KIND), kinds(maker, deep))
        case 2:
            return g.op("equal", numbers(maker, deep), maker.numbers(deep))
        case _:
            return g.op("in", maker.player(deep), g.var("queue", type=PLAYERS))


def effect(maker: Maker, deep: int) -> ir.Stmt:
    """One of the lists gets something more, loses something, or becomes another one; it may be too long then."""
    luck = maker.luck
    match luck.randrange(5):
        case 0 | 1:
            old = numbers(maker, 0)
            assert isinstance(old, ir.Variable)
            low = g.op("subtract", g.op("mod", maker.number(deep), g.number(19)), g.number(9))
            more = luck.choice([ir.ListOf((low,), NUMBERS, g.AT), maker.numbers(deep)])
            return g.set_(old.name, _changed(maker, old, more), old.owner)
        case 2:
            queue = g.var("queue", type=PLAYERS)
            more = luck.choice([ir.ListOf((maker.player(deep),), PLAYERS, g.AT), maker.players(deep)])
            return g.set_("queue", _changed(maker, queue, more))
        case _:
            member = maker.member(deep, maker.player(deep))
            return g.set_("kept", _changed(maker, g.var("kept", member, KINDS), kinds(maker, deep)), member)


def _changed(maker: Maker, old: ir.Variable, more: ir.Expr) -> ir.Expr:
    """The list with something more, without it, cut short, or something else altogether."""
    luck = maker.luck
    match luck.randrange(5):
        case 0:
            return ir.Apply("without", (old, more), old.type, g.AT)
        case 1:
            return luck.choice([more, g.const((), old.type), ir.Apply("reverse", (old,), old.type, g.AT)])
        case 2:
            return ir.Apply("distinct", (ir.Apply("join", (more, old), old.type, g.AT),), old.type, g.AT)
        case _:
            return ir.Apply("join", (old, more), old.type, g.AT)
