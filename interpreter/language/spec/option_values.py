"""Determines the value of each option: from the defaults, a preset, and what was given explicitly, in this order.

Values of options are integers: a boolean is 0 or 1, a symbol its index in the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import assert_never

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean
from ...diagnostics.text import how_many
from ...source.text.literals import integer_hint, parse_integer
from .nodes import OptionSpec, Spec, WrittenValue

BOOLEANS = {"true": 1, "yes": 1, "false": 0, "no": 0}


def read_value(option: OptionSpec, text: str, span: Span | None, report: Report) -> int | None:
    """Convert a written value of an option; reports a wrong one (E501, E502, E503) and returns None.

    Without a span the text is shown as on a command line, `hand_size=9`.
    """
    at = span or _as_typed(option.name.text, text)
    match option.type:
        case "integer":
            return _integer(option, text, at, report)
        case "boolean":
            if text in BOOLEANS:
                return BOOLEANS[text]
            _wrong(option, text, ("true", "false"), at, report)
        case "symbols":
            names = [word.text for word in option.symbols]
            if text in names:
                return names.index(text)
            _wrong(option, text, names, at, report)
        case _:
            assert_never(option.type)
    return None


def _integer(option: OptionSpec, text: str, span: Span, report: Report) -> int | None:
    name, low, high = option.name.text, option.low, option.high
    number = parse_integer(text)
    if number is None:
        helps = (integer_hint(text),)
        report.add("E502", f"option '{name}' must be a whole number, not '{text}'", span, path=option.path, helps=helps)
        return None
    if low is None or high is None:
        return None
    others = (Label(option.range_span, "range declared here"),) if option.range_span else ()
    if not low <= number <= high:
        message = f"option '{name}' = {number} is out of range ({low} to {high})"
        report.add("E501", message, span, label=f"must be between {low} and {high}", others=others, path=option.path)
        return None
    if (number - low) % option.step:
        below = number - (number - low) % option.step
        nearest = [str(n) for n in (below, below + option.step) if n <= high]
        message = f"option '{name}' = {number} is between two steps (every {option.step} from {low})"
        report.add("E503", message, span, label=f"must be {' or '.join(nearest)}", others=others, path=option.path)
        return None
    return number


def _wrong(option: OptionSpec, text: str, names: Iterable[str], span: Span, report: Report) -> None:
    names = tuple(names)
    message = f"option '{option.name.text}' cannot be '{text}'"
    helps = _same_answer(text, names) or did_you_mean(text, names)
    report.add("E502", message, span, label=f"must be {' or '.join(names)}", helps=helps, path=option.path)


_ANSWERS = (("on", "yes", "true"), ("off", "no", "false"))
"""Words that YAML takes for the same answer."""


def _same_answer(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """`no` is not nearly `on`, but means `off`."""
    alike = next((words for words in _ANSWERS if text.lower() in words), ())
    return tuple(f"did you mean '{name}'?" for name in names if name in alike)[:1]


def unknown_option(name: str, options: Iterable[str], span: Span | None, report: Report, path: str = "") -> None:
    """Report an unknown option, and which one was probably meant (E500)."""
    names = tuple(options)
    notes = (f"options of this game: {', '.join(names)}",) if names else ("this game has no options",)
    beside = path and (name == "players" or (name in ("preset", "variants") and not path.startswith("presets.")))
    helps = (f"'{name}' stands beside `options`, not below it",) if beside else did_you_mean(name, names)
    report.add("E500", f"unknown option '{name}'", span, notes=notes, helps=helps, path=path)


def settle_options(
    spec: Spec,
    players: int,
    given: Mapping[str, str],
    preset: str | None,
    report: Report,
    *,
    command_line: Source | None = None,
) -> dict[str, int] | None:
    """The value of every option: its default for this number of players, then the preset, then what was given.

    If there is a `command_line`, mistakes are located in it. Errors: E500 to E503 (names and values), E506 (preset),
    E510 and E513 (number of players); the result is then None. What options require of each other is checked later.
    """
    line = _CommandLine(command_line, players, given, preset)
    own = Report()
    if players not in spec.players:
        numbers = ", ".join(map(str, spec.players))
        message = f"'{spec.name}' is not for {how_many(players, 'player')}"
        own.add("E510", message, line.players, label=f"must be {'one of ' if len(spec.players) > 1 else ''}{numbers}")
    values = {name: _default(option, players, own) for name, option in spec.options.items()}
    if preset:
        values |= _preset(spec, players, preset, line, own)
    for name, text in given.items():
        if name in spec.options:
            values[name] = read_value(spec.options[name], text, line.value(name, text), own)
        else:
            unknown_option(name, spec.options, line.name(name, text), own)
    report.diagnostics += [one for one in own.diagnostics if one not in report.diagnostics]
    return None if own.errors else {name: value for name, value in values.items() if value is not None}


def _default(option: OptionSpec, players: int, report: Report) -> int | None:
    default: WrittenValue | None = option.default.get(players) or option.default.get(None)
    return read_value(option, default.text, default.span, report) if default else None


def _preset(spec: Spec, players: int, name: str, line: _CommandLine, report: Report) -> dict[str, int | None]:
    preset = spec.presets.get(name)
    if preset is None:
        names = tuple(spec.presets)
        notes = (f"presets of this game: {', '.join(names)}",) if names else ("this game has no presets",)
        report.add("E506", f"unknown preset '{name}'", line.preset, notes=notes, helps=did_you_mean(name, names))
        return {}
    if preset.players not in (0, players):
        others = (Label(preset.name.span, "declared here"),)
        message = f"preset '{name}' is for {how_many(preset.players, 'player')}, not {players}"
        report.add("E513", message, line.preset, others=others, path=preset.path)
    return {
        word.text: read_value(spec.options[word.text], value.text, value.span, report) for word, value in preset.values
    }


class _CommandLine:
    """Locates the number of players, the preset and each option in what was typed.

    Without a command line (for instance, if a program asked) an equivalent one is constructed. What was typed in
    another way, such as the values of `--over`, or players that `--seats` names, is shown where it was typed.
    """

    def __init__(self, typed: Source | None, players: int, given: Mapping[str, str], preset: str | None) -> None:
        words = ["--players", str(players)]
        words += ["--preset", preset] if preset else []
        words += [word for name, text in given.items() for word in ("--set", f"{name}={text}")]
        self._source = typed or Source("<command line>", " ".join(words))
        self.players = self._find(rf"--players[ =]({players})(?!\S)", r"--seats[ =](\S+)")
        self.preset = self._find(rf"(?:--preset[ =]|@)({re.escape(preset)})") if preset else None

    def _find(self, *patterns: str) -> Span:
        """The last place of the first group of the first pattern that is found; else the whole line."""
        for pattern in patterns:
            *_, last = (None, *re.finditer(pattern, self._source.text))
            if last is not None:
                return Span(self._source, last.start(1), last.end(1))
        return Span(self._source, 0, len(self._source.text))

    def name(self, name: str, text: str) -> Span:
        """The location of the name of an option that was given."""
        return self._find(rf"(?<![\w-])({re.escape(name)})={re.escape(text)}", rf"(?<![\w-])({re.escape(name)}) *=")

    def value(self, name: str, text: str) -> Span:
        """The location of the value of an option that was given, perhaps as one of several: `target=500,600`."""
        before, value = rf"(?<![\w-]){re.escape(name)}", re.escape(text)
        alone, listed = rf"{before}=({value})(?![^\s,'])", rf"{before} *=(?:\S*?,)?({value})(?![^\s,'])"
        return self._find(alone, listed, rf"{before} *=(\S+)", rf"{before}=({value})")


def _as_typed(name: str, text: str) -> Span:
    source = Source("<command line>", f"{name}={text}")
    return Span(source, len(name) + 1, len(source.text))
