"""A bot that looks several moves ahead, for as many playouts or as long as it is told.

It guesses what it does not know (a determinisation), and from each guess looks ahead several times: down a tree of what
was tried, and on at random to the end of the game. The tree is grown by the engine (`engines.reference.uct` says how);
it is one for all guesses of a decision, and has branches for each seat by what that seat hears, so nobody in it acts on
what they do not know. The more guesses, the better the tree is averaged over them; the fewer, the more is looked ahead,
as a guess costs as much as several playouts.

The moves themselves are compared by halves (sequential halving; Z. Karnin, T. Koren, O. Somekh, 2013): all of them are
tried as often as each other, from the same guesses and with the same luck, then the better half of them, and so on
until one is left. So what is lucky in a guess is lucky for all. Where moves are too many for that, the tree picks them.

If it is told so, dives go on for a few decisions behind the tree only, and are appraised there by what the spec says a
position is worth (`engines.reference.uct`). By that each player behind the tree may also take the best of a few
random moves.

It knows nothing of any game. With a budget in playouts its choice depends on the seed and on what the seat knows alone,
and is the same with every engine; with a budget in time it depends on the machine as well.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from math import ceil, log2

from ...diagnostics.record import dataclass
from ...engines.engine import MOST_FIRST, SearchTree, TreeSettings
from ...engines.position import Position
from ...engines.program.derived_values import has_value
from ...engines.program.nodes import AskBlock
from ..game.decider import CHANCE
from ..game.determinisation.approximation import consistent_position
from ..game.determinisation.observations import observation_key
from ..game.determinisation.particles import MANY
from ..game.game import State
from ..game.move import Move
from ..game.view import knows
from .player import PlayerRandom

PLAYOUTS = 1000
"""So many playouts are made for a decision if nothing else is said."""

PLAYOUTS_PER_LEAF = 32
"""So many times is looked ahead from a guess, as long as the budget has room for `GUESSES`."""

A_WHOLE = 8
"""So many dives that are cut off take as long as one to the end, roughly."""

OFTEN = 4
"""Moves are compared by halves if the budget has room to try each of them so often."""

GUESSES = 8
"""So many guesses are made at least, if the budget has room for them."""

SETS = 4
"""The guesses follow so many sets of trajectories in turn (`ParticlePool`), for to keep one up takes as long as a
guess. The kinds are dealt to them each time."""

CURIOSITY = 0.7
"""How much what is seldom tried is preferred, where the best result counts 1 and the worst 0."""

WIDTH = 3.0
"""With n looks at a position, about `WIDTH` times the square root of n of its moves are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBudget:
    """How much is looked at for a decision: so many playouts, or so many seconds if that is not None.

    With a `delay` of n, what lies behind n decisions is searched as if nothing were hidden there. With a `redeal` of n,
    n more guesses follow each, in which the bot's own cards are dealt anew as the others may guess them. With a `reach`
    of n, dives are cut off n decisions behind the tree, where positions can be appraised. With `picks`, whoever decides
    there takes the best of so many random moves.
    """

    playouts: int = PLAYOUTS
    seconds: float | None = None
    delay: int | None = None
    redeal: int = 0
    reach: int | None = None
    picks: int = 1


def settings(players: int, delay: int | None = None, reach: int | None = None, picks: int = 1) -> TreeSettings:
    """How the trees of this bot grow."""
    return TreeSettings(players=players, curiosity=CURIOSITY, width=WIDTH, delay=delay, reach=reach, picks=picks)


class Search:
    """Looks ahead on determinisations, and plays on at random from there."""

    def __init__(self, seat: int, seed: int, budget: SearchBudget) -> None:
        self._seat, self._luck, self._budget, self._dives = seat, PlayerRandom(seed, seat), budget, PLAYOUTS_PER_LEAF

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The best by halves, the first of equals; none that another beats in every guess."""
        if len(moves) == 1:
            return moves[0]
        began, guesses, game = time.monotonic(), _Guesses(state, self._seat, self._luck), state.game
        valued = has_value(game.program, game.exhibit)
        reach, picks = (self._budget.reach, self._budget.picks) if valued else (None, 1)
        cut_off = reach is not None and picks == 1
        worse = beaten(map(guesses.number, range(GUESSES)), self._seat, self._exactly(cut_off=cut_off), self._luck)
        left = [place for place in range(len(moves)) if place not in worse]
        if len(left) == 1:
            return moves[left[0]]
        # From each guess more is looked ahead where dives are cut off, each of which then takes a small part of the
        # time, unless moves are tried on the way
        self._dives = 160 if cut_off else PLAYOUTS_PER_LEAF
        tree = game.executor.tree(settings(game.players, self._budget.delay, reach, picks))
        try:
            if len(left) * OFTEN <= min(self._about(cut_off=cut_off), MOST_FIRST * OFTEN):
                return moves[self._best(tree, guesses, left, began)]
            # How often each move was taken; a budget in time is counted from when the decision began
            guess, again = guesses.number(0), self._budget.redeal + 1
            for number, many in enumerate(self._portions(began)):
                guess = guesses.number(number // again)
                m = guess.machine if number % again == 0 else self._redealt(guess, number - number // again - 1)
                tree.simulate(m.state, many, self._luck.seed(), number, self._knowing(m))
            texts = [move.text for move in guess.legal_moves]
            taken = dict(zip(texts, tree.tally(guess.machine.state, self._knowing(guess.machine)), strict=False))
        finally:
            tree.close()
        return max((moves[place] for place in left), key=lambda move: taken.get(move.text, -1))

    def _best(self, tree: SearchTree, guesses: _Guesses, left: list[int], began: float) -> int:
        """The place of the best move, by halves. The tree is grown on the way."""
        number, sums, spent, rounds = 0, dict.fromkeys(left, 0.0), 0, ceil(log2(len(left)))
        again = self._budget.redeal + 1
        for still in range(rounds, 0, -1):
            for times in self._times(len(left), spent, still, began):
                guess = guesses.number(number // again)
                seed, many = self._luck.seed(), times * len(left)
                spent += many
                if number % again:
                    m = self._redealt(guess, number - number // again - 1)
                    tree.simulate(m.state, many, seed, number, self._knowing(m))
                else:
                    m = guess.machine
                    brought = tree.each(m.state, left, times, self._seat, seed, number, self._knowing(m))
                    sums = {place: sums[place] + more for place, more in zip(left, brought, strict=True)}
                number += 1
            left = sorted(sorted(left, key=lambda place: (-sums[place], place))[: ceil(len(left) / 2)])
        return left[0]

    def _times(self, moves: int, spent: int, still: int, began: float) -> Iterator[int]:
        """How often to try each of so many moves from each guess; `still` are the rounds to come, with this one."""
        share = (self._budget.playouts - spent) // still
        times = max(1, min(self._dives, self._budget.playouts // GUESSES) // moves)
        if self._budget.seconds is None:
            share = max(share, moves) // moves
            while share > 0:
                yield min(times, share)
                share -= times
            return
        now = time.monotonic()
        until = now + (began + self._budget.seconds - now) / still
        if not spent:
            yield times
        while time.monotonic() < until:
            yield times

    def _redealt(self, guess: State, number: int) -> Position:
        """A guess as another seat may guess it, so that what this seat holds is dealt anew; each time the next one."""
        others = [seat for seat in range(guess.game.players) if seat != self._seat] or [self._seat]
        m = guess.machine.plain()
        try:
            return consistent_position(m, others[number % len(others)], self._luck.seed())
        except ValueError:  # none was found
            return m

    def _knowing(self, m: Position) -> Sequence[int] | None:
        """What each seat knows in a position, as numbers; only where hands are dealt anew, so that they matter."""
        if not self._budget.redeal:
            return None
        sights = (repr(observation_key(m, seat)).encode() for seat in range(m.code.players))
        return [int.from_bytes(blake2b(sight, digest_size=7).digest(), "big") for sight in sights]

    def _about(self, *, cut_off: bool) -> int:
        """The budget in playouts, about."""
        if self._budget.seconds is None:
            return self._budget.playouts
        # So many positions may be played out exactly for each second of a budget in time
        return round(self._budget.seconds * 10_000) * (A_WHOLE if cut_off else 1)

    def _exactly(self, *, cut_off: bool) -> int:
        """A guess with more positions than this is not played out exactly."""
        whole = self._about(cut_off=cut_off) // (A_WHOLE if cut_off else 1)
        return (whole // 2 if self._budget.seconds is None else whole) // GUESSES

    def _portions(self, began: float) -> Iterator[int]:
        """How often to look ahead from each guess, until the budget is used up."""
        if self._budget.seconds is not None:
            yield self._dives
            while time.monotonic() < began + self._budget.seconds:
                yield self._dives
            return
        left = self._budget.playouts
        size = max(1, min(self._dives, left // GUESSES))
        while left > 0:
            yield min(size, left)
            left -= size


class _Guesses:
    """The guesses of one decision, each made when it is first asked for. The first ones and the last one are kept.

    A guess follows one of a number of ways in which the cards may have gone, which is kept up from decision to
    decision. Few of them are used, so that few have to be kept up.
    """

    def __init__(self, state: State, seat: int, luck: PlayerRandom) -> None:
        self._state, self._seat, self._luck = state, seat, luck
        self._kept: dict[int, State] = {}

    def number(self, number: int) -> State:
        """The guess with this number, from 0."""
        if number not in self._kept:
            self._kept.pop(number - 1 if number > GUESSES else -1, None)
            self._kept[number] = self._state.resample(self._seat, self._luck.seed() * MANY + number % SETS)
        return self._kept[number]


# Near the end of a game: which moves another move beats in every guess, whatever is done then.
#
# Where few positions are left, a guess is played out exactly: every move of everybody, and all that chance may deal.
# For each move this tells the least and the most that a seat can come to, if it goes on as well as it can:
#
#     at an end                      least = most = its return
#     where it decides               the greatest least and the greatest most of its moves
#     where chance decides           the means
#     where somebody else decides    the least of the leasts, the greatest of the mosts
#
# A move is *beaten* if another one has a greater least than its most, in every guess. No belief about the others is in
# that: they may know nothing of the seat's cards, and be bluffed. Only where they know all that it knows, they are
# taken to do what is best for themselves, and of equals what is worst for the seat (max^n; C. Luckhardt, K. Irani,
# 1986).

Outlook = tuple[float, float]
"""The least and the most that a seat comes to."""

Worths = tuple[float, ...]
"""What each seat comes to, where everybody is taken to know everything."""

DEEPEST = 200
"""A way to the end that is longer is not looked for."""


class TooManyPositions(Exception):
    """More positions are left than may be looked at."""


def beaten(guesses: Iterable[State], seat: int, most: int, luck: PlayerRandom) -> frozenset[int]:
    """The places of the moves that another one beats in every guess; none where more than `most` positions are left.

    `most` is for each guess. The guesses are of one decision, so their moves are the same. Whether it is worth the
    trouble is told by one way to the end, taken by chance (D. E. Knuth, 1975).
    """
    rows: list[Sequence[Outlook]] = []
    for guess in guesses:
        if not rows and not _is_short(guess, most, luck):
            break
        try:
            rows.append(_EndgameSearch(seat, most, _in_the_open(guess, seat)).of_moves(guess))
        except TooManyPositions:
            return frozenset()
    places = range(min(map(len, rows), default=0))
    return frozenset(one for one in places if any(all(row[other][0] > row[one][1] for row in rows) for other in places))


def _explicit(guess: State) -> State:
    """The same position, but that chance is a player of its own."""
    m = guess.machine
    return State(guess.game, guess.game.executor.resume(list(m.state), explicit=True, steps=m.steps, record=False))


def _is_short(guess: State, most: int, luck: PlayerRandom) -> bool:
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
class _EndgameSearch:
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
            raise TooManyPositions
        return self._after(state)

    def _after(self, state: State) -> list[State]:
        """The positions after each move or outcome."""
        self.left -= len(state.legal_moves)
        if self.left < 0:
            raise TooManyPositions
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
