"""Where everything lies in the memory of a compiled game, in bytes.

    control     what Python and the module tell each other, one number of 64 bits each
    nothing     a zone without cards, for the zone of nobody
    bags        for each zone what is known of the packet of unknown order at its top, see `chance`
    state       the position that is being played: the cells of the layout, in their order
    first       the position before anything has happened
    marks       a byte for each card, to sort them
    seen        a number for each card and kind, to find those that come twice
    results     of playouts: status, decisions, and the returns of each seat (fractions)
    moves       the legal moves, see `moves`
    arena       lists that live for an effect or an expression
    data        constants: tables of attributes, lists that are known

Pages that are never touched cost nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...program.nodes import AskBlock, Choice, Program, Slot, SlotList

CELL = 8
"""Bytes of a cell."""

OUTGROWN, STEPS, EXPLICIT, MOVES, DONE, WANTED, SEEDS = (CELL * n for n in range(7))
"""Control: whether one of our own bounds was met; steps since the last decision; whether chance is a player of its own;
the number of legal moves; playouts that are done and wanted; the seed of the next."""

NOTHING = 64
BAGS = 128
CHUNK = 1024
"""So many playouts are made before Python is told."""

MOST_MOVES = 64 << 20
"""Bytes for the legal moves of one decision."""

ARENA = 32 << 20
"""Bytes for lists."""


@dataclass(frozen=True, slots=True)
class Room:
    """The addresses for one program."""

    state: int
    first: int
    marks: int
    seen: int
    results: int
    moves: int
    moves_end: int
    arena: int
    arena_end: int
    data: int


def room(program: Program) -> Room:
    """Lay everything out."""
    layout = program.layout
    state = _up(BAGS + 2 * CELL * len(layout.zones))
    first = _up(state + CELL * layout.size)
    marks = _up(first + CELL * layout.size)
    seen = _up(marks + len(layout.kind_of))
    results = _up(seen + CELL * (len(layout.kind_of) + len(layout.kinds)))
    moves = _up(results + CHUNK * CELL * (2 + layout.players))
    arena = _up(moves + _moves(program))
    return Room(state, first, marks, seen, results, moves, arena, arena, arena + ARENA, arena + ARENA)


def _up(address: int) -> int:
    """The next address at which a line of the cache begins."""
    return (address + 63) & ~63


def _moves(program: Program) -> int:
    widest = max((stride(block.end) for block in program.blocks if isinstance(block.end, AskBlock)), default=1)
    return min(MOST_MOVES, CELL * widest * (program.steps_limit + 4097))


def width(slot: Slot | SlotList) -> int:
    """How many cells an argument takes."""
    return 1 + slot.capacity if isinstance(slot, SlotList) else 1


def stride(ask: AskBlock) -> int:
    """How many cells a legal move of a decision takes: the number of the choice, then its arguments."""
    return max((1 + choice_width(choice) for choice in ask.choices), default=1)


def choice_width(choice: Choice) -> int:
    """How many cells the arguments of a choice take."""
    return sum(width(parameter.slot) for parameter in choice.parameters)
