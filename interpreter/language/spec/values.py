"""What was chosen for each option: from the defaults, a preset, and what a person typed, in this order.

Values of options are integers: a boolean is 0 or 1, a symbol its place in the list, from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean
from .nodes import Option, Spec, Value
from .reading import INTEGER

TRUTHS = {"true": 1, "yes": 1, "false": 0, "no": 0}


def read_value(option: Option, text: str, span: Span | None, report: Report) -> int | None:
    """The value of an option that a text stands for, or None with a diagnostic (E501, E502, E503).

    Without a span the text is shown as if it had been typed, `hand_size=9`.
    """
    at = span or _typed(option.name.text, text)
    match option.type:
        case "integer":
            return _integer(option, text, at, report)
        case "boolean":
            if text in TRUTHS:
                return TRUTHS[text]
            _wrong(option, text, ("true", "false"), at, report)
        case "symbols":
            names = [word.text for word in option.symbols]
            if text in names:
                return names.index(text)
            _wrong(option, text, names, at, report)
    return None


def _integer(option: Option, text: str, span: Span, report: Report) -> int | None:
    name, low, high = option.name.text, option.low, option.high
    if not INTEGER.fullmatch(text):
        report.add("E502", f"option '{name}' is a whole number, not '{text}'", span, path=option.path)
        return None
    if low is None or high is None:
        return None
    number = int(text)
    others = (Label(option.range_span, "range declared here"),) if option.range_span else ()
    if not low <= number <= high:
        report.add(
            "E501",
            f"option '{name}' = {number} is out of range ({low} to {high})",
            span,
            label=f"must be between {low} and {high}",
            others=others,
            path=option.path,
        )
        return None
    if (number - low) % option.step:
        below = number - (number - low) % option.step
        near = [str(n) for n in (below, below + option.step) if n <= high]
        report.add(
            "E503",
            f"option '{name}' = {number} is between two steps (every {option.step} from {low})",
            span,
            label=f"{' or '.join(near)} would do",
            others=others,
            path=option.path,
        )
        return None
    return number


def _wrong(option: Option, text: str, names: Iterable[str], span: Span, report: Report) -> None:
    names = tuple(names)
    report.add(
        "E502",
        f"option '{option.name.text}' cannot be '{text}'",
        span,
        label=f"must be {' or '.join(names)}",
        helps=did_you_mean(text, names),
        path=option.path,
    )


def unknown_option(name: str, options: Iterable[str], span: Span | None, report: Report, path: str = "") -> None:
    """Tell that there is no such option, and which was probably meant (E500)."""
    names = tuple(options)
    notes = (f"options of this game: {', '.join(names)}",) if names else ("this game has no options",)
    report.add("E500", f"unknown option '{name}'", span, notes=notes, helps=did_you_mean(name, names), path=path)


def settle_options(
    spec: Spec,
    players: int,
    given: Mapping[str, str],
    preset: str | None,
    report: Report,
    *,
    typed: Source | None = None,
) -> dict[str, int] | None:
    """The value of every option: its default for this number of players, then the preset, then what was given.

    `typed` is the command line where there is one; mistakes are shown in it. Errors: E500 to E503
    (names and values), E506 (preset), E510 and E513 (number of players); the answer is then None.
    What options require of each other is looked at later.
    """
    line = _Line(typed, players, given, preset)
    own = Report()
    if players not in spec.players:
        numbers = ", ".join(map(str, spec.players))
        own.add(
            "E510",
            f"'{spec.name}' is not for {players} players",
            line.players,
            label=f"must be {'one of ' if len(spec.players) > 1 else ''}{numbers}",
        )
    values = {name: _default(option, players, own) for name, option in spec.options.items()}
    if preset:
        values |= _preset(spec, players, preset, line, own)
    for name, text in given.items():
        if name in spec.options:
            values[name] = read_value(spec.options[name], text, line.value(name, text), own)
        else:
            unknown_option(name, spec.options, line.name(name, text), own)
    report.diagnostics += [found for found in own.diagnostics if found not in report.diagnostics]
    return None if own.errors else {name: value for name, value in values.items() if value is not None}


def _default(option: Option, players: int, report: Report) -> int | None:
    found: Value | None = option.default.get(players) or option.default.get(None)
    return read_value(option, found.text, found.span, report) if found else None


def _preset(spec: Spec, players: int, name: str, line: _Line, report: Report) -> dict[str, int | None]:
    preset = spec.presets.get(name)
    if preset is None:
        names = tuple(spec.presets)
        notes = (f"presets of this game: {', '.join(names)}",) if names else ("this game has no presets",)
        helps = did_you_mean(name, names)
        report.add("E506", f"unknown preset '{name}'", line.preset, notes=notes, helps=helps)
        return {}
    if preset.players not in (0, players):
        others = (Label(preset.name.span, "declared here"),)
        message = f"preset '{name}' is for {preset.players} players, not {players}"
        report.add("E513", message, line.preset, others=others, path=preset.path)
    return {
        word.text: read_value(spec.options[word.text], value.text, value.span, report) for word, value in preset.values
    }


class _Line:
    """Where the number of players, the preset and each option stand in what was typed.

    Without a command line (a program asked, say) one is written that says the same.
    """

    def __init__(self, typed: Source | None, players: int, given: Mapping[str, str], preset: str | None) -> None:
        words = ["--players", str(players)]
        words += ["--preset", preset] if preset else []
        words += [word for name, text in given.items() for word in ("--set", f"{name}={text}")]
        self._written = Source("<command line>", " ".join(words))
        self._typed = typed
        self.players = self._find("--players", str(players))
        self.preset = self._find("--preset", preset) if preset else None

    def _find(self, before: str, text: str) -> Span:
        for source in (self._typed, self._written):
            for sign in (" ", "="):
                wanted = f"{before}{sign}{text}"
                at = source.text.rfind(wanted) if source else -1
                if source and at >= 0:
                    return Span(source, at + len(wanted) - len(text), at + len(wanted))
        return Span(self._written, 0, len(self._written.text))

    def _option(self, name: str, text: str) -> Span:
        return self._find("--set", f"{name}={text}")

    def name(self, name: str, text: str) -> Span:
        """The name of an option that was given."""
        span = self._option(name, text)
        return Span(span.source, span.start, span.start + len(name))

    def value(self, name: str, text: str) -> Span:
        """The value of an option that was given."""
        span = self._option(name, text)
        return Span(span.source, span.start + len(name) + 1, span.end)


def _typed(name: str, text: str) -> Span:
    source = Source("<command line>", f"{name}={text}")
    return Span(source, len(name) + 1, len(source.text))
