"""Random specs with rows of zones, zones of teams, and lists that each player keeps."""

from __future__ import annotations

from tests.fuzz.shapes import COLOURS, Lines, Names
from tests.fuzz.values import Values

MEMBERS = 3
"""So many zones are in a row; an index may be beyond them."""


class Families(Values):
    """Writes such specs, with all that `Values` writes besides."""

    def zones(self) -> str:
        order = self.one_of("", "order: row, ", "order: stack, ")
        teams = "  shared: {of: team, holds: main, shows: all}\n" if self.teams else ""
        return super().zones() + (
            f"  spot: {{of: 1..{MEMBERS}, holds: main, {order}shows: all}}\n"
            f"  box: {{of: [player, 1..2], holds: main, {self.one_of('', 'capacity: 2, ')}shows: all}}\n"
            f"  lane: {{of: colour, holds: main, {self.one_of('', order)}shows: all}}\n{teams}"
        )

    def variables(self) -> str:
        return super().variables() + (
            f"  bids: {{of: player, type: list of integer, range: [-3, 99], room: {self.one_of('2', '5', '30')}}}\n"
            f"  debt: {{of: [player, player], type: integer, range: [0, {self.one_of('9', '3000')}]}}\n"
            "  laid: {type: list of main, room: 4}\n"
            "  friends: {of: player, type: list of player, room: 3}\n"
        )

    def index(self, at: Names) -> str:
        """Which zone of a row; seldom one that may not be there."""
        plain = str(self.luck.randint(1, MEMBERS))
        return self.one_of(*[plain] * 4, f"1 + ({self.number(at, 0)}) mod {MEMBERS}", "low", *at.numbers)

    def row(self, at: Names) -> str:
        """A zone of a row."""
        found = [f"spot[{self.index(at)}]", f"{at.me}.box[{self.luck.randint(1, 2)}]", f"lane[{self.one_of(*COLOURS)}]"]
        found += [f"lane[{card}.colour]" for card in at.cards] + [f"{at.me}.team.shared"] * self.teams
        return self.one_of(*found)

    def zone(self, at: Names) -> str:
        return self.row(at) if self.chance(0.25) else super().zone(at)

    def bids(self, at: Names) -> str:
        """A list of numbers of a player."""
        whose, name = self.player(at), self.new()
        return self.one_of(
            f"{whose}.bids",
            f"{whose}.bids",
            f"{whose}.bids[2..{self.luck.randint(2, 5)}]",
            f"reverse({whose}.bids)",
            f"sort({name} for {name} in {whose}.bids by {self.one_of('-', '')}{name} mod 5)",
            f"distinct({whose}.bids + near)",
            f"[{name} for {name} in {whose}.bids if {name} {self.one_of('<', '!=')} {self.number(at, 0)}]",
            f"({whose}.bids - far)",
        )

    def number(self, at: Names, deep: int = 2) -> str:
        if not deep or self.chance(0.85):
            return super().number(at, deep)
        name, bids = self.new(), self.bids(at)
        return self.one_of(
            f"count({bids})",
            f"sum({name} for {name} in {bids})",
            f"(max({name} for {name} in {bids}) else 0)",
            f"({self.player(at)}.bids[{self.luck.randint(1, 3)}] else 1)",
            f"(last({self.player(at)}.bids) else 2)",
            f"{self.player(at)}.debt[{self.player(at)}]",
            f"sum({name}.debt[{at.me}] for {name} in players)",
            f"count({name} for {name} in laid if {name}.colour == {self.one_of(*COLOURS)})",
            f"sum({name}.worth for {name} in laid)",
            f"sum({name}.points for {name} in {at.me}.friends)",
            f"count({self.row(at)})",
            f"sum(count(spot[{name}]) for {name} in 1..{MEMBERS})",
            f"(max(count(lane[{name}]) for {name} in colour) else 0)",
        )

    def test(self, at: Names, deep: int = 2) -> str:
        if self.chance(0.85):
            return super().test(at, deep)
        name = self.new()
        return self.one_of(
            f"{self.number(at, 0)} in {self.player(at)}.bids",
            f"{self.player(at)}.bids == {self.player(at)}.bids",
            f"{self.player(at)} in {at.me}.friends",
            f"any({name}.colour == {self.one_of(*COLOURS)} for {name} in laid)",
            f"{self.row(at)}.empty",
            f"all({name} < {self.number(at, 0)} for {name} in {self.bids(at)})",
        )

    def effect(self, at: Names, deep: int, indent: str) -> Lines:
        if self.chance(0.7):
            return super().effect(at, deep, indent)
        name, whose = self.new(), self.player(at)
        number = f"({self.number(at, 1)}) mod 40"
        found: tuple[Lines, ...] = (
            [f"{whose}.bids += [{number}]"],
            [f"{whose}.bids = {whose}.bids[2..2] + [{number}]"],
            [f"{whose}.bids = [{number}, {number}]"],
            [f"{whose}.bids -= [{number}]"],
            [f"{whose}.bids = {self.bids(at)}[1..2]"],
            [f"{whose}.bids = []"],
            [f"for {name} in {self.bids(at)}:", f"  tally = (tally + {name}) mod 9"],
            [f"{whose}.debt[{self.player(at)}] = {number[:-2]}4"],
            [f"{whose}.friends = {self.players(at)}[1..{self.luck.randint(1, 3)}]"],
            [f"{whose}.friends -= [{self.player(at)}]"],
            [f"laid = laid[2..4] + [{name}.kind for {name} in {self.row(at)}][1..1]"],
            [f"if not {self.zone(at)}.empty:", f"  draw 1 from pile to {self.row(at)}"],
            [f"move [{name} for {name} in {self.zone(at)} if {name}.worth > 0] to {self.row(at)}"],
            [f"move [{name} for {name} in {self.row(at)}][1..1] to {self.row(at)}"],
            [f"move {self.row(at)} to {self.row(at)}"],
        )
        return [indent + line for line in self.luck.choice(found)]

    def moved(self, card: str, me: str) -> Lines:
        if self.chance(0.6):
            return super().moved(card, me)
        return [f"move {card} to {self.row(Names(me=me, cards=(card,)))}"]

    def worth(self, deep: int = 2) -> str:
        at = Names(me="it")
        return self.number(at, 1) if self.chance(0.3) else super().worth(deep)
