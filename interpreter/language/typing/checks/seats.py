"""Whether a player sees a zone that shows its cards `to` some players, found out for all seats of all tables.

    hand: {of: player, holds: main, shows: {owner: all, to: it.team.members}}
    choose p in me.team.members, c in p.hand

For each number of players and each of them as `me`, p is somebody of their team, and each such hand shows its cards to
them. So what is chosen reveals nothing. Nothing of the game is needed for that: who sees a zone is settled before it,
by teams, seats and options. Who `p` is may depend on the game; then it may be anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from ....diagnostics.record import dataclass
from ...builtins.definitions import FOLDS, Overflow
from ...builtins.table import ROWS
from ...ir import game as decl
from ...ir import nodes as ir
from ...ir.traversal import records
from ...ir.types import NONE
from ...spec.nodes import OptionSpec
from ..names.world import World
from .disclosure import Computed, Mark

MOST_TRIED = 200
"""So many settings of options, and so many values of the names in an expression, are tried; beyond, all is possible."""

EFFORT = 100_000
"""So many expressions are computed for one game; beyond, all is possible."""

NOBODY: Mark = "nobody"

Value = int | tuple[int, ...]

Values = frozenset[Value] | None
"""What an expression may be; None where it may be anything."""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """Who sits where, with these options: what the builtins that need no cards ask for (`PositionView`)."""

    number: int
    players: int
    team_of: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    options: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Argument:
    """A player or team that a named effect was given.

    `found` says for each table who it may be, for each seat of the player `beside`, who was given, too.
    """

    number: int
    beside: Mark
    found: tuple[tuple[Values, ...], ...]


@dataclass(slots=True)
class Onlookers:
    """Who sees the zones of one game, some of which show their cards `to` some players."""

    world: World
    zones: dict[str, decl.Zone]
    tables: tuple[SeatedTable, ...]
    effort: int = EFFORT

    def sees(self, me: Mark, name: str, owner: Mark) -> bool:
        """Whether a player certainly sees all cards of a zone of this owner."""
        return bool(self.tables) and all(self._sees(table, me, self.zones[name], owner) for table in self.tables)

    def _sees(self, table: SeatedTable, me: Mark, zone: decl.Zone, owner: Mark) -> bool:
        beside = me.beside if isinstance(me, Argument) else NOBODY
        owners = range(len(table.members) if zone.owner == "team" else table.players)
        for other in range(1 if beside == NOBODY else table.players):
            for seat in self._among(table, me, {beside: other}, range(table.players)):
                given = {beside: other, me: seat}
                whose = self._among(table, owner, given, owners) if zone.owner else (NONE,)
                if not all(self._shows(table, zone, one, seat) for one in whose):
                    return False
        return True

    def arguments(self, parameters: tuple[ir.Local, ...], marks: list[Mark], found: list[Mark]) -> None:
        """Say who players and teams may be in a named effect to which they are given, where they are `found`.

        One of them may be anybody; who the others are, as seen from there, is known in the effect, too.
        """
        people = [at for at, one in enumerate(parameters) if one.type.base in ("player", "team")]
        players = [at for at in people if parameters[at].type.base == "player"]
        unknown = [at for at in players if all(self._possible(table, marks[at], {}) is None for table in self.tables)]
        outside, inside = (marks[unknown[0]], found[unknown[0]]) if unknown else (NOBODY, NOBODY)
        for at in people:
            seen = tuple(
                tuple(self._possible(table, marks[at], {outside: seat}) for seat in range(table.players))
                for table in self.tables
            )
            if marks[at] != outside and any(one is not None for row in seen for one in row):
                found[at] = Argument(at, inside, seen)

    def _shows(self, table: SeatedTable, zone: decl.Zone, owner: int, seat: int) -> bool:
        known: dict[int, Value] = {} if zone.it is None else {zone.it.number: owner}
        shown = None if zone.to is None else self._computed(zone.to, table, known)
        if isinstance(shown, tuple) and seat in shown:
            return True
        owners = table.members[owner] if zone.owner == "team" else (owner,)
        return zone.shows.get("owner" if seat in owners else "all", zone.shows["all"]) == "all"

    def _among(self, table: SeatedTable, mark: Mark, given: Mapping[Mark, int], everybody: range) -> Iterable[int]:
        """Who a player or team may be."""
        found = self._possible(table, mark, given)
        return everybody if found is None else [one for one in found if isinstance(one, int) and one != NONE]

    def _possible(self, table: SeatedTable, mark: Mark, given: Mapping[Mark, int]) -> Values:
        """What somebody or something may be at a table, if others are who is `given`."""
        if mark in given:
            return frozenset({given[mark]})
        match mark:
            case Computed():
                found = self._computed_by(mark, table, given)
                if found is None or not mark.element:
                    return found
                return frozenset(one for some in found if isinstance(some, tuple) for one in some)
            case Argument():
                rows = mark.found[table.number]
                rows = rows[given[mark.beside] :][:1] if mark.beside in given else rows
                known = [one for one in rows if one is not None]
                return frozenset[Value]().union(*known) if len(known) == len(rows) else None
            case ("is", int() as value):
                return frozenset({value})
            case (str() as op, *args) if op in ROWS:
                each = [self._possible(table, arg, given) for arg in args]
                return _all(each, lambda values: _applied(op, table, values))
            case _:
                return None

    def _computed_by(self, mark: Computed, table: SeatedTable, given: Mapping[Mark, int]) -> Values:
        used = dict.fromkeys(part.number for part in records(mark.value) if isinstance(part, ir.Local))
        each = {local: self._possible(table, mark.people[local], given) for local in used if local in mark.people}
        names = {local: values for local, values in each.items() if values is not None}

        def value(values: tuple[Value, ...]) -> Value | None:
            return self._computed(mark.value, table, dict(zip(names, values, strict=True)))

        return _all(list(names.values()), value)

    def _computed(self, expr: ir.Expr, table: SeatedTable, known: Mapping[int, Value]) -> Value | None:
        """The value of an expression, as far as it follows from who sits where; None if it does not."""
        self.effort -= 1
        if self.effort < 0:
            return None
        match expr:
            case ir.Const(value):
                return value
            case ir.Local(number):
                return known.get(number)
            case ir.Option(name):
                return table.options.get(name)
            case ir.If(test, yes, no):
                holds = self._computed(test, table, known)
                return None if holds is None else self._computed(yes if holds else no, table, known)
            case ir.Apply(op, (first, second)) if (decides := ROWS[op].decides) is not None:
                left = self._computed(first, table, known)
                settled = left is None or not isinstance(left, int) or decides(left)
                return left if settled else self._computed(second, table, known)
            case ir.Apply(op, args):
                values = [self._computed(arg, table, known) for arg in args]
                return _applied(op, table, [one for one in values if one is not None])
            case ir.ListOf(items):
                found = [self._computed(item, table, known) for item in items]
                numbers = tuple(one for one in found if isinstance(one, int))
                return numbers if len(numbers) == len(found) else None
            case ir.Call(name, args) if name in self.world.functions:
                function = self.world.functions[name]
                given = [self._computed(arg, table, known) for arg in args]
                slots = (parameter.number for parameter in function.parameters)
                bound = {at: value for at, value in zip(slots, given, strict=True) if value is not None}
                return self._computed(function.body, table, bound)
            case ir.Fold():
                return self._folded(expr, table, known)
            case _:
                return None

    def _folded(self, fold: ir.Fold, table: SeatedTable, known: Mapping[int, Value]) -> Value | None:
        rounds: list[dict[int, Value]] = [dict(known)]
        for loop in fold.loops:
            inner = []
            for names in rounds:
                source = self._computed(loop.source, table, names)
                if not isinstance(source, tuple):
                    return None
                for value in source:
                    one = {**names, loop.local.number: value}
                    test = 1 if loop.test is None else self._computed(loop.test, table, one)
                    if test is None:
                        return None
                    inner += [one] if test else []
            rounds = inner
        parts = [[self._computed(part, table, names) for part in (fold.body, *fold.keys)] for names in rounds]
        rows = [tuple(one for one in row if isinstance(one, int)) for row in parts]
        if any(len(row) < 1 + len(fold.keys) for row in rows):
            return None
        try:
            return _plain(FOLDS[fold.op].value([row[0] for row in rows], [row[1:] for row in rows]))
        except Overflow:
            return None


def _applied(op: str, table: SeatedTable, values: Sequence[Value]) -> Value | None:
    """The value of a builtin; None if it needs cards, or if a value is missing."""
    try:
        return _plain(ROWS[op].reference(table, *values))
    except (ArithmeticError, AttributeError, LookupError, TypeError, Overflow):
        return None


def _plain(value: Any) -> Value:
    return tuple(value) if isinstance(value, tuple | list) else int(value)


def _all(each: Sequence[Values], value: Callable[[tuple[Value, ...]], Value | None]) -> Values:
    """The values of something that is computed from others, whatever these are."""
    known = [one for one in each if one is not None]
    if len(known) < len(each) or prod(map(len, known)) > MOST_TRIED:
        return None
    found = [value(one) for one in product(*known)]
    return frozenset(one for one in found if one is not None) if None not in found else None


def onlookers(world: World, zones: dict[str, decl.Zone]) -> Onlookers | None:
    """Who sees zones that show their cards `to` some players; None if a game has no such zone."""
    shown = [zone.to for zone in zones.values() if zone.to is not None]
    if not shown:
        return None
    found: list[SeatedTable] = []
    settings = _settings(world, shown)
    for players in world.spec.players:
        teams = world.spec.teams.get(players, world.spec.teams.get(None, 0))
        team_of = tuple(seat % teams for seat in range(players)) if teams else ()
        members = tuple(tuple(range(team, players, teams)) for team in range(teams))
        found += [SeatedTable(len(found) + at, players, team_of, members, one) for at, one in enumerate(settings)]
    return Onlookers(world, zones, tuple(found))


def _settings(world: World, shown: list[ir.Expr]) -> list[dict[str, int]]:
    """The values of the options by which zones say who sees them; none, where there are too many."""
    seen, names, waiting = set[str](), set[str](), [*shown]
    while waiting:
        for part in records(waiting.pop()):
            if isinstance(part, ir.Option):
                names.add(part.name)
            elif isinstance(part, ir.Call) and part.function not in seen and part.function in world.functions:
                seen.add(part.function)
                waiting.append(world.functions[part.function].body)
    ranges = [_range(world.spec.options[name]) for name in sorted(names)]
    if prod(map(len, ranges)) > MOST_TRIED:
        return []
    return [dict(zip(sorted(names), values, strict=True)) for values in product(*ranges)]


def _range(option: OptionSpec) -> range:
    if option.low is None or option.high is None:
        return range(2 if option.type == "boolean" else len(option.symbols))
    return range(option.low, option.high + 1, option.step or 1)
