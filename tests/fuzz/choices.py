"""Random specs in which arguments are chosen apart, cards are compared with what is at hand, and sides are valued."""

from __future__ import annotations

from tests.fuzz.rounds import Rounds
from tests.fuzz.shapes import COLOURS, Lines, Names

OPTIONAL = ("c", "d")
"""The arguments that may be none."""

BOTH = (*["(c is none) == (d is none)"] * 3, "(c is none) != (d is none)")
"""Tests of two arguments that may be none."""


class Choices(Rounds):
    """Writes such specs, with all that `Rounds` writes besides."""

    def variables(self) -> str:
        return super().variables() + (
            "  target: {type: player or none}\n"
            "  mark: {of: player, type: integer or none, range: [-3, 9], start: none}\n"
            "  far_down: {type: integer, range: [-70, 70], start: 0}\n"
        )

    def zone(self, at: Names) -> str:
        return self.one_of(super().zone(at), super().zone(at), "lead.hand", f"{at.me}.next.hand")

    def known(self, at: Names) -> str:
        """Something at hand, to compare with what is printed."""
        return self.one_of(*self.optional(at), *self.plain(at))

    def optional(self, at: Names) -> tuple[str, ...]:
        """What may be none."""
        return f"{self.zone(at)}.only.worth", "row.top.worth", f"{at.me}.mark", f"{at.me}.rank", "near[1]"

    def plain(self, at: Names) -> tuple[str, ...]:
        """What is never none."""
        return "far_down", "low", "tally", "noted", str(self.luck.randint(-4, 4)), *at.numbers

    def compared(self, card: str, at: Names) -> str:
        """A test of a card."""
        known, colour = self.known(at), self.one_of("wish", "heap.only.colour", "row.top.colour", *COLOURS)
        sign = self.one_of("<", "<=", ">", ">=")
        either = f"({self.one_of(*self.optional(at))} else {self.luck.randint(-3, 3)})"
        number = self.one_of(either, *self.plain(at))
        found = self.one_of(
            f"{card}.worth == {known}",
            f"{card}.worth != {known}",
            f"{card}.worth {sign} {number}",
            f"{number} {sign} {card}.worth",
            f"{card}.colour == {colour}",
            f"{card}.colour != {colour}",
            f"free({card})",
            f"{at.me}.mark is none",
        )
        if self.chance(0.3):
            return f"({found} {self.one_of('and', 'or')} {self.compared(card, at)})"
        return f"not ({found})" if self.chance(0.15) else found

    def test(self, at: Names, deep: int = 2) -> str:
        if self.chance(0.5):
            return super().test(at, deep)
        card, one = self.new(), self.new()
        op, zone = self.one_of("any", "all"), self.zone(at)
        near, players = self.zone(Names(me=one)), self.players(at)
        where = f" if {self.compared(card, at)}" if self.chance(0.5) else ""
        some = f" if {one}.points < {self.number(at, 0)}" if self.chance(0.3) else ""
        return self.one_of(
            f"{op}({self.compared(card, at)} for {card} in {zone}{where})",
            f"{op}({self.compared(card, Names(me=one))} for {one} in {players}{some} for {card} in {near}{where})",
            f"count({card} for {card} in {zone} if {self.compared(card, at)}) < {self.luck.randint(1, 4)}",
            f"sum({card}.worth for {card} in {zone}{where}) > {self.luck.randint(-3, 5)}",
            "target is none",
            *(self.compared(one, at) for one in at.cards),
        )

    def effect(self, at: Names, deep: int, indent: str) -> Lines:
        if self.chance(0.75):
            return super().effect(at, deep, indent)
        card = self.new()
        places = [f"position {self.place(card, at)}" for _ in range(2)] + ["top", "bottom"]
        one, other = self.one_of(*places), self.one_of(*places)
        laid = [f"for {card} in [{card} for {card} in row if {self.compared(card, at)}]:"]
        laid += [f"  if {self.test(at, 0)}:", f"    move {card} to {one} of row"]
        laid += ["  else:", f"    move {card} to {other} of row"]
        found: tuple[Lines, ...] = (
            laid,
            laid,
            [f"target = {self.one_of('none', 'lead', at.me)}"],
            [f"{at.me}.mark = {self.one_of('none', '-3', '9', f'({self.number(at, 0)}) mod 10')}"],
            [f"{at.me}.mark = {self.one_of(*self.optional(at))}"],
            [f"{at.me}.rank = min({card}.worth for {card} in {self.zone(at)} if {self.compared(card, at)})"],
            [f"far_down = ({self.number(at, 1)}) mod 141 - 70"],
        )
        return [indent + line for line in self.luck.choice(found)]

    def place(self, card: str, at: Names) -> str:
        """A place in a row."""
        number = self.one_of("low", "far_down", f"place({card})", *at.numbers)
        return self.one_of(number, f"{number} + {self.luck.randint(-2, 2)}", f"place({card}) - 1")

    def source(self, card: str, at: Names) -> str:
        """Where a card is chosen."""
        zone = self.one_of("me.hand", "me.hand", "heap", "heap", "row")
        by_value = f"{card}.worth {self.one_of('<', '>', '!=')} {self.luck.randint(-3, 3)}"
        test = self.one_of(by_value, by_value, f"{card}.colour == {self.one_of(*COLOURS)}", self.compared(card, at))
        return self.one_of(zone, zone, f"[{card} for {card} in {zone} if {test}]")

    def argument(self, name: str) -> str:
        at = Names()
        if name in OPTIONAL:
            source = self.source(self.new(), at)
            return f"optional {source}" if self.chance(0.5) else source
        return self.one_of("[7, 2, 4]", "[0, -3]", "players", "colour", "[3]", "optional [1, 2]", "[5, 5, 1]")

    def apart(self, name: str) -> str:
        """An action with arguments that mostly have nothing to do with each other."""
        names = self.luck.choice((["c"], ["c", "d"], ["c", "d"], ["c", "n"], ["n", "c"], ["n"]))
        choose = {one: self.argument(one) for one in names}
        if names == ["c", "d"] and self.chance(0.1):
            choose["d"] = "[x for x in me.hand if x != c]"
        text = f"  {name}:\n    choose:\n" + "".join(f'      {one}: "{source}"\n' for one, source in choose.items())
        tests = [self.test(Names()) for _ in range(self.luck.randint(0, 2))]
        if names == ["c", "d"] and self.chance(0.5):
            both = all("optional" in choose[one] for one in names)
            tests.append(self.one_of(*BOTH) if both else "c != d")
        if tests:
            text += "    when:\n" + "".join(f'      t{number}: "{test}"\n' for number, test in enumerate(tests))
        lines = ["tally = (tally * 3 + 1) mod 7", "draw 1 from pile to me.hand"]
        for one in names:
            if one in OPTIONAL:
                may = "optional" in choose[one]
                worth = f"({one}.worth else 5)" if may else f"{one}.worth"
                move = f"move {one} to {self.one_of('heap', 'row', 'me.next.hand')}"
                lines += [f"me.points = (me.points * 3 + {worth}) mod 1000"]
                lines += [f"if {one} is not none:", f"  {move}"] if may else [move]
            elif "players" in choose[one] or "colour" in choose[one]:
                lines += [f"{'lead' if 'players' in choose[one] else 'wish'} = {one}"]
            else:
                number = f"({one} else 3)" if "optional" in choose[one] else one
                lines += [f"me.points = (me.points * 5 + {number}) mod 1000"]
        return text + "    do: |\n" + "".join(f"      {line}\n" for line in lines)

    def action(self, name: str) -> str:
        return self.apart(name) if self.chance(0.7) else super().action(name)

    def actions(self) -> str:
        return self.apart("put") + self.apart("give") if self.chance(0.5) else super().actions()

    def result(self) -> str:
        """Who wins, and what a position is worth."""
        two = self.one_of("p.points", "p.points, -p.wide", "p.points mod 2, p == lead", "p.rank else 3", "p.ready")
        winners = self.one_of(
            f"best(p for p in players by {two})",
            f"best(p for p in players by {two})",
            f"best(p for p in players if {self.test(Names(me='p'), 1)} by {two})",
            f"[p for p in players if {self.test(Names(me='p'), 1)}]",
        )
        value = f', value: "{self.number(Names(me="it"))}"' if self.chance(0.7) else ""
        return f'{{winners: "{winners}"{value}}}'
