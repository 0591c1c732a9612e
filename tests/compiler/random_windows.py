"""Parts of random games that are about what players hear: texts with values in braces, and reactions that choose."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Protocol

from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import INTEGER, PLAYER, Type, list_of
from tests.engines.program import small_games as g

NUMBERS = list_of(INTEGER)
CARDS = list_of(g.CARD)


class Makes(Protocol):
    """What makes the other parts of a random game."""

    luck: Random
    names: dict[Type, list[ir.Local]]

    def local(self, type: Type) -> ir.Local: ...

    def cards(self, deep: int) -> ir.Expr: ...

    def boolean(self, deep: int) -> ir.Expr: ...

    def effects(self, many: int, deep: int) -> tuple[ir.Stmt, ...]: ...


def told(maker: Makes) -> tuple[ir.Told, ...]:
    """Some values in braces, none of which can go wrong."""
    hand = g.zone_of("hand", g.const(maker.luck.randrange(2), PLAYER))
    values: list[ir.Expr] = [
        g.op("zone_size", hand),
        g.op("cards_of", hand),
        g.var("points", g.const(0, PLAYER)),
        g.op("top", g.zone_of("pile"), type=g.CARD.maybe()),
        g.op("range", g.number(1), g.number(3)),
        g.call("both", g.number(maker.luck.randrange(3)), g.var("points", g.const(1, PLAYER))),
        *(name for names in maker.names.values() for name in names),
    ]
    some = maker.luck.sample(values, min(len(values), maker.luck.randrange(4)))
    return tuple(ir.Told(f"value {n}", value, g.AT) for n, value in enumerate(some))


def said(maker: Makes) -> ir.Tell:
    """A text that the rules tell the table."""
    return ir.Tell("text", None, g.AT, told(maker), say=True)


def window(maker: Makes, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """What may be done instead of something, by each player in turn, who chooses a card for it or declines."""
    asked, who, d = maker.local(PLAYER), maker.local(PLAYER), maker.local(g.CARD)
    maker.names.setdefault(PLAYER, []).append(who)
    source = maker.cards(1)
    maker.names.setdefault(g.CARD, []).append(d)
    does = (*maker.effects(2, 1), g.leave(".event"))
    react = g.choice("react", g.pick(d, source), when=(maker.boolean(1),), do=does)
    react = replace(react, told=told(maker))
    maker.names[g.CARD].remove(d)
    decline = replace(g.choice("decline"), told=told(maker))
    maker.names[PLAYER].remove(who)
    windows = g.each(asked, g.op("players"), g.ask(who, asked, react, decline))
    return (g.scope(".event", windows, *body),)
