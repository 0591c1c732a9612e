"""`--over OPTION=VALUES`: the settings of some options that are played, each with its game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from ..diagnostics.diagnostic import SpecError
from ..diagnostics.record import dataclass
from ..play.game.game import Game
from ..play.game.load import configure
from ..play.game.rules import Rules
from ..studies.sweeping import MOST, values_of
from .failure import CommandError
from .flags import GameFlags, option_values
from .opening import open_rules
from .outcome import Outcome

Setting = dict[str, str]
"""A value for each option that is swept over, as it was typed."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The settings that the rules allow, each with its game; `left_out` are those that they do not allow."""

    settings: list[Setting]
    games: list[Game]
    left_out: list[Setting]
    shared: tuple[str, ...]

    @classmethod
    def of(cls, over: tuple[str, ...], flags: GameFlags, named: tuple[str, ...], outcome: Outcome) -> Grid:
        """All combinations of values. Raises CommandError and SpecError for what no setting can have."""
        values = {name: _values(name, text, word) for (name, text), word in zip(_split(over), over, strict=True)}
        if len(values) < len(over):
            raise CommandError("E012", "--over names an option twice", over[-1], "give all its values at once")
        if prod(map(len, values.values())) > MOST:
            many = " × ".join(str(len(one)) for one in values.values())
            raise CommandError("E012", f"{many} settings are more than {MOST}", over[-1], "take fewer values")
        shared = flags.settings
        for name in values.keys() & option_values(shared).keys():
            raise CommandError("E012", f"--over and --set both give values of '{name}'", name, "leave one of them out")
        rules = open_rules(flags, outcome)
        settings: list[Setting] = []
        games: list[Game] = []
        left_out: list[Setting] = []
        for row in product(*values.values()):
            setting = dict(zip(values, row, strict=True))
            game = _configured(rules, {**option_values(shared), **setting}, flags, named, outcome)
            if game is None:
                left_out.append(setting)
            else:
                settings.append(setting)
                games.append(game)
        if not games:
            raise CommandError("E012", "the rules allow none of these settings", over[0], "see `cardwright options`")
        return cls(settings, games, left_out, shared)

    def words(self, setting: Setting) -> tuple[str, ...]:
        """The values of all options, as after `--set`."""
        return (*self.shared, *(f"{name}={value}" for name, value in setting.items()))

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        layout = self.games[0].layout
        many, letter = (layout.team_count, "t") if layout.teams else (self.games[0].players, "p")
        return tuple(f"{letter}{number + 1}" for number in range(many))

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.games[0].layout.teams or tuple(range(self.games[0].players))


def _split(over: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for word in over:
        name, equals, text = (part.strip() for part in word.partition("="))
        if not equals or not name or not text:
            raise CommandError(
                "E012", f"--over needs OPTION=VALUES, not '{word}'", word, "such as target=500..1000:100"
            )
        yield name, text


def _values(name: str, text: str, word: str) -> tuple[str, ...]:
    try:
        return values_of(text)
    except ValueError as error:
        raise CommandError("E012", f"--over {name}: {error}", word) from None


def _configured(
    rules: Rules, options: dict[str, str], flags: GameFlags, named: tuple[str, ...], outcome: Outcome
) -> Game | None:
    """The game with these options; None if they may not stand together."""
    players = flags.players or (len(named) if len(named) > 1 else None)
    source = outcome.line.source
    try:
        return configure(
            rules, players=players, options=options, preset=flags.preset, command_line=source, engine=flags.engine
        )
    except SpecError as error:
        if {one.code for one in error.report.diagnostics} <= {"E507", "E509"}:
            return None
        raise
