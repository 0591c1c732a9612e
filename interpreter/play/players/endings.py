"""Near the end of a game: which moves another move beats in every guess, whatever is done then.

Where few positions are left, a guess is played out exactly: every move of everybody, and all that chance may deal. For
each move this tells the least and the most that a seat can come to, if it goes on as well as it can:

    at an end                      least = most = its return
    where it decides               the greatest least and the greatest most of its moves
    where chance decides           the means
    where somebody else decides    the least of the leasts, the greatest of the mosts

A move is *beaten* if another one has a greater least than its most, in every guess. No belief about the others is in
that: they may know nothing of the seat's cards, and be bluffed. Only where they know all that it knows, they are taken
to do what is best for themselves, and of equals what is worst for the seat (max^n; C. Luckhardt, K. Irani, 1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...diagnostics.record import dataclass
from ...engines.program.nodes import AskBlock
from ..game.decider import CHANCE
from ..game.state import State
from ..game.view import knows
from .player import Luck

Outlook = tuple[float, float]
"""The least and the most that a seat comes to."""

Worths = tuple[float, ...]
"""What each seat comes to, where everybody is taken to know everything."""

DEEPEST = 200
"""A way to the end that is longer is not looked for."""


class TooMany(Exception):
    """More positions are left than may be looked at."""


def beaten(guesses: Iterable[State], seat: int, most: int, luck: Luck) -> frozenset[int]:
    """The places of the moves that another one beats in every guess; none where more than `most` positions are left.

    `most` is for each guess. The guesses are of one decision, so their moves are the same. Whether it is worth the
    trouble is told by one way to the end, taken by chance (D. E. Knuth, 1975).
    """
    rows: list[Sequence[Outlook]] = []
    for guess in guesses:
        if not rows and not _is_short(guess, most, luck):
            break
        try:
            rows.append(_Ending(seat, most, _in_the_open(guess, seat)).of_moves(guess))
        except TooMany:
            return frozenset()
    places = range(min(map(len, rows), default=0))
    return frozenset(one for one in places if any(all(row[other][0] > row[one][1] for row in rows) for other in places))


def _explicit(guess: State) -> State:
    """The same position, but that chance is a player of its own."""
    m = guess.machine
    return State(guess.game, guess.game.executor.resume(list(m.state), explicit=True, steps=m.steps, record=False))


def _is_short(guess: State, most: int, luck: Luck) -> bool:
    """Whether a way to the end, taken by chance, lets one expect at most so many positions."""
    state, ways, size = guess, 1, 1
    for _ in range(DEEPEST if size <= most else 0):
        if state.is_terminal:
            return True
        moves = state.legal_moves
        ways *= len(moves)
        size += ways
        place = luck.one_of(range(len(moves)))
        if size > most:
            return False
        state = _explicit(guess) if state is guess else state
        state.apply(place)
    return False


def _in_the_open(guess: State, seat: int) -> bool:
    """Whether all others know all that a seat knows: its cards, its variables, what it chooses."""
    m, program = guess.machine, guess.game.program
    asks = [block.end for block in program.blocks if isinstance(block.end, AskBlock)]
    if any(ask.secret is not None or any(choice.secret for choice in ask.choices) for ask in asks):
        return False
    if any(cell.shows == "owner" for cell in guess.game.layout.variables.values()):
        return False
    others = [other for other in range(guess.game.players) if other != seat]
    cards = range(len(guess.game.layout.kind_of))
    return all(knows(m, card, other) for card in cards if knows(m, card, seat) for other in others)


@dataclass(slots=True)
class _Ending:
    """Counts down how many positions may still be looked at; `is_open` says that others know what the seat knows."""

    seat: int
    left: int
    is_open: bool

    def of_moves(self, guess: State) -> list[Outlook]:
        """The outlook after each move, in the order of the moves."""
        return [self._outlook(after, 1) for after in self._after(_explicit(guess))]

    def _outlook(self, state: State, deep: int) -> Outlook:
        if self.is_open:
            worth = self._worths(state, deep)[self.seat]
            return worth, worth
        if state.is_terminal:
            return (state.returns[self.seat],) * 2
        found = [self._outlook(after, deep + 1) for after in self._next(state, deep)]
        least, most = [one for one, _ in found], [one for _, one in found]
        if state.current_seat == CHANCE:
            return _mean(state, least), _mean(state, most)
        return max(least) if state.current_seat == self.seat else min(least), max(most)

    def _worths(self, state: State, deep: int) -> Worths:
        if state.is_terminal:
            return state.returns
        found, who = [self._worths(after, deep + 1) for after in self._next(state, deep)], state.current_seat
        if who == CHANCE:
            return tuple([_mean(state, row) for row in zip(*found, strict=True)])
        return max(found, key=lambda worths: (worths[who], -worths[self.seat]))

    def _next(self, state: State, deep: int) -> list[State]:
        if deep > DEEPEST:
            raise TooMany
        return self._after(state)

    def _after(self, state: State) -> list[State]:
        """The positions after each move or outcome."""
        self.left -= len(state.legal_moves)
        if self.left < 0:
            raise TooMany
        found = []
        for move in state.legal_moves:
            after = state.clone()
            after.apply(move)
            found.append(after)
        return found


def _mean(state: State, numbers: Sequence[float]) -> float:
    """The mean by the weights of the outcomes of chance."""
    weights = [weight for _, weight in state.chance_outcomes]
    return sum(weight * one for weight, one in zip(weights, numbers, strict=True)) / sum(weights)
