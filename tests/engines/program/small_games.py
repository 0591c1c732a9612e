"""Small games written in the IR by hand, and short functions to write them with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Literal

from cardwright.diagnostics.span import Source, Span
from cardwright.language.ir import game as decl
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import (
    BOOLEAN,
    INTEGER,
    NONE,
    NOTHING,
    PLAYER,
    TEAM,
    Type,
    card,
    kind,
    list_of,
    symbol,
    zone,
)

AT = Span(Source("game.yaml", "-"), 0, 1)
DECK = "cards"
CARD, KIND, ZONE, COLOUR = card(DECK), kind(DECK), zone(DECK), symbol("colour")

Body = tuple[ir.Stmt, ...]


def number(value: int) -> ir.Const:
    return ir.Const(value, INTEGER, AT)


def truth(value: bool) -> ir.Const:
    return ir.Const(int(value), BOOLEAN, AT)


def none() -> ir.Const:
    return ir.Const(NONE, NOTHING, AT)


def const(value: Any, type: Type) -> ir.Const:
    return ir.Const(value, type, AT)


def local(n: int, name: str, type: Type) -> ir.Local:
    return ir.Local(n, name, type, AT)


def option(name: str, type: Type = INTEGER) -> ir.Option:
    return ir.Option(name, type, AT)


def var(name: str, owner: ir.Expr | None = None, type: Type = INTEGER) -> ir.Variable:
    return ir.Variable(name, owner, type, AT)


def zone_of(name: str, owner: ir.Expr | None = None) -> ir.ZoneOf:
    return ir.ZoneOf(name, owner, ZONE, AT)


RESULTS = {
    "players": list_of(PLAYER),
    "teams": list_of(TEAM),
    "members": list_of(PLAYER),
    "team": TEAM,
    "next": PLAYER,
    "rivals": list_of(PLAYER),
    "cards_of": list_of(CARD),
    "top": CARD.maybe(),
    "kind": KIND,
    "range": list_of(INTEGER),
    "zone_empty": BOOLEAN,
    "not": BOOLEAN,
    "and": BOOLEAN,
    "or": BOOLEAN,
    "equal": BOOLEAN,
    "less": BOOLEAN,
    "less_equal": BOOLEAN,
    "in": BOOLEAN,
    "is_none": BOOLEAN,
    "list_empty": BOOLEAN,
    "players_from": list_of(PLAYER),
}


def op(name: str, *args: ir.Expr, type: Type | None = None) -> ir.Apply:
    """An operation; its type is in `RESULTS`, or that of the first argument's elements, or an integer."""
    found = type or RESULTS.get(name)
    if name in ("join", "reverse", "distinct"):
        found = args[0].type
    if name in ("item", "first_of", "else"):
        found = args[0].type.item or args[0].type
    return ir.Apply(name, args, found or INTEGER, AT)


def call(name: str, *args: ir.Expr, type: Type = INTEGER) -> ir.Call:
    return ir.Call(name, args, type, AT)


def attribute(name: str, of: ir.Expr, type: Type = INTEGER) -> ir.AttributeOf:
    return ir.AttributeOf(f"{DECK}.{name}", of, type, AT)


def if_(test: ir.Expr, yes: ir.Expr, no: ir.Expr) -> ir.If:
    return ir.If(test, yes, no, yes.type, AT)


def fold(
    name: str,
    body: ir.Expr,
    *loops: tuple[ir.Local, ir.Expr] | tuple[ir.Local, ir.Expr, ir.Expr],
    by: tuple[ir.Expr, ...] = (),
    type: Type = INTEGER,
) -> ir.Fold:
    made = tuple(ir.Loop(one[0], one[1], one[2] if len(one) == 3 else None) for one in loops)
    return ir.Fold(op=name, loops=made, body=body, keys=by, type=type, span=AT)


def let(name: ir.Local, value: ir.Expr) -> ir.Let:
    return ir.Let(name, value, AT)


def set_(name: str, value: ir.Expr, owner: ir.Expr | None = None) -> ir.SetVariable:
    return ir.SetVariable(name, owner, value, AT)


def add(name: str, value: ir.Expr, owner: ir.Expr | None = None) -> ir.SetVariable:
    return set_(name, op("add", var(name, owner), value), owner)


def when(test: ir.Expr, *yes: ir.Stmt, no: Body = ()) -> ir.When:
    return ir.When(test, yes, no, AT)


def each(name: ir.Local, source: ir.Expr, *body: ir.Stmt) -> ir.ForEach:
    return ir.ForEach(name, source, body, AT)


def forever(*body: ir.Stmt) -> ir.Forever:
    return ir.Forever(body, AT)


def scope(name: str, *body: ir.Stmt) -> ir.Scope:
    return ir.Scope(name, body, AT)


def leave(name: str) -> ir.Exit:
    return ir.Exit(name, AT)


def run(name: str, *args: ir.Expr) -> ir.Run:
    return ir.Run(name, args, AT)


def settle(where: ir.Expr) -> ir.Settle:
    return ir.Settle(where, "top", AT)


def move(cards: ir.Expr, where: ir.Expr) -> ir.MoveCards:
    return ir.MoveCards(cards, where, "", None, AT)


def draw(source: ir.Expr, target: ir.Expr) -> Body:
    """Draw one card."""
    top = op("top", source)
    return settle(source), move(ir.ListOf((top,), list_of(CARD), AT), target)


def pick(
    name: ir.Local,
    source: ir.Expr,
    how: ir.How = "one",
    low: int | None = None,
    high: int | None = None,
    where: ir.Expr | None = None,
) -> ir.Parameter:
    bounds = [None if n is None else number(n) for n in (low, high)]
    return ir.Parameter(local=name, source=source, how=how, low=bounds[0], high=bounds[1], where=where)


def choice(name: str, *parameters: ir.Parameter, when: tuple[ir.Expr, ...] = (), do: Body = ()) -> ir.Choice:
    conditions = tuple(ir.Condition(f"c{i}", test, f"actions.{name}.when.c{i}", AT) for i, test in enumerate(when))
    return ir.Choice(
        name=name,
        style="action",
        parameters=parameters,
        conditions=conditions,
        body=do,
        path=f"actions.{name}",
        span=AT,
    )


def ask(
    me: ir.Local,
    who: ir.Expr,
    *choices: ir.Choice,
    none: Body | None = None,
    phase: str = "play",
    together: bool = False,
) -> ir.Ask:
    return ir.Ask(me=me, who=who, together=together, choices=choices, none=none, phase=phase, span=AT)


def effect(name: str, parameters: tuple[ir.Local, ...], *body: ir.Stmt) -> ir.Effect:
    return ir.Effect(name, parameters, body, AT)


def function(name: str, parameters: tuple[ir.Local, ...], body: ir.Expr) -> ir.Function:
    return ir.Function(name, parameters, body, AT)


def axes(ranges: tuple[tuple[int, int], ...]) -> tuple[decl.Axis, ...]:
    """What a family runs along: ranges of numbers."""
    return tuple(decl.Axis(INTEGER, number(low), number(high)) for low, high in ranges)


def variable(
    name: str,
    type: Type = INTEGER,
    owner: decl.Owner | Literal["card"] = "",
    low: int | None = None,
    high: int | None = None,
    deck: str = "",
    along: tuple[tuple[int, int], ...] = (),
    room: int | None = None,
) -> decl.VariableDecl:
    ends = [None if n is None else number(n) for n in (low, high)]
    return decl.VariableDecl(
        name=name,
        owner=owner,
        along=axes(along),
        deck=deck,
        type=type,
        low=ends[0],
        high=ends[1],
        room=None if room is None else number(room),
        shows="all",
        span=AT,
    )


def deck(kinds: Mapping[str, tuple[int, ir.Expr | int]], start: str = "pile", back: tuple[str, ...] = ()) -> decl.Deck:
    """Kinds by id, each with its rank and number of copies."""
    rows = tuple(
        decl.Kind(
            id=id,
            number=n,
            deck=DECK,
            attributes={"rank": number(rank)},
            copies=number(copies) if isinstance(copies, int) else copies,
            span=AT,
        )
        for n, (id, (rank, copies)) in enumerate(kinds.items())
    )
    return decl.Deck(name=DECK, attributes={"rank": INTEGER}, back=back, kinds=rows, start=start, span=AT)


def a_zone(
    name: str,
    owner: decl.Owner = "",
    order: decl.Order = "heap",
    shows: str = "all",
    start: decl.Start = "",
    along: tuple[tuple[int, int], ...] = (),
) -> decl.Zone:
    whom: dict[decl.Viewer, str] = (
        {"all": "count", "owner": "all"} if shows == "owner" else {"all": shows, "owner": shows}
    )
    return decl.Zone(
        name=name,
        owner=owner,
        along=axes(along),
        deck=DECK,
        order=order,
        shows=whom,
        start=start,
        capacity=None,
        span=AT,
    )


ONE_TO_FOUR = {"one": (1, 2), "two": (2, 2), "three": (3, 2), "four": (4, 2)}

ZONES = (
    a_zone("pile", order="stack", shows="count", start="shuffled"),
    a_zone("hand", "player", shows="owner"),
    a_zone("table", "player", order="stack"),
    a_zone("won", "player"),
)


def game(*main: ir.Stmt, **more: Any) -> decl.TypedGame:
    """A game for 2 to 4 players with the cards one to four, two of each, in a shuffled pile; `more` replaces parts."""
    variables: Iterator[decl.VariableDecl] = iter(
        more.pop("variables", (variable("points", owner="player"), variable("turn.player", PLAYER.maybe())))
    )
    zones: tuple[decl.Zone, ...] = more.pop("zones", ZONES)
    functions: tuple[ir.Function, ...] = more.pop("functions", ())
    effects: tuple[ir.Effect, ...] = more.pop("effects", ())
    numbers = count(9000)
    it = local(next(numbers), "it", PLAYER)
    parts: dict[str, Any] = {
        "name": "small",
        "players": (2, 3, 4),
        "teams": {},
        "enumerations": {"colour": ("red", "green")},
        "options": {},
        "decks": {DECK: deck(ONE_TO_FOUR)},
        "zones": {one.name: one for one in zones},
        "variables": {one.name if one.owner != "card" else f"{one.deck}.{one.name}": one for one in variables},
        "functions": {one.name: one for one in functions},
        "effects": {one.name: one for one in effects},
        "triggers": (),
        "main": main,
        "winners": fold("best", it, (it, op("players")), by=(var("points", it),), type=list_of(PLAYER)),
        "returns": None,
        "score": (it, var("points", it)),
        "decisions_limit": number(1000),
        "steps_limit": number(10000),
    }
    return decl.TypedGame(**{**parts, **more})


# Whole games ------------------------------------------------------------------------------


def war() -> decl.TypedGame:
    """Each player turns up a card of the pile; the highest takes them all; in a tie they are lost."""
    p, q, best, w = (local(n, name, PLAYER) for n, name in ((0, "p"), (1, "q"), (2, "b"), (3, "w")))
    rank = attribute("rank", op("top", zone_of("table", p)))
    winners = local(4, "winners", list_of(PLAYER))
    return game(
        scope(
            "match",
            forever(
                when(op("less", op("zone_size", zone_of("pile")), op("size", op("players"))), leave("match")),
                each(q, op("players"), *draw(zone_of("pile"), zone_of("table", q))),
                let(winners, fold("best", p, (p, op("players")), by=(rank,), type=list_of(PLAYER))),
                let(best, op("item", winners, number(1))),
                each(
                    w,
                    op("players"),
                    when(op("equal", op("size", winners), number(1)), add("points", number(1), best)),
                    ir.MoveAll(zone_of("table", w), zone_of("won", best), "", AT),
                ),
            ),
        ),
        name="war",
    )


def secret() -> decl.TypedGame:
    """Each gets two cards, then secretly lays one for its rank in points, or passes for one; cards left score one."""
    p, n, me, c, q = (
        local(0, "p", PLAYER),
        local(1, "n", INTEGER),
        local(2, "me", PLAYER),
        local(3, "c", CARD),
        local(4, "q", PLAYER),
    )
    lay = choice(
        "lay",
        pick(c, op("cards_of", zone_of("hand", me))),
        when=(op("less", number(1), attribute("rank", c)),),
        do=(move(ir.ListOf((c,), list_of(CARD), AT), zone_of("table", me)), add("points", attribute("rank", c), me)),
    )
    passing = choice("pass", do=(add("points", number(1), me),))
    return game(
        each(n, op("range", number(1), number(2)), each(p, op("players"), *draw(zone_of("pile"), zone_of("hand", p)))),
        scope("showdown", ask(me, op("players_from", const(1, PLAYER)), lay, passing, together=True)),
        each(q, op("players"), add("points", op("zone_size", zone_of("hand", q)), q)),
        name="secret",
    )


def turns() -> decl.TypedGame:
    """Turns within rounds: a player takes a number from 1 to 3 again and again, or stops; at 10 the game ends."""
    p, me, n = local(0, "p", PLAYER), local(1, "me", PLAYER), local(2, "n", INTEGER)
    take = choice(
        "take",
        pick(n, op("range", number(1), number(3))),
        when=(op("less_equal", op("add", var("points", me), n), number(10)),),
        do=(run("gain", me, n),),
    )
    stop = choice("stop", when=(op("less", number(0), var("points", me)),), do=(leave("turn"),))
    x, y = local(0, "x", PLAYER), local(1, "y", INTEGER)
    return game(
        scope(
            "match",
            forever(
                add("round.number", number(1)),
                each(
                    p,
                    op("players"),
                    set_("turn.player", p),
                    scope("turn", forever(scope("taking", ask(me, var("turn.player", type=PLAYER), take, stop)))),
                ),
            ),
        ),
        name="turns",
        variables=(
            variable("points", owner="player", low=0, high=10),
            variable("turn.player", PLAYER.maybe()),
            variable("round.number"),
        ),
        effects=(
            effect(
                "gain", (x, y), add("points", y, x), when(op("equal", var("points", x), number(10)), leave("match"))
            ),
        ),
    )


def applause() -> decl.TypedGame:
    """A player who takes a card claps later: a trigger, which asks how often; a clap of two sets off another."""
    p, me, n = local(0, "p", PLAYER), local(1, "me", PLAYER), local(2, "n", INTEGER)
    clap = choice(
        "clap",
        pick(n, op("range", number(1), number(2))),
        do=(
            add("points", n, p),
            when(op("equal", n, number(2)), ir.Enqueue("bow", (p, n, const((3, 1), list_of(INTEGER))), AT)),
        ),
    )
    q, m, xs, a = (
        local(0, "p", PLAYER),
        local(1, "m", INTEGER),
        local(2, "xs", list_of(INTEGER)),
        local(3, "x", INTEGER),
    )
    r = local(0, "r", PLAYER)
    return game(
        each(r, op("reverse", op("players")), ir.Enqueue("clap", (r,), AT)),
        ir.RunTriggers(AT),
        each(r, op("players"), add("points", number(100), r)),
        name="applause",
        effects=(
            effect("clap", (p,), ask(me, p, clap)),
            effect("bow", (q, m, xs), each(a, xs, add("points", op("multiply", a, m), q))),
        ),
        triggers=("clap", "bow"),
    )


GAMES = (war(), secret(), turns(), applause())
