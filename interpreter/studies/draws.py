"""The luck of a game: how much better than usual each seat was served by chance, draw by draw.

Whenever chance has had its say (the deal, a card that is drawn), a number that tells how the seats stand is looked at:
what the spec calls `value`, else its score, else how far everybody has come. From that the average of the same number
is taken away when chance has its say again, `AGAIN` times, from the same position after the same move. What is left is
luck: 0 on average, whoever plays and however well, because a move is settled before chance answers it. So the luck of
all draws, added up, is 0 on average, too, whatever the number is; the better it tells who will win, the more of the
luck of the game it catches.

Players who draw lots among their moves (`Drawing`: bots at random) are chance as well. After their moves the average
is over the lots that they might have drawn, with whatever chance answers to each: given the position, the move that was
made is one lot like all others, so what is left is 0 on average again.

This is AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, AIVAT: A New Variance Reduction Technique for Agent
Evaluation in Imperfect Information Games, AAAI 2018), after the advantage sums of Zinkevich, Bowling, Bard, Kan and
Billings (Optimal Unbiased Estimators for Evaluating Agent Performance, AAAI 2006), in a form that is sound for any
game: the position is known here as it is, with all hidden cards, so there is one history to look at where AIVAT adds up
all that agree with what was public. The lots of other bots stay in: bots that think would have to think again for each
lot, which costs more games than it saves, and programs do not tell theirs. Averages over outcomes are estimated, not
added up: that is as unbiased, and costs about one part in `AGAIN` of what is gained.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from ..play.game.game import Game
from ..play.game.move import Move
from ..play.game.state import State
from ..play.players.player import Luck
from ..play.players.standing import Standing

AGAIN = 8
"""How often chance has its say again."""

Lucks = tuple[float, ...]
"""For each seat, by how much chance made it stand better, in the unit of the number that is looked at."""


class Draws:
    """Adds up the luck of a game while it is played: `play` makes each move."""

    def __init__(self, state: State, seed: int) -> None:
        """The game at its first decision, and the seed that dealt it."""
        game = state.game
        self._standing, self._row = Standing(game), _row(game)
        self._luck = Luck(seed, game.players)
        self._sides = game.layout.teams or tuple(range(game.players))
        self._sums = [0.0] * game.players
        self._count(state, [game.initial_state(seed=self._luck.seed(), record=False) for _ in range(AGAIN)])

    def play(self, state: State, move: Move, lots: Sequence[Move] = ()) -> None:
        """Make a move, and look whether chance had its say after it, or before: one of `lots` was drawn, each of them
        as likely.
        """
        before, drawn = state.clone(), state.game.layout.drawn(state.machine.numbers)
        state.apply(move)
        if len(lots) > 1 or state.game.layout.drawn(state.machine.numbers) != drawn:
            others = lots if len(lots) > 1 else (move,)
            self._count(state, [self._again(before, other) for other in self._others(others)])

    def _others(self, lots: Sequence[Move]) -> Sequence[Move]:
        """`AGAIN` moves or a few less, each of the lots as likely: each as often as the others if there are few."""
        if len(lots) <= AGAIN:
            return [*lots] * (AGAIN // len(lots))
        return [self._luck.one_of(lots) for _ in range(AGAIN)]

    def _again(self, before: State, move: Move) -> State:
        state = before.clone()
        state.machine.reseed(self._luck.seed())
        state.apply(move)
        return state

    def _count(self, found: State, others: list[State]) -> None:
        usual = [self._leads(other) for other in others]
        for seat, lead in enumerate(self._leads(found)):
            self._sums[seat] += lead - fsum(one[seat] for one in usual) / len(usual)

    def _leads(self, state: State) -> list[float]:
        """How far each seat is ahead of those of other sides, on average."""
        row = self._standing.of(state)[self._row]
        return [_lead(row, seat, self._sides) for seat in range(len(row))]

    def found(self) -> Lucks:
        """The luck so far."""
        return tuple(round(one, 9) for one in self._sums)


def _lead(row: tuple[float, ...], seat: int, sides: tuple[int, ...]) -> float:
    others = [number for number, side in zip(row, sides, strict=True) if side != sides[seat]]
    return row[seat] - (fsum(others) / len(others) if others else 0.0)


def _row(game: Game) -> int:
    """Which row of the standing is looked at: where there is neither a value nor a score, how far everybody came."""
    return 0 if game.exhibit.value is not None or game.program.score is not None else 1
