"""The course of a game: by which rules it is played, from which deal, and with which moves. It can be followed again.

Courses are followed leniently: a move that is not legal where it comes is left out. So moves can be taken out of a
course, and what is left is again the course of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from ...diagnostics.diagnostic import SpecError
from ...diagnostics.record import dataclass
from ..game.endless import Watch
from ..game.engines import best_engine
from ..game.game import Game
from ..game.state import State
from ..game.trace import Line, Recorder
from .laws import Breach, Here

Look = Callable[[Here], Breach | None]
"""Looks at a position, and returns what was found there, or None."""

FAVOUR = (1.0, 1.0, 4.0, 0.2)
"""How likely an action is compared with others, in different games."""


@dataclass(frozen=True, slots=True)
class Way:
    """By which rules a game is played: names of variants, how many players, the values of options as JSON has them."""

    variants: tuple[str, ...]
    players: int
    options: tuple[tuple[str, Any], ...]

    @property
    def settings(self) -> Mapping[str, Any]:
        """The options by name."""
        return dict(self.options)


@dataclass(frozen=True, slots=True)
class Course:
    """A game as it was played up to some position: the way, the seed of what chance decides, and the moves."""

    way: Way
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
    course: Course
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


def follow(games: tuple[Game, Game | None], way: Way, seed: int, mover: Mover, look: Look) -> Sighting | None:
    """Play a game and look at every position, up to the first in which something is found."""
    one, other = games
    state, twin = one.initial_state(seed=seed), None if other is None else other.initial_state(seed=seed)
    recorder, played = Recorder(state), list[str]()
    here = Here(state, twin, Watch(one), [recorder.first], seed)
    while True:
        found = _looked(here, recorder, look)
        if found is not None:
            return Sighting(found, Course(way, seed, tuple(played)), tuple(here.lines))
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
            found = Breach("interpreter", f"{move.text}: {_told(error)}", type(error).__name__)
            line = {"n": len(here.lines), "seat": f"p{move.seat + 1}", "phase": state.phase, "move": move.text}
            return Sighting(found, Course(way, seed, tuple(played)), (*here.lines, line))
        here.number += 1


def _looked(here: Here, recorder: Recorder, look: Look) -> Breach | None:
    """What is found in a position; that the interpreter itself fails there is a finding, too."""
    try:
        here.lines += recorder.lines(here.state)
        return look(here)
    except SpecError:
        raise
    except Exception as error:
        return Breach("interpreter", _told(error), type(error).__name__)


def _told(error: Exception) -> str:
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
