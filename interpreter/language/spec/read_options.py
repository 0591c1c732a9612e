"""Reads how many can play, in how many teams, and the options and presets that they may choose from."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.text import how_many
from ...source.text.literals import RANGE, parse_count, parse_integer
from ...source.text.tree import Entry, Mapping, Node, Scalar, Sequence
from ..syntax.nodes import Name
from . import nodes
from .option_values import read_value, unknown_option
from .reader import SpecReader, entries, mapping, scalar, scalars, value


def read_options(reading: SpecReader, tree: Mapping) -> dict[str, nodes.OptionSpec]:
    """The options of a spec; their defaults are checked for every number of players."""
    options = reading.every(nodes.OptionSpec, entries(tree, "options"), "options")
    for option in options.values():
        for other in option.excludes:
            if other.text == option.name.text:
                message = f"option '{other.text}' cannot exclude itself"
                reading.wrong("E508", message, other, path=f"{option.path}.without")
            elif other.text not in options:
                unknown_option(other.text, options, other.span, reading.report, f"{option.path}.without")
    return options


def read_option(reading: SpecReader, entry: Entry, path: str) -> nodes.OptionSpec:
    """Read an option; its default is checked last, because everything else decides whether it is valid."""
    tree = mapping(entry.value)
    kind, default, bounds = tree.get("type"), tree.get("default"), tree.get("range")
    symbols = isinstance(kind, Sequence)
    low, high, step = _range(reading, entry.key, tree, path)
    option = reading.record(
        nodes.OptionSpec,
        entry,
        path,
        type="symbols" if symbols else scalar(kind).text,
        symbols=reading.different_words(kind, f"{path}.type") if symbols else (),
        low=low,
        high=high,
        step=step,
        range_span=bounds.span if bounds else None,
        default=read_by_players(reading, default, f"{path}.default") if default else {},
        excludes=reading.words(tree.get("without"), f"{path}.without"),
    )
    for one in option.default.values():
        read_value(option, one.text, one.span, reading.report)
    return option


def _range(reading: SpecReader, key: Scalar, tree: Mapping, path: str) -> tuple[int | None, int | None, int]:
    """The smallest and the largest value of an integer, and its step (E505)."""
    bounds, step, kind = tree.entry("range"), tree.entry("step"), tree.get("type")
    if not isinstance(kind, Scalar) or kind.text != "integer":
        for entry in filter(None, (bounds, step)):
            message = f"only an option of type integer has a {entry.key.text}"
            reading.wrong("E505", message, entry.key, path=path)
        return None, None, 1
    if bounds is None:
        help_text = "add the smallest and the largest value: `range: 0..10`"
        reading.wrong("E505", f"option '{key.text}' has no range", key, help_text, path=path)
        return None, None, 1
    each = max(reading.integer(scalar(step.value), f"{path}.step", 1) if step else 1, 1)
    ends = reading.ends(scalar(bounds.value))
    low, high = (reading.integer(end, f"{path}.range") for end in ends)
    if any(parse_integer(end.text) is None for end in ends):
        return None, None, each
    if low > high:
        message = f"the range {low} to {high} is empty"
        reading.wrong("E505", message, bounds.value, "the smaller number comes first", path=path)
        return None, None, each
    return low, high, each


def read_preset(reading: SpecReader, entry: Entry, path: str) -> nodes.Preset:
    """Read a preset; the options that it sets must exist, and the values must be valid."""
    pairs = tuple((e.key, value(scalar(e.value))) for e in entries(entry.value, "options"))
    for name, one in pairs:
        if name.text in reading.options:
            read_value(reading.options[name.text], one.text, one.span, reading.report)
        else:
            unknown_option(name.text, reading.options, name.span, reading.report, f"{path}.options")
    number = mapping(entry.value).get("players")
    count = reading.integer(scalar(number), f"{path}.players", 1) if number else 0
    if number and count not in reading.players:
        message = f"the game cannot be played by {how_many(count, 'player')}"
        reading.wrong("E510", message, number, notes=_numbers(reading), path=f"{path}.players")
    values = tuple((reading.word(name, f"{path}.options"), one) for name, one in pairs)
    return reading.record(nodes.Preset, entry, path, values=values, players=count)


def _numbers(reading: SpecReader) -> tuple[str, ...]:
    return (f"it is for {how_many(', '.join(map(str, reading.players)), 'player')}",)


# Reads how many can play a game, and in how many teams: `players: 2..7`, `teams: {4: 2, else: 3}`.

MOST_PLAYERS = 12


def read_players(reading: SpecReader, node: Node | None) -> tuple[int, ...]:
    """The numbers of players a game is for, smallest first (E511)."""
    if isinstance(node, Scalar) and (match := RANGE.fullmatch(node.text)):
        low, high = (_number(reading, node.part(*match.span(i))) for i in (1, 2))
        if low > high:
            message = f"the range {low}..{high} is empty"
            reading.wrong("E511", message, node, "the smaller number comes first", path="players")
        return tuple(range(low, high + 1))
    numbers: dict[int, Scalar] = {}
    for text in scalars(node):
        first = numbers.setdefault(_number(reading, text), text)
        if first is not text:
            others = (Label(first.span, "the first time"),)
            message = f"{how_many(text.text, 'player')} {'is' if text.text == '1' else 'are'} listed twice"
            reading.wrong("E511", message, text, others=others, path="players")
    return tuple(sorted(numbers))


def _number(reading: SpecReader, text: Scalar) -> int:
    number = reading.integer(text, "players")
    if 1 <= number <= MOST_PLAYERS:
        return number
    message = f"a game can have 1 to {MOST_PLAYERS} players, not {text.text}"
    reading.wrong("E511", message, text, path="players")
    return min(max(number, 1), MOST_PLAYERS)


def read_by_players(reading: SpecReader, node: Node, path: str) -> dict[int | None, nodes.WrittenValue]:
    """A value, or a map of values by number of players, with `else` (None) for all others.

    Every number of players must have a value (E504); one for a number that is not allowed is reported (W510), unless
    all are: then it is enough that those are missing that are allowed.
    """
    if not isinstance(node, Mapping):
        return {None: value(scalar(node))}
    some = any(entry.key.text in ("else", *map(str, reading.players)) for entry in node.entries)
    values = {_key(reading, entry, path, some): value(scalar(entry.value)) for entry in node.entries}
    missing = [str(n) for n in reading.players if n not in values and None not in values]
    if missing:
        message = f"there is no value for {how_many(' or '.join(missing), 'player')}"
        reading.wrong("E504", message, node, "add the number, or `else: …` for all others", path=path)
    return values


def _key(reading: SpecReader, entry: Entry, path: str, told: bool) -> int | None:
    if entry.key.text == "else":
        return None
    number = reading.integer(entry.key, path)
    if number not in reading.players and told:
        message = f"the game cannot be played by {how_many(entry.key.text, 'player')}"
        at = entry.value if entry.was else entry.key  # a variant has written the value, not the key
        reading.wrong("W510", message, at, notes=_numbers(reading), path=path)
    return number


def read_teams(reading: SpecReader, node: Node | None) -> dict[int | None, int]:
    """The number of teams by number of players; all teams must be of the same size (E512)."""
    if node is None:
        return {}
    values = read_by_players(reading, node, "teams")
    teams = {key: _teams(reading, written) for key, written in values.items()}
    for players in reading.players:
        key = players if players in teams else None
        if key in teams and players % max(teams[key], 1):
            message = f"{how_many(players, 'player')} cannot form {how_many(teams[key], 'team')} of the same size"
            reading.wrong("E512", message, values[key], path="teams")
    return teams


def _teams(reading: SpecReader, number: nodes.WrittenValue) -> int:
    found = parse_count(number.text, 1, MOST_PLAYERS)
    if found is None:
        message = f"the number of teams must be from 1 to {MOST_PLAYERS}, not '{number.text}'"
        reading.wrong("E512", message, number, path="teams")
    return found or 1


def check_owners(spec: nodes.Spec, report: Report) -> None:
    """Report everything that belongs to teams in a game without teams (E514)."""
    if spec.teams:
        return
    for owner, path in _owners(spec):
        if owner.text == "team":
            helps = ("add `teams: 2`, or let it belong to a `player`",)
            report.add("E514", "this game has no teams", owner.span, helps=helps, path=path)


def _owners(spec: nodes.Spec) -> Iterator[tuple[nodes.Owner, str]]:
    owned: tuple[nodes.ZoneSpec | nodes.VariableSpec | nodes.Quantity | nodes.Permission, ...] = (
        *spec.zones.values(),
        *spec.variables.values(),
        *spec.quantities.values(),
        *spec.permissions.values(),
    )
    for thing in owned:
        if thing.of:
            yield thing.of, thing.path
        along = thing.along if isinstance(thing, nodes.ZoneSpec | nodes.VariableSpec) else ()
        yield from (
            (nodes.Owner("team", one.span), thing.path) for one in along if isinstance(one, Name) and one.id == "team"
        )
    for scoring in spec.scoring.values():
        yield scoring.per, scoring.path
