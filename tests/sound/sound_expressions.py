"""Random expressions of a wanted type, made from the tables of builtins: what has a signature there is made here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from cardwright.language.builtins.definitions import FOLDS, FoldRow
from cardwright.language.builtins.row import BuiltinRow
from cardwright.language.builtins.table import ROWS
from cardwright.language.ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, Type, card, kind, list_of, symbol
from tests.sound.sound_world import SEES_ALL, SEES_NOTHING, SEES_OPEN, Local, Scope, World, Zone

COND, OR, AND, NOT, CMP, RANGE, SUM, PROD, UNARY, POST = range(10)
"""How tightly the parts of an expression hold together, loosest first."""

ORDERLESS = ("count", "any", "all", "sum", "max", "min")
"""Folds for which the order of what they go through means nothing."""

KEEPING = ("list", "first", "last", "best", "top", "least", "sort", "sets", "runs")
"""Folds that come to elements of what they go through, whatever those are."""

Maker = Callable[[], "Text | None"]


class Text(str):
    """A written expression that knows how tightly it holds together."""

    level: int = POST

    def at(self, level: int) -> str:
        """The expression where one of this level is needed."""
        return self if self.level >= level else f"({self})"


def text(written: str, level: int = POST) -> Text:
    """A written expression."""
    made = Text(written)
    made.level = level
    return made


class Expressions:
    """Writes expressions in a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.luck = world.luck
        self.tested: set[str] = set()

    # What is wanted -----------------------------------------------------------------------

    def expr(self, want: Type, at: Scope, deep: int = 2) -> Text:
        """An expression of this type that is certain not to be none."""
        if want.base == "zone":
            found = self.zone(at, want.name)
            return found if found is not None else text(self.world.zones[0].name)
        if deep > 0 and self.world.chance(0.75):
            makers = self.makers(want, at, deep)
            self.luck.shuffle(makers)
            for make in makers[:6]:
                made = make()
                if made is not None:
                    return made
        return self.atom(want, at, deep)

    def maybe(self, want: Type, at: Scope, deep: int = 2) -> Text | None:
        """An expression of this type that may be none, if there is one."""
        makers = self.optional(want.sure(), at, deep)
        self.luck.shuffle(makers)
        for make in makers[:8]:
            made = make()
            if made is not None and str(made) not in self.tested:
                return made
        return None

    def either(self, want: Type, at: Scope, deep: int = 2) -> Text:
        """An expression that may be none or not."""
        made = self.maybe(want, at, deep) if self.world.chance(0.5) else None
        return made if made is not None else self.expr(want, at, deep)

    def list_expr(self, item: Type, at: Scope, deep: int = 2) -> Text:
        """A list whose elements have this type."""
        return self.expr(list_of(item), at, deep)

    def condition(self, at: Scope, deep: int = 2) -> Text:
        """A truth."""
        return self.expr(BOOLEAN, at, deep)

    # Atoms --------------------------------------------------------------------------------

    def locals(self, want: Type, at: Scope) -> list[str]:
        """The names of a rule that have this type, also if it is known that they may be none."""
        return [one.name for one in at.locals if one.type == want and (one.sight >= at.sight or at.sight == SEES_ALL)]

    def atom(self, want: Type, at: Scope, deep: int = 0) -> Text:
        """The smallest expressions of a type."""
        few = [text(one) for one in self.names(want, at)]
        many: list[Text] = []
        match want.base:
            case "integer":
                few += [text(str(self.luck.randint(0, 9)))]
            case "boolean":
                few += [text(self.luck.choice(("true", "false")))]
            case "symbol":
                symbols = self.world.enumerations.get(want.name) or self.world.symbols_of_options[want.name]
                few += [text(one) for one in symbols]
            case "player":
                few += [text(f"(players[{self.luck.randint(1, 2)}] else {few[0]})")] if few else []
                few = few or [text("first(players)")]
            case "team":
                few = few or [text("first(teams)")]
            case "kind":
                kinds = self.world.unmistakable(want.name)
                if not (few or kinds):
                    raise Unmakeable
                few += [text(self.luck.choice(kinds))] if kinds else []
            case "card":
                many = [one for one in (self._taken(want, at) for _ in range(3)) if one is not None]
                few = few or many
                if not few:
                    raise Unmakeable
            case "list":
                return self._plain_list(want.item or INTEGER, at, deep)
        return self.luck.choice(few)

    def _taken(self, want: Type, at: Scope) -> Text | None:
        """No card is certain without a name: so there are none but those with names."""
        return None

    def names(self, want: Type, at: Scope) -> list[str]:
        """What has a name and this type, and is never none."""
        world, found = self.world, self.locals(want, at)
        found += [name for name, type in world.options.items() if type == want]
        found += [name for name, type in at.bare if type == want]
        if at.sight == SEES_NOTHING:
            return found
        if want == PLAYER:
            found += ["me"] * 2 * (at.me == "player") + ["it"] * 2 * (at.it == PLAYER) + ["turn.player"] * at.turn
        if want == TEAM:
            found += ["me"] * (at.me == "team") + ["it"] * (at.it == TEAM)
        if at.it is not None and at.it == want and want.base not in ("player", "team"):
            found += ["it"]
        if want == INTEGER and at.turn:
            found += ["round.number"]
        if want == BOOLEAN and at.turn:
            found += ["round.complete"]
        return found + self.variables(want, at)

    def variables(self, want: Type, at: Scope) -> list[str]:
        """The variables, quantities and points of this type that may be read here."""
        found = []
        for one in self.world.variables:
            if one.type != want or one.deck or (at.sight in (SEES_OPEN,) and one.shows != "all"):
                continue
            made = self.whose(one.name, one.of, one.along, at)
            if made is not None:
                found.append(made)
        if want == INTEGER and not at.plain and at.sight == SEES_ALL:
            for head in self.world.quantities:
                made = self.whose(head.name, head.of, (), at)
                if made is not None:
                    found.append(made)
            for name, (per, categories) in self.world.sheets.items():
                who = self.owner(per, at)
                if who is not None and self.world.chance(0.3):
                    found.append(f"{who}.sheet.{name}.{self.luck.choice(categories)}")
        return found

    def whose(self, name: str, of: str, along: tuple[str, ...], at: Scope) -> str | None:
        """A member of what each has one of."""
        found = name
        if of:
            who = self.owner(of, at)
            if who is None:
                return None
            found = f"{who}.{name}"
        for one in along:
            if one == "player":
                index = self.owner("player", at)
            elif ".." in one:
                low, _, high = one.partition("..")
                names = self._indices(INTEGER, at) if self.world.chance(0.3) else []
                many = int(high) - int(low) + 1
                names = [f"{one} mod {many} + {low}" if one in self.locals(INTEGER, at) else one for one in names]
                index = self.luck.choice([*names, str(self.luck.randint(int(low), int(high)))])
                if self.world.chance(0.15):
                    made = self.expr(INTEGER, replace(at, plain=True), 1)
                    index = f"{made.at(PROD)} mod {int(high) - int(low) + 1} + {low}" if "." in made else index
            else:
                index = self.luck.choice([*self.world.enumerations[one], *self._indices(symbol(one), at)])
            if index is None:
                return None
            found += f"[{index}]"
        return found

    def _indices(self, want: Type, at: Scope) -> list[str]:
        """Names of this type that may stand for a member of a family, also those of hidden variables."""
        found = self.locals(want, at)
        for one in self.world.variables if at.sight != SEES_NOTHING else ():
            if one.type == want and not one.along and (at.sight != SEES_OPEN or one.shows == "all"):
                made = self.whose(one.name, one.of, (), at)
                found += [made] if made is not None else []
        return found

    def owner(self, of: str, at: Scope) -> str | None:
        """Somebody whose zone or variable it is."""
        if of == "team":
            found = self.locals(TEAM, at) + ["me"] * (at.me == "team") + ["it"] * (at.it == TEAM)
            people = self.owner("player", at) if self.world.chance(0.6) or not found else None
            return f"{people}.team" if people else self.luck.choice(found) if found else None
        found = self.locals(PLAYER, at) + ["me"] * 3 * (at.me == "player") + ["it"] * (at.it == PLAYER)
        found += ["turn.player"] * at.turn
        if not found:
            return "first(players)" if self.world.chance(0.5) else None
        one = self.luck.choice(found)
        return f"{one}.{self.luck.choice(('next', 'previous'))}" if self.world.chance(0.15) else one

    def zone(self, at: Scope, deck: str = "", *, mixed: bool | None = None, ordered: bool | None = None) -> Text | None:
        """A zone with cards of a deck that may be looked into."""
        found = [one for one in self.world.zones if not deck or one.deck == deck]
        found = [one for one in found if mixed is None or one.mixed == mixed]
        found = [one for one in found if ordered is None or bool(one.order) == ordered]
        self.luck.shuffle(found)
        for one in found:
            made = self.looked_into(one, at)
            if made is not None:
                return made
        return None

    def looked_into(self, one: Zone, at: Scope) -> Text | None:
        """The zone of somebody, if it may be looked into."""
        if at.sight == SEES_NOTHING:
            return None
        if one.seen(at.sight, mine=False):
            made = self.whose(one.name, one.of, one.along, at)
        elif one.seen(at.sight, mine=True) and at.me and one.of == at.me:
            made = self.whose(one.name, "", one.along, at)
            made = f"me.{made}" if made else None
        else:
            made = None
        return text(made) if made else None

    # Lists --------------------------------------------------------------------------------

    def _plain_list(self, item: Type, at: Scope, deep: int) -> Text:
        """A list that has a name, or is written down."""
        found: list[Text] = [text(one) for one in self.locals(list_of(item), at)]
        if at.sight != SEES_NOTHING:
            found += [text(one) for one in self.variables(list_of(item), at)]
        match item.base:
            case "player":
                found += [text("players")] * 2
            case "team":
                found += [text("teams")]
            case "symbol":
                found += [text(item.name)] * self._named(item, at)
            case "kind":
                found += [text(item.name)]
            case "card":
                zone = self.zone(at, item.name, mixed=False)
                found += [zone] * 3 if zone is not None else []
                if not found:
                    raise Unmakeable
            case "integer":
                low = self.luck.randint(0, 3)
                found += [text(f"{low}..{low + self.luck.randint(0, 5)}", RANGE)]
            case "list":
                found = self._nested(item, at)
        if (not found or self.world.chance(0.3)) and item.base not in ("card", "list"):
            few = [self.expr(item, at, deep - 1).at(COND) for _ in range(self.luck.randint(1, 3))]
            if item.base == "kind" and at.sight != SEES_NOTHING:  # a parameter may be given a card: all could be cards
                few += [text(one) for one in self.world.unmistakable(item.name)[:1]]
            return text(f"[{', '.join(few)}]")
        return self.luck.choice(found)

    def _named(self, want: Type, at: Scope) -> bool:
        """Whether this is an enumeration whose name means it here."""
        shadowed = any(name == want.name for name, _ in at.bare)
        return want.base == "symbol" and want.name in self.world.enumerations and not shadowed

    def _nested(self, item: Type, at: Scope) -> list[Text]:
        inner = self._plain_list(item.item or INTEGER, at, 0)
        return [text(f"subsets({inner}, {self.luck.randint(0, 2)})"), text(f"stretches({inner}, 1..2)")]

    # Everything that has a signature --------------------------------------------------------

    def makers(self, want: Type, at: Scope, deep: int) -> list[Maker]:
        """All ways to make an expression of a type that is never none."""
        found: list[Maker] = [lambda: self.atom(want, at, deep)]
        if at.sight == SEES_NOTHING and want.is_nested():
            return found
        for row in ROWS.values():
            found += self._of_row(row, want, at, deep) * self.world.weight(f"op {row.op}")
        for fold in FOLDS.values():
            found += self._of_fold(fold, want, at, deep) * self.world.weight(f"fold {fold.op}")
        found += self._of_heads(want, at, deep)
        if not want.is_nested():
            found += [lambda: self._conditional(want, at, deep)] * 2
        if want.base in ("integer", "boolean", "symbol", "kind", "list", "player"):
            found += [lambda: self._attribute(want, at, deep)] * 2
        if want == BOOLEAN:
            found += [lambda: self._other_comparison(at, deep), lambda: self._other_in(at, deep)]
            found += [lambda: self._not_none(at, deep), lambda: self._certain(at, deep)] * 2
            found += [lambda: self._may(at, deep)] * 3
            found += [lambda: self._card_test(at, deep)]
        if self._named(want, at):
            found += [lambda: self._symbol_at(want, at, deep)]
        if want.base == "list" and want.item is not None and want.item.base == "kind":
            deck = want.item.name
            found += [lambda: text(deck)]
        if want.base == "list" and want.item is not None and want.item.base in ("integer", "player", "symbol", "card"):
            found += [lambda: self._slice(want, at, deep)]
        return found

    def optional(self, want: Type, at: Scope, deep: int) -> list[Maker]:
        """All ways to make one that may be none."""
        maybe = want.maybe()
        found: list[Maker] = [lambda: self._one(self.locals(maybe, at))]
        if at.sight != SEES_NOTHING:
            found += [lambda: self._one(self.variables(maybe, at))]
            found += [lambda: self._attribute(maybe, at, deep)] * 2
        for row in ROWS.values():
            found += self._of_row(row, maybe, at, deep)
        for fold in FOLDS.values():
            found += self._of_fold(fold, maybe, at, deep)
        if self._named(want, at):
            found += [lambda: text(f"{want.name}[{self.expr(INTEGER, at, deep - 1)}]")]
        found += [lambda: self._conditional_none(want, at, deep)]
        found += [lambda: self._call(maybe, at, deep)]
        return found

    def _one(self, found: list[str]) -> Text | None:
        return text(self.luck.choice(found)) if found else None

    def _of_row(self, row: BuiltinRow, want: Type, at: Scope, deep: int) -> list[Maker]:
        if row.form in ("inner", "name") or row.op == "alike" or (row.op == "equal" and want != BOOLEAN):
            return []
        bound = self._bound(row.result, want, row)
        return [] if bound is None else [lambda: self._applied(row, bound, at, deep)]

    def _bound(self, result: str, want: Type, row: BuiltinRow | FoldRow) -> dict[str, Type] | None:
        """What T, D and E stand for so that the result is of this type; None if it cannot be."""
        bound: dict[str, Type] = {}
        if not self._unify(result, want, bound):
            return None
        item = want.item or want
        if isinstance(row, BuiltinRow) and row.by_kind and item.base == "kind" and self.world.chance(0.5):
            return {"T": card(item.name)}
        return None if isinstance(row, BuiltinRow) and row.by_kind and item.base == "card" else bound

    def _unify(self, pattern: str, want: Type, bound: dict[str, Type]) -> bool:
        if pattern.endswith(" or none"):
            return want.optional and self._unify(pattern.removesuffix(" or none"), want.sure(), bound)
        if want.optional:
            return False
        if pattern.startswith("list of "):
            return want.base == "list" and want.item is not None and self._unify(pattern[8:], want.item, bound)
        if pattern == "T":
            bound["T"] = want
            return want.base not in ("list", "zone")
        word, _, of = pattern.partition(" ")
        if word in ("card", "kind", "zone") and of == "D":
            bound["D"] = card(want.name)
            return want.base == word
        if word == "symbol":
            bound["E"] = want
            return want.base == "symbol"
        return want.base == pattern

    def _typed(self, pattern: str, bound: dict[str, Type], at: Scope) -> Type:
        """The type that a pattern stands for; what is still free is chosen."""
        if pattern.endswith(" or none"):
            return self._typed(pattern.removesuffix(" or none"), bound, at).maybe()
        if pattern.startswith("list of "):
            return list_of(self._typed(pattern[8:], bound, at))
        word, _, of = pattern.partition(" ")
        if pattern == "T" and "T" not in bound:
            bound["T"] = self.luck.choice((INTEGER, BOOLEAN) if at.sight == SEES_NOTHING else self.world.values())
        if of == "D" and "D" not in bound:
            bound["D"] = card(self.luck.choice(list(self.world.decks)))
        if of == "E" and "E" not in bound:
            bound["E"] = symbol(self.luck.choice(list(self.world.enumerations)))
        if pattern == "T":
            return bound["T"]
        if word in ("card", "kind", "zone") and of == "D":
            return Type(word, bound["D"].name)  # type: ignore[arg-type]
        if of == "E":
            return bound["E"]
        return {"integer": INTEGER, "boolean": BOOLEAN, "player": PLAYER, "team": TEAM}[pattern]

    def _applied(self, row: BuiltinRow, bound: dict[str, Type], at: Scope, deep: int) -> Text | None:
        bound = dict(bound)
        types = [self._typed(one, bound, at) for one in row.parameters]
        if TEAM in types and not self.world.teams:
            return None
        if at.sight == SEES_NOTHING and any(one.base in ("zone", "card") for one in types):
            return None
        match row.op:
            case "div" | "mod":
                left = self.expr(INTEGER, at, deep - 1).at(PROD)
                return text(f"{left} {row.spelling} {self.divisor(at, deep).at(UNARY)}", PROD)
            case "is_none":
                made = self.maybe(types[0], at, deep - 1)
                if made is None:
                    return None
                self.tested.add(str(made))
                return text(f"{made.at(RANGE)} is none", CMP)
            case "else":
                made = self.maybe(types[0], at, deep - 1)
                if made is None or types[0].base == "card":
                    return None
                return text(f"{made.at(OR)} else {self.expr(types[1], at, deep - 1).at(COND)}", COND)
            case "equal":
                return self._equal("==", types[0], at, deep)
            case "range":
                return self._range(at, deep)
            case "card_place":
                zone = self.zone(at, types[0].name, mixed=False, ordered=True)
                name = self.world.new()
                return None if zone is None else text(f"sum(place({name}) for {name} in {zone})")
            case "top" | "bottom":
                zone = self.zone(at, types[0].name, mixed=False, ordered=True)
                return None if zone is None else text(f"{zone}.{row.spelling}")
            case "zone_size" | "zone_empty":
                zone = self._counted(types[0].name, at)
                if zone is None:
                    return None
                return text(f"count({zone})") if row.form == "function" else text(f"{zone}.empty")
            case "item":
                listed = self._ordered_list(types[0].item or INTEGER, at, deep)
                return text(f"{listed.at(POST)}[{self.expr(INTEGER, at, deep - 1)}]")
            case "only" | "zone_of":
                zone = self.zone(at, types[0].name, mixed=None if at.sight == SEES_ALL else False)
                return None if zone is None else text(f"{zone}.only")
        args = []
        for type in types:
            if type.base == "list" and row.op in ORDERED and type.item is not None:
                args.append(self._ordered_list(type.item, at, deep))
            elif row.op in ("subsets", "stretches") and type == list_of(INTEGER) and args:
                args.append(text(self.luck.choice(("1", "2", "1..2", "0..2"))))
            elif type.base == "list" and row.op in ("in", "without", "join") and type.item is not None:
                args.append(self.list_expr(type.item, at, deep - 1))
            else:
                args.append(self.expr(type, at, deep - 1))
        if row.op in ("subsets", "all_subsets", "all_stretches"):
            args[0] = text(f"{args[0].at(POST)}[1..{self.luck.randint(2, 4)}]")
        return self._spelled(row, args)

    def _spelled(self, row: BuiltinRow, args: list[Text]) -> Text | None:
        match row.form, len(args):
            case "function", _:
                return text(f"{row.spelling}({', '.join(args)})")
            case "property", 1:
                return text(f"{args[0].at(POST)}.{row.spelling}")
            case "operator", 1 if row.spelling == "not":
                return text(f"not {args[0].at(NOT)}", NOT)
            case "operator", 1:
                return text(f"-{args[0].at(UNARY)}", UNARY)
            case "operator", 2:
                level = LEVELS[row.spelling]
                left, right = (level, level + 1) if level in (SUM, PROD) else (level + 1, level + 1)
                return text(f"{args[0].at(left)} {row.spelling} {args[1].at(right)}", level)
        raise AssertionError(f"no form of this is written: {row}")

    def divisor(self, at: Scope, deep: int) -> Text:
        """A number that is evidently not zero."""
        forms = [text(str(self.luck.randint(1, 9)))] * 2 + [text(one) for one in self.world.positive]
        if self.world.chance(0.3):
            forms += [text(f"max(1, {self.expr(INTEGER, at, deep - 1)})"), text("count(players)")]
        return self.luck.choice(forms)

    def _range(self, at: Scope, deep: int) -> Text:
        low = self.expr(INTEGER, at, 0)
        high = self.expr(INTEGER, at, deep - 1)
        if re.fullmatch(r"-?\d+", low) and re.fullmatch(r"[-\d\s+*]+", high):
            return text(f"{self.luck.randint(0, 2)}..{self.luck.randint(2, 5)}", RANGE)
        return text(f"{low.at(PROD)} mod 3..{high.at(PROD)} mod 5", RANGE)

    def _counted(self, deck: str, at: Scope) -> Text | None:
        """A zone whose cards may be counted: everybody sees how many there are, unless nothing of it is shown."""
        found = [one for one in self.world.zones if one.deck == deck and (one.sized or at.sight == SEES_ALL)]
        if not found or at.sight == SEES_NOTHING:
            return None
        one = self.luck.choice(found)
        made = self.whose(one.name, one.of, one.along, at)
        return text(made) if made else None

    def _ordered_list(self, item: Type, at: Scope, deep: int) -> Text:
        """A list in which the place of an element means something."""
        if item.base == "card":
            zone = self.zone(at, item.name, mixed=False, ordered=True)
            if zone is not None and self.world.chance(0.6):
                return zone
            zone = self.zone(at, item.name, mixed=False)
            if zone is None:
                raise Unmakeable
            name = self.world.new()
            return text(f"[{name} for {name} in {zone}]")
        return self.list_expr(item, at, deep - 1)

    def _slice(self, want: Type, at: Scope, deep: int) -> Text:
        listed = self._ordered_list(want.item or INTEGER, at, deep)
        low = self.luck.randint(1, 2)
        return text(f"{listed.at(POST)}[{low}..{low + self.luck.randint(0, 2)}]")

    # Comparisons and conditions ---------------------------------------------------------------

    def comparable(self, at: Scope) -> list[Type]:
        """Types of values that can be compared here."""
        if at.sight == SEES_NOTHING:
            return [INTEGER, BOOLEAN]
        return [one for one in self.world.values() if one.base != "card"]

    def _equal(self, sign: str, type: Type, at: Scope, deep: int) -> Text | None:
        if type.base == "card":
            left = self.expr(type, at, deep - 1)
            right = self.expr(kind(type.name) if self.world.chance(0.6) else type, at, deep - 1)
        else:
            left = self.either(type, at, deep - 1)
            right = self.either(type, at, deep - 1)
        if self.world.chance(0.1) and type.base in ("integer", "player", "symbol", "kind"):
            left, right = self.list_expr(type, at, deep - 1), self.list_expr(type, at, deep - 1)
        return text(f"{left.at(RANGE)} {sign} {right.at(RANGE)}", CMP)

    def _other_comparison(self, at: Scope, deep: int) -> Text | None:
        sign = self.luck.choice(("!=", ">", ">="))
        if sign == "!=":
            return self._equal(sign, self.luck.choice(self.comparable(at)), at, deep)
        left, right = (self.expr(INTEGER, at, deep - 1).at(RANGE) for _ in "ab")
        return text(f"{left} {sign} {right}", CMP)

    def _other_in(self, at: Scope, deep: int) -> Text | None:
        type = self.luck.choice(self.comparable(at))
        return text(
            f"{self.expr(type, at, deep - 1).at(RANGE)} not in {self.list_expr(type, at, deep - 1).at(RANGE)}", CMP
        )

    def _not_none(self, at: Scope, deep: int) -> Text | None:
        made = self.maybe(self.luck.choice(self.comparable(at)), at, deep - 1)
        if made is None:
            return None
        self.tested.add(str(made))
        return text(f"{made.at(RANGE)} is not none", CMP)

    def _certain(self, at: Scope, deep: int) -> Text | None:
        """A name that may be none, and what holds where it is not."""
        found = [one for one in at.locals if one.type.optional and one.name not in self.tested and not one.changes]
        found = [one for one in found if one.sight >= at.sight or at.sight == SEES_ALL]
        if not found:
            return None
        one = self.luck.choice(found)
        self.tested.add(one.name)
        inner = replace(at, locals=tuple(sure(other) if other == one else other for other in at.locals))
        if self.world.chance(0.5):
            return text(f"{one.name} is not none and {self.condition(inner, deep - 1).at(NOT)}", AND)
        return text(f"{one.name} is none or {self.condition(inner, deep - 1).at(AND)}", OR)

    def _card_test(self, at: Scope, deep: int) -> Text | None:
        """Whether a card can be activated."""
        cards = [one for one in at.locals if one.type.base == "card" and not one.type.optional]
        cards = [one for one in cards if self.world.decks[one.type.name].acts and at.sight == SEES_ALL]
        if not cards or at.plain or at.me != "player":
            return None
        return text(f"may activate({self.luck.choice(cards).name})")

    def _may(self, at: Scope, deep: int) -> Text | None:
        if at.plain or at.sight != SEES_ALL:
            return None
        who = self.owner("player", at)
        if at.may and who and self.world.chance(0.4):
            return text(f"may {who}.{self.luck.choice(at.may)}", UNARY)
        if not self.world.permissions:
            return None
        head = self.luck.choice(self.world.permissions)
        owner = self.owner(head.of, at) if head.of else ""
        if owner is None:
            return None
        args = ", ".join(self.expr(type, at, deep - 1) for _, type in head.takes)
        dotted = f"{owner}.{head.name}" if owner else head.name
        return text(f"may {dotted}({args})" if head.takes else f"may {dotted}", UNARY)

    def _conditional(self, want: Type, at: Scope, deep: int) -> Text:
        test = self.condition(at, deep - 1).at(OR)
        yes, no = self.expr(want, at, deep - 1).at(OR), self.expr(want, at, deep - 1).at(COND)
        return text(f"{yes} if {test} else {no}", COND)

    def _conditional_none(self, want: Type, at: Scope, deep: int) -> Text | None:
        if want.base == "list":
            return None
        test, yes = self.condition(at, deep - 1).at(OR), self.expr(want, at, deep - 1).at(OR)
        return text(f"{yes} if {test} else none", COND)

    # Cards, symbols, functions ------------------------------------------------------------------

    def _attribute(self, want: Type, at: Scope, deep: int) -> Text | None:
        """An attribute of a card or a kind, or a variable of a card."""
        found: list[tuple[str, str, bool, bool]] = []
        for deck in self.world.decks.values():
            found += [(deck.name, name, False, type.optional) for name, type in deck.attributes.items() if type == want]
            if want.optional:
                found += [
                    (deck.name, name, True, True) for name, type in deck.attributes.items() if type == want.sure()
                ]
            marks = [one for one in deck.marks if one.type == want and (at.sight == SEES_ALL or one.shows == "known")]
            found += [(deck.name, one.name, False, True) for one in marks for _ in "ab" if one.type.base != "list"]
        if not found:
            return None
        deck_name, name, of_none, _ = self.luck.choice(found)
        marked = any(one.name == name for one in self.world.decks[deck_name].marks)
        if of_none:
            whose = self.maybe(card(deck_name), at, deep - 1)
            return None if whose is None else text(f"{whose.at(POST)}.{name}")
        cards = self.locals(card(deck_name), at)
        if cards and (marked or self.world.chance(0.7)):
            return text(f"{self.luck.choice(cards)}.{name}")
        if marked:
            return None
        return text(f"{self.expr(kind(deck_name), at, deep - 1).at(POST)}.{name}")

    def _symbol_at(self, want: Type, at: Scope, deep: int) -> Text:
        made = text(f"{want.name}[{self.expr(INTEGER, at, deep - 1)}]")
        return text(f"{made} else {self.atom(want, at)}", COND)

    def _of_heads(self, want: Type, at: Scope, deep: int) -> list[Maker]:
        return [lambda: self._call(want, at, deep)] * (2 if self.world.functions else 0)

    def _call(self, want: Type, at: Scope, deep: int) -> Text | None:
        if at.plain or at.sight == SEES_NOTHING:
            return None
        heads = [one for one in self.world.functions if one.gives == want]
        heads = [one for one in heads if at.sight == SEES_ALL or one.sight >= SEES_OPEN]
        if not heads:
            return None
        return text(self.called(self.luck.choice(heads), at, deep))

    def called(self, head: object, at: Scope, deep: int) -> str:
        """A call with arguments."""
        args = [self.expr(type, at, min(deep - 1, 1)) for _, type in head.takes]  # type: ignore[attr-defined]
        name: str = head.name  # type: ignore[attr-defined]
        return f"{name}({', '.join(args)})" if args else name

    # Folds ----------------------------------------------------------------------------------

    def _of_fold(self, fold: FoldRow, want: Type, at: Scope, deep: int) -> list[Maker]:
        bound = self._bound(fold.result, want, fold)
        return [] if bound is None else [lambda: self.fold(fold, bound, at, deep)]

    def fold(self, fold: FoldRow, bound: dict[str, Type], at: Scope, deep: int) -> Text | None:
        """A comprehension, in a fold or in brackets."""
        inner = replace(at, loops=at.loops + 1)
        if inner.loops > 3:
            return None
        body_type = self._typed(fold.body, bound, inner)
        loops = ""
        for _ in range(1 if self.world.chance(0.8) or inner.loops > 1 else 2):
            name = self.world.new()
            item, source, mixed = self._source(fold, body_type, inner, deep)
            loops += f" for {name} in {source.at(OR)}"
            inner = inner.with_local(name, item, inner.sight)
            if self.world.chance(0.4):
                loops += f" if {self.condition(inner, deep - 1).at(OR)}"
        if fold.op == "count" and body_type == BOOLEAN:
            body_type = INTEGER
        if fold.op == "apart":
            body = self.expr(INTEGER, inner, deep - 1)
        elif (
            fold.op in ("list", "count", "first", "last", "best", "top", "least", "sort", "sets", "runs")
            and item == body_type
        ):
            body = text(name)
        else:
            body = self.expr(body_type, inner, deep - 1)
        keys = ""
        if fold.keys:
            few = [self._key(inner, deep) for _ in range(self.luck.randint(1, 2))]
            keys = " by " + ", ".join(few)
        if fold.op == "list":
            return text(f"[{body}{loops}]")
        return text(f"{fold.spelling}({body}{loops}{keys})")

    def _key(self, at: Scope, deep: int) -> str:
        return self.expr(self.luck.choice((INTEGER, INTEGER, BOOLEAN)), at, min(deep - 1, 1)).at(COND)

    def _source(self, fold: FoldRow, body: Type, at: Scope, deep: int) -> tuple[Type, Text, bool]:
        """What a comprehension goes through: the type of the elements, and the list."""
        if fold.op == "apart" and at.sight == SEES_NOTHING:
            raise Unmakeable
        if fold.op == "apart":
            deck = self.luck.choice(list(self.world.decks))
            return list_of(card(deck)), self._groups(card(deck), at), False
        if fold.op in ("best", "top", "least", "sort", "sets", "runs", "first", "last", "list") and self.world.chance(
            0.7
        ):
            items = [body]
        else:
            items = [one for one in self.world.values() if one != BOOLEAN and at.sight != SEES_NOTHING] or [INTEGER]
        if fold.op in ORDERLESS and self.world.chance(0.1) and at.sight != SEES_NOTHING:
            nested = list_of(self.luck.choice((INTEGER, PLAYER)))
            return nested, self.list_expr(nested, at, deep - 1), False
        item = self.luck.choice(items)
        if at.sight == SEES_NOTHING and item.base == "card":
            item = INTEGER
        if item.base == "card" and fold.op in ORDERLESS and at.sight == SEES_ALL and self.world.chance(0.3):
            zone = self.zone(at, item.name, mixed=True)
            if zone is not None:
                return item, zone, True
        if item.base == "card" and self.world.chance(0.6):
            zone = self.zone(at, item.name, mixed=False)
            if zone is not None:
                return item, zone, False
        return item, self.list_expr(item, at, deep - 1), False

    def _groups(self, item: Type, at: Scope) -> Text:
        zone = self.zone(at, item.name, mixed=False)
        if zone is None:
            raise Unmakeable
        name = self.world.new()
        return self.luck.choice(
            (
                text(f"sets({name} for {name} in {zone} by {self._key(at.with_local(name, item), 1)})"),
                text(f"subsets([{name} for {name} in {zone}][1..4], 1..2)"),
                text(
                    f"runs({name} for {name} in {zone} by {self.expr(INTEGER, at.with_local(name, item), 1).at(COND)})"
                ),
            )
        )


ORDERED = ("first_of", "last_of", "reverse", "subsets", "all_subsets", "stretches", "all_stretches", "list_top")
"""Builtins for which the place of an element in a list means something."""

LEVELS = {"or": OR, "and": AND, "==": CMP, "<": CMP, "<=": CMP, "in": CMP, "+": SUM, "-": SUM, "*": PROD}
"""How tightly operators hold together."""


class Unmakeable(Exception):
    """Raised where nothing of a type can be written; whoever asked tries something else."""


def sure(local: Local) -> Local:
    """The same name where it is certain not to be none."""
    return replace(local, type=local.type.sure())
