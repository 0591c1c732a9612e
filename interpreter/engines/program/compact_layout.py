"""The compact layout: how a position lies in the memory of a compiled game, the cells of the layout made small.

    what is there                                                                 bytes
    ┌──────────────────────────────────────────────────────────────────────────┐
    │ numbers    header, variables, slots, queue, chance (see `narrow`)        │ 8 each, fewer those that are small
    │ places     the zone of each card                                         │ 1 a card (2: more than 256 zones)
    │ words      what is known of each card (see `fast.cards.knowledge`)       │ 1 a card (2: more than 6 players)
    │ variables  of cards                                                      │ 1 a card each (8: those that need it)
    │ zones      one behind the other, in one of two forms, heaps first        │ see below
    └──────────────────────────────────────────────────────────────────────────┘

A zone with an order is a row: the number of its cards (2 bytes), then they follow from the top, a byte each (2 in games
of more than 256 cards). It has room for its whole deck. A heap has no order: it is a set, a bit
for each card of the game, so that its cards come by number, and cards come and go without moving others; how many there
are is counted. A pile of three cards (5, 0, 2), a hand of 1, 4:

    pile, a stack   │ 3 │ 5 │ 0 │ 2 │ ? │ …                what lies behind the last card means nothing
    hand, a heap    │ …0001 0010 │                        card 0 is the lowest bit of the first word

Rows lie one right behind the other. Cards are shifted sixteen bytes at a time, so whoever shifts puts back what lies
behind the row. Only behind a row from which chance draws are there SLACK bytes that mean nothing, for that has to be
quick, and behind the position that is played.

The mapping between this and the cells is `fast.cards.serialisation`. What both engines, saves and fingerprints share is
cells.

A variable of cards takes a byte if all its values are from 0 to 254; 255 stands for none.

**Held.** A state in Python holds the same parts in the same order (`fast.cards.serialisation`), but of a row only the
cards that lie there, behind their number, and all numbers as cells but the small elements of lists, which follow as
they are: so Python reads the header and most variables of a position without asking how they are held.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from .bounds import CELL, bytes_for, elements, fitting, in_order
from .layout import JOINED, CardCell, Layout, VariableCell, ZoneCell
from .nodes import Program

WORD = 64
"""Cards in a word of a heap."""

SLACK = 16
"""So many bytes may be written behind the room of a row when its cards are copied or shifted."""


COUNT = 2
"""Bytes of the number of cards in a row."""


NO_BYTE = 255
"""The byte of a variable of cards that stands for none."""


@dataclass(frozen=True)
class Compact:
    """Where each part begins, in bytes from the beginning of the position."""

    layout: Layout

    @property
    def cards(self) -> int:
        """The number of cards of the game."""
        return len(self.layout.kind_of)

    @property
    def place_bytes(self) -> int:
        """The bytes of the number of a zone."""
        return 1 if len(self.layout.zones) <= 1 << 8 else 2

    @property
    def card_bytes(self) -> int:
        """The bytes of a card in a row."""
        return 1 if self.cards <= 1 << 8 else 2

    @cached_property
    def words(self) -> int:
        """The words of 64 bits that a heap takes."""
        return -(-self.cards // WORD)

    @cached_property
    def word_bytes(self) -> int:
        """The bytes of the word of a card: a bit for each seat, and two flags."""
        return 1 if self.layout.players <= 6 else 2

    @cached_property
    def bag(self) -> int:
        """The bit of a card's word that joins it to the card above; in the cells it is `JOINED`."""
        return 1 << 8 * self.word_bytes - 1

    @cached_property
    def pin(self) -> int:
        """The bit of a card whose place within a bag is certain (`engines.cells`); in the cells it is `PINNED`."""
        return self.bag >> 1

    @cached_property
    def flags(self) -> int:
        """Both of them."""
        return self.bag | self.pin

    @cached_property
    def higher(self) -> int:
        """So much further up these two bits lie in the cells."""
        return JOINED - self.bag.bit_length() + 1

    @property
    def places(self) -> int:
        """Where the zones of the cards lie."""
        return sum(self.number_bytes)

    @cached_property
    def number_bytes(self) -> tuple[int, ...]:
        """The bytes of each number."""
        small = self.fitting
        return tuple(bytes_for(small[at]) if at in small else CELL for at in range(self.layout.place_at))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Where each number lies: those of 8 bytes first, then what is counted, then small elements of lists."""
        at, found = 0, [0] * self.layout.place_at
        others, last = in_order(self.layout)
        for address in (*sorted(others, key=lambda address: -self.number_bytes[address]), *last):
            found[address] = at
            at += self.number_bytes[address]
        return tuple(found)

    @property
    def spread(self) -> int:
        """The bytes of all numbers as they are held."""
        return CELL * len(in_order(self.layout)[0]) + self.small

    @cached_property
    def small(self) -> int:
        """The bytes of all elements of lists that take less than a cell."""
        return sum(map(bytes_for, elements(self.layout).values()))

    @property
    def knowledge(self) -> int:
        """Where the words of the cards lie."""
        return self.places + self.place_bytes * self.cards

    @property
    def variables(self) -> int:
        """Where the variables of cards lie."""
        return self.knowledge + self.word_bytes * self.cards

    @property
    def heaps(self) -> int:
        """Where the first zone lies."""
        return _even(self.variables + self.cards * sum(self.variable_bytes))

    @cached_property
    def rows(self) -> int:
        """Where the first zone with an order lies."""
        return self.heaps + sum(self.bytes_of(zone) for zone in self.layout.zones if zone.order == "heap")

    @cached_property
    def in_order(self) -> tuple[ZoneCell, ...]:
        """The zones in the order in which they lie."""
        return tuple(sorted(self.layout.zones, key=lambda zone: zone.order != "heap"))

    @cached_property
    def zones(self) -> tuple[int, ...]:
        """Where each zone lies, by number."""
        at, found = self.heaps, [0] * len(self.layout.zones)
        for zone in self.in_order:
            found[zone.number] = at
            at += self.bytes_of(zone)
        return tuple(found)

    @cached_property
    def size(self) -> int:
        """The bytes of a position."""
        return _even(self.heaps + sum(map(self.bytes_of, self.layout.zones)))

    @cached_property
    def variable_bytes(self) -> tuple[int, ...]:
        """The bytes of each variable of cards for one card."""
        return tuple(
            1 if cell.low >= 0 and cell.high < NO_BYTE else CELL for cell in self.layout.card_variables.values()
        )

    @cached_property
    def most_held(self) -> int:
        """The most bytes of a position that is held, with what may be written behind it."""
        return self.spread + self.size - self.places + SLACK

    def bytes_of(self, zone: ZoneCell) -> int:
        """The bytes of a zone."""
        if zone.order == "heap":
            return CELL * self.words
        return COUNT + self.card_bytes * self.room(zone) + (SLACK if zone.number in self.drawn else 0)

    @cached_property
    def drawn(self) -> frozenset[int]:
        """The zones from which chance draws."""
        return frozenset(source.zone for source in self.layout.sources)

    def room(self, zone: ZoneCell) -> int:
        """How many cards may lie in a zone: its whole deck, unless the spec says less (but all that start there)."""
        return max(min(zone.capacity, zone.limit or zone.capacity), self.layout.home.count(zone.number))

    def fits(self, cells: Sequence[int]) -> bool:
        """Whether there is room for a position, given by its cells: small numbers are small."""
        for values, numbers_of in self._small:
            numbers = numbers_of(cells)
            if min(numbers) < values.start or max(numbers) >= values.stop:
                return False
        return True

    @cached_property
    def _small(self) -> tuple[tuple[range, Callable[[Sequence[int]], tuple[int, ...]]], ...]:
        """What takes the small numbers out of a position, by what fits in them."""
        found: dict[range, list[int]] = {}
        for address, values in self.fitting.items():
            found.setdefault(values, [address]).append(address)  # one twice, since of a single one there is no tuple
        return tuple((values, itemgetter(*addresses)) for values, addresses in found.items())

    @cached_property
    def fitting(self) -> dict[int, range]:
        """What fits in each number that takes less than a cell."""
        return fitting(self.layout)

    def stretches(self, addresses: Iterable[int]) -> list[list[int]]:
        """Some numbers, those together that lie one right behind the other and have the same form."""
        found: list[list[int]] = []
        for at in addresses:
            last = found[-1][-1] if found else None
            if (
                last is not None
                and self.numbers[at] == self.numbers[last] + self.number_bytes[last]
                and self.fitting.get(at) == self.fitting.get(last)
            ):
                found[-1].append(at)
            else:
                found.append([at])
        return found

    def is_small(self, cell: VariableCell) -> bool:
        """Whether a variable holds a list of which the elements take less than a cell."""
        return cell.room > 0 and self.number_bytes[cell.address + 1] < CELL

    def number(self, address: int) -> int:
        """Where a cell lies that is a number: of the header, a variable, a slot, the queue or a variable of a card."""
        if address < self.layout.place_at:
            return self.numbers[address]
        which, card = self._of_card(address)
        return self.variables + self.cards * sum(self.variable_bytes[:which]) + self.variable_bytes[which] * card

    def in_byte(self, address: int) -> CardCell | None:
        """The variable of cards to which a cell belongs, if a byte is all it takes."""
        if address < self.layout.place_at:
            return None
        which, _ = self._of_card(address)
        return None if self.variable_bytes[which] == CELL else tuple(self.layout.card_variables.values())[which]

    def _of_card(self, address: int) -> tuple[int, int]:
        """The variable of cards in a cell, and the card."""
        of_cards = address - self.layout.know_at - self.cards
        assert 0 <= of_cards < self.cards * len(self.layout.card_variables), "not the cell of a number"
        return divmod(of_cards, self.cards)

    def set_of(self, cards: frozenset[int]) -> tuple[int, ...]:
        """A set of cards as the words of a heap."""
        return tuple(
            signed(sum(1 << bit for bit in range(WORD) if WORD * word + bit in cards)) for word in range(self.words)
        )


_known: deque[tuple[Program, Compact]] = deque(maxlen=4)
"""The last programs that were asked for."""


def compact_of(program: Program) -> Compact:
    """The compact form of a program's positions, worked out once."""
    for one, compact in tuple(_known):
        if one is program:
            return compact
    compact = Compact(program.layout)
    _known.append((program, compact))
    return compact


def _even(address: int) -> int:
    """The next address that a cell may have."""
    return address + CELL - 1 & -CELL


def signed(bits: int) -> int:
    """64 bits as a number."""
    low = bits & (1 << WORD) - 1
    return low - (1 << WORD) if low >> WORD - 1 else low
