"""What is known of a value before it is computed: between which numbers it lies, and how many elements a list has.

The functions below are columns of the table of builtins: each says what is known of a result, given what is known of
the arguments and how large the game is.
"""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics.record import dataclass
from ..ir.types import LEAST, MOST, NONE

PLENTY = 1 << 62
"""More elements, or steps, than any game may have: sums and products stop growing here."""

Range = tuple[int, int]
"""The smallest and the largest value; none is the smallest of all."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a value: where it is not none it lies between `low` and `high`, and it may be `none`.

    Of a list this is said of its elements; it has from `fewest` to `longest` of them, and where these are lists, they
    have at most `widest` themselves. Of a zone `fewest` and `longest` count its cards.
    """

    low: int = LEAST
    high: int = MOST
    none: bool = True
    fewest: int = 0
    longest: int = PLENTY
    widest: int = PLENTY

    @property
    def range(self) -> Range:
        """The smallest and the largest value, with none as the smallest of all."""
        return NONE if self.none else self.low, self.high

    @property
    def values(self) -> tuple[int, int, bool]:
        """The ends of what it is where it is not none, and whether it may be none."""
        return self.low, self.high, self.none

    @property
    def length(self) -> Range:
        """How many elements there are at least and at most."""
        return self.fewest, self.longest


def between(low: int, high: int, longest: int = PLENTY) -> Known:
    """What is known of a value between two numbers, none being the smallest of all; or of a list of such values."""
    return Known(max(low, LEAST), high, low == NONE, 0, longest)


def either(one: Known, other: Known) -> Known:
    """What is known of a value that is one or the other."""
    if NONE in (one.high, other.high):  # one of them is certainly none
        low, high = (one.low, one.high) if other.high == NONE else (other.low, other.high)
    else:
        low, high = min(one.low, other.low), max(one.high, other.high)
    return Known(
        low,
        high,
        one.none or other.none,
        min(one.fewest, other.fewest),
        max(one.longest, other.longest),
        max(one.widest, other.widest),
    )


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large a game is: how many players and teams there are at least and at most, how many cards, and how many of
    these may lie in one zone."""

    players: Range
    teams: Range
    cards: int
    room: int


Values = tuple[int, int, bool]
"""The least and the greatest value besides none, and whether it may be none."""

Transfer = Callable[..., tuple[int, ...]]
"""`f(sizes, *arguments)`: the least and the greatest result besides none, or length of a list, and perhaps whether it
may be none; without that, it may not. An end may lie beyond the integers."""


# Ranges -----------------------------------------------------------------------------------


def truth(sizes: Sizes, *args: Known) -> Range:
    """True or false."""
    return 0, 1


def anything(sizes: Sizes, *args: Known) -> Values:
    """Nothing is known but the type."""
    return LEAST, MOST, True


def seats(sizes: Sizes, *args: Known) -> Range:
    """Any seat."""
    return 0, sizes.players[1] - 1


def teams(sizes: Sizes, *args: Known) -> Range:
    """Any team."""
    return 0, max(0, sizes.teams[1] - 1)


def cards(sizes: Sizes, *args: Known) -> Range:
    """Any card."""
    return 0, sizes.cards - 1


def card_or_none(sizes: Sizes, *args: Known) -> Values:
    """Any card, or none."""
    return 0, sizes.cards - 1, True


def first(sizes: Sizes, one: Known, *others: Known) -> Values:
    """What the first argument is, or its elements are."""
    return one.values


def second(sizes: Sizes, one: Known, other: Known) -> Values:
    """What the second argument is, or its elements are."""
    return other.values


def both(sizes: Sizes, one: Known, other: Known) -> Values:
    """What either argument is, or its elements are."""
    return either(one, other).values


def instead(sizes: Sizes, one: Known, other: Known) -> Values:
    """What the first argument is, or the second where that is none."""
    found = either(one, other)
    return found.low, found.high, other.none


def element(sizes: Sizes, of: Known) -> Values:
    """An element of a list: none of an empty one."""
    return of.low, of.high, of.none or not of.fewest


def some_element(sizes: Sizes, of: Known, *others: Known) -> Values:
    """An element of a list, or none."""
    return of.low, of.high, True


def counted(sizes: Sizes, of: Known) -> Range:
    """How many elements there are, or cards in a zone."""
    return of.length


def corners(compute: Callable[[int, int], int]) -> Transfer:
    """The range of a function that has its extremes where its arguments have theirs."""

    def ends(sizes: Sizes, one: Known, other: Known) -> Range:
        found = [compute(a, b) for a in one.range for b in other.range]
        return min(found), max(found)

    return ends


def quotient(sizes: Sizes, one: Known, by: Known) -> tuple[int, ...]:
    """The range of a division that rounds down."""
    if by.range[0] <= 0 or one.none:
        return LEAST, MOST, True
    return corners(lambda a, b: a // b)(sizes, one, by)


def remainder(sizes: Sizes, one: Known, by: Known) -> Range:
    """The range of a remainder that has the sign of the divisor."""
    low, high = by.range
    return min(0, low + 1), max(0, high - 1)


def distance_from_zero(sizes: Sizes, of: Known) -> Range:
    """The range of a number without its sign."""
    ends = sorted(map(abs, of.range))
    return (0 if of.range[0] <= 0 <= of.high else ends[0]), ends[1]


def added_up(sizes: Sizes, each: Known, turns: Known | None = None) -> Range:
    """The range of a sum, and of what it is on the way: of the elements of a list, or of so many numbers."""
    many = (each if turns is None else turns).longest
    return min(0, each.range[0] * many), max(0, each.high * many)


def place_in_family(sizes: Sizes, before: Known, at: Known, low: Known, high: Known) -> Values:
    """The range of the number of a member of a family: where there is no such member, play does not go on."""
    least, most = low.range[0], high.high
    size = max(1, most - least + 1)
    start, end = (min(max(0, index - least), size - 1) for index in at.range)
    return before.low * size + start, before.high * size + end, before.none


def place_in_zone(sizes: Sizes, card: Known) -> Values:
    """The range of the place of a card, from 1."""
    return 1, sizes.room, card.none


# Lengths ----------------------------------------------------------------------------------


def at_most(sizes: Sizes, of: Known, *others: Known) -> Range:
    """No more elements than the first argument has."""
    return 0, of.longest


def at_least_one(sizes: Sizes, of: Known, *others: Known) -> Range:
    """No more elements than the first argument has, and none only if it has none."""
    return min(1, of.fewest), of.longest


def both_lengths(sizes: Sizes, one: Known, other: Known) -> Range:
    """As many elements as both lists have together."""
    return one.fewest + other.fewest, one.longest + other.longest


def either_length(sizes: Sizes, one: Known, other: Known) -> Range:
    """As many elements as one of the two lists has."""
    return min(one.fewest, other.fewest), max(one.longest, other.longest)


def numbers_between(sizes: Sizes, low: Known, high: Known) -> Range:
    """How many whole numbers there are from one to another."""
    return max(0, high.range[0] - low.high + 1), max(0, high.high - low.range[0] + 1)


def all_sublists(sizes: Sizes, of: Known, *others: Known) -> Range:
    """How many sub-lists a list has: two for each element that it may have or not."""
    return 0, 1 << min(62, of.longest)


def sublists(sizes: Sizes, of: Known, lengths: Known) -> Range:
    """How many sub-lists of some lengths a list has; a length may be named twice."""
    return 0, all_sublists(sizes, of)[1] * lengths.longest


def all_parts(sizes: Sizes, of: Known) -> Range:
    """How many parts without a gap a list has, which begin and end somewhere."""
    return 0, of.longest**2


def parts(sizes: Sizes, of: Known, lengths: Known) -> Range:
    """How many parts without a gap and of some lengths a list has."""
    return 0, of.longest * lengths.longest


# Comprehensions: what is known of what they go through, and how often.


def turns(sizes: Sizes, body: Known, turns: Known) -> Range:
    """As many as there are turns."""
    return turns.length


def some_turns(sizes: Sizes, body: Known, turns: Known) -> Range:
    """As many as there are turns, or fewer; none only if there are none."""
    return min(1, turns.fewest), turns.longest


def ways_of_turns(sizes: Sizes, body: Known, turns: Known) -> Range:
    """As many as there are ways to choose some of the turns; none only if there are none."""
    return min(1, turns.fewest), all_sublists(sizes, turns)[1]


def element_of_turns(sizes: Sizes, body: Known, turns: Known) -> Values:
    """What comes of one of the turns: none if there are none."""
    return body.low, body.high, body.none or not turns.fewest
