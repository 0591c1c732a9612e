"""Reads how many can play, in how many teams, and the options and presets that they may choose from."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.text import how_many
from ...source.text.literals import RANGE, parse_count
from ...source.text.tree import Entry, Mapping, Node, Scalar, Sequence
from ..syntax.nodes import Name
from . import nodes
from .option_values import read_value, unknown_option
from .reader import SpecReader, entries, mapping, one_of, part, scalar, scalars, value

TYPES: dict[str, nodes.OptionType] = {"integer": "integer", "boolean": "boolean"}
"""The types that are written as a word; `symbols` is written as a list."""


def read_options(reading: SpecReader, tree: Mapping, players: tuple[int, ...]) -> dict[str, nodes.OptionSpec]:
    """The options of a spec; their defaults are checked for every number of players."""
    options = {entry.key.text: _OneOption(reading, entry, players).read() for entry in entries(tree, "options")}
    for option in options.values():
        for other in option.excludes:
            if other.text == option.name.text:
                message = f"option '{other.text}' cannot exclude itself"
                reading.report.add("E508", message, other.span, path=f"{option.path}.excludes")
            elif other.text not in options:
                unknown_option(other.text, options, other.span, reading.report, f"{option.path}.excludes")
    return options


class _OneOption:
    """Reads one option."""

    def __init__(self, reading: SpecReader, entry: Entry, players: tuple[int, ...]) -> None:
        self.reading, self.report = reading, reading.report
        self.key, self.tree, self.players = entry.key, mapping(entry.value), players
        self.path = f"options.{entry.key.text}"

    def read(self) -> nodes.OptionSpec:
        """Read the option; its default comes last, because everything else decides whether it is valid."""
        reading, tree, path = self.reading, self.tree, self.path
        kind = tree.get("type")
        symbols = reading.different_words(kind, f"{path}.type") if isinstance(kind, Sequence) else ()
        option_type = "symbols" if isinstance(kind, Sequence) else one_of(tree, "type", TYPES, "boolean")
        if isinstance(kind, Sequence) and not symbols:
            self._wrong("E505", "an option needs at least one value", kind)
        low, high, step = self._range(option_type)
        bounds = tree.get("range")
        default = tree.get("default")
        option = nodes.OptionSpec(
            name=reading.word(self.key, path),
            type=option_type,
            symbols=symbols,
            low=low,
            high=high,
            step=step,
            range_span=bounds.span if bounds else None,
            default=read_by_players(reading, default, self.players, f"{path}.default") if default else {},
            requires=reading.conditions(tree, "requires", path),
            excludes=reading.words(tree.get("excludes"), f"{path}.excludes"),
            about=reading.about(tree, path),
            path=path,
        )
        if not default:
            self._wrong("E504", f"option '{self.key.text}' has no default", self.key)
        for one in option.default.values():
            read_value(option, one.text, one.span, self.report)
        return option

    def _range(self, option_type: nodes.OptionType) -> tuple[int | None, int | None, int]:
        bounds, step = self.tree.entry("range"), self.tree.entry("step")
        if option_type != "integer":
            for entry in filter(None, (bounds, step)):
                self._wrong("E505", f"only an option of type integer has a {entry.key.text}", entry.key)
            return None, None, 1
        if bounds is None:
            helps = ("add the smallest and the largest value: `range: [0, 10]`",)
            self._wrong("E505", f"option '{self.key.text}' has no range", self.key, *helps)
            return None, None, 1
        low, high = self._bounds(bounds)
        return low, high, max(self.reading.integer(scalar(step.value), f"{self.path}.step", 1) if step else 1, 1)

    def _bounds(self, entry: Entry) -> tuple[int, int] | tuple[None, None]:
        node = entry.value
        if (
            not isinstance(node, Sequence)
            or len(node.items) != 2
            or not all(isinstance(item, Scalar) for item in node.items)
        ):
            self._wrong("E505", "a range needs a smallest and a largest value", entry.key, "write `range: [0, 10]`")
            return None, None
        low, high = (self.reading.integer(scalar(item), f"{self.path}.range") for item in node.items)
        if low > high:
            self._wrong("E505", f"the range {low} to {high} is empty", node, "the smaller number comes first")
            return None, None
        return low, high

    def _wrong(self, code: str, message: str, at: Scalar | Sequence, *helps: str) -> None:
        self.report.add(code, message, at.span, helps=helps, path=self.path)


def read_presets(
    reading: SpecReader, tree: Mapping, options: dict[str, nodes.OptionSpec], players: tuple[int, ...]
) -> dict[str, nodes.Preset]:
    """The presets of a spec; the options they set must exist, and the values must be valid."""
    return {e.key.text: _preset(reading, e, options, players) for e in entries(tree, "presets")}


def _preset(
    reading: SpecReader, entry: Entry, options: dict[str, nodes.OptionSpec], players: tuple[int, ...]
) -> nodes.Preset:
    path, tree = f"presets.{entry.key.text}", mapping(entry.value)
    pairs = tuple((e.key, value(scalar(e.value))) for e in entries(tree, "set"))
    for name, one in pairs:
        if name.text in options:
            read_value(options[name.text], one.text, one.span, reading.report)
        else:
            unknown_option(name.text, options, name.span, reading.report, f"{path}.set")
    number = tree.get("players")
    count = reading.integer(scalar(number), f"{path}.players", 1) if number else 0
    if number and count not in players:
        notes = (f"it is for {how_many(', '.join(map(str, players)), 'player')}",)
        message = f"the game cannot be played by {how_many(count, 'player')}"
        reading.report.add("E510", message, number.span, notes=notes, path=f"{path}.players")
    return nodes.Preset(
        name=reading.word(entry.key, path),
        title=reading.texts(tree.get("title"), f"{path}.title"),
        values=tuple((reading.word(name, f"{path}.set"), one) for name, one in pairs),
        players=count,
        path=path,
    )


# Reads how many can play a game, and in how many teams: `players: 2..7`, `teams: {number: {4: 2, else: 3}}`.

MOST_PLAYERS = 12


def read_players(reading: SpecReader, node: Node) -> tuple[int, ...]:
    """The numbers of players a game is for, smallest first (E511)."""
    if isinstance(node, Scalar) and (match := RANGE.fullmatch(node.text)):
        low, high = (_number(reading, part(node, *match.span(i))) for i in (1, 2))
        if low > high:
            helps = ("the smaller number comes first",)
            reading.report.add("E511", f"the range {low}..{high} is empty", node.span, helps=helps, path="players")
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


def _number(reading: SpecReader, text: Scalar) -> int:
    number = reading.integer(text, "players")
    if 1 <= number <= MOST_PLAYERS:
        return number
    message = f"a game can have 1 to {MOST_PLAYERS} players, not {text.text}"
    reading.report.add("E511", message, text.span, path="players")
    return min(max(number, 1), MOST_PLAYERS)


def read_by_players(
    reading: SpecReader, node: Node, players: tuple[int, ...], path: str
) -> dict[int | None, nodes.WrittenValue]:
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


def _key(reading: SpecReader, entry: Entry, players: tuple[int, ...], path: str, told: bool) -> int | None:
    if entry.key.text == "else":
        return None
    number = reading.integer(entry.key, path)
    if number not in players and told:
        notes = (f"it is for {how_many(', '.join(map(str, players)), 'player')}",)
        message = f"the game cannot be played by {how_many(entry.key.text, 'player')}"
        span = entry.value.span if entry.was else entry.key.span  # a variant has written the value, not the key
        reading.report.add("W510", message, span, notes=notes, path=path)
    return number


def read_teams(reading: SpecReader, node: Node | None, players: tuple[int, ...]) -> dict[int | None, int]:
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


def _teams(reading: SpecReader, number: nodes.WrittenValue) -> int:
    found = parse_count(number.text, 1, MOST_PLAYERS)
    if found is not None:
        return found
    message = f"the number of teams must be from 1 to {MOST_PLAYERS}, not '{number.text}'"
    reading.report.add("E512", message, number.span, path="teams.number")
    return 1


def check_owners(spec: nodes.Spec, report: Report) -> None:
    """Report everything that belongs to teams in a game without teams (E514)."""
    if spec.teams:
        return
    for owner, path in _owners(spec):
        if owner.text == "team":
            helps = ("add `teams: {number: 2}`, or let it belong to a `player`",)
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
