"""Names that outlive a block get cells of the state; all others become locals of their block, numbered from 0."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from ...language.ir import nodes as ir
from .drafts import Cell, Draft, Procedure
from .liveness import live
from .nodes import (
    AskBlock,
    Block,
    Branch,
    Choice,
    ClearRecords,
    Dispatch,
    End,
    GameOver,
    Jump,
    Parameter,
    Pending,
    PickOne,
    Recall,
    SetSlot,
    SettleTop,
    Slot,
    SlotList,
    Stmt,
    TakeTrigger,
    as_expr,
)
from .rename import Renamer, from_zero
from .walk import maybe, with_parts, with_values


def place(procedure: Procedure, locals_at: int) -> tuple[tuple[Block, ...], int]:
    """The finished blocks, with slots from `locals_at` on, and how many cells the slots take."""
    alive = live(procedure)
    needed = frozenset[int]().union(*alive)
    kept = {number for number, cell in procedure.cells.items() if cell.always or number in needed}
    places = Places(procedure.cells, kept, locals_at)
    pendings = _pendings(procedure)
    blocks = tuple(_block(draft, names, places, pendings) for draft, names in zip(procedure.drafts, alive, strict=True))
    end = max((places.end(number) for number in kept), default=locals_at)
    return blocks, end - locals_at


def _pendings(procedure: Procedure) -> dict[int, Pending]:
    ends = (draft.end for draft in procedure.drafts)
    found = (end.pending for end in ends if isinstance(end, AskBlock) and end.pending is not None)
    return {pending.base: pending for pending in found}


@dataclass(slots=True)
class Places:
    """Where each name lies that is kept in the state: behind the names around it."""

    cells: dict[int, Cell]
    kept: set[int]
    start: int
    ends: dict[int, int] = field(default_factory=dict)

    def address(self, number: int) -> int:
        """The first cell of a name."""
        before = self.cells[number].before
        return self.start if before is None else self.end(before)

    def end(self, number: int) -> int:
        """The cell behind a name, where the next one may lie."""
        if number not in self.ends:
            size = self.cells[number].size if number in self.kept else 0
            self.ends[number] = self.address(number) + size
        return self.ends[number]

    def slot(self, slot: Slot) -> Slot:
        """A slot at its address."""
        return replace(slot, address=self.address(slot.address))

    def any_slot(self, slot: Slot | SlotList) -> Slot | SlotList:
        """A slot of either sort at its address."""
        return replace(slot, address=self.address(slot.address))

    def list_slot(self, slot: SlotList) -> SlotList:
        """A list at its address."""
        return replace(slot, address=self.address(slot.address))

    def pending(self, pending: Pending) -> Pending:
        """Room for secret choices at its address."""
        slots = tuple(self.any_slot(slot) for slot in pending.slots)
        players = self.list_slot(pending.players)
        return replace(pending, base=self.address(pending.base), players=players, slots=slots)


def _block(draft: Draft, names: frozenset[int], places: Places, pendings: dict[int, Pending]) -> Block:
    writer = Writer(places)
    body = tuple(writer.stmt(stmt) for stmt in draft.body)
    end = writer.end(draft.end)
    order = sorted(names, key=places.address)
    alive = tuple(_living(number, places, pendings) for number in order)
    return Block(draft.number, body, end, alive, draft.phases)


def _living(number: int, places: Places, pendings: dict[int, Pending]) -> Slot | SlotList | Pending:
    shape = places.cells[number].shape
    return places.pending(pendings[number]) if shape is None else places.any_slot(shape)


@dataclass(slots=True)
class Writer:
    """Writes one block; `own` are the parameters of the move that is being looked at, which are no slots there."""

    places: Places
    names: Renamer = field(default_factory=from_zero)
    own: frozenset[int] = frozenset()

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """An expression with slots for the names that are kept."""
        if isinstance(expr, ir.Local):
            if expr.number in self.places.kept and expr.number not in self.own:
                return as_expr(replace(self._kept(expr.number), type=expr.type, span=expr.span))
            return self.names.local(expr)
        return with_parts(expr, self.expr, self.names.local)

    def _kept(self, number: int) -> Slot | SlotList:
        shape = self.places.cells[number].shape
        assert shape is not None, "room for secret choices is never read as a name"
        return self.places.any_slot(shape)

    def stmt(self, stmt: Stmt) -> Stmt:
        """One effect."""
        match stmt:
            case ir.Let(local, value) if local.number in self.places.kept:
                return SetSlot(self._kept(local.number), self.expr(value), stmt.span)
            case SetSlot(slot, value):
                return SetSlot(self.places.any_slot(slot), self.expr(value), stmt.span)
            case ClearRecords(pending):
                return ClearRecords(self.places.pending(pending), stmt.span)
            case Recall(pending, index, which):
                place = self.places
                return Recall(place.pending(pending), place.slot(index), place.slot(which), stmt.span)
            case TakeTrigger(which, args):
                taken = tuple(tuple(self.places.any_slot(slot) for slot in one) for one in args)
                return TakeTrigger(self.places.slot(which), taken, stmt.span)
            case _:
                return self._structured(stmt)

    def _structured(self, stmt: ir.Stmt) -> ir.Stmt:
        return with_values(stmt, self.expr, lambda body: tuple(map(self._structured, body)), self.names.local)

    def end(self, end: End) -> End:
        """How the block ends."""
        match end:
            case Jump() | GameOver():
                return end
            case Branch():
                return replace(end, test=self.expr(end.test))
            case Dispatch():
                return replace(end, which=self.places.slot(end.which))
            case SettleTop():
                return replace(end, zone=self.expr(end.zone))
            case PickOne():
                return replace(end, source=self.expr(end.source), slot=self.places.slot(end.slot))
            case AskBlock():
                return self._ask(end)
            case _:
                assert_never(end)

    def _ask(self, end: AskBlock) -> AskBlock:
        pending = None if end.pending is None else self.places.pending(end.pending)
        index = None if end.index is None else self.places.slot(end.index)
        choices = tuple(map(self._choice, end.choices))
        return replace(end, who=self.places.slot(end.who), choices=choices, pending=pending, index=index)

    def _choice(self, choice: Choice) -> Choice:
        self.own = frozenset(parameter.local.number for parameter in choice.parameters)
        parameters = tuple(map(self._parameter, choice.parameters))
        conditions = tuple(replace(c, test=self.expr(c.test)) for c in choice.conditions)
        self.own = frozenset()
        return replace(choice, parameters=parameters, conditions=conditions)

    def _parameter(self, p: Parameter) -> Parameter:
        local, slot = self.names.local(p.local), self.places.any_slot(p.slot)
        low, high, where = (maybe(e, self.expr) for e in (p.low, p.high, p.where))
        return Parameter(local, slot, self.expr(p.source), p.how, low, high, where)
