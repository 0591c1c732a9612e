"""The options a table may choose before a game, and the presets that choose several at once."""

from __future__ import annotations

from ...diagnostics.suggest import did_you_mean
from ..text.tree import Entry, Mapping, Scalar, Sequence
from .nodes import Option, Preset
from .read_players import read_by_players
from .reading import Reading, entries, mapping, scalar, value
from .values import read_value, unknown_option

TYPES = ("integer", "boolean")


def read_options(reading: Reading, tree: Mapping, players: tuple[int, ...]) -> dict[str, Option]:
    """The options of a spec, with their defaults checked for every number of players."""
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
        """The option; its default is read with everything else in place."""
        reading, tree, path = self.reading, self.tree, self.path
        kind = tree.get("type")
        symbols = reading.different_words(kind, f"{path}.type") if isinstance(kind, Sequence) else ()
        type_name = "symbols" if isinstance(kind, Sequence) else self._type(scalar(kind))
        if isinstance(kind, Sequence) and not symbols:
            self._wrong("E505", "an option needs a value to choose", kind)
        low, high, step = self._range(type_name)
        bounds = tree.get("range")
        default = tree.get("default")
        option = Option(
            name=reading.word(self.key, path),
            type=type_name,
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
        for found in option.default.values():
            read_value(option, found.text, found.span, self.report)
        return option

    def _type(self, text: Scalar) -> str:
        if text.text in TYPES:
            return text.text
        helps = did_you_mean(text.text, TYPES) or ("it is `integer`, `boolean` or a list such as `[ask, never]`",)
        self._wrong("E505", f"'{text.text}' is no type of an option", text, *helps)
        return ""

    def _range(self, type_name: str) -> tuple[int | None, int | None, int]:
        bounds, step = self.tree.entry("range"), self.tree.entry("step")
        if type_name != "integer":
            for entry in filter(None, (bounds, step)):
                if type_name:
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
            self._wrong("E505", "a range has a smallest and a largest value", entry.key, "write `range: [0, 10]`")
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
    """The presets of a spec; what they set must exist and be allowed."""
    return {e.key.text: _preset(reading, e, options, players) for e in entries(tree, "presets")}


def _preset(reading: Reading, entry: Entry, options: dict[str, Option], players: tuple[int, ...]) -> Preset:
    path, tree = f"presets.{entry.key.text}", mapping(entry.value)
    pairs = tuple((e.key, value(scalar(e.value))) for e in entries(tree, "set"))
    for name, found in pairs:
        if name.text in options:
            read_value(options[name.text], found.text, found.span, reading.report)
        else:
            unknown_option(name.text, options, name.span, reading.report, f"{path}.set")
    number = tree.get("players")
    count = reading.integer(scalar(number), f"{path}.players", 1) if number else 0
    if number and count not in players:
        notes = (f"it is for {', '.join(map(str, players))} players",)
        message = f"the game is never played by {count} players"
        reading.report.add("E510", message, number.span, notes=notes, path=f"{path}.players")
    return Preset(
        name=reading.word(entry.key, path),
        title=reading.texts(tree.get("title"), f"{path}.title"),
        values=tuple((reading.word(name, f"{path}.set"), found) for name, found in pairs),
        players=count,
        path=path,
    )
