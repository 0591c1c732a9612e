"""Reads how many can play a game, and in how many teams: `players: 2..7`, `teams: {number: {4: 2, else: 3}}`."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.how_many import how_many
from ..syntax.nodes import Name
from ..text.tree import Entry, Mapping, Node, Scalar
from ..text.whole import RANGE, counted
from .nodes import Owner, Permission, Quantity, Spec, Value, Variable, Zone
from .reading import Reading, mapping, part, scalar, scalars, value

MOST_PLAYERS = 12


def read_players(reading: Reading, node: Node) -> tuple[int, ...]:
    """The numbers of players a game is for, smallest first (E511)."""
    if isinstance(node, Scalar) and (match := RANGE.fullmatch(node.text)):
        low, high = (_number(reading, part(node, *match.span(i))) for i in (1, 2))
        if low > high:
            reading.report.add(
                "E511",
                f"the range {low}..{high} is empty",
                node.span,
                helps=("the smaller number comes first",),
                path="players",
            )
        return tuple(range(low, high + 1))
    numbers: dict[int, Scalar] = {}
    for text in scalars(node):
        first = numbers.setdefault(_number(reading, text), text)
        if first is not text:
            others = (Label(first.span, "the first time"),)
            message = f"{how_many(text.text, 'player')} {'is' if text.text == '1' else 'are'} listed twice"
            reading.report.add("E511", message, text.span, others=others, path="players")
    if not numbers:
        reading.report.add("E511", "a game needs at least one number of players", node.span, path="players")
    return tuple(sorted(numbers))


def _number(reading: Reading, text: Scalar) -> int:
    number = reading.integer(text, "players")
    if 1 <= number <= MOST_PLAYERS:
        return number
    message = f"a game can have 1 to {MOST_PLAYERS} players, not {text.text}"
    reading.report.add("E511", message, text.span, path="players")
    return min(max(number, 1), MOST_PLAYERS)


def read_by_players(reading: Reading, node: Node, players: tuple[int, ...], path: str) -> dict[int | None, Value]:
    """A value, or a map of values by number of players, with `else` (None) for all others.

    Every number of players must have a value (E504); one for a number that is not allowed is reported (W510), unless
    all are: then it is enough that those are missing that are allowed.
    """
    if not isinstance(node, Mapping):
        return {None: value(scalar(node))}
    some = any(entry.key.text in ("else", *map(str, players)) for entry in node.entries)
    values = {_key(reading, entry, players, path, some): value(scalar(entry.value)) for entry in node.entries}
    missing = [str(n) for n in players if n not in values and None not in values]
    if missing:
        message = f"there is no value for {' or '.join(missing)} players"
        helps = ("add the number, or `else: …` for all others",)
        reading.report.add("E504", message, node.span, helps=helps, path=path)
    return values


def _key(reading: Reading, entry: Entry, players: tuple[int, ...], path: str, told: bool) -> int | None:
    if entry.key.text == "else":
        return None
    number = reading.integer(entry.key, path)
    if number not in players and told:
        notes = (f"it is for {how_many(', '.join(map(str, players)), 'player')}",)
        message = f"the game cannot be played by {how_many(entry.key.text, 'player')}"
        span = entry.value.span if entry.was else entry.key.span  # a variant has written the value, not the key
        reading.report.add("W510", message, span, notes=notes, path=path)
    return number


def read_teams(reading: Reading, node: Node | None, players: tuple[int, ...]) -> dict[int | None, int]:
    """The number of teams by number of players; all teams must be of the same size (E512)."""
    if node is None:
        return {}
    entry = mapping(node).entry("number")
    assert entry is not None, "the shape of the file was checked before"
    values = read_by_players(reading, entry.value, players, "teams.number")
    teams = {key: _teams(reading, number) for key, number in values.items()}
    for number in players:
        key = number if number in teams else None
        if key in teams and number % max(teams[key], 1):
            message = f"{how_many(number, 'player')} cannot form {how_many(teams[key], 'team')} of the same size"
            reading.report.add("E512", message, values[key].span, path="teams.number")
    return teams


def _teams(reading: Reading, number: Value) -> int:
    found = counted(number.text, 1, MOST_PLAYERS)
    if found is not None:
        return found
    message = f"the number of teams must be from 1 to {MOST_PLAYERS}, not '{number.text}'"
    reading.report.add("E512", message, number.span, path="teams.number")
    return 1


def check_owners(spec: Spec, report: Report) -> None:
    """Report everything that belongs to teams in a game without teams (E514)."""
    if spec.teams:
        return
    for owner, path in _owners(spec):
        if owner.text == "team":
            helps = ("add `teams: {number: 2}`, or let it belong to a `player`",)
            report.add("E514", "this game has no teams", owner.span, helps=helps, path=path)


def _owners(spec: Spec) -> Iterator[tuple[Owner, str]]:
    owned: tuple[Zone | Variable | Quantity | Permission, ...] = (
        *spec.zones.values(),
        *spec.variables.values(),
        *spec.quantities.values(),
        *spec.permissions.values(),
    )
    for thing in owned:
        if thing.of:
            yield thing.of, thing.path
        along = thing.along if isinstance(thing, Zone | Variable) else ()
        yield from (
            (Owner("team", one.span), thing.path) for one in along if isinstance(one, Name) and one.id == "team"
        )
    for scoring in spec.scoring.values():
        yield scoring.per, scoring.path
