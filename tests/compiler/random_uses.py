"""Random uses of each builtin, made from the types in its row, in a game that has something of each type."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from cardwright.engines.reference.machine import Machine
from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import ROWS
from cardwright.language.ir import game as decl
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import INTEGER, LEAST, MOST, PLAYER, TEAM, Type, list_of
from cardwright.language.typing.names.world import instantiate_pattern
from tests.engines.program import small_games as g

PLAYERS = 4
BUILTINS = (*(f"{op}()" for op in ROWS), *(f"{op}(for)" for op in FOLDS))
"""All rows: those of values, and those of comprehensions."""

CARD = g.local(1, "card", g.CARD)
"""A card that lies on a stack of two."""

OF_STACK = g.op("top", g.zone_of("table", g.const(1, PLAYER)), type=g.CARD)

KNOWN: dict[str, tuple[Type, int, int, int]] = {
    "narrow": (INTEGER, -3, 5, 0),
    "wide": (INTEGER, LEAST, MOST, 0),
    "who": (PLAYER, 0, 1, 0),
    "tone": (g.COLOUR, 0, 1, 0),
    "several": (list_of(INTEGER), -9, 9, 4),
    "far": (list_of(INTEGER), LEAST, MOST, 3),
    "queue": (list_of(PLAYER), 0, 1, 4),
}
"""Variables of which rules know nothing but this: the type, the range, and the room of a list."""

VARIABLES = (
    g.variable("points", owner="player"),
    g.variable("turn.player", PLAYER.maybe()),
    *(
        g.variable(name, type, low=low, high=high, room=room or None)
        if INTEGER in (type, type.item)
        else g.variable(name, type, room=room or None)
        for name, (type, low, high, room) in KNOWN.items()
    ),
)

ENDS = (-3, -2, -1, 0, 1, 2, 3, 5, 9, LEAST, MOST // 2, MOST)


class Uses:
    """Makes uses of builtins."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck

    def use(self, builtin: str) -> ir.Expr:
        """The builtin with arguments of its types; T stands for a number, a card or a player."""
        op, _, form = builtin.partition("(")
        bindings = {
            "T": self.luck.choice((INTEGER, g.CARD, PLAYER)),
            "D": g.KIND,
            "E": g.COLOUR,
        }
        if form == "for)":
            return self._fold(op, bindings)
        row = ROWS[op]
        args = [self.value(instantiate_pattern(one, bindings)) for one in row.parameters]
        if row.form == "inner" and "T" in row.parameters:  # the ends of a family are written down
            args[-3:] = [self.value(INTEGER), g.number(1), g.number(3)]
        return ir.Apply(op, tuple(args), instantiate_pattern(row.result, bindings), g.AT)

    def _fold(self, op: str, bindings: dict[str, Type]) -> ir.Fold:
        row, item = FOLDS[op], bindings["T"]
        if op == "apart":  # goes through groups of cards
            x = g.local(20, "x", list_of(g.CARD))
            source = ir.Apply("all_subsets", (self.value(x.type),), list_of(x.type), g.AT)
            return g.fold(op, self.value(INTEGER), (x, source), by=(x,), type=INTEGER)
        x = g.local(20, "x", item)
        body = x if row.body == "T" else self.value(instantiate_pattern(row.body, bindings))
        if row.body == "integer" and item == INTEGER and self.luck.random() < 0.7:
            body = x
        keys = (self.value(INTEGER) if item != INTEGER else x,) if row.keys else ()
        type = instantiate_pattern(row.result, bindings)
        return g.fold(op, body, (x, self.value(list_of(item))), by=keys, type=type)

    def value(self, type: Type) -> ir.Expr:
        """Something of a type: written down, in a variable, or computed from what lies on the table."""
        luck = self.luck
        if type.optional:
            some = self.value(list_of(type.sure()))
            return ir.Apply("item", (some, g.number(luck.randrange(1, 4))), type, g.AT)
        number = luck.choice(ENDS[:9] if luck.random() < 0.8 else ENDS)
        player = g.const(luck.randrange(PLAYERS), PLAYER)
        found: list[ir.Expr]
        match type.base:
            case "integer":
                found = [g.number(number), g.var("narrow"), g.var("wide"), g.var("points", player)]
            case "boolean":
                found = [g.truth(True), g.truth(False), g.op("less", g.var("narrow"), g.number(number))]
            case "player":
                found = [player, g.var("who", type=PLAYER)]
            case "team":
                found = [g.const(luck.randrange(2), TEAM)]
            case "symbol":
                found = [g.const(luck.randrange(2), type), g.var("tone", type=type)]
            case "kind":
                found = [g.const(luck.randrange(4), type)]
            case "card":
                found = [CARD]
            case "zone":
                found = [g.zone_of("pile"), *(g.zone_of(name, player) for name in ("hand", "table", "won"))]
            case "list":
                found = self._lists(type.item or INTEGER)
            case _:
                raise AssertionError(f"nothing of the type {type} is made")
        return luck.choice(found)

    def _lists(self, item: Type) -> list[ir.Expr]:
        many = self.luck.randrange(4)
        type = list_of(item)
        written = ir.ListOf(tuple(self.value(item) for _ in range(many)), type, g.AT)
        match item.base:
            case "integer":
                few = g.const(tuple(self.luck.choice(ENDS[:9]) for _ in range(many)), type)
                long = g.const(tuple(range(1, 15)), type)
                return [few, written, long, g.var("several", type=type), g.var("far", type=type)]
            case "player":
                return [g.op("players"), written, g.var("queue", type=type)]
            case "card":
                return [*(g.op("cards_of", self.value(g.ZONE)) for _ in range(3)), written]
            case _:
                return [written]


def a_game(*main: ir.Stmt, more: tuple[decl.VariableDecl, ...] = (), steps: int = 10_000) -> decl.TypedGame:
    """A game in which some cards are dealt, something happens, and all may take one more card; with `more` variables
    than the usual ones, and the limit of steps.
    """
    p, n, me, q = g.local(2, "p", PLAYER), g.local(3, "n", INTEGER), g.local(4, "me", PLAYER), g.local(5, "q", PLAYER)
    deal = g.each(p, g.op("players"), *g.draw(g.zone_of("pile"), g.zone_of("hand", p)))
    one = g.const(1, PLAYER)
    lay = g.each(n, g.const((1, 2), list_of(INTEGER)), *g.draw(g.zone_of("pile"), g.zone_of("table", one)))
    take = g.choice("take", do=g.draw(g.zone_of("pile"), g.zone_of("won", me)))
    return g.game(
        deal,
        lay,
        g.let(CARD, OF_STACK),
        *main,
        g.each(q, g.op("players"), g.ask(me, q, take, g.choice("pass"))),
        variables=(*VARIABLES, *more),
        players=(PLAYERS,),
        teams={None: 2},
        winners=None,
        score=None,
        steps_limit=g.number(steps),
    )


def some_values(luck: Random) -> dict[str, tuple[int, ...]]:
    """Values for the variables of which rules know nothing but ranges and rooms."""
    found = {}
    for name, (_, low, high, room) in KNOWN.items():
        ends = [end for end in ENDS if low <= end <= high]
        found[name] = tuple(luck.choice(ends) for _ in range(luck.randrange(room + 1) if room else 1))
    return found


def put(m: Machine, values: Mapping[str, tuple[int, ...]]) -> None:
    """Give the variables of a position these values."""
    for name, some in values.items():
        cell = m.code.layout.variables[name]
        m.state[cell.address : cell.end] = [*([len(some)] if cell.room else []), *some, *[0] * (cell.room - len(some))]


def assigned(values: Mapping[str, tuple[int, ...]]) -> tuple[ir.Stmt, ...]:
    """The effects that give the variables these values."""
    return tuple(
        g.set_(name, g.const(some if KNOWN[name][3] else some[0], KNOWN[name][0])) for name, some in values.items()
    )


def stored(name: str, value: ir.Expr) -> tuple[decl.VariableDecl, ir.Stmt]:
    """A variable that holds a value, and the effect that stores it there; of a list of lists, their lengths."""
    if value.type.is_nested():
        one = g.local(30, "one", value.type.item or value.type)
        value = g.fold("list", g.op("size", one), (one, value), type=list_of(INTEGER))
    type = value.type if value.type.base == "list" else value.type.maybe()
    return g.variable(name, type, room=99 if type.item else None), g.set_(name, value)
