"""A tree of what has been tried, grown by looking ahead: information-set Monte Carlo tree search, several observers.

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
gone through from the last to the first, and of branches that promise as much the one met last is taken.

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
from struct import pack, unpack
from typing import Protocol

from ...diagnostics.record import dataclass
from ...language.ir.types import NONE
from ..program.appraised import VALUE, appraised
from ..program.exhibit import Exhibit
from ..program.layout import DRAWN, ERROR, PC, RUNNING, SEED, STATUS
from ..program.nodes import AskBlock
from .appraising import Appraiser
from .error import NOT_COMPUTED
from .machine import Code, Machine, RawMove
from .picking import any_kind, play_on
from .results import returns_of
from .walk import play, prepare, run

MASK = 2**64 - 1
PRIME = 0x9E3779B97F4A7C15

DEEPEST = 64
"""So many branches are taken in a dive at most."""

MOST_MOVES = 1 << 16
"""From more moves than this one is picked at random, and the tree ends there."""

ROOM = 1 << 15
"""So many branches are made at most. After that dives go down those that are there."""

MOST_FIRST = 1024
"""So many first moves are tried in turn at most."""

FEWEST = 2.0
"""So many branches are made before any is taken a second time."""

ONE = 0x3FF0000000000000
"""The bits of the fraction 1.0."""

LOG_STEP = 0.6931471805599453 / 2**52
"""What the bits of a fraction are multiplied with for its logarithm, roughly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeSettings:
    """How a tree grows; see above, and for `picks` in `picking`. `players` is the number of seats, `delay` None means
    never.
    """

    players: int
    curiosity: float
    width: float
    delay: int | None = None
    room: int = ROOM
    reach: int | None = None
    picks: int = 1


Knows = Sequence[int] | None
"""What each seat knows where the tree begins, as a number; None where its tree is one for all that it may know."""


class Tree(Protocol):
    """A tree of one engine."""

    def dive(self, cells: Sequence[int], many: int, seed: int, guess: int, knows: Knows = None) -> None:
        """Look ahead so often from a guessed position at a decision. `guess` is its number; dive k has `seed + k`."""
        ...

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
        """Look ahead so often from each of these legal moves (at most `MOST_FIRST`), in turn; what each brings a seat.

        The dives number k of all of them have `seed + k`, so that they differ by nothing else.
        """
        ...

    def tally(self, cells: Sequence[int], knows: Knows = None) -> tuple[int, ...]:
        """How often each legal move of the first decision was taken, in the order of the moves of this position."""
        ...

    def close(self) -> None:
        """Give the tree up."""
        ...


@dataclass(slots=True)
class Branch:
    """How often a move could be made, was made, and what it brought, all in all."""

    available: int = 1
    taken: int = 0
    total: float = 0.0


@dataclass(slots=True)
class _Dive:
    """One look ahead: what each seat has heard, the moves of which not all have heard, the branches taken, by whom.

    `record` is the cell of the last secret choice; it is 0 again as soon as the next round of choices begins.
    """

    keys: list[int]
    guess: int
    made: list[tuple[int, int, RawMove]] = field(default_factory=list)
    record: int = 0
    path: list[tuple[Branch, int]] = field(default_factory=list)
    is_open: bool = True
    first: int = -1


class ReferenceTree:
    """The tree of the reference executor."""

    def __init__(self, code: Code, settings: TreeSettings) -> None:
        self._code, self._settings = code, settings
        self._looks: dict[int, int] = {}
        self._branches: dict[int, Branch] = {}
        self._appraiser = Appraiser()
        self._least, self._most = float("inf"), float("-inf")

    def dive(self, cells: Sequence[int], many: int, seed: int, guess: int, knows: Knows = None) -> None:
        """Look ahead so often from a position; a game that fails brings the least that any has brought so far."""
        for number in range(many):
            self._dive(cells, seed + number, _Dive(self._roots(knows), guess))

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
                found[number] += self._dive(cells, seed + time, _Dive(self._roots(knows), guess, first=first))[seat]
        return found

    def _dive(self, cells: Sequence[int], seed: int, one: _Dive) -> Sequence[float]:
        """Look ahead once; the returns."""
        m = self._begin(cells)
        m.state[SEED], m.state[DRAWN] = seed, 0
        left = self._settings.reach if VALUE in self._code.program.functions else None
        try:
            while m.state[STATUS] == RUNNING and m.moves and (one.is_open or left != 0):
                left = left if one.is_open or left is None else left - 1
                if one.is_open:
                    play(m, m.moves[self._place(m, one)])
                else:
                    m = play_on(m, self._settings.picks)
            returns = self._appraiser.hopes(m) if m.state[STATUS] == RUNNING and m.moves else returns_of(m)
        except NOT_COMPUTED:
            return self._fail(one)
        if m.state[STATUS] == ERROR:
            return self._fail(one)
        self._back_up(one, returns)
        return returns

    def tally(self, cells: Sequence[int], knows: Knows = None) -> tuple[int, ...]:
        """How often each legal move of the first decision was taken."""
        m = self._begin(cells)
        moves = m.moves or ()
        if not 0 < len(moves) <= MOST_MOVES:
            return (0,) * len(moves)
        block, ask, seat = _asked(m)
        key = self._roots(knows)[seat]
        found = (self._branches.get(mixed(key, hear(m, block, ask, one, seat, seat))) for one in moves)
        return tuple([0 if one is None else one.taken for one in found])

    def close(self) -> None:
        """Nothing is held."""

    def _begin(self, cells: Sequence[int]) -> Machine:
        m = Machine(self._code, list(cells), record=False)
        run(m)
        return m

    def _roots(self, knows: Knows) -> list[int]:
        return roots(self._settings.players, knows)

    def _place(self, m: Machine, one: _Dive) -> int:
        """The place of the move to look at next."""
        block, ask, seat = _asked(m)
        self._let_hear(m, one, block, ask)
        moves = m.moves or ()
        place = self._picked(m, one, [hear(m, block, ask, raw, seat, seat) for raw in moves], seat)
        one.made.append((block, seat, moves[place]))
        if ask.secret is not None:
            one.record = ask.secret.pending.base + ask.secret.pending.width * m.state[ask.secret.index.address]
        return place

    def _let_hear(self, m: Machine, one: _Dive, block: int, ask: AskBlock) -> None:
        """Let all seats hear of what was decided, unless more is decided secretly at the same time."""
        if not one.made or (ask.secret is not None and one.made[-1][0] == block and m.state[one.record]):
            return
        for made_at, maker, raw in one.made:
            end = self._code.program.blocks[made_at].end
            assert isinstance(end, AskBlock)
            one.keys = [mixed(key, hear(m, made_at, end, raw, maker, seat)) for seat, key in enumerate(one.keys)]
        one.made = []

    def _picked(self, m: Machine, one: _Dive, heard: list[int], seat: int) -> int:
        if len(heard) == 1:
            return 0
        if len(heard) > MOST_MOVES or len(one.path) >= DEEPEST:
            return _leave(m, one, heard)
        key, delay = one.keys[seat], self._settings.delay
        if delay is not None and len(one.path) >= delay:
            key = mixed(key, one.guess)
        full = len(self._branches) >= self._settings.room
        if full and key not in self._looks:
            return _leave(m, one, heard)
        looks = self._looks[key] = self._looks.get(key, 0) + 1
        if one.first != -1:
            return self._given(m, one, heard, seat, key)
        best, chosen, branch, new = float("-inf"), -1, Branch(), list[tuple[int, int]]()
        for place, number in reversed(list(enumerate(heard))):
            known = self._branches.get(mixed(key, number))
            if known is None:
                new.append((place, number))
                continue
            known.available += 1
            promise = self._promise(known)
            if promise >= best:
                best, chosen, branch = promise, place, known
        new.reverse()
        if not full and new and len(heard) - len(new) < max(FEWEST, self._settings.width * sqrt(looks)):
            moves = m.moves or ()
            chosen, number = new[any_kind(m, [moves[place] for place, _ in new])]
            branch = self._branches[mixed(key, number)] = Branch()
            one.is_open = False
        if chosen < 0:
            return _leave(m, one, heard)
        one.path.append((branch, seat))
        return chosen

    def _given(self, m: Machine, one: _Dive, heard: list[int], seat: int, key: int) -> int:
        """The place of the first move, which is given."""
        place, one.first = one.first, -1
        if place >= len(heard):
            return _leave(m, one, heard)
        key = mixed(key, heard[place])
        branch = self._branches.get(key)
        if branch is not None:
            branch.available += 1
        elif len(self._branches) >= self._settings.room:
            return _leave(m, one, heard)
        else:
            branch = self._branches[key] = Branch()
            one.is_open = False
        one.path.append((branch, seat))
        return place

    def _promise(self, branch: Branch) -> float:
        """What speaks for a branch; each has been taken, since it was made in a dive that is over."""
        spread = self._most - self._least
        mean = (branch.total / branch.taken - self._least) / spread if spread > 0 else 0.5
        return mean + wish(self._settings.curiosity, branch.available) * (1.0 / sqrt(branch.taken))

    def _back_up(self, one: _Dive, returns: Sequence[float]) -> None:
        for number in returns:
            self._least, self._most = min(self._least, number), max(self._most, number)
        for branch, seat in one.path:
            branch.taken += 1
            branch.total += returns[seat]

    def _fail(self, one: _Dive) -> Sequence[float]:
        least = 0.0 if isinf(self._least) else self._least
        for branch, _ in one.path:
            branch.taken += 1
            branch.total += least
        return [least] * self._settings.players


def code_of_trees(code: Code, exhibit: Exhibit) -> Code:
    """A compiled program with what a position is worth; the same one if the spec does not say that."""
    with_value = appraised(code.program, exhibit)
    return code if with_value is code.program else prepare(with_value)


def roots(players: int, knows: Knows) -> list[int]:
    """The keys of the seats where a tree begins."""
    keys = [mixed(0, seat + 1) for seat in range(players)]
    return keys if knows is None else [mixed(key, number) for key, number in zip(keys, knows, strict=True)]


def _leave(m: Machine, one: _Dive, heard: list[int]) -> int:
    """The dive leaves the tree; the place of any move."""
    one.is_open = False
    return m.pick(len(heard))


def _asked(m: Machine) -> tuple[int, AskBlock, int]:
    """Where play stands: the block, its decision, and who decides."""
    block = m.state[PC]
    ask = m.code.program.blocks[block].end
    assert isinstance(ask, AskBlock)
    return block, ask, m.state[ask.who.address]


def hear(m: Machine, block: int, ask: AskBlock, raw: RawMove, maker: int, seat: int) -> int:
    """A move as a seat hears of it."""
    choice, own = ask.choices[raw[0]], maker == seat
    found = mixed(mixed(maker, block), raw[0])
    if choice.secret and not own:
        return mixed(maker, -1)
    for parameter, value in zip(choice.parameters, raw[1:], strict=True):
        type = parameter.slot.type
        cards = (type.item or type).base == "card"
        if not isinstance(value, tuple):
            found = mixed(found, _face(m, value, seat, own) if cards else value)
            continue
        found = mixed(found, len(value))
        if cards:
            found = mixed(found, sum(scrambled(_face(m, card, seat, own)) for card in value))
        else:
            for item in value:
                found = mixed(found, item)
    return found


def _face(m: Machine, card: int, seat: int, own: bool) -> int:
    """The kind of a card for those who see it where it lies, and for whoever has chosen it; else -1."""
    if card == NONE:
        return NONE
    return m.kind_of[card] if own or m.code.layout.zones[m.where(card)].sees[seat] == "all" else -1


def mixed(h: int, value: int) -> int:
    """A number with one more value in it: 64 bits."""
    return (((h ^ (h >> 29)) ^ value) & MASK) * PRIME & MASK


def scrambled(value: int) -> int:
    """A number that stands for a value in a sum, where order does not matter."""
    return ((value + 3) * PRIME & MASK ^ ((value + 11) * 0xBF58476D1CE4E5B9 & MASK) >> 29) * 0x94D049BB133111EB & MASK


def rough_log(number: int) -> float:
    """The natural logarithm, roughly: exact for powers of two."""
    bits: int = unpack("<q", pack("<d", float(number)))[0]
    return float(bits - ONE) * LOG_STEP


def wish(curiosity: float, available: int) -> float:
    """What speaks for a branch that has been available so often, besides its mean, as if it had been taken once."""
    return curiosity * sqrt(rough_log(available))
