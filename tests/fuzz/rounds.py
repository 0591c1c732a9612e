"""Random specs in which players choose together, pass on what they chose, draw lots, and fill piles and rows."""

from __future__ import annotations

from tests.fuzz.shapes import COLOURS, Lines, Names, Writer

LISTS = (
    "players",
    "players",
    "[one for one in players if not one.ready]",
    "in_turn",
    "[one for one in players if one != lead]",
)
"""Who chooses together."""


class Rounds(Writer):
    """Writes such specs, with all that a `Writer` writes besides."""

    def decks(self) -> str:
        signs = ", ".join(f"{colour}_sign: {{colour: {colour}}}" for colour in COLOURS)
        return f"  sign: {{attributes: {{colour: colour}}, list: {{{signs}, plain_sign: {{colour: red}}}}}}\n"

    def zones(self) -> str:
        limit = self.one_of("", "", "", "capacity: 4, ")
        order = self.one_of("", "", "order: row, ")
        return f"""\
  played: {{of: player, holds: main, {order}shows: {self.one_of("all", "owner", "count")}}}
  aside: {{of: player, holds: main, {limit}shows: all}}
  deep: {{holds: main, order: stack, shows: count{self.one_of("", ", refill: {from: heap}")}}}
  signs: {{holds: sign, start: listed, order: {self.one_of("row", "stack")}, shows: all}}
"""

    def variables(self) -> str:
        return (
            "  after: {type: player or none}\n"
            "  own: {of: player, type: colour or none, start: none}\n"
            "  guess: {of: player, type: integer, range: [0, 9], shows: owner}\n"
        )

    def zone(self, at: Names) -> str:
        more = (f"{at.me}.played", f"{at.me}.aside", f"{at.me}.next.hand")
        return self.one_of(super().zone(at), super().zone(at), *more)

    def test(self, at: Names, deep: int = 2) -> str:
        if self.chance(0.8):
            return super().test(at, deep)
        return self.one_of(
            "after is none",
            "after is not none",
            f"{at.me}.own == {self.one_of(*COLOURS)}",
            "any(one.played.empty for one in players)",
            "signs.top.colour == wish",
            f"count({at.me}.played) < {self.one_of('1', '2', '3')}",
        )

    def effect(self, at: Names, deep: int, indent: str) -> Lines:
        if self.chance(0.7):
            return super().effect(at, deep, indent)
        name, other = self.new(), self.new()
        colour = self.one_of(*COLOURS)
        place = self.one_of("top of signs", "bottom of signs", f"position {self.luck.randint(-1, 5)} of signs")
        taken = f"any({other}.own == {name} for {other} in players)"
        found: tuple[Lines, ...] = (
            [f"for {name} in [{name} for {name} in signs if {name}.colour == {colour}]:", f"  move {name} to {place}"],
            [f"move signs.{self.one_of('top', 'bottom')} to {place}"],
            [f"after = {self.one_of('none', 'lead', at.me, f'{at.me}.next')}"],
            [f"if after is {self.one_of('', 'not ')}none:", f"  tally = {self.luck.randint(0, 3)}"],
            [f"random {name} in [{name} for {name} in colour if not {taken}]", f"{at.me}.own = {name}"],
            [f"random {name} in [{self.one_of('1, 4, 9', '2, 2, 3', '5')}]", f"low = {name}"],
            [f"random {name} in {self.zone(at)}", f"move {name} to heap"],
            [f"{at.me}.own = {self.one_of('none', *COLOURS)}"],
            [f"move [{name} for {name} in heap if {name}.colour == {colour}] to deep", "shuffle deep"],
            ["move heap to deep", "shuffle deep"],
            [f"move {at.me}.hand to deep", "shuffle deep"],
            [f"draw {self.luck.randint(1, 3)} from deep to {at.me}.hand"],
            [f"for {name} in [{name} for {name} in players if {self.test(Names(me=name), 0)}]:"]
            + [f"  {line}" for line in super().effect(Names(me=name, players=(name,)), 0, "")],
        )
        return [indent + line for line in self.luck.choice(found)]

    # Phases -------------------------------------------------------------------------------

    def moved(self, card: str, me: str) -> Lines:
        """What is done with a card that was chosen."""
        own, others = [f"{me}.played"] * 12, ("heap", "row", f"{me}.next.hand", f"{me}.aside", "deep")
        to = self.one_of(*own, *others)
        found = [f"move {card} to {to}"]
        if self.chance(0.15):
            found = [self.one_of("repeat tally mod 4:", "for x in players:", "repeat 3:"), f"  {found[0]}"]
        if self.chance(0.1):
            found += [line.strip() for line in (self.assignment(Names(me=me), self.one_of(*self.written)),)]
        return found

    def asked(self, me: str) -> tuple[str, str]:
        """Where a card is chosen, and under which condition."""
        name = self.new()
        source = self.one_of(
            *[f"{me}.hand"] * 6,
            f"{me}.aside",
            f"[{name} for {name} in {me}.hand if {name}.worth > 0]",
            f"[{name} for {name} in {me}.hand if {self.test(Names(cards=(name,), me=me), 1)}]",
            "heap",
        )
        own = (f"c.colour != {self.one_of(*COLOURS)}", f"count({me}.played) < 3", f"count({me}.hand) + c.worth > 1")
        return source, self.one_of(*own, self.test(Names(me=me, cards=("c",)), 1))

    def further(self) -> tuple[list[str], str]:
        forms = (self._together, self._together, self._inside, self._inside, self._dealt, self._called, self._guessed)
        found = {f"more{number}": self.luck.choice(forms)() for number in range(self.luck.randint(1, 3))}
        return list(found), "".join(f"  {name}:\n{text}" for name, text in found.items())

    def _together(self) -> str:
        otherwise = self.one_of("", "    otherwise: tally += 1\n")
        offer = ", ".join(["put", "give"][: self.luck.randint(1, 2)])
        return f'    together: "{self.one_of(*LISTS)}"\n    offer: [{offer}]\n{otherwise}'

    def _inside(self) -> str:
        source, test = self.asked("q")
        where = f" where {test}" if self.chance(0.4) else ""
        two = ", d in q.hand" if self.chance(0.3) else ""
        lines = [*self.moved("c", "q"), *(self.moved("d", "q") if two else [])]
        begin = self.one_of("together q in {}:", "together q in {}:", "for q in {}:").format(self.one_of(*LISTS))
        by = " by q" if begin.startswith("for") else ""
        more = self.one_of("", "", "0..1 ") if not two and not where else ""
        ask = f"  choose {more}c in {source}{two}{where}{by}:"
        block = [begin, ask, *(f"    {line}" for line in lines)]
        if self.chance(0.4):
            block += [*self.block(Names(me="lead"), 1, "")]
        return "    do: |\n" + "".join(f"      {line}\n" for line in block)

    def effects(self) -> str:
        lines = ["together q in who:", "  choose c in q.hand:", *(f"    {line}" for line in self.moved("c", "q"))]
        return "effects:\n  put_down(list of player who): |\n" + "".join(f"    {line}\n" for line in lines)

    def _called(self) -> str:
        """The same choices in two places, of others there."""
        return "    do: |\n" + "".join(f"      put_down({self.one_of(*LISTS)})\n" for _ in range(2))

    def _guessed(self) -> str:
        """Numbers that are chosen secretly, and told or not."""
        told = self.one_of("", f"{self.one_of('tally', 'low')} = sum(one.guess for one in players) mod 9")
        begin = f"for q in {self.one_of(*LISTS)}:"
        block = [begin, f"  choose secretly n in 1..{self.one_of('2', '3', 'count(q.hand)')} by q:", "    q.guess = n"]
        return "    do: |\n" + "".join(f"      {line}\n" for line in [*block, *([told] if told else [])])

    def _dealt(self) -> str:
        many = self.one_of("1", "2", "3", "low", "tally mod 4")
        to = self.one_of("r.hand", "r.hand", "r.aside", "heap")
        deal = [f"for r in {self.one_of(*LISTS)}:", f"  draw {many} from {self.one_of('pile', 'deep')} to {to}"]
        return "    do: |\n" + "".join(f"      {line}\n" for line in [*deal, *self.block(Names(me="lead"), 1, "")])

    def actions(self) -> str:
        found = ""
        for name in ("put", "give"):
            source, test = self.asked("me")
            found += f'  {name}:\n    choose: {{c: "{source}"}}\n'
            if self.chance(0.4):
                found += f'    when: {{t: "{test}"}}\n'
            found += "    do: |\n" + "".join(f"      {line}\n" for line in self.moved("c", "me"))
            found += f"      next turn {self.one_of('me', 'me.next')}\n" if self.chance(0.1) else ""
        return found
