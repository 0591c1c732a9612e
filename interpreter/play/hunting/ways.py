"""The ways in which a game can be played, drawn at random: variants, numbers of players, options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from pathlib import Path
from random import Random
from typing import Any

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...language.merge.catalogue import find_games
from ...language.spec.nodes import Option
from ..game.game import Game
from ..game.load import configure, load_rules
from ..game.rules import Rules
from .course import Way, both

TRIES = 20
"""How often values of options are drawn that the rules do not allow together, before the usual ones are taken."""

KEPT = 12
"""How many games are kept ready."""


@dataclass(slots=True, kw_only=True)
class Ways:
    """All ways to play a game, but for what is `fixed`: variants that are always there, options, players.

    `loose` are the names of the variants that may come on top.
    """

    game: str
    fixed: tuple[str, ...]
    options: dict[str, str]
    players: int | None
    preset: str | None
    paths: Sequence[str]
    loose: tuple[str, ...] = ()
    _rules: dict[tuple[str, ...], Rules | None] = field(default_factory=dict)
    _games: dict[Way, tuple[Game, Game | None]] = field(default_factory=dict)

    def with_variants(self, rules: Rules) -> Ways:
        """The same with all variants of the game that are available and not fixed; `rules` are those without them."""
        place = Path(self.game)
        beside = (str(place if place.is_dir() else place.parent),) if place.exists() else ()
        names = (one.name for one in find_games((*self.paths, *beside)).variants_of(rules.spec.name))
        loose = tuple(name for name in names if name not in rules.playable.variants)
        return replace(self, loose=loose, _rules={self.fixed: rules})

    @property
    def usual(self) -> Way:
        """The game with the fixed variants only, its fewest players, and its own options."""
        rules = self.rules(())
        assert rules is not None
        game = configure(rules, players=self.players, options=self.options, preset=self.preset)
        return Way((), game.players, _changed(rules, game))

    def draw(self, luck: Random) -> Way | None:
        """A way at random; None if its variants do not go together."""
        many = min(luck.choice((0, 0, 0, 1, 1, 2)), len(self.loose))
        variants = tuple(sorted(luck.sample(self.loose, many)))
        rules = self.rules(variants)
        if rules is None:
            return None
        players = luck.choice(rules.spec.players) if self.players is None else self.players
        preset = self.preset or (luck.choice([None, *rules.spec.presets]) if luck.random() < 0.3 else None)
        for _ in range(TRIES):
            drawn = {name: str(_value(one, luck)) for name, one in rules.spec.options.items() if luck.random() < 0.5}
            try:
                game = configure(rules, players=players, options={**drawn, **self.options}, preset=preset)
            except SpecError:
                preset = self.preset
                continue
            return Way(variants, players, _changed(rules, game))
        return Way(variants, players, ())

    def rules(self, variants: tuple[str, ...]) -> Rules | None:
        """The rules with these variants on top; None if they do not go together, or not with those that are fixed.

        Raises SpecError for a single one with mistakes of its own.
        """
        names = (*self.fixed, *variants)
        if names not in self._rules:
            report = Report()
            found = load_rules(self.game, names, self.paths, report)
            if found is None and len(variants) == 1:
                self._load_alone(variants, report)
            self._rules[names] = found
        return self._rules[names]

    def _load_alone(self, variants: tuple[str, ...], report: Report) -> None:
        """Raise SpecError if a variant that does not go with the fixed ones cannot be loaded without them either."""
        if self.fixed:
            report = Report()
            if load_rules(self.game, variants, self.paths, report) is not None:
                return
        raise SpecError(report)

    def games(self, way: Way) -> tuple[Game, Game | None] | None:
        """The game that is played in a way, with both engines; None if the rules do not allow it."""
        if way not in self._games:
            rules = self.rules(way.variants)
            if rules is None:
                return None
            try:
                game = configure(rules, players=way.players, options={**dict(way.options), **self.options})
            except SpecError:
                return None
            if len(self._games) >= KEPT:
                self._games.pop(next(iter(self._games)))
            self._games[way] = both(game)
        return self._games[way]


def _value(option: Option, luck: Random) -> Any:
    """A value that an option may have; the ends of its range come often."""
    match option.type:
        case "boolean":
            return luck.choice(("true", "false"))
        case "symbols":
            return luck.choice([symbol.text for symbol in option.symbols])
        case _:
            low, high, step = option.low or 0, option.high or 0, option.step or 1
            last = high - (high - low) % step
            return luck.choice((low, last, low + step * luck.randrange((high - low) // step + 1)))


def _changed(rules: Rules, game: Game) -> tuple[tuple[str, Any], ...]:
    """The options that differ from those that the game has by itself."""
    usual = configure(rules, players=game.players).options
    return tuple((name, value) for name, value in game.options.items() if usual.get(name) != value)
