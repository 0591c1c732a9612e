"""Nobody is asked to choose among cards that he does not see: the list of his moves would tell him what they are.
Nor is it told by who is asked whether he reacts.

Whoever is asked must see each zone in which his choice reads cards (`shows: all`, or `shows: owner` where it is his own
or his team's), or must have been shown that zone just before: `show p.hand to me`. That holds until cards move. How
many cards lie there, and what stands on backs that he sees, may always be read.

The game is walked from its first line to its last, each effect where it is run, as often as it is run with other
people or cards. Who somebody is, and from where a card comes, is a mark that goes along with the names: two people
are the same where their marks are equal.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from ....diagnostics.diagnostic import Label
from ...ir import game as decl
from ...ir import nodes as ir
from ...ir.types import PLAYER
from ..effects.blocks import blocks, inside
from ..effects.events import TURN_PLAYER
from ..names.world import World
from .telling import TURN, Mark, Names, Place, Reader, tells

Seen = frozenset[tuple[Place, Mark]]
"""The zones that somebody was shown, and who that was."""

NOTHING: Seen = frozenset()
EVERYBODY: Mark = "everybody"

MAY_MOVE = ir.MoveCards | ir.MoveAll | ir.ShuffleZone | ir.Run | ir.RunTriggers
"""Lines after which cards may lie elsewhere."""


def check_seeing(world: World, zones: dict[str, decl.Zone], flow: ir.Body) -> None:
    """Report choices among cards that the one who chooses may not see (E635), and windows that tell of cards (E636)."""
    walk = Walk(Reader(world, zones))
    walk.body(flow, Names(), NOTHING)
    for name in world.triggers:
        walk.effect(name, Names(), NOTHING)


@dataclass(slots=True)
class Walk:
    """Goes through a game; `walked` are the effects it has gone through, with whom and what, `runs` those that are
    running.
    """

    reader: Reader
    walked: set[Hashable] = field(default_factory=set)
    runs: list[ir.Run] = field(default_factory=list)

    def body(self, body: ir.Body, names: Names, seen: Seen) -> Seen:
        """Walk some lines; the answer is what everybody was shown, once they are over."""
        for stmt in body:
            match stmt:
                case ir.Let(local, value):
                    names = self._named(local, value, names)
                case ir.Random(local, source):
                    names = names.card(local, self.reader.read(source, names))
                case ir.ShowCards():
                    seen |= self._shown(stmt, names)
                case ir.Ask():
                    seen = self._ask(stmt, names, seen)
                case ir.Run():
                    seen = self._run(stmt, names, seen)
                    names = _forgotten(stmt.args, names)
                case ir.ForEach() | ir.Forever() | ir.Scope() | ir.When():
                    seen = self._block(stmt, names, seen)
                case ir.MoveCards():
                    names, seen = self._moved(stmt, names), NOTHING
                case ir.MoveAll() | ir.ShuffleZone() | ir.RunTriggers():
                    seen = NOTHING
                case _:
                    pass
        return seen

    def _block(self, stmt: ir.ForEach | ir.Forever | ir.Scope | ir.When, names: Names, seen: Seen) -> Seen:
        again = isinstance(stmt, ir.ForEach | ir.Forever) and _may_move((stmt,))
        before = NOTHING if again else seen
        if isinstance(stmt, ir.ForEach):
            self._window(stmt, names)
            names = names.card(stmt.local, self.reader.read(stmt.source, names)).person(
                stmt.local, next(self.reader.fresh)
            )
        ends = [self.body(block, names, before) for block in blocks(stmt)]
        if isinstance(stmt, ir.When):
            return ends[0] & ends[1]
        return NOTHING if _may_move((stmt,)) else seen

    def _moved(self, stmt: ir.MoveCards, names: Names) -> Names:
        """A card that has a name lies elsewhere from now on."""
        if isinstance(stmt.zone, ir.ZoneOf):
            for local in _named_cards((stmt.cards,)):
                names = names.card(local, frozenset({self.reader.place(stmt.zone, names)}))
        return names

    # People -------------------------------------------------------------------------------

    def _lasting(self, value: ir.Expr, names: Names) -> Mark:
        """Who it was when a name was given: what he was worked out from may change."""
        return (
            self.reader.who(value, names)
            if isinstance(value, ir.Local | ir.Const) or _is_turn(value)
            else next(self.reader.fresh)
        )

    def _named(self, local: ir.Local, value: ir.Expr, names: Names) -> Names:
        return names.card(local, self.reader.read(value, names)).person(local, self._lasting(value, names))

    def _shown(self, stmt: ir.ShowCards, names: Names) -> Seen:
        """The whole zones that are shown, and to whom."""
        cards = stmt.cards
        if not (isinstance(cards, ir.Apply) and cards.op == "cards_of" and isinstance(cards.args[0], ir.ZoneOf)):
            return NOTHING
        place = self.reader.place(cards.args[0], names)
        match stmt.players:
            case ir.ListOf(items):
                return frozenset((place, self.reader.who(item, names)) for item in items)
            case ir.Apply(op="players"):
                return frozenset({(place, EVERYBODY)})
            case _:
                return NOTHING

    # Effects ------------------------------------------------------------------------------

    def _run(self, run: ir.Run, names: Names, seen: Seen) -> Seen:
        effect = self.reader.world.effects.get(run.effect)
        if effect is None:
            return seen
        marks: dict[Mark, Mark] = {TURN: TURN, None: None, EVERYBODY: EVERYBODY}
        inner = Names()
        for number, (parameter, arg) in enumerate(zip(effect.parameters, run.args, strict=True)):
            mark = self._lasting(arg, names)
            inner = inner.person(parameter, marks.setdefault(mark, ("parameter", number)))
        marks |= {("team", mark): ("team", new) for mark, new in marks.items()}
        for parameter, arg in zip(effect.parameters, run.args, strict=True):
            places = frozenset((zone, marks.get(owner, "other")) for zone, owner in self.reader.read(arg, names))
            inner = inner.card(parameter, places)
        kept = frozenset(
            ((zone, marks[owner]), marks[who]) for (zone, owner), who in seen if owner in marks and who in marks
        )
        self.runs.append(run)
        self.effect(run.effect, inner, kept)
        self.runs.pop()
        return NOTHING if _may_move(effect.body) else seen

    def effect(self, name: str, names: Names, seen: Seen) -> None:
        """Walk a named effect, unless it was walked with the same people and cards."""
        key = (name, tuple(names.people.items()), tuple(names.cards.items()), seen)
        if key not in self.walked:
            self.walked.add(key)
            self.body(self.reader.world.effects[name].body, names, seen)

    # Decisions ----------------------------------------------------------------------------

    def _ask(self, ask: ir.Ask, names: Names, seen: Seen) -> Seen:
        me = next(self.reader.fresh) if ask.together else self.reader.who(ask.who, names)
        names = names.person(ask.me, me)
        ends = []
        for choice in ask.choices:
            inner = names
            for parameter in choice.parameters:
                for place in sorted(self.reader.read(parameter.source, inner), key=str):
                    if not self._sees(me, place) and not seen & {(place, me), (place, EVERYBODY)}:
                        self._report(parameter, place, choice)
                inner = self._picked(parameter, inner)
            ends.append(self.body(choice.body, inner, NOTHING if ask.together else seen))
        ends.append(seen if ask.none is None else self.body(ask.none, names, seen))
        return frozenset.intersection(*ends)

    def _window(self, asked: ir.ForEach, names: Names) -> None:
        """Who is asked whether to react must follow from what everybody sees (E636); else being asked tells
        something.
        """
        windows = [stmt for stmt in asked.body if isinstance(stmt, ir.Ask) and stmt.who == asked.local]
        if not any(choice.path.endswith(".decline") for ask in windows for choice in ask.choices):
            return
        for name, _ in sorted(self.reader.read(asked.source, Names(names.people)), key=str):
            if self.reader.zones[name].shows["all"] != "all":
                self.reader.world.report.add(
                    "E636",
                    f"who is asked depends on cards in '{name}', which not everyone sees",
                    asked.source.span,
                    label="being asked would reveal what lies there",
                    path=f"reactions.{windows[0].phase}",
                    helps=("ask everyone who might react, judging by open cards, and say under `when` who can",),
                )

    def _picked(self, parameter: ir.Parameter, names: Names) -> Names:
        places = self.reader.read(parameter.source, names)
        return names.card(parameter.local, places).person(parameter.local, next(self.reader.fresh))

    def _sees(self, me: Mark, place: Place) -> bool:
        zone = self.reader.zones[place[0]]
        own = zone.owner != "" and place[1] in (me, ("team", me))
        return (zone.shows.get("owner", zone.shows["all"]) if own else zone.shows["all"]) == "all"

    def _report(self, parameter: ir.Parameter, place: Place, choice: ir.Choice) -> None:
        name = place[0]
        zone = self.reader.zones[name]
        blind = "the other players" if zone.shows.get("owner") == "all" else "players"
        named = [run for run in self.runs[-1:] if run.effect.split("@")[0] in self.reader.world.spec.effects]
        others = tuple(Label(run.span, "called here") for run in named)
        self.reader.world.report.add(
            "E635",
            f"the player who chooses '{parameter.local.name}' may not see the cards in '{name}'",
            parameter.source.span,
            label="their moves would reveal what lies there",
            others=others,
            notes=(f"{blind} do not see the cards of '{name}' (`zones.{name}.shows`)",),
            helps=("let chance pick one: `random c in …`", "or show the whole zone first: `show … to me`"),
            path=choice.path,
        )


def _may_move(body: ir.Body) -> bool:
    return any(isinstance(stmt, MAY_MOVE) for stmt in inside(body))


def _named_cards(values: tuple[ir.Expr, ...]) -> list[ir.Local]:
    """The names of cards among some values and lists."""
    parts = [part for value in values for part in (value.items if isinstance(value, ir.ListOf) else (value,))]
    return [part for part in parts if isinstance(part, ir.Local) and tells(part)]


def _forgotten(args: tuple[ir.Expr, ...], names: Names) -> Names:
    """Where the cards lie that an effect was given is not followed."""
    for local in _named_cards(args):
        names = names.card(local, frozenset())
    return names


def _is_turn(value: ir.Expr) -> bool:
    return isinstance(value, ir.Variable) and value.name == TURN_PLAYER and value.type == PLAYER
