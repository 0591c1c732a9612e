"""The memory map: where everything lies in the memory of a compiled game.

    address              what is there                                                               bytes
    0      ┌─────────────────────────────────────────────────────────────────────────────────────┐
           │ control   what Python and the module tell each other, a cell each (see below)       │    128
    128    ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ bags      a cell a zone: how far the bag at its top goes (see `cards.cards`)        │ 8 × zones
    state  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ state     the position that is being played (see `program.compact`)                │ compact
    first  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ first     the position from which playouts are played                               │ compact
    cells  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ cells     a position as both engines share it: the cells of the layout, in order    │ 8 × layout
    held   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ held      a position as a state in Python holds it                                  │ compact
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
           │ told      what the seat that watches was told after each time (`cards.telling`)     │ 8 × TELLINGS
    data   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ data      constants: tables of attributes, lists that are known                     │ 8 MB
    tree   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ tree      what is tried by looking ahead (see `building.tree_map`)                  │  10 MB
    moves  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ moves     the legal moves, a row each (see `moves.listing`)                         │ ≤ 64 MB
    arena  ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ arena     lists: `top` grows while a block runs and goes back when the next begins  │ 32 MB
    script ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ script    a history that is played again (see `building.script`)                    │ ≥ 16 MB
    more   ├─────────────────────────────────────────────────────────────────────────────────────┤
           │ more      constants for which there is no room in `data`                            │ as needed
           └─────────────────────────────────────────────────────────────────────────────────────┘

A list is a cell with its length, then its elements, a cell each: [17, 4, 9] is `│ 3 │ 17 │ 4 │ 9 │`.

Pages that are never touched cost nothing, so the generous bounds are free. Constants and the tree lie low, because
loads from a known address above the guard of the memory (32 MB), or so far behind another, would each be checked.
"""

from __future__ import annotations

from typing import Literal

from ....diagnostics.record import dataclass
from ....language.ir.types import NONE
from ...program.bounds import CELL
from ...program.compact_layout import SLACK, Compact, compact_of
from ...program.nodes import AskBlock, AskChoice, Program, Slot, SlotList

OUTGROWN, STEPS, EXPLICIT, MOVES, DONE, WANTED, SEEDS, LOOK, SEAT, TOLD, MANY, HELD, ROWS, BATCH = (
    CELL * n for n in range(14)
)
"""Control: whether a limit of this engine was hit; steps since the last decision; whether chance is a player of its
own; the number of legal moves; playouts that are done and wanted; the seed of the next; what the
seat that watches sees (`trees.looking`), its number, what it was told and how often (`cards.telling`); the bytes of
the position that is held (`cards.held`); the bytes of the legal moves, and where the positions that are played together
lie (`together`)."""

CROWDED = 2
"""What `OUTGROWN` is where a number does not fit in a set (`bit_sets`); at any other limit it is 1."""

Build = Literal["watched", "playouts", "plain", "searching", "searching plainly", "together", "valuing"]
"""What a module of a program is for: to play one position, whole games, the same without sets of small numbers, to look
ahead with a tree, the same without such sets, to play many positions together, or to say what one is worth."""

GOES_OVER: dict[Build, Build] = {"playouts": "plain", "searching": "searching plainly"}
"""What plays on where a number does not fit in a set, or steps may be many."""

BAGS = 128
"""Where the control ends and the bags begin."""
CHUNK = 1024
"""How many playouts are played in one call."""

MOST_MOVES = 64 << 20
"""Bytes for the legal moves of one decision."""

TELLINGS = 1024
"""So many times are noted of what is told."""

SCRIPT = 16 << 20
"""Bytes for a history that is played again, besides two positions."""

TREE = 10 << 20
"""Bytes for a tree."""

ARENA = 32 << 20
"""Bytes for lists."""

DATA = 8 << 20
"""Bytes for constants that lie low."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryMap:
    """The addresses for one program, in bytes; `…_end` is the first address behind."""

    state: int
    first: int
    cells: int
    held: int
    nothing: int
    spare: int
    seen: int
    ends: int
    lengths: int
    winners: int
    returns: int
    told: int
    data: int
    data_end: int
    tree: int
    moves: int
    moves_end: int
    arena: int
    arena_end: int
    script: int
    more: int


def memory_map(program: Program) -> MemoryMap:
    """Lay everything out."""
    layout, compact = program.layout, compact_of(program)
    heap = CELL * max(1, compact.words)
    state = _aligned(BAGS + CELL * len(layout.zones))
    first = _aligned(state + compact.size + SLACK)
    cells = _aligned(first + compact.size)
    held = _aligned(cells + CELL * layout.size)
    nothing = _aligned(held + compact.most_held)
    spare = nothing + heap
    seen = _aligned(spare + heap)
    ends = _aligned(seen + CELL * (len(layout.kind_of) + len(layout.kinds) + 1))
    lengths = _aligned(ends + CHUNK)
    winners = lengths + CELL * CHUNK
    returns = winners + CELL * CHUNK
    told = _aligned(returns + CELL * CHUNK * layout.players)
    data = _aligned(told + CELL * TELLINGS)
    tree = data + DATA
    moves = tree + TREE
    arena = _aligned(moves + _size_of_moves(program))
    script = arena + ARENA
    return MemoryMap(
        state=state,
        first=first,
        cells=cells,
        held=held,
        nothing=nothing,
        spare=spare,
        seen=seen,
        ends=ends,
        lengths=lengths,
        winners=winners,
        returns=returns,
        told=told,
        data=data,
        data_end=tree,
        tree=tree,
        moves=moves,
        moves_end=arena,
        arena=arena,
        arena_end=script,
        script=script,
        more=_aligned(script + SCRIPT + 2 * compact.size),
    )


def _aligned(address: int) -> int:
    """The next address at which a cache line begins."""
    return (address + 63) & ~63


def _size_of_moves(program: Program) -> int:
    widest = max((stride(block.end) for block in program.blocks if isinstance(block.end, AskBlock)), default=1)
    return min(MOST_MOVES, CELL * widest * (program.steps_limit + 4097))


def width(slot: Slot | SlotList) -> int:
    """How many cells an argument takes."""
    return 1 + slot.capacity if isinstance(slot, SlotList) else 1


def stride(ask: AskBlock) -> int:
    """How many cells a legal move of a decision takes: the number of the choice, then its arguments."""
    return max((1 + choice_width(choice) for choice in ask.choices), default=1)


def choice_width(choice: AskChoice) -> int:
    """How many cells the arguments of a choice take."""
    return sum(width(parameter.slot) for parameter in choice.parameters)


# Where the positions lie that are played together inside a module (`together`).
#
# They lie behind all the rest of the memory, which has grown for them, at an address that the control names
# (`BATCH`).
# There are n (`WANTED`):
#
#     columns    n cells each: see COLUMNS, and behind them the returns, n × players fractions
#     records    n × (how far the bags go, the bytes of a position, room for its legal moves)

CHOSEN, COUNTS, SEATS, ENDS, LENGTHS, SEED_COLUMN, LISTED, WINNERS = range(8)
COLUMNS = 8
"""The columns: the move to be played (its number among the legal ones), `DEAL` or `LEAVE`; how many are legal; who
decides; the status; the decisions made; the seed; the bytes of the legal moves beside the position; the winners as a
set of seats."""

DEAL, LEAVE = -1, NONE
"""In the place of a move: deal anew; leave the position as it is."""

NOBODY = -2
"""In the place of a seat: the game is over."""

LISTED_MOVES, LEAST_ROOM, MOST_ROOM = 16, 512, 4096
"""Beside a position there is room for so many legal moves, in bytes no less and no more than this."""


def moves_room(program: Program) -> int:
    """The bytes for the legal moves of a position."""
    widest = max((stride(one.end) for one in program.blocks if isinstance(one.end, AskBlock)), default=1)
    return min(max(LISTED_MOVES * CELL * widest, LEAST_ROOM), MOST_ROOM)


def before_position(memory: MemoryMap) -> int:
    """The bytes of a record before the position."""
    return memory.state - BAGS


def before_moves(memory: MemoryMap, compact: Compact) -> int:
    """The bytes of a record before the legal moves."""
    return before_position(memory) + compact.size


def record_bytes(program: Program, memory: MemoryMap, compact: Compact) -> int:
    """The bytes of a record."""
    return before_moves(memory, compact) + moves_room(program)
