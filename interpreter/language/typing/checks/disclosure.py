"""Who may know what: the identity of players, and which hidden cards the value of an expression reveals.

The value of `count(c for c in p.hand if c.number > 3)` reveals something about the cards in p.hand, and so does a
choice among `p.hand`; `count(p.hand)` does not, for everybody sees how many cards lie in a zone, unless nothing of it
is shown (`shows: hidden`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import field, replace
from itertools import count, groupby
from typing import Literal, assert_never

from ....diagnostics.diagnostic import Label
from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...builtins.table import ROWS
from ...ir import game as decl
from ...ir import nodes as ir
from ...ir.traversal import LEAVES, field_names, inside
from ..effects.events import TURN_PLAYER
from ..names.world import Course, World

Mark = Hashable
"""The identity of a player or team: equal marks are the same one for certain, different ones may be."""

OwnedZone = tuple[str, Mark, Mark]
"""A zone: its name, whose it is, and which member of a family (None where there is only one). What was chosen secretly
is like a zone of the player who chose it, with a name that no zone has (`secretly`)."""


@dataclass(frozen=True, slots=True)
class Computed:
    """The mark of who or what was computed: equal to no other, and yet it is known from what.

    `people` are the marks of the names in `value`; it is the value, or an `element` of that list.
    """

    number: int
    value: ir.Expr = field(compare=False, repr=False)
    people: Mapping[int, Mark] = field(compare=False, repr=False)
    element: bool = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    """In place of the member of a family: some cards of a zone, which were shown; `member` is that of the zone."""

    number: Hashable
    member: Mark


_SECRET = "?"
"""How the names of what was chosen secretly begin."""

TURN: Mark = "turn"
"""The player whose turn it is."""


@dataclass(frozen=True, slots=True)
class KnownLocals:
    """What is known of the locals: who they are, and the zones about whose cards they may reveal something.

    `cards` has the locals that name cards, `values` all others: numbers, say, that were computed from cards. `origins`
    has the expression that each was computed from, with the names there, for whoever wants to know the way.
    """

    people: dict[int, Mark] = field(default_factory=dict)
    cards: dict[int, frozenset[OwnedZone]] = field(default_factory=dict)
    values: dict[int, frozenset[OwnedZone]] = field(default_factory=dict)
    origins: dict[int, tuple[ir.Expr, KnownLocals]] = field(default_factory=dict, compare=False)

    def person(self, local: ir.Local, mark: Mark) -> KnownLocals:
        """These names with one more person."""
        return replace(self, people={**self.people, local.number: mark})

    def card(self, local: ir.Local, zones: frozenset[OwnedZone]) -> KnownLocals:
        """These names with one more local that reveals something about these zones."""
        if names_cards(local):
            return replace(self, cards={**self.cards, local.number: zones})
        return replace(self, values={**self.values, local.number: zones}) if zones else self

    def secret(self, local: ir.Local, chooser: Mark) -> KnownLocals:
        """These names, of which one was chosen secretly: it reveals that choice, besides what it reveals anyway."""
        table = self.cards if names_cards(local) else self.values
        return self.card(local, table.get(local.number, frozenset()) | {(_SECRET + local.name, chooser, None)})

    def origin(self, local: ir.Local, value: ir.Expr, there: KnownLocals) -> KnownLocals:
        """These names, and what one of them was computed from."""
        return replace(self, origins={**self.origins, local.number: (value, there)})


@dataclass(slots=True)
class DisclosureReader:
    """Reads the expressions of one game; `fresh` gives marks to those of whom nothing is known.

    With `variables`, those that not everybody sees count like zones, and so does what was computed from hidden things.
    """

    world: World
    zones: dict[str, decl.Zone]
    variables: dict[str, decl.VariableDecl] = field(default_factory=dict)
    fresh: Iterator[int] = field(default_factory=count)
    calls: dict[Hashable, frozenset[OwnedZone]] = field(default_factory=dict)

    def who(self, expr: ir.Expr | None, names: KnownLocals) -> Mark:
        """The mark of a player or team; a fresh one if it is not certain who that is."""
        match expr:
            case None:
                return None
            case ir.Local(number):
                return names.people.get(number, ("local", number))
            case ir.Const(value, type):
                return "is", value, type.base
            case ir.Variable(name):
                return TURN if name == TURN_PLAYER else ("variable", name, self.who(expr.owner, names))
            case ir.Apply(op, args):
                return op, *(self.who(arg, names) for arg in args)
            case ir.Call(name, args):
                return "call", name, *(self.who(arg, names) for arg in args)
            case _:
                return self.computed(expr, names)

    def computed(self, expr: ir.Expr, names: KnownLocals, *, element: bool = False) -> Mark:
        """A new mark for the value of an expression at this moment, or for an element of that list."""
        return Computed(next(self.fresh), expr, names.people, element)

    def place(self, part: ir.ZoneOf | ir.Variable, names: KnownLocals) -> OwnedZone:
        """Which zone or variable this is."""
        declared = self.zones[part.name] if isinstance(part, ir.ZoneOf) else self.variables[part.name]
        return (part.name, *self.whose(part.owner, declared, names))

    def whose(
        self, which: ir.Expr | None, declared: decl.Zone | decl.VariableDecl, names: KnownLocals
    ) -> tuple[Mark, Mark]:
        """Whose a zone or variable is, and which member of a family, as far as that is certain."""
        owner, indices = ir.indices_of(which)
        fixed = (isinstance(index, ir.Local | ir.Const) for index in indices)
        members = [self.who(one, names) if sure else next(self.fresh) for one, sure in zip(indices, fixed, strict=True)]
        return self.who(owner, names) if declared.owner else None, tuple(members) or None

    def read(self, expr: ir.Expr, names: KnownLocals) -> frozenset[OwnedZone]:
        """The zones about whose cards the value of an expression reveals something."""
        match expr:
            case ir.Const() | ir.Option():
                return frozenset()
            case ir.Apply(op, (zone,)) if ROWS[op].of_zone and ROWS[op].reads == "length":
                return self._number(zone, names)
            case ir.Variable(name):
                hidden = name in self.variables and self.variables[name].shows != "all"
                return frozenset({self.place(expr, names)}) if hidden else frozenset()
            case ir.Apply(op, (items,)) if ROWS[op].reads == "length":
                return self._length(items, names)
            case ir.Local(number):
                if self.variables:
                    return names.cards.get(number, names.values.get(number, frozenset()))
                return frozenset(place for place in names.cards.get(number, frozenset()) if not is_secret(place))
            case ir.ZoneOf():
                return frozenset({self.place(expr, names)})
            case ir.AttributeOf(name, of):
                return frozenset(place for place in self.read(of, names) if not self._on_back(name, place))
            case ir.Fold():
                return self._fold(expr, names)
            case ir.Call(name, args) if name in self.world.functions:
                return self._once("value", name, self.inside(name, args, names), self.read)
            case ir.Call():
                return frozenset()
            case ir.If(test, yes, no):
                return self._all((test, yes, no), names)
            case ir.ListOf(items) | ir.Apply(args=items):
                return self._all(items, names)
            case ir.CardVariable(name, card):
                everywhere = self._is_open_mark(name)
                return frozenset(p for p in self.read(card, names) if not (everywhere and self._shows_marks(p)))

    def _all(self, parts: tuple[ir.Expr, ...], names: KnownLocals) -> frozenset[OwnedZone]:
        return frozenset[OwnedZone]().union(*(self.read(part, names) for part in parts))

    def _length(self, items: ir.Expr, names: KnownLocals) -> frozenset[OwnedZone]:
        """What the number of elements of a list reveals: how many cards lie in a zone may always be read."""
        match items:
            case ir.Apply("cards_of", (zone,)):
                return self._number(zone, names)
            case ir.Fold(op="list"):
                return self._fold(replace(items, op="count"), names)
            case ir.Apply(op="join", args=(left, right)):
                return self._length(left, names) | self._length(right, names)
            case ir.Call(name, args) if name in self.world.functions:
                inner = self.inside(name, args, names)
                return self._once("length", name, inner, self._length)
            case _:
                return self.read(items, names)

    def _number(self, zone: ir.Expr, names: KnownLocals) -> frozenset[OwnedZone]:
        """What the number of cards in a zone reveals: it is hidden only where nothing of the zone is shown."""
        if self.variables and isinstance(zone, ir.ZoneOf) and "none" in self.zones[zone.name].shows.values():
            return frozenset({self.place(zone, names)})
        return frozenset()

    def _fold(self, fold: ir.Fold, names: KnownLocals) -> frozenset[OwnedZone]:
        """What a fold reveals: what its tests, body and keys read of the cards, not how many cards there are."""
        revealed: frozenset[OwnedZone] = frozenset()
        for loop in fold.loops:
            inside = self.read(loop.source, names)
            if not names_cards(loop.local):
                revealed |= inside
            one = self.computed(loop.source, names, element=True)
            names = names.card(loop.local, inside).person(loop.local, one)
            revealed |= frozenset() if loop.test is None else self.read(loop.test, names)
        body = frozenset[OwnedZone]() if fold.op == "count" else self.read(fold.body, names)
        return revealed | body | self._all(fold.keys, names)

    def _once(
        self, what: str, name: str, inner: KnownLocals, find: Callable[[ir.Expr, KnownLocals], frozenset[OwnedZone]]
    ) -> frozenset[OwnedZone]:
        """What is found in a function: a function that calls another twice, which does the same, is looked at once."""
        key = (what, name, *(tuple(part.items()) for part in (inner.people, inner.cards, inner.values)))
        if key not in self.calls:
            self.calls[key] = find(self.world.functions[name].body, inner)
        return self.calls[key]

    def inside(self, function: str, args: tuple[ir.Expr, ...], names: KnownLocals) -> KnownLocals:
        """The names inside a function that is called with these arguments."""
        inner = KnownLocals()
        for parameter, arg in zip(self.world.functions[function].parameters, args, strict=True):
            inner = inner.card(parameter, self.read(arg, names)).person(parameter, self.who(arg, names))
        return inner

    def _is_open_mark(self, name: str) -> bool:
        """Whether everybody sees this variable on cards, also on those that they do not know."""
        deck, _, own = name.partition(".")
        return any(one.name.text == own and one.shows == "all" for one in self.world.spec.decks[deck].variables)

    def _shows_marks(self, place: OwnedZone) -> bool:
        """Whether everybody sees the marks on the cards that lie there: they see that they lie there, and where."""
        zone = self.zones.get(place[0])
        return zone is not None and place[0] not in self.world.unordered and "none" not in zone.shows.values()

    def _on_back(self, attribute: str, place: OwnedZone) -> bool:
        """Whether everybody sees this attribute on the cards that lie there.

        The place may be a variable or a secret choice, by which one of several cards was found: those show nothing.
        """
        zone = self.zones.get(place[0])
        return zone is not None and attribute in zone.shows["all"].split()


def is_secret(place: OwnedZone) -> bool:
    """Whether this is what somebody has chosen secretly."""
    return place[0].startswith(_SECRET)


def written_name(name: str) -> str:
    """The name of a zone, a variable or something that was chosen secretly, as it was written."""
    return name.removeprefix(_SECRET)


def names_cards(local: ir.Local) -> bool:
    """Whether a local names a card or a list of cards."""
    return "card" in (local.type.base, local.type.item.base if local.type.item else "")


# The way by which an expression comes to read something hidden: through functions, and through names for values.
#
# let worst = lowest(p)
# choose n in 1..3 where n > worst:        worst -> lowest(p) -> p.hand

Step = ir.ZoneOf | ir.Variable | ir.Call | ir.Local

Hidden = Callable[[OwnedZone], bool]
"""Whether whoever is told may not see a zone or variable."""


def disclosure_path(
    name: str, expr: ir.Expr, names: KnownLocals, reader: DisclosureReader, hidden: Hidden
) -> tuple[Step, ...]:
    """How an expression comes to read a zone or variable: calls and names on the way, and the place where it is read.

    Empty if it does not read one that is hidden.
    """
    return _PathSearch(name, reader, hidden).path(expr, names)


@dataclass(slots=True)
class _PathSearch:
    """`called` are the functions that were looked through; each is looked through once, as it may be called often."""

    name: str
    reader: DisclosureReader
    hidden: Hidden
    called: set[object] = field(default_factory=set)

    def path(self, expr: ir.Expr, names: KnownLocals) -> tuple[Step, ...]:
        """The shortest way where there are several: what is read here comes before what is read elsewhere."""
        parts = list(_read(expr))
        for part in parts:
            if isinstance(part, ir.ZoneOf | ir.Variable) and part.name == self.name:
                if self.hidden(self.reader.place(part, names)):
                    return (part,)
            elif isinstance(part, ir.Local) and self._chosen(part, names):
                return (part,)
        for part in parts:
            if isinstance(part, ir.Local | ir.Call) and (way := self._through(part, names)):
                return (part, *way)
        return ()

    def _chosen(self, part: ir.Local, names: KnownLocals) -> bool:
        """Whether this was chosen secretly, and is what is looked for; not only computed from it."""
        read = self.reader.read(part, names)
        return written_name(self.name) == part.name and any(
            place[0] == self.name and self.hidden(place) for place in read
        )

    def _through(self, part: ir.Local | ir.Call, names: KnownLocals) -> tuple[Step, ...]:
        if isinstance(part, ir.Local):
            value, there = names.origins.get(part.number, (None, names))
            return () if value is None else self.path(value, there)
        function = self.reader.world.functions.get(part.function)
        if function is None:
            return ()
        inner = self.reader.inside(part.function, part.args, names)
        key = (part.function, *inner.people.items())
        if key in self.called:
            return ()
        self.called.add(key)
        return self.path(function.body, inner)


def _read(value: object) -> Iterator[object]:
    """The parts of an expression, the outer ones first; not those of which only the number is asked."""
    if field_names(type(value)) is not None:
        yield value
    if not (isinstance(value, ir.Apply) and ROWS[value.op].reads == "length" and _whole_zone(value.args[0])):
        for part in inside(value):
            if type(part) not in LEAVES:
                yield from _read(part)


def _whole_zone(counted: ir.Expr) -> bool:
    return isinstance(counted, ir.ZoneOf) or (isinstance(counted, ir.Apply) and counted.op == "cards_of")


# Warns of conditions that tell somebody what they may not see (W635), with the way by which they come to read it.
#
# when: p.role > 1               whether a move is legal shows in the list of moves
# choose n in 1..p.role          and so does what there is to choose from
# skip: me.role > 1              whether a player is skipped shows in play, and so does all of the course of the game:
# ends_when: any(p.role > 1 …)       which phases are played, when they end, how often, who begins and who decides

Disclosure = Literal["move", "choice"] | Course
"""What shows: a move by its condition or by what is chosen, or something of the course of the game."""


@dataclass(slots=True)
class DisclosureWarner:
    """Warns once for each condition. `reader` knows the variables that not everybody sees, too."""

    reader: DisclosureReader
    warned: set[Span] = field(default_factory=set)

    def warn(
        self,
        test: ir.Expr,
        hidden: Hidden,
        names: KnownLocals,
        told: Disclosure,
        path: str,
        *,
        turn: bool = True,
        lost: Callable[[OwnedZone], tuple[Label, ...]] = lambda place: (),
    ) -> None:
        """Warn of an expression that reads a hidden zone or variable, and by which something of it shows.

        `turn` says whether it belongs to somebody's turn, so that it is they who must see it; `lost` which line has
        shown it, and which one has ended that.
        """
        place = next((one for one in sorted(self.reader.read(test, names), key=str) if hidden(one)), None)
        if place is not None:
            self._warn(test, place, hidden, names, (told, turn), path, lost(place))

    def _warn(
        self,
        test: ir.Expr,
        place: OwnedZone,
        hidden: Hidden,
        names: KnownLocals,
        told: tuple[Disclosure, bool],
        path: str,
        lost: tuple[Label, ...],
    ) -> None:
        if test.span in self.warned:
            return
        self.warned.add(test.span)
        name = place[0]
        way = disclosure_path(name, test, names, self.reader, hidden)
        read = way[-1].span if way else test.span
        texts = [key for key, _ in groupby(" ".join(step.span.written.split()) for step in way)]
        message, label, helps = _words(*told, self._read(name, counted=not way))
        self.reader.world.report.add(
            "W635",
            message,
            test.span,
            label=label,
            others=(
                *[Label(read, "chosen secretly here" if name != written_name(name) else "read here")][: len(way) - 1],
                *passed_on(test.span, self.reader.world),
                *lost,
            ),
            notes=(" -> ".join(texts),) if len(way) > 1 else (),
            helps=helps,
            path=path,
        )

    def _read(self, name: str, *, counted: bool) -> _Hidden:
        """What is hidden, in words; of a zone of which nothing is shown also the number of its cards."""
        zone = self.reader.zones.get(name)
        if zone is None:
            return _Hidden(f"'{written_name(name)}'", "such as what lies open", ())
        if counted:
            how = ("or let everyone see it: `shows: count`",)
            return _Hidden(f"the number of cards in '{name}'", "such as what lies open", how)
        open_number = "none" not in zone.shows.values()
        instead = "such as how many cards lie there" if open_number else "such as what lies open"
        return _Hidden(f"the cards in '{name}'", instead, ("or let them see it first: `show … to me`",))


def passed_on(span: Span, world: World) -> Iterator[Label]:
    """The line by which what an action has chosen is passed on unseen, where a rule reads that: else all see it."""
    for name, action in world.spec.actions.items():
        for pick in action.choose:
            if re.search(rf"\b{name}\.{pick.name.text}\b", span.text) and (at := world.hiding.get(pick.name.span)):
                lies = (
                    "nothing shows it to everybody"
                    if at == pick.name.span
                    else "here it may go where not everybody sees it"
                )
                yield Label(at, f"{lies}, so `{name}` passes it on unseen")


@dataclass(frozen=True, slots=True)
class _Hidden:
    """What is hidden, in words; what may be read instead; and the helps that let it be seen."""

    what: str
    instead: str
    first: tuple[str, ...]


COURSE: dict[Course, str] = {
    "play": "whether this phase is played",
    "end": "when this phase ends",
    "times": "how often this phase is played",
    "who": "who is to play",
}
"""What is decided, in words; that players are skipped is said in its own way."""


def _words(told: Disclosure, turn: bool, hidden: _Hidden) -> tuple[str, str, tuple[str, ...]]:
    """What is said: the message, the label and the helps."""
    what, count, first = hidden.what, hidden.instead, hidden.first
    declared = "or say in words what everybody learns by it: `NAME: {when: …, en: …}`"
    match told:
        case "move":
            return (
                f"this condition depends on {what}, which its player may not see",
                "whether the move is legal tells something of it",
                ("test it in the effect, when the move has been made", *first),
            )
        case "choice":
            return (
                f"what there is to choose from depends on {what}, which its player may not see",
                "the list of their moves tells something of it",
                ("let it depend on what they see, and test the rest in the effect", *first),
            )
        case "skip":
            return (
                f"whether players are skipped depends on {what}, which they may not see",
                "being skipped tells something of it",
                (f"let it depend on what they see, {count}", declared),
            )
        case "play" | "end" | "times" | "who":
            whose = "the player of the turn may not see" if turn else "not everyone sees"
            sees = "they see" if turn else "everyone sees"
            said = (declared,) if told in ("play", "end") else ()
            return (
                f"{COURSE[told]} depends on {what}, which {whose}",
                f"{'what is played' if told == 'play' else 'that'} tells something of it",
                (f"let it depend on what {sees}, {count}", *(first if turn else ()), *said),
            )
        case _:
            assert_never(told)
