"""Random specs in the shape of what the compiled engine plays in a way of its own, or nearly so.

Moves counted as sets, numbers of a range, lists as bits, few players in an order, loops whose steps are bounded, names
that change within branches, dealing, gathering a deck, variables that nothing reads, small limits of steps.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

COLOURS = ("red", "green", "blue")

WRITTEN = ("points", "wide", "rank", "ready", "low", "noted", "tally", "kept", "lead", "wish", "near")

DEEP = 2
"""Effects and values are nested so deep."""

Lines = list[str]


@dataclass(frozen=True)
class Names:
    """What a rule may name: numbers that change, players, and cards; `me` is the player there."""

    numbers: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    me: str = "me"


@dataclass
class Writer:
    """Writes the parts of one spec."""

    luck: Random
    made: int = field(default=0)
    written: tuple[str, ...] = ()
    """The variables that effects may change: in many specs only a few."""
    marks: bool = False
    """Whether cards have a mark, so that some of one kind are not the same."""

    def __post_init__(self) -> None:
        self.written = tuple(self.luck.sample(WRITTEN, self.luck.choice((2, 4, len(WRITTEN)))))
        self.marks = self.chance(0.25)

    def one_of(self, *found: str) -> str:
        return self.luck.choice(found)

    def fitting(self) -> str:
        """The range of a list, by which its elements take one to eight bytes."""
        return self.one_of("", "", "range: [-99, 120], ", "range: [-9, 9999], ", "range: [-1, 99999], ")

    def new(self) -> str:
        self.made += 1
        return f"x{self.made}"

    def chance(self, share: float) -> bool:
        return self.luck.random() < share

    # Values -------------------------------------------------------------------------------

    def number(self, at: Names, deep: int = DEEP) -> str:
        few = [str(self.luck.randint(-2, 9)), "low", "high", "tally", "tally", "round.number"]
        few += [f"{at.me}.points", f"count({at.me}.hand)"]
        few += [*at.numbers, *at.numbers, *(f"{card}.worth" for card in at.cards)]
        if not deep or self.chance(0.4):
            return self.one_of(*few)
        one, other = self.number(at, deep - 1), self.number(at, deep - 1)
        name = self.new()
        return self.one_of(
            f"({one} {self.one_of('+', '-', '*')} {other}) mod {self.luck.randint(2, 70)}",
            f"({one} if {self.test(at, deep - 1)} else {other})",
            f"count({name} for {name} in {self.players(at)} if {name}.points < {one})",
            f"(max({name}.worth for {name} in {self.zone(at)}) else {other})",
            f"(min({name}.rank else 4 for {name} in {self.players(at)}) else 0)",
            f"sum({name}.worth for {name} in {self.zone(at)})",
            f"sum({name}.worth * {self.one_of('2', name + '.worth', '-1')} for {name} in {self.zone(at)})",
            f"count({self.sorted()})",
            f"larger({one}, {other})",
        )

    def test(self, at: Names, deep: int = DEEP) -> str:
        if deep and self.chance(0.3):
            return f"({self.test(at, deep - 1)} {self.one_of('and', 'or')} {self.test(at, deep - 1)})"
        number, name = self.number(at, max(0, deep - 1)), self.new()
        cards = [f"{card}.marked < 2" for card in at.cards if self.marks]
        cards += [f"{card}.colour == wish" for card in at.cards] + [f"free({card})" for card in at.cards]
        return self.one_of(
            *cards,
            *cards,
            f"{number} {self.one_of('<', '<=', '==', '!=')} {self.number(at, 0)}",
            f"{number} in {self.numbers()}",
            f"{at.me}.ready",
            "wish is none",
            f"not {self.zone(at)}.empty",
            f"any({name}.colour == {self.one_of(*COLOURS)} for {name} in {self.zone(at)})",
            f"{self.player(at)} == {self.player(at)}",
        )

    def numbers(self) -> str:
        return self.one_of("near", "near", "far", "0..9", "low..high", "[1, 4, 2]")

    def player(self, at: Names) -> str:
        return self.one_of(at.me, "lead", *at.players, f"(in_turn[{self.luck.randint(1, 4)}] else {at.me})")

    def players(self, at: Names) -> str:
        name = self.new()
        some = f"[{name} for {name} in players if {name} != {at.me}]"
        return self.one_of("players", "players", some, "in_turn", self.sorted())

    def sorted(self) -> str:
        name = self.new()
        keys = ", ".join(self.key(name) for _ in range(self.luck.randint(1, 3)))
        found = f"{self.one_of('sort', 'sort', 'best')}({name} for {name} in players by {keys})"
        return f"reverse({found})" if self.chance(0.2) else found

    def key(self, name: str) -> str:
        own = (f"{name}.points", f"-{name}.points", f"{name}.rank else 3", f"{name}.wide", f"-{name}.wide mod 5")
        return self.one_of(*own, f"{name}.ready", f"{name} == lead", f"count({name}.hand)", f"distance(lead, {name})")

    def zone(self, at: Names) -> str:
        return self.one_of(f"{at.me}.hand", f"{at.me}.hand", "row", "heap")

    # Effects ------------------------------------------------------------------------------

    def block(self, at: Names, deep: int, indent: str) -> Lines:
        """Some effects, one after the other; what one names the next ones may name."""
        found: Lines = []
        for _ in range(self.luck.randint(1, 3)):
            if self.chance(0.2):
                name = self.new()
                found.append(f"{indent}let {name} = {self.one_of('0', '1', self.number(at, 1))}")
                at = replace(at, numbers=(*at.numbers, name))
            else:
                found += self.effect(at, deep, indent)
        return found

    def effect(self, at: Names, deep: int, indent: str) -> Lines:
        if deep and self.chance(0.4):
            return self.loop(at, deep, indent)
        if at.numbers and self.chance(0.4):
            name = self.one_of(*at.numbers)
            number = self.number(at, 1)
            return [indent + self.one_of(f"{name} += 1", f"{name} += 1", f"{name} = 0", f"{name} = {number}")]
        if self.chance(0.08):
            gathered = [f"{indent}for p in players:", f"{indent}  move p.hand to pile"]
            rest = [f"{indent}move {zone} to pile" for zone in ("row", "heap")]
            return [*gathered, *rest[: self.luck.choice((1, 2, 2))], f"{indent}shuffle pile"]
        name = self.new()
        to = self.one_of("row", "heap", "pile", f"{at.me}.hand", "top of row", "bottom of row")
        few = f"[{name} for {name} in {self.zone(at)} if {name}.colour == {self.one_of(*COLOURS)}]"
        if self.chance(0.5):
            return [indent + self.assignment(at, self.one_of(*self.written))]
        return [
            indent
            + self.one_of(
                f"draw {self.one_of('1', '1', '2')} from pile to {self.one_of(at.me + '.hand', 'heap', 'row')}",
                f"move {few} to {to}",
            )
        ]

    def assignment(self, at: Names, name: str) -> str:
        """Something else for a variable."""
        number, one = self.number(at), self.new()
        huge = f"{self.one_of('1', '-1', '-4')} * 1000000000000000000 * ({number} mod 2)"
        tally = self.one_of("tally += 1", f"tally = {self.luck.randint(0, 5)}", f"tally = ({number}) mod 9")
        near = f"near = distinct([{one} + {self.luck.randint(-1, 3)} for {one} in {self.one_of('near', 'far')}])"
        return {
            "points": f"{self.player(at)}.points = {number}",
            "wide": f"{at.me}.wide = {huge}",
            "rank": f"{at.me}.rank = {self.one_of('none', str(self.luck.randint(0, 9)))}",
            "ready": f"{at.me}.ready = {self.test(at)}",
            "low": f"low = ({number}) mod 20",
            "noted": f"noted = {number}",
            "tally": tally,
            "kept": f"kept = {self.one_of('tally', f'count({at.me}.hand)', *at.numbers, *at.numbers)}",
            "lead": f"lead = {self.player(at)}",
            "wish": f"wish = {self.one_of('none', *COLOURS)}",
            "near": self.one_of(near, "near = [0, 3, 5]"),
        }[name]

    def loop(self, at: Names, deep: int, indent: str) -> Lines:
        """A branch, or what is done again and again."""
        if self.chance(0.25):
            return self.counted(at, deep, indent)
        name, inner = self.new(), at
        below = f"{self.one_of(*at.numbers)} < {self.one_of('3', '5', 'low')}" if at.numbers else self.test(at)
        head = self.one_of(
            f"if {self.test(at)}:",
            f"if {below}:",
            f"repeat {self.luck.randint(2, 5)}:",
            f"while {below} at most {self.luck.choice((3, 9, 40))}:",
            f"for {name} in {self.players(at)}:",
            f"for {name} in 1..{self.luck.randint(1, 12)}:",
        )
        if head.startswith("for"):
            inner = replace(at, players=(*at.players, name)) if " in 1.." not in head else at
        found = [indent + head, *self.block(inner, deep - 1, indent + "  ")]
        if head.startswith("if") and self.chance(0.4):
            found += [f"{indent}else:", *self.block(at, deep - 1, indent + "  ")]
        return found

    def phase(self, name: str) -> str:
        """A phase without choices: once, or until it has counted to its end."""
        before = self.written
        if name == "spin" and self.chance(0.8):  # or it would hardly ever end
            self.written = tuple(one for one in before if one != "tally") or ("points",)
        body = "\n".join(self.block(Names(), DEEP, "      "))
        self.written = before
        if name == "before":
            return f"  before:\n    do: |\n{body}\n"
        until = f"tally {self.one_of('>=', '>', '==')} {self.luck.randint(2, 5)}"
        start = f"tally = {self.luck.randint(0, 3)}"
        return f"  spin:\n    start: {start}\n    until: {until}\n    do: |\n      tally += 1\n{body}\n"

    def counted(self, at: Names, deep: int, indent: str) -> Lines:
        """What is done until a name has been counted up, if nothing within sets it back."""
        name = self.new()
        at = replace(at, numbers=(*at.numbers, name))
        most = self.luck.choice((9, 9, 9, 200))
        found = [f"{indent}let {name} = 0", f"{indent}while {name} < {self.luck.randint(1, 6)} at most {most}:"]
        return [*found, f"{indent}  {name} += 1", *self.block(at, deep - 1, indent + "  ")]

    # The spec -----------------------------------------------------------------------------

    def action(self, name: str) -> str:
        """An action with some choices, and conditions that need some of them."""
        choices = {
            "": Names(),
            "c: me.hand": Names(cards=("c",)),
            "c: optional me.hand": Names(),
            "c: me.hand, k: 1..3": Names(cards=("c",), numbers=("k",)),
            "cs: 1..2 of me.hand": Names(),
            "cs: 2 of me.hand, k: 1..2": Names(numbers=("k",)),
            "n: low..high": Names(numbers=("n",)),
            "k: 1..2, n: 0..(k + low)": Names(numbers=("k", "n")),
            "p: players": Names(players=("p",)),
        }
        chosen = self.one_of(*choices)
        at = choices[chosen]
        tests = [self.test(self.luck.choice((at, Names()))) for _ in range(self.luck.randint(0, 3))]
        if "cs:" in chosen:
            tests.append(self.one_of("count(c for c in cs if free(c)) > 0", "sum(c.worth for c in cs) > low mod 5"))
        if "n:" in chosen:
            tests.append(f"n in {self.one_of('near', 'far')}")
        effects = [f"      me.points = (me.points * 3 + {number}) mod 1000" for number in at.numbers]
        effects += ["      c.marked = (c.marked + 1) mod 3"] * (bool(at.cards) and self.marks)
        effects += ["      move c to heap"] * bool(at.cards) + ["      move cs to row"] * ("cs:" in chosen)
        fixed = replace(at, numbers=(), cards=())
        text = f"  {name}:\n" + (f"    choose: {{{_quoted(chosen)}}}\n" if chosen else "")
        if tests:
            text += "    when:\n" + "".join(f'      t{number}: "{test}"\n' for number, test in enumerate(tests))
        return text + "    do: |\n" + "\n".join([*effects, *self.block(fixed, DEEP, "      ")]) + "\n"

    def more_kinds(self) -> str:
        """Further kinds of cards, whose numbers have a few digits."""
        if self.chance(0.6):
            return ""
        worths = self.luck.sample(range(self.luck.choice((16, 32, 200))), self.luck.randint(8, 14))
        some = (f"k{worth}: {{colour: {self.one_of(*COLOURS)}, worth: {worth}}}" for worth in worths)
        return "".join(f", {one}" for one in some)

    def players_and_teams(self) -> str:
        """How many players there are; a further line says of how many teams."""
        return str(self.luck.choice((2, 2, 3, 4, 5)))

    def decks(self) -> str:
        """Further decks; here, as of zones, variables, effects, phases and actions, none."""
        return ""

    def zones(self) -> str:
        return ""

    def variables(self) -> str:
        return ""

    def actions(self) -> str:
        return ""

    def effects(self) -> str:
        """Effects that phases call."""
        return ""

    def turns(self) -> str:
        """Who has a turn, in which order."""
        some = 'order: "[one for one in players if not one.ready]", once: true'
        skip = "skip: me.ready, once: true"
        return self.one_of("once: true", "order: in_turn, once: true", "order: in_turn, once: true", some, skip)

    def further(self) -> tuple[list[str], str]:
        """The names of further phases, and what is written of them."""
        return [], ""

    def result(self) -> str:
        """Who wins."""
        return f'{{winners: "best(p for p in players by {self.one_of("p.points", "p.points, -p.wide")})"}}'

    def spec(self) -> str:
        """A whole game."""
        actions = [f"act{number}" for number in range(self.luck.randint(1, 3))]
        nobody = Names(me="lead")
        most = self.luck.choice((9, 9, 9, 9, 40))
        copies = [self.luck.randint(1, most) for _ in COLOURS]
        kinds = ", ".join(
            f"{colour}_card: {{copies: {many}, colour: {colour}, worth: {worth}}}"
            for colour, many, worth in zip(COLOURS, copies, (1, self.one_of("-3", "0", "5"), 2), strict=True)
        )
        kinds += self.more_kinds()
        marked = "variables: {marked: {type: integer, range: [0, 9], start: 0}}, " if self.marks else ""
        trigger = f"triggers:\n  after_it:\n    after: {actions[0]}\n    do: |\n" + "\n".join(
            self.block(nobody, 1, "      ")
        )
        steps = self.luck.choice((40_000, 40_000, 40_000, 5000, 300))
        end = self.one_of("round.number > 6", "pile.empty or round.number > 12", "count(row) > 3 or round.number > 9")
        first = self.one_of("before", "before, spin", "spin")
        phases = "".join(self.phase(name) for name in first.split(", "))
        rest, further = self.further()
        return f"""\
spec: 1
game: shapes
title: "Shapes"
players: {self.players_and_teams()}
types: {{colour: [{", ".join(COLOURS)}]}}
cards:
  main: {{attributes: {{colour: colour, worth: integer}}, {marked}list: {{{kinds}}}}}
{self.decks()}zones:
  pile: {{holds: main, start: shuffled, shows: count}}
  hand: {{of: player, holds: main, shows: owner}}
  heap: {{holds: main, shows: all}}
  row: {{holds: main, order: {self.one_of("row", "stack")}, shows: all}}
{self.zones()}variables:
{self.variables()}  points: {{of: player, type: integer}}
  wide: {{of: player, type: integer, range: [-4000000000000000000, 4000000000000000000]}}
  rank: {{of: player, type: "integer or none", range: [0, 9], start: none}}
  ready: {{of: player, type: boolean}}
  lead: {{type: player, start: random}}
  wish: {{type: colour or none}}
  noted: {{type: integer}}
  tally: {{type: integer}}
  kept: {{type: integer, range: [0, {self.luck.choice((5, 10, 99))}]}}
  low: {{type: integer, range: [0, 20], start: 1}}
  high: {{type: integer, start: {self.luck.choice((5, 20, 63, 70))}}}
  near: {{type: list of integer, {self.fitting()}room: 70, start: [0, 3]}}
  far: {{type: list of integer, {self.fitting()}room: 9, start: [1, 3, 5, 7]}}
functions:
  larger(integer one, integer other): one if one > other else other
  free(main c): c.worth > 0 or c.colour == wish
  in_turn: "{self.sorted()}"
{self.effects()}begin: play
phases:
  play: {{steps: [all], until: "{end}"}}
  all:
    start: |
{chr(10).join(self.block(nobody, DEEP, "      "))}
    turns: {{{self.turns()}}}
    steps: [{", ".join([first, *rest])}, choice]
{phases}{further}  choice: {{offer: [{", ".join(actions)}], otherwise: draw 1 from pile to me.hand}}
actions:
{"".join(map(self.action, actions))}{self.actions()}{trigger if self.chance(0.3) else ""}
result: {self.result()}
limits: {{decisions: 24, steps: {steps}}}
"""


def _quoted(choices: str) -> str:
    return ", ".join(f'{name}: "{values}"' for name, values in (one.split(": ") for one in choices.split(", ")))
