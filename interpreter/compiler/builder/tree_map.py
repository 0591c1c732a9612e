"""The memory map of the search tree (`reference.uct`) in a compiled game that looks ahead.

    head     a cell each: see below
    keys     a cell a seat: what it has heard in this dive
    roots    a cell a seat: what it had heard when the tree began; they lie right behind the keys
    path     two cells for each branch that was taken in this dive: where it lies, and who took it
    made     the moves of which not all have heard, a row each: block, seat, the row of the legal move
    heard    a cell for each legal move of a decision: the move as the seat hears of it that decides
    found    a cell for each of them: where its branch lies, 0 if it has none yet
    firsts   the places of the first moves that are tried in turn
    wishes   a fraction for each small number: what speaks for a branch that was available so often (`reference.uct`)
    slots    the branches, and how often each position was looked at, by their keys; empty ones have the key 0

A slot is found by its key: it is at the place that the key says, or the next that is free (open addressing). There are
few at first, so that they lie together; when a quarter is in use they go to twice as many behind them, so that most are
found where they are looked for first:

    slots    │ as many as the fewest: nothing │ the fewest │ twice as many │ four times as many …

    slot     │ key │ available: 4 bytes, taken: 4 bytes │ total │ mean │       that of a position: │ key + 1 │ looks │

A seat that has heard of nothing since but of its own move has the key of that branch, hence the 1.
"""

from __future__ import annotations

from ...engines.engine import DEEPEST, MOST_FIRST
from ...engines.program.bounds import CELL
from ...engines.program.nodes import AskBlock, Program
from ...engines.reference.uct import MOST_MOVES
from .memory_map import HEAD, MemoryMap, widest_move


class Head:
    """Cells of the head, by how far they lie behind it.

    `OPEN` to `LISTED`: whether this playout is still in the tree; how many branches it took; how many moves wait to be
    heard; how many slots are in use; how many branches the tree has; its delay; the number of the sample; whether the
    branches of the first decision are only reported, and how many legal moves that has.

    `LEAST` to `WIDTH`, fractions: the least and greatest return so far, and the settings of the tree.

    `RECORD`: where the record of the last secret choice lies; it is empty again when the next round of choices begins.
    Of choices that are played in one step there is no record: a cell that is always empty, or never, stands for it.

    `ROOM`: how many branches there may be.

    `FIRSTS`, `FIRST`: how many first moves are tried in turn, 0 if the tree picks them; the place of the first move of
    this playout, -1 if the tree picks it, or has.

    `REACH` to `ROW`: how many decisions behind the tree a playout is cut off, and how many are left; by how far sides
    were apart in all appraisals, a fraction, and how many numbers that is the sum of; the bytes of a legal move, 0
    where all are moves of one action.

    `SIZE`: how many slots there are; a power of two.

    `PICKS` to `BEST_NUMBER`: of how many random moves behind the tree the best is taken, 0 if it is just one; whether
    one of them is being tried (`TRIED`); who is to take one; the number of the one that is tried, and how many differ;
    what the best so far is worth, a fraction, and its number.
    """

    OPEN, DEPTH, MADE, USED, BRANCHES, DELAY, GUESS, TALLY, LISTED = range(0, 9 * CELL, CELL)
    LEAST, MOST, CURIOSITY, WIDTH, RECORD, ROOM = range(9 * CELL, 15 * CELL, CELL)
    FIRSTS, FIRST, REACH, LEFT, APART, APPRAISED, ROW, SIZE = range(15 * CELL, 23 * CELL, CELL)
    PICKS, TRYING, TRIER, NUMBER, MANY, BEST, BEST_NUMBER = range(23 * CELL, 30 * CELL, CELL)
    BYTES = HEAD * CELL


TRIED, GO_ON = 1, 2
"""`Head.TRYING`: a move has been made, and play stops at the next decision; the position before is there, for the next
move. It is 0 at any other time."""


class TreeSlot:
    """What a slot holds, by how far it lies behind it; the total and the mean of what a branch has brought are
    fractions. `BITS`: how far a number of slots is shifted for their bytes.
    """

    KEY, LOOKS, AVAILABLE, TAKEN, TOTAL, MEAN = 0, CELL, CELL, CELL + 4, 2 * CELL, 3 * CELL
    BITS, BYTES = 5, 1 << 5


FEW = 1024
"""Roots of smaller numbers are in tables."""

FEWEST_SLOTS, SLOTS = 1 << 12, 1 << 17
"""How many slots there are at first, and at most."""

FULL = SLOTS * 7 // 8
"""With so many slots in use nothing is added."""


class TreeMap:
    """The addresses for one program, in bytes. A row of `made` has so many bytes."""

    def __init__(self, program: Program) -> None:
        seats = CELL * program.layout.players
        asks = (block.end for block in program.blocks if isinstance(block.end, AskBlock))
        together = max((ask.secret.pending.capacity for ask in asks if ask.secret is not None), default=0)
        memory = MemoryMap(program)
        self.head = memory.head
        self.keys = self.head + Head.BYTES
        self.roots = self.keys + seats
        self.path = memory.behind
        self.made, self.made_row = self.path + 2 * CELL * DEEPEST, CELL * (2 + widest_move(program))
        self.heard = self.made + self.made_row * (together + 1)
        self.found = self.heard + CELL * MOST_MOVES
        self.firsts = self.found + CELL * MOST_MOVES
        self.wishes = self.firsts + CELL * MOST_FIRST
        self.slots = self.wishes + CELL * FEW
        self.end = self.slots + 2 * TreeSlot.BYTES * SLOTS
