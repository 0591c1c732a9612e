"""Writing blocks: one after the other, with cells for the names that hold while they run.

Names that hold at the same time get cells one behind the other. Each remembers the one before it (`Cell.before`), so
the names form a tree: a path from its root may be live at once, and names on different branches share cells. For a
decision in which one choice has the parameter a, the other b and c:

    me                  cell 0
      |- a              cell 1
      |- b, c           cells 1 and 2

`top` is the innermost name that holds; `names_end` goes back to the one that held before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.types import INTEGER, Type
from .bounds import Bounds
from .drafts import Cell, Draft, number_of
from .nodes import AnySlot, Branch, End, Jump, SetSlot, Slot, SlotList, Stmt
from .turns import Turns

Landings = dict[str, Draft]
"""Blocks that do what comes after something before its scope is left, by the scope that is left."""

NO_PHASES = frozenset(("game", "phase", "turn"))
"""Scopes that `end` can leave besides phases."""


def is_phase(name: str) -> bool:
    """Whether a scope is a phase of the author's; those that exist only as targets of jumps start with a dot."""
    return name not in NO_PHASES and not name.startswith(".")


@dataclass(slots=True)
class Drafter:
    """The blocks so far, the one being written (`here`), the enclosing scopes and the innermost name (`top`)."""

    bounds: Bounds
    numbers: Iterator[int]
    drafts: list[Draft] = field(default_factory=list)
    scopes: list[tuple[str, Draft | Landings]] = field(default_factory=list)
    phases: tuple[str, ...] = ()
    cells: dict[int, Cell] = field(default_factory=dict)
    lists: dict[int, int] = field(default_factory=dict)
    top: int | None = None
    here: Draft = field(init=False)

    def __post_init__(self) -> None:
        self.here = self.draft()

    # Blocks -------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """A new block, empty, in the phases that are running."""
        self.drafts.append(Draft(len(self.drafts), self.phases))
        return self.drafts[-1]

    def end(self, end: End) -> None:
        """End the block; what is written next is unreachable unless `start` is called."""
        self.here.end = end
        self.here = self.draft()

    def go(self, target: Draft) -> None:
        """End the block with a jump."""
        self.end(Jump(target.number))

    def start(self, draft: Draft) -> None:
        """Write to this block from now on."""
        self.here = draft

    def enter(self) -> Draft:
        """Continue in a new block: one that others may jump to, or in which the play may stop."""
        draft = self.draft()
        self.go(draft)
        self.start(draft)
        return draft

    @contextmanager
    def scope(self, name: str, behind: Draft | Landings) -> Iterator[None]:
        """A scope begins, behind which this block comes, or a landing; it ends with the `with`."""
        phases = self.phases
        self.scopes.append((name, behind))
        if is_phase(name):
            self.phases = (*phases, name)
        yield
        self.scopes.pop()
        self.phases = phases

    def write(self, stmt: Stmt) -> None:
        """Append an effect to the block."""
        self.here.body.append(stmt)

    # Names --------------------------------------------------------------------------------

    @contextmanager
    def names_end(self) -> Iterator[None]:
        """Names declared within end with it: what comes after may use their cells."""
        top = self.top
        yield
        self.top = top

    def declare(self, local: ir.Local, capacity: int | None = None, *, always: bool = True) -> AnySlot:
        """A slot for a name, behind those of all names that hold here; a list needs a capacity."""
        slot = self._shape(local, capacity)
        self.claim(local.number, Cell(1 if capacity is None else 1 + capacity, self.top, always, slot))
        return slot

    def number(self, local: ir.Local) -> Slot:
        """A slot for a name that is not a list."""
        self.declare(local)
        return number_of(local, local.span)

    def fresh(self, name: str, type: Type, span: Span) -> ir.Local:
        """A name that the author did not write."""
        return ir.Local(next(self.numbers), name, type, span)

    def _shape(self, local: ir.Local, capacity: int | None) -> AnySlot:
        if capacity is None:
            return number_of(local, local.span)
        self.lists[local.number] = capacity
        return SlotList(local.number, capacity, local.name, local.type, local.span)

    def claim(self, number: int, cell: Cell) -> None:
        """Make a name the innermost one."""
        self.cells[number] = cell
        self.top = number

    def let(self, stmt: ir.Let) -> None:
        """Write a `let`, whose name becomes a slot only if another block reads it."""
        is_list = stmt.local.type.base == "list"
        self.declare(stmt.local, self.length(stmt.value) if is_list else None, always=False)
        self.write(stmt)

    def keep(self, local: ir.Local, value: ir.Expr) -> ir.Local:
        """Declare a slot and write this value to it."""
        slot = self.declare(local, self.length(value) if local.type.base == "list" else None)
        self.write(SetSlot(slot, value, local.span))
        return local

    def length(self, expr: ir.Expr) -> int:
        """How long a list can become."""
        return self.bounds.length(expr, self.lists)

    def greatest(self, expr: ir.Expr) -> int | None:
        """The greatest value of an integer; None if nothing is known."""
        return self.bounds.greatest(expr, self.lists)

    def loop(self, source: ir.Expr, span: Span) -> Turns:
        """Write the head of a loop over a list that does not change, and go to the block of its body."""
        index = self.fresh("index", INTEGER, span)
        self.keep(index, ir.Const(0, INTEGER, span))
        head, body, behind = self.enter(), self.draft(), self.draft()
        turns = Turns(head, behind, source, index, number_of(index, span))
        self.end(Branch(turns.goes_on(), body.number, behind.number, span))
        self.start(body)
        return turns
