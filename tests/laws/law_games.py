"""The games whose laws are tested: every spec of the package with each of its variants, the examples, and the small
ones in `specs/` and `envelopes` (not those in `specs/wrong/`, whose rules go wrong).

A new spec, variant, preset or option is found automatically. Each game is played with every number of players (games of
the shelf with the most), with each preset, and with a few settings that give every option other values
(these with one number of players each, and not of the shelf); each variant in one of these configurations.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest

from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.language.spec.nodes import OptionSpec
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import configure, load_rules
from cardwright.play.game.loading.rules import Rules
from cardwright.source.merge.catalogue import find_games, shipped_folders

SMALL = Path(__file__).parent / "specs"
ENVELOPES = Path(__file__).parents[1] / "play" / "game" / "specs" / "envelopes" / "game.yaml"
SHELF = shipped_folders()[1]
SETTINGS = 2
"""How many settings give every option another value."""


@dataclass(frozen=True)
class Case:
    """A game in one configuration: `how` is `usual`, the name of a preset, or `setting 1` and so on."""

    name: str
    path: str
    variants: tuple[str, ...]
    players: int
    how: str

    def __str__(self) -> str:
        return "-".join((self.name, *self.variants, str(self.players), self.how.replace(" ", "_")))

    @property
    def game(self) -> Game:
        """The game, ready to be played."""
        return _game(self)

    @property
    def compiled(self) -> Game:
        """The same with the compiled engine if it is installed: what is long for one is short for the other."""
        return _compiled(self)


@cache
def rules_of(path: str, variants: tuple[str, ...]) -> Rules:
    """Load the rules of a spec; raises SpecError."""
    report = Report()
    rules = load_rules(path, variants, (), report)
    if rules is None:
        raise SpecError(report)
    return rules


@cache
def _game(case: Case) -> Game:
    return on_reference(_configured(case))


@lru_cache(maxsize=100)
def _compiled(case: Case) -> Game:
    return Game(case.game.program, spec=case.game.spec, engine="fast") if find_spec("wasmtime") else case.game


def on_reference(game: Game) -> Game:
    """The game with the reference engine, which defines what the laws are about; other engines are compared with it."""
    return Game(
        game.program,
        spec=game.spec,
        variants=game.variants,
        options=game.options,
        digest=game.digest,
        exhibit=game.exhibit,
    )


def _configured(case: Case) -> Game:
    rules = rules_of(case.path, case.variants)
    if case.how == "usual":
        return configure(rules, players=case.players)
    if case.how in rules.spec.presets:
        return configure(rules, players=case.players, preset=case.how)
    return _other(rules, case.players, int(case.how.split()[1]))


def _other(rules: Rules, players: int, number: int) -> Game:
    """The game with as many options as possible at a value other than the default."""
    chosen: dict[str, Any] = {}
    game = configure(rules, players=players)
    for place, (name, option) in enumerate(rules.spec.options.items()):
        values = some_values(option)
        tried = {**chosen, name: values[(number + place) % len(values)]}
        try:
            game = configure(rules, players=players, options=tried)
        except SpecError:
            continue
        chosen = tried
    return game


def some_values(option: OptionSpec) -> list[Any]:
    """The ends and the middle of an option's range, or its choices."""
    match option.type:
        case "boolean":
            return [False, True]
        case "symbols":
            return [symbol.text for symbol in option.symbols]
        case _:
            assert option.low is not None and option.high is not None
            step = option.step or 1
            middle = option.low + (option.high - option.low) // 2 // step * step
            return list(dict.fromkeys((option.low, middle, option.high)))


@cache
def cases() -> tuple[Case, ...]:
    """Every game in every configuration.

    Each process of a run loads all rules to know them. The second begins with the last ones, so each finds half of them
    in the cache, where the other has left them.
    """
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1":
        for path, variants in reversed([*_specs()]):
            with suppress(SpecError):
                rules_of(path, variants)
    return tuple(case for case in _cases() if case.players)


@cache
def each_once(law: str = "") -> tuple[Case, ...]:
    """Each spec and each variant in one configuration: now this one, now that, and another one for another law.

    So each law sees every spec, and each configuration is seen by some laws.
    """
    found: dict[tuple[str, tuple[str, ...]], list[Case]] = {}
    for case in cases():
        found.setdefault((case.path, case.variants), []).append(case)
    turn = sum(law.encode())
    return tuple(ways[(number + turn) % len(ways)] for number, ways in enumerate(found.values()))


def each_game(law: Callable[..., None]) -> Callable[..., None]:
    """Makes a law a test of each spec and each variant; in a hurry of every sixth, each law of others."""
    made: Callable[..., None] = pytest.mark.parametrize("case", each_once(law.__name__), ids=str)(law)
    return cast("Callable[..., None]", pytest.mark.sampled(6)(made))


@cache
def broken() -> tuple[Case, ...]:
    """The specs that cannot be loaded."""
    return tuple(dict.fromkeys(case for case in _cases() if not case.players))


def _specs() -> Iterator[tuple[str, tuple[str, ...]]]:
    found = find_games()
    for game in found.games:
        yield game.path, ()
        yield from ((game.path, (variant.name,)) for variant in found.variants_of(game.name))
    yield from ((str(path), ()) for path in sorted(SMALL.glob("*.yaml")))


def _cases() -> Iterator[Case]:
    found = find_games()
    for game in found.games:
        ways = [way for way in _ways(game.name, game.path, ()) if not on_shelf(way) or _enough(way)]
        yield from ways
        for number, variant in enumerate(found.variants_of(game.name)):
            ways = list(_ways(game.name, game.path, (variant.name,)))
            yield ways[number % len(ways)]
    for path in sorted(SMALL.glob("*.yaml")):
        yield from _ways(path.stem, str(path), ())
    yield from _ways("envelopes", str(ENVELOPES), ())


def on_shelf(case: Case) -> bool:
    """Whether it is a game of the shelf."""
    return Path(case.path).resolve().is_relative_to(SHELF)


def _enough(case: Case) -> bool:
    """Whether the most play and options are as usual: enough of a game of the shelf."""
    most = rules_of(case.path, ()).spec.players[-1] if case.players else 0
    return case.how == "usual" and case.players == most


def _ways(name: str, path: str, variants: tuple[str, ...]) -> Iterator[Case]:
    try:
        spec = rules_of(path, variants).spec
    except SpecError:
        yield Case(name, path, variants, 0, "usual")
        return
    for players in spec.players:
        yield Case(name, path, variants, players, "usual")
    hows = [*spec.presets, *(f"setting {number}" for number in range(SETTINGS if spec.options else 0))]
    for number, how in enumerate(hows):
        preset = spec.presets.get(how)
        players = spec.players[number % len(spec.players)]
        yield Case(name, path, variants, preset.players or players if preset else players, how)
