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
from ..names.world import World
from .disclosure import Computed, Mark

MOST_TRIED = 200
"""So many settings of options, and so many values of the names in an expression, are tried; beyond, all is possible."""

EFFORT = 300_000
"""So many expressions are computed for one question; beyond, all is possible."""

NOBODY: Mark = "nobody"

Values = frozenset[Any] | None
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
        self.effort, zone = EFFORT, self.zones[name]
        return bool(self.tables) and all(self._sees(table, me, zone, owner) for table in self.tables)

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
        self.effort = EFFORT
        people = [at for at, one in enumerate(parameters) if self.tables and one.type.base in ("player", "team")]
        free = [at for at in people if self._possible(self.tables[0], marks[at], {}) is None]
        unknown = [at for at in free if parameters[at].type.base == "player"]
        outside, inside = (marks[unknown[0]], found[unknown[0]]) if unknown else (NOBODY, NOBODY)
        for at in people:
            seen = tuple(
                tuple(self._possible(table, marks[at], {outside: seat}) for seat in range(table.players))
                for table in self.tables
            )
            if marks[at] != outside and any(one is not None for row in seen for one in row):
                found[at] = Argument(at, inside, seen)

    def _shows(self, table: SeatedTable, zone: decl.Zone, owner: Any, seat: int) -> bool:
        known = {} if zone.it is None else {zone.it.number: owner}
        shown = None if zone.to is None else _all([], lambda _: self._value(zone.to, table, known))
        owners = table.members[owner] if zone.owner == "team" else (owner,)
        seen = zone.shows.get("owner" if seat in owners else "all", zone.shows["all"])
        return seen == "all" or any(seat in players for players in shown or ())

    def _among(self, table: SeatedTable, mark: Mark, given: Mapping[Mark, int], everybody: range) -> Iterable[int]:
        """Who a player or team may be."""
        found = self._possible(table, mark, given)
        return everybody if found is None else found - {NONE}

    def _possible(self, table: SeatedTable, mark: Mark, given: Mapping[Mark, int]) -> Values:
        """What somebody or something may be at a table, if others are who is `given`."""
        if mark in given:
            return frozenset({given[mark]})
        match mark:
            case Computed():
                used = {part.number for part in records(mark.value) if isinstance(part, ir.Local)}
                each = {at: self._possible(table, mark.people[at], given) for at in used if at in mark.people}
                known = [at for at, values in each.items() if values is not None]
                found = _all(
                    [each[at] for at in known],
                    lambda values: self._value(mark.value, table, dict(zip(known, values, strict=True))),
                )
                return frozenset(one for some in found for one in some) if mark.element and found is not None else found
            case Argument(beside=beside, found=tables):
                rows = tables[table.number]
                rows = (rows[given[beside]],) if beside in given else rows
                return None if None in rows else frozenset().union(*(one or () for one in rows))
            case ("is", value, _):
                return frozenset({value})
            case (str() as op, *args) if op in ROWS:
                parts = [self._possible(table, arg, given) for arg in args]
                return _all(parts, lambda values: self._applied(op, table, values))
            case _:
                return None

    def _applied(self, op: str, table: SeatedTable, args: Sequence[Any]) -> Any:
        """The value of a builtin; lists of lists and lists of too many numbers are not made."""
        match op, args:
            case "range", [int() as low, int() as high]:
                self._spend(max(0, high - low))
            case _ if ROWS[op].steps == "groups":
                raise LookupError
        return ROWS[op].reference(table, *args)

    def _spend(self, many: int) -> None:
        """Bound the work for one question. Raises LookupError where it would be too much."""
        self.effort -= many
        if self.effort <= 0:
            raise LookupError

    def _value(self, expr: ir.Expr | None, table: SeatedTable, known: Mapping[int, Any]) -> Any:
        """The value of an expression by who sits where; LookupError where it does not follow from that."""
        self._spend(1)
        match expr:
            case ir.Const(value):
                return value
            case ir.Local(number):
                return known[number]
            case ir.Option(name):
                return table.options[name]
            case ir.If(test, yes, no):
                return self._value(yes if self._value(test, table, known) else no, table, known)
            case ir.Apply(op, (first, second)) if (decides := ROWS[op].decides) is not None:
                left = self._value(first, table, known)
                return left if decides(left) else self._value(second, table, known)
            case ir.Apply(op, args):
                return self._applied(op, table, [self._value(arg, table, known) for arg in args])
            case ir.ListOf(items):
                return tuple(self._value(item, table, known) for item in items)
            case ir.Call(name, args):
                function = self.world.functions[name]
                given = (self._value(arg, table, known) for arg in args)
                slots = (parameter.number for parameter in function.parameters)
                return self._value(function.body, table, dict(zip(slots, given, strict=True)))
            case ir.Fold(op=op, loops=loops, body=body, keys=keys):
                rounds = [dict(known)]
                for loop in loops:
                    lists = [(names, self._value(loop.source, table, names)) for names in rounds]
                    self._spend(sum(len(some) for _, some in lists))
                    each = [{**names, loop.local.number: one} for names, some in lists for one in some]
                    rounds = [names for names in each if loop.test is None or self._value(loop.test, table, names)]
                by = [tuple(self._value(key, table, names) for key in keys) for names in rounds]
                return FOLDS[op].value([self._value(body, table, names) for names in rounds], by)
            case _:
                raise LookupError


def _all(each: Sequence[Values], value: Callable[[tuple[Any, ...]], Any]) -> Values:
    """The values of something that is computed from others, whatever these are."""
    known = [one for one in each if one is not None]
    if len(known) < len(each) or prod(map(len, known)) > MOST_TRIED:
        return None
    try:
        found = [value(one) for one in product(*known)]
    except (ArithmeticError, AttributeError, LookupError, TypeError, Overflow):
        return None
    return frozenset(tuple(one) if isinstance(one, list) else one for one in found)


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
    options = [world.spec.options[name] for name in sorted(names)]
    last = [max(1, len(one.symbols) - 1) if one.high is None else one.high for one in options]
    ranges = [range(one.low or 0, high + 1, one.step or 1) for one, high in zip(options, last, strict=True)]
    if prod(map(len, ranges)) > MOST_TRIED:
        return []
    return [dict(zip(sorted(names), values, strict=True)) for values in product(*ranges)]
