"""The memory map: where everything lies in the memory of a compiled game.

    address              what is there                                                               bytes
    0      ┌─────────────────────────────────────────────────────────────────────────────────────┐
           │ control   what Python and the module tell each other, a cell each (see below)       │    256
    256    ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ bags      a cell a zone: how far the bag at its top goes (see `cards.transfer`)        │ 8 × zones
    state  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ state     the position that is being played (see `program.compact_layout`)                │ compact
    first  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ first     the position from which playouts are played                               │ compact
    cells  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ cells     a position as both engines share it: the cells of the layout, in order    │ 8 × layout
    held   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ held      a position as a state in Python holds it                                  │ compact
    head   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ head      of a tree or of a history: what is asked of it, and how it stands         │ 8 × HEAD, keys
    nothing├─────────────────────────────────────────────────────────────────────────────────────┤
           │ nothing   a zone without cards, in either form: the zone of none                    │ as a heap
    spare  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ spare     a heap to sort cards in                                                   │ as a heap
    seen   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ seen      a cell a card, a kind and none: the last listing that has met it          │ 8 × all
    ends   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ ends      the status in which each playout has ended                                │ CHUNK
    lengths├─────────────────────────────────────────────────────────────────────────────────────┤
           │ lengths   the number of decisions of each                                           │ 8 × CHUNK
    winners├─────────────────────────────────────────────────────────────────────────────────────┤
           │ winners   the winners of each, as a set of seats                                    │ 8 × CHUNK
    returns├─────────────────────────────────────────────────────────────────────────────────────┤
           │ returns   the returns of all seats in the first, then in the second, and so on      │ 8 × both
    told   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ told      what the seat that watches was told after each time (`cards.disclosure`)     │ 8 × TELLINGS
    behind ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ tree      what is tried by looking ahead (`builder.tree_map`), or what is kept while   │ 10 MB, or
           │           a history is played again (`builder.script_map`), if the module does that │ ≥ 64 kB
           ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ rows      the legal moves, a row each (see `moves.move_generation`)                         │ ROWS
           ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ data      constants: tables of attributes, lists that are known                     │ as needed
           ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ arena     lists: `top` grows while a block runs and goes back when the next begins  │ 64 kB to ARENA
    floor  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │           rows that have found no room, a history that is played again, positions that │ as needed
           │           are played together: each where the memory ended when it was asked for │
           └─────────────────────────────────────────────────────────────────────────────────────┘

Why it looks so:

- **Everything has a fixed address.** A program has so many cards, zones and slots and no more, so nothing of a position
  is ever allocated, and an address is a constant in the code instead of a load.
- **Positions come in three forms.** The cells of the layout are what both engines, saves and fingerprints agree on; the
  compact form is what code works on (fewer cache lines, sets for heaps); the held form is what a state in Python keeps,
  the compact one without what means nothing. Going from one to the other costs time, so a form is made when it is
  asked for (`cards.serialisation`).
- **Lists are the only thing that grows.** They are laid into the arena one behind the other and never freed: `top` goes
  back where the next block begins, which is why a list that outlives a block is copied into a slot.
- **Nothing is checked twice.** Capacities, rooms and budgets are checked where something is written, so reads are not;
  where a check fails the function traps, and Python lets the reference executor play on from the position before.
- **Several modules, one map.** Each module has a memory of its own, but positions lie in all of them alike, so that a
  module may go over to another in the middle of a game (`GOES_OVER`).

A list is a cell with its length, then its elements, a cell each: [17, 4, 9] is `│ 3 │ 17 │ 4 │ 9 │`.

A game that is only played takes some hundred kilobytes. What may need more grows: the arena in its place, which is kept
free up to `floor`, since lists lie there one behind the other; the rows by going to four times as much room behind all
the rest, so their address is a cell of the control. Where the host has no more memory, the reference executor plays on;
a batch or a tree that finds none is refused. Constants and the tree lie low, because loads from a known address above
the guard of the memory (32 MB), or so far behind another, would each be checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import SLACK, Compact, compact_of
from ...engines.program.nodes import AskBlock, AskChoice, MoveParameter, Program, Slot, SlotList
from ...language.ir.types import NONE


class Control:
    """Cells of the control, by their addresses.

    Whether a limit of this engine was hit; steps since the last decision; whether chance is a player of its own; the
    number of legal moves; playouts that are done and wanted; the seed of the next; what the seat that watches sees
    (`search.view_hash`), its number, what it was told and how often (`cards.disclosure`); the bytes of the position
    that is held (`cards.serialisation`); the bytes of the legal moves, and where the positions that are played together
    lie (`compile`); where the legal moves lie, and where their room ends; where the memory begins that is nobody's;
    what is given to the function that is called: the place of a move, or what chance gives.
    """

    OUTGROWN, STEPS, EXPLICIT, MOVES, DONE, WANTED, SEEDS = range(0, 7 * CELL, CELL)
    LOOK, SEAT, TOLD, MANY, HELD, ROWS, BATCH = range(7 * CELL, 14 * CELL, CELL)
    LISTED, LISTED_END, FLOOR, GIVEN = range(14 * CELL, 18 * CELL, CELL)


CROWDED = 2
"""What `OUTGROWN` is where a number does not fit in a set (`bit_sets`); at any other limit it is 1."""

Build = Literal["watched", "playouts", "plain", "searching", "searching plainly", "together", "valuing"]
"""What a module of a program is for: to play one position, whole games, the same without sets of small numbers, to look
ahead with a tree, the same without such sets, to play many positions together, or to say what one is worth."""

GOES_OVER: dict[Build, Build] = {"playouts": "plain", "searching": "searching plainly"}
"""What plays on where a number does not fit in a set, or steps may be many."""

BAGS = 256
"""Where the control ends and the bags begin."""
CHUNK = 1024
"""How many playouts are played in one call."""

ROWS, MOST_ROWS = 1 << 16, 1 << 26
"""Bytes for the legal moves of one decision: at first, and at most."""

TELLINGS = 1024
"""So many times are noted of what is told."""

HEAD = 32
"""Cells for the head of a tree, or of a history that is played again."""

ARENA = 16 << 20
"""Bytes for lists, at most."""


class MemoryMap:
    """The addresses for one program, in bytes; `…_end` is the first address behind."""

    def __init__(self, program: Program) -> None:
        layout, compact = program.layout, compact_of(program)
        heap = CELL * max(1, compact.words)
        self.state = aligned(BAGS + CELL * len(layout.zones))
        self.first = aligned(self.state + compact.size + SLACK)
        self.cells = aligned(self.first + compact.size)
        self.held = aligned(self.cells + CELL * layout.size)
        self.head = aligned(self.held + compact.most_held)
        self.nothing = self.head + CELL * (HEAD + 2 * layout.players)
        self.spare = self.nothing + heap
        self.seen = aligned(self.spare + heap)
        self.ends = aligned(self.seen + CELL * (len(layout.kind_of) + len(layout.kinds) + 1))
        self.lengths = aligned(self.ends + CHUNK)
        self.winners = self.lengths + CELL * CHUNK
        self.returns = self.winners + CELL * CHUNK
        self.told = aligned(self.returns + CELL * CHUNK * layout.players)
        self.behind = aligned(self.told + CELL * TELLINGS)


def aligned(address: int) -> int:
    """The next address at which a cache line begins."""
    return (address + 63) & ~63


def width(slot: Slot | SlotList) -> int:
    """How many cells an argument takes."""
    return 1 + slot.capacity if isinstance(slot, SlotList) else 1


def stride(ask: AskBlock) -> int:
    """How many cells a legal move of a decision takes: the number of the choice, then its arguments."""
    return max((1 + choice_width(choice) for choice in ask.choices), default=1)


def widest_move(program: Program) -> int:
    """How many cells a legal move takes in the widest of all lists of them."""
    return max((stride(block.end) for block in program.blocks if isinstance(block.end, AskBlock)), default=1)


def choice_width(choice: AskChoice) -> int:
    """How many cells the arguments of a choice take."""
    return sum(width(parameter.slot) for parameter in choice.parameters)


def arguments_of(choice: AskChoice) -> Iterator[tuple[MoveParameter, int]]:
    """The arguments of a move, each with how many bytes behind the beginning of its row it lies."""
    offset = CELL
    for parameter in choice.parameters:
        yield parameter, offset
        offset += CELL * width(parameter.slot)


def has_cards(parameter: MoveParameter) -> bool:
    """Whether an argument is a card, or a list of cards."""
    return (parameter.slot.type.item or parameter.slot.type).base == "card"


# Positions that are played together ------------------------------------------------------
#
# They lie behind all the rest of the memory, which has grown for them, at an address that the control names (`BATCH`).
# There are n (`WANTED`):
#
#     columns    n cells each: see `Column`, and behind them the returns, n × players fractions
#     records    n × (how far the bags go, the bytes of a position, room for its legal moves)


class Column:
    """The columns, and how many there are.

    The move to be played (its number among the legal ones), `DEAL` or `LEAVE`; how many are legal; who decides; the
    status; the decisions made; the seed; the bytes of the legal moves beside the position; the winners as a set of
    seats.
    """

    CHOSEN, COUNTS, SEATS, ENDS, LENGTHS, SEEDS, LISTED, WINNERS, MANY = range(9)


DEAL, LEAVE = -1, NONE
"""In the place of a move: deal anew; leave the position as it is."""

NOBODY = -2
"""In the place of a seat: the game is over."""

LISTED_MOVES, LEAST_ROOM, MOST_ROOM = 16, 512, 4096
"""Beside a position there is room for so many legal moves, in bytes no less and no more than this."""


def moves_room(program: Program) -> int:
    """The bytes for the legal moves of a position."""
    return min(max(LISTED_MOVES * CELL * widest_move(program), LEAST_ROOM), MOST_ROOM)


def before_position(memory: MemoryMap) -> int:
    """The bytes of a record before the position."""
    return memory.state - BAGS


def before_moves(memory: MemoryMap, compact: Compact) -> int:
    """The bytes of a record before the legal moves."""
    return before_position(memory) + compact.size


def record_bytes(program: Program, memory: MemoryMap, compact: Compact) -> int:
    """The bytes of a record."""
    return before_moves(memory, compact) + moves_room(program)
