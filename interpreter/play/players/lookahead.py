"""Bots that look one move ahead: by an evaluation of the position (`greedy`), or by playouts (`rollout`).

It knows nothing of any game. It compares the returns where the game is over, and otherwise how well everybody stands
(`standing`): a side counts by how far it is ahead of the best other side, then by how far it is ahead of all others on
average. Of equals it takes the first in the order of the spec: authors tend to write what helps before what is left to
do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...engines.events import NOT_COMPUTED
from ...engines.position import Position
from ...engines.program.nodes import Stmt
from ...engines.program.traversal import all_effects
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..game.game import State
from ..game.move import IllegalMove, Move
from ..game.setup import Setup
from .player import PlayerRandom

GUESSES = 8
"""So many determinisations are looked at for a decision."""


Worth = list[float]
"""What a position is worth to a seat: the number at the front counts first, the next where it is equal."""


class Greedy:
    """Looks one move ahead."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._luck = seat, PlayerRandom(seed, seat)
        self._standing: Evaluation | None = None

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move after which this seat stands best, on average over some determinisations."""
        if len(moves) == 1:
            return moves[0]
        if self._standing is None:
            self._standing = Evaluation(state.game)
        sums: list[Worth] = [[] for _ in moves]
        for _ in range(GUESSES):
            sample = state.resample(seat=self._seat, seed=self._luck.seed())
            places: dict[str, int] = {}
            for place, move in enumerate(sample.legal_moves):
                places.setdefault(move.text, place)
            for number, move in enumerate(moves):
                known = places.get(move.text, move.text)
                sums[number] = _sum(sums[number], self._worth(sample, known, self._standing))
        best = 0
        for number in range(1, len(moves)):
            if _better(sums[number], sums[best]):
                best = number
        return moves[best]

    def _worth(self, sample: State, move: str | int, standing: Evaluation) -> Worth:
        """What the position is worth after a move, told by its place among those of the sample or by its text."""
        after = sample.clone()
        try:
            after.apply(move)
        except IllegalMove:  # a move about hidden cards may not exist in the sample
            return []
        rows = (after.returns, *standing.of(after))
        sides = sample.game.layout.teams or range(sample.game.players)
        return [lead for row in rows for lead in _leads(row, self._seat, sides)]


def _leads(row: Sequence[float], seat: int, sides: Sequence[int]) -> tuple[float, float]:
    """How far a seat is ahead of the best seat of other sides, and of them on average; alone, what it has."""
    others = [number for number, side in zip(row, sides, strict=True) if side != sides[seat]]
    if not others:
        return row[seat], 0.0
    return row[seat] - max(others), row[seat] - sum(others) / len(others)


def _sum(one: Worth, other: Worth) -> Worth:
    return [a + b for a, b in zip(one, other, strict=True)] if one and other else one or other


def _better(one: Worth, other: Worth) -> bool:
    """Whether a sum is larger, by the first number in which the two differ."""
    for a, b in zip(one, other, strict=False):
        # Sums of numbers that differ by less are equal: they were only added in another order
        if abs(a - b) > 1e-9 * max(1.0, abs(a), abs(b)):
            return a > b
    return False


# A bot that tries each move out on many determinisations, plays them all to the end at random, and takes the move that
# wins most.
#
# It knows nothing of any game. The effort is fixed rather than timed, so the choice depends on nothing but the seed and
# what the seat knows, and is the same with every engine.

GAMES = 512
"""About how many games are played to the end for a decision."""

FEWEST, MOST = 8, 16
"""How many determinisations the moves are tried on, at least and at most."""

PLAYOUTS = 8
"""How many games are played on from each move in each determinisation, which costs more than they do."""


class Rollout:
    """Counts how random games end after each move."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._luck = seat, PlayerRandom(seed, seat)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move after which this seat gets most on average; chance picks among equals."""
        if len(moves) == 1:
            return moves[0]
        worths = [0.0] * len(moves)
        for _ in range(determinisations(len(moves))):
            seed = self._luck.seed()
            sample = state.resample(seat=self._seat, seed=seed)
            for number, move in enumerate(moves):
                worths[number] += self._worth(sample, move, seed)
        best = max(worths)
        return self._luck.one_of([move for move, worth in zip(moves, worths, strict=True) if worth == best])

    def _worth(self, sample: State, move: Move, seed: int) -> float:
        """The sum of what this seat gets in the games that go on with this move."""
        after = sample.clone()
        try:
            after.apply(move.text)
        except IllegalMove:  # a move about hidden cards may not exist in the sample
            return 0
        if after.is_terminal:
            return after.returns[self._seat] * PLAYOUTS
        played = after.game.executor.playouts(list(after.machine.state), PLAYOUTS, seed)
        return sum(played.returns[self._seat :: played.players])


def determinisations(moves: int) -> int:
    """How many determinisations are sampled for a decision among this many moves.

    >>> determinisations(2), determinisations(8), determinisations(100)
    (16, 8, 8)
    """
    return min(max(GAMES // (moves * PLAYOUTS), FEWEST), MOST)


# How well the seats stand in a position, for bots that compare positions without playing them to the end.
#
# A spec may say so: `value:` under `result` is an expression over a player `it`. It may read anything, hidden cards
# too, because bots compute it only in positions that they have guessed, and average over several of these. Where a spec
# says nothing, what people see of a race counts instead: first the score, with the points that everybody would get if
# the score sheets were filled in now; of equals, how far everybody has come on the tracks of the table. Nothing here is
# about one game.


TRACK = "tracks."
"""The prefix of what is shown as a track of the table."""

Numbers = tuple[float, ...]
"""A number for each seat."""


class Evaluation:
    """Computes the standing in positions of one game."""

    def __init__(self, game: Setup) -> None:
        self._game, self._layout = game, game.layout
        self._sheets = tuple(_sheets(game)) if game.exhibit.value is None else ()

    def of(self, state: State) -> tuple[Numbers, ...]:
        """What the spec calls the value, or else the scores and the distances: rows with a number for each seat.

        A later row counts only where the rows before it are equal. Only differences within a row mean something.
        """
        value = self._game.exhibit.value
        worths = None if value is None else state.machine.worths()
        if worths is not None:
            return (tuple(map(_counted, worths)),)
        m = self._game.exhibit_code.at(list(state.machine.state))
        if value is None:
            standing = [0.0] * m.players
            for name, sight in self._game.exhibit.sights.items():
                if name.startswith(TRACK) and name.endswith(".at") and sight.it is not None:
                    for number in range(m.players if sight.owner == "player" else self._layout.team_count):
                        self._add(standing, sight.owner, number, _number(m, sight.value, sight.it, number))
            return self._scores(state, m), tuple(standing)
        local, expr = value
        return (tuple([_number(m, expr, local, seat) for seat in range(m.players)]),)

    def _scores(self, state: State, m: Position) -> Numbers:
        standing = [float(score) for score in state.scores]
        for owner, cells, local, points in self._sheets:
            for number in range(cells):
                self._add(standing, owner, number, _number(m, points, local, number))
        return tuple(standing)

    def _add(self, standing: list[float], owner: str, number: int, more: float) -> None:
        """More for a player, or for each player of a team."""
        for seat in range(len(standing)):
            if number == (self._layout.teams[seat] if owner == "team" else seat):
                standing[seat] += more


def _number(m: Position, expr: ir.Expr, local: ir.Local, owner: int) -> float:
    """What an expression is for an owner, its steps counted from 0; what cannot be computed here, or is none, counts as
    nothing.
    """
    try:
        with m.aside():
            value = m.value(expr, {local.number: owner})
    except NOT_COMPUTED:
        return 0.0
    return _counted(value)


def _counted(value: int) -> float:
    """A number as it counts: none is nothing."""
    return 0.0 if value == NONE else float(value)


def _sheets(game: Setup) -> Iterator[tuple[str, int, ir.Local, ir.Expr]]:
    """The categories of score sheets: whose they are, how many owners there are, and the points of an owner."""
    found = {}
    for stmt in _effects(game):
        # The prefix of the variables that hold score sheets
        if isinstance(stmt, ir.SetVariable) and stmt.name.startswith("sheet.") and isinstance(stmt.owner, ir.Local):
            cell = game.layout.variables[stmt.name]
            found[stmt.name] = (cell.owner, cell.cells, stmt.owner, stmt.value)
    yield from found.values()


def _effects(game: Setup) -> Iterable[Stmt]:
    program = game.program
    bodies = [block.body for block in program.blocks] + [effect.body for effect in program.effects.values()]
    for body in bodies:
        yield from all_effects(body)
