"""The input of the fuzzer, which can be replayed: by which rules a game is played, from which deal, which moves.

Courses are followed leniently: a move that is not legal where it comes is left out. So moves can be taken out of a
course, and what is left is again the course of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from pathlib import Path
from random import Random
from typing import Any

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...language.spec.nodes import OptionSpec
from ...source.merge.catalogue import find_games
from ..game.cycle_detection import CycleDetector
from ..game.engines import best_engine
from ..game.game import Game, State
from ..game.loading.load import configure, load_rules
from ..game.loading.rules import Rules
from ..game.traces.recorder import Line, Recorder
from .laws import Breach, Here

Look = Callable[[Here], Breach | None]
"""Looks at a position, and returns what was found there, or None."""

FAVOUR = (1.0, 1.0, 4.0, 0.2)
"""How likely an action is compared with others, in different games."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """By which rules a game is played: names of variants, how many players, the values of options as JSON has them."""

    variants: tuple[str, ...]
    players: int
    options: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class FuzzInput:
    """A game as it was played up to some position: the way, the seed of what chance decides, and the moves."""

    way: RuleChoice
    seed: int
    moves: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int, int, int]:
        """How much there is to read in it: the shorter the better."""
        return (len(self.moves), len(self.way.variants), self.way.players, len(self.way.options))


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was found, where: the course up to there, and its trace. `at` is the line in which the last move is."""

    found: Breach
    course: FuzzInput
    lines: tuple[Line, ...]

    @property
    def at(self) -> int:
        """The number of the last line with a move; 0 if nobody has moved yet."""
        return next((line["n"] for line in reversed(self.lines) if "move" in line), 0)


def both(game: Game) -> tuple[Game, Game | None]:
    """The game with the reference engine, and with the compiled one if that is installed."""
    kept: dict[str, Any] = {"spec": game.spec, "variants": game.variants, "options": game.options}
    kept |= {"digest": game.digest}
    fast = Game(game.program, **kept, engine="fast") if best_engine() == "fast" else None
    return Game(game.program, **kept), fast


Mover = Callable[[State], int]
"""Picks a move: its place among the legal ones, or -1 to stop there."""


def follow(games: tuple[Game, Game | None], way: RuleChoice, seed: int, mover: Mover, look: Look) -> Sighting | None:
    """Play a game and look at every position, up to the first in which something is found."""
    one, other = games
    state, twin = one.initial_state(seed=seed), None if other is None else other.initial_state(seed=seed)
    recorder, played = Recorder(state), list[str]()
    here = Here(state, twin, CycleDetector(one), [recorder.first], seed)
    while True:
        found = _looked(here, recorder, look)
        if found is not None:
            return Sighting(found, FuzzInput(way, seed, tuple(played)), tuple(here.lines))
        at = -1 if state.is_terminal else mover(state)
        if at < 0:
            return None
        move = state.legal_moves[at]
        played.append(move.text)
        here.watch.played(state, move)
        try:
            state.apply(at)
            if twin is not None:
                twin.apply(at)
        except Exception as error:
            found = Breach("interpreter", f"{move.text}: {_error_text(error)}", type(error).__name__)
            line = {"n": len(here.lines), "seat": f"p{move.seat + 1}", "phase": state.phase, "move": move.text}
            return Sighting(found, FuzzInput(way, seed, tuple(played)), (*here.lines, line))
        here.number += 1


def _looked(here: Here, recorder: Recorder, look: Look) -> Breach | None:
    """What is found in a position; that the interpreter itself fails there is a finding, too."""
    try:
        here.lines += recorder.lines(here.state)
        return look(here)
    except SpecError:
        raise
    except Exception as error:
        return Breach("interpreter", _error_text(error), type(error).__name__)


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"


def by_text(moves: Sequence[str]) -> Mover:
    """The moves with these texts in their order, as far as they are legal where they come; the others are left out."""
    rest = iter(moves)

    def choose(state: State) -> int:
        legal = {move.text: number for number, move in enumerate(state.legal_moves)}
        return next((legal[text] for text in rest if text in legal), -1)

    return choose


def with_favourites(seed: int, most: int) -> Mover:
    """Moves at random, at most so many, with favourites among the actions.

    They are other ones in each game, so that games differ in more than their luck (Groce, Zhang, Eide, Chen and Regehr,
    Swarm testing, ISSTA 2012).
    """
    luck, favour = Random(seed), dict[str, float]()

    def choose(state: State) -> int:
        if state.decisions >= most:
            return -1
        moves = state.legal_moves
        if len(moves) == 1:
            return 0
        names = [move.text.partition("(")[0] for move in moves]
        for name in names:
            favour.setdefault(name, luck.choice(FAVOUR))
        return luck.choices(range(len(moves)), [favour[name] for name in names])[0]

    return choose


# The ways in which a game can be played, drawn at random: variants, numbers of players, options.

TRIES = 20
"""How often values of options are drawn that the rules do not allow together, before the usual ones are taken."""

KEPT = 12
"""How many games are kept ready."""


@dataclass(slots=True, kw_only=True)
class RuleSampler:
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
    _games: dict[RuleChoice, tuple[Game, Game | None]] = field(default_factory=dict)

    def with_variants(self, rules: Rules) -> RuleSampler:
        """The same with all variants of the game that are available and not fixed; `rules` are those without them."""
        place = Path(self.game)
        beside = (str(place if place.is_dir() else place.parent),) if place.exists() else ()
        names = (one.name for one in find_games((*self.paths, *beside)).variants_of(rules.spec.name))
        loose = tuple(name for name in names if name not in rules.playable.variants)
        return replace(self, loose=loose, _rules={self.fixed: rules})

    @property
    def usual(self) -> RuleChoice:
        """The game with the fixed variants only, its fewest players, and its own options."""
        rules = self.rules(())
        assert rules is not None
        game = configure(rules, players=self.players, options=self.options, preset=self.preset)
        return RuleChoice((), game.players, _changed(rules, game))

    def draw(self, luck: Random) -> RuleChoice | None:
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
            return RuleChoice(variants, players, _changed(rules, game))
        return RuleChoice(variants, players, ())

    def rules(self, variants: tuple[str, ...]) -> Rules | None:
        """The rules with these variants on top; None if they do not go together, or not with those that are fixed.

        Raises SpecError for a single one with mistakes of its own.
        """
        names = (*self.fixed, *variants)
        if names not in self._rules:
            report = Report()
            found = load_rules(self.game, names, self.paths, report)
            if found is None and len(variants) == 1:
                # It may only not go with the fixed ones; what is wrong with it without them is its author's to mend
                alone = Report() if self.fixed else report
                if not self.fixed or load_rules(self.game, variants, self.paths, alone) is None:
                    raise SpecError(alone)
            self._rules[names] = found
        return self._rules[names]

    def games(self, way: RuleChoice) -> tuple[Game, Game | None] | None:
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


def _value(option: OptionSpec, luck: Random) -> Any:
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
