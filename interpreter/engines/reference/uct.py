"""Tree search (UCT): information-set Monte Carlo tree search with several observers, and the policy of its playouts.

(P. I. Cowling, E. J. Powley, D. Whitehouse, "Information set Monte Carlo tree search", 2012.) Each look ahead, a
*dive*, begins in a position that somebody has guessed. Every seat has a tree of its own, whose branches are the moves
as that seat hears of them: what it does after a hidden card was played depends on nothing that it has not seen.

    hear    a move, as a seat hears of it, as a number: cards by their kinds; one is left open that somebody else has
            chosen and that does not lie where the seat sees it; of a secret choice only that it was made
    key     of a seat: all that it has heard since the tree begins, mixed into one number; what it knew before only if
            that is told as well (else its tree is one for all cards that it may hold, and what it cannot do is not
            available)
    branch  of a move that a seat can make: its key, mixed with the move as it hears of it itself

A dive goes down the tree as long as it knows the way, makes one new branch, plays on at random to the end (`picking`),
and adds the returns to all branches that it has taken:

    at a decision with several moves, by a seat with key k:
        looks of k += 1;  each branch of a legal move was available once more
        if fewer branches are there than max(2, width × √looks):   make one for a move at random; leave the tree
        else take the branch with the greatest   mean + curiosity × √(log available / taken)

Moves that the seat hears of alike have one branch, which was available as often as there are of them. The moves are
gone through from the last to the first; of branches that promise as much the one met last is taken.
The mean is the share of the way from the least to the greatest return so far. Branches are made slowly where moves are
many (progressive widening; G. Chaslot and others, 2008). The logarithm is rough: a straight line between powers of two.
What is added to the mean is worked out as (curiosity × √log available) × (1 / √taken): the compiled engine has both in
tables.

A full tree gets no more branches: a dive leaves it where it knows none. A game that fails brings the least return so
far. What chance brings has no branches (the tree is an open loop); only what can be done afterwards tells of it.

Moves that are chosen secretly are heard together, once all have been. With a delay of n, what lies behind n decisions
of a dive is searched apart in each guess, as if nothing were hidden there (extended PIMC; T. Furtak, M. Buro, 2013).

All engines grow the same tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import isinf, sqrt
from operator import itemgetter
from struct import pack, unpack

from ...diagnostics.record import dataclass
from ...language.ir.types import NONE
from ..engine import DEEPEST, Knows, TreeSettings
from ..events import NOT_COMPUTED
from ..position import RawMove
from ..program.derived_values import VALUE, DerivedValues, with_evaluation
from ..program.layout import DRAWN, ERROR, PC, RUNNING, SEED, STATUS
from ..program.nodes import AskBlock
from .expressions import compile_expr
from .position import ReferenceCode, ReferencePosition

MASK = 2**64 - 1
PRIME = 0x9E3779B97F4A7C15

MOST_MOVES = 1 << 16
"""From more moves than this one is picked at random, and the tree ends there."""

FEWEST = 2.0
"""So many branches are made before any is taken a second time."""

ONE = 0x3FF0000000000000
"""The bits of the fraction 1.0."""

LOG_STEP = 0.6931471805599453 / 2**52
"""What the bits of a fraction are multiplied with for its logarithm, roughly."""


@dataclass(slots=True)
class ArmStatistics:
    """How often a move could be made, was made, and what it brought, all in all."""

    available: int = 1
    taken: int = 0
    total: float = 0.0


@dataclass(slots=True)
class _Simulation:
    """One look ahead: what each seat has heard, the moves of which not all have heard, the branches taken, by whom.

    `record` is the cell of the last secret choice; it is 0 again as soon as the next round of choices begins.
    """

    keys: list[int]
    guess: int
    made: list[tuple[int, int, RawMove]] = field(default_factory=list)
    record: int = 0
    path: list[tuple[ArmStatistics, int]] = field(default_factory=list)
    is_open: bool = True
    first: int = -1


class ReferenceTree:
    """The tree of the reference executor."""

    def __init__(self, code: ReferenceCode, settings: TreeSettings) -> None:
        self._code, self._settings = code, settings
        self._looks: dict[int, int] = {}
        self._branches: dict[int, ArmStatistics] = {}
        self._appraiser = Evaluator()
        self._least, self._most = float("inf"), float("-inf")

    def simulate(self, cells: Sequence[int], many: int, seed: int, guess: int, knows: Knows = None) -> None:
        """Look ahead so often from a position; a game that fails brings the least that any has brought so far."""
        for number in range(many):
            self._simulate(cells, seed + number, _Simulation(self._roots(knows), guess))

    def each(
        self,
        cells: Sequence[int],
        places: Sequence[int],
        times: int,
        seat: int,
        seed: int,
        guess: int,
        knows: Knows = None,
    ) -> list[float]:
        """Look ahead so often from each of some moves; what they bring a seat, all in all."""
        found = [0.0] * len(places)
        for time in range(times):
            for number, first in enumerate(places):
                found[number] += self._simulate(
                    cells, seed + time, _Simulation(self._roots(knows), guess, first=first)
                )[seat]
        return found

    def _simulate(self, cells: Sequence[int], seed: int, one: _Simulation) -> Sequence[float]:
        """Look ahead once; the returns."""
        m = self._begin(cells)
        m.state[SEED], m.state[DRAWN] = seed, 0
        left = self._settings.reach if VALUE in self._code.program.functions else None
        try:
            while m.state[STATUS] == RUNNING and m.moves and (one.is_open or left != 0):
                left = left if one.is_open or left is None else left - 1
                if one.is_open:
                    m.play(m.moves[self._place(m, one)])
                else:
                    m = playout_step(m, self._settings.picks)
            returns = self._appraiser.hopes(m) if m.state[STATUS] == RUNNING and m.moves else m.returns()
        except NOT_COMPUTED:
            return self._fail(one)
        if m.state[STATUS] == ERROR:
            return self._fail(one)
        for number in returns:
            self._least, self._most = min(self._least, number), max(self._most, number)
        for branch, seat in one.path:
            branch.taken += 1
            branch.total += returns[seat]
        return returns

    def tally(self, cells: Sequence[int], knows: Knows = None) -> tuple[int, ...]:
        """How often each legal move of the first decision was taken."""
        m = self._begin(cells)
        moves = m.moves or ()
        if not 0 < len(moves) <= MOST_MOVES:
            return (0,) * len(moves)
        block, ask, seat = _asked(m)
        key = self._roots(knows)[seat]
        found = (self._branches.get(hash_step(key, hash_move(m, block, ask, one, seat, seat))) for one in moves)
        return tuple([0 if one is None else one.taken for one in found])

    def close(self) -> None:
        """Nothing is held."""

    def _begin(self, cells: Sequence[int]) -> ReferencePosition:
        m = self._code.at(list(cells))
        m.go()
        return m

    def _roots(self, knows: Knows) -> list[int]:
        return roots(self._settings.players, knows)

    def _place(self, m: ReferencePosition, one: _Simulation) -> int:
        """The place of the move to look at next."""
        block, ask, seat = _asked(m)
        self._let_hear(m, one, block, ask)
        moves = m.moves or ()
        place = self._picked(m, one, [hash_move(m, block, ask, raw, seat, seat) for raw in moves], seat)
        one.made.append((block, seat, moves[place]))
        if ask.secret is not None:
            one.record = ask.secret.pending.base + ask.secret.pending.width * m.state[ask.secret.index.address]
        return place

    def _let_hear(self, m: ReferencePosition, one: _Simulation, block: int, ask: AskBlock) -> None:
        """Let all seats hear of what was decided, unless more is decided secretly at the same time."""
        if not one.made or (ask.secret is not None and one.made[-1][0] == block and m.state[one.record]):
            return
        for made_at, maker, raw in one.made:
            end = self._code.program.blocks[made_at].end
            assert isinstance(end, AskBlock)
            one.keys = [
                hash_step(key, hash_move(m, made_at, end, raw, maker, seat)) for seat, key in enumerate(one.keys)
            ]
        one.made = []

    def _picked(self, m: ReferencePosition, one: _Simulation, heard: list[int], seat: int) -> int:
        if len(heard) == 1:
            return 0
        if len(heard) > MOST_MOVES or len(one.path) >= DEEPEST:
            return _leave(m, one, heard)
        key, delay = one.keys[seat], self._settings.delay
        if delay is not None and len(one.path) >= delay:
            key = hash_step(key, one.guess)
        full = len(self._branches) >= self._settings.room
        if full and key not in self._looks:
            return _leave(m, one, heard)
        looks = self._looks[key] = self._looks.get(key, 0) + 1
        if one.first != -1:
            return self._given(m, one, heard, seat, key)
        best, chosen, branch, new = float("-inf"), -1, ArmStatistics(), list[tuple[int, int]]()
        for place, number in reversed(list(enumerate(heard))):
            known = self._branches.get(hash_step(key, number))
            if known is None:
                new.append((place, number))
                continue
            known.available += 1
            # What speaks for a branch; each has been taken, since it was made in a dive that is over.
            spread = self._most - self._least
            mean = (known.total / known.taken - self._least) / spread if spread > 0 else 0.5
            promise = mean + exploration_bonus(self._settings.curiosity, known.available) * (1.0 / sqrt(known.taken))
            if promise >= best:
                best, chosen, branch = promise, place, known
        new.reverse()
        if not full and new and len(heard) - len(new) < max(FEWEST, self._settings.width * sqrt(looks)):
            moves = m.moves or ()
            chosen, number = new[random_kind(m, [moves[place] for place, _ in new])]
            branch = self._branches[hash_step(key, number)] = ArmStatistics()
            one.is_open = False
        if chosen < 0:
            return _leave(m, one, heard)
        one.path.append((branch, seat))
        return chosen

    def _given(self, m: ReferencePosition, one: _Simulation, heard: list[int], seat: int, key: int) -> int:
        """The place of the first move, which is given."""
        place, one.first = one.first, -1
        if place >= len(heard):
            return _leave(m, one, heard)
        key = hash_step(key, heard[place])
        branch = self._branches.get(key)
        if branch is not None:
            branch.available += 1
        elif len(self._branches) >= self._settings.room:
            return _leave(m, one, heard)
        else:
            branch = self._branches[key] = ArmStatistics()
            one.is_open = False
        one.path.append((branch, seat))
        return place

    def _fail(self, one: _Simulation) -> Sequence[float]:
        least = 0.0 if isinf(self._least) else self._least
        for branch, _ in one.path:
            branch.taken += 1
            branch.total += least
        return [least] * self._settings.players


def code_of_trees(code: ReferenceCode, exhibit: DerivedValues) -> ReferenceCode:
    """A compiled program with what a position is worth; the same one if the spec does not say that."""
    with_value = with_evaluation(code.program, exhibit)
    return code if with_value is code.program else ReferenceCode(with_value)


def roots(players: int, knows: Knows) -> list[int]:
    """The keys of the seats where a tree begins."""
    keys = [hash_step(0, seat + 1) for seat in range(players)]
    return keys if knows is None else [hash_step(key, number) for key, number in zip(keys, knows, strict=True)]


def _leave(m: ReferencePosition, one: _Simulation, heard: list[int]) -> int:
    """The dive leaves the tree; the place of any move."""
    one.is_open = False
    return m.pick(len(heard))


def _asked(m: ReferencePosition) -> tuple[int, AskBlock, int]:
    """Where play stands: the block, its decision, and who decides."""
    block = m.state[PC]
    ask = m.code.program.blocks[block].end
    assert isinstance(ask, AskBlock)
    return block, ask, m.state[ask.who.address]


def hash_move(m: ReferencePosition, block: int, ask: AskBlock, raw: RawMove, maker: int, seat: int) -> int:
    """A move as a seat hears of it."""
    choice, own = ask.choices[raw[0]], maker == seat
    found = hash_step(hash_step(maker, block), raw[0])
    if choice.secret and not own:
        return hash_step(maker, -1)
    for parameter, value in zip(choice.parameters, raw[1:], strict=True):
        type = parameter.slot.type
        cards = (type.item or type).base == "card"
        if not isinstance(value, tuple):
            found = hash_step(found, _face(m, value, seat, own) if cards else value)
            continue
        found = hash_step(found, len(value))
        if cards:
            found = hash_step(found, sum(scramble(_face(m, card, seat, own)) for card in value))
        else:
            for item in value:
                found = hash_step(found, item)
    return found


def _face(m: ReferencePosition, card: int, seat: int, own: bool) -> int:
    """The kind of a card for those who see it where it lies, and for whoever has chosen it; else -1."""
    if card == NONE:
        return NONE
    return m.kind_of[card] if own or m.code.layout.zones[m.where(card)].sees[seat] == "all" else -1


def hash_step(h: int, value: int) -> int:
    """A number with one more value in it: 64 bits."""
    return (((h ^ (h >> 29)) ^ value) & MASK) * PRIME & MASK


def scramble(value: int) -> int:
    """A number that stands for a value in a sum, where order does not matter."""
    return ((value + 3) * PRIME & MASK ^ ((value + 11) * 0xBF58476D1CE4E5B9 & MASK) >> 29) * 0x94D049BB133111EB & MASK


def approximate_log(number: int) -> float:
    """The natural logarithm, roughly: exact for powers of two."""
    bits: int = unpack("<q", pack("<d", float(number)))[0]
    return float(bits - ONE) * LOG_STEP


def exploration_bonus(curiosity: float, available: int) -> float:
    """What speaks for a branch that has been available so often, besides its mean, as if it had been taken once."""
    return curiosity * sqrt(approximate_log(available))


# Moves behind the tree: at random, or the best of a few random ones.
#
# At random is any action that is legal, then any move of it. The best of `picks` of them is the one after which the
# position is worth most to its mover. What it is worth to the others does not count: to know that as well takes so many
# times as long as there are seats, and more playouts bring more.
#
#     at a decision with several moves that is not secret, in a game whose positions can be appraised:
#         pick so many moves, each at random; one that comes again is tried once
#         if they differ: play each of them, aside, to the next decision, or to the end of the game
#         go on with the first of those after which the position is worth most to the mover; where the game is over,
# it
#             is worth more than any other if the mover has more than each other side, and less if one has more
#
# What chance brings after a move is what it would bring in the game that goes on, and all of them meet the same luck.
# If a rule fails on the way, the dive fails.

OVER = 2.0**80
"""What a return counts for where the game is over: no value is as large."""


def random_kind(m: ReferencePosition, moves: Sequence[RawMove]) -> int:
    """The place of a move picked at random: first one of the actions of which there are moves, then one of its moves.

    Where nearly all moves are discards, say, play goes on nevertheless.
    """
    firsts = [place for place, raw in enumerate(moves) if not place or moves[place - 1][0] != raw[0]]
    if len(firsts) == 1:
        return m.pick(len(moves))
    chosen = m.pick(len(firsts))
    first, behind = firsts[chosen], [*firsts, len(moves)][chosen + 1]
    return first + m.pick(behind - first)


def playout_step(m: ReferencePosition, picks: int) -> ReferencePosition:
    """The position after a move at random, or after the best of so many. Raises one of `NOT_COMPUTED`."""
    moves = m.moves or ()
    ask = m.code.program.blocks[m.state[PC]].end
    assert isinstance(ask, AskBlock)
    if len(moves) == 1 or ask.secret is not None or VALUE not in m.code.program.functions:
        picks = 1
    places = list(dict.fromkeys([random_kind(m, moves) for _ in range(picks)]))
    if len(places) == 1:
        m.play(moves[places[0]])
        return m
    seat, found = m.state[ask.who.address], list[tuple[float, ReferencePosition]]()
    for place in places:
        tried = m.clone()
        tried.play(moves[place])
        if tried.state[STATUS] == ERROR:
            return tried
        over = tried.state[STATUS] != RUNNING or not tried.moves
        found.append((_lead(tried, seat) * OVER if over else position_value(tried, seat), tried))
    return max(found, key=itemgetter(0))[1]


def _lead(m: ReferencePosition, seat: int) -> float:
    """How far the return of a seat is above the greatest of another side."""
    returns, sides = m.returns(), m.code.layout.teams or range(m.players)
    return returns[seat] - max(one for one, side in zip(returns, sides, strict=True) if side != sides[seat])


# What a position lets each seat hope for, where looking ahead is cut off.
#
# A spec may say what a position is worth to a player (`value:`). Where the result is only who wins, that is made into
# something like a chance of winning, between 0 and 1:
#
#     lead    of a seat: its value less the greatest of another side
#     mean    how large leads are, without their signs: the mean of all positions that were appraised so far
#     behind  of a seat and another side: the greatest value of that side less its own
#     odds    of that side: (mean + 2 × behind) / mean, or mean / (mean - 2 × behind) where the seat is ahead
#     hope    of a seat: 1 / (1 + the odds of all other sides)
#
# So a lead counts by how large leads are in this game, and the next point always counts less than the one before. With
# two sides the hope is 1/2 + 1/2 × lead / (|lead| + mean). With more, all of them count, and not the best one alone:
# chances of several are 1 for oneself among the odds of all (R. D. Luce, "Individual Choice Behavior", 1959).


@dataclass(slots=True)
class Evaluator:
    """Appraises positions of one game, and remembers how far the sides were apart."""

    apart: float = 0.0
    appraised: int = 0

    def hopes(self, m: ReferencePosition) -> Sequence[float]:
        """What each seat may hope for. Raises one of `NOT_COMPUTED`."""
        values, rivals = _values(m)
        for own, ahead in zip(values, rivals, strict=True):
            self.apart += abs(own - max(ahead))
        self.appraised += len(values)
        mean = self.apart / self.appraised
        return [_expectation(own, ahead, mean) for own, ahead in zip(values, rivals, strict=True)]


def position_value(m: ReferencePosition, seat: int) -> float:
    """What the position is worth to a seat. Raises one of `NOT_COMPUTED`."""
    return _worths(m, (seat,))[0]


def _values(m: ReferencePosition) -> tuple[list[float], list[list[float]]]:
    """What the position is worth to each seat, and to each other side for each seat."""
    values, sides = _worths(m, range(m.players)), m.code.layout.teams or range(m.players)
    return values, [[_greatest(values, sides, side) for side in sorted(set(sides) - {own})] for own in sides]


def _worths(m: ReferencePosition, seats: Sequence[int]) -> list[float]:
    """What the position is worth to some seats."""
    value = m.code.program.functions[VALUE]
    expr, local = m.code.once(compile_expr, value.body), value.parameters[0].number
    with m.aside():
        return [float(expr(m, {local: seat})) for seat in seats]


def _greatest(values: Sequence[float], sides: Sequence[int], side: int) -> float:
    """The greatest value of a side."""
    return max(value for value, one in zip(values, sides, strict=True) if one == side)


def _expectation(value: float, rivals: Sequence[float], mean: float) -> float:
    """What a value lets hope for, against the greatest of each other side."""
    total = 1.0
    for rival in rivals:
        behind = rival - value
        size = abs(behind)
        total += (mean + (size + behind)) / (mean + (size - behind)) if mean > 0 else 1.0
    return 1.0 / total
