"""The memory map of the search tree (`reference.uct`) in a compiled game that looks ahead.

    head     a cell each: see below
    keys     a cell a seat: what it has heard in this dive
    roots    a cell a seat: what it had heard when the tree began; they lie right behind the keys
    path     two cells for each branch that was taken in this dive: where it lies, and who took it
    made     the moves of which not all have heard, a row each: block, seat, the row of the legal move
    spare    another such row, for moves behind the tree
    heard    a cell for each legal move of a decision: the move as the seat hears of it that decides
    found    a cell for each of them: where its branch lies, 0 if it has none yet
    firsts   the places of the first moves that are tried in turn
    wishes   a fraction for each small number: what speaks for a branch that was available so often (`reference.tree`)
    slots    the branches, and how often each position was looked at, by their keys; empty ones have the key 0

A slot is found by its key: it is at the place that the key says, or the next that is free (open addressing). There are
few at first, so that they lie together; when a quarter is in use they go to twice as many behind them, so that most are
found where they are looked for first:

    slots    │ as many as the fewest: nothing │ the fewest │ twice as many │ four times as many …

    slot     │ key │ available: 4 bytes, taken: 4 bytes │ total │ mean │       that of a position: │ key + 1 │ looks │

A seat that has heard of nothing since but of its own move has the key of that branch, hence the 1.
"""

from __future__ import annotations

from ....diagnostics.record import dataclass
from ...program.bounds import CELL
from ...program.nodes import AskBlock, Program
from ...reference.uct import DEEPEST, MOST_FIRST, MOST_MOVES
from .memory_map import TREE, memory_map, stride

OPEN, DEPTH, MADE, USED, BRANCHES, DELAY, GUESS, TALLY, LISTED = (CELL * n for n in range(9))
"""Head: whether this dive is still in the tree; how many branches it took; how many moves wait to be heard; how many
slots are in use; how many branches the tree has; its delay; the number of the guess; whether the branches of the first
decision are only told, and how many legal moves that has."""

LEAST, MOST, CURIOSITY, WIDTH = (CELL * n for n in range(9, 13))
"""Fractions: the least and greatest return so far, and the settings of the tree."""

RECORD = CELL * 13
"""Head: where the record of the last secret choice lies; it is empty again when the next round of choices begins. Of
choices that are played at once there is no record: a cell that is always empty, or never, stands for it."""

ROOM = CELL * 14
"""Head: how many branches there may be."""

FIRSTS, FIRST = (CELL * n for n in range(15, 17))
"""Head: how many first moves are tried in turn, 0 if the tree picks them; the place of the first move of this dive,
-1 if the tree picks it, or has."""

REACH, LEFT, APART, APPRAISED, ROW = (CELL * n for n in range(17, 22))
"""Head: how many decisions behind the tree a dive is cut off, and how many are left; by how far sides were apart in all
appraisals, a fraction, and how many numbers that is the sum of; the bytes of a legal move, 0
where all are moves of one action."""

SIZE = CELL * 22
"""Head: how many slots there are; a power of two."""

PICKS, TRYING, TRIER, NUMBER, MANY, BEST, BEST_NUMBER = (CELL * n for n in range(23, 30))
"""Head: of how many random moves behind the tree the best is taken, 0 if it is just one; whether one of them is being
tried: see below; who is to take one; the number of the one that is tried, and how many differ; what the best so far
is worth, a fraction, and its number."""

TRIED, GO_ON = 1, 2
"""`TRYING`: a move has been made, and play stops at the next decision; the position before is there, for the next move.
It is 0 elsewhere."""

SHORT, USUAL = (CELL * n for n in range(30, 32))
"""Head: while the path is shorter than this, it is not too deep, the tree has no delay, is not only told of, and picks
the first move itself; the same, but 0 unless the least return is 0 and the greatest 1."""

HEAD = 32 * CELL

KEY, LOOKS, AVAILABLE, TAKEN, TOTAL, MEAN = 0, CELL, CELL, CELL + 4, 2 * CELL, 3 * CELL
"""A slot; the total and the mean of what a branch has brought are fractions."""

FEW = 1024
"""Roots of smaller numbers are in tables."""

SLOT_BITS = 5
SLOT = 1 << SLOT_BITS

FEWEST_SLOTS, SLOTS = 1 << 12, 1 << 17
"""How many slots there are at first, and at most."""

FULL = SLOTS * 7 // 8
"""With so many slots in use nothing is added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeMap:
    """The addresses for one program, in bytes. A row of `made` has so many bytes."""

    head: int
    keys: int
    roots: int
    path: int
    made: int
    made_row: int
    spare: int
    heard: int
    found: int
    firsts: int
    wishes: int
    slots: int


def tree_map(program: Program) -> TreeMap:
    """Lay everything out."""
    head, seats = memory_map(program).tree, CELL * program.layout.players
    widest = max((stride(block.end) for block in program.blocks if isinstance(block.end, AskBlock)), default=1)
    keys = head + HEAD
    path = keys + 2 * seats
    made, row = path + 2 * CELL * DEEPEST, CELL * (2 + widest)
    asks = (block.end for block in program.blocks if isinstance(block.end, AskBlock))
    together = max((ask.secret.pending.capacity for ask in asks if ask.secret is not None), default=0)
    spare = made + row * (together + 1)
    heard = spare + row
    found = heard + CELL * MOST_MOVES
    firsts = found + CELL * MOST_MOVES
    wishes = firsts + CELL * MOST_FIRST
    slots = wishes + CELL * FEW
    assert slots + 2 * SLOT * SLOTS <= head + TREE
    return TreeMap(
        head=head,
        keys=keys,
        roots=keys + seats,
        path=path,
        made=made,
        made_row=row,
        spare=spare,
        heard=heard,
        found=found,
        firsts=firsts,
        wishes=wishes,
        slots=slots,
    )
