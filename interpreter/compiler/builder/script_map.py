"""The memory map of a replay script: a history that the module plays again, and what it needs on the way.

    head       what is played now, a cell each (see below)
    before     the position before the step, and the steps and tellings by then
    chance     the same where chance decides about an element
    rows       the legal moves before the step, `MOST_ROWS` bytes at most
    planned    by kind how many cards are planned to go unseen in the step
    kinds      the planned kind of each card that goes, in the order of all travels
    log        of each step that was played: the block of its decision + 1 (0: none), the row of the move, how often
               chance decided, and what
    records    a record for each step, and behind it its parts, travels and tellings

All addresses in a record count from `records`. A part is two cells: `VALUE` and a number; `UNKNOWN` and nothing; or for
a list its length and the sum of its scrambled elements, `ANY_LIST` - its length where nothing else is known of it.
A travel is its zone, how many cards lay there, its place (-1: it went with all others), and its kind as it was seen.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import compact_of
from ...engines.program.nodes import AskBlock, Program
from .memory_map import MemoryMap


class Script:
    """Cells of the head, by how far they lie behind it.

    The record that is played next, how many are left, the number of its step; the seed of all draws, that of the step,
    how many were drawn, and whether anything was; where the log ends, where the outcomes of the step are counted; how
    the last step went; the step in which something was drawn first (-1: in none); where the kinds lie, where the room
    of the log ends, and where the records lie.
    """

    NEXT, LEFT, NUMBER, SEED, STREAM, COUNT, DRAWN, LOG, LOG_END, STATUS, FIRST_DRAW = range(0, 11 * CELL, CELL)
    KINDS, FULL, RECORDS = range(11 * CELL, 14 * CELL, CELL)


class Step:
    """Cells of a record, by how far they lie behind its start, where the address of the next one is.

    Its type (below); what the seat saw at the end; who decided, the choice (-1 - the number of its name where only this
    is known, or `PartTag.ANY`), its parts; whether it ends where chance decides, and for how many a time; its travels,
    the first of their kinds, how many are unseen; what was told by each time; the travels with which the secret choice
    came out; the seats (bits) that did not know the hidden cards of the move before.

    Types: play on from the beginning; a move; a step that is not plain, and belongs to Python.
    """

    TYPE, SEEN_LOOK, SEEN_MANY, SEEN_TOLD, WHO, CHOICE, PARTS_MANY, PARTS = range(CELL, 9 * CELL, CELL)
    STOPS_AT_CHANCE, CHANCES, TRAVELS, TRAVELS_MANY, FIRST_KIND, UNSEEN_MANY = range(9 * CELL, 15 * CELL, CELL)
    HEARD, HEARD_MANY, LATER, LATER_MANY, LATER_FIRST, UNKNOWN_TO = range(15 * CELL, 21 * CELL, CELL)
    CELLS = 21
    BEGIN, MOVE, OTHER = range(3)


class StepResult:
    """How a step went: as it was seen; not so; it is not plain."""

    DONE, FAILED, OTHERWISE = range(3)


class PartTag:
    """A part that is a number; what is not known; a list of which the length is known; any move at all."""

    VALUE, UNKNOWN, ANY_LIST, ANY = -2, -1, -10, -(2**40)


TRAVEL = 4 * CELL
"""The bytes of a travel."""

TRIES, AGAIN, TELLINGS_COMPARED = 4, 40, 1000
"""So often is a step tried where something is drawn; so often is one thing drawn again; so many tellings are
compared one by one."""

MOST_ROWS = 1 << 16
ROOM = 4
"""Cells before a position that is kept: its steps, what was told, how often, and how many legal moves there are."""

MOST_KINDS, LOG_ROOM, RECORDS_ROOM = 1 << 16, 4 << 20, 8 << 20
"""Room for kinds (in cells), for the log and for records (in bytes)."""


class ScriptMap:
    """The addresses for one program, in bytes. The kinds, the log and the records lie where there is memory for them
    when a history is first played again, one behind the other: so many `BYTES`.
    """

    BYTES = CELL * MOST_KINDS + LOG_ROOM + RECORDS_ROOM

    def __init__(self, program: Program) -> None:
        position = CELL * ROOM + compact_of(program).size
        memory = MemoryMap(program)
        self.head, self.before = memory.head, memory.behind
        self.chance = self.before + position
        self.rows = self.chance + position
        self.planned = self.rows + MOST_ROWS
        self.end = self.planned + CELL * (1 + len(program.layout.kinds))


def names_of(program: Program) -> Mapping[str, int]:
    """A number for each name of a choice."""
    asks = [block.end for block in program.blocks if isinstance(block.end, AskBlock)]
    return {name: number for number, name in enumerate(sorted({one.name for ask in asks for one in ask.choices}))}
