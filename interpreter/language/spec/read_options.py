"""Reads the options that players may choose before a game, and the presets that choose several at once."""

from __future__ import annotations

from ...diagnostics.how_many import how_many
from ..text.tree import Entry, Mapping, Scalar, Sequence
from .nodes import Option, OptionType, Preset
from .read_players import read_by_players
from .reading import Reading, entries, mapping, one_of, scalar, value
from .values import read_value, unknown_option

TYPES: dict[str, OptionType] = {"integer": "integer", "boolean": "boolean"}
"""The types that are written as a word; `symbols` is written as a list."""


def read_options(reading: Reading, tree: Mapping, players: tuple[int, ...]) -> dict[str, Option]:
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

    def __init__(self, reading: Reading, entry: Entry, players: tuple[int, ...]) -> None:
        self.reading, self.report = reading, reading.report
        self.key, self.tree, self.players = entry.key, mapping(entry.value), players
        self.path = f"options.{entry.key.text}"

    def read(self) -> Option:
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
        option = Option(
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

    def _range(self, option_type: OptionType) -> tuple[int | None, int | None, int]:
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
        size = self.reading.integer(scalar(step.value), f"{self.path}.step", 1) if step else 1
        return low, high, max(size, 1)

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
    reading: Reading, tree: Mapping, options: dict[str, Option], players: tuple[int, ...]
) -> dict[str, Preset]:
    """The presets of a spec; the options they set must exist, and the values must be valid."""
    return {e.key.text: _preset(reading, e, options, players) for e in entries(tree, "presets")}


def _preset(reading: Reading, entry: Entry, options: dict[str, Option], players: tuple[int, ...]) -> Preset:
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
    return Preset(
        name=reading.word(entry.key, path),
        title=reading.texts(tree.get("title"), f"{path}.title"),
        values=tuple((reading.word(name, f"{path}.set"), one) for name, one in pairs),
        players=count,
        path=path,
    )
