"""How many games ended how: counts that can be added up in any order, and take the same room for a million games.

All that a summary says of many games is computed from these counts, so it is the same to the last digit however the
games were spread over processes, shards and days.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.record import dataclass
from ..engines.program.layout import STATUSES
from ..engines.program.sides import Sides, has_result, sides_of
from ..play.game.game import Game
from ..play.players.playout import Played, play_out
from ..play.players.seats import make_players

MOST_STUCK = 5
"""How many of the games that did not end are remembered by their seed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who played on each seat, the status, the winning sides (None: not told), and the returns."""

    kinds: tuple[str, ...]
    status: str
    winners: Sides | None
    returns: tuple[float, ...]


@dataclass(frozen=True, slots=True, order=True)
class Stuck:
    """A game that did not end by its rules: its seed, how it ended, and after how many decisions."""

    seed: int
    status: str
    decisions: int


@dataclass(slots=True)
class Outcomes:
    """Counts of games by their outcome and by their length in decisions.

    `stuck` are the first games that did not end by their rules, in the order of their seeds, and `errors` what went
    wrong with the rules. `lost` are the seeds of games that could not be played, because they killed their process.
    """

    ended: Counter[Outcome] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    stuck: list[Stuck] = field(default_factory=list)
    errors: dict[Diagnostic, None] = field(default_factory=dict)
    lost: list[int] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.ended.total()

    @property
    def statuses(self) -> Counter[str]:
        """How many games ended with each status."""
        found: Counter[str] = Counter()
        for outcome, many in self.ended.items():
            found[outcome.status] += many
        return found

    def add(self, played: Played, kinds: tuple[str, ...]) -> None:
        """Count one game more."""
        self.ended[Outcome(kinds, played.status, played.winners, played.returns)] += 1
        self.lengths[played.decisions] += 1
        if played.status != "finished":
            self._stick([Stuck(played.seed, played.status, played.decisions)])
            if played.error is not None:
                self.errors[played.error] = None

    def merge(self, other: Outcomes) -> None:
        """Count the games of another one, too."""
        self.ended.update(other.ended)
        self.lengths.update(other.lengths)
        self._stick(other.stuck)
        self.errors.update(other.errors)
        self.lost = sorted({*self.lost, *other.lost})

    def _stick(self, more: Iterable[Stuck]) -> None:
        self.stuck = sorted({*self.stuck, *more})[:MOST_STUCK]


def at_random(game: Game, seeds: range, kinds: Sequence[str]) -> Outcomes:
    """The outcomes of games that random players play inside the engine, without a record for each game."""
    found = game.at_random(len(seeds), seeds.start)
    outcomes = Outcomes(lengths=Counter(found.lengths))
    columns = [found.returns[seat :: game.players] for seat in range(game.players)]
    told, names = has_result(game.program), tuple(kinds)
    counted = Counter(zip(found.ends, found.winners, *columns, strict=True))
    for (end, won, *returns), many in counted.items():
        status, shares = STATUSES[int(end)], tuple(returns)
        winners = sides_of(game.program, int(won), shares) if told and status == "finished" else None
        outcomes.ended[Outcome(names, status, winners, shares)] += many
    if any(STATUSES[end] != "finished" for end in set(found.ends)):
        _note_stuck(game, outcomes, seeds, found.ends, found.lengths)
    return outcomes


def _note_stuck(game: Game, outcomes: Outcomes, seeds: range, ends: Sequence[int], lengths: Sequence[int]) -> None:
    """Remember which games did not end; games whose rules failed are played again, to learn what failed."""
    stuck = [
        Stuck(seed, STATUSES[end], length)
        for seed, end, length in zip(seeds, ends, lengths, strict=True)
        if STATUSES[end] != "finished"
    ]
    outcomes.stuck = stuck[:MOST_STUCK]
    for one in stuck:
        if one.status == "error":
            played = play_out(game, make_players(next(iter(outcomes.ended)).kinds, one.seed), seed=one.seed)
            if played.error is not None:
                outcomes.errors[played.error] = None
