"""Where the positions lie that are played together inside a module (`together`).

They lie behind all the rest of the memory, which has grown for them, at an address that the control names (`BATCH`).
There are n (`WANTED`):

    columns    n cells each: see COLUMNS, and behind them the returns, n × players fractions
    records    n × (how far the bags go, the bytes of a position, room for its legal moves)
"""

from __future__ import annotations

from ....language.ir.types import NONE
from ...program.compact import Compact
from ...program.nodes import AskBlock, Program
from .memory import BAGS, CELL, MemoryMap, stride

CHOSEN, COUNTS, SEATS, ENDS, LENGTHS, SEEDS, LISTED, WINNERS = range(8)
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


def room(program: Program) -> int:
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
    return before_moves(memory, compact) + room(program)
