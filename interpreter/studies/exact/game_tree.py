"""The whole tree of a small game: every move of every player, and every outcome of chance.

A position of the tree is a history, so what is the same position to the rules may stand in the tree more than once, as
players may remember different things. What a seat can tell apart are its *information sets*: two decisions are in the
same one if the seat sees the same, has the same moves, and has seen the same ever since the game began.
"""

from __future__ import annotations

import json
import statistics
from dataclasses import field
from itertools import groupby
from typing import Any

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...play.game.decider import NOBODY
from ...play.game.game import Game, State
from ...play.game.happenings import Happening, happenings
from ...play.players.player import PlayerRandom


@dataclass(frozen=True, slots=True)
class InformationSet:
    """Decisions that a seat cannot tell apart: its moves, what it sees (`State.view`) and has heard, and one of them.

    `depth` counts the decisions that this seat has made before, the same in each of them.
    """

    seat: int
    moves: tuple[str, ...]
    view: dict[str, Any]
    heard: tuple[str, ...]
    depth: int
    state: State


@dataclass(slots=True)
class GameTree:
    """A tree as columns, a row for each position; each stands before those that follow it.

    `who` decides (a seat, `CHANCE`, or `NOBODY` at an end), `after` are the positions that the moves or outcomes lead
    to, `odds` the probabilities of outcomes, `sets` the number of the information set (-1 where no seat decides),
    `returns` what each seat gets at an end.
    """

    players: int
    who: list[int] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)
    odds: list[tuple[float, ...]] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    returns: list[tuple[float, ...]] = field(default_factory=list)
    information: list[InformationSet] = field(default_factory=list)
    longest: int = 0

    @property
    def ends(self) -> list[int]:
        """The positions in which the game is over."""
        return [at for at, who in enumerate(self.who) if who == NOBODY]

    def is_constant_sum(self) -> bool:
        """Whether all returns always add up to the same, so that what one gains others lose."""
        sums = [sum(self.returns[at]) for at in self.ends]
        return max(sums) - min(sums) < 1e-9


class TooLarge(Exception):
    """The tree has more positions than were asked for."""


@dataclass(slots=True, kw_only=True)
class _Sprout:
    """A position that has not been looked at: where it hangs in the tree, and what each seat knew at the last decision.

    The first `since` events are part of that; `depths` count the decisions of each seat.
    """

    state: State
    above: int
    knows: tuple[int, ...]
    depths: tuple[int, ...]
    since: int = 0


def grow(game: Game, most: int) -> GameTree:
    """The tree of a game, with all that chance may deal. A game at its limit of decisions is over.

    Raises TooLarge above `most` positions, and SpecError if the rules fail in one of them.

    >>> len(grow(load_game("kuhn-poker"), 100).who)
    58
    """
    tree, memory = GameTree(game.players), _Memory()
    start = game.initial_state(chance="explicit")
    waiting = [_Sprout(state=start, above=-1, knows=(0,) * game.players, depths=(0,) * game.players)]
    while waiting:
        sprout = waiting.pop()
        state, seat = sprout.state, sprout.state.current_seat
        if len(tree.who) >= most:
            raise TooLarge
        if state.error is not None:
            raise SpecError(Report([state.error]))
        # One more position of the tree; its number
        at, outcomes = len(tree.who), state.chance_outcomes
        total = sum(weight for _, weight in outcomes)
        if sprout.above >= 0:
            tree.after[sprout.above].append(at)
        tree.who.append(state.current_seat)
        tree.after.append([])
        tree.odds.append(tuple(weight / total for _, weight in outcomes))
        tree.sets.append(-1)
        tree.returns.append(state.returns if state.is_terminal else ())
        tree.longest = max(tree.longest, sum(sprout.depths))
        knows, depths, since = sprout.knows, sprout.depths, sprout.since
        if seat >= 0:
            knows = tuple(memory.learns(state, one, known, since) for one, known in enumerate(knows))
            tree.sets[at] = memory.set_of(tree, state, knows[seat], depths[seat])
            depths = tuple(depth + (one == seat) for one, depth in enumerate(depths))
            since = len(state.machine.events or ())
        for move in reversed(state.legal_moves):
            child = state.clone()
            child.apply(move)
            waiting.append(_Sprout(state=child, above=at, knows=knows, depths=depths, since=since))
    return tree


@dataclass(slots=True)
class _Memory:
    """What seats know, as numbers: equal numbers, equal knowledge. `heard` are the moves that belong to each."""

    numbers: dict[object, int] = field(default_factory=dict)
    heard: list[tuple[str, ...]] = field(default_factory=lambda: [()])
    sets: dict[object, int] = field(default_factory=dict)

    def learns(self, state: State, seat: int, known: int, since: int) -> int:
        """What a seat knows once it has taken note of all events from number `since` on."""
        news = happenings(state.machine, seat, since)
        # The same happenings; of cards that go one after the other from a place to a place the order is nobody's
        # memory.
        # Whether the order of the place itself is seen is in the view.
        found: list[Happening] = []
        for run, some in groupby(news, lambda one: (one.what, one.source, one.target)):
            together = list(some)
            found += sorted(together, key=lambda one: one.card) if run[0] == "moved" else together
        key = (known, tuple(map(repr, found)))
        number = self.numbers.setdefault(key, len(self.heard))
        if number == len(self.heard):
            moves = (f"p{one.seat + 1} {one.text}" for one in news if one.what in ("move", "chosen"))
            self.heard.append((*self.heard[known], *moves))
        return number

    def set_of(self, tree: GameTree, state: State, known: int, depth: int) -> int:
        """The information set of a decision, a new one if there is none yet."""
        seat = state.current_seat
        view = state.view(seat)
        key = (seat, known, json.dumps(view, sort_keys=True))
        number = self.sets.setdefault(key, len(tree.information))
        if number == len(tree.information):
            moves = tuple(move.text for move in state.legal_moves)
            one = InformationSet(
                seat=seat, moves=moves, view=view, heard=self.heard[known], depth=depth, state=state.clone()
            )
            tree.information.append(one)
        return number


def estimated_size(game: Game, *, games: int, seed: int) -> float:
    """About how many positions the tree has: the median over random ways through it of what each way suggests.

    A way suggests 1 + n1 + n1 n2 + … positions, where n1, n2, … are the numbers of moves or outcomes along it
    (D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975). The mean over all ways is the number itself,
    but a few ways make most of it; the median tells its order of magnitude, and rather too little.
    """
    luck, found = PlayerRandom(seed, 0), []
    for _ in range(games):
        state, ways, size = game.initial_state(chance="explicit", record=False), 1.0, 1.0
        while not state.is_terminal:
            moves = state.legal_moves
            ways = min(ways * len(moves), 1e300)
            size = min(size + ways, 1e300)
            state.apply(luck.number(len(moves)))
        found.append(size)
    return statistics.median(found)
