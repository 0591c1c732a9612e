"""Reports decisions that would reveal hidden cards: by what a player can choose, or by being asked at all.

A player sees their list of moves. If it is computed from cards that they do not see, it reveals them:

    choose c in p.hand by me      one move per card of somebody else's hand: E635
    random c in p.hand            chance sees the cards, no player does: fine
    show p.hand to me             from here on `me` may choose in p.hand, until any card moves
    show cs to me                 likewise in the list cs

So whoever is asked must see each zone whose cards their choice reads (`shows: all`, `shows: owner` where it is their
own or their team's, or `to` them, see `seats`), or must have been shown all of it just before. How many cards lie
there, if anything of the zone is shown, and what is on the backs that they see, may always be read.

The walk follows a game from its first statement to its last and enters each effect where it is run, once for each set
of arguments that differ in what matters here. It carries

    names.people   local -> mark       who a player or team is: equal marks mean the same one for certain
    names.cards    local -> zones      the zones whose cards the value reveals something about
    seen           (zone, mark)        what was shown, and to whom, since cards last moved; `everybody` as the owner
                                       of a zone stands for the zones of all players

A mark is built from how a player was named (`me.next` is ("next", mark of me)), or is fresh and equal to no other.
Fresh marks err on the safe side: two names for one player only count as the same if that is certain.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import field, replace
from functools import partial
from itertools import islice

from ....diagnostics.diagnostic import Label
from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...ir import game as decl
from ...ir import nodes as ir
from ...ir.traversal import records
from ...ir.types import PLAYER
from ..effects.announcements import blocks, inside
from ..effects.events import TURN_PLAYER
from ..names.world import World, displayed_name
from .disclosure import (
    TURN,
    Disclosure,
    DisclosureReader,
    DisclosureWarner,
    KnownLocals,
    Mark,
    OwnedZone,
    Part,
    is_secret,
    names_cards,
    passed_on,
)
from .seats import Onlookers, onlookers


@dataclass(frozen=True, slots=True)
class Shown:
    """A zone that a player was shown, by the line `by`; `lost` says which line has ended that, as cards may move."""

    place: OwnedZone
    who: Mark
    by: Span | None = field(default=None, compare=False)
    lost: Label | None = None


Seen = frozenset[Shown]
"""What was shown since cards last moved, and for messages what was shown before."""

NOTHING: Seen = frozenset()
EVERYBODY: Mark = "everybody"

SHOW_AGAIN = "show it again, just before this: `show … to …`"

MAY_MOVE = ir.MoveCards | ir.MoveAll | ir.ShuffleZone | ir.Run | ir.RunTriggers
"""Statements after which cards may lie elsewhere."""


def check_information_leaks(
    world: World, zones: dict[str, decl.Zone], variables: dict[str, decl.VariableDecl], flow: ir.Body
) -> None:
    """Report choices among cards that a player may not see (E635) and reactions that reveal cards by asking (E636).

    Conditions that tell their player what they may not see are warned of (W635, `DisclosureWarner`).
    """
    reader = DisclosureReader(world, zones)
    teller = DisclosureReader(world, zones, variables, reader.fresh)
    walk = LeakWalk(reader, teller, DisclosureWarner(teller), onlookers(world, zones))
    walk.body(flow, KnownLocals(), NOTHING)
    for name in world.triggers:
        walk.effect(name, KnownLocals(), NOTHING)


@dataclass(slots=True)
class LeakWalk:
    """Walks through a game; `walked` are the effects already walked with their arguments, `runs` the calls around."""

    reader: DisclosureReader
    teller: DisclosureReader
    warner: DisclosureWarner
    onlookers: Onlookers | None
    walked: set[Hashable] = field(default_factory=set)
    runs: list[ir.Run] = field(default_factory=list)

    def body(self, body: ir.Body, names: KnownLocals, seen: Seen) -> Seen:
        """Walk a block; returns what has been shown when it is over."""
        for at, stmt in enumerate(body):
            match stmt:
                case ir.Let(local, value):
                    self._flow(value, names, seen)
                    names = self._named(local, value, names)
                    if local.changes:
                        names = self._changing(local, body[at + 1 :], names)
                case ir.Change(_, value):
                    self._flow(value, names, seen)
                case ir.Random(local, source):
                    names = names.card(local, self.reader.read(source, names)).origin(local, source, names)
                case ir.ShowCards(announced=True):
                    names = _forgotten((stmt.cards,), names)
                case ir.ShowCards():
                    names, part = self._shown_part(stmt, names)
                    seen |= self._shown(stmt, names) | part
                case ir.Tell():
                    self._say(stmt.told, next(self.reader.fresh), names, seen)
                case ir.Ask():
                    seen = self._ask(stmt, names, seen)
                case ir.Run():
                    seen = self._run(stmt, names, seen)
                    names = _forgotten(stmt.args, names)
                case ir.ForEach() | ir.Forever() | ir.Scope() | ir.When():
                    seen = self._block(stmt, names, seen)
                case ir.MoveCards():
                    names, seen = self._moved(stmt, names), _lost(seen, stmt)
                case ir.MoveAll() | ir.ShuffleZone() | ir.RunTriggers():
                    seen = _lost(seen, stmt)
                case _:
                    pass
        return seen

    def _block(self, stmt: ir.ForEach | ir.Forever | ir.Scope | ir.When, names: KnownLocals, seen: Seen) -> Seen:
        # A loop that moves cards begins its second round with nothing shown, so its first is walked like that too.
        move, before = _first_move((stmt,)), seen
        if move is not None and isinstance(stmt, ir.ForEach | ir.Forever):
            before = _lost(seen, move, "cards may move here, so only the first turn of the loop knows it")
        if isinstance(stmt, ir.When):
            self._flow(stmt.test, names, seen)
        if isinstance(stmt, ir.ForEach):
            self._flow(stmt.source, names, seen)
            self._window(stmt, names)
            one = self.reader.computed(stmt.source, names, element=True)
            names = names.card(stmt.local, self.reader.read(stmt.source, names)).person(stmt.local, one)
        ends = [self.body(block, names, before) for block in blocks(stmt)]
        if isinstance(stmt, ir.When):
            return _joined(*ends)
        return seen | self._shown_by_each(stmt, names) if move is None else _lost(seen, move)

    def _shown_by_each(self, stmt: ir.ForEach | ir.Forever | ir.Scope, names: KnownLocals) -> Seen:
        """The families of zones of which a loop over all players shows each one to all."""
        if not isinstance(stmt, ir.ForEach) or not isinstance(stmt.source, ir.Apply) or stmt.source.op != "players":
            return NOTHING
        one = next(self.reader.fresh)
        inner = names.person(stmt.local, one)
        shown = [found for line in stmt.body if isinstance(line, ir.ShowCards) for found in self._shown(line, inner)]
        return frozenset(
            Shown((found.place[0], EVERYBODY, None), EVERYBODY, found.by)
            for found in shown
            if (*found.place[1:], found.who) == (one, None, EVERYBODY)
        )

    def _moved(self, stmt: ir.MoveCards, names: KnownLocals) -> KnownLocals:
        """What a named card reveals from now on: it lies in the zone it was moved to."""
        if isinstance(stmt.zone, ir.ZoneOf):
            for local in _named_cards((stmt.cards,)):
                names = names.card(local, frozenset({self.reader.place(stmt.zone, names)}))
                names = names.origin(local, stmt.zone, names)
        return names

    # People -------------------------------------------------------------------------------

    def _lasting(self, value: ir.Expr, names: KnownLocals) -> Mark:
        """The mark of a player at this moment; the expression that named them may change its value later."""
        return (
            self.reader.who(value, names)
            if isinstance(value, ir.Local | ir.Const) or _is_turn(value)
            else self.reader.computed(value, names)
        )

    def _named(self, local: ir.Local, value: ir.Expr, names: KnownLocals) -> KnownLocals:
        known = names.card(local, self._read(local, value, names)).person(local, self._lasting(value, names))
        return known.origin(local, value, names)

    def _changing(self, local: ir.Local, body: ir.Body, names: KnownLocals) -> KnownLocals:
        """What a name reveals that gets other values in these lines: all that it may reveal, from the beginning."""
        inner, found = names, self._read(local, local, names)
        for stmt in inside(body):
            match stmt:
                case ir.Let(other, value) | ir.Random(other, value) | ir.ForEach(other, value):
                    inner = inner.card(other, self._read(other, value, inner))
                case ir.Change(other, value):
                    more = self._read(other, value, inner)
                    inner = inner.card(other, self._read(other, other, inner) | more)
                    found |= more if other.number == local.number else frozenset()
                case _:
                    pass
        return names.card(local, found).person(local, next(self.reader.fresh))

    def _read(self, local: ir.Local, value: ir.Expr, names: KnownLocals) -> frozenset[OwnedZone]:
        """What a local reveals that is computed from this value."""
        told = self.teller.read(value, names)
        return self.reader.read(value, names) | set(filter(is_secret, told)) if names_cards(local) else told

    def _shown(self, stmt: ir.ShowCards, names: KnownLocals) -> Seen:
        """The zones that are shown as a whole, and to whom; showing some cards of a zone allows no choice among all."""
        cards = stmt.cards
        if not (isinstance(cards, ir.Apply) and cards.op == "cards_of" and isinstance(cards.args[0], ir.ZoneOf)):
            return NOTHING
        place = self.reader.place(cards.args[0], names)
        return frozenset(Shown(place, who, stmt.span) for who in self._onlookers(stmt, names))

    def _onlookers(self, stmt: ir.ShowCards, names: KnownLocals) -> list[Mark]:
        match stmt.players:
            case ir.ListOf(items):
                return [self.reader.who(item, names) for item in items]
            case ir.Apply(op="players"):
                return [EVERYBODY]
            case _:
                return []

    def _shown_part(self, stmt: ir.ShowCards, names: KnownLocals) -> tuple[KnownLocals, Seen]:
        """The names, of which those of cards that are shown reveal no more than these cards; and who has seen these."""
        seen, fresh = NOTHING, self.reader.fresh
        for local in (one for one in _named_cards((stmt.cards,)) if not one.changes):
            shown = frozenset(
                place if is_secret(place) or isinstance(place[2], Part) else (*place[:2], Part(next(fresh), place[2]))
                for place in names.cards.get(local.number, ())
            )
            names = names.card(local, shown)
            seen |= {Shown(place, who, stmt.span) for place in shown for who in self._onlookers(stmt, names)}
        return names, seen

    # Effects ------------------------------------------------------------------------------

    def _run(self, run: ir.Run, names: KnownLocals, seen: Seen) -> Seen:
        effect = self.reader.world.effects.get(run.effect)
        if effect is None:
            return seen
        # Inside the effect people are known as its parameters, so that calls with the same pattern are walked once.
        marks: dict[Mark, Mark] = {TURN: TURN, None: None, EVERYBODY: EVERYBODY}
        inner = KnownLocals()
        outside = [self._lasting(arg, names) for arg in run.args]
        inside = [marks.get(mark, ("parameter", number)) for number, mark in enumerate(outside)]
        if self.onlookers is not None:
            self.onlookers.arguments(effect.parameters, outside, inside)
        for parameter, mark, new in zip(effect.parameters, outside, inside, strict=True):
            inner = inner.person(parameter, marks.setdefault(mark, new))
        marks |= {("team", mark): ("team", new) for mark, new in marks.items()}
        inside_of: dict[OwnedZone, OwnedZone] = {}
        for parameter, arg in zip(effect.parameters, run.args, strict=True):
            revealed = sorted(self._read(parameter, arg, names), key=str)
            for number, (zone, owner, member) in enumerate(revealed):
                # Nothing inside is shown of the members of a family that are named outside.
                other: Mark = None if member is None else "other"
                if isinstance(member, Part):
                    other = Part((parameter.number, number), None if member.member is None else "other")
                inside_of.setdefault((zone, owner, member), (zone, marks.get(owner, "other"), other))
            places = frozenset(inside_of[place] for place in revealed)
            inner = inner.card(parameter, places).origin(parameter, arg, names)
        kept = frozenset(
            replace(one, place=inside_of.get(place) or (place[0], marks[place[1]], None), who=marks[one.who])
            for one, place in ((one, one.place) for one in seen)
            if one.who in marks
            and (place in inside_of if isinstance(place[2], Part) else place[2] is None and place[1] in marks)
        )
        self.runs.append(run)
        self.effect(run.effect, inner, kept)
        self.runs.pop()
        return _lost(seen, run) if _first_move(effect.body) else seen

    def effect(self, name: str, names: KnownLocals, seen: Seen) -> None:
        """Walk a named effect, unless it was walked with the same people and cards before."""
        known = frozenset(one for one in seen if not one.lost)
        key = (name, *(tuple(part.items()) for part in (names.people, names.cards, names.values)), known)
        if key not in self.walked:
            self.walked.add(key)
            self.body(self.reader.world.effects[name].body, names, seen)

    # Decisions ----------------------------------------------------------------------------

    def _ask(self, ask: ir.Ask, names: KnownLocals, seen: Seen) -> Seen:
        self._flow(ask.who, names, seen)
        who = self.reader
        me = who.computed(ask.who, names, element=True) if ask.together else who.who(ask.who, names)
        names = names.person(ask.me, me)
        ends = []
        for choice in ask.choices:
            inner, blind = names, set[OwnedZone]()
            for parameter in choice.parameters:
                for place in self._unseen(self.reader, parameter.source, me, inner, seen):
                    self._report(parameter, place, choice, self._ended(place, me, seen))
                    blind.add(place)
                chosen = tuple(part for part in (parameter.source, parameter.low, parameter.high) if part)
                self._tell(chosen, "choice", me, (inner, seen, blind), choice.path)
                inner = self._picked(parameter, inner, me if choice.secret else None)
            tests = (*(c.test for c in choice.conditions), *(p.where for p in choice.parameters if p.where))
            self._tell(tests, "move", me, (inner, seen, blind), choice.path)
            self._label(choice, me, inner, seen)
            # Bodies of `together` run after each other, so an earlier one may already have moved cards.
            ends.append(self.body(choice.body, inner, _lost(seen, ask) if ask.together else seen))
        ends.append(seen if ask.none is None else self.body(ask.none, names, seen))
        return _joined(*ends)

    def _label(self, choice: ir.Choice, me: Mark, names: KnownLocals, seen: Seen) -> None:
        """Look at what the texts about a move tell: its label to all, the reasons why it is not legal to its player.

        Who may know the cards that are chosen is settled when they are told.
        """
        for parameter in choice.parameters:
            if names_cards(parameter.local):
                names = names.card(parameter.local, frozenset())
        self._say(choice.told, next(self.reader.fresh), names, seen)
        for condition in choice.conditions:
            self._say(condition.told, me, names, seen)

    def _say(self, told: tuple[ir.Told, ...], to: Mark, names: KnownLocals, seen: Seen) -> None:
        """Report texts that tell somebody what they may not see (E637)."""
        for one in told:
            unseen = (place for place in self._unseen(self.teller, one.value, to, names, seen) if not is_secret(place))
            for place in islice(unseen, 1):
                name = place[0]
                zone, lost = name in self.reader.zones, self._ended(place, to, seen)
                advice = (SHOW_AGAIN,) if lost else ("tell something else", "or show it first: `show … to players`")
                self.reader.world.report.add(
                    "E637",
                    f"this text tells {'the cards in ' if zone else ''}'{name}' to somebody who may not see "
                    + ("them" if zone else "it"),
                    one.span,
                    label="not everyone who is told may know this",
                    others=(*passed_on(one.span, self.reader.world), *lost),
                    notes=(f"who sees '{name}' is said by `{'zones' if zone else 'variables'}.{name}.shows`",),
                    helps=advice if zone else (),
                )

    def _unseen(
        self, reader: DisclosureReader, expr: ir.Expr, me: Mark, names: KnownLocals, seen: Seen
    ) -> list[OwnedZone]:
        """What an expression reveals that a player does not see."""
        places = sorted(reader.read(expr, names), key=str)
        return [place for place in places if self._hidden(place, me, seen)]

    def _hidden(self, place: OwnedZone, me: Mark, seen: Seen) -> bool:
        return not self._sees(me, place) and not any(one.lost is None for one in _ways(place, me, seen))

    def _ended(self, place: OwnedZone, me: Mark, seen: Seen) -> tuple[Label, ...]:
        """Which line has shown what a player does not see any more, and which one has ended that; nothing if none."""
        found = max(_ways(place, me, seen), key=lambda one: one.by.start if one.by else 0, default=None)
        return (Label(found.by, "shown here"), found.lost) if found and found.by and found.lost else ()

    def _tell(
        self,
        tests: tuple[ir.Expr, ...],
        told: Disclosure,
        me: Mark,
        known: tuple[KnownLocals, Seen, set[OwnedZone]],
        path: str,
    ) -> None:
        """Warn of what these expressions tell a player who may not see it; what is in `blind` has been reported."""
        names, seen, blind = known
        lost = partial(self._ended, me=me, seen=seen)
        for test in tests:
            self.warner.warn(
                test, lambda it: it not in blind and self._hidden(it, me, seen), names, told, path, lost=lost
            )

    def _flow(self, value: ir.Expr, names: KnownLocals, seen: Seen) -> None:
        """Warn of expressions by which the course of the game is decided, if their player may not see why."""
        conditions = self.reader.world.flow_conditions
        for part in records(value) if conditions else ():
            if isinstance(part, ir.Expr) and (found := conditions.get(part.span)):
                players = [self.reader.who(one, names) for one in found.me] or [next(self.reader.fresh)]
                hidden = partial(self._from_all, players, seen)
                self.warner.warn(part, hidden, names, found.course, found.path, turn=bool(found.me))

    def _from_all(self, players: list[Mark], seen: Seen, place: OwnedZone) -> bool:
        return all(self._hidden(place, me, seen) for me in players)

    def _window(self, asked: ir.ForEach, names: KnownLocals) -> None:
        """Report a reaction that asks players by hidden cards (E636): everybody sees who is asked."""
        windows = [stmt for stmt in asked.body if isinstance(stmt, ir.Ask) and stmt.who == asked.local]
        if not any(choice.path.endswith(".decline") for ask in windows for choice in ask.choices):
            return
        for name, *_ in sorted(self.teller.read(asked.source, KnownLocals(names.people)), key=str):
            zone = name in self.reader.zones
            if not zone or self.reader.zones[name].shows["all"] != "all":
                message = f"who is asked depends on {'cards in ' if zone else ''}'{name}', which not everyone sees"
                label = "being asked would reveal what lies there" if zone else "being asked would reveal its value"
                helps = ("ask everyone who might react, judging by what all see, and say under `when` who can",)
                self.reader.world.report.add(
                    "E636", message, asked.source.span, label=label, path=f"reactions.{windows[0].phase}", helps=helps
                )

    def _picked(self, parameter: ir.Parameter, names: KnownLocals, secretly: Mark) -> KnownLocals:
        """The names with one that was chosen; `secretly` is the player who did not show what."""
        local, source = parameter.local, parameter.source
        one = self.reader.computed(source, names, element=parameter.how != "some")
        known = names.card(local, self.reader.read(source, names)).person(local, one)
        known = known if secretly is None else known.secret(local, secretly)
        return known.origin(local, source, names)

    def _sees(self, me: Mark, place: OwnedZone) -> bool:
        if is_secret(place):
            return place[1] == me
        zone = self.reader.zones.get(place[0])
        if zone is None:
            variable = self.teller.variables[place[0]]
            return variable.shows == "owner" and variable.owner != "" and place[1] in (me, ("team", me))
        own = zone.owner != "" and place[1] in (me, ("team", me))
        if (zone.shows.get("owner", zone.shows["all"]) if own else zone.shows["all"]) == "all":
            return True
        return zone.to is not None and self.onlookers is not None and self.onlookers.sees(me, place[0], place[1])

    def _report(self, parameter: ir.Parameter, place: OwnedZone, choice: ir.Choice, lost: tuple[Label, ...]) -> None:
        name = place[0]
        blind = "the other players" if self.reader.zones[name].shows.get("owner") == "all" else "players"
        zone = self.reader.zones[name]
        mine = zone.owner and zone.shows.get("owner") != "all" and parameter.source.span.text.startswith("me.")
        own = ("let owners see their cards: `shows: owner`",) if mine else ()
        named = [run for run in self.runs[-1:] if displayed_name(run.effect) in self.reader.world.spec.effects]
        others = (*(Label(run.span, "called here") for run in named), *lost)
        self.reader.world.report.add(
            "E635",
            f"the player who chooses '{parameter.local.name}' may not see the cards in '{name}'",
            parameter.local.span if isinstance(parameter.source, ir.Local) else parameter.source.span,
            label="their moves would reveal what lies there",
            others=others,
            notes=(f"{blind} do not see the cards of '{name}' (`zones.{name}.shows`)",),
            helps=(SHOW_AGAIN,) if lost else (*own, *WITHOUT_SIGHT),
            path=choice.path,
        )


WITHOUT_SIGHT = ("let chance pick one: `random c in …`", "or show them first what they choose from: `show … to me`")
"""What to do where somebody may not see what there is to choose from."""


def _first_move(body: ir.Body) -> ir.Stmt | None:
    return next((stmt for stmt in inside(body) if isinstance(stmt, MAY_MOVE)), None)


def _lost(seen: Seen, by: ir.Stmt, why: str = "cards may move here, so it is known no more") -> Seen:
    """What was shown, and is not known any more after this statement."""
    return frozenset(replace(one, lost=one.lost or Label(by.span, why)) for one in seen)


def _joined(*ends: Seen) -> Seen:
    """What is known where ways meet: what was shown on all of them."""
    return frozenset.intersection(*ends) | {one for end in ends for one in end if one.lost}


def _ways(place: OwnedZone, me: Mark, seen: Seen) -> list[Shown]:
    """What was shown by which a player has seen a place."""
    whole = (*place[:2], place[2].member) if isinstance(place[2], Part) else place
    ways = {(place, me), (whole, me), *((one, EVERYBODY) for one in (place, whole, (place[0], EVERYBODY, None)))}
    return [one for one in seen if (one.place, one.who) in ways]


def _named_cards(values: tuple[ir.Expr, ...]) -> list[ir.Local]:
    """The locals that name cards among some values and the elements of lists."""
    parts = [part for value in values for part in (value.items if isinstance(value, ir.ListOf) else (value,))]
    return [part for part in parts if isinstance(part, ir.Local) and names_cards(part)]


def _forgotten(args: tuple[ir.Expr, ...], names: KnownLocals) -> KnownLocals:
    """The names without what cards reveal that an effect was given: where it moves them is not followed."""
    for local in _named_cards(args):
        names = names.card(local, frozenset())
    return names


def _is_turn(value: ir.Expr) -> bool:
    return isinstance(value, ir.Variable) and value.name == TURN_PLAYER and value.type == PLAYER
