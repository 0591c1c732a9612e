"""Random effects: a way to write each alternative that the grammar has for a statement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.language.ir.types import BOOLEAN, INTEGER, PLAYER, Type, card, list_of
from tests.sound.sound_expressions import OR, PROD, RANGE, SUM, Expressions, Text, Unmakeable, sure, text
from tests.sound.sound_world import SEES_ALL, SEES_OPEN, SEES_OWN, STEERS, Head, Scope, Variable

Lines = list[str]
Made = tuple[Lines, Scope]

INDENT = "  "


class Effects(Expressions):
    """Writes effects in a world; `statement_ALIAS` writes what the grammar calls so."""

    def block(self, at: Scope, deep: int = 2, least: int = 1) -> Lines:
        """Some lines; what one of them names the next ones may name."""
        lines: Lines = []
        for _ in range(self.luck.randint(least, 2 if self.world.small else 3)):
            more, at = self.statement(at, deep)
            lines += more
        return lines

    def statement(self, at: Scope, deep: int) -> Made:
        """One statement, with the scope behind it."""
        weight = self.world.weight
        names = [name for one in STATEMENTS if deep > 0 or one not in BLOCKS for name in [one] * weight(f"rule {one}")]
        for _ in range(12):
            before = set(self.tested)
            try:
                made: Made | None = getattr(self, f"statement_{self.luck.choice(names)}")(at, deep)
            except Unmakeable:
                made = None
            if made is not None:
                return made
            self.tested = before
        return self.statement_assign(at, deep) or (
            [f"let {(name := self.world.new())} = 1"],
            at.with_local(name, INTEGER),
        )

    def inside(self, at: Scope, deep: int) -> Lines:
        """The lines of a block in another one."""
        return [INDENT + line for line in self.block(at, deep - 1)]

    # Blocks -------------------------------------------------------------------------------

    def statement_if_(self, at: Scope, deep: int) -> Made:
        narrowed = [one for one in at.locals if one.type.optional and one.name not in self.tested and not one.changes]
        if narrowed and self.world.chance(0.5):
            one = self.luck.choice(narrowed)
            self.tested.add(one.name)
            known = replace(at, locals=tuple(sure(other) if other == one else other for other in at.locals))
            return [f"if {one.name} is not none:", *self.inside(known, deep)], at
        lines = [f"if {self.condition(at)}:", *self.inside(at, deep)]
        if self.world.chance(0.3):
            lines += [f"elif {self.condition(at)}:", *self.inside(at, deep)]
        if self.world.chance(0.4):
            lines += ["else:", *self.inside(at, deep)]
        return lines, at

    def statement_for_(self, at: Scope, deep: int) -> Made:
        name, inner = self.world.new(), replace(at, loops=at.loops + 1)
        if at.loops >= 2:
            raise Unmakeable
        if self.world.chance(0.15):
            nested = list_of(self.luck.choice((INTEGER, PLAYER)))
            calm = replace(inner, calm=True, asks=False, runs=(), activates=False, scores=())
            listed = self.list_expr(nested, at, 1)
            return [f"for {name} in {listed}:", *self.inside(calm.with_local(name, nested, SEES_ALL), deep)], at
        item = self.luck.choice(self.world.values())
        sight = self.luck.choice((SEES_ALL, SEES_OPEN))
        source = self.list_expr(item, at.seeing(sight), 1)
        return [f"for {name} in {source}:", *self.inside(inner.with_local(name, item, sight), deep)], at

    def statement_repeat_(self, at: Scope, deep: int) -> Made:
        if at.loops >= 2:
            raise Unmakeable
        many = self.luck.choice((str(self.luck.randint(0, 3)), f"{self.expr(INTEGER, at, 1).at(PROD)} mod 4"))
        return [f"repeat {many}:", *self.inside(replace(at, loops=at.loops + 1), deep)], at

    def statement_while_(self, at: Scope, deep: int) -> Made:
        if at.loops >= 2 or (at.calm and STEERS["while_among_lists_of_lists"]):
            raise Unmakeable
        most = self.luck.choice((str(self.luck.randint(1, 4)), f"{self.expr(INTEGER, at, 1).at(PROD)} mod 4"))
        return [
            f"while {self.condition(at)} at most {most}:",
            *self.inside(replace(at, loops=at.loops + 1), deep),
        ], at

    def statement_choose_(self, at: Scope, deep: int) -> Made:
        return self._choose(at, deep, by=True)

    def _choose(self, at: Scope, deep: int, *, by: bool) -> Made:
        if not at.asks or at.calm or at.loops >= 2:
            raise Unmakeable
        who = self.owner("player", at) if by and (at.me != "player" or self.world.chance(0.3)) else None
        if by and who is None and at.me != "player":
            raise Unmakeable
        decides = at.decided() if who else at
        if who and "." in who:
            decides = at.decided()
        secretly = "secretly " if self.world.chance(0.2) else ""
        many = self.luck.choice(("", "", "", "0..1 ", "0..1 ", "2 ", "1..2 ", "some ", "0..2 "))
        picks = []
        inner = replace(decides, loops=at.loops + 1)
        inner = replace(inner, locals=tuple(one for one in inner.locals))
        for _ in range(1 if many not in ("", "0..1 ") or self.world.chance(0.75) else 2):
            name = self.world.new("pick")
            item = self._chosen_type(lists=not many)
            seen = inner.seeing(SEES_OWN)
            source = self._chosen_from(item, seen)
            where = ""
            if self.world.chance(0.3) and many in ("", "0..1 "):
                where = f" where {self.condition(seen.with_local(name, item, SEES_OWN), 1).at(OR)}"
            picks.append(f"{name} in {source.at(RANGE)}{where}")
            type = item if many == "" else item.maybe() if many == "0..1 " else list_of(item)
            inner = inner.with_local(name, type, SEES_ALL if secretly or item.base == "card" else SEES_OPEN)
        ending = f" by {who}" if who else ""
        lines = [f"choose {secretly}{many}{', '.join(picks)}{ending}:"]
        lines += self.inside(replace(inner, asks=at.asks and self.world.chance(0.3)), deep)
        if by and self.world.chance(0.3):
            lines += ["else:", *self.inside(at, deep)]
        return lines, at

    def _chosen_type(self, *, lists: bool = False) -> Type:
        found = self.luck.choice([one for one in self.world.values() if one.base != "boolean"])
        return list_of(found) if lists and self.world.chance(0.15) else found

    def _chosen_from(self, item: Type, at: Scope) -> Text:
        """What there is to choose from: never many, and known to who chooses."""
        if item.item is not None:
            groups = self._groups(item.item, at) if item.item.base == "card" else None
            return groups or self.luck.choice(self._nested(item, at))
        if item.base == "card":
            zone = self.zone(at, item.name, mixed=False)
            if zone is None:
                raise Unmakeable
            if self.world.chance(0.7):
                return zone
            name = self.world.new()
            return text(f"[{name} for {name} in {zone} if {self.condition(at.with_local(name, item), 1).at(OR)}]")
        if item == INTEGER:
            low = self.luck.randint(0, 2)
            high = [str(low + self.luck.randint(0, 3))]
            high += [f"({self.expr(INTEGER, at, 1).at(PROD)} mod 4 + {low})"]
            return text(f"{low}..{self.luck.choice(high)}", RANGE)
        return self.list_expr(item, at, 1)

    def statement_together_(self, at: Scope, deep: int) -> Made:
        if not at.asks or at.calm or at.loops >= 1:
            raise Unmakeable
        name = self.world.new()
        listed = self.list_expr(PLAYER, at.seeing(SEES_OPEN), 1)
        inner = replace(at.decided().with_local(name, PLAYER, SEES_OPEN), loops=at.loops + 1)
        if at.offers and self.world.chance(0.3):
            body = [f"{INDENT}offer {', '.join(self._offered(at))}"]
        else:
            made, _ = self._choose(replace(inner, loops=0), deep, by=False)
            body = [INDENT + line for line in made]
        return [f"together {name} in {listed}:", *body], at

    # Cards --------------------------------------------------------------------------------

    def statement_move(self, at: Scope, deep: int) -> Made:
        if at.calm:
            raise Unmakeable
        deck = self.luck.choice(list(self.world.decks))
        cards, whole, mixed = self._cards(deck, at)
        if not whole and self.world.chance(0.1):
            cards = text(f"{self.luck.randint(1, 2)} alike of {self._some_cards(deck, at)}")
        elif not mixed and self.world.chance(0.15):
            other = self.maybe(card(deck), at, 1) or self._some_cards(deck, at)
            cards = text(f"{self._some_cards(deck, at).at(0)} except {other}")
        return [f"move {cards} to {self._place(deck, at, whole and mixed)}"], at

    def _cards(self, deck: str, at: Scope) -> tuple[Text, bool, bool]:
        """What can be moved: whether it is a whole zone, and whether its order may be unknown."""
        own = self.locals(card(deck), at) + self.locals(list_of(card(deck)), at) + self.locals(card(deck).maybe(), at)
        if own and self.world.chance(0.5):
            return text(self.luck.choice(own)), False, False
        if self.world.chance(0.4):
            zone = self.zone(at, deck, ordered=True)
            if zone is not None:
                end = self.luck.choice((".top", ".bottom", f"[{self.luck.randint(1, 3)}]", "[1..2]"))
                return text(f"{zone}{end}"), False, False
        if self.world.chance(0.4):
            return self._some_cards(deck, at), False, False
        mixed = self.world.chance(0.3)
        zone = self.zone(at, deck, mixed=mixed)
        if zone is None:
            raise Unmakeable
        return zone, True, mixed

    def _some_cards(self, deck: str, at: Scope) -> Text:
        zone = self.zone(at, deck, mixed=False)
        if zone is None:
            raise Unmakeable
        name = self.world.new()
        test = self.condition(at.with_local(name, card(deck)), 1).at(OR)
        return text(f"[{name} for {name} in {zone} if {test}]") if self.world.chance(0.6) else zone

    def _place(self, deck: str, at: Scope, mixed: bool) -> str:
        found = [one for one in self.world.zones if one.deck == deck and (not mixed or one.mixed or not one.order)]
        self.luck.shuffle(found)
        for one in found:
            made = self.whose(one.name, one.of, one.along, at)
            if made is None:
                continue
            if one.order and not mixed and self.world.chance(0.4):
                where = self.luck.choice(("top of", "bottom of", f"position {self.expr(INTEGER, at, 1).at(SUM)} of"))
                return f"{where} {made}"
            return made
        raise Unmakeable

    def statement_draw(self, at: Scope, deep: int) -> Made:
        if at.calm:
            raise Unmakeable
        deck = self.luck.choice(list(self.world.decks))
        zone = self.zone(replace(at, sight=SEES_ALL), deck, ordered=True)
        if zone is None:
            raise Unmakeable
        many = self.luck.choice(("1", "1", "2", f"({self.expr(INTEGER, at, 1).at(PROD)} mod 3)"))
        return [f"draw {many} from {zone} to {self._zone_to(deck, at)}"], at

    def _zone_to(self, deck: str, at: Scope) -> str:
        zone = self.zone(replace(at, sight=SEES_ALL), deck)
        if zone is None:
            raise Unmakeable
        return zone

    def statement_gather(self, at: Scope, deep: int) -> Made:
        if at.calm:
            raise Unmakeable
        deck = self.luck.choice(list(self.world.decks))
        kept = [one.name for one in self.world.zones if one.deck == deck]
        kept = self.luck.sample(kept, self.luck.choice((0, 0, min(1, len(kept)), min(2, len(kept)))))
        some = f"{deck} except {', '.join(kept)}" if kept else deck
        return [f"gather {some} to {self._mixed_zone(deck, at)}"], at

    def _mixed_zone(self, deck: str, at: Scope) -> Text:
        zone = self.zone(replace(at, sight=SEES_ALL), deck, mixed=True)
        if zone is None:
            raise Unmakeable
        return zone

    def statement_shuffle(self, at: Scope, deep: int) -> Made:
        if at.calm:
            raise Unmakeable
        return [f"shuffle {self._mixed_zone(self.luck.choice(list(self.world.decks)), at)}"], at

    def statement_swap(self, at: Scope, deep: int) -> Made:
        if at.calm:
            raise Unmakeable
        deck = self.luck.choice(list(self.world.decks))
        if self.world.chance(0.4):
            left, right = (self.zone(at, deck, mixed=False) for _ in "ab")
            if left is None or right is None:
                raise Unmakeable
        else:
            left, right = (self.maybe(card(deck), at, 1) for _ in "ab")
            if left is None or right is None:
                raise Unmakeable
        return [f"swap {left}, {right}"], at

    def statement_show(self, at: Scope, deep: int) -> Made:
        deck = self.luck.choice(list(self.world.decks))
        cards, whole, mixed = self._cards(deck, at)
        if at.calm or (whole and mixed):
            raise Unmakeable
        written = cards.at(0)
        listed = written.startswith("[") or written.endswith("]") and ".." in written
        if listed and at.asks and at.loops < 2 and at.me == "player" and self.world.chance(0.5):
            return self._chosen_when_shown(written, deck, at, deep), at
        to = self.expr(PLAYER, at, 1) if self.world.chance(0.5) else self.list_expr(PLAYER, at, 1)
        return [f"show {cards.at(0)} to {to}"], at

    def _chosen_when_shown(self, cards: str, deck: str, at: Scope, deep: int) -> Lines:
        """A choice from what has just been shown, as it is written or by a name."""
        pick, lines = self.world.new("pick"), []
        if self.world.chance(0.5):
            name = self.world.new()
            lines, cards = [f"let {name} = {cards}"], name
        inner = replace(at, loops=at.loops + 1, asks=False).with_local(pick, card(deck).maybe(), SEES_ALL)
        return [*lines, f"show {cards} to me", f"choose 0..1 {pick} in {cards}:", *self.inside(inner, deep)]

    # Names, values, flow --------------------------------------------------------------------

    def statement_random(self, at: Scope, deep: int) -> Made:
        if at.calm:
            raise Unmakeable
        name, item = self.world.new(), self.luck.choice(self.world.values())
        listed = self.list_expr(item, at, 1)
        return [f"random {name} in {listed}"], at.with_local(name, item.maybe(), SEES_ALL)

    def statement_let(self, at: Scope, deep: int) -> Made:
        name = self.world.new()
        type = self.luck.choice([*self.world.values(), INTEGER, INTEGER])
        sight = self.luck.choice((SEES_ALL, SEES_OPEN))
        inner = at.seeing(sight)
        if type.base == "card" or self.world.chance(0.15):
            made = self.maybe(type, inner, 1)
            if made is None:
                raise Unmakeable
            return [f"let {name} = {made}"], at.with_local(name, type.maybe(), sight)
        if self.world.chance(0.15):
            return [f"let {name} = {self.list_expr(type, inner, 1)}"], at.with_local(name, list_of(type), sight)
        changes = type in (INTEGER, BOOLEAN) and not at.calm
        return [f"let {name} = {self.expr(type, inner, 1)}"], at.with_local(
            name, type, SEES_ALL if changes else sight, changes=changes
        )

    def statement_assign(self, at: Scope, deep: int) -> Made:
        changing = [one for one in at.locals if one.changes]
        if changing and self.world.chance(0.4):
            one = self.luck.choice(changing)
            value = self.expr(one.type, at, 1)
            if one.type == INTEGER:
                sign = self.luck.choice(("=", "+=", "-="))
                return [f"{one.name} {sign} {value.at(PROD)} mod 9"], at
            return [f"{one.name} = {value}"], at
        marked = [one for one in at.locals if one.type.base == "card" and not one.type.optional]
        marked = [one for one in marked if self.world.decks[one.type.name].marks]
        if marked and self.world.chance(0.4):
            one = self.luck.choice(marked)
            mark = self.luck.choice(self.world.decks[one.type.name].marks)
            return [f"{one.name}.{mark.name} = {self.value(mark, at)}"], at
        for _ in range(5):
            variable = self.luck.choice(self.world.variables)
            target = self.whose(variable.name, variable.of, variable.along, at)
            if target is None:
                continue
            if variable.type.base == "list" and variable.type.item is not None:
                return [self._list_assigned(target, variable, at)], at
            if variable.type == INTEGER and variable.low is None and self.world.chance(0.3):
                return [f"{target} {self.luck.choice(('+=', '-='))} {self.expr(INTEGER, at, 1).at(PROD)} mod 9"], at
            return [f"{target} = {self.value(variable, at)}"], at
        raise Unmakeable

    def value(self, variable: Variable, at: Scope) -> str:
        """Something for a variable, mostly in its range."""
        type = variable.type
        if type.optional and self.world.chance(0.4):
            return "none"
        if type.sure() == INTEGER:
            low, high = variable.low, variable.high
            made = self.expr(INTEGER, at, 2)
            if low is None or high is None:
                return f"{made.at(PROD)} mod 50"
            return f"{made.at(PROD)} mod {high - low + 1}" + (f" + {low}" if low > 0 else f" - {-low}" if low else "")
        if type.optional and self.world.chance(0.4):
            made_maybe = self.maybe(type, at, 1)
            if made_maybe is not None:
                return str(made_maybe)
        return str(self.expr(type.sure(), at, 2))

    def _list_assigned(self, target: str, variable: Variable, at: Scope) -> str:
        item = variable.type.item or INTEGER
        element = f"{self.expr(INTEGER, at, 1).at(PROD)} mod 9" if item == INTEGER else str(self.expr(item, at, 1))
        return self.luck.choice(
            (
                f"{target} = []",
                f"{target} = [{element}]",
                f"{target} -= [{element}]",
                f"{target} = {target}[2..{variable.room}] + [{element}]",
                f"{target} = {target}[1..{variable.room - 1}] + [{element}]",
                f"{target} += [{element}]",
            )
        )

    def statement_call_stmt(self, at: Scope, deep: int) -> Made:
        forms: list[Callable[[], str]] = []
        if at.runs and not at.calm:
            runs = [one for one in at.runs if not one.asks or (at.asks and at.loops == 0)]
            if runs:
                forms += [lambda: self._run(self.luck.choice(runs), at)] * 2
        if at.scores and not at.calm:
            forms.append(lambda: f"score({self.luck.choice(at.scores)})")
        if self.world.said and at.me == "player" and not at.calm:
            forms.append(lambda: f"say({self.luck.choice(self.world.said)})")
        rules = [one.name for one in at.locals if one.type.base == "card" and not one.type.optional]
        rules = [one for one in rules if self._has_rules(one, at)]
        if at.activates and rules:
            forms += [lambda: f"activate({self.luck.choice(rules)})"] * 2
        if not forms:
            raise Unmakeable
        return [self.luck.choice(forms)()], at

    def _has_rules(self, name: str, at: Scope) -> bool:
        return any(one.name == name and self.world.decks[one.type.name].acts for one in at.locals)

    def _run(self, head: Head, at: Scope) -> str:
        args = ", ".join(self.expr(type, at, 1) for _, type in head.takes)
        return f"{head.name}({args})"

    def _offered(self, at: Scope) -> list[str]:
        return self.luck.sample(at.offers, self.luck.randint(1, min(2, len(at.offers))))

    def statement_offer(self, at: Scope, deep: int) -> Made:
        if not at.offers or not at.asks or at.calm or at.loops >= 2:
            raise Unmakeable
        by = "" if at.me == "player" and self.world.chance(0.5) else f" by {self.expr(PLAYER, at.seeing(SEES_OPEN), 1)}"
        return [f"offer {', '.join(self._offered(at))}{by}"], at

    def statement_end(self, at: Scope, deep: int) -> Made:
        if not at.ends or at.calm:
            raise Unmakeable
        return [f"if {self.condition(at, 1)}:", f"{INDENT}end {self.luck.choice(at.ends)}"], at

    def statement_next_turn(self, at: Scope, deep: int) -> Made:
        if "turn" not in at.ends:
            raise Unmakeable
        return [f"next turn {self.expr(PLAYER, at, 1)}"], at


STATEMENTS = tuple(name.removeprefix("statement_") for name in vars(Effects) if name.startswith("statement_"))
"""All statements, by their names in the grammar."""

BLOCKS = tuple(name for name in STATEMENTS if name.endswith("_"))
"""Those with lines of their own."""
