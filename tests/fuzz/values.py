"""Random specs that say what positions are worth, with values that cannot always be worked out, and with teams."""

from __future__ import annotations

from tests.fuzz.choices import Choices
from tests.fuzz.shapes import COLOURS, Names

HUGE = "1000000000000000000"


class Values(Choices):
    """Writes such specs, with all that `Choices` writes besides."""

    teams: bool = False

    def players_and_teams(self) -> str:
        self.teams = self.chance(0.4)
        if not self.teams:
            return super().players_and_teams()
        players = self.luck.choice((2, 4, 4))
        return f"{players}\nteams: {{number: 2}}"

    def variables(self) -> str:
        ours = "  ours: {of: team, type: integer, range: [-9, 99]}\n" if self.teams else ""
        return super().variables() + "  chips: {of: 1..4, type: integer, range: [-9, 99]}\n" + ours

    def effect(self, at: Names, deep: int, indent: str) -> list[str]:
        if self.chance(0.85):
            return super().effect(at, deep, indent)
        found = [f"chips[{self.luck.randint(1, 4)}] = ({self.number(at, 1)}) mod 30"]
        if self.teams:
            found += [f"{at.me}.team.ours = ({self.number(at, 1)}) mod 50"] * 2
        return [indent + self.one_of(*found)]

    def action(self, name: str) -> str:
        """Some actions may end the game, the round, or the turn."""
        text = super().action(name)
        if name in ("put", "give") or self.chance(0.7):
            return text
        test = self.test(Names())
        return f"{text}      if {test}:\n        {self.one_of('end play', 'end play', 'end all', 'next turn me')}\n"

    def worth(self, deep: int = 2) -> str:
        """What a position is worth to a player; some of these fail for some of them."""
        at, name = Names(me="it"), self.new()
        plain = self.number(at)
        if not deep or self.chance(0.2):
            return plain
        one, other = self.worth(deep - 1), self.worth(deep - 1)
        zone = self.one_of(self.zone(at), "pile", "deep", "it.next.hand")
        test = self.test(Names(me="it", cards=(name,)), 1)
        found = [
            f"({one} {self.one_of('+', '-', '*')} {other})",
            f"({one} if {self.test(at)} else {other})",
            f"({plain} * {self.number(at)} * {HUGE})",
            f"({one} * {self.one_of('1', '-1', '3', '9')} * {HUGE})",
            f"({one} {self.one_of('div', 'mod')} {self.luck.randint(2, 9)})",
            f"(it.wide {self.one_of('+', '-', '*')} lead.wide)",
            f"chips[{self.one_of(str(self.luck.randint(1, 4)), 'low', 'tally', plain)}]",
            f"sum({name} * low for {name} in 1..{self.one_of('high', '40', '300')})",
            f"sum({name}.wide for {name} in players)",
            f"sum({name}.points for {name} in players if {name} {self.one_of('!=', '==')} it)",
            f"count({name} for {name} in {zone} if {name}.colour == {self.one_of(*COLOURS)})",
            f"sum({name}.worth for {name} in {zone} if {test})",
            f"(max({name}.worth for {name} in {zone}) else {one})",
            f"distance(it, {self.player(at)})",
            f"((near[{self.luck.randint(1, 9)}]) else {one})",
            f"(it.mark else {one})",
            f"larger({one}, {other})",
        ]
        if self.teams:
            found += ["it.team.ours", "it.team.ours", f"max({name}.ours for {name} in it.team.rivals) else 0"]
            found += [f"sum({name}.points for {name} in it.team.members)"]
        return self.one_of(*found)

    def result(self) -> str:
        """Who wins, and what a position is worth."""
        by = self.one_of("p.points", "p.points, -p.wide", "p.rank else 3", "p.ready")
        winners = f"best(p for p in players by {by})"
        if self.teams and self.chance(0.5):
            winners = "best(t for t in teams by t.ours)"
        parts = [f'winners: "{winners}"'] if self.chance(0.9) else []
        if not parts or self.chance(0.15):
            parts += [f'returns: "{self.one_of("it.points", "it.points mod 7 - it.wide mod 3")}"']
        return f'{{{", ".join(parts)}, value: "{self.worth()}"}}'
