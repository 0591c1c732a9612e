"""Random games with the right types: whatever their rules mean, they mean the same to both executors."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from cardwright.language.ir import game as decl
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import BOOLEAN, INTEGER, MOST, PLAYER, Type, list_of
from tests.compiler import random_lists
from tests.compiler.random_windows import said, window
from tests.engines.program import small_games as g

CARDS = list_of(g.CARD)
NUMBERS = list_of(INTEGER)
MAYBE = g.CARD.maybe()


class Maker:
    """Makes random expressions and effects; `names` are the locals that may be used, by type."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.names: dict[Type, list[ir.Local]] = {}
        self.changing: tuple[ir.Local, ...] = ()
        self.next = 100

    def local(self, type: Type) -> ir.Local:
        self.next += 1
        return g.local(self.next, f"x{self.next}", type)

    def known(self, type: Type) -> ir.Expr | None:
        names = self.names.get(type, [])
        return self.luck.choice(names) if names and self.luck.random() < 0.5 else None

    def number(self, deep: int) -> ir.Expr:
        luck, below = self.luck, deep - 1
        if deep <= 0 or luck.random() < 0.2:
            found = self.known(INTEGER)
            plain = g.number(luck.choice([-2, -1, 0, 0, 1, 1, 2, 3, 5, MOST // 2]) if luck.random() < 0.9 else MOST)
            if found is not None:
                return found
            others: list[ir.Expr] = [plain, g.var("wide"), g.var("points", self.player(0))]
            return luck.choice(others)
        if luck.random() < 0.1:
            return self.of_family(below)
        if luck.random() < 0.1:
            return self.of_groups(below)
        match luck.randrange(12):
            case 0:
                return g.op(
                    luck.choice(["add", "subtract", "multiply", "larger", "smaller"]),
                    self.number(below),
                    self.number(below),
                )
            case 1:
                return g.op(luck.choice(["div", "mod"]), self.number(below), g.number(luck.choice([-3, -1, 1, 2, 7])))
            case 2:
                return g.op("size", luck.choice([self.cards, self.numbers, self.players])(below))
            case 3:
                return g.op("zone_size", self.zone(below))
            case 4:
                return g.if_(self.boolean(below), self.number(below), self.number(below))
            case 5:
                return self.fold("sum", self.number, INTEGER, below)
            case 6:
                return self.fold("count", self.number, INTEGER, below)
            case 7:
                kind = luck.choice(["max", "min", "first", "last", "top"])
                return g.op(
                    "else", self.fold(kind, self.number, INTEGER.maybe(), below), self.number(below), type=INTEGER
                )
            case 8:
                ranked = g.attribute("rank", self.maybe_card(below), INTEGER.maybe())
                return g.op("else", ranked, self.number(below), type=INTEGER)
            case 9:
                return g.op("distance", self.player(below), self.player(below))
            case 10:
                some = (self.numbers(below), g.number(luck.randrange(4)))
                kind = luck.choice(["item", "first_of", "last_of", "list_only", "largest", "smallest"])
                many = ir.Apply(kind, some if kind == "item" else some[:1], INTEGER.maybe(), g.AT)
                return g.op("else", many, self.number(below), type=INTEGER)
            case _:
                return g.call("both", self.number(below), self.number(below))

    def of_groups(self, deep: int) -> ir.Expr:
        """Something about lists of cards or of numbers."""
        luck = self.luck
        type = luck.choice([CARDS, NUMBERS])
        source, one = self.groups(type, deep), self.local(type)
        if luck.random() < 0.2:
            return g.op("size", source)
        self.names.setdefault(type, []).append(one)
        some = g.op("total", one) if type == NUMBERS and luck.random() < 0.5 else g.op("size", one)
        body = luck.choice([some, self.number(deep)])
        loop = (one, source, self.boolean(deep)) if luck.random() < 0.4 else (one, source)
        self.names[type].remove(one)
        if type == CARDS and luck.random() < 0.5:
            return g.fold("apart", body, loop, by=(one,), type=INTEGER)
        return g.fold(luck.choice(["sum", "count"]), body, loop, type=INTEGER)

    def groups(self, type: Type, deep: int) -> ir.Expr:
        """A list of lists of this type."""
        luck, nested = self.luck, list_of(type)
        items = self.cards if type == CARDS else self.numbers
        match luck.randrange(5):
            case 0:
                return ir.Apply(luck.choice(["all_subsets", "all_stretches"]), (items(deep),), nested, g.AT)
            case 1:
                sizes = luck.choice([g.const((2, 0, 3), NUMBERS), self.numbers(deep)])
                return ir.Apply(luck.choice(["subsets", "stretches"]), (items(deep), sizes), nested, g.AT)
            case 2:
                return ir.Apply("join", (self.groups(type, 0), self.groups(type, 0)), nested, g.AT)
            case 3 if deep > 0:
                one = self.local(type)
                return g.fold("list", one, (one, self.groups(type, deep - 1)), type=nested)
            case _:
                x, source = self.local(g.CARD if type == CARDS else INTEGER), items(deep)
                self.names.setdefault(x.type, []).append(x)
                keys = tuple(self.number(deep) for _ in range(luck.randrange(1, 3)))
                self.names[x.type].remove(x)
                return g.fold(luck.choice(["sets", "runs"]), x, (x, source), by=keys, type=nested)

    def one_group(self, type: Type, deep: int) -> ir.Expr:
        """One of the lists in a list of lists; it may be none."""
        luck, groups, one = self.luck, self.groups(type, deep), self.local(type)
        if luck.random() < 0.3:
            return ir.Apply("item", (groups, g.number(luck.randrange(1, 4))), type.maybe(), g.AT)
        if luck.random() < 0.5:
            groups = g.fold(
                luck.choice(["best", "sort"]), one, (one, groups), by=(g.op("size", one),), type=groups.type
            )
            return ir.Apply(luck.choice(["first_of", "last_of"]), (groups,), type.maybe(), g.AT)
        op = luck.choice(["first", "last", "top"])
        keys = (g.op("size", one),) if op == "top" else ()
        return g.fold(op, one, (one, groups), by=keys, type=type.maybe())

    def of_family(self, deep: int) -> ir.Expr:
        """A variable of a family: of numbers, or of each player and some numbers."""
        if self.luck.random() < 0.5:
            return g.var("tally", self.member(deep, None))
        return g.var("stock", self.member(deep, self.player(deep)))

    def member(self, deep: int, owner: ir.Expr | None) -> ir.Expr:
        """The number of a member of a family that runs from 1 to 3; mostly one that is there."""
        luck = self.luck
        index = g.number(luck.randrange(1, 4)) if luck.random() < 0.3 else self.number(deep)
        if luck.random() < 0.97:
            index = g.op("add", g.op("mod", index, g.number(3)), g.number(1))
        return g.op("member", owner or g.number(0), index, g.number(1), g.number(3))

    def boolean(self, deep: int) -> ir.Expr:
        luck, below = self.luck, deep - 1
        if deep <= 0:
            plain: list[ir.Expr] = [g.truth(True), g.truth(False), g.op("zone_empty", self.zone(0))]
            return luck.choice(plain)
        if luck.random() < 0.1:
            return random_lists.boolean(self, below)
        match luck.randrange(10):
            case 8:
                type = luck.choice([CARDS, NUMBERS])
                items = self.cards if type == CARDS else self.numbers
                other = items(below) if luck.random() < 0.5 else self.one_group(type, below)
                return g.op("equal", self.one_group(type, below), other)
            case 0:
                return g.op(luck.choice(["less", "less_equal", "equal"]), self.number(below), self.number(below))
            case 1:
                return g.op(luck.choice(["and", "or"]), self.boolean(below), self.boolean(below))
            case 2:
                return g.op("not", self.boolean(below))
            case 3:
                return g.op("in", self.number(below), self.numbers(below))
            case 4:
                return self.fold(luck.choice(["any", "all"]), self.boolean, BOOLEAN, below)
            case 5:
                return g.op("is_none", self.maybe_card(below))
            case 6:
                return g.op(
                    "equal",
                    self.maybe_card(below),
                    luck.choice([self.maybe_card(below), g.const(luck.randrange(4), g.KIND)]),
                )
            case 7:
                return g.op(
                    "in", luck.choice([self.maybe_card(below), g.const(luck.randrange(4), g.KIND)]), self.cards(below)
                )
            case _:
                return g.op("equal", self.player(below), self.player(below))

    def numbers(self, deep: int) -> ir.Expr:
        luck, below = self.luck, deep - 1
        found = self.known(NUMBERS) if self.names.get(NUMBERS) else None
        if found is not None:
            return found
        if luck.random() < 0.2:
            return random_lists.numbers(self, below)
        if deep <= 0:
            return g.const(tuple(luck.randrange(-1, 4) for _ in range(luck.randrange(4))), NUMBERS)
        match luck.randrange(7):
            case 0:
                return g.op("range", self.number(0), self.number(below))
            case 5:
                return ir.Apply("else", (self.one_group(NUMBERS, below), self.numbers(below)), NUMBERS, g.AT)
            case 1:
                return ir.ListOf(tuple(self.number(below) for _ in range(luck.randrange(1, 4))), NUMBERS, g.AT)
            case 2:
                return self.fold("list", self.number, NUMBERS, below)
            case 3:
                return self.fold(luck.choice(["best", "sort"]), self.number, NUMBERS, below)
            case 4:
                op = luck.choice(["join", "without"])
                return ir.Apply(op, (self.numbers(below), self.numbers(below)), NUMBERS, g.AT)
            case _:
                return g.op(luck.choice(["reverse", "distinct"]), self.numbers(below))

    def cards(self, deep: int) -> ir.Expr:
        luck, below = self.luck, deep - 1
        found = self.known(CARDS) if self.names.get(CARDS) else None
        if found is not None:
            return found
        if deep <= 0 or luck.random() < 0.3:
            return g.op("cards_of", self.zone(below))
        match luck.randrange(5):
            case 0:
                return ir.Apply("without", (self.cards(below), self.cards(below)), CARDS, g.AT)
            case 1:
                return ir.Apply("alike", (g.number(luck.randrange(3)), self.cards(below)), CARDS, g.AT)
            case 2:
                return g.op("reverse", self.cards(below))
            case 3:
                return g.op("join", self.cards(below), self.cards(below))
            case _:
                c = self.local(g.CARD)
                source = self.cards(below)
                self.names.setdefault(g.CARD, []).append(c)
                test, key = self.boolean(below), self.number(below)
                self.names[g.CARD].remove(c)
                op = luck.choice(["list", "best", "sort"])
                return g.fold(op, c, (c, source, test), by=(key,) if op != "list" else (), type=CARDS)

    def maybe_card(self, deep: int) -> ir.Expr:
        found = self.known(g.CARD)
        if found is not None:
            return found
        if self.luck.random() < 0.5:
            return g.op(self.luck.choice(["top", "bottom", "only"]), self.zone(deep - 1), type=MAYBE)
        return ir.Apply("item", (self.cards(deep - 1), self.number(0)), MAYBE, g.AT)

    def players(self, deep: int) -> ir.Expr:
        queue = g.var("queue", type=list_of(PLAYER))
        some: list[ir.Expr] = [g.op("players"), g.op("players_from", self.player(deep - 1)), queue]
        return self.luck.choice(some)

    def player(self, deep: int) -> ir.Expr:
        found = self.known(PLAYER)
        if found is not None:
            return found
        plain = g.const(self.luck.randrange(2), PLAYER)
        return (
            ir.Apply(self.luck.choice(["next", "previous"]), (self.player(deep - 1),), PLAYER, g.AT)
            if deep > 0
            else plain
        )

    def zone(self, deep: int) -> ir.Expr:
        luck = self.luck
        if deep > 1 and luck.random() < 0.2:
            return g.if_(self.boolean(deep - 1), self.zone(0), self.zone(0))
        name = luck.choice(["pile", "hand", "table", "won", "lane", "spot"])
        if name in ("lane", "spot"):
            return g.zone_of(name, self.member(deep, self.player(deep) if name == "spot" else None))
        return g.zone_of(name, None if name == "pile" else self.player(deep))

    def fold(self, op: str, body: object, type: Type, deep: int) -> ir.Fold:
        """A comprehension over one or two lists."""
        luck = self.luck
        loops, bound = [], []
        for _ in range(luck.choice([1, 1, 1, 2])):
            item, source = luck.choice([(INTEGER, self.numbers), (g.CARD, self.cards), (PLAYER, self.players)])
            made = source(deep)
            x = self.local(item)
            self.names.setdefault(item, []).append(x)
            bound.append((item, x))
            loops.append((x, made, self.boolean(deep)) if luck.random() < 0.4 else (x, made))
        inner = body(deep)  # type: ignore[operator]
        keys = tuple(self.number(deep) for _ in range(luck.randrange(1, 3))) if op in ("best", "sort", "top") else ()
        for item, x in bound:
            self.names[item].remove(x)
        return g.fold(op, inner, *loops, by=keys, type=type)

    # Effects ------------------------------------------------------------------------------

    def effects(self, many: int, deep: int) -> tuple[ir.Stmt, ...]:
        """Some effects; the names that they bind end with them."""
        before, changing = {type: list(names) for type, names in self.names.items()}, self.changing
        made = tuple(self.effect(deep) for _ in range(self.luck.randrange(1, many + 1)))
        self.names, self.changing = before, changing
        return made

    def effect(self, deep: int) -> ir.Stmt:
        luck = self.luck
        if self.changing and luck.random() < 0.3:
            return ir.Change(luck.choice(self.changing), self.number(deep), g.AT)
        match luck.randrange(15):
            case 12:
                return said(self)
            case 13 | 14:
                return random_lists.effect(self, deep)
            case 0:
                if luck.random() < 0.5:
                    return g.set_("tally", self.number(deep), self.member(deep, None))
                return g.set_("wide", self.number(deep))
            case 1:
                if luck.random() < 0.5:
                    member = self.member(deep, self.player(1))
                    return g.set_("stock", g.op("mod", self.number(deep), g.number(10)), member)
                return g.set_("points", g.op("mod", self.number(deep), g.number(10)), self.player(1))
            case 2 | 3:
                at = luck.choice(ir.ATS)
                place: ir.Expr | None = g.number(luck.randrange(4)) if at == "position" else None
                by = self.player(1) if at == "position" and luck.random() < 0.5 else None
                return ir.MoveCards(self.cards(deep), self.zone(1), at, place, g.AT, by)
            case 4:
                card = self.maybe_card(deep)
                return ir.MoveCards(ir.ListOf((card,), CARDS, g.AT), self.zone(1), "", None, g.AT)
            case 5:
                return ir.MoveAll(self.zone(1), self.zone(1), luck.choice(["", "top", "bottom"]), g.AT)
            case 6:
                return ir.ShuffleZone(self.zone(1), g.AT)
            case 7:
                return ir.ShowCards(self.cards(deep), self.players(1), g.AT)
            case 8:
                return g.when(self.boolean(deep), *self.effects(2, deep - 1), no=self.effects(2, deep - 1))
            case 9:
                item, source = luck.choice([(INTEGER, self.numbers), (g.CARD, self.cards), (PLAYER, self.players)])
                made, x = source(deep), self.local(item)
                self.names.setdefault(item, []).append(x)
                body = self.effects(2, deep - 1)
                self.names[item] = [one for one in self.names[item] if one is not x]
                return g.each(x, made, *body)
            case 10:
                x, value = self.local(INTEGER), self.number(deep)
                if luck.random() < 0.5:
                    x = replace(x, changes=True)
                    self.changing = (*self.changing, x)
                self.names.setdefault(INTEGER, []).append(x)
                return g.let(x, value)
            case _:
                if luck.random() < 0.5:
                    return g.when(g.op("less", g.var("wide"), g.number(9)), *g.draw(self.zone(1), self.zone(1)))
                place = g.op("mod", self.number(1), g.number(5)) if luck.random() < 0.5 else None
                return ir.Settle(self.zone(1), luck.choice(ir.EDGES), g.AT, place)

    def game(self) -> decl.TypedGame:
        """Cards are dealt, something happens, then players decide some times, and something else happens."""
        p, n, me, c, s, i = (self.local(type) for type in (PLAYER, INTEGER, PLAYER, g.CARD, CARDS, INTEGER))
        q, k = self.local(PLAYER), self.local(INTEGER)
        deal = g.each(
            n,
            g.op("range", g.number(1), g.number(2)),
            g.each(p, g.op("players"), *g.draw(g.zone_of("pile"), g.zone_of("hand", p))),
        )
        first = self.effects(4, 2)
        x, y = g.local(0, "x", INTEGER), g.local(1, "y", INTEGER)
        both = g.function(
            "both", (x, y), g.op("add", g.op("smaller", x, g.number(100)), g.op("larger", y, g.number(-100)))
        )
        self.names.setdefault(PLAYER, []).append(me)
        sources = [self.cards(2), self.cards(2), self.numbers(2)]
        tests = {}
        for key, local, type in (("c", c, g.CARD), ("i", i, INTEGER)):
            self.names.setdefault(type, []).append(local)
            tests[key] = (self.boolean(2), self.boolean(2))
            self.names[type].remove(local)
        bodies = [self.effects(3, 2) for _ in range(4)]
        bodies[:2] = [window(self, body) if self.luck.random() < 0.5 else body for body in bodies[:2]]
        low = self.luck.randrange(3)
        choices = (
            g.choice(
                "lay", g.pick(c, sources[0], how=self.luck.choice(["one", "optional"])), when=tests["c"], do=bodies[0]
            ),
            g.choice("some", g.pick(s, sources[1], "some", low, low + 1), when=(self.boolean(2),), do=bodies[1]),
            g.choice("name", g.pick(i, sources[2]), when=tests["i"], do=bodies[2]),
            g.choice("pass", do=bodies[3]),
        )
        turns = g.each(k, g.op("range", g.number(1), g.number(2)), g.each(q, g.op("players"), g.ask(me, q, *choices)))
        return g.game(
            deal,
            *first,
            turns,
            variables=(
                g.variable("points", owner="player", low=-9, high=9),
                g.variable("wide"),
                g.variable("turn.player", PLAYER.maybe()),
                g.variable("tally", along=((1, 3),)),
                g.variable("stock", owner="player", low=-9, high=9, along=((1, 3),)),
                *random_lists.declared(),
            ),
            zones=(*g.ZONES, g.a_zone("lane", along=((1, 3),)), g.a_zone("spot", "player", along=((1, 3),))),
            functions=(both,),
            steps_limit=g.number(3000),
        )
